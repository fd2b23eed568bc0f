/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A machine that several processes share: its part, its runs, and what layers below call.
 */
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "error.h"
#include "processes.h"
#include "put.h"
#include "quiescence.h"

/* The machine's thread looks at least as often, in nanoseconds. */
enum { NAP = 1000000 };

/* So long, in nanoseconds, a node looks at what comes before it parks, where no other runs. To
 * leave that to the machine's thread would take two switches of threads a message. */
enum { PATIENCE = 200000 };

/* Looks after which it asks for the time and, with a processor for each process of the host,
 * yields. To yield takes as long as ten looks, and a message comes after two or three. */
enum { PAUSE_EACH = 64 };

static void
wake(const struct vc_processes *p)
{
	const uint64_t one = 1;

	/* a full counter wakes as well */
	if (write(p->awake, &one, sizeof one) < 0)
		return;
}

/* --- what nodes send ---------------------------------------------------------- */

/* With a processor for each node that runs, a message leaves at once; else others may send, too,
 * until their nodes wait. */
static bool
leaves_at_once(const vcube_machine *m)
{
	return atomic_load_explicit(&m->running, memory_order_relaxed) <= m->processors;
}

/* Gives the message its time. Returns false if the node has failed. */
static bool
date(vcube_node *self, struct vc_channel *c, enum vc_startup startup, struct vc_slot *slot,
     struct vc_send_wait *sent)
{
	return self->clock->send == NULL ||
	       self->clock->send(self, c, startup, VC_LEND_NOT, NULL, slot, sent);
}

static bool
runs_alone(const vcube_machine *m)
{
	return atomic_load_explicit(&m->running, memory_order_relaxed) == 1;
}

/* The only node that runs here takes what comes, in the place of the machine's thread. */
static void
attend_alone(vcube_node *self)
{
	struct vc_processes *const p = self->machine->processes;

	atomic_store_explicit(&p->attended, true, memory_order_relaxed);
	pthread_mutex_lock(&p->lock);
	/* a thread that shares the node may come while it is not counted */
	p->taker = self->share == NULL ? self : NULL;
}

static void
leave_to_others(vcube_node *self)
{
	struct vc_processes *const p = self->machine->processes;

	p->taker = NULL;
	if (p->verdict != VC_WAVE_RUNS)
		wake(p);
	pthread_mutex_unlock(&p->lock);
	atomic_store_explicit(&p->attended, false, memory_order_relaxed);
}

/* Sends a long message without a copy, for a node that waits for it anyway. Meanwhile it takes what
 * comes, so two that send to each other do not wait for each other. */
static bool
lend_away(vcube_node *self, int process, const struct vc_packet *head, const void *data)
{
	struct vc_processes *const p = self->machine->processes;
	unsigned looks = 1;
	int left = 0;
	bool sent;

	attend_alone(self);
	vc_outbox_flush_all(p);
	sent = vc_outbox_lend(p, process, head, data, &left);
	while (sent && left == 0) {     /* what is taken may tell that it has left */
		const bool taken = vc_inbox_take_one(p), alone = runs_alone(self->machine);

		if (!alone)
			leave_to_others(self);
		if (!alone || (!taken && (p->crowded || looks++ % PAUSE_EACH == 0)))
			sched_yield();
		if (!alone)
			attend_alone(self);
	}
	leave_to_others(self);
	return sent;
}

static bool
copy_away(vcube_node *self, int process, const struct vc_packet *head, const void *data)
{
	struct vc_processes *const p = self->machine->processes;
	bool sent;

	pthread_mutex_lock(&p->lock);
	sent = vc_outbox_add(p, process, head, data);
	if (leaves_at_once(self->machine))
		sent = vc_outbox_flush(p, process) && sent;
	pthread_mutex_unlock(&p->lock);
	return sent;
}

static int
post_away(vcube_node *self, struct vc_channel *c, const void *data, size_t bytes,
	  enum vc_startup startup, enum vc_lend lend, struct vc_send_wait *wait)
{
	struct vc_processes *const p = self->machine->processes;
	const int process = vc_process_of(self->machine, c->to);
	struct vc_packet head = { .kind = VC_PACKET_MESSAGE, .from = self->rank, .to = c->to,
				  .label = self->signature, .bytes = bytes };
	struct vc_slot slot = { .bytes = bytes };
	bool lends, sent;

