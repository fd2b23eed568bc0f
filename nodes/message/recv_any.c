/* SPDX-License-Identifier: BSD-2-Clause */
/* Receiving from any node. */
#include "recv.h"

/* Free clock: returns the channel with a message that is next by rank after the last one
 * served, so that no sender starves. */
static struct vc_channel *
any_channel(vcube_node *self, vcube_group *group)
{
	struct vc_channel *best = NULL;
	int nodes = self->machine->nodes, nearest = nodes;

	vc_channel_adopt(self);
	for (uint32_t i = 0; i <= self->in.mask; i++) {
		struct vc_channel *c = self->in.table[i].channel;
		int distance = c ? (c->from - self->served - 1 + nodes) % nodes : nodes;

		if (distance >= nearest || vc_front(c) == NULL ||
		    vc_group_find(self, group, c->from) < 0)
			continue;
		best = c;
		nearest = distance;
	}
	return best;
}

static bool
is_served(vcube_node *self, struct vc_wait *wait)
{
	wait->channel = any_channel(self, wait->group);
	return wait->channel != NULL;
}

int
vc_await_served(vcube_node *self, struct vc_wait *wait)
{
	wait->ready = is_served;
	return is_served(self, wait) ? self->code : vc_park(self, wait);
}

bool
vc_is_chosen(vcube_node *self, struct vc_wait *wait)
{
	wait->channel = self->machine->parking[self->rank].chosen;
	return wait->channel != NULL;
}

int
vc_await_chosen(vcube_node *self, struct vc_wait *wait)
{
	wait->ready = vc_is_chosen;
	return vc_park(self, wait);
}

int
vc_receive_any(vcube_node *self, vcube_group *group, void *into, size_t room,
	       vcube_time deadline, struct vcube_status *status)
{
	struct vc_wait wait = {
		.kind = VC_WAIT_ANY, .peer = -1, .bytes = room, .group = group,
	};
	const struct vc_moment since = vc_trace_moment_if(self);
	int code;

	if (vc_unlikely(self->instrumented) && vc_begin_receive(self) != 0)
		return self->code;
	do {
		self->machine->parking[self->rank].chosen = NULL;
		vc_wake_deferred(self);
		wait.deadline = deadline;
		if ((code = self->clock->next(self, &wait)) == VCUBE_ETIMEDOUT) {
			vc_trace_receive(self, true, since);
			return vc_timed_out(self, VCUBE_ANY, deadline);
		}
		if (code != 0)
			return code;
		self->served = wait.channel->from;
		/* an earlier irecv comes first */
	} while (vc_requests_next(self, wait.channel->from));
	if (self->code != 0)
		return self->code;
	if (vc_unlikely(self->log != NULL))
		vc_trace_receive(self, true, since);
	if (status != NULL)
		status->from = vc_group_find(self, group, wait.channel->from);
	return vc_consume(self, wait.channel, vc_front(wait.channel), into, room, status);
}
