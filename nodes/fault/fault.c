/* SPDX-License-Identifier: BSD-2-Clause */
/* Chooses fault actions of messages, and crashes nodes; see the header. */
#include <stdlib.h>
#include <string.h>
#include "error.h"
#include "random.h"
#include "units.h"
#include "fault.h"
#include "fault_plan.h"

static struct vc_fault_node *
node_of(const vcube_node *self)
{
	return &self->machine->faults->node[self->rank];
}

static struct vc_channel_stats *
stats_of(vcube_node *self, struct vc_channel *c)
{
	if (c->stats == NULL && (c->stats = vc_pool_keep(&self->pool, sizeof *c->stats)) != NULL)
		*c->stats = (struct vc_channel_stats){0};
	if (c->stats == NULL)
		vc_fail(self, VCUBE_EHOST, "no memory for the statistics of the channel to node %d",
			c->to);
	return c->stats;
}

/* Notes a fault. Returns false if the node has failed. */
static bool
note(vcube_node *self, const struct vcube_fault *fault, struct vc_fault_note **same)
{
	struct vc_fault_node *f = node_of(self);
	struct vc_fault_note *n = vc_pool_take(&self->pool, sizeof *n);

	if (n == NULL) {
		vc_fail(self, VCUBE_EHOST, "no memory for a note of an injected fault");
		return false;
	}
	*n = (struct vc_fault_note){.next = f->notes, .same = *same, .order = f->kept++,
				    .fault = *fault};
	f->notes = *same = n;
	return true;
}

static bool
record(vcube_node *self, const struct vc_channel *c, enum vcube_fault_kind kind, size_t bytes,
       struct vc_fault_action *action)
{
	struct vc_fault_node *f = node_of(self);
	const bool first_lost = kind == VCUBE_FAULT_DROP && action->stats->drop == NULL;

	f->count[kind]++;
	if (kind == VCUBE_FAULT_JITTER || (f->kept >= VC_FAULTS_KEPT && !first_lost))
		return true;
	if (!note(self, &(struct vcube_fault){
			.kind = kind, .from = c->from, .to = c->to, .bytes = bytes, .time = -1,
			.number = action->stats->number,
			.bit = kind == VCUBE_FAULT_CORRUPT ? action->bit : 0,
		}, &action->note))
		return false;
	if (first_lost)
		action->stats->drop = action->note;
	return true;
}

/* Returns the state of a random stream of the message's own. */
static uint64_t
stream_of(uint64_t seed, const struct vc_channel *c, uint64_t number)
{
	uint64_t state = seed;

	state = vc_random(&state) ^ ((uint64_t)c->from << 32 | (uint32_t)c->to);
	state = vc_random(&state) ^ number;
	return vc_random(&state);
}

static bool
is_hit(uint64_t draw, uint64_t chance)
{
	return (draw >> 32) * VCUBE_CERTAIN >> 32 < chance;
}

static bool
is_meant(const struct vc_loss *message, const struct vc_channel *c, uint64_t number)
{
	return message->from == (uint64_t)c->from && message->to == (uint64_t)c->to &&
	       message->number == number;
}

static bool
is_lost(const struct vc_faults *f, const struct vc_channel *c, uint64_t number)
{
	for (int i = 0; i < f->losses; i++)
		if (is_meant(&f->loss[i], c, number))
			return true;
	return false;
}

static vcube_time
delay_of(const struct vc_faults *f, const struct vc_channel *c, uint64_t number)
{
	for (int i = 0; i < f->delays; i++)
		if (is_meant(&f->delay[i].message, c, number))
			return f->delay[i].time;
	return 0;
}

/* Draws all numbers for every message, so that each kind of fault hits the same messages
 * with and without the others. */
