/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The free clock: only the host's time. Nothing costs anything, a message has arrived when
 * it is there, and nodes run as fast as the host lets them.
 */
#include "clock.h"
#include "deadline.h"
#include "free.h"
#include "log.h"
#include "poll.h"
#include "recv.h"
#include "several.h"

/* Interleaved runs must repeat exactly, which the host's time does not: there only deadlines
 * advance time. */
static vcube_time
deadline(vcube_node *self, vcube_time limit)
{
	const vcube_machine *m = self->machine;
	const vcube_time now = vc_obeys_host(m) ? (vc_host_ns() - m->began) * 1000 : m->elapsed;

	return limit > VC_NO_TIME - now ? VC_NO_TIME - 1 : now + limit;
}

static int
time_out(vcube_node *self, vcube_time until)
{
	(void)until;
	return self->code;
}

bool
vc_free_pass(vcube_node *self, const char *what, vcube_time time)
{
	(void)self, (void)what, (void)time;
	return false;
}

void
vc_free_left(vcube_node *self, struct vc_send_wait *sent)
{
	(void)self, (void)sent;
}

void
vc_free_room(vcube_node *self, const struct vc_credit *credit)
{
	(void)self, (void)credit;
}

static int
probe(vcube_node *self, struct vc_slot *slot, vcube_time *arrival)
{
	(void)slot;
	*arrival = 0;
	return self->code;
}

static bool
is_done(vcube_node *self, vcube_request *r)
{
	struct vc_wait wait;

	if (vc_request_is_send(self, r) && r->sent.channel->credits == NULL)
		return vc_send_wait_done(self, &r->sent);
	vc_poll_begin(self, r, &wait);
	if (wait.ready(self, &wait))
		return true;
	vc_poll_freely(self, &wait);
	return false;
}

void
vc_free_log_begin(vcube_node *n, struct vc_log *log)
{
	(void)n;
	log->undated = true;
}

struct vc_moment
vc_free_moment(const vcube_node *self)
{
	(void)self;
	return (struct vc_moment){.stamp = (uint64_t)vc_host_ticks()};
}

/* Measured over the run. */
double
vc_free_log_tick(const vcube_machine *m)
{
	const int64_t ticks = vc_host_ticks() - m->trace->ticks, ns = vc_host_ns() - m->trace->ns;

	return ticks > 0 ? 1000.0 * (double)ns / (double)ticks : 1000;
}

const struct vc_clock vc_clock_free = {
	.host_deadlines = true,
	.now = vc_clock_now,
	.deadline = deadline,
	.time_out = time_out,
	.pass = vc_free_pass,
	.left = vc_free_left,
	.room = vc_free_room,
	.next = vc_await_served,
	.first_of = vc_first_found,
	.probe = probe,
	.is_done = is_done,
	.first = vc_deadline_first,
	.grant = vc_deadline_grant,
	.clock_of = vc_clock_clock_of,
	.is_known = vc_clock_is_known,
	.done = vc_clock_nothing_done,
	.log_begin = vc_free_log_begin,
	.log_tick = vc_free_log_tick,
	.moment = vc_free_moment,
	.moment_sent = vc_free_moment,
};
