/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The replaying clock: virtual time where links are shared. Nodes note in journals what
 * they do; the replay computes when that was. A node that asks what time it is, what has
 * arrived by now, or what comes first, parks until the replay knows.
 */
#include "clock.h"
#include "answers.h"
#include "fault_action.h"
#include "journal.h"
#include "log.h"
#include "network.h"
#include "poll.h"
#include "quiet.h"
#include "quiescence.h"
#include "recv.h"
#include "several.h"
#include "replay.h"

static int
open_clock(vcube_machine *m)
{
	return vc_replay_new(m) != NULL ? 0 : VCUBE_EHOST;
}

/* --- the node's time --------------------------------------------------------- */

/* Not by what the replay has done while nodes ran, which depends on the host: a node that asks then
 * waits, so that what happens at the same time is in the same order in every run. */
static bool
clock_is_known(vcube_node *self, struct vc_wait *wait)
{
	const struct vc_replayer *const p = &self->machine->replay->player[self->rank];

	(void)wait;
	/* acquire: REPLAY-KNOWN, tell_times() */
	return atomic_load_explicit(&p->known, memory_order_acquire) == self->journal.acts;
}

static vcube_time
now(vcube_node *self)
{
	struct vc_wait wait = {
		.kind = VC_WAIT_CLOCK, .peer = -1, .deadline = VC_NO_TIME, .ready = clock_is_known,
	};

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

/* Blocks until a message has been placed, and returns its arrival. */
static vcube_time
arrival_of(vcube_node *self, const struct vc_in_flight *flight)
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

/* --- messages ---------------------------------------------------------------- */

/* Notes a fault that changes times of the message noted next. */
static bool
note_fault(vcube_node *self, const struct vc_fault_action *a)
{
	return (!a->drop && !a->jitter && a->note == NULL) ||
	       vc_journal_fault(self, &(struct vc_fault_act){
			.note = a->note, .stats = a->jitter ? a->stats : NULL,
			.delay = a->delay, .lost = a->drop,
	       });
}

static bool
send_message(vcube_node *self, struct vc_channel *c, enum vc_startup startup, enum vc_lend lend,
	     const struct vc_fault_action *action, struct vc_slot *slot, struct vc_send_wait *sent)
{
	const bool lost = action != NULL && action->drop;

	if (c->hops == 0)
		vc_quiet_end(self);
	if (action == NULL || !action->copy)
		self->now += self->machine->cost.send_overhead;
	if (action != NULL && !note_fault(self, action))
		return false;
	sent->flight = slot->timed.flight =
		vc_journal_send(self, c->to, sent->bytes, startup,
				!lost + (lend != VC_LEND_NOT) + self->machine->limited);
	return sent->flight != NULL;
}

static void
left(vcube_node *self, struct vc_send_wait *sent)
{
	if (sent->flight != NULL)
		vc_journal_note(self, VC_ACT_LEFT, sent->flight);
}

static vcube_time
leaves(const struct vc_send_wait *sent)
{
	return sent->flight->left != VC_NOT_YET ? sent->flight->left : VC_NO_TIME;
}

static void
room(vcube_node *self, const struct vc_credit *credit)
{
	if (credit->flight != NULL)
		vc_journal_note(self, VC_ACT_ROOM, credit->flight);
}

static void
add_to_credit(const struct vc_slot *slot, struct vc_credit *credit)
{
	credit->flight = slot->timed.flight;
}

static void
aligned(vcube_node *self, vcube_time by, const struct vcube_parts *path)
{
	if (by > 0)
		vc_journal_align(self, path);
}

static vcube_time
consume(vcube_node *self, struct vc_slot *slot, bool asked)
{
	const vcube_time arrival = asked ? arrival_of(self, slot->timed.flight) : 0;

	vc_journal_note(self, VC_ACT_RECV, slot->timed.flight);
	/* another message may reuse the memory of this one */
	self->machine->parking[self->rank].flight = NULL;
	return arrival;
}

static int
probe(vcube_node *self, struct vc_slot *slot, vcube_time *arrival)
{
	*arrival = arrival_of(self, slot->timed.flight);
	vc_journal_note(self, VC_ACT_PROBE, slot->timed.flight);
	return self->code;
}

/* --- polls ------------------------------------------------------------------- */

/* Returns whether the message that concerns a receive from a named node is its own, so that no
 * other one can take it. */
static bool
is_own(vcube_node *self, const vcube_request *r)
{
	const struct vc_slot *const slot = vc_poll_front(self, r);
	const struct vc_want want = vc_request_want(r);

	return slot != NULL && vc_accepts(&want, slot->label) &&
	       vc_posted(self, r->peer, slot->label, r) == NULL;
}

/* Returns whether the time that the wait asks for has passed by the node's clock. Only the
 * resolver knows times: it leaves this one in the node's struct vc_parking. */
static bool
is_over(vcube_node *self, vcube_request *r, const struct vc_in_flight *flight, uint64_t what)
{
	struct vc_parking *parking = &self->machine->parking[self->rank];
	struct vc_wait wait;

	/* a placed message keeps its times */
	if ((what == VC_POLL_ARRIVAL || what == VC_POLL_LEFT) && r->over != VC_NOT_YET && r->peer >= 0)
		return r->over <= now(self);
	vc_poll_begin(self, r, &wait);
	wait.ready = vc_poll_never;
	wait.subject = NULL;
	if (what != VC_POLL_ROOM)
		wait.sent = NULL;
	wait.flight = flight;
	wait.mark = what;
	if (vc_park(self, &wait) != VCUBE_ETIMEDOUT)
		return false;
	/* another message may reuse the memory of this one */
	parking->flight = NULL;
	vc_quiet_begin(self, now(self));
	if (what == VC_POLL_LEFT || (what == VC_POLL_ARRIVAL && r->peer >= 0 && is_own(self, r)))
		r->over = parking->arrival;
	if (what == VC_POLL_LEFT && parking->arrival == VC_NOT_YET)
		r->remains = self->quiet;
	if (what == VC_POLL_ARRIVAL)
		vc_quiet_first(self, r, parking->arrival != VC_NOT_YET ? parking->arrival : VC_NO_TIME);
	return parking->arrival != VC_NOT_YET && parking->arrival <= now(self);
}

/* Returns whether a node that knows its time knows what comes next, too. */
static bool
may_be_quiet(vcube_node *self)
{
	struct vc_wait wait;

	return self->quiet != 0 && clock_is_known(self, &wait);
}

static bool
is_quiet(vcube_node *self)
{
	return may_be_quiet(self) && now(self) < self->quiet;
}

/* Returns whether a request is not done, for sure, by what the node knows of its time. */
static bool
is_quiet_for(vcube_node *self, const vcube_request *r)
{
	return may_be_quiet(self) && vc_quiet_for(self, r, now(self));
}

/* What there is no room for yet may have room by now all the same: others have to come as far. */
static bool
has_room(vcube_node *self, vcube_request *r)
{
	return vc_send_wait_has_room(self, &r->sent) ||
	       (is_over(self, r, r->sent.flight, VC_POLL_ROOM) && vc_send_wait_has_room(self, &r->sent));
}

static bool
is_done(vcube_node *self, vcube_request *r)
{
	const struct vc_credit_line *line;

	if (is_quiet_for(self, r))
		return false;
	if (!vc_request_is_send(self, r))
		return is_over(self, r, NULL, VC_POLL_ARRIVAL);
	line = r->sent.channel->credits;
	vc_send_wait_reclaim(self, &r->sent);
	if (!is_over(self, r, r->sent.flight, VC_POLL_LEFT) || !has_room(self, r))
		return false;
	return line == NULL || line->made.flight == NULL ||
	       is_over(self, r, line->made.flight, VC_POLL_TAKEN);
}

/* --- after the run ----------------------------------------------------------- */

static vcube_time
clock_of(const vcube_machine *m, int rank)
{
	return m->replay->player[rank].clock + m->node[rank].now;
}

static uint64_t
done(const vcube_machine *m, int rank)
{
	return m->node[rank].journal.acts;
}

static bool
clock_after(const vcube_machine *m, int rank, uint64_t acts, vcube_time *time)
{
	*time = vc_replay_clock_after(m, rank, acts);
	return acts <= m->replay->player[rank].clocks.used;
}

/* Time after the last act counts as work. */
static struct vcube_parts
parts(const vcube_machine *m, int rank)
{
	struct vcube_parts all = m->replay->player[rank].parts;

	all.work += m->node[rank].now;
	return all;
}

static struct vcube_parts
path(const vcube_machine *m, int rank)
{
	struct vcube_parts all = m->replay->player[rank].path;

	all.work += m->node[rank].now;
	return all;
}

/* --- logs -------------------------------------------------------------------- */

static void
log_begin(vcube_node *n, struct vc_log *log)
{
	log->clock = &n->journal.acts;
	log->brief = VC_LOG_SHORT_MESSAGE + 1;
}

static struct vc_moment
moment(const vcube_node *self)
{
	return (struct vc_moment){.stamp = self->journal.acts, .after = self->now};
}

static vcube_time
time_of(const vcube_machine *m, int rank, struct vc_moment at)
{
	return at.after + vc_replay_clock_after(m, rank, at.stamp);
}

bool
vc_replay_sent_times(const vcube_machine *m, int rank, struct vc_sent_times *t)
{
	const struct vc_times *list = &m->replay->player[rank].flights;

	if (2 * t->nth + 1 >= list->used)
		return false;
	t->begin = list->list[2 * t->nth];
	t->arrival = list->list[2 * t->nth + 1];
	return t->begin != VC_NO_TIME;  /* else it has not been placed */
}

const struct vc_clock vc_clock_replay = {
	.timed = true,
	.poll_parks = true,
	.open = open_clock,
	.begin = vc_replay_reset,
	.finish = vc_replay_rest,
	.close = vc_replay_free,
	.now = now,
	.deadline = vc_clock_deadline,
	.time_out = vc_clock_time_out,
	.pass = vc_clock_pass,
	.send = send_message,
	.left = left,
	.room = room,
	.credit = add_to_credit,
	.aligned = aligned,
	.next = vc_await_chosen,
	.first_of = vc_first_told,
	.leaves = leaves,
	.consume = consume,
	.probe = probe,
	.is_done = is_done,
	.is_quiet = is_quiet,
	.advance = vc_replay_advance,
	.first = vc_replay_first,
	.grant = vc_replay_grant,
	.awaited = vc_replay_awaited,
	.exhausted = vc_replay_exhausted,
	.clock_of = clock_of,
	.is_known = vc_replay_is_done,
	.done = done,
	.clock_after = clock_after,
	.parts = parts,
	.path = path,
	.verdict = vc_replay_verdict,
	.log_begin = log_begin,
	.moment = moment,
	.moment_sent = moment,
	.expect = vc_replay_expect,
	.time_of = time_of,
	.sent_times = vc_replay_sent_times,
};
