/* SPDX-License-Identifier: BSD-2-Clause */
/* Hooks that record the calls of nodes, and the contents of the memory that they watch. */
#include <stdlib.h>
#include <string.h>
#include "group.h"
#include "record.h"

/* Free clock: if a send takes fewer ticks than these, the sender did not wait. */
enum { NO_WAIT = 1000 };

static void
stamp(vcube_node *self)
{
	const struct vc_moment now = vc_trace_moment(self);

	vc_log_time(self->log, &now);
}

/* Logs an event of one word that ends now. Under the virtual clock it began when the last
 * event ended, else at `since`. */
static void
record(vcube_node *self, const struct vc_moment *since, unsigned kind, int peer, uint64_t amount)
{
	const struct vc_moment now = vc_trace_moment(self);

	if (self->log->clock == NULL)
		vc_log_time(self->log, since);
	vc_log_event(self->log, &now, kind, peer, amount);
}

/* Sets how often short messages and steps get a time: within a call, not all do. */
static void
lean(vcube_node *self, int depth)
{
	self->log->lean = depth > 0 && self->log->undated ? VC_LOG_STRETCH - 1 : 0;
}

enum { CHUNK = 1 << 16, KEPT_FIRST = 8 };

static void *
no_memory(vcube_node *self)
{
	vc_fail(self, VCUBE_EHOST, "no memory for the contents in a trace");
	return NULL;
}

/* Stores `bytes` of contents, at *offset among the log's; NULL: there is no room. */
static void *
store(vcube_node *self, const void *from, size_t bytes, uint64_t *offset)
{
	struct vc_trace_log *const log = &self->machine->trace->log[self->rank];
	const uint64_t most = self->machine->trace->data_room;
	struct vc_trace_chunk *c = log->datum;
	void *copy;

	if (bytes > most || log->bytes > most - bytes)
		return NULL;
	if (c == NULL || c->room - c->used < bytes) {
		const size_t room = bytes > CHUNK ? bytes : CHUNK;

		c = malloc(sizeof *c + room);
		if (c == NULL)
			return no_memory(self);
		*c = (struct vc_trace_chunk){.room = room};
		*(log->datum == NULL ? &log->data : &log->datum->next) = c;
		log->datum = c;
	}
	copy = (char *)(c + 1) + c->used;
	memcpy(copy, from, bytes);
	*offset = log->bytes;
	c->used += bytes;
	log->bytes += bytes;
	return copy;
}

/* Returns what was stored of a watch; NULL if the node has failed. */
static struct vc_trace_kept *
kept_of(vcube_node *self, unsigned i)
{
	struct vc_trace_log *const log = &self->machine->trace->log[self->rank];

	if (i >= log->kept_room) {
		const unsigned room = log->kept_room ? 2 * log->kept_room : KEPT_FIRST;
		struct vc_trace_kept *kept = realloc(log->kept, room * sizeof *kept);

		if (kept == NULL)
			return no_memory(self);
		memset(kept + log->kept_room, 0, (room - log->kept_room) * sizeof *kept);
		log->kept = kept;
		log->kept_room = room;
	}
	return &log->kept[i];
}

/* Logs the contents of a watch, and stores them only if they changed. */
static void
keep(vcube_node *self, unsigned i)
{
	const struct vcube_watched *w = &self->watches.list[i];
	const struct vc_trace *t = self->machine->trace;
	struct vc_trace_kept *k = kept_of(self, i);
	const size_t whole = w->count * vcube_type_size(w->type);
	size_t bytes = whole < t->contents ? whole : t->contents;
	uint64_t at = 0;

	if (k == NULL)
		return;
	if (k->copy != NULL && k->pointer == w->pointer && k->bytes == bytes &&
	    memcmp(k->copy, w->pointer, bytes) == 0) {
		at = k->at;
	} else {
		const void *copy = store(self, w->pointer, bytes, &at);

		if (copy == NULL)
			bytes = 0;
		*k = (struct vc_trace_kept){w->pointer, copy, at, bytes};
	}
	vc_log_add(self->log, &(struct vc_log_entry){
		.kind = VCUBE_EVENT_MEMORY, .span = (int64_t)whole,
		.amount = at, .number = (uint32_t)bytes, .text = w->name,
		.peer = (int16_t)w->depth, .detail = vc_trace_type(w->type),
	});
}

/* Records the contents of a node's watches if the trace keeps contents. */
static void
keep_contents(vcube_node *self)
{
	if (self->machine->trace->contents > 0)
		for (unsigned i = 0; i < self->watches.used; i++)
			keep(self, i);
}

/* Returns the lower half of a peer, after it has logged the upper one. */
static int16_t
lower_half(vcube_node *self, int peer)
{
	if (vc_unlikely(peer > INT16_MAX))
		vc_log_say(self->log, VC_LOG_PEER, (uint64_t)peer >> 16);
	return (int16_t)peer;
}

