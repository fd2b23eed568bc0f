/* SPDX-License-Identifier: BSD-2-Clause */
#include "uneven.h"
#include <string.h>

size_t
even_count(const struct trial *t, int p, int i, int j)
{
	(void)p;
	(void)i;
	(void)j;
	return t->count;
}

size_t
mixed_count(const struct trial *t, int p, int i, int j)
{
	uint64_t x = (t->seed ^ ((uint64_t)i * (uint64_t)p + (uint64_t)j)) * 0x9e3779b97f4a7c15u;

	x ^= x >> 29;
	x *= 0xbf58476d1ce4e5b9u;
	x ^= x >> 32;
	return x % 4 == 0 ? 0 : x % 4 == 1 ? t->count : (size_t)(x >> 2) % (t->count + 1);
}

/* One member's blocks, outgoing or incoming. */
struct blocks {
	size_t *counts, *offsets;
	size_t total;                   /* elements, including gaps */
	char *data;
};

/* Lays out p blocks, by rank or from the last to the first, some after an unused element. */
static void
lay_out(struct blocks *b, const struct trial *t, int p, bool backwards)
{
	b->total = 0;
	for (int k = 0; k < p; k++) {
		const int i = backwards ? p - 1 - k : k;

		b->total += t->in_place && (i + k) % 3 == 0;
		b->offsets[i] = b->total;
		b->total += b->counts[i];
	}
}

static int
make_blocks(vcube_node *self, struct blocks *b, int p)
{
	b->counts = vcube_scratch(self, 2 * (size_t)p * sizeof *b->counts);
	b->offsets = b->counts ? b->counts + p : NULL;
	return vcube_failed(self);
}

static int
make_data(vcube_node *self, struct blocks *b, const struct trial *t)
{
	b->data = vcube_scratch(self, (b->total + 1) * t->element->size);
	if (b->data != NULL)
		memset(b->data, UNTOUCHED, (b->total + 1) * t->element->size);
	return vcube_failed(self);
}

static void
free_blocks(vcube_node *self, struct blocks *b)
{
	vcube_free(self, b->data);
	vcube_free(self, b->counts);
}

static void
fill_blocks(const struct trial *t, const struct blocks *b, int p, int me)
{
	for (int j = 0; j < p; j++)
		oracle_input(t, me, j, 0, b->counts[j], b->data + b->offsets[j] * t->element->size);
}

/* Checks every element of every block, then wipes it: what remains was between blocks.
 * Blocks of `in` are the member's own, those of `out` the others'. */
static int
compare_blocks(vcube_node *self, const struct trial *t, struct blocks *b, int p, int me, bool out)
{
	const char *const what = out ? "wrong result" : "input changed";
	const size_t size = t->element->size;

	for (int j = 0; j < p; j++) {
		char *const found = b->data + b->offsets[j] * size;
		const size_t i = oracle_differs(t, out ? j : me, out ? me : j, b->counts[j], found);

		if (i < b->counts[j])
			return oracle_wrong(self, t, what, p, me, j, i);
		memset(found, UNTOUCHED, b->counts[j] * size);
	}
	for (size_t i = 0; i < (b->total + 1) * size; i++)
		if ((unsigned char)b->data[i] != UNTOUCHED)
			return oracle_wrong(self, t, "written beside the blocks", p, me, -1, i);
	return 0;
}

static int
call(vcube_node *self, vcube_group *group, struct trial *t, const struct blocks *in,
     const struct blocks *out)
{
	const char *const how = t->how ? t->how : t->algorithm ? t->algorithm->name : NULL;
	const size_t used = vcube_heap_used(self);
	vcube_time start;

	if (t->timed)
		vcube_align(self, group);
	start = vcube_now(self);
	vcube_alltoallv(self, group, in->data, in->counts, in->offsets, out->data, out->counts,
			out->offsets, t->element->type, how);
	if (t->timed)
		vcube_align(self, group);
	t->took = vcube_now(self) - start;
	t->worked_in = vcube_heap_peak(self) - used;
	return vcube_failed(self);
}

int
try_uneven(vcube_node *self, vcube_group *group, struct trial *t, uneven_count *count)
{
	const int p = vcube_group_size(self, group), me = vcube_group_rank(self, group);
	struct blocks in = {0}, out = {0};

	if (make_blocks(self, &in, p) != 0 || make_blocks(self, &out, p) != 0)
		return vcube_failed(self);
	for (int i = 0; i < p; i++) {
		in.counts[i] = count(t, p, me, i);
		out.counts[i] = count(t, p, i, me);
	}
	lay_out(&in, t, p, true);
	lay_out(&out, t, p, false);
	if (make_data(self, &in, t) != 0 || make_data(self, &out, t) != 0)
		return vcube_failed(self);
	fill_blocks(t, &in, p, me);
	if (call(self, group, t, &in, &out) != 0 ||
	    compare_blocks(self, t, &out, p, me, true) != 0 ||
	    compare_blocks(self, t, &in, p, me, false) != 0)
		return vcube_failed(self);
	free_blocks(self, &in);
	free_blocks(self, &out);
	return 0;
}
