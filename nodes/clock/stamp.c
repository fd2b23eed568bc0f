/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The stamping clock: virtual time where each link has one sender (routing=none). The
 * sender computes when a message arrives and stamps it; the receiver advances to the later
 * of that and its own clock. Nothing is shared, so it is as parallel as the free clock; and
 * processes can share the machine, whose messages carry their times along.
 */
#include "stamp.h"
#include "awaited.h"
#include "clock.h"
#include "deadline.h"
#include "fault_action.h"
#include "log.h"
#include "override_text.h"
#include "poll.h"
#include "quiet.h"
#include "recv.h"
#include "remote.h"
#include "several.h"
#include "quiescence.h"

/* Computes start, duration and arrival of a message. `link`: NULL for one as described. */
static inline void
stamp(vcube_node *self, struct vc_channel *c, size_t bytes, enum vc_startup which,
      const struct vc_link_state *link, struct vc_transit *transit)
{
	const struct vcube_cost *k = &self->machine->cost;

	if (c->hops == 0) {
		vc_quiet_end(self);
		*transit = (struct vc_transit){.arrival = self->now};
		return;
	}
	transit->duration = link == NULL
		? vc_stamp_duration(k, which, c->hops, bytes)
		: vc_startup_cost(k, which) + link->per_hop +
		  vc_time_times(link->per_byte, (vcube_time)bytes);
	transit->arrival = vc_stamp_arrival(self->now, self->one_port, transit->duration,
					    &self->send_free, &c->link_free);
}

static bool
send_message(vcube_node *self, struct vc_channel *c, enum vc_startup startup, enum vc_lend lend,
	     const struct vc_fault_action *action, struct vc_slot *slot, struct vc_send_wait *sent)
{
	struct vc_transit *transit = &slot->timed.transit;

	(void)lend;
	if (action == NULL || !action->copy)
		self->now += self->machine->cost.send_overhead;
	stamp(self, c, sent->bytes, startup, action != NULL ? action->link : NULL, transit);
	sent->left = transit->arrival;
	if (vc_unlikely(sent->left > VCUBE_TIME_MAX))
		return vc_clock_ends(self, "sending") == 0;
	if (action != NULL)
		vc_fault_delay(action, self->now, &transit->arrival);
	self->begun = transit->arrival - transit->duration;
	return true;
}

static void
left(vcube_node *self, struct vc_send_wait *sent)
{
	if (self->now < sent->left)
		self->now = sent->left;
}

static vcube_time
leaves(const struct vc_send_wait *sent)
{
	return sent->left;
}

static void
room(vcube_node *self, const struct vc_credit *credit)
{
	if (self->now < credit->time)
		self->now = credit->time;
}

static int
in_time(vcube_node *self, struct vc_slot *slot, vcube_time deadline)
{
	(void)self;
	return slot->timed.transit.arrival > deadline ? VCUBE_ETIMEDOUT : 0;
}

static vcube_time
consume(vcube_node *self, struct vc_slot *slot, bool asked)
{
	const struct vc_transit *transit = &slot->timed.transit;
	vcube_time t = transit->arrival;

	(void)asked;
	if (t < self->now)
		t = self->now;
	if (self->one_port && transit->duration > 0) {
		if (t < self->recv_free + transit->duration)
			t = self->recv_free + transit->duration;
		self->recv_free = t;
	}
	self->now = t + self->machine->cost.recv_overhead;
	if (vc_unlikely(self->now > VCUBE_TIME_MAX))
		vc_clock_ends(self, "receiving");
	return transit->arrival;
}

static int
probe(vcube_node *self, struct vc_slot *slot, vcube_time *arrival)
{
	*arrival = slot->timed.transit.arrival;
	if (self->now < *arrival)
		self->now = *arrival;
	return self->code;
}

/* Only once nobody can send earlier is it known which message arrives first. */
static bool
any_is_done(vcube_node *self, vcube_request *r, vc_arrival_of *arrival_of)
{
	struct vc_wait wait;
	struct vc_channel *first;
	vcube_time arrival;
	int code;

	vc_poll_begin(self, r, &wait);
	wait.ready = vc_poll_never;
	code = vc_park(self, &wait);
	first = vc_earliest(self, &wait, arrival_of, &arrival);
	if (code == VCUBE_ETIMEDOUT) {
		vc_quiet_begin(self, self->now);
		vc_quiet_first(self, r, arrival);
	}
	self->machine->parking[self->rank].chosen = first;
	return self->code == 0 && first != NULL && arrival <= self->now;
}

