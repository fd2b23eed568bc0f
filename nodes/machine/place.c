/* SPDX-License-Identifier: BSD-2-Clause */
/* A machine's topology, the position of each rank on it, and the host's processors. */
#include <sched.h>
#include <stdlib.h>
#include "core.h"
#include "debug.h"
#include "description.h"
#include "error.h"
#include "node.h"
#include "parts.h"

/* Lists the processors that this process may use. */
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

/*
 * From how many bytes on a send offers its buffer. The receiver's copy leaves the lines of a
 * message that fits half of a core's own cache in both caches, and a program that then writes its
 * buffer anew waits for each of them, longer than for a copy, whose lines are written in one go.
 * Threads of one core have one cache.
 */
enum { OFFER_FROM = 512 << 10, OFFER_FROM_IN_CORE = 2 << 10 };

static void
choose_offers(vcube_machine *m)
{
	const bool alone = m->nodes > 1 && m->nodes <= m->processors;

	m->offer_from = alone && vc_is_one_core(VC_PROCESSORS, m->processor, m->processors)
		? OFFER_FROM_IN_CORE : OFFER_FROM;
}

static int
map_ranks(vcube_machine *m, struct vcube_error *error)
{
	m->position = malloc((size_t)m->nodes * sizeof *m->position);
	if (m->position == NULL)
		return vc_error(error, VCUBE_EHOST, "no memory for %d nodes", m->nodes);
	return vcube_mapping_parse(m->desc.mapping, m->topology, m->position, error);
}

static int
open_place(vcube_machine *m, struct vcube_error *error)
{
	int code;

	m->cost = vc_desc_cost(&m->desc);
	m->none = m->desc.routing == VCUBE_ROUTING_NONE;
	m->limited = m->desc.capacity != SIZE_MAX || m->desc.explore != VCUBE_EXPLORE_NO;
	m->topology = vcube_topology_parse(m->desc.topology, error);
	if (m->topology == NULL)
		return VCUBE_EINVAL;
	vc_debug((code = vcube_topology_check(m->topology, NULL)) == 0 || code == VCUBE_EHOST);
	m->nodes = vcube_topology_nodes(m->topology);
	m->threads = m->desc.threads ? m->nodes : 1;
	m->local = m->nodes;
	m->process_count = 1;
	if (m->threads > VCUBE_THREADS_MAX)
		return vc_error(error, VCUBE_EINVAL, "%s has %d nodes, and at most %d can be threads; with "
				"threads=no they run one after the other",
				vcube_topology_text(m->topology), m->nodes, VCUBE_THREADS_MAX);
	code = find_processors(m, error);
	if (code != 0)
		return code;
	choose_offers(m);
	return map_ranks(m, error);
}

static void
close_place(vcube_machine *m)
{
	vcube_topology_free(m->topology);
	free(m->position);
	free(m->processor);
}

const struct vc_part vc_part_place = {
	.open = open_place,
	.close = close_place,
};
