/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The clock of explore=clock: the stamping clock, which notes the messages of the run and the
 * answers that depend on when they arrive (nodes/explore/timed_run.h).
 */
#include "deadline.h"
#include "free.h"
#include "poll.h"
#include "recv.h"
#include "several.h"
#include "stamp.h"
#include "timed_run.h"

static struct vc_timed_message *
message_in(const struct vc_slot *slot)
{
	return (void *)slot->timed.flight;
}

/* Returns a slot as the stamping clock has it. */
static struct vc_slot
stamped(const struct vc_slot *slot)
{
	return (struct vc_slot){.timed.transit = message_in(slot)->transit};
}

static vcube_time
arrival_of(const struct vc_slot *slot)
{
	return message_in(slot)->transit.arrival;
}

static bool
send_message(vcube_node *self, struct vc_channel *c, enum vc_startup startup, enum vc_lend lend,
	     const struct vc_fault_action *action, struct vc_slot *slot, struct vc_send_wait *sent)
{
	struct vc_timed_message *m;

	if (!vc_clock_stamp.send(self, c, startup, lend, action, slot, sent))
		return false;
	m = vc_timed_send(self, c->to, slot->label, &slot->timed.transit, sent->left);
	slot->timed.flight = (void *)m;
	return m != NULL;
}

static void
left(vcube_node *self, struct vc_send_wait *sent)
{
	vc_clock_stamp.left(self, sent);
}

static vcube_time
leaves(const struct vc_send_wait *sent)
{
	return vc_clock_stamp.leaves(sent);
}

static int
in_time(vcube_node *self, struct vc_slot *slot, vcube_time deadline)
{
	struct vc_slot it = stamped(slot);

	return vc_clock_stamp.in_time(self, &it, deadline);
}

static vcube_time
consume(vcube_node *self, struct vc_slot *slot, bool asked)
{
	struct vc_slot it = stamped(slot);
	const vcube_time arrival = vc_clock_stamp.consume(self, &it, asked);

	vc_timed_take(self, message_in(slot), self->now - self->machine->cost.recv_overhead);
	return arrival;
}

static int
probe(vcube_node *self, struct vc_slot *slot, vcube_time *arrival)
{
	struct vc_slot it = stamped(slot);
	const int code = vc_clock_stamp.probe(self, &it, arrival);

	vc_timed_see(self, message_in(slot), self->now);
	return code;
}

static void
claim(vcube_node *self, struct vc_slot *slot)
{
	vc_timed_take(self, message_in(slot), self->now);
}

static int
next(vcube_node *self, struct vc_wait *wait)
{
	struct vc_timed_question question;
	int code;

	vc_timed_ask(self, wait, wait->deadline, &question);
	code = vc_await_chosen(self, wait);
	if (code == VCUBE_ETIMEDOUT)
		vc_timed_answer(self, &question, (struct vc_answer){0, VC_NOTHING});
	else if (code == 0 && wait->channel != NULL)
		vc_timed_answer(self, &question, (struct vc_answer){0, wait->channel->from});
	else
		vc_timed_drop(&question);
	return code;
}

static bool
is_done(vcube_node *self, vcube_request *r)
{
	struct vc_timed_question question;
	struct vc_wait wait;
	bool is;

	if (vc_request_is_send(self, r))
		return vc_stamp_is_done(self, r, arrival_of);
	vc_poll_begin(self, r, &wait);
	vc_timed_ask(self, &wait, self->now, &question);
	is = vc_stamp_is_done(self, r, arrival_of);
	if (self->code != 0)
		vc_timed_drop(&question);
	else
		vc_timed_answer(self, &question, (struct vc_answer){
			0, is ? vc_poll_channel(self, r)->from : VC_NOTHING});
	return is;
}

static struct vcube_request *
first_of(vcube_node *self, struct vc_wait *wait)
{
	const struct vc_several *const s = wait->subject;
	struct vc_timed_question question;
	struct vcube_request *first;
	int which = 0;

	vc_timed_ask(self, wait, VC_NO_TIME, &question);
	first = vc_first_told(self, wait);
	while (first != NULL && s->request[which] != first)
		which++;
	if (first == NULL)
		vc_timed_drop(&question);
	else
		vc_timed_answer(self, &question, (struct vc_answer){
			which, first->peer >= 0 ? first->peer : self->rank});
	return first;
}

static int
first(vcube_machine *m)
{
	return vc_deadline_first_by(m, arrival_of);
}

static void
grant(vcube_machine *m, int rank)
{
	vc_deadline_grant_by(m, rank, arrival_of);
}

const struct vc_clock vc_clock_delayed = {
	.timed = true,
	.poll_parks = true,
	.now = vc_clock_now,
	.deadline = vc_clock_deadline,
	.time_out = vc_clock_time_out,
	.pass = vc_clock_pass,
	.send = send_message,
	.left = left,
	.room = vc_free_room,
	.in_time = in_time,
	.next = next,
	.first_of = first_of,
	.leaves = leaves,
	.consume = consume,
	.probe = probe,
	.claim = claim,
	.is_done = is_done,
	.first = first,
	.grant = grant,
	.clock_of = vc_clock_clock_of,
	.is_known = vc_clock_is_known,
	.done = vc_clock_nothing_done,
	.log_begin = vc_free_log_begin,
	.log_tick = vc_free_log_tick,
	.moment = vc_free_moment,
	.moment_sent = vc_free_moment,
};
