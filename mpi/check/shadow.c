/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Buffers of collectives that run beside the program. What is received goes to a copy of the
 * program's memory, and from there to where it belongs once the program waits for it: else a
 * write of the program could not be told from the collective's own.
 */
#include <stdlib.h>
#include "shadow.h"

/* What blocks span: beyond this much more than their data, they are taken as scattered. */
enum { GAPS_MOST = 64 << 10 };

struct span {
	const char *from, *to;
	size_t bytes;           /* of data */
};

static struct span
span_of(const struct blocks *blocks)
{
	struct span all = {NULL, NULL, 0};

	for (int i = 0; i < blocks->members; i++) {
		const struct block b = vcm_block(blocks, i);
		int64_t offset;
		const int64_t bytes = vcm_type_span(b.type, b.count, &offset);
		const char *const from = (const char *)b.buffer + offset;

		if (bytes == 0)
			continue;
		if (all.from == NULL || from < all.from)
			all.from = from;
		if (all.to == NULL || from + bytes > all.to)
			all.to = from + bytes;
		all.bytes += vcm_block_bytes(&b);
	}
	return all;
}

static void
lend(struct process *p, const struct request *r, const struct blocks *blocks, bool written)
{
	for (int i = 0; i < blocks->members; i++) {
		const struct block b = vcm_block(blocks, i);

		vcm_lend(p, &b, written, (struct lending){.request = r});
	}
}

/* Copies the blocks from one place to another. */
static void
copy(const struct blocks *blocks, void *to, void *from)
{
	struct blocks out = *blocks, in = *blocks;

	out.buffer = to;
	in.buffer = from;
	for (int i = 0; i < blocks->members; i++) {
		const struct block there = vcm_block(&out, i), here = vcm_block(&in, i);

		vcm_block_copy(&there, &here);
	}
}

void
vcm_shadow_begin(struct process *p, const struct request *r, struct shadow *s, struct coll *c)
{
	const struct span span = span_of(&c->out);

	*s = (struct shadow){.real = c->out.buffer};
	if (!c->in_place)
		lend(p, r, &c->in, false);
	if (span.bytes == 0 || (size_t)(span.to - span.from) > 2 * span.bytes + GAPS_MOST)
		return;
	lend(p, r, &c->out, true);
	s->memory = vcm_memory(p, (size_t)(span.to - span.from));
	c->out.buffer = (char *)s->memory + ((const char *)s->real - span.from);
	copy(&c->out, c->out.buffer, s->real);
}

void
vcm_shadow_end(struct shadow *s, struct coll *c)
{
	if (s->memory == NULL)
		return;
	copy(&c->out, s->real, c->out.buffer);
	vcm_shadow_drop(s, c);
}

void
vcm_shadow_drop(struct shadow *s, struct coll *c)
{
	if (s->memory == NULL)
		return;
	c->out.buffer = s->real;
	free(s->memory);
	s->memory = NULL;
}
