/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * threads=cores: a run in as many threads as the host has processors. Each is a carrier of a share
 * of the nodes, which are coroutines (nodes/kernel/carrier.h).
 */
#include "carrier.h"
#include "coroutine.h"
#include "ends.h"
#include "parts.h"

/* Gives its nodes their turns until all have ended. */
static void run_share(struct vc_carrier *c);

/* The program of a node has ended the thread: ends the node, and goes on with the others. */
static void
go_on(void *carrier)
{
	struct vc_carrier *const c = carrier;

	vc_node_vanish(c->turn);
	c->left--;
	run_share(c);
}

static void
run_share(struct vc_carrier *c)
{
	vcube_machine *const m = c->machine;

	pthread_cleanup_push(go_on, c);
	while (c->left > 0) {
		const int rank = vc_carrier_next(c);

		if (rank < 0) {
			vc_carrier_wait(c);
			continue;
		}
		c->turn = &m->node[rank];
		if (vc_coroutine_resume(m, rank))
			c->left--;
	}
	pthread_cleanup_pop(0);
	vc_carrier_end(c);
}

static void *
thread(void *arg)
{
	struct vc_carrier *const c = arg;
	vcube_machine *const m = c->machine;

	if (!vc_pass_gate(m))
		return NULL;
	vc_ends_run(NULL, m->node[c->first].stack + m->stack_stride - VC_ENDS_STACK);
	vc_carrier_begin(c);
	for (int r = c->first; r < c->first + c->nodes; r++)
		vc_coroutine_prepare(m, r);
	run_share(c);
	return NULL;
}

static int
start(vcube_machine *m, int number)
{
	struct vc_carrier *const c = &m->carriers->carrier[number];
	const int error = pthread_create(&c->thread, NULL, thread, c);

	if (error != 0)
		return error;
	vc_pin(m, number, m->carrier_count, c->thread);
	for (int r = c->first; r < c->first + c->nodes; r++)
		m->node[r].thread = c->thread;
	return 0;
}

int
vc_run_carriers(vcube_machine *m)
{
	int started = 0, error = 0, code;

	vc_ends_watch();
	m->carriers->stop = vc_coroutine_stop;
	for (; started < m->carrier_count && error == 0; started++)
		error = start(m, started);
	started -= error != 0;
	code = error != 0 ? vc_refused_thread(m, started + 1, m->carrier_count, error) : 0;
	code = vc_run_started(m, code);
	for (int i = 0; i < started; i++)
		pthread_join(m->carriers->carrier[i].thread, NULL);
	return code;
}
