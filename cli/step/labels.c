/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Labels blocks by their origin.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "run/pattern.h"
#include "step/labels.h"

static void
add_origin(struct labels *l, int rank, int block)
{
	struct origin *o = &l->origin[l->count++];

	pattern_fill(l->c, rank, block, l->block);
	*o = (struct origin) { .rank = rank, .block = block };
	memcpy(&o->word, l->block, sizeof o->word);
}

static int
by_word(const void *a, const void *b)
{
	const uint64_t x = ((const struct origin *)a)->word, y = ((const struct origin *)b)->word;

	return (x > y) - (x < y);
}

void
labels_open(struct labels *l, const struct run_case *c)
{
	const int blocks = vcube_blocks_of(vcube_collective_shape(c->collective)->in, c->nodes);
	const bool rooted = has_trait(c->collective, VCUBE_IN_AT_ROOT);

	*l = (struct labels) { .c = c };
	l->block = grow(NULL, 1, c->bytes + 1);
	l->origin = grow(NULL, (size_t)c->nodes * (size_t)(blocks + 1), sizeof *l->origin);
	if (c->marked)
		return;
	for (int rank = rooted ? c->root : 0; rank < (rooted ? c->root + 1 : c->nodes); rank++)
		for (int block = 0; block < blocks; block++)
			add_origin(l, rank, block);
	qsort(l->origin, l->count, sizeof *l->origin, by_word);
}

void
labels_close(struct labels *l)
{
	free(l->origin);
	free(l->block);
}

static bool
is_nothing(const char *data, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		if (data[i])
			return false;
	return true;
}

/* Write nodes as "013" on up to ten nodes, else as "0-3,8", or "all". */
static void
write_members(const struct run_case *c, uint64_t members, FILE *out)
{
	bool first = true;

	if (c->nodes > 10 && members == UINT64_MAX >> (64 - c->nodes)) {
		fputs("all", out);
		return;
	}
	for (int rank = 0, last; rank < c->nodes; rank = last + 1) {
		last = rank;
		if (!(members >> rank & 1))
			continue;
		while (c->nodes > 10 && last + 1 < c->nodes && members >> (last + 1) & 1)
			last++;
		fprintf(out, c->nodes > 10 && !first ? ",%d" : "%d", rank);
		if (last > rank)
			fprintf(out, "-%d", last);
		first = false;
	}
}

static void
write_sum(const struct run_case *c, const void *data, size_t bytes, FILE *out)
{
	const struct members m = pattern_members(c, data, bytes);

	if (!m.is_sum) {
		fputc('?', out);
		return;
	}
	if (m.block >= 0)
		fprintf(out, "%d:", m.block);
	write_members(c, m.nodes, out);
	if (!m.whole)
		fputc('~', out);
}

static void
write_origin(struct labels *l, const char *data, size_t bytes, FILE *out)
{
	const struct run_case *c = l->c;
	struct origin key = { 0 };
	const struct origin *o;

	memcpy(&key.word, data, bytes < sizeof key.word ? bytes : sizeof key.word);
	o = bsearch(&key, l->origin, l->count, sizeof key, by_word);
	if (!o) {
		fputc('?', out);
		return;
	}
	if (!has_block_for_each(c->collective))
		fprintf(out, "%d", o->rank);
	else if (has_trait(c->collective, VCUBE_IN_AT_ROOT))
		fprintf(out, "%d", o->block);
	else
		fprintf(out, "%d>%d", o->rank, o->block);
	pattern_fill(c, o->rank, o->block, l->block);
	if (bytes < c->bytes || memcmp(l->block, data, c->bytes) != 0)
		fputc('~', out);
}

void
labels_text(void *arg, const struct vcube_watched *watched, const void *data, size_t bytes,
	    char *label, size_t room)
{
	struct labels *l = arg;
	FILE *out;

	(void)watched;
	if (is_nothing(data, bytes)) {
		snprintf(label, room, ".");
		return;
	}
	out = fmemopen(label, room, "w");
	if (!out)
		return;
	if (l->c->marked)
		write_sum(l->c, data, bytes, out);
	else
		write_origin(l, data, bytes, out);
	fclose(out);
}