bool
vc_stamp_is_done(vcube_node *self, vcube_request *r, vc_arrival_of *arrival_of)
{
	struct vc_wait wait;

	if (vc_request_is_send(self, r) &&
	    (self->now < r->sent.left || r->sent.channel->credits == NULL))
		return vc_send_wait_done(self, &r->sent);
	if (!vc_request_is_send(self, r) && r->peer < 0)
		return any_is_done(self, r, arrival_of);
	vc_poll_begin(self, r, &wait);
	if (!wait.ready(self, &wait) && vc_park(self, &wait) == VCUBE_ETIMEDOUT)
		vc_quiet_begin(self, self->now);
	if (vc_request_is_send(self, r))
		return vc_send_wait_done(self, &r->sent);
	return vc_poll_front(self, r) != NULL &&
	       arrival_of(vc_poll_front(self, r)) <= self->now;
}

static bool
is_done(vcube_node *self, vcube_request *r)
{
	return !vc_quiet_for(self, r, self->now) && vc_stamp_is_done(self, r, vc_arrival_stamped);
}

static bool
is_quiet(vcube_node *self)
{
	return self->now < self->quiet;
}

static int
awaited(vcube_machine *m, int who)
{
	struct vc_ending ending;

	return vc_awaited_by(m, vc_wait_end(&m->node[who], vc_wait_of(m, who), vc_arrival_stamped, &ending),
			     vc_arrival_stamped);
}

static void
log_begin(vcube_node *n, struct vc_log *log)
{
	log->clock = (const uint64_t *)&n->now;
	log->brief = VC_LOG_SHORT_MESSAGE + 1;
}

static struct vc_moment
moment(const vcube_node *self)
{
	return (struct vc_moment){.stamp = (uint64_t)self->now};
}

static bool
sent_times(const vcube_machine *m, int rank, struct vc_sent_times *t)
{
	const bool one_port = m->node[rank].one_port;
	vcube_time duration;

	if (t->told)
		return false;
	if (t->hops == 0) {
		t->begin = t->arrival = t->sent;
		return true;
	}
	duration = vc_stamp_duration(&m->cost, t->startup, t->hops, t->bytes);
	t->arrival = vc_stamp_arrival(t->sent, one_port, duration, t->port, t->link);
	t->begin = t->arrival - duration;
	return true;
}

/* --- across processes ---------------------------------------------------------- */

/* Which message arrives first is known once nobody can send an earlier one, and no process
 * knows that of others. */

static int
next_refused(vcube_node *self, struct vc_wait *wait)
{
	(void)wait;
	return vc_remote_refuse(self, "a receive from any node");
}

static vcube_time
deadline_refused(vcube_node *self, vcube_time limit)
{
	(void)limit;
	vc_remote_refuse(self, "a receive with a time limit");
	return VC_NO_TIME;
}

static struct vcube_request *
first_of_refused(vcube_node *self, struct vc_wait *wait)
{
	(void)wait;
	vc_remote_refuse(self, "the first of several requests (vcube_waitany)");
	return NULL;
}

static bool
is_done_refused(vcube_node *self, vcube_request *r)
{
	(void)r;
	vc_remote_refuse(self, "a test whether a message has arrived");
	return false;
}

/* --- the clocks ------------------------------------------------------------------ */

#define STAMPING \
	.timed = true, .now = vc_clock_now, .time_out = vc_clock_time_out, .pass = vc_clock_pass, \
	.send = send_message, .left = left, .room = room, .in_time = in_time, .leaves = leaves, \
	.consume = consume, .probe = probe, .first = vc_deadline_first_stamped, \
	.grant = vc_deadline_grant_stamped, .clock_of = vc_clock_clock_of, \
	.is_known = vc_clock_is_known, .done = vc_clock_nothing_done, .log_begin = log_begin, \
	.moment = moment, .moment_sent = moment, .log_transit = vc_log_transit, \
	.sent_times = sent_times

const struct vc_clock vc_clock_stamp = {
	STAMPING,
	.deadline = vc_clock_deadline,
	.next = vc_await_chosen,
	.first_of = vc_first_told,
	.is_done = is_done,
	.is_quiet = is_quiet,
	.awaited = awaited,
};

const struct vc_clock vc_clock_stamp_remote = {
	STAMPING,
	.deadline = deadline_refused,
	.next = next_refused,
	.first_of = first_of_refused,
	.is_done = is_done_refused,
};