/* Logs a CALL or START with the arguments of the call. */
static void
begin(vcube_node *self, enum vcube_events kind, const struct vcube_call *c)
{
	vc_log_add(self->log, &(struct vc_log_entry){
		.kind = kind, .span = (int64_t)c->count, .amount = c->bytes,
		.number = (uint32_t)c->size, .text = self->calls[self->depth - 1].algorithm,
		.peer = lower_half(self, c->rank), .detail = vc_trace_type(c->type),
	});
}

static void
group(vcube_node *self, const struct vcube_call *c, uint32_t number, int depth)
{
	vc_log_add(self->log, &(struct vc_log_entry){
		.kind = VCUBE_EVENT_GROUP, .amount = (uint64_t)c->root, .number = number,
		.text = c->op ? c->op->name : NULL,
		.peer = lower_half(self, vc_group_member(self, c->group, 0)), .detail = (uint8_t)depth,
	});
}

void
vc_trace_call(vcube_node *self, const struct vcube_call *c)
{
	const uint32_t number = (c->group ? c->group->calls_made : self->calls_made) - 1;
	const struct vc_moment now = vc_trace_moment(self);
	struct vc_repeated *const last = &self->last_call;

	if (!vc_trace_is_again(self, c) || !vc_log_again(self->log, &now, number, last->logged, last->logged_end)) {
		if (c == &last->whole)
			last->logged = NULL;
		vc_log_time(self->log, &now);
		self->log->call = self->log->at;
		begin(self, VCUBE_EVENT_CALL, c);
		group(self, c, number, self->depth);
	}
	lean(self, self->depth);
}

static void
watch(vcube_node *self, const struct vcube_watched *w, size_t count)
{
	vc_log_add(self->log, &(struct vc_log_entry){
		.kind = VCUBE_EVENT_WATCH, .text = w->name,
		.amount = count, .number = (uint32_t)vcube_type_size(w->type),
		.peer = (int16_t)w->depth, .detail = vc_trace_type(w->type),
	});
}

void
vc_trace_watch(vcube_node *self, const struct vcube_watched *w, size_t count)
{
	/* watches of a call follow it at once and share its time */
	if (!self->log->undated || w->depth == 0)
		stamp(self);
	watch(self, w, count);
}

void
vc_trace_watches(vcube_node *self, const struct vcube_call *c, const struct vcube_watched *w, unsigned count)
{
	struct vc_repeated *const last = &self->last_call;

	if (vc_trace_is_again(self, c))
		return;
	for (unsigned i = 0; i < count; i++)
		watch(self, &w[i], w[i].count);
	/* not if there was no room, or the upper halves of peers lie between them */
	if (c == &last->whole && self->log->at != self->log->end &&
	    (self->log->at - self->log->call) % VC_LOG_LONG == 0) {
		last->logged = self->log->call;
		last->logged_end = self->log->at;
	}
}

void
vc_trace_return(vcube_node *self)
{
	const struct vc_moment now = vc_trace_moment(self);

	vc_log_event(self->log, &now, VCUBE_EVENT_RETURN, self->depth, 0);
	/* the contents of memory at the end have the same time as the end */
	keep_contents(self);
	lean(self, self->depth - 1);
}

/* Notes when a call starts, and logs the time; returns its number, or -1 if the node has failed. */
static int64_t
note_start(vcube_node *self)
{
	struct vc_trace_log *const log = &self->machine->trace->log[self->rank];

	if (log->starts == log->starts_room) {
		const uint32_t room = log->starts_room ? 2 * log->starts_room : KEPT_FIRST;
		struct vc_moment *started = realloc(log->started, room * sizeof *started);

		if (started == NULL) {
			vc_fail(self, VCUBE_EHOST, "no memory for the calls in a trace");
			return -1;
		}
		log->started = started;
		log->starts_room = room;
	}
	log->started[log->starts] = vc_trace_moment(self);
	vc_log_time(self->log, &log->started[log->starts]);
	return log->starts++;
}

void
vc_trace_start(vcube_node *self, const struct vcube_call *c, uint32_t in_group)
{
	const int64_t number = note_start(self);

	if (number < 0)
		return;
	self->calls[self->depth - 1].start = (unsigned)(number + 1) & INT32_MAX;
	begin(self, VCUBE_EVENT_START, c);
	group(self, c, in_group, 0);
}

void
vc_trace_done(vcube_node *self)
{
	const struct vc_frame *f = &self->calls[self->depth - 1];

	stamp(self);
	vc_log_add(self->log, &(struct vc_log_entry){
		.kind = VCUBE_EVENT_DONE, .number = f->start - 1, .text = f->algorithm,
		.peer = lower_half(self, vcube_group_rank(self, f->group)),
	});
}

void
vc_trace_step(vcube_node *self)
{
	if (!vc_log_lean_step(self->log, self->depth, self->step)) {
		const struct vc_moment now = vc_trace_moment(self);

		vc_log_step(self->log, &now, self->depth, self->step);
	}
	keep_contents(self);
}

