/* SPDX-License-Identifier: BSD-2-Clause */
/* A hash table with open addresses; see the header. */
#include <string.h>
#include "base/index.h"
#include "base/text.h"

enum { LEAST = 1024 };

static uint64_t
mix(uint64_t hash, uint64_t word)
{
	hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
	return hash ^ hash >> 32;
}

uint64_t
index_hash(const void *data, size_t bytes)
{
	const char *const begin = data;
	uint64_t hash = mix(0, bytes), word;

	for (size_t at = 0; at < bytes; at += sizeof word) {
		word = 0;
		memcpy(&word, begin + at, bytes - at < sizeof word ? bytes - at : sizeof word);
		hash = mix(hash, word);
	}
	return hash;
}

int
index_find(const struct index *index, uint64_t hash, bool (*is_same)(const void *what, int number),
	   const void *what)
{
	const struct index_entry *e;

	if (!index->room)
		return -1;
	for (uint64_t i = hash;; i++) {
		e = &index->list[i & (index->room - 1)];
		if (!e->number)
			return -1;
		if (e->hash == hash && is_same(what, e->number - 1))
			return e->number - 1;
	}
}

static void
place(struct index *index, struct index_entry entry)
{
	uint64_t i = entry.hash;

	while (index->list[i & (index->room - 1)].number)
		i++;
	index->list[i & (index->room - 1)] = entry;
}

static void
enlarge(struct index *index)
{
	const struct index old = *index;

	index->room = old.room ? 4 * old.room : LEAST;
	index->list = grow(NULL, index->room, sizeof *index->list);
	for (size_t i = 0; i < old.room; i++)
		if (old.list[i].number)
			place(index, old.list[i]);
	discard(old.list);
}

void
index_add(struct index *index, uint64_t hash, int number)
{
	if (++index->count * 2 >= index->room)
		enlarge(index);
	place(index, (struct index_entry) { hash, number + 1 });
}

void
index_close(struct index *index)
{
	discard(index->list);
	*index = (struct index) { 0 };
}
