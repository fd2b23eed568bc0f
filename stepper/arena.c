/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory of a recording. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "arena.h"

enum { CHUNK = 1 << 18, TEXTS_FIRST = 256 };

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

void
vc_arena_close(struct vc_arena *a)
{
	while (a->chunks != NULL) {
		struct vc_arena_chunk *const next = a->chunks->next;

		free(a->chunks);
		a->chunks = next;
	}
	free(a->texts);
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
	if (chunk == NULL)
		return false;
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

/* FNV-1a */
static uint64_t
hash(const char *text)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	for (; *text; text++)
		h = (h ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
	return h;
}

/* Return the slot of the text, or the one where it would go. Less than half of the table is
 * used. */
static const char **
place_of(const char **texts, size_t room, const char *text)
{
	size_t i = hash(text) & (room - 1);

	while (texts[i] != NULL && strcmp(texts[i], text) != 0)
		i = (i + 1) & (room - 1);
	return &texts[i];
}

static bool
grow(struct vc_arena *a)
{
	const size_t room = a->text_room ? 2 * a->text_room : TEXTS_FIRST;
	const char **const texts = calloc(room, sizeof *texts);

	if (texts == NULL)
		return false;
	for (size_t i = 0; i < a->text_room; i++)
		if (a->texts[i] != NULL)
			*place_of(texts, room, a->texts[i]) = a->texts[i];
	free(a->texts);
	a->texts = texts;
	a->text_room = room;
	return true;
}

const char *
vc_arena_text(struct vc_arena *a, const char *text)
{
	const char **place;
	char *copy;

	if (text == NULL || *text == '\0')
		return "";
	if (2 * (a->text_count + 1) > a->text_room && !grow(a))
		return "?";
	place = place_of(a->texts, a->text_room, text);
	if (*place != NULL)
		return *place;
	copy = vc_arena_take(a, strlen(text) + 1, 1);
	if (copy == NULL)
		return "?";
	a->text_count++;
	return *place = strcpy(copy, text);
}
