/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * threads=auto: whether each node is a thread, or one thread runs all.
 *
 * Where nodes outnumber the processors, threads take turns anyway, and the kernel gives the turns: a
 * switch costs half a microsecond, so nodes that are due together in real time are late by that much
 * each; and beside other programs a thread that gives way waits for milliseconds. One thread has
 * neither trouble. But it uses one processor, which is too few where nodes copy long messages or
 * compute: so it runs the nodes only by the wall clock, and on a busy host.
 */
#include <sched.h>
#include "description.h"
#include "node.h"
#include "parts.h"
#include "spin.h"

/* A program that computes beside gets a turn in so many yields. */
enum { YIELDS = 4 };

static bool
is_host_busy(void)
{
	for (int i = 0; i < YIELDS; i++) {
		const int64_t before = vc_host_ns();

		sched_yield();
		if (vc_host_ns() - before > VC_TURN)
			return true;
	}
	return false;
}

/* Returns whether one thread may run all nodes. */
static bool
may_be_one(const struct vcube_desc *desc)
{
	struct vcube_desc d = *desc;

	d.threads = VCUBE_THREADS_ONE;
	return vc_desc_check(&d, NULL) == 0;
}

/* The description stays as it was given: what a trace says of a run must not depend on the host. */
void
vc_choose_threads(vcube_machine *m)
{
	const struct vcube_desc *const d = &m->desc;

	m->in_one_thread = d->explore != VCUBE_EXPLORE_NO || d->threads == VCUBE_THREADS_ONE ||
			   (d->threads == VCUBE_THREADS_AUTO && m->nodes > m->processors &&
			    may_be_one(d) && (d->clock == VCUBE_CLOCK_WALL || is_host_busy()));
	if (d->threads == VCUBE_THREADS_CORES)
		m->carrier_count = m->nodes < m->processors ? m->nodes : m->processors;
}
