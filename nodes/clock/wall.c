/* SPDX-License-Identifier: BSD-2-Clause */
/* The wall clock: waits in real time. See the header. */
#include <limits.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include "wall.h"
#include "alarms.h"
#include "clock.h"
#include "deadline.h"
#include "fault_action.h"
#include "futex.h"
#include "history.h"
#include "match.h"
#include "poll.h"
#include "record.h"
#include "recv.h"
#include "several.h"

/* How long a node yields before it parks, in nanoseconds. */
enum { PATIENCE = 100000 };

/* How long it takes, in nanoseconds, until threads that are woken run, and each of them; the first
 * is more than the turn in which a node of one thread starts. */
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
	return vc_starts_open(&w->starts, m->network, m->nodes);
}

static void
close_clock(vcube_machine *m)
{
	if (m->wall == NULL)
		return;
	if (m->network != NULL)
		vc_network_close(m->network);
	vc_starts_close(&m->wall->starts);
	pthread_mutex_destroy(&m->wall->lock);
	free(m->wall);
	m->wall = NULL;
	m->network = NULL;
}

static void
begin_run(vcube_machine *m)
{
	vc_network_reset(m->network);
	vc_starts_reset(&m->wall->starts, m->trace != NULL);
	vc_lateness_reset(&m->wall->lateness);
	atomic_store_explicit(&m->wall->entered, 0, memory_order_relaxed);
	atomic_store_explicit(&m->wall->begun, 0, memory_order_relaxed);
}

/* Returns the host's time since the run began: where one thread runs all nodes, as of its last look
 * at the clock. */
static vcube_time
host_time(const vcube_machine *m)
{
	return ((m->alarms != NULL ? m->alarms->now : vc_host_ns()) - m->began) * 1000;
}

/* Only one at a time uses what nodes share. One thread for all is alone anyway. */
static void
lock(const vcube_machine *m)
{
	if (m->alarms == NULL)
		pthread_mutex_lock(&m->wall->lock);
}

static void
unlock(const vcube_machine *m)
{
	if (m->alarms == NULL)
		pthread_mutex_unlock(&m->wall->lock);
}

