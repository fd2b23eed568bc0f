/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Bounded memory of a recording, released all at once; and texts in it, each kept once, so
 * that equal texts are one pointer.
 */
#ifndef ARENA_H
#define ARENA_H

#include <stddef.h>

struct vc_arena {
	struct vc_arena_chunk *chunks;
	size_t used, room;              /* bytes taken from the host, and their limit */
	void *texts;                    /* a tree: see tsearch(3) */
};

void vc_arena_open(struct vc_arena *a, size_t room);
void vc_arena_close(struct vc_arena *a);
/* Allocate cleared memory; NULL if the room or the host's memory is used up. */
void *vc_arena_take(struct vc_arena *a, size_t count, size_t size);
/* Keep a text; return "?" if there is no room, "" for NULL. */
const char *vc_arena_text(struct vc_arena *a, const char *text);

#endif