static void
draw(const struct vcube_machine *m, const struct vc_channel *c, size_t bytes, struct vc_fault_action *action)
{
	const struct vc_faults *f = m->faults;
	uint64_t random = stream_of(f->seed, c, action->stats->number);
	const bool hit = is_hit(vc_random(&random), f->chance[VCUBE_FAULT_DROP]);
	const bool drop = hit || is_lost(f, c, action->stats->number);
	const bool duplicate = is_hit(vc_random(&random), f->chance[VCUBE_FAULT_DUPLICATE]);
	const bool corrupt = is_hit(vc_random(&random), f->chance[VCUBE_FAULT_CORRUPT]);
	const uint64_t delay = vc_random(&random) % ((uint64_t)f->jitter + 1);
	const uint64_t bit = vc_random(&random);

	action->drop = drop;
	action->duplicate = duplicate && !drop;
	action->corrupt = corrupt && !drop && bytes > 0;
	action->bit = action->corrupt ? bit % (8 * (uint64_t)bytes) : 0;
	action->jitter = (f->jitter > 0 || f->delays > 0) && !drop;
	action->delay = action->jitter
		? (vcube_time)delay + delay_of(f, c, action->stats->number) : 0;
}

static bool
record_all(vcube_node *self, const struct vc_channel *c, size_t bytes, struct vc_fault_action *action)
{
	return (!action->drop || record(self, c, VCUBE_FAULT_DROP, bytes, action)) &&
	       (!action->duplicate || record(self, c, VCUBE_FAULT_DUPLICATE, bytes, action)) &&
	       (!action->corrupt || record(self, c, VCUBE_FAULT_CORRUPT, bytes, action)) &&
	       (action->delay == 0 || record(self, c, VCUBE_FAULT_JITTER, bytes, action));
}

int
vc_fault_decide(vcube_node *self, struct vc_channel *c, size_t bytes, struct vc_fault_action *action)
{
	const struct vc_faults *f = self->machine->faults;

	*action = (struct vc_fault_action){.stats = stats_of(self, c)};
	if (action->stats == NULL)
		return self->code;
	if (f == NULL || !f->of_messages || c->from == c->to)
		return 0;
	draw(self->machine, c, bytes, action);
	if (!record_all(self, c, bytes, action))
		return self->code;
	action->stats->number++;
	/* no message in the queue has such a number */
	if (action->drop)
		action->lost_number = UINT32_C(0x80000000) | action->stats->lost++;
	return 0;
}

/* Crashes the node, and quotes the word of the description that says so: "crash=3@100". */
static void
crash(vcube_node *self, const struct vc_fault_node *f, vcube_time time)
{
	char when[VC_UNITS_ROOM], clock[VC_UNITS_ROOM] = "";
	const bool timely = f->operations < f->crash_after;

	if (timely)
		vc_print_time(f->crash_at, when);
	else
		snprintf(when, sizeof when, "%llu", (unsigned long long)f->crash_after);
	if (time >= 0)
		vc_say_time(time, clock);
	vc_fail(self, VCUBE_EFAULT, "an injected fault ended node %d: it crashed after %llu operation%s%s%s "
		"(crash=%d@%s)", self->rank, (unsigned long long)f->operations, f->operations == 1 ? "" : "s",
		clock[0] != '\0' ? ", at " : "", clock, self->rank, when);
}

int
vc_fault_operation(vcube_node *self)
{
	struct vc_fault_node *f;
	struct vc_fault_note *same = NULL;
	vcube_time time = -1;

	if (self->code != 0 || self->machine->faults == NULL)
		return self->code;
	f = node_of(self);
	if (f->operations < f->crash_after &&
	    (f->crash_at == VC_NO_TIME || (time = self->clock->now(self)) < f->crash_at)) {
		f->operations++;
		return self->code;
	}
	if (self->clock->timed && time < 0)
		time = self->clock->now(self);
	if (!note(self, &(struct vcube_fault){
			.kind = VCUBE_FAULT_CRASH, .from = self->rank, .to = -1,
			.number = f->operations, .time = time,
		}, &same))
		return self->code;
	f->count[VCUBE_FAULT_CRASH]++;
	crash(self, f, time);
	return self->code;
}

/* --- the part of a machine ---------------------------------------------------- */

static int
plan_crash(vcube_machine *m, const struct vc_crash *crash, struct vcube_error *error)
{
	struct vc_fault_node *f;

	if (crash->rank >= (uint64_t)m->nodes)
		return vc_error(error, VCUBE_EINVAL, "crash '%.60s': there is no node %llu on %s (0 to %d)",
				m->desc.crash, (unsigned long long)crash->rank,
				vcube_topology_text(m->topology), m->nodes - 1);
	f = &m->faults->node[crash->rank];
	if (f->crash_after > crash->after)
		f->crash_after = crash->after;
	if (f->crash_at > crash->at)
		f->crash_at = crash->at;
	return 0;
}

