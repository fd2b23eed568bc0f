/* SPDX-License-Identifier: BSD-2-Clause */
/* Nodes as coroutines; the header tells what for. */
#include <stdlib.h>
#include <unistd.h>
#include "alarms.h"
#include "context.h"
#include "coroutine.h"
#include "ends.h"
#include "error.h"
#include "parts.h"
#include "region.h"
#include "sanitized.h"

struct vc_coroutine {
	struct vc_context own, resumer;
	char *stack;                    /* its lowest byte */
	size_t stack_bytes;
	struct vc_sanitized sanitized;
	unsigned number;                /* vc_sanitized_stack() */
	bool ended;
};

/* Where a node begins and ends. */
static void
live(void *node)
{
	vcube_node *const self = node;
	struct vc_coroutine *const c = &self->machine->coroutine[self->rank];

	vc_sanitized_arrive(NULL, &c->sanitized);
	vc_node_live(self);
	c->ended = true;
	vc_sanitized_leave(NULL, &c->sanitized);
	vc_context_switch(&c->own, &c->resumer);
}

void
vc_coroutine_stop(vcube_node *self)
{
	struct vc_coroutine *const c = &self->machine->coroutine[self->rank];
	void *mine = NULL;

	vc_sanitized_leave(&mine, &c->sanitized);
	vc_context_switch(&c->own, &c->resumer);
	vc_sanitized_arrive(mine, &c->sanitized);
}

/* What a node needs of its stack and its heap at first: in real time, fresh memory would delay all
 * nodes behind it. */
enum { FIRST = 16384 };

static void
touch(vcube_node *n)
{
	const struct vc_coroutine *const c = &n->machine->coroutine[n->rank];
	const size_t bytes = c->stack_bytes < FIRST ? c->stack_bytes : FIRST;

	vc_region_touch(c->stack + c->stack_bytes - bytes, bytes);
	vc_region_touch(n->machine->heaps.base + n->machine->heap_stride * (size_t)n->rank, FIRST);
	vc_pool_touch(&n->pool);
}

void
vc_coroutine_prepare(vcube_machine *m, int rank)
{
	struct vc_coroutine *const c = &m->coroutine[rank];
	vcube_node *const node = &m->node[rank];

	if (m->clock->patience > 0)
		touch(node);
	c->ended = false;
	vc_context_make(&c->own, c->stack, c->stack_bytes, live, node);
	vc_sanitized_begin(&c->sanitized, c->stack, c->stack_bytes);
}

bool
vc_coroutine_resume(vcube_machine *m, int rank)
{
	struct vc_coroutine *const c = &m->coroutine[rank];
	void *const mine = vc_sanitized_resume(&c->sanitized);

	vc_ends_run(&m->node[rank], NULL);
	vc_context_switch(&c->resumer, &c->own);
	vc_ends_run(NULL, NULL);
	vc_sanitized_return(&c->sanitized, mine);
	if (c->ended)
		vc_sanitized_end(&c->sanitized);
	return c->ended;
}

/* Places a coroutine's stack above a page that nobody may touch, and below the one for ends. */
static void
place_stack(const vcube_machine *m, struct vc_coroutine *c, char *begin)
{
	const size_t guard = (size_t)sysconf(_SC_PAGESIZE);

	c->stack = begin + guard;
	c->stack_bytes = m->stack_stride - VC_ENDS_STACK - guard;
	c->number = vc_sanitized_stack(c->stack, c->stack_bytes);
}

static int
open_coroutines(vcube_machine *m, struct vcube_error *error)
{
	if (!m->in_one_thread && m->carrier_count == 0)
		return 0;
	m->coroutine = calloc((size_t)m->nodes, sizeof *m->coroutine);
	if (m->coroutine == NULL)
		return vc_error(error, VCUBE_EHOST, "no memory for %d nodes", m->nodes);
	if (m->in_one_thread && m->clock->host_deadlines && m->explore == NULL) {
		m->alarms = vc_alarms_new(m->nodes);
		if (m->alarms == NULL)
			return vc_error(error, VCUBE_EHOST, "no memory for %d alarms", m->nodes);
	}
	for (int r = 0; r < m->nodes; r++)
		place_stack(m, &m->coroutine[r], m->node[r].stack);
	return 0;
}

static void
close_coroutines(vcube_machine *m)
{
	for (int r = 0; m->coroutine != NULL && r < m->nodes; r++)
		vc_sanitized_forget(m->coroutine[r].number);
	free(m->coroutine);
	vc_alarms_free(m->alarms);
	m->alarms = NULL;
}

const struct vc_part vc_part_coroutines = {
	.open = open_coroutines,
	.close = close_coroutines,
};
