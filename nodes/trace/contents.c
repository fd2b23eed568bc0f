/* SPDX-License-Identifier: BSD-2-Clause */
/* Records the contents of the memory that a node watches. */
#include <stdlib.h>
#include <string.h>
#include "record.h"

enum { CHUNK = 1 << 16, KEPT_FIRST = 8 };

/* Stores `bytes` of contents, at *offset among the log's; NULL: there is no room. */
static void *
store(struct vc_trace_log *log, uint64_t most, const void *from, size_t bytes, uint64_t *offset)
{
	struct vc_trace_chunk *c = log->datum;
	void *copy;

	if (bytes > most || log->bytes > most - bytes)
		return NULL;
	if (c == NULL || c->room - c->used < bytes) {
		const size_t room = bytes > CHUNK ? bytes : CHUNK;

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

/* Logs the contents of a watch, and stores them only if they changed. */
static void
keep(vcube_node *self, unsigned i)
{
	const struct vcube_watched *w = &self->watches.list[i];
	struct vc_trace *t = self->machine->trace;
	struct vc_trace_log *log = &t->log[self->rank];
	struct vc_trace_kept *k = kept_of(log, i);
	const size_t whole = w->count * vcube_type_size(w->type);
	size_t bytes = whole < t->contents ? whole : t->contents;
	uint64_t at = 0;

	if (k != NULL && k->copy != NULL && k->pointer == w->pointer && k->bytes == bytes &&
	    memcmp(k->copy, w->pointer, bytes) == 0) {
		at = k->at;
	} else {
		const void *copy = store(log, t->data_room, w->pointer, bytes, &at);

		if (copy == NULL)
			bytes = 0;
		if (k != NULL)
			*k = (struct vc_trace_kept){w->pointer, copy, at, bytes};
	}
	vc_log_add(self->log, &(struct vc_log_entry){
		.kind = VCUBE_EVENT_MEMORY, .span = (int64_t)whole,
		.amount = at, .number = (uint32_t)bytes, .text = w->name,
		.peer = (int16_t)w->depth, .detail = vc_trace_type(w->type),
	});
}

void
vc_trace_contents(vcube_node *self)
{
	if (self->machine->trace->contents > 0)
		for (unsigned i = 0; i < self->watches.used; i++)
			keep(self, i);
}