static int
plan_crashes(vcube_machine *m, struct vcube_error *error)
{
	struct vc_crash crash;
	int code = 0;

	for (const char *text = m->desc.crash; text != NULL && code == 0;)
		if (vc_crash_next(&text, &crash) == NULL)
			code = plan_crash(m, &crash, error);
	return code;
}

/* Checks which message a word of `key` means: none of a node to itself. */
static int
check_message(const vcube_machine *m, const char *key, const char *text, const struct vc_loss *message,
	      const char *never, struct vcube_error *error)
{
	const uint64_t nodes = (uint64_t)m->nodes;
	const uint64_t unknown = message->from >= nodes ? message->from : message->to;

	if (unknown >= nodes)
		return vc_error(error, VCUBE_EINVAL, "%s '%.60s': there is no node %llu on %s (0 to %d)",
				key, text, (unsigned long long)unknown,
				vcube_topology_text(m->topology), m->nodes - 1);
	if (message->from == message->to)
		return vc_error(error, VCUBE_EINVAL, "%s '%.60s': what node %llu sends to itself is "
				"never %s", key, text, (unsigned long long)message->from, never);
	return 0;
}

/* A message has one delay. */
static int
check_delays(const vcube_machine *m, struct vcube_error *error)
{
	const struct vc_loss *const last = &m->faults->delay[m->faults->delays - 1].message;

	for (int i = 0; i < m->faults->delays - 1; i++) {
		const struct vc_loss *const other = &m->faults->delay[i].message;

		if (other->from == last->from && other->to == last->to && other->number == last->number)
			return vc_error(error, VCUBE_EINVAL, "delay '%.60s': message %llu from node "
					"%llu to node %llu has two delays; name it once", m->desc.delay,
					(unsigned long long)last->number, (unsigned long long)last->from,
					(unsigned long long)last->to);
	}
	return check_message(m, "delay", m->desc.delay, last, "late", error);
}

static int
plan_losses(vcube_machine *m, struct vcube_error *error)
{
	struct vc_faults *const f = m->faults;
	struct vc_loss loss;
	int code = 0;

	for (const char *text = m->desc.lose;
	     code == 0 && text != NULL && vc_loss_next(&text, &loss) == NULL;) {
		struct vc_loss *const more = realloc(f->loss, (size_t)(f->losses + 1) * sizeof *more);

		if (more == NULL)
			return vc_error(error, VCUBE_EHOST, "no memory for lost messages");
		f->loss = more;
		f->loss[f->losses++] = loss;
		code = check_message(m, "lose", m->desc.lose, &loss, "lost", error);
	}
	return code;
}

static int
plan_delays(vcube_machine *m, struct vcube_error *error)
{
	struct vc_faults *const f = m->faults;
	struct vc_delay delay;
	int code = 0;

	for (const char *text = m->desc.delay;
	     code == 0 && text != NULL && vc_delay_next(&text, &delay) == NULL;) {
		struct vc_delay *const more = realloc(f->delay, (size_t)(f->delays + 1) * sizeof *more);

		if (more == NULL)
			return vc_error(error, VCUBE_EHOST, "no memory for late messages");
		f->delay = more;
		f->delay[f->delays++] = delay;
		code = check_delays(m, error);
	}
	return code;
}

int
vc_fault_delays(vcube_machine *m, const struct vc_delay *delay, int delays)
{
	struct vc_faults *const f = m->faults;
	const size_t bytes = (size_t)delays * sizeof *delay;
	struct vc_delay *const more = realloc(f->delay, bytes + 1);

	if (more == NULL)
		return VCUBE_EHOST;
	f->delay = more;
	f->delays = delays;
	if (delays > 0)
		memcpy(more, delay, bytes);
	return 0;
}

