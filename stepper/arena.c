/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory of a recording. */
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include "recording.h"

enum { CHUNK = 1 << 18 };

struct vc_arena_chunk {
	struct vc_arena_chunk *next;
	size_t size, used;
	char data[] __attribute__((aligned(16)));
};

void
vc_arena_open(struct vc_arena *a, size_t room)
{
	*a = (struct vc_arena){.room = room};
}

/* The chunks own the texts. */
static void
keep(void *text)
{
	(void)text;
}

void
vc_arena_close(struct vc_arena *a)
{
	tdestroy(a->texts, keep);
	while (a->chunks != NULL) {
		struct vc_arena_chunk *const next = a->chunks->next;

		free(a->chunks);
		a->chunks = next;
	}
	*a = (struct vc_arena){.room = 0};
}

static bool
add_chunk(struct vc_arena *a, size_t least)
{
	const size_t size = least > CHUNK ? least : CHUNK;
	struct vc_arena_chunk *chunk;

	if (size > a->room - a->used)
		return false;
	chunk = malloc(sizeof *chunk + size);
	if (chunk == NULL) {
		a->refused = true;
		return false;
	}
	*chunk = (struct vc_arena_chunk){.next = a->chunks, .size = size};
	a->chunks = chunk;
	a->used += size;
	return true;
}

void *
vc_arena_take(struct vc_arena *a, size_t count, size_t size)
{
	size_t bytes;
	void *block;

	if (__builtin_mul_overflow(count, size, &bytes) || bytes > a->room)
		return NULL;
	bytes = (bytes + 15) & ~(size_t)15;
	if ((a->chunks == NULL || a->chunks->size - a->chunks->used < bytes) && !add_chunk(a, bytes))
		return NULL;
	block = a->chunks->data + a->chunks->used;
	a->chunks->used += bytes;
	return memset(block, 0, bytes);
}

static int
by_text(const void *a, const void *b)
{
	return strcmp(a, b);
}

const char *
vc_arena_text(struct vc_arena *a, const char *text)
{
	const char *const *found;
	char *copy;

	if (text == NULL || *text == '\0')
		return "";
	found = tfind(text, &a->texts, by_text);
	if (found != NULL)
		return *found;
	copy = vc_arena_take(a, strlen(text) + 1, 1);
	if (copy != NULL && tsearch(strcpy(copy, text), &a->texts, by_text) != NULL)
		return copy;
	a->lost_text = true;
	a->refused |= copy != NULL;
	return "?";
}
