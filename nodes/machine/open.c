/* SPDX-License-Identifier: BSD-2-Clause */
/* Opening and closing machines. */
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include "debug.h"
#include "error.h"
#include "description.h"
#include "fault.h"
#include "group.h"
#include "region.h"
#include "replay.h"
#include "shared.h"
#include "record.h"
#include "interleave.h"
#include "wall.h"

/* The processors that this process may use. */
static int
find_processors(vcube_machine *m, struct vcube_error *error)
{
	cpu_set_t set;
	int n = 0;

	if (sched_getaffinity(0, sizeof set, &set) != 0)
		CPU_ZERO(&set);
	m->processor = malloc(CPU_SETSIZE * sizeof *m->processor);
	if (m->processor == NULL)
		return vc_error(error, VCUBE_EHOST, "no memory for a machine");
	for (int i = 0; i < CPU_SETSIZE; i++)
		if (CPU_ISSET(i, &set))
			m->processor[n++] = i;
	m->processors = n > 0 ? n : 1;
	return 0;
}

static int
place(vcube_machine *m, struct vcube_error *error)
{
	m->position = malloc((size_t)m->nodes * sizeof *m->position);
	if (m->position == NULL)
		return vc_error(error, VCUBE_EHOST, "no memory for %d nodes", m->nodes);
	return vcube_mapping_parse(m->desc.mapping, m->topology, m->position, error);
}

static void
take_over(vcube_machine *m)
{
	m->cost = vc_desc_cost(&m->desc);
	m->timed = m->desc.clock != VCUBE_CLOCK_FREE;
	m->none = m->desc.routing == VCUBE_ROUTING_NONE;
	m->limited = m->desc.capacity != SIZE_MAX;
}

/* What stays the same over all runs of a node. */
static int
build_node(vcube_machine *m, int rank)
{
	vcube_node *n = &m->node[rank];

	n->rank = rank;
	n->machine = m;
	n->timed = m->timed;
	n->wall = m->wall != NULL;
	n->journaled = m->replay != NULL;
	n->one_port = m->desc.ports == VCUBE_PORTS_ONE;
	n->strict = m->desc.strict != 0;
	n->room = (uint8_t)(m->timed ? sizeof ((struct vc_slot *)0)->timed.text
				     : sizeof ((struct vc_slot *)0)->text);
	n->stack = m->stacks.base + m->stack_stride * (size_t)rank;
	vc_pool_open(&n->pool);
	__cds_wfcq_init(&n->inbox_head, &n->inbox_tail);
	if (vc_peers_init(&n->out, m->nodes) != 0 || vc_peers_init(&n->in, m->nodes) != 0)
		return VCUBE_EHOST;
	return 0;
}

static int
build_nodes(vcube_machine *m, struct vcube_error *error)
{
	size_t n = (size_t)m->nodes;

	m->node = aligned_alloc(VC_LINE, n * sizeof *m->node);
	if (m->node != NULL)
		memset(m->node, 0, n * sizeof *m->node);
	m->parking = aligned_alloc(VC_LINE, n * sizeof *m->parking);
	m->world = vc_group_new(m->nodes, false);
	if (m->node == NULL || m->parking == NULL || m->world == NULL)
		return vc_error(error, VCUBE_EHOST, "no memory for %d nodes", m->nodes);
	atomic_store_explicit(&m->world->holders, 1, memory_order_relaxed);
	memset(m->parking, 0, n * sizeof *m->parking);
	for (int r = 0; r < m->nodes; r++)
		if (build_node(m, r) != 0)
			return vc_error(error, VCUBE_EHOST, "no memory for node %d of %d", r, m->nodes);
	return 0;
}

/* With routing=none and plain links a link has one sender, which can tell when a
 * message arrives. */
static bool
keeps_journals(const vcube_machine *m)
{
	const struct vcube_desc *d = &m->desc;

	return d->clock == VCUBE_CLOCK_VIRTUAL && (!m->none || d->account || d->width > 1 || d->channels > 1 ||
			    d->granule > 1 || d->duplex != VCUBE_DUPLEX_FULL);
}

