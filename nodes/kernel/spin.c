/* SPDX-License-Identifier: BSD-2-Clause */
/* Spinning before parking; see park.h. */
#include <sched.h>
#include <time.h>
#include "spin.h"
#include "carrier.h"
#include "interleave.h"

/*
 * With a processor for each running node, spinning costs nobody anything and notices an
 * event soonest. With more nodes than processors, yielding lets the others run that cause
 * the event, and a round of yields costs each node less than parking and waking; a node still
 * waiting after some rounds, or a long one, waits for something far away, and parks.
 *
 * Where other processes keep the host busy, each yield gives them a turn of milliseconds,
 * while a node that parks is run soon after its wake. One slow yield of any node tells, and
 * for a while all nodes park at once; then one of them tries again. Where many yields have been
 * quick, one in so many is timed, since two looks at the clock are a tenth of such a wait.
 *
 * A slow yield alone does not tell who had the processor: nodes that copy much take turns as long.
 * The processor time of this process does: others keep the host busy if they, or nobody, had half
 * a processor since a slow yield shortly before, that a node could have had.
 */
enum { LOOKS_ALONE = 4000, LOOKS_IN_COMPANY = 1, YIELDS = 8, CALM = 256, TIMED_ONE_IN = 8 };
/* In nanoseconds. A round of yields of many nodes, SLOW_EACH of each on the same processor, may
 * take as long as a turn of another process. */
enum { SLOW_EACH = 3000, REMEMBERED = 20000000 };
/* How long ago the look before was, in nanoseconds: a processor's time is counted in ticks of up to
 * 4 ms where nobody yields; and other processes that come are noticed within some turns. To ask for
 * this process's time costs 0.2 us for each thread, so many nodes ask less often. */
enum { WINDOW_MIN = 4000000, WINDOW_MAX = 60000000, WINDOW_EACH = 20000 };

void
vc_yield(vcube_node *self)
{
	if (self->machine->interleave != NULL)
		vc_interleave_yield(self);
	else if (self->machine->carriers != NULL)
		vc_carrier_yield(self);
	else
		sched_yield();
}

/* Returns whether only the resolver or time can end the wait. */
static bool
is_in_vain(const vcube_node *self, const struct vc_wait *wait)
{
	/* the last member to arrive ends a rendezvous, though the wait names nobody */
	return vc_wait_word(self, wait) == VC_PARKED_HELD && wait->kind != VC_WAIT_ALIGN;
}

/* Returns whether the host was found busy lately. */
static bool
is_busy(vcube_machine *m)
{
	int64_t until = atomic_load_explicit(&m->busy_until, memory_order_relaxed);

	if (vc_likely(until == 0))
		return false;
	if (vc_host_ns() < until)
		return true;
	atomic_compare_exchange_strong_explicit(&m->busy_until, &until, 0, memory_order_relaxed,
						memory_order_relaxed);
	return false;
}

/* Returns how much time of processors nodes did not have since the look before, though they could
 * have: all but one cannot while it resolves for those that are parked. The next look counts from
 * now on. */
static int64_t
count_lost_time(vcube_machine *m, int64_t now)
{
	const int64_t used = vc_clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	const int64_t resolver = atomic_load_explicit(&m->resolver_ns, memory_order_relaxed);
	const int64_t lost = m->processors * (now - m->use.at) - (used - m->use.used) -
			     (m->processors - 1) * (resolver - m->use.resolver_ns);

	m->use.at = now;
	m->use.used = used;
	m->use.resolver_ns = resolver;
	return lost;
}

/* After a slow yield: decides whether others keep the host busy. If another node is at it, its
 * answer serves for both. */
static void
look_who_runs(vcube_machine *m, int64_t now)
{
	const int64_t more = (int64_t)WINDOW_EACH * m->local;
	int64_t window, lost;

	/* acquire: HOST-USE, what the node before counted */
	if (atomic_flag_test_and_set_explicit(&m->use.held, memory_order_acquire))
		return;
	window = now - m->use.at;
	if (window >= WINDOW_MIN + more) {
		lost = count_lost_time(m, now);
		if (lost >= window / 2 && window <= WINDOW_MAX + more) {
			atomic_store_explicit(&m->busy_until, now + REMEMBERED, memory_order_relaxed);
			vc_turns_found_busy(&m->turns);
		}
	}
	/* release: HOST-USE, what this one counted */
	atomic_flag_clear_explicit(&m->use.held, memory_order_release);
}

/* Yields once. *now: the host's time, 0 if unknown; it becomes the time after the yield. */
static void
yield_timed(vcube_machine *m, int64_t *now)
{
	const int running = atomic_load_explicit(&m->running, memory_order_relaxed);
	const int64_t before = *now != 0 ? *now : vc_host_ns();

	sched_yield();
	*now = vc_host_ns();
	if (vc_unlikely(*now - before > VC_TURN)) {
		atomic_store_explicit(&m->calm, 0, memory_order_relaxed);
		if (*now - before > VC_TURN + (int64_t)SLOW_EACH * running / m->processors)
			look_who_runs(m, *now);
	} else if (atomic_load_explicit(&m->calm, memory_order_relaxed) < CALM) {
		atomic_fetch_add_explicit(&m->calm, 1, memory_order_relaxed);
	}
}

/* Yields of one wait */
struct yields {
	int count;
	int64_t since, now;     /* the host's time after the first that was timed; and after the last, or 0 */
};

/* Yields once more. Returns false if that has been tried often, or for long. Inline, as the frames
 * of callers are no longer in the cache when a yield returns. */