/* A node begins an operation: what it has computed took its time. */
static void
look(const vcube_node *self)
{
	if (self->machine->alarms != NULL)
		vc_alarms_look(self->machine->alarms);
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

/* Parks until the host's time is `until`. Returns 0, or the node's failure. */
static int
park_until(vcube_node *self, vcube_time until)
{
	struct vc_wait wait = {
		.kind = VC_WAIT_TIME, .peer = -1, .deadline = until, .ready = is_over,
	};

	while (self->code == 0 && host_time(self->machine) < until)
		vc_park(self, &wait);
	return self->code;
}

/* The same, if that is later than now. */
static int
wait_until(vcube_node *self, vcube_time until)
{
	return host_time(self->machine) < until ? park_until(self, until) : self->code;
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

/* In one thread nodes start one after the other, and those that have wait for the beginning: each
 * puts it off until the next ones have. */
static void
put_off(vcube_machine *m)
{
	vc_alarms_look(m->alarms);
	m->began = m->alarms->now + WAKE;
}

static void
enter(vcube_node *self)
{
	if (self->machine->alarms != NULL) {
		put_off(self->machine);
	} else {
		/* the kernel's default is 50 us, to wake several threads at once */
		prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
		begin_together(self->machine);
	}
	wait_until(self, 0);
}

/* Waits for the time that the node owes, if it owes any. */
static int
catch_up(vcube_node *self)
{
	const vcube_time until = self->now;

	look(self);
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
	look(self);
	if (wait_until(self, self->now) == 0) {
		self->now = host_time(self->machine);
		self->behind = 0;       /* not what set_clock() makes of a delay right here */
	}
	return self->code;
}

/* Places what has started by now. Call with the lock. */
static vcube_time
place_started(vcube_machine *m, int rank)
{
	const vcube_time now = host_time(m);

	vc_starts_place(&m->wall->starts, now - SLACK, now, rank);
	return now;
}

/* Makes a node fail whose message found no route. */
static int
fail_without_route(vcube_node *self, int to, vcube_time start, long link)
{
	struct vcube_error error;

	vc_links_no_route(self->machine, self->rank, to, start, link, &error);
	return vc_fail(self, error.code, "%s", error.text);
}

/* The same for a message that was kept. Its sender calls it, with the lock or at the end. */
static int
check_kept(vcube_node *self)
{
	const struct vc_port *const port = &self->machine->wall->starts.port[self->rank];

	if (vc_likely(!port->no_route) || self->code != 0)
		return self->code;
	return fail_without_route(self, port->stuck_to, port->stuck_when, port->stuck_at);
}

/* Returns whether a message that starts later than now is kept: then others may still send what
 * starts before it. Where views are kept, a node's own acts place all that they show. */
static bool
is_kept(const vcube_machine *m, vcube_time start, vcube_time now)
{
	return start > now && start < VCUBE_TIME_MAX / 2 && m->history == NULL &&
	       !vc_links_differ(m->links);
}

/* Places a message at once. Without a route only its sender fails: others may have one. */
static int
place_now(vcube_node *self, int to, size_t bytes, vcube_time startup, vcube_time start,
	  const struct vc_fault_action *action, struct vc_passage *p)
{
	vcube_machine *const m = self->machine;
	struct vc_network *const n = m->network;

	if (!vc_network_pass(n, self->rank, to, bytes, startup, start, p)) {
		n->stuck_from = n->stuck_to = 0;
		return fail_without_route(self, to, start, n->stuck_at);
	}
	if (vc_unlikely(p->arrival > VCUBE_TIME_MAX))
		return vc_clock_ends(self, "sending");
	m->wall->starts.port[self->rank].free = p->left;
	if (vc_unlikely(m->history != NULL)) {
		struct vc_history *const h = &m->history[self->rank];

		vc_history_add(h, n, h->routes + 1, to, bytes, p->hops);
	}
	if (action != NULL && action->jitter)
		p->arrival = vc_fault_arrival(action->stats, p->arrival, action->delay);
	return self->code;
}

/* Returns when a message may start that is sent now. A node that the host has delayed sends as if
 * it were not; but none of its messages is due before it is sent. */
static vcube_time
start_of(const vcube_node *self, const struct vc_send_wait *sent, vcube_time startup, vcube_time now)
{
	const struct vc_network *const n = self->machine->network;
	const vcube_time least = now - vc_network_least(n, sent->channel->hops, sent->bytes, startup);
	const vcube_time start = self->now > n->least ? self->now : n->least;

	return start > least ? start : least;
}

/* Places a message, or keeps it: then fills in its ticket. Returns 0 or the node's failure. */
static int
pass(vcube_node *self, vcube_time startup, const struct vc_fault_action *action,
     struct vc_send_wait *sent, struct vc_passage *p)
{
	vcube_machine *const m = self->machine;
	struct vc_starts *const s = &m->wall->starts;
	vcube_time now, start;
	int code;

	lock(m);
	now = place_started(m, -1);
	start = start_of(self, sent, startup, now);
	code = check_kept(self);
	if (code == 0 && self->one_port && is_kept(m, vc_starts_next(s, self->rank, start), now))
		sent->ticket = vc_starts_keep(s, self->rank, sent, startup, start, action, p);
	if (code == 0 && sent->ticket == 0) {
		if (vc_unlikely(vc_event_queue_has(&s->queue, self->rank)))
			place_started(m, self->rank);
		if (self->one_port)
			start = vc_starts_next(s, self->rank, start);
		code = place_now(self, sent->channel->to, sent->bytes, startup, start, action, p);
	}
	unlock(m);
	return code;
}

/* Asks how a message passes that may be kept. Returns whether it is placed. */
static bool
ask(vcube_node *self, int64_t ticket, struct vc_passage *p)
{
	struct vc_wall *const w = self->machine->wall;
	bool is_placed;

	lock(self->machine);
	place_started(self->machine, -1);
	is_placed = vc_starts_ask(&w->starts, ticket, p);
	unlock(self->machine);
	return is_placed;
}

/* Looks again when a message in a slot arrives, unless that is known. Returns whether it is
 * later than was known. */
static bool
look_again(vcube_node *self, struct vc_slot *slot)
{
	struct vc_transit *const t = &slot->timed.transit;
	const vcube_time before = t->arrival;
	struct vc_passage p;

	if (vc_likely(t->duration >= 0))
		return false;
	if (ask(self, -t->duration, &p))
		t->duration = p.duration;
	t->arrival = p.arrival;
	return p.arrival > before;
}

/* The same for when it has left: `left` is final if the ticket is gone. */
static void
look_again_sent(vcube_node *self, struct vc_send_wait *sent)
{
	struct vc_passage p;

	if (vc_likely(sent->ticket == 0))
		return;
	if (ask(self, sent->ticket, &p)) {
		sent->ticket = 0;
		check_kept(self);
	}
	sent->left = p.left;
}

static void
leave(vcube_node *self)
{
	synchronize(self);
	check_kept(self);
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
	struct vc_passage p = {.duration = 0};

	(void)lend;
	self->machine->wall->starts.port[self->rank].sent++;
	if (action == NULL || !action->copy)
		self->now += self->machine->cost.send_overhead;
	if (catch_up(self) != 0)
		return false;
	if (action != NULL)
		vc_fault_date(action->note, self->now);
	p.begin = p.left = p.arrival = self->now;
	if (c->hops > 0 && pass(self, ts, action, sent, &p) != 0)
		return false;
	if (c->hops > 0)
		self->send_free = p.left;
	self->begun = p.begin;
	slot->timed.transit = (struct vc_transit){
		.arrival = p.arrival, .duration = sent->ticket != 0 ? -sent->ticket : p.duration,
	};
	sent->left = p.left;
	return true;
}

/* Waits until a message that is kept has left, as a node that waits for a message. */
static void
wait_for_kept(vcube_node *self, struct vc_send_wait *sent)
{
	const vcube_time since = clock_now(self);

	while (self->code == 0 && sent->ticket != 0) {
		wait_until(self, sent->left);
		look_again_sent(self, sent);
	}
	if (self->code == 0 && since < sent->left)
		set_clock(self, sent->left);
}

/* A sender that waits anyway need not copy a lent message. */
static void
left(vcube_node *self, struct vc_send_wait *sent)
{
	if (sent->ticket != 0)
		wait_for_kept(self, sent);
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
	if (!self->has_looked)
		look(self);
	self->has_looked = false;
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
in_time(vcube_node *self, struct vc_slot *slot, vcube_time deadline)
{
	struct vc_transit *const transit = &slot->timed.transit;

	for (;;) {
		const vcube_time end = due(self, transit);
		const int code = wait_until(self, end < deadline ? end : deadline);

		if (code != 0 || end > deadline)
			return code != 0 ? code : VCUBE_ETIMEDOUT;
		if (transit->duration >= 0)
			return 0;
		look_again(self, slot);
	}
}

static int
probe(vcube_node *self, struct vc_slot *slot, vcube_time *arrival)
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

/* The same; or the receive is done: its node has taken a message for it, as for any that it has
 * posted. */
static bool
has_earlier_or_is_done(vcube_node *self, struct vc_wait *wait)
{
	return has_earlier(self, wait) || vc_want_is_done(self, &wait->want);
}

/* Returns the message that arrives first, or may; NULL: there is none. */
static struct vc_slot *
earliest(vcube_node *self, struct vc_wait *wait)
{
	struct vc_slot *slot;

	do {
		wait->mark = UINT64_MAX;
		if (!has_earlier(self, wait))
			return NULL;
		slot = vc_candidate(self, wait->channel, &wait->want);
		wait->mark = (uint64_t)slot->timed.transit.arrival;
	} while (look_again(self, slot));
	return slot;
}

/* Waits for the message that arrives first, including those that come meanwhile. */
static int
next(vcube_node *self, struct vc_wait *wait)
{
	const vcube_time deadline = wait->deadline;

	look(self);
	self->since = clock_now(self);
	wait->ready = has_earlier_or_is_done;
	for (;;) {
		const vcube_time now = host_time(self->machine);
		const struct vc_slot *const slot = earliest(self, wait);
		const vcube_time end = slot != NULL ? due(self, &slot->timed.transit) : VC_NO_TIME;
		int code;

		if (vc_want_is_done(self, &wait->want)) {
			wait->channel = NULL;
			return self->code;
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

/* Returns the message that concerns a receive, or may; NULL: there is none. */
static struct vc_slot *
message_for(vcube_node *self, vcube_request *r)
{
	struct vc_slot *slot;
	struct vc_wait wait;

	vc_poll_begin(self, r, &wait);
	if (r->peer < 0) {
		slot = earliest(self, &wait);
		self->machine->parking[self->rank].chosen = wait.channel;
	} else {
		slot = vc_poll_front(self, r);
		if (slot != NULL)
			look_again(self, slot);
	}
	return slot;
}

/* Returns when a request is due, by what has come so far, or a later time before which it is
 * not; VC_NO_TIME: not known. */
static vcube_time
request_due(vcube_node *self, vcube_request *r)
{
	const struct vc_slot *slot;

	if (r->list == &self->requests.received || r->list == &self->requests.completed_early)
		return 0;
	if (r->list == &self->requests.beside)
		return VC_NO_TIME;
	if (vc_request_is_send(self, r)) {
		look_again_sent(self, &r->sent);
		return vc_send_wait_has_room(self, &r->sent) ? r->sent.left : VC_NO_TIME;
	}
	slot = message_for(self, r);
	return slot != NULL ? due(self, &slot->timed.transit) : VC_NO_TIME;
}

static vcube_time
posted_due(vcube_node *self)
{
	vcube_request *posted = NULL;
	vcube_time first = VC_NO_TIME;

	look(self);
	for (vcube_request *r = self->requests.receives.first; r != NULL; r = r->next) {
		const vcube_time end = request_due(self, r);

		if (end < first) {
			first = end;
			posted = r;
		}
	}
	self->machine->parking[self->rank].posted = posted;
	return first <= host_time(self->machine) ? 0 : first;
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
	look(self);
	wait->ready = one_is_earlier;
	for (;;) {
		const vcube_time now = host_time(self->machine);
		vcube_time end;
		vcube_request *const first = first_due(self, wait->subject, &end);
		int code;

		if (first != NULL && end <= now) {
			/* what is due may belong to an older receive: takes it, and looks again */
			if (first->list != &self->requests.receives || vc_poll_receive(self, first))
				return first;
			if (self->code != 0)
				return NULL;
			continue;
		}
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
	const bool alone = self->machine->alarms != NULL;

	vc_lateness_count(l, alone);
	if (self->since < end)
		vc_lateness_add(l, host_time(self->machine) - end, alone);
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
	bool is;

	if (synchronize(self) != 0)
		return false;
	if (vc_request_is_send(self, r)) {
		look_again_sent(self, &r->sent);
		is = vc_send_wait_done(self, &r->sent);
	} else {
		slot = message_for(self, r);
		is = slot != NULL && slot->timed.transit.duration >= 0 &&
		     host_time(self->machine) >= due(self, &slot->timed.transit);
	}
	if (is)
		return true;
	vc_poll_begin(self, r, &wait);
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

/* Logs when a message starts and arrives, unless it is kept. */
static void
log_transit(vcube_node *self, const struct vc_slot *slot)
{
	if (slot->timed.transit.duration >= 0)
		vc_log_transit(self, slot);
}

static bool
sent_times(const vcube_machine *m, int rank, struct vc_sent_times *t)
{
	return !t->told && vc_starts_find(&m->wall->starts, rank, t->nth, &t->begin, &t->arrival);
}

/* Places what still waits for a port: what links carried is complete. */
static void
finish_run(vcube_machine *m)
{
	vc_starts_place(&m->wall->starts, 0, VC_NO_TIME, -1);
}

const struct vc_clock vc_clock_wall = {
	.timed = true,
	.host_deadlines = true,
	.time_first = true,
	.patience = PATIENCE,
	.open = open_clock,
	.begin = begin_run,
	.finish = finish_run,
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
	.posted_due = posted_due,
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
	.log_transit = log_transit,
	.sent_times = sent_times,
};