static int
build(vcube_machine *m, struct vcube_error *error)
{
	int code;

	take_over(m);
	m->topology = vcube_topology_parse(m->desc.topology, error);
	if (m->topology == NULL)
		return VCUBE_EINVAL;
	if ((code = vc_links_open(m, error)) != 0)
		return code;
	vc_debug((code = vcube_topology_check(m->topology, NULL)) == 0 || code == VCUBE_EHOST);
	m->nodes = vcube_topology_nodes(m->topology);
	if ((code = find_processors(m, error)) != 0 || (code = place(m, error)) != 0)
		return code;
	if ((keeps_journals(m) && vc_replay_new(m) == NULL) ||
	    (m->desc.clock == VCUBE_CLOCK_WALL && vc_wall_new(m) == NULL))
		return vc_error(error, VCUBE_EHOST, "no memory for the links of %s",
				vcube_topology_text(m->topology));
	if ((code = vc_regions_open(m, error)) != 0 || (code = build_nodes(m, error)) != 0)
		return code;
	if ((code = vc_faults_open(m, error)) != 0)
		return code;
	if (m->desc.fuzz != 0 && (m->interleave = vc_interleave_new(m)) == NULL)
		return vc_error(error, VCUBE_EHOST, "no memory for %d turns", m->nodes);
	return 0;
}

vcube_machine *
vcube_open_desc(const struct vcube_desc *desc, struct vcube_error *error)
{
	vcube_machine *m;

	if (error != NULL)
		*error = (struct vcube_error){0};
	if (vc_desc_check(desc, error) != 0)
		return NULL;
	m = aligned_alloc(VC_LINE, sizeof *m);
	if (m == NULL) {
		vc_error(error, VCUBE_EHOST, "no memory for a machine");
		return NULL;
	}
	memset(m, 0, sizeof *m);
	pthread_mutex_init(&m->resolving, NULL);
	pthread_mutex_init(&m->sharing, NULL);
	if (vc_desc_copy(&m->desc, desc, error) == 0 && build(m, error) == 0)
		return m;
	vcube_close(m);
	return NULL;
}

vcube_machine *
vcube_open(const char *text, struct vcube_error *error)
{
	struct vcube_desc desc;
	vcube_machine *m = NULL;

	vcube_desc_init(&desc);
	if (vcube_desc_parse(&desc, text, error) == 0)
		m = vcube_open_desc(&desc, error);
	vcube_desc_clear(&desc);
	return m;
}

static void
close_nodes(vcube_machine *m)
{
	if (m->node == NULL)
		return;
	for (int r = 0; r < m->nodes; r++) {
		vc_group_drop_all(&m->node[r]);
		vc_peers_free(&m->node[r].out);
		vc_peers_free(&m->node[r].in);
		vc_pool_close(&m->node[r].pool);
	}
}

void
vcube_close(vcube_machine *m)
{
	if (m == NULL)
		return;
	close_nodes(m);
	vc_regions_close(m);
	vc_interleave_free(m->interleave);
	free(m->faults);
	vc_trace_free(m->trace);
	vcube_keep_history(m, 0);
	vc_replay_free(m);
	vc_wall_free(m);
	vc_links_close(&m->links);
	vc_group_drop(m->world);
	vcube_topology_free(m->topology);
	vcube_desc_clear(&m->desc);
	pthread_mutex_destroy(&m->resolving);
	vc_shared_free(m);
	pthread_mutex_destroy(&m->sharing);
	free(m->node);
	free(m->parking);
	free(m->position);
	free(m->processor);
	free(m->report);
	free(m);
}

int
vcube_machine_nodes(const vcube_machine *m)
{
	return m->nodes;
}

const vcube_topology *
vcube_machine_topology(const vcube_machine *m)
{
	return m->topology;
}

const struct vcube_desc *
vcube_machine_desc(const vcube_machine *m)
{
	return &m->desc;
}

void
vcube_on_step(vcube_machine *m, vcube_observer *observer, void *arg)
{
	m->next_observer = observer;
	m->next_observer_arg = arg;
}
