/* SPDX-License-Identifier: BSD-2-Clause */
/* What is asked of the replay: times. */
#include "node.h"
#include "replay.h"
#include "wall.h"

bool
vc_replay_is_done(const vcube_machine *m, int rank)
{
	/* acquire: REPLAY-ACTS, done() */
	return atomic_load_explicit(&m->replay->player[rank].acts, memory_order_acquire) ==
	       m->node[rank].journal.acts;
}

static bool
clock_is_known(vcube_node *self, struct vc_wait *wait)
{
	(void)wait;
	return vc_replay_is_done(self->machine, self->rank);
}

vcube_time
vc_clock(vcube_node *self)
{
	struct vc_wait wait = {
		.kind = VC_WAIT_CLOCK, .peer = -1, .deadline = VC_NO_TIME, .ready = clock_is_known,
	};

	if (self->wall)
		vc_wall_meet(self);
	if (!self->journaled)
		return self->now;
	vc_wake_deferred(self);
	if (!clock_is_known(self, &wait) && vc_park(self, &wait) != 0)
		return self->known;
	self->known = self->machine->replay->player[self->rank].clock + self->now;
	return self->known;
}

static bool
is_placed(vcube_node *self, struct vc_wait *wait)
{
	return self->machine->parking[self->rank].flight == wait->flight;
}

vcube_time
vc_arrival(vcube_node *self, const struct vc_in_flight *flight)
{
	struct vc_parking *parking = &self->machine->parking[self->rank];
	struct vc_wait wait = {
		.kind = VC_WAIT_ARRIVAL, .peer = vc_in_flight_page((struct vc_in_flight *)flight)->rank,
		.deadline = VC_NO_TIME, .ready = is_placed, .flight = flight,
	};

	if (parking->flight == flight)
		return parking->arrival;
	vc_wake_deferred(self);
	return vc_park(self, &wait) == 0 ? parking->arrival : 0;
}

vcube_time
vc_clock_of(const vcube_machine *m, int rank)
{
	return (m->replay ? m->replay->player[rank].clock : 0) + m->node[rank].now;
}

vcube_time
vc_replay_clock_after(const vcube_machine *m, int rank, uint64_t acts)
{
	const struct vc_times *t = &m->replay->player[rank].clocks;

	return acts == 0 ? 0 : acts <= t->used ? t->list[acts - 1] : m->replay->player[rank].clock;
}

bool
vc_replay_sent(const vcube_machine *m, int rank, uint64_t number, vcube_time *begin,
	       vcube_time *arrival)
{
	const struct vc_times *t = &m->replay->player[rank].flights;

	if (2 * number + 1 >= t->used)
		return false;
	*begin = t->list[2 * number];
	*arrival = t->list[2 * number + 1];
	return true;
}

/* What the node did after its last act is work. */
struct vcube_parts
vc_replay_parts(const vcube_machine *m, int rank)
{
	struct vcube_parts parts = m->replay->player[rank].parts;

	parts.work += m->node[rank].now;
	return parts;
}

struct vcube_parts
vc_replay_path(const vcube_machine *m, int rank)
{
	struct vcube_parts path = m->replay->player[rank].path;

	path.work += m->node[rank].now;
	return path;
}
