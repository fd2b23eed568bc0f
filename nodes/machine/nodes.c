/* SPDX-License-Identifier: BSD-2-Clause */
/* The nodes themselves: what lasts over all runs, and what each run resets. */
#include <stdlib.h>
#include <string.h>
#include "error.h"
#include "fiber.h"
#include "node.h"
#include "parts.h"
#include "sites.h"
#include "races.h"
#include "random.h"
#include "request.h"
#include "watch.h"

static int
build_node(vcube_machine *m, int rank)
{
	vcube_node *n = &m->node[rank];

	n->rank = rank;
	n->machine = m;
	n->one_port = m->desc.ports == VCUBE_PORTS_ONE;
	n->stack = m->stacks.base + m->stack_stride * (size_t)rank;
	vc_pool_open(&n->pool);
	__cds_wfcq_init(&n->inbox_head, &n->inbox_tail);
	if (vc_peers_init(&n->out, m->nodes) != 0 || vc_peers_init(&n->in, m->nodes) != 0)
		return VCUBE_EHOST;
	return m->elsewhere != NULL ? vc_peers_init(&n->from_remote, m->nodes) : 0;
}

/* Returns zeroed memory that begins with a cache line, or NULL; *given: to free. A program that
 * opens many machines is given the same pages again, so the host need not find and clear others. */
static void *
zeroed_lines(size_t bytes, void **given)
{
	char *const base = *given = calloc(1, bytes + VC_LINE - 1);

	return base != NULL ? base + -(uintptr_t)base % VC_LINE : NULL;
}

static int
open_nodes(vcube_machine *m, struct vcube_error *error)
{
	const size_t n = (size_t)m->threads;

	m->node = zeroed_lines(n * sizeof *m->node, &m->structs);
	m->parking = zeroed_lines(n * sizeof *m->parking, &m->parkings);
	if (m->node == NULL || m->parking == NULL)
		return vc_error(error, VCUBE_EHOST, "no memory for %d nodes", m->nodes);
	for (int r = 0; r < m->threads; r++)
		if (!vc_is_remote(m, r) && build_node(m, r) != 0)
			return vc_error(error, VCUBE_EHOST, "no memory for node %d of %d", r, m->nodes);
	return 0;
}

void
vc_node_reset(vcube_node *n)
{
	n->site.here = NULL;
	n->explainer = NULL;
	n->any_memory = false;
	n->strict = n->suspects = n->machine->desc.strict != 0;
	atomic_store_explicit(&n->ended, false, memory_order_relaxed);
	n->code = 0;
	n->failure.code = 0;
	n->failure.text[0] = '\0';
	n->heap_error[0] = '\0';
	n->signature = 0;
	n->depth = 0;
	n->calls[0].signature = 0;
	n->last_call.algorithm = NULL;
	n->step = NULL;
	vc_watches_end(n, 0);
	n->now = n->known = n->quiet = n->probed.until = n->send_free = n->recv_free = 0;
	n->messages = n->bytes = n->steps = n->passed = 0;
	memset(n->worked, 0, sizeof n->worked);
	n->deferred_count = 0;
	n->has_short_turns = false;
	vc_fibers_drop(n);
	vc_requests_reset(n);
	n->calls_made = n->groups_number = 0;
	n->served = -1;
	n->random = n->machine->desc.seed + ((uint64_t)n->rank << 32);
	n->random = vc_random(&n->random);      /* or the streams of neighbours overlap */
	n->result = 0;
	n->quarantine = (struct vc_quarantine){.freed = n->quarantine.freed};
	free(n->given);
	n->given = NULL;
	n->given_bytes = 0;
	vc_sites_drop(n);
	vc_races_drop(n);
	n->outcome = 0;
}

void
vc_node_retire(vcube_node *n)
{
	if (n->code == 0)
		n->code = VCUBE_EINVAL;
	vc_set_fast_path(n, false);
	vc_heap_close(&n->heap);
}

static int
begin_nodes(vcube_machine *m, struct vcube_error *error)
{
	(void)error;
	for (int r = 0; r < m->threads; r++) {
		if (!vc_is_remote(m, r))
			vc_node_reset(&m->node[r]);
		if (!vc_is_remote(m, r) || m->parking[r].failed)
			m->parking[r] = (struct vc_parking){0};
	}
	atomic_store_explicit(&m->running, m->local, memory_order_relaxed);
	atomic_store_explicit(&m->alive, m->local, memory_order_relaxed);
	atomic_store_explicit(&m->dated, 0, memory_order_relaxed);
	atomic_store_explicit(&m->loose, 0, memory_order_relaxed);
	atomic_store_explicit(&m->failed, 0, memory_order_relaxed);
	atomic_store_explicit(&m->confirms, m->remote != NULL, memory_order_relaxed);
	atomic_store_explicit(&m->takes_turns, false, memory_order_relaxed);
	atomic_store_explicit(&m->over, 0, memory_order_relaxed);
	return 0;
}

static void
finish_nodes(vcube_machine *m)
{
	for (int r = 0; m->desc.strict && r < m->threads; r++)
		vc_heap_unguard_all(&m->node[r].heap);
}

static void
close_nodes(vcube_machine *m)
{
	for (int r = 0; m->node != NULL && r < m->threads; r++) {
		if (vc_is_remote(m, r))
			continue;
		vc_fibers_drop(&m->node[r]);
		vc_fibers_close(&m->node[r]);
		vc_peers_free(&m->node[r].out);
		vc_peers_free(&m->node[r].in);
		vc_peers_free(&m->node[r].from_remote);
		vc_pool_close(&m->node[r].pool);
		free(m->node[r].given);
		vc_sites_drop(&m->node[r]);
		vc_races_drop(&m->node[r]);
	}
	free(m->structs);
	free(m->parkings);
}

const struct vc_part vc_part_nodes = {
	.open = open_nodes,
	.begin = begin_nodes,
	.finish = finish_nodes,
	.close = close_nodes,
};