	if (!date(self, c, startup, &slot, wait))
		return self->code;
	head.transit = slot.timed.transit;
	wait->number = c->out.tail++;   /* as its receiver's process counts them: deliver() */

	lends = lend == VC_LEND_BRIEFLY && bytes >= VC_ALONE_FROM && p->transport->lend != NULL &&
		runs_alone(self->machine);
	sent = (lends ? lend_away : copy_away)(self, process, &head, data);
	return sent ? 0 : vc_fail(self, VCUBE_EHOST, "a message of %zu bytes to node %d cannot leave: "
				  "there is no memory, or process %d has died", bytes, c->to, process);
}

static int
put_here(vcube_node *self, struct vc_channel *c, const void *data, size_t bytes,
	 enum vc_startup startup, enum vc_lend lend, struct vc_send_wait *sent)
{
	struct vc_slot *slot = vc_put_begin(self, c, bytes, sent);

	if (slot == NULL || vc_put_load(self, slot, data, bytes, vc_put_lends(lend, bytes), sent) != 0)
		return self->code;
	if (!date(self, c, startup, slot, sent))
		return vc_put_unload(self, slot);
	vc_queue_publish(&c->out);
	return 0;
}

static int
post(vcube_node *self, struct vc_channel *c, const void *data, size_t bytes,
     enum vc_startup startup, enum vc_lend lend, struct vc_send_wait *sent)
{
	int code;

	if (vc_stop(self, NULL) != 0)
		return self->code;
	*sent = (struct vc_send_wait){ .channel = c, .bytes = bytes };
	code = vc_is_remote(self->machine, c->to)
		? post_away(self, c, data, bytes, startup, lend, sent)
		: put_here(self, c, data, bytes, startup, lend, sent);
	if (code != 0)
		return code;
	self->messages++;
	self->bytes += bytes;
	return 0;
}

static int
receive(vcube_node *self, const struct vc_want *want, size_t room, bool asked)
{
	(void)want, (void)room, (void)asked;
	return self->code;
}

/* Takes block after block until the wait is over, the run is stopped, or somebody else runs here:
 * to look for one more would take as long as all else. */
static void
look(vcube_node *self, struct vc_wait *wait)
{
	vcube_machine *const m = self->machine;
	struct vc_processes *const p = m->processes;
	int64_t end = 0, now = -1;

	for (unsigned looks = 1; !wait->ready(self, wait) && runs_alone(m) && now < end &&
	     atomic_load_explicit(&m->stop, memory_order_relaxed) >= 0; looks++) {
		const bool pauses = looks % PAUSE_EACH == 0;

		if (pauses) {
			now = vc_host_ns();
			end = end > 0 ? end : now + PATIENCE;
		}
		if (!vc_inbox_take_one(p) && (p->crowded || pauses))
			sched_yield();
	}
}

/* Others run. Whoever has the lock does the same. */
static void
look_once(vcube_node *self)
{
	struct vc_processes *const p = self->machine->processes;

	if (pthread_mutex_trylock(&p->lock) != 0) {
		wake(p);
		return;
	}
	vc_outbox_flush_all(p);
	vc_inbox_take(p);
	if (p->verdict != VC_WAVE_RUNS)
		wake(p);
	pthread_mutex_unlock(&p->lock);
}

/* A node that is about to wait sees to it that what others wait for leaves, and looks at what has
 * come. */
static int
wait_for(vcube_node *self, struct vc_wait *wait)
{
	if (runs_alone(self->machine)) {
		attend_alone(self);
		vc_outbox_flush_all(self->machine->processes);
		look(self, wait);
		leave_to_others(self);
	} else {
		look_once(self);
	}
	return self->code;
}

static const struct vc_decorator decorator = {
	.open = vc_channel_open,
	.post = post,
	.receive = receive,
	.wait = wait_for,
};

/* --- what the layers below call ------------------------------------------------ */

static void
quiet(vcube_machine *m)
{
	wake(m->processes);
}

