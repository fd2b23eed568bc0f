/* SPDX-License-Identifier: BSD-2-Clause */
/* How the nodes of a machine share threads, as its description asks for and this host is. */
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

/* The description stays as it was given: what a trace says of a run must not depend on the host. */
void
vc_choose_threads(vcube_machine *m)
{
	const bool busy = m->desc.threads == VCUBE_THREADS_AUTO && m->nodes > m->processors &&
			  is_host_busy();
	const enum vcube_threading threads =
		vc_desc_threading(&m->desc, m->nodes, m->processors, busy);

	m->in_one_thread = threads == VCUBE_THREADS_ONE;
	m->carrier_count = threads == VCUBE_THREADS_CORES ? m->processors : 0;
}
