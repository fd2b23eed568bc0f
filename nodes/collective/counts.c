/* SPDX-License-Identifier: BSD-2-Clause */
#include "counts.h"
#include <stdint.h>
#include <stdlib.h>
#include <vcube/authoring.h>

/* The memory of a block. */
struct span {
	uintptr_t lo, hi;
	int rank;
};

/* The blocks of `in` or of `out`. */
struct side {
	const char *name;
	const void *base;
	const size_t *counts, *offsets;
	uintptr_t lo, hi;               /* the extent of all nonempty blocks */
	struct span run;                /* blocks one after the other, not checked yet */
	bool ascending;                 /* in rank order, none overlaps its predecessor */
};

static struct span
span_of(const struct vcube_call *c, const struct side *s, int rank)
{
	const uintptr_t lo = (uintptr_t)s->base + c->bytes * s->offsets[rank];

	return (struct span){lo, lo + c->bytes * s->counts[rank], rank};
}

/* Checks the memory of blocks that follow each other: mostly all of them do. */
static int
check_run(vcube_node *self, const char *name, const struct vcube_call *c, const struct side *s)
{
	return vc_memory(self, name, s->base == c->out ? VC_WRITES : VC_READS, (const void *)s->run.lo,
			 s->run.hi - s->run.lo);
}

static int
check_block(vcube_node *self, const char *name, const struct vcube_call *c, struct side *s, int rank)
{
	const size_t most = PTRDIFF_MAX / c->bytes;
	struct span span;

	if (s->counts[rank] == 0)
		return 0;
	if (s->counts[rank] > most || s->offsets[rank] > most - s->counts[rank])
		return vc_fail(self, VCUBE_EINVAL, "%s: block %d of %s, %zu elements of %zu bytes from "
			       "element %zu on, is more than memory holds", name, rank, s->name,
			       s->counts[rank], c->bytes, s->offsets[rank]);
	if (s->base == NULL)
		return vc_fail(self, VCUBE_EINVAL, "%s: %s is NULL, and its block %d has %zu elements",
			       name, s->name, rank, s->counts[rank]);
	span = span_of(c, s, rank);
	s->ascending &= span.lo >= s->hi;
	if (span.lo < s->lo)
		s->lo = span.lo;
	if (span.hi > s->hi)
		s->hi = span.hi;
	if (span.lo == s->run.hi) {
		s->run.hi = span.hi;
		return 0;
	}
	if (s->run.hi > 0 && check_run(self, name, c, s) != 0)
		return self->code;
	s->run = span;
	return 0;
}

static int
check_side(vcube_node *self, const char *name, const struct vcube_call *c, struct side *s)
{
	if (s->counts == NULL || s->offsets == NULL)
		return vc_fail(self, VCUBE_EINVAL, "%s: %s_%s is NULL", name, s->name,
			       s->counts == NULL ? "counts" : "offsets");
	for (int i = 0; i < c->size; i++)
		if (check_block(self, name, c, s, i) != 0)
			return self->code;
	return s->run.hi > 0 ? check_run(self, name, c, s) : self->code;
}

static int
by_place(const void *a, const void *b)
{
	const struct span *const x = a, *const y = b;

	if (x->lo != y->lo)
		return x->lo < y->lo ? -1 : 1;
	return (x->hi > y->hi) - (x->hi < y->hi);
}

/* Writes the nonempty blocks of `out`, sorted by address; returns their number. */
static int
sort_blocks(const struct vcube_call *c, const struct side *out, struct span *spans)
{
	int n = 0;

	for (int i = 0; i < c->size; i++)
		if (out->counts[i] > 0)
			spans[n++] = span_of(c, out, i);
	qsort(spans, (size_t)n, sizeof *spans, by_place);
	return n;
}

/* Returns the first of n disjoint sorted spans that ends behind `place`. */
static const struct span *
first_behind(const struct span *spans, int n, uintptr_t place)
{
	while (n > 0) {
		if (spans[n / 2].hi > place) {
			n /= 2;
		} else {
			spans += n / 2 + 1;
			n -= n / 2 + 1;
		}
	}
	return spans;
}

static int
check_apart(vcube_node *self, const char *name, const struct vcube_call *c, const struct side *in,
	    const struct side *out, struct span *spans)
{
	const int n = sort_blocks(c, out, spans);

	for (int i = 1; i < n; i++)
		if (spans[i].lo < spans[i - 1].hi)
			return vc_fail(self, VCUBE_EINVAL, "%s: blocks %d and %d of out overlap",
				       name, spans[i - 1].rank, spans[i].rank);
	for (int i = 0; i < c->size; i++) {
		const struct span block = in->counts[i] ? span_of(c, in, i) : (struct span){0, 0, i};
		const struct span *const s = first_behind(spans, n, block.lo);

		if (block.hi > 0 && s < spans + n && s->lo < block.hi)
			return vc_fail(self, VCUBE_EINVAL, "%s: block %d of in and block %d of out overlap",
				       name, i, s->rank);
	}
	return 0;
}