/* Tells all others. */
static void
tell(vcube_node *self, enum vc_packet_kind kind, int value)
{
	struct vc_processes *const p = self->machine->processes;
	const struct vc_packet head = { .kind = (uint32_t)kind, .from = self->rank, .to = value };

	pthread_mutex_lock(&p->lock);
	vc_outbox_tell(p, &head, NULL);
	vc_outbox_flush_all(p);
	pthread_mutex_unlock(&p->lock);
}

static void
failed(vcube_node *self)
{
	tell(self, VC_PACKET_FAILED, 0);
}

static void
aborted(vcube_node *self, int code)
{
	tell(self, VC_PACKET_ABORT, code);
}

/* Returns whether a process has a member of a group. */
static bool
has_member(const vcube_machine *m, const struct vc_group_shared *s, int process)
{
	for (int r = 0; r < s->size; r++)
		if (vc_process_of(m, s->members != NULL ? s->members[r] : r) == process)
			return true;
	return false;
}

static void
seated(vcube_node *self, const struct vc_group_shared *s, int rank, const struct vc_seat *seat,
       uint32_t generation)
{
	vcube_machine *const m = self->machine;
	struct vc_processes *const p = m->processes;
	const struct vc_packet head = { .kind = VC_PACKET_SEAT, .from = self->rank,
					.bytes = sizeof(struct vc_remote_seat) };
	struct vc_remote_seat mine;

	memset(&mine, 0, sizeof mine);
	mine.number = s->number;
	mine.generation = generation;
	mine.first = vc_group_first(s);
	mine.rank = rank;
	mine.seat = *seat;
	pthread_mutex_lock(&p->lock);
	for (int to = 0; to < p->count; to++)
		if (to != p->process && has_member(m, s, to))
			vc_outbox_add(p, to, &head, &mine);
	if (leaves_at_once(m))
		vc_outbox_flush_all(p);
	pthread_mutex_unlock(&p->lock);
}

/* Takes what comes until the landing is free; it is as soon as the message has been taken. */
static void
landed(vcube_node *self)
{
	struct vc_processes *const p = self->machine->processes;
	struct vc_landing *const l = self->landing;

	/* acquire: VC-LANDED, take_placed() */
	while (atomic_load_explicit(&l->coming, memory_order_acquire)) {
		attend_alone(self);
		if (p->joined->gone[vc_process_of(self->machine, l->from)]) {
			p->coming = NULL;
			atomic_store_explicit(&l->coming, false, memory_order_relaxed);
		}
		vc_inbox_take_one(p);
		leave_to_others(self);
		sched_yield();
	}
	self->landing = NULL;
}

/* --- a run ---------------------------------------------------------------------- */

static void
keep_first_error(void *arg, int process, const void *data, size_t bytes)
{
	struct vcube_error *const first = arg;

	(void)process, (void)bytes;
	if (first->code == 0)
		memcpy(first, data, sizeof *first);
}

static int
begin_run(vcube_machine *m, int code, struct vcube_error *error)
{
	struct vc_processes *const p = m->processes;
	struct vcube_error mine, first = {0};

	memset(&mine, 0, sizeof mine);
	if (code != 0)
		vc_error(&mine, code, "%s", error->text);
	if (!vc_gather(p, VC_GATHER_BEGIN, &mine, sizeof mine, keep_first_error, &first))
		return vc_processes_died(p, error);
	if (first.code != 0)
		*error = first;
	return first.code;
}

static void
show_image(void *arg, int process, const void *data, size_t bytes)
{
	struct vc_processes *const p = arg;

	if (process != p->process)
		vc_image_show(p, data, bytes);
}

/* Tells all others of the nodes here, and shows what they tell. */
static bool
exchange_images(struct vc_processes *p, bool waits)
{
	struct vc_bytes mine = {0};
	bool all;

	vc_image_write(&mine, p->machine, waits);
	all = vc_gather(p, VC_GATHER_RUN, mine.data, mine.used, show_image, p);
	vc_bytes_free(&mine);
	return all;
}

static void
show_told(void *arg, int process, const void *data, size_t bytes)
{
	struct vc_processes *const p = arg;

	if (process != p->process)
		vc_told_show(p, data, bytes);
}

static void
exchange_told(struct vc_processes *p)
{
	struct vc_bytes mine = {0};

	vc_told_write(&mine, p->machine);
	vc_gather(p, VC_GATHER_RUN, mine.data, mine.used, show_told, p);
	vc_bytes_free(&mine);
}

