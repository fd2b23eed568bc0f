/* SPDX-License-Identifier: BSD-2-Clause */
/* What happens to which message, and when a node crashes; see the header. */
#include <string.h>
#include "random.h"
#include "units.h"
#include "fault.h"
#include "replay.h"

static struct vc_fault_node *
node_of(const vcube_node *self)
{
	return &self->machine->faults->node[self->rank];
}

static struct vc_channel_stats *
aside_of(vcube_node *self, struct vc_channel *c)
{
	if (c->stats == NULL && (c->stats = vc_pool_keep(&self->pool, sizeof *c->stats)) != NULL)
		*c->stats = (struct vc_channel_stats){0};
	if (c->stats == NULL)
		vc_fail(self, VCUBE_EHOST, "no memory for what happens on the channel to node %d",
			c->to);
	return c->stats;
}

/* A note that is kept; false: the node has failed. */
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
       struct vc_fault_action *fate)
{
	struct vc_fault_node *f = node_of(self);
	const bool first_lost = kind == VCUBE_FAULT_DROP && fate->stats->drop == NULL;

	f->count[kind]++;
	if (kind == VCUBE_FAULT_JITTER || (f->kept >= VC_FAULTS_KEPT && !first_lost))
		return true;
	if (!note(self, &(struct vcube_fault){
			.kind = kind, .from = c->from, .to = c->to, .bytes = bytes, .time = -1,
			.number = fate->stats->number,
			.bit = kind == VCUBE_FAULT_CORRUPT ? fate->bit : 0,
		}, &fate->note))
		return false;
	if (first_lost)
		fate->stats->drop = fate->note;
	return true;
}

/* A stream of its own for each message. */
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

/* All is drawn for every message, so that what one kind does is the same with and
 * without the others. */
static void
draw(const struct vcube_machine *m, const struct vc_channel *c, size_t bytes, struct vc_fault_action *fate)
{
	const struct vc_faults *f = m->faults;
	uint64_t random = stream_of(f->seed, c, fate->stats->number);
	const bool drop = is_hit(vc_random(&random), f->chance[VCUBE_FAULT_DROP]);
	const bool duplicate = is_hit(vc_random(&random), f->chance[VCUBE_FAULT_DUPLICATE]);
	const bool corrupt = is_hit(vc_random(&random), f->chance[VCUBE_FAULT_CORRUPT]);
	const uint64_t delay = vc_random(&random) % ((uint64_t)f->jitter + 1);
	const uint64_t bit = vc_random(&random);

	fate->drop = drop;
	fate->duplicate = duplicate && !drop;
	fate->corrupt = corrupt && !drop && bytes > 0;
	fate->bit = fate->corrupt ? bit % (8 * (uint64_t)bytes) : 0;
	fate->jitter = f->jitter > 0 && m->timed && !drop;
	fate->delay = fate->jitter ? (vcube_time)delay : 0;
}

static bool
record_all(vcube_node *self, const struct vc_channel *c, size_t bytes, struct vc_fault_action *fate)
{
	return (!fate->drop || record(self, c, VCUBE_FAULT_DROP, bytes, fate)) &&
	       (!fate->duplicate || record(self, c, VCUBE_FAULT_DUPLICATE, bytes, fate)) &&
	       (!fate->corrupt || record(self, c, VCUBE_FAULT_CORRUPT, bytes, fate)) &&
	       (fate->delay == 0 || record(self, c, VCUBE_FAULT_JITTER, bytes, fate));
}

int
vc_fault_decide(vcube_node *self, struct vc_channel *c, size_t bytes, struct vc_fault_action *fate)
{
	const struct vc_faults *f = self->machine->faults;

	*fate = (struct vc_fault_action){.stats = aside_of(self, c)};
	if (fate->stats == NULL)
		return self->code;
	if (f == NULL || !f->of_messages || c->from == c->to)
		return 0;
	draw(self->machine, c, bytes, fate);
	if (!record_all(self, c, bytes, fate))
		return self->code;
	fate->stats->number++;
	/* no message of the queue has such a number */
	if (fate->drop)
		fate->lost_number = UINT32_C(0x80000000) | fate->stats->lost++;
	return 0;
}

/* "3@100": as the description has it. */
static void
crash(vcube_node *self, const struct vc_fault_node *f, vcube_time time)
{
	char when[VC_UNITS_ROOM], clock[VC_UNITS_ROOM] = "";
	const bool timely = f->operations < f->crash_after;

	if (timely)
		vc_print_time(f->crash_at, when);
	else
		snprintf(when, sizeof when, "%llu", (unsigned long long)f->crash_after);
	if (self->timed)
		vc_print_time(time, clock);
	vc_fail(self, VCUBE_EFAULT, "an injected fault ended node %d: it crashed after %llu operations%s%s "
		"(crash=%d@%s)", self->rank, (unsigned long long)f->operations,
		self->timed ? ", at " : "", clock, self->rank, when);
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
	    (f->crash_at == VC_NO_TIME || (time = vc_clock(self)) < f->crash_at)) {
		f->operations++;
		return self->code;
	}
	if (self->timed && time < 0)
		time = vc_clock(self);
	if (!note(self, &(struct vcube_fault){
			.kind = VCUBE_FAULT_CRASH, .from = self->rank, .to = -1,
			.number = f->operations, .time = time,
		}, &same))
		return self->code;
	f->count[VCUBE_FAULT_CRASH]++;
	crash(self, f, time);
	return self->code;
}

void
vc_fault_stamped(const vcube_node *self, const struct vc_fault_action *fate, struct vc_transit *transit)
{
	vc_fault_date(fate->note, self->now);
	if (fate->jitter)
		transit->arrival = vc_fault_arrival(fate->stats, transit->arrival, fate->delay);
}

bool
vc_fault_noted(vcube_node *self, const struct vc_fault_action *fate)
{
	return (!fate->drop && !fate->jitter && fate->note == NULL) ||
	       vc_journal_fault(self, &(struct vc_fault_act){
			.note = fate->note, .stats = fate->jitter ? fate->stats : NULL,
			.delay = fate->delay, .lost = fate->drop,
	       });
}

void
vc_fault_spoil(const struct vc_fault_action *fate, void *data)
{
	((unsigned char *)data)[fate->bit / 8] ^= (unsigned char)(1u << fate->bit % 8);
}

/* --- the machine's ----------------------------------------------------------- */

void
vc_faults_reset(vcube_machine *m)
{
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
