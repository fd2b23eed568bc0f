/* SPDX-License-Identifier: BSD-2-Clause */
/* Spinning before parking; see park.h. */
#include <sched.h>
#include "spin.h"
#include "interleave.h"

/*
 * How long a node spins before it parks. With a processor for each running node, spinning
 * costs nobody anything and notices an event soonest. With more nodes than processors,
 * yielding lets the others run that cause the event, and a round of yields costs each node
 * less than parking and waking; a node still waiting after some rounds waits for something
 * far away, and parks. It also parks where other processes keep the host busy: a single
 * yield may then take milliseconds.
 */
enum { LOOKS_ALONE = 4000, LOOKS_IN_COMPANY = 1, YIELDS = 8, YIELDS_NS = 1000000 };

void
vc_yield(vcube_node *self)
{
	if (self->machine->interleave != NULL)
		vc_interleave_switch(self);
	else
		sched_yield();
}

/* Returns whether only the resolver or time can end the wait. */
static bool
is_in_vain(const vcube_node *self, const struct vc_wait *wait)
{
	/* the last member to arrive ends a rendezvous, though the wait names nobody */
	return vc_wait_word(self, wait) == VC_PARKED_HELD && wait->kind != VC_WAIT_ALIGN;
}

bool
vc_spin(vcube_node *self, struct vc_wait *wait)
{
	const vcube_machine *m = self->machine;
	bool alone = atomic_load_explicit(&m->running, memory_order_relaxed) <= m->processors;
	int64_t begin = 0;

	if (is_in_vain(self, wait))
		return false;
	for (int i = alone ? LOOKS_ALONE : LOOKS_IN_COMPANY; i > 0; i--) {
		if (wait->ready(self, wait))
			return true;
		vc_pause();
	}
	for (int i = 0; i < YIELDS; i++) {
		sched_yield();
		if (wait->ready(self, wait))
			return true;
		if (i == 0)
			begin = vc_host_ns();
		else if (vc_host_ns() - begin > YIELDS_NS)
			break;
	}
	return false;
}

uint32_t
vc_wait_word(const vcube_node *self, const struct vc_wait *wait)
{
	switch (wait->kind) {
	case VC_WAIT_RECV:
	case VC_WAIT_ROOM:
		return (uint32_t)wait->peer + 1;
	case VC_WAIT_POLL:
		if (wait->peer >= 0)
			return self->clock->poll_parks ? VC_PARKED_HELD : (uint32_t)wait->peer + 1;
		/* fallthrough */
	case VC_WAIT_ANY:
	case VC_WAIT_SEVERAL:
	case VC_WAIT_TOGETHER:
		return self->clock->host_deadlines ? VC_PARKED_ANY : VC_PARKED_HELD;
	default:
		return VC_PARKED_HELD;
	}
}