/* Most calls have blocks in rank order in two separate places; only others need sorting. */
int
vc_counts_check(vcube_node *self, const char *name, const struct vcube_call *c)
{
	struct side in = {"in", c->in, c->in_counts, c->in_offsets, UINTPTR_MAX, 0,
			  {0, 0, 0}, true};
	struct side out = {"out", c->out, c->out_counts, c->out_offsets, UINTPTR_MAX, 0,
			   {0, 0, 0}, true};
	struct span *spans;

	if (self->blind && c->size > 1)
		return vc_fail(self, VCUBE_EINVAL, "%s does not run with threads=no, where nodes run one "
			       "after the other: a member learns from the others what they send; use "
			       "threads=yes", name);
	if (check_side(self, name, c, &in) != 0 || check_side(self, name, c, &out) != 0)
		return self->code;
	if (in.counts[c->rank] != out.counts[c->rank])
		return vc_fail(self, VCUBE_EINVAL, "%s: member %d sends itself %zu elements (in_counts) "
			       "and expects %zu (out_counts)", name, c->rank, in.counts[c->rank],
			       out.counts[c->rank]);
	if (out.ascending && (in.hi <= out.lo || out.hi <= in.lo))
		return 0;
	spans = (vcube_scratch)(self, (size_t)c->size * sizeof *spans);
	if (spans != NULL)
		check_apart(self, name, c, &in, &out, spans);
	vc_counts_free(self, spans);
	return self->code;
}

int
vc_counts_place(vcube_node *self, const char *name, const struct vcube_shape *s,
		struct vcube_call *c)
{
	const bool all_in = s->in == VCUBE_BLOCKS_ALL;
	const size_t *const counts = all_in ? c->in_counts : c->out_counts;
	size_t *const offsets = (vcube_scratch)(self, ((size_t)c->size + 1) * sizeof *offsets);

	if (offsets == NULL)
		return self->code;
	offsets[0] = 0;
	for (int i = 0; i < c->size; i++) {
		if (counts[i] > PTRDIFF_MAX / c->bytes - offsets[i])
			return vc_fail(self, VCUBE_EINVAL, "%s: blocks 0 to %d, the last one of %zu "
				       "elements of %zu bytes, are more than memory holds", name, i,
				       counts[i], c->bytes);
		offsets[i + 1] = offsets[i] + counts[i];
	}
	c->in_counts = counts + (all_in ? 0 : c->rank);
	c->out_counts = counts + (all_in ? c->rank : 0);
	c->in_offsets = c->out_offsets = offsets;
	return 0;
}

void
vc_counts_free(vcube_node *self, void *block)
{
	struct vcube_error error;       /* not cleared: it is long */

	if (vc_heap_free(&self->heap, block, &error) != 0)
		vc_fail(self, error.code, "vcube_free: %s", error.text);
}

uint64_t
vc_counts_mark(const struct vcube_call *c)
{
	uint64_t mark = 0;

	for (int i = 1; i <= c->size; i++)
		mark = (mark ^ c->out_offsets[i]) * 0x9e3779b97f4a7c15u;
	return mark ^ mark >> 32;
}

size_t
vc_counts_extent(const struct vcube_call *c, const size_t *counts, const size_t *offsets)
{
	size_t end = 0;

	for (int i = 0; i < c->size; i++)
		if (counts[i] > 0 && offsets[i] + counts[i] > end)
			end = offsets[i] + counts[i];
	return end * c->bytes;
}

int
(vcube_expect)(vcube_node *self, const struct vcube_call *c, int from, size_t bytes)
{
	const char *const name = vcube_collective_name(c->collective);

	if (self->code != 0 || (from != VCUBE_ANY && bytes == vcube_out_bytes(c, from)))
		return self->code;
	if (from == VCUBE_ANY)
		return vc_fail(self, VCUBE_EMISMATCH, "%s: several nodes have other numbers of elements "
			       "for node %d (in_counts) than it expects (out_counts)", name,
			       self->rank);
	return vc_fail(self, VCUBE_EMISMATCH, "%s: node %d has %zu elements for node %d (in_counts), "
		       "which expects %zu (out_counts)", name,
		       vcube_group_node(self, c->group, from), bytes / c->bytes, self->rank,
		       c->out_counts[from]);
}