void
vc_fault_only(vcube_machine *m, const struct vcube_fault *fault)
{
	struct vc_faults *const f = m->faults;

	f->losses = 0;
	for (int r = 0; r < m->nodes; r++)
		f->node[r].crash_after = UINT64_MAX;
	if (fault != NULL && fault->kind == VCUBE_FAULT_CRASH)
		f->node[fault->from].crash_after = fault->number;
	else if (fault != NULL)
		f->loss[f->losses++] = (struct vc_loss){(uint64_t)fault->from, (uint64_t)fault->to,
							fault->number};
}

static int
receive(vcube_node *self, const struct vc_want *want, size_t room, bool asked)
{
	(void)want, (void)room, (void)asked;
	return vc_fault_operation(self);
}

static const struct vc_decorator around_messages = {
	.open = vc_channel_open,
	.post = vc_fault_post,
	.receive = receive,
};

/* Sets m->faults; NULL if the description has no faults. */
static int
open_faults(vcube_machine *m, struct vcube_error *error)
{
	const struct vcube_desc *d = &m->desc;
	const bool of_messages = d->drop || d->duplicate || d->corrupt || d->jitter || d->lose ||
				 d->delay || d->faults != VCUBE_TRY_NO ||
				 d->explore == VCUBE_EXPLORE_CLOCK;
	size_t bytes = sizeof *m->faults + (size_t)m->nodes * sizeof m->faults->node[0];
	struct vc_faults *f;
	int code;

	m->decorator = &around_messages;
	if (!of_messages && d->crash == NULL)
		return 0;
	bytes = (bytes + VC_LINE - 1) / VC_LINE * VC_LINE;
	f = m->faults = aligned_alloc(VC_LINE, bytes);
	if (f == NULL)
		return vc_error(error, VCUBE_EHOST, "no memory for the faults of %d nodes", m->nodes);
	memset(f, 0, bytes);
	f->seed = d->seed;
	f->chance[VCUBE_FAULT_DROP] = d->drop;
	f->chance[VCUBE_FAULT_DUPLICATE] = d->duplicate;
	f->chance[VCUBE_FAULT_CORRUPT] = d->corrupt;
	f->jitter = m->clock->send != NULL ? d->jitter : 0;
	f->of_messages = of_messages;
	for (int r = 0; r < m->nodes; r++) {
		f->node[r].crash_after = UINT64_MAX;
		f->node[r].crash_at = VC_NO_TIME;
	}
	/* for the one of vc_fault_only() */
	if (d->faults != VCUBE_TRY_NO && (f->loss = malloc(sizeof *f->loss)) == NULL)
		return vc_error(error, VCUBE_EHOST, "no memory for a lost message");
	code = plan_crashes(m, error);
	if (code == 0)
		code = plan_losses(m, error);
	return code != 0 ? code : plan_delays(m, error);
}

static int
begin_faults(vcube_machine *m, struct vcube_error *error)
{
	(void)error;
	for (int r = 0; m->faults != NULL && r < m->nodes; r++) {
		struct vc_fault_node *f = &m->faults->node[r];

		for (struct vc_fault_note *n = f->notes, *next; n != NULL; n = next) {
			next = n->next;
			vc_pool_give(n);
		}
		m->faults->blamed = -1;
		f->notes = NULL;
		f->kept = f->operations = 0;
		memset(f->count, 0, sizeof f->count);
	}
	return 0;
}

static void
finish_faults(vcube_machine *m)
{
	if (m->faults != NULL)
		vc_fault_blame(m);
}

static void
close_faults(vcube_machine *m)
{
	if (m->faults == NULL)
		return;
	free(m->faults->loss);
	free(m->faults->delay);
	free(m->faults);
	m->faults = NULL;
}

const struct vcube_fault *
vc_fault_lost(const vcube_machine *m, int from, int to)
{
	for (int r = from < 0 ? 0 : from; m->faults != NULL && r < m->nodes; r++) {
		const struct vc_channel *c = vc_peers_find(&m->node[r].out, to);

		if (c != NULL && c->stats != NULL && c->stats->drop != NULL)
			return &c->stats->drop->fault;
		if (from >= 0)
			break;
	}
	return NULL;
}

const struct vc_part vc_part_faults = {
	.open = open_faults,
	.begin = begin_faults,
	.finish = finish_faults,
	.close = close_faults,
};
