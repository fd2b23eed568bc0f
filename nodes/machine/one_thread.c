/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A run in one thread: each node is a coroutine on its own stack, and the thread that runs the
 * machine goes from one that can run to the next. Switching costs a twentieth of what it costs
 * between threads. Machines that explore run so, since their nodes take turns anyway, and those with
 * threads=one.
 */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
#include "context.h"
#include "ends.h"
#include "error.h"
#include "explore.h"
#include "interleave.h"
#include "parts.h"
#include "quiescence.h"
#include "sanitized.h"

struct vc_coroutine {
	struct vc_context own, resumer;
	struct vc_sanitized sanitized;
	unsigned number;                /* vc_sanitized_stack() */
	bool ended;
};

static char *
lowest(const vcube_node *n)
{
	return n->stack + sysconf(_SC_PAGESIZE);
}

static size_t
stack_bytes(const vcube_machine *m)
{
	return m->stack_stride - VC_ENDS_STACK - (size_t)sysconf(_SC_PAGESIZE);
}

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

static void
stop(vcube_node *self)
{
	struct vc_coroutine *const c = &self->machine->coroutine[self->rank];
	void *mine = NULL;

	vc_sanitized_leave(&mine, &c->sanitized);
	vc_context_switch(&c->own, &c->resumer);
	vc_sanitized_arrive(mine, &c->sanitized);
}

static void
prepare(vcube_machine *m, int rank)
{
	struct vc_coroutine *const c = &m->coroutine[rank];
	vcube_node *const node = &m->node[rank];

	c->ended = false;
	vc_context_make(&c->own, lowest(node), stack_bytes(m), live, node);
	vc_sanitized_begin(&c->sanitized, lowest(node), stack_bytes(m));
}

static void
resume(vcube_machine *m, int rank)
{
	struct vc_coroutine *const c = &m->coroutine[rank];
	void *const mine = vc_sanitized_resume(&c->sanitized, lowest(&m->node[rank]), stack_bytes(m));

	vc_ends_run(&m->node[rank], NULL);
	vc_context_switch(&c->resumer, &c->own);
	vc_ends_run(NULL, NULL);
	vc_sanitized_return(&c->sanitized, mine);
	if (c->ended)
		vc_sanitized_end(&c->sanitized);
}

/* How many nodes run between two looks at the host's clock. */
enum { LOOK_EVERY = 64 };

/* Ends the run when the time of the exploration is over. */
static void
watch_exploration(vcube_machine *m)
{
	struct vc_explore *const x = m->explore;

	if (x->end == 0 || x->late || vc_host_ns() < x->end)
		return;
	x->late = true;
	vc_stop_all(m, VCUBE_ELIMIT);
}

/* Ends the run when its own time is over. */
static void
watch_limit(vcube_machine *m)
{
	if (m->desc.limit > 0 && !m->late && vc_host_ns() >= m->began + m->desc.limit / 1000)
		vc_stop_late(m);
}

int
vc_run_in_one_thread(vcube_machine *m)
{
	void (*const watch)(vcube_machine *) = m->explore != NULL ? watch_exploration : watch_limit;
	const uint64_t every = m->explore != NULL ? 1 : LOOK_EVERY;
	vcube_node *const outer = vc_ends_node();       /* another machine's, whose program runs this one */
	stack_t had;
	int rank;

	if (m->explore == NULL)         /* an exploration has done so, once for all its runs */
		vc_ends_watch();
	sigaltstack(NULL, &had);
	vc_ends_run(NULL, m->node[0].stack + m->stack_stride - VC_ENDS_STACK);
	m->began = vc_host_ns();
	vc_interleave_in_one_thread(m->interleave, stop);
	for (rank = 0; rank < m->nodes; rank++)
		prepare(m, rank);
	for (uint64_t i = 1; (rank = vc_interleave_able(m->interleave)) >= 0; i++) {
		resume(m, rank);
		if (i % every == 0)
			watch(m);
	}
	sigaltstack(&had, NULL);
	vc_ends_run(outer, NULL);
	return 0;
}

static int
open_coroutines(vcube_machine *m, struct vcube_error *error)
{
	if (!vc_is_in_one_thread(m))
		return 0;
	m->coroutine = calloc((size_t)m->nodes, sizeof *m->coroutine);
	if (m->coroutine == NULL)
		return vc_error(error, VCUBE_EHOST, "no memory for %d nodes", m->nodes);
	for (int r = 0; r < m->nodes; r++)
		m->coroutine[r].number = vc_sanitized_stack(lowest(&m->node[r]), stack_bytes(m));
	return 0;
}

static void
close_coroutines(vcube_machine *m)
{
	for (int r = 0; m->coroutine != NULL && r < m->nodes; r++)
		vc_sanitized_forget(m->coroutine[r].number);
	free(m->coroutine);
}

const struct vc_part vc_part_coroutines = {
	.open = open_coroutines,
	.close = close_coroutines,
};
