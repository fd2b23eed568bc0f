/* SPDX-License-Identifier: BSD-2-Clause */
/* What the nodes' calls record. */
#include <stdlib.h>
#include <string.h>
#include "nodes/call/group.h"
#include "nodes/message/message.h"
#include "nodes/trace/trace.h"

enum { DATA_CHUNK = 1 << 16, KEPT_FIRST = 8 };
/* Free clock: what takes a sender less than these ticks was no wait. */
enum { NO_WAIT = 1000 };

static uint8_t
type_code(vcube_type type)
{
	return type < VCUBE_TYPES_COUNT ? (uint8_t)type : 255;
}

/* `bytes` bytes of contents, at *offset in the log's; NULL: there is no room. */
static void *
store(struct vc_trace_log *log, uint64_t most, const void *from, size_t bytes, uint64_t *offset)
{
	struct vc_trace_chunk *c = log->datum;
	void *copy;

	if (bytes > most || log->bytes > most - bytes)
		return NULL;
	if (c == NULL || c->room - c->used < bytes) {
		const size_t room = bytes > DATA_CHUNK ? bytes : DATA_CHUNK;

		c = malloc(sizeof *c + room);
		if (c == NULL)
			return NULL;
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

static struct vc_trace_kept *
kept_of(struct vc_trace_log *log, unsigned i)
{
	if (i >= log->kept_room) {
		const unsigned room = log->kept_room ? 2 * log->kept_room : KEPT_FIRST;
		struct vc_trace_kept *kept = realloc(log->kept, room * sizeof *kept);

		if (kept == NULL)
			return NULL;
		memset(kept + log->kept_room, 0, (room - log->kept_room) * sizeof *kept);
		log->kept = kept;
		log->kept_room = room;
	}
	return &log->kept[i];
}

/* What a watch shows, stored once for as long as it does not change. */
static void
keep(vcube_node *self, unsigned i)
{
	const struct vcube_watched *w = &self->watches.list[i];
	const struct vc_trace *t = self->machine->trace;
	struct vc_trace_kept *k = kept_of(self->log, i);
	const size_t whole = w->count * vcube_type_size(w->type);
	size_t bytes = whole < t->contents ? whole : t->contents;
	uint64_t at = 0;

	if (k != NULL && k->copy != NULL && k->pointer == w->pointer && k->bytes == bytes &&
	    memcmp(k->copy, w->pointer, bytes) == 0) {
		at = k->at;
	} else {
		const void *copy = store(self->log, t->data_room, w->pointer, bytes, &at);

		if (copy == NULL)
			bytes = 0;
		if (k != NULL)
			*k = (struct vc_trace_kept){w->pointer, copy, at, bytes};
	}
	vc_trace_add(self->log, &(struct vc_event){
		.kind = VCUBE_EVENT_MEMORY, .time = VC_AS_BEFORE, .span = (int64_t)whole,
		.amount = at, .number = (uint32_t)bytes, .text = w->name,
		.peer = (int16_t)w->depth, .detail = type_code(w->type),
	});
}

static void
keep_all(vcube_node *self)
{
	if (self->machine->trace->contents > 0)
		for (unsigned i = 0; i < self->watches.used; i++)
			keep(self, i);
}

void
vc_trace_call(vcube_node *self, const struct vcube_call *c)
{
	struct vc_frame *f = &self->calls[self->depth - 1];

	f->since = vc_trace_now(self);
	vc_trace_add(self->log, &(struct vc_event){
		.kind = VCUBE_EVENT_CALL, .time = f->since, .span = (int64_t)c->count,
		.amount = c->bytes, .number = (uint32_t)c->size, .algorithm = f->algorithm,
		.peer = (int16_t)c->rank, .detail = type_code(c->type),
	});
	vc_trace_add(self->log, &(struct vc_event){
		.kind = VCUBE_EVENT_GROUP, .time = VC_AS_BEFORE, .amount = (uint64_t)c->root,
		.number = (c->group ? c->group->calls_made : self->calls_made) - 1,
		.text = c->op ? c->op->name : NULL,
		.peer = (int16_t)vc_group_member(self, c->group, 0), .detail = (uint8_t)self->depth,
	});
}

void
vc_trace_return(vcube_node *self)
{
	const struct vc_frame *f = &self->calls[self->depth - 1];
	const vcube_time now = vc_trace_now(self);

	/* what it is at the end, and then the end: at one time */
	vc_trace_add(self->log, &(struct vc_event){
		.kind = VCUBE_EVENT_RETURN, .time = now, .span = now - f->since,
		.number = (uint32_t)vc_group_size(self, f->group), .algorithm = f->algorithm,
		.peer = (int16_t)vcube_group_rank(self, f->group), .detail = (uint8_t)self->depth,
	});
	keep_all(self);
}

void
vc_trace_step(vcube_node *self)
{
	vc_trace_add(self->log, &(struct vc_event){
		.kind = VCUBE_EVENT_STEP, .time = vc_trace_now(self), .text = self->step,
		.number = (uint32_t)self->steps, .peer = -1, .detail = (uint8_t)self->depth,
	});
	keep_all(self);
}

void
vc_trace_send(vcube_node *self, const struct vc_sent *sent, const struct vc_transit *transit)
{
	struct vc_event e = {
		.kind = VCUBE_EVENT_SEND, .time = self->wall ? self->now : vc_trace_now(self),
		.amount = sent->bytes,
		.number = sent->number, .peer = (int16_t)sent->channel->to, .arrival = VC_NO_TIME,
	};

	if (self->timed && !self->journaled && transit != NULL) {
		e.arrival = transit->arrival;
		e.span = (self->wall ? self->begun : transit->arrival - transit->duration) - e.time;
	}
	vc_trace_add(self->log, &e);
}

void
vc_trace_sent(vcube_node *self, const struct vc_channel *c, uint32_t number, size_t bytes)
{
	const vcube_time now = vc_trace_now(self), since = self->sending;

	if (now - since > (self->timed ? 0 : NO_WAIT))
		vc_trace_add(self->log, &(struct vc_event){
			.kind = VCUBE_EVENT_SENT, .time = now, .span = now - since,
			.amount = bytes, .number = number, .peer = (int16_t)c->to,
		});
}

void
vc_trace_got(vcube_node *self, const struct vc_channel *c, size_t bytes)
{
	const vcube_time now = vc_trace_now(self);
	const vcube_time since = self->receiving == VC_AS_BEFORE ? now : self->receiving;

	vc_trace_add(self->log, &(struct vc_event){
		.kind = VCUBE_EVENT_GOT, .time = since, .span = now - since, .amount = bytes,
		.peer = (int16_t)c->from, .arrival = self->receiving_any,
		.number = atomic_load_explicit(&c->in.head, memory_order_relaxed),
	});
}

void
vc_trace_got_nothing(vcube_node *self, int from)
{
	const vcube_time now = vc_trace_now(self);

	vc_trace_add(self->log, &(struct vc_event){
		.kind = VCUBE_EVENT_GOT, .time = self->receiving, .span = now - self->receiving,
		.peer = (int16_t)from, .arrival = from < 0, .detail = 1,
	});
}

void
vc_trace_wait(vcube_node *self, enum vcube_events kind, vcube_time since)
{
	const vcube_time now = vc_trace_now(self);

	vc_trace_add(self->log, &(struct vc_event){
		.kind = (uint8_t)kind, .time = now, .span = now - since, .peer = -1,
	});
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
	vc_trace_add(self->log, &(struct vc_event){
		.kind = VCUBE_EVENT_WORK, .time = vc_trace_now(self), .span = time,
		.amount = amount, .peer = -1, .detail = (uint8_t)kind, .text = works[kind],
	});
}

void
vc_trace_watch(vcube_node *self, const struct vcube_watched *w, size_t count)
{
	vc_trace_add(self->log, &(struct vc_event){
		.kind = VCUBE_EVENT_WATCH, .time = vc_trace_now(self), .text = w->name,
		.amount = count, .number = (uint32_t)vcube_type_size(w->type),
		.peer = (int16_t)w->depth, .detail = type_code(w->type),
	});
}

void
vc_trace_fail(vcube_node *self)
{
	vc_trace_add(self->log, &(struct vc_event){
		.kind = VCUBE_EVENT_FAIL, .time = vc_trace_now(self), .text = self->failure.text,
		.amount = (uint64_t)-(int64_t)self->code, .peer = -1,
	});
}

void
vc_trace_stuck(vcube_node *n, const struct vc_wait *w, int peer)
{
	vc_trace_add(n->log, &(struct vc_event){
		.kind = VCUBE_EVENT_WAIT, .time = vc_trace_now(n), .text = n->site.here,
		.amount = w->bytes, .peer = (int16_t)peer, .detail = (uint8_t)w->kind,
	});
}
