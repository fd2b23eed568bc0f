/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Buffers in use: memory of a receive that has not ended is nobody else's, and that of a send is
 * not written. Only data that are one piece of memory are compared with others: those of others
 * may lie between each other.
 */
#include <stdlib.h>
#include <string.h>
#include "explain.h"
#include "wrong.h"

/* Where data lie that are one piece of memory; no bytes: they do not count. */
struct piece {
	uintptr_t from, bytes;
};

static struct piece
piece_of(const struct envelope *e)
{
	struct piece none = {0, 0};

	if (e->comm == NULL || e->peer == MPI_PROC_NULL || !vcm_type_is_piece(e->type, e->count))
		return none;
	return (struct piece){(uintptr_t)vcm_type_data(e->type, e->buffer), vcm_bytes_of(e)};
}

static bool
overlap(struct piece a, struct piece b)
{
	return a.bytes > 0 && b.bytes > 0 && (a.from - b.from < b.bytes || b.from - a.from < a.bytes);
}

void
vcm_buffer_check(struct process *p, const struct envelope *e, bool receives)
{
	const struct piece mine = piece_of(e);
	char text[CALL_ROOM] = "", place[PLACE_ROOM];
	const struct request *r = NULL;
	FILE *out;

	while ((r = vcm_object_next(p, KIND_REQUEST, r)) != NULL) {
		if (r->state != REQUEST_ACTIVE || r->kind > REQUEST_RECV
		    || (r->kind == REQUEST_SEND && !receives) || &r->envelope == e
		    || !overlap(mine, piece_of(&r->envelope)))
			continue;
		out = fmemopen(text, sizeof text, "w");
		if (out != NULL) {
			vcm_explain_request(out, r);
			fclose(out);
		}
		vcm_wrong(p, "buffer in use", "%s at %s %s memory that %s %s until it is waited for",
			  p->call.name, vcm_place(p->call.site, place),
			  receives ? "receives to" : "sends", text,
			  r->kind == REQUEST_RECV ? "receives to" : "sends");
	}
}

void
vcm_both_check(struct process *p, const struct envelope *out, const struct envelope *in)
{
	char place[PLACE_ROOM];

	if (overlap(piece_of(out), piece_of(in)))
		vcm_wrong(p, "buffer in use", "%s at %s receives to memory that it sends",
			  p->call.name, vcm_place(p->call.site, place));
}

void
vcm_unchanged_check(struct process *p, const struct request *r)
{
	const struct envelope *e = &r->envelope;
	const size_t bytes = vcm_bytes_of(e);
	void *now = vcm_memory(p, bytes);
	char text[CALL_ROOM] = "", place[PLACE_ROOM];
	bool same;
	FILE *out;

	vcm_type_pack(e->type, e->count, e->buffer, now);
	same = memcmp(now, (const char *)r->packed.data + sizeof(struct header), bytes) == 0;
	free(now);
	if (same)
		return;
	out = fmemopen(text, sizeof text, "w");
	if (out != NULL) {
		vcm_explain_request(out, r);
		fclose(out);
	}
	vcm_wrong(p, "buffer in use", "the data of %s were changed before it ended, in %s at %s", text,
		  p->call.name, vcm_place(p->call.site, place));
}
