/* SPDX-License-Identifier: BSD-2-Clause */
/* The wall clock: waits in real time. See the header. */
#include <limits.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include "wall.h"
#include "clock.h"
#include "deadline.h"
#include "fault_action.h"
#include "futex.h"
#include "history.h"
#include "poll.h"
#include "record.h"
#include "recv.h"
#include "several.h"

/* How long a node yields before it parks, in nanoseconds. */
enum { PATIENCE = 100000 };

/* How long it takes, in nanoseconds, until threads that are woken run, and each of them. */
enum { WAKE = 50000, WAKE_EACH = 5000 };

/* How far a node's clock may be behind the host's, in picoseconds. */
#define SLACK INT64_C(1000000000)

static int
open_clock(vcube_machine *m)
{
	struct vc_wall *w = m->wall = calloc(1, sizeof *w);

	if (w == NULL)
		return VCUBE_EHOST;
	pthread_mutex_init(&w->lock, NULL);
	if (vc_network_open(&w->network, m->topology, m->position, &m->desc, m->links) != 0)
		return VCUBE_EHOST;
	m->network = &w->network;
	return 0;
}

static void
close_clock(vcube_machine *m)
{
	if (m->wall == NULL)
		return;
	if (m->network != NULL)
		vc_network_close(m->network);
	pthread_mutex_destroy(&m->wall->lock);
	free(m->wall);
	m->wall = NULL;
	m->network = NULL;
}

static void
begin_run(vcube_machine *m)
{
	vc_network_reset(m->network);
	vc_lateness_reset(&m->wall->lateness);
	atomic_store_explicit(&m->wall->entered, 0, memory_order_relaxed);
	atomic_store_explicit(&m->wall->begun, 0, memory_order_relaxed);
}

/* Returns the host's time since the run began. */
static vcube_time
host_time(const vcube_machine *m)
{
	return (vc_host_ns() - m->began) * 1000;
}

/* Returns a node's clock: the host's time but for what the host has delayed the node, or later
 * if the node owes time. */
static vcube_time
clock_now(const vcube_node *self)
{
	const vcube_time time = host_time(self->machine) - self->behind;

	return time < self->now ? self->now : time;
}

/* Sets the node's clock to `time`, which the host has reached. */
static void
set_clock(vcube_node *self, vcube_time time)
{
	const vcube_time behind = host_time(self->machine) - time;

	self->behind = behind < 0 ? 0 : behind < SLACK ? behind : SLACK;
	self->now = time;
}

static bool
is_over(vcube_node *self, struct vc_wait *wait)
{
	return host_time(self->machine) >= wait->deadline;
}

/* Waits until the host's time is `until`. Returns 0, or the node's failure. */
static int
wait_until(vcube_node *self, vcube_time until)
{
	struct vc_wait wait = {
		.kind = VC_WAIT_TIME, .peer = -1, .deadline = until, .ready = is_over,
	};

	while (self->code == 0 && host_time(self->machine) < until)
		vc_park(self, &wait);
	return self->code;
}

/* The last of the threads to start begins the run, a little later, when all can be awake. */
static void
begin_together(vcube_machine *m)
{
	struct vc_wall *w = m->wall;

	if (atomic_fetch_add_explicit(&w->entered, 1, memory_order_relaxed) + 1 == m->nodes) {
		m->began = vc_host_ns() + WAKE + (int64_t)WAKE_EACH * m->nodes;
		/* release: WALL-BEGUN, `began` */
		atomic_store_explicit(&w->begun, 1, memory_order_release);
		vc_futex_wake(&w->begun, INT_MAX);
	}
	/* acquire: WALL-BEGUN, above */
	while (atomic_load_explicit(&w->begun, memory_order_acquire) == 0)
		vc_futex_wait(&w->begun, 0, -1);
}

static void
enter(vcube_node *self)
{
	/* the kernel's default is 50 us, to wake several threads at once */
	prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
	begin_together(self->machine);
	wait_until(self, 0);
}

