/* SPDX-License-Identifier: BSD-2-Clause */
/* Waiting in real time; what is waited for is in the header. */
#include <stdlib.h>
#include <sys/prctl.h>
#include "deadline.h"
#include "quiescence.h"
#include "wall.h"
#include "history.h"

/* For how long before its end a wait looks at the host's clock, in picoseconds:
 * about as long as the kernel takes to wake a thread. */
enum { LOOK = 60000000 };

struct vc_wall *
vc_wall_new(vcube_machine *m)
{
	struct vc_wall *w = calloc(1, sizeof *w);

	if (w == NULL)
		return NULL;
	if (vc_network_open(&w->network, m->topology, m->position, &m->desc, &m->links) != 0) {
		free(w);
		return NULL;
	}
	pthread_mutex_init(&w->lock, NULL);
	return m->wall = w;
}

void
vc_wall_free(vcube_machine *m)
{
	if (m->wall == NULL)
		return;
	vc_network_close(&m->wall->network);
	pthread_mutex_destroy(&m->wall->lock);
	free(m->wall);
}

void
vc_wall_reset(vcube_machine *m)
{
	vc_network_reset(&m->wall->network);
	vc_lateness_reset(&m->wall->lateness);
}

void
vc_wall_enter(void)
{
	/* the kernel's default is 50 us, to wake several at once */
	prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
}

vcube_time
vc_wall_time(const vcube_machine *m)
{
	return (vc_host_ns() - m->began) * 1000;
}

vcube_time
vc_wall_clock(const vcube_node *self)
{
	const vcube_time time = vc_wall_time(self->machine);

	return time < self->now ? self->now : time;
}

static bool
is_over(vcube_node *self, struct vc_wait *wait)
{
	return vc_wall_time(self->machine) >= wait->deadline;
}

int
vc_wall_until(vcube_node *self, vcube_time until)
{
	const vcube_machine *m = self->machine;
	const bool may_look = m->nodes <= m->processors;
	struct vc_wait wait = {
		.kind = VC_WAIT_TIME, .peer = -1, .deadline = may_look ? until - LOOK : until,
		.ready = is_over,
	};

	if (vc_wall_time(m) >= until)
		return self->code;
	vc_park(self, &wait);
	while (self->code == 0 && vc_wall_time(m) < until)
		vc_pause();
	return self->code;
}

int
vc_wall_meet(vcube_node *self)
{
	const int code = vc_wall_until(self, self->now);

	if (code == 0)
		self->now = vc_wall_time(self->machine);
	return code;
}

/* Places a message. If it finds no way, that is its sender's failure alone: others may
 * find one. */
static int
pass(vcube_node *self, int to, size_t bytes, vcube_time startup, struct vc_passage *p)
{
	vcube_machine *m = self->machine;
	struct vc_network *n = &m->wall->network;
	struct vcube_error error = {0};
	vcube_time start;

	pthread_mutex_lock(&m->wall->lock);
	start = n->least = vc_wall_time(m);
	if (self->one_port && start < self->send_free)
		start = self->send_free;
	if (!vc_network_pass(n, self->rank, to, bytes, startup, start, p)) {
		vc_links_no_way(m, self->rank, to, start, n->stuck_at, &error);
		n->stuck_from = n->stuck_to = 0;
	} else if (vc_unlikely(p->arrival > VCUBE_TIME_MAX)) {
		vc_clock_ends(self, "sending");
	} else if (vc_unlikely(m->history != NULL)) {
		struct vc_history *const h = &m->history[self->rank];

		vc_history_add(h, n, h->ways + 1, to, bytes, p->hops);
	}
	pthread_mutex_unlock(&m->wall->lock);
	return error.code != 0 ? vc_fail(self, error.code, "%s", error.text) : self->code;
}

bool
vc_wall_send(vcube_node *self, const struct vc_channel *c, size_t bytes, enum vc_startup startup,
	     const struct vc_fault_action *fate, struct vc_transit *transit, vcube_time *left)
{
	const vcube_time ts = vc_startup_cost(&self->machine->cost, startup);
	struct vc_passage p = {.duration = 0};

	if (vc_wall_meet(self) != 0)
		return false;
	p.begin = p.left = p.arrival = self->now;
	if (c->hops > 0 && pass(self, c->to, bytes, ts, &p) != 0)
		return false;
	if (c->hops > 0)
		self->send_free = p.left;
	self->begun = p.begin;
	*transit = (struct vc_transit){.arrival = p.arrival, .duration = p.duration};
	vc_fault_stamped(self, fate, transit);
	*left = p.left;
	return true;
}

void
vc_wall_receive(vcube_node *self)
{
	self->since = vc_wall_clock(self);
}

/* One-port: not before the port has taken it, after the message before. */
static vcube_time
due(const vcube_node *self, const struct vc_transit *transit)
{
	const vcube_time taken = self->recv_free + transit->duration;

	return self->one_port && transit->duration > 0 && taken > transit->arrival
		? taken : transit->arrival;
}

bool
vc_wall_is_due(const vcube_node *self, const struct vc_transit *transit)
{
	return vc_wall_time(self->machine) >= due(self, transit);
}

int
vc_wall_await(vcube_node *self, const struct vc_transit *transit, vcube_time deadline)
{
	const vcube_time end = due(self, transit);
	const int code = vc_wall_until(self, end < deadline ? end : deadline);

	return code == 0 && end > deadline ? VCUBE_ETIMEDOUT : code;
}

/* Is there a message that arrives before all that there were? */
static bool
has_earlier(vcube_node *self, struct vc_wait *wait)
{
	vcube_time arrival;

	wait->channel = vc_earliest(self, wait, &arrival);
	return wait->channel != NULL && (uint64_t)arrival < wait->mark;
}

int
vc_wall_await_any(vcube_node *self, struct vc_wait *wait)
{
	const vcube_time deadline = wait->deadline;

	wait->ready = has_earlier;
	for (;;) {
		const struct vc_slot *slot;
		vcube_time now = vc_wall_time(self->machine), end = VC_NO_TIME;
		int code;

		wait->mark = UINT64_MAX;
		if (has_earlier(self, wait)) {
			slot = vc_front(wait->channel);
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

/* It was late if the node was there before it was due. */
void
vc_wall_got(vcube_node *self, const struct vc_transit *transit)
{
	struct vc_lateness *l = &self->machine->wall->lateness;
	const vcube_time now = vc_wall_time(self->machine), end = due(self, transit);

	vc_lateness_count(l);
	if (self->since < end)
		vc_lateness_add(l, now - end);
	if (self->one_port && transit->duration > 0)
		self->recv_free = self->since < end ? end : self->since;
	if (self->now < now)
		self->now = now;
	self->now += self->machine->cost.recv_overhead;
}
