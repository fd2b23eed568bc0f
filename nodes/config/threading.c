/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * threads=auto: how nodes share threads. Where they do not outnumber the processors, each is a
 * thread, which spins for its messages; also with threads=cores.
 *
 * Otherwise threads take turns anyway, and the kernel gives the turns: a switch costs half a
 * microsecond, twenty times what one between coroutines does. So each processor has one thread for
 * its share of the nodes. But by the wall clock nodes are due when the host's time says so, and one
 * thread that keeps the time for all has them less late. And beside other programs a thread that
 * gives way waits for milliseconds, and with it all who wait for its nodes: one thread has its
 * share of a processor.
 */
#include "description.h"

/* Returns whether nodes may run in these threads. */
static bool
may_be(const struct vcube_desc *desc, enum vcube_threading threads)
{
	struct vcube_desc d = *desc;

	d.threads = threads;
	return vcube_desc_check(&d, NULL) == 0;
}

enum vcube_threading
vc_desc_threading(const struct vcube_desc *d, int nodes, int processors, bool busy)
{
	if (d->explore != VCUBE_EXPLORE_NO)
		return VCUBE_THREADS_ONE;
	if (nodes <= processors &&
	    (d->threads == VCUBE_THREADS_AUTO || d->threads == VCUBE_THREADS_CORES))
		return VCUBE_THREADS_YES;
	if (d->threads != VCUBE_THREADS_AUTO)
		return d->threads;
	if (may_be(d, VCUBE_THREADS_ONE) && (d->clock == VCUBE_CLOCK_WALL || busy))
		return VCUBE_THREADS_ONE;
	return may_be(d, VCUBE_THREADS_CORES) ? VCUBE_THREADS_CORES : VCUBE_THREADS_YES;
}