/* Waits for the time that the node owes, if it owes any. */
static int
catch_up(vcube_node *self)
{
	const vcube_time until = self->now;

	if (host_time(self->machine) - self->behind >= until)
		self->now = host_time(self->machine) - self->behind;
	else if (wait_until(self, until) == 0)
		set_clock(self, until);
	return self->code;
}

/* The same, and takes what the host has delayed the node for lost: its clock is the host's. */
static int
synchronize(vcube_node *self)
{
	if (wait_until(self, self->now) == 0) {
		self->now = host_time(self->machine);
		self->behind = 0;       /* not what set_clock() makes of a delay right here */
	}
	return self->code;
}

/* Places a message. Without a route only its sender fails: others may have one. */
static int
pass(vcube_node *self, int to, size_t bytes, vcube_time startup, struct vc_passage *p)
{
	vcube_machine *m = self->machine;
	struct vc_network *n = m->network;
	struct vcube_error error = {0};
	vcube_time start;

	pthread_mutex_lock(&m->wall->lock);
	n->least = host_time(m) - SLACK;
	start = self->now > n->least ? self->now : n->least;
	if (self->one_port && start < self->send_free)
		start = self->send_free;
	if (!vc_network_pass(n, self->rank, to, bytes, startup, start, p)) {
		vc_links_no_route(m, self->rank, to, start, n->stuck_at, &error);
		n->stuck_from = n->stuck_to = 0;
	} else if (vc_unlikely(p->arrival > VCUBE_TIME_MAX)) {
		vc_clock_ends(self, "sending");
	} else if (vc_unlikely(m->history != NULL)) {
		struct vc_history *const h = &m->history[self->rank];

		vc_history_add(h, n, h->routes + 1, to, bytes, p->hops);
	}
	pthread_mutex_unlock(&m->wall->lock);
	return error.code != 0 ? vc_fail(self, error.code, "%s", error.text) : self->code;
}

static void
leave(vcube_node *self)
{
	synchronize(self);
}

static vcube_time
now(vcube_node *self)
{
	synchronize(self);
	return self->now;
}

/* Charges the overhead, waits for all time owed, then places the message. */
static bool
send_message(vcube_node *self, struct vc_channel *c, enum vc_startup startup, enum vc_lend lend,
	     const struct vc_fault_action *action, struct vc_slot *slot, struct vc_send_wait *sent)
{
	const vcube_time ts = vc_startup_cost(&self->machine->cost, startup);
	struct vc_transit *transit = &slot->timed.transit;
	struct vc_passage p = {.duration = 0};

	(void)lend;
	if (action == NULL || !action->copy)
		self->now += self->machine->cost.send_overhead;
	if (catch_up(self) != 0)
		return false;
	p.begin = p.left = p.arrival = self->now;
	if (c->hops > 0 && pass(self, c->to, sent->bytes, ts, &p) != 0)
		return false;
	if (c->hops > 0)
		self->send_free = p.left;
	self->begun = p.begin;
	*transit = (struct vc_transit){.arrival = p.arrival, .duration = p.duration};
	if (action != NULL)
		vc_fault_delay(action, self->now, transit);
	sent->left = p.left;
	return true;
}