static inline __attribute__((always_inline)) bool
yield_again(vcube_node *self, struct yields *y)
{
	vcube_machine *const m = self->machine;

	if (y->count == YIELDS || y->now - y->since > VC_TURN || is_busy(m))
		return false;
	y->count++;
	if (atomic_load_explicit(&m->calm, memory_order_relaxed) >= CALM &&
	    ++self->yields % TIMED_ONE_IN != 0) {
		sched_yield();
		y->now = 0;
		return true;
	}
	yield_timed(m, &y->now);
	if (y->since == 0)
		y->since = y->now;
	return true;
}

/* Returns the end of a wait on the host's clock, in nanoseconds. */
static int64_t
end_of(const vcube_machine *m, const struct vc_wait *wait)
{
	return wait->until == VC_NO_TIME ? INT64_MAX : m->began + wait->until / 1000 + 1;
}

int64_t
vc_wake_at(vcube_node *self, const struct vc_wait *wait)
{
	const int64_t end = end_of(self->machine, wait);

	return self->clock->patience > 0 && self->machine->alarms == NULL && !is_busy(self->machine)
		? end - VC_NEAR : end;
}

bool
vc_is_early(const vcube_node *self, const struct vc_wait *wait)
{
	return self->clock->patience > 0 && vc_host_ns() < end_of(self->machine, wait);
}

static bool
look(vcube_node *self, struct vc_wait *wait, int looks)
{
	for (; looks > 0; looks--) {
		if (wait->ready(self, wait))
			return true;
		vc_pause();
	}
	return false;
}

/* For clocks that wait in real time: yields until the wait is over or its time is up, while
 * that is near or others may soon end it. */
static enum vc_spun
spin_in_real_time(vcube_node *self, struct vc_wait *wait)
{
	vcube_machine *m = self->machine;
	const int64_t end = end_of(m, wait), begin = vc_host_ns();
	const int64_t patience = is_in_vain(self, wait) ? begin : begin + self->clock->patience;
	const int64_t until = end - begin <= VC_NEAR ? end : patience;

	for (int64_t now = begin; now < until && !is_busy(m);) {
		if (wait->ready(self, wait))
			return VC_SPUN_OVER;
		if (m->nodes <= m->processors) {
			vc_pause();
			now = vc_host_ns();
		} else {
			yield_timed(m, &now);
		}
		if (now >= end)
			return wait->ready(self, wait) ? VC_SPUN_OVER : VC_SPUN_LATE;
	}
	return VC_SPUN_IN_VAIN;
}

/* Returns whether spinning takes the processor from nobody: from no other node, nor from other
 * processes, to which a node that shares its processor would soon lose its turn. */
static bool
is_alone(vcube_machine *m)
{
	return atomic_load_explicit(&m->running, memory_order_relaxed) <= m->processors &&
	       (m->nodes <= m->processors || !is_busy(m));
}

enum vc_spun
vc_spin(vcube_node *self, struct vc_wait *wait)
{
	vcube_machine *m = self->machine;
	struct yields yields = {.count = 0};

	if (vc_unlikely(atomic_load_explicit(&m->turns.are_short, memory_order_relaxed)) &&
	    !self->has_short_turns) {
		vc_turns_shorten();
		self->has_short_turns = true;
	}
	if (self->clock->patience > 0)
		return spin_in_real_time(self, wait);
	if (self->has_spun || is_in_vain(self, wait)) {
		self->has_spun = false;
		return VC_SPUN_IN_VAIN;
	}
	if (look(self, wait, is_alone(m) ? LOOKS_ALONE : LOOKS_IN_COMPANY))
		return VC_SPUN_OVER;
	while (yield_again(self, &yields))
		if (wait->ready(self, wait))
			return VC_SPUN_OVER;
	return VC_SPUN_IN_VAIN;
}

/* As vc_spin(), but looks at the channel itself: a wait is built only by those that park. */
bool
vc_spin_at_front(vcube_node *self, int from)
{
	struct vc_channel *const c = vc_peers_find(&self->in, from);
	vcube_machine *const m = self->machine;
	struct yields yields = {.count = 0};

	if (c == NULL || vc_queue_front(&c->in) != NULL || !vc_takes_fast_path(self) ||
	    self->fibers.first != NULL || self->share != NULL || self->log != NULL ||
	    m->interleave != NULL || m->carriers != NULL)
		return false;
	vc_wake_deferred(self);
	if (vc_channel_front(c) != NULL)        /* its queue has grown */
		return true;
	for (int looks = is_alone(m) ? LOOKS_ALONE : LOOKS_IN_COMPANY; looks > 0; looks--) {
		if (vc_queue_front(&c->in) != NULL)
			return true;
		vc_pause();
	}
	while (!self->alone && yield_again(self, &yields))
		if (vc_channel_front(c) != NULL)
			return true;
	self->has_spun = !self->alone;
	return false;
}

uint32_t
vc_wait_word(const vcube_node *self, const struct vc_wait *wait)
{
	switch (wait->kind) {
	case VC_WAIT_RECV:
	case VC_WAIT_ROOM:
		return (uint32_t)wait->peer + 1;
	case VC_WAIT_POLL:
		if (wait->peer >= 0)
			return self->clock->poll_parks ? VC_PARKED_HELD : (uint32_t)wait->peer + 1;
		/* fallthrough */
	case VC_WAIT_ANY:
	case VC_WAIT_SEVERAL:
	case VC_WAIT_TOGETHER:
		return self->clock->host_deadlines ? VC_PARKED_ANY : VC_PARKED_HELD;
	default:
		return VC_PARKED_HELD;
	}
}
