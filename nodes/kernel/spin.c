/* SPDX-License-Identifier: BSD-2-Clause */
/* Before a node parks it looks for a while; see the header of the door. */
#include <sched.h>
#include "spin.h"
#include "interleave.h"

/*
 * How long a node looks before it parks. With a processor for each node that
 * runs, looking costs nobody anything and news comes soonest. With more nodes
 * than processors, giving way lets those run who make the news, and a round of
 * that costs each node less than to park and be woken; a node that is not served
 * after some rounds waits for something far away, and parks. So it does where
 * others keep the host busy: then to give way once may take milliseconds.
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

/* Can the resolver alone, or time, end the wait? */
static bool
is_in_vain(const vcube_node *self, const struct vc_wait *wait)
{
	/* the last one to come wakes those who meet, though they name nobody */
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
		return self->clock->poll_parks ? VC_PARKED_HELD : (uint32_t)wait->peer + 1;
	case VC_WAIT_ANY:
		return self->clock->host_deadlines ? VC_PARKED_ANY : VC_PARKED_HELD;
	default:
		return VC_PARKED_HELD;
	}
}