/* A sender that waits anyway need not copy a lent message. */
static void
left(vcube_node *self, struct vc_send_wait *sent)
{
	if (self->now < sent->left)
		self->now = sent->left;
	if (sent->slot != NULL)
		catch_up(self);
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

static void
receive(vcube_node *self)
{
	if (self->log != NULL)
		vc_trace_receive(self, false, vc_trace_moment(self));
	self->since = clock_now(self);
}

/* Returns when a message is due: one-port, not before the port has taken it after the
 * previous one. */
static vcube_time
due(const vcube_node *self, const struct vc_transit *transit)
{
	const vcube_time taken = self->recv_free + transit->duration;

	return self->one_port && transit->duration > 0 && taken > transit->arrival
		? taken : transit->arrival;
}

/* Waits until the message is due. Returns 0, VCUBE_ETIMEDOUT, or the node's failure. */
static int
in_time(vcube_node *self, const struct vc_slot *slot, vcube_time deadline)
{
	const vcube_time end = due(self, &slot->timed.transit);
	const int code = wait_until(self, end < deadline ? end : deadline);

	return code == 0 && end > deadline ? VCUBE_ETIMEDOUT : code;
}

static int
probe(vcube_node *self, const struct vc_slot *slot, vcube_time *arrival)
{
	const int code = in_time(self, slot, VC_NO_TIME);

	*arrival = slot->timed.transit.arrival;
	if (code == 0)
		set_clock(self, self->since < *arrival ? *arrival : self->since);
	return code;
}

/* Returns whether there is a message that arrives before all seen so far. */
static bool
has_earlier(vcube_node *self, struct vc_wait *wait)
{
	vcube_time arrival;

	wait->channel = vc_earliest(self, wait, vc_arrival_stamped, &arrival);
	return wait->channel != NULL && (uint64_t)arrival < wait->mark;
}

/* Waits for the message that arrives first, including those that come meanwhile. */
static int
next(vcube_node *self, struct vc_wait *wait)
{
	const vcube_time deadline = wait->deadline;

	self->since = clock_now(self);
	wait->ready = has_earlier;
	for (;;) {
		const struct vc_slot *slot;
		vcube_time now = host_time(self->machine), end = VC_NO_TIME;
		int code;

		wait->mark = UINT64_MAX;
		if (has_earlier(self, wait)) {
			slot = vc_candidate(self, wait->channel, &wait->want);
			wait->mark = (uint64_t)slot->timed.transit.arrival;
			end = due(self, &slot->timed.transit);
		}
		if (end <= now)
			return self->code;
		if (deadline <= now)
			return VCUBE_ETIMEDOUT;
		wait->deadline = end < deadline ? end : deadline;
		code = vc_park(self, wait);
		if (code != 0 && code != VCUBE_ETIMEDOUT)
			return code;
	}
}

/* Returns when a request is due, by what has come so far; VC_NO_TIME: not known. */
static vcube_time
request_due(vcube_node *self, vcube_request *r)
{
	const struct vc_slot *slot;
	struct vc_wait wait;
	vcube_time arrival;

	if (r->list == &self->requests.received || r->list == &self->requests.completed_early)
		return 0;
	if (r->list == &self->requests.beside)
		return VC_NO_TIME;
	if (vc_request_is_send(self, r))
		return vc_send_wait_has_room(self, &r->sent) ? r->sent.left : VC_NO_TIME;
	vc_poll_begin(self, r, &wait);
	wait.channel = r->peer >= 0 ? vc_channel_in(self, r->peer)
				    : vc_earliest(self, &wait, vc_arrival_stamped, &arrival);
	slot = vc_candidate(self, wait.channel, &wait.want);
	return slot != NULL ? due(self, &slot->timed.transit) : VC_NO_TIME;
}

/* Returns the request that is due first, and when; NULL: none is known. */
static vcube_request *
first_due(vcube_node *self, const struct vc_several *s, vcube_time *end)
{
	vcube_request *first = NULL;

	*end = VC_NO_TIME;
	for (int i = 0; i < s->count; i++) {
		const vcube_time t = s->request[i] != NULL ? request_due(self, s->request[i])
							   : VC_NO_TIME;

		if (t < *end) {
			*end = t;
			first = s->request[i];
		}
	}
	return first;
}

static bool
one_is_earlier(vcube_node *self, struct vc_wait *wait)
{
	vcube_time end;

	return first_due(self, wait->subject, &end) != NULL && (uint64_t)end < wait->mark;
}

/* Waits for the request that is due first, including those whose messages come meanwhile. */
static vcube_request *
first_of(vcube_node *self, struct vc_wait *wait)
{
	wait->ready = one_is_earlier;
	for (;;) {
		vcube_time end;
		vcube_request *const first = first_due(self, wait->subject, &end);
		int code;

		if (first != NULL && end <= host_time(self->machine))
			return first;
		wait->mark = (uint64_t)end;
		wait->deadline = end;
		code = vc_park(self, wait);
		if (code != 0 && code != VCUBE_ETIMEDOUT)
			return NULL;
	}
}

/* A message counts as late only if the node waited for it before it was due. */
static vcube_time
consume(vcube_node *self, struct vc_slot *slot, bool asked)
{
	const struct vc_transit *transit = &slot->timed.transit;
	struct vc_lateness *l = &self->machine->wall->lateness;
	const vcube_time end = due(self, transit), begin = self->since < end ? end : self->since;

	vc_lateness_count(l);
	if (self->since < end)
		vc_lateness_add(l, host_time(self->machine) - end);
	if (self->one_port && transit->duration > 0)
		self->recv_free = begin;
	set_clock(self, begin);
	self->now += self->machine->cost.recv_overhead;
	(void)asked;
	return transit->arrival;
}

/* If it is not done, others may complete it, or time may when it is due: yields. */
static bool
is_done(vcube_node *self, vcube_request *r)
{
	const struct vc_slot *slot;
	struct vc_wait wait;
	vcube_time arrival;
	bool is;

	if (synchronize(self) != 0)
		return false;
	vc_poll_begin(self, r, &wait);
	if (vc_request_is_send(self, r)) {
		is = vc_send_wait_done(self, &r->sent);
	} else {
		if (r->peer < 0)
			self->machine->parking[self->rank].chosen =
				vc_earliest(self, &wait, vc_arrival_stamped, &arrival);
		slot = vc_candidate(self, vc_poll_channel(self, r), &wait.want);
		is = slot != NULL && host_time(self->machine) >= due(self, &slot->timed.transit);
	}
	if (is)
		return true;
	vc_poll_freely(self, &wait);
	return false;
}

/* --- observers and logs ------------------------------------------------------ */

static uint64_t
done(const vcube_machine *m, int rank)
{
	return m->history != NULL ? m->history[rank].routes : 0;
}

static void
lateness(const vcube_machine *m, struct vcube_lateness *sum)
{
	vc_lateness_sum(&m->wall->lateness, sum);
}

static void
log_begin(vcube_node *n, struct vc_log *log)
{
	(void)n, (void)log;             /* every log entry has its own time */
}

static struct vc_moment
moment(const vcube_node *self)
{
	return (struct vc_moment){.stamp = (uint64_t)clock_now(self)};
}

static struct vc_moment
moment_sent(const vcube_node *self)
{
	return (struct vc_moment){.stamp = (uint64_t)self->now};
}

const struct vc_clock vc_clock_wall = {
	.timed = true,
	.host_deadlines = true,
	.time_first = true,
	.patience = PATIENCE,
	.open = open_clock,
	.begin = begin_run,
	.close = close_clock,
	.enter = enter,
	.leave = leave,
	.now = now,
	.deadline = vc_clock_deadline,
	.time_out = vc_clock_time_out,
	.pass = vc_clock_pass,
	.send = send_message,
	.left = left,
	.room = room,
	.receive = receive,
	.in_time = in_time,
	.next = next,
	.first_of = first_of,
	.leaves = leaves,
	.consume = consume,
	.probe = probe,
	.is_done = is_done,
	.first = vc_deadline_first_stamped,
	.grant = vc_deadline_grant_stamped,
	.clock_of = vc_clock_clock_of,
	.is_known = vc_clock_is_known,
	.done = done,
	.lateness = lateness,
	.log_begin = log_begin,
	.moment = moment,
	.moment_sent = moment_sent,
	.log_transit = vc_log_transit,
};
