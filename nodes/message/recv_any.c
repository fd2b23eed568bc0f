/* SPDX-License-Identifier: BSD-2-Clause */
/* How a receive from any node chooses, for most clocks. */
#include "recv.h"

/* That with a message that is next by rank after the last one served: so no sender
 * starves. */
struct vc_channel *
vc_any_channel(vcube_node *self, const struct vc_want *want)
{
	struct vc_channel *best = NULL;
	int nodes = self->machine->nodes, nearest = nodes;

	vc_channel_adopt(self);
	for (uint32_t i = 0; i <= self->in.mask; i++) {
		struct vc_channel *c = self->in.table[i].channel;
		int distance = c ? (c->from - self->served - 1 + nodes) % nodes : nodes;

		if (distance >= nearest || vc_candidate(self, c, want) == NULL ||
		    vc_group_find(self, want->group, c->from) < 0)
			continue;
		best = c;
		nearest = distance;
	}
	return best;
}

static bool
is_served(vcube_node *self, struct vc_wait *wait)
{
	wait->channel = vc_any_channel(self, &wait->want);
	return wait->channel != NULL || vc_want_is_done(self, &wait->want);
}

int
vc_await_served(vcube_node *self, struct vc_wait *wait)
{
	wait->ready = is_served;
	return is_served(self, wait) ? self->code : vc_park(self, wait);
}

/* Returns whether the resolver has chosen a message, and where it is; or a call beside has passed
 * one on. */
static bool
is_chosen(vcube_node *self, struct vc_wait *wait)
{
	wait->channel = self->machine->parking[self->rank].chosen;
	return wait->channel != NULL || vc_want_is_done(self, &wait->want);
}

int
vc_await_chosen(vcube_node *self, struct vc_wait *wait)
{
	wait->ready = is_chosen;
	return vc_park(self, wait);
}