void
vc_trace_send_long(vcube_node *self, const struct vc_send_wait *sent, enum vc_startup startup)
{
	const struct vc_moment now = vc_trace_moment(self);

	vc_log_event(self->log, &now, VC_LOG_SEND + startup, sent->channel->to, sent->bytes);
}

void
vc_log_transit(vcube_node *self, const struct vc_slot *slot)
{
	const vcube_time arrival = slot->timed.transit.arrival;

	if (self->begun > self->now)
		vc_log_say(self->log, VC_LOG_START, (uint64_t)(self->begun - self->now));
	vc_log_say(self->log, VC_LOG_ARRIVAL,
		   arrival > self->now ? (uint64_t)(arrival - self->now) : 0);
}

void
vc_trace_send_faulty(vcube_node *self, const struct vc_send_wait *sent, enum vc_startup startup,
		     const struct vc_slot *slot)
{
	const struct vc_moment now = self->clock->moment_sent(self);

	if (slot == NULL)
		vc_log_say(self->log, VC_LOG_NUMBER, sent->number);
	else if (self->clock->log_transit != NULL)
		self->clock->log_transit(self, slot);
	vc_log_event(self->log, &now, VC_LOG_SEND + startup, sent->channel->to, sent->bytes);
}

void
vc_trace_sent_late(vcube_node *self, const struct vc_send_wait *sent)
{
	const struct vc_moment since = self->sending, now = vc_trace_moment(self);
	const struct vc_channel *const c = sent->channel;

	if (self->log->clock == NULL &&
	    (!self->sending_late || (int64_t)(now.stamp - since.stamp) <= (self->log->undated ? NO_WAIT : 0)))
		return;
	if (sent->number + 1 != c->out.tail)
		vc_log_say(self->log, VC_LOG_NUMBER, sent->number);
	record(self, &since, VCUBE_EVENT_SENT, c->to, sent->bytes);
}

void
vc_trace_got_late(vcube_node *self, int from, size_t bytes)
{
	if (vc_unlikely(self->receiving_any))
		vc_log_put(self->log, VC_LOG_FROM_ANY);
	if (self->log->clock != NULL || self->receiving_late) {
		record(self, &self->receiving, VCUBE_EVENT_GOT, from, bytes);
	} else {
		const struct vc_moment now = vc_trace_moment(self);

		vc_log_event(self->log, &now, VC_LOG_FOUND, from, bytes);
	}
	self->receiving_any = self->receiving_late = false;
}

void
vc_trace_got_odd(vcube_node *self, int from, uint32_t number, size_t bytes)
{
	vc_log_say(self->log, VC_LOG_NUMBER, number);
	vc_trace_got_late(self, from, bytes);
}

void
vc_trace_got_nothing(vcube_node *self, int from)
{
	self->receiving_any = from < 0;
	vc_log_say(self->log, VC_LOG_DETAIL, 1);
	vc_trace_got_late(self, from, 0);
}

void
vc_trace_wait(vcube_node *self, enum vcube_events kind, const struct vc_moment *since)
{
	record(self, since, kind, -1, 0);
}

static const char *const works[] = {
	[VCUBE_WORK_COPY] = "copy",
	[VCUBE_WORK_REORDER] = "reorder",
	[VCUBE_WORK_REORDER_STARTUP] = "reorder start-up",
	[VCUBE_WORK_REORDER_BLOCK] = "reorder block",
	[VCUBE_WORK_SCATTER] = "scatter",
	[VCUBE_WORK_SCATTER_BLOCK] = "scatter block",
	[VCUBE_WORK_INDEX] = "index",
	[VCUBE_WORK_INDEX_STARTUP] = "index start-up",
	[VCUBE_WORK_INDEX_PIECE] = "index piece",
	[VCUBE_WORK_INDEX_ODD] = "index odd",
	[VCUBE_WORK_COMBINE] = "combine",
	[VCUBE_WORK_COMBINE_STARTUP] = "combine start-up",
	[VCUBE_WORK_FLOP] = "flop",
	[VC_TRACE_COMPUTE] = "compute",
};

void
vc_trace_work(vcube_node *self, int kind, uint64_t amount, vcube_time time)
{
	stamp(self);
	vc_log_add(self->log, &(struct vc_log_entry){
		.kind = VCUBE_EVENT_WORK, .span = time,
		.amount = amount, .peer = -1, .detail = (uint8_t)kind, .text = works[kind],
	});
}

void
vc_trace_fail(vcube_node *self)
{
	stamp(self);
	vc_log_add(self->log, &(struct vc_log_entry){
		.kind = VCUBE_EVENT_FAIL, .text = self->failure.text,
		.amount = (uint64_t)-(int64_t)self->code, .peer = -1,
	});
}

void
vc_trace_stuck(vcube_node *n, const struct vc_wait *w, int peer)
{
	stamp(n);
	vc_log_add(n->log, &(struct vc_log_entry){
		.kind = VCUBE_EVENT_WAIT, .text = n->site.here,
		.amount = w->bytes, .peer = (int16_t)peer, .detail = (uint8_t)w->kind,
	});
}