static void
find_one(void *arg, int process, const void *data, size_t bytes)
{
	bool *const any = arg;

	(void)process, (void)bytes;
	*any = *any || *(const bool *)data;
}

/* In virtual time: can a node of some process take a message for a receive that it has posted? All
 * find out before the first of them goes on, as in one process. */
static bool
can_progress(struct vc_processes *p)
{
	vcube_machine *const m = p->machine;
	bool mine, any = false;

	if (!m->clock->timed)
		return false;
	pthread_mutex_lock(&m->resolving);
	mine = vc_quiescence_mark(m);
	pthread_mutex_unlock(&m->resolving);
	return vc_gather(p, VC_GATHER_RUN, &mine, sizeof mine, find_one, &any) && any;
}

static void
report_stuck(vcube_machine *m)
{
	vc_quiescence_give_up(m);
	vc_image_drop(m->processes);
}

/* All processes are quiescent. Those of their nodes go on that can; if there are none, each
 * process works out the same report. */
static void
resolve(struct vc_processes *p)
{
	vcube_machine *const m = p->machine;
	const bool goes_on = can_progress(p);

	if (!goes_on && !exchange_images(p, true))
		return;
	pthread_mutex_lock(&m->resolving);
	/* as the resolver: the nodes that wake do not find the machine quiescent meanwhile */
	atomic_fetch_add_explicit(&m->running, 1, memory_order_acq_rel);
	(goes_on ? vc_quiescence_progress : report_stuck)(m);
	atomic_fetch_sub_explicit(&m->running, 1, memory_order_acq_rel);
	pthread_mutex_unlock(&m->resolving);
}

static bool
all_returned(const vcube_machine *m)
{
	/* acquire: PARK-COUNT, vc_node_leave() */
	return atomic_load_explicit(&m->alive, memory_order_acquire) == 0;
}

/* Returns whether another process has died; nobody leaves during a run. */
static bool
one_is_gone(struct vc_processes *p)
{
	for (int i = 0; i < p->count && p->joined->dead < 0; i++)
		if (p->joined->gone[i])
			vc_inbox_died(p, i);
	return p->joined->dead >= 0;
}

/* Stops the nodes here once another process has died. Returns whether they have returned. */
static bool
mourn(vcube_machine *m)
{
	pthread_mutex_lock(&m->resolving);
	if (atomic_load_explicit(&m->stop, memory_order_relaxed) >= 0)
		vc_stop_all(m, VCUBE_EHOST);
	pthread_mutex_unlock(&m->resolving);
	return all_returned(m);
}

/* Sees to what there is, once. Returns false when the run is over. */
static bool
see_to(struct vc_processes *p, bool *busy)
{
	enum vc_verdict_of_wave verdict;
	bool gone;

	pthread_mutex_lock(&p->lock);
	*busy = vc_inbox_take(p);
	vc_wave_tell(p);
	vc_outbox_flush_all(p);
	verdict = p->verdict;
	p->verdict = VC_WAVE_RUNS;
	gone = one_is_gone(p);
	pthread_mutex_unlock(&p->lock);
	if (verdict == VC_WAVE_STUCK)
		resolve(p);
	*busy = *busy || verdict != VC_WAVE_RUNS;
	if (gone)
		return !mourn(p->machine);
	return verdict != VC_WAVE_OVER;
}

static void
nap(const struct vc_processes *p)
{
	struct pollfd awake = { .fd = p->awake, .events = POLLIN };
	uint64_t count;

	if (atomic_load_explicit(&p->attended, memory_order_relaxed))
		poll(&awake, 1, NAP / 1000000);
	else
		p->transport->wait(p->transport, p->awake, NAP);
	while (read(p->awake, &count, sizeof count) > 0)
		;
}

/* Returns whether a node has not received what a remote node sent. */
static bool
has_unreceived(const vcube_node *n)
{
	const struct vc_peers *const channels = &n->from_remote;

	for (uint32_t i = 0; i <= channels->mask; i++)
		if (channels->table[i].channel != NULL && vc_channel_front(channels->table[i].channel) != NULL)
			return true;
	return n->asides.first != NULL || n->asides.kept != NULL;
}

/* Returns whether a report will say more of remote nodes than what they did. */
static bool
will_report(const vcube_machine *m)
{
	bool will = m->late || m->aborter >= 0 ||
		    atomic_load_explicit(&m->failed, memory_order_relaxed) > 0;

	for (int r = 0; r < m->nodes && !will; r++)
		will = !vc_is_remote(m, r) && has_unreceived(&m->node[r]);
	return will;
}

/* All nodes have returned. */
static void
tell_results(struct vc_processes *p)
{
	const bool mine = will_report(p->machine);
	bool any = false;

	if (!vc_gather(p, VC_GATHER_RUN, &mine, sizeof mine, find_one, &any))
		return;
	if (any)
		exchange_images(p, false);
	else
		exchange_told(p);
}

static int64_t
next_limit(const vcube_machine *m, bool is_set)
{
	return is_set ? vc_host_ns() + m->desc.limit / 1000 : INT64_MAX;
}

/* Stops a run that takes too long and, if its limit is hard, ends this process after as much time
 * again, if it is one of those whose nodes go on. */
static void
keep_limit(vcube_machine *m, int64_t *end, void (*late)(vcube_machine *m))
{
	if (vc_host_ns() < *end)
		return;
	if (m->late && !all_returned(m))
		late(m);
	if (!m->late)
		vc_stop_late(m);
	*end = next_limit(m, m->desc.hard_limit);
}

static void
attend(vcube_machine *m, void (*late)(vcube_machine *m))
{
	struct vc_processes *const p = m->processes;
	int64_t end = next_limit(m, m->desc.limit > 0);
	bool busy;

	while (see_to(p, &busy)) {
		if (!busy)
			nap(p);
		keep_limit(m, &end, late);
	}
	if (p->joined->dead < 0)
		tell_results(p);
}

static bool
gather(vcube_machine *m, const void *mine, size_t bytes,
       void (*each)(void *arg, int process, const void *data, size_t bytes), void *arg)
{
	struct vc_processes *const p = m->processes;

	return p->joined->dead < 0 && vc_gather(p, VC_GATHER_RUN, mine, bytes, each, arg);
}

static void
leaving(vcube_machine *m)
{
	pthread_mutex_lock(&m->processes->lock);
}

static const struct vc_remote remote = {
	.begin = begin_run,
	.attend = attend,
	.gather = gather,
	.quiet = quiet,
	.failed = failed,
	.aborted = aborted,
	.seated = seated,
	.landed = landed,
	.met = vc_inbox_met,
	.leaving = leaving,
};

/* --- the part -------------------------------------------------------------------- */

static int
open_processes(vcube_machine *m, struct vcube_error *error)
{
	if (m->processes == NULL)
		return 0;
	m->remote = &remote;
	m->decorator = &decorator;
	return vc_machines_compare(m, "", error);
}

/* The proxy sends as remote nodes do. */
static void
begin_proxy(struct vc_processes *p)
{
	vcube_machine *const m = p->machine;
	int local = 0;

	while (vc_is_remote(m, local))
		local++;
	p->proxy->machine = m;
	p->proxy->clock = m->clock;
	p->proxy->room = m->node[local].room;
	p->proxy->code = 0;
}

static int
begin_processes(vcube_machine *m, struct vcube_error *error)
{
	struct vc_processes *const p = m->processes;

	(void)error;
	if (p == NULL)
		return 0;
	vc_image_drop(p);
	vc_inbox_forget(p);
	vc_wave_begin(p);
	begin_proxy(p);
	p->sent = p->received = 0;
	return 0;
}

/* Names the process that has died, as that is why the run has ended. */
static void
finish_processes(vcube_machine *m)
{
	struct vc_processes *const p = m->processes;

	if (p == NULL || p->joined->dead < 0)
		return;
	vc_processes_died(p, &m->error);
	free(m->report);
	if (asprintf(&m->report, "%s\n", m->error.text) < 0)
		m->report = NULL;
}

static void
close_processes(vcube_machine *m)
{
	struct vc_processes *const p = m->processes;

	if (p == NULL)
		return;
	vc_image_drop(p);
	vc_inbox_forget(p);
}

const struct vc_part vc_part_processes = {
	.open = open_processes,
	.begin = begin_processes,
	.finish = finish_processes,
	.close = close_processes,
};

