/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "buckets.h"

struct vc_range
vc_bucket_range(const struct vc_held *h, int rank)
{
	const struct vcube_array *const a = &h->s->array;
	const int column = rank % a->columns;

	if (h->s->stage[h->stage].scatters)
		return h->range;
	if (h->s->stage[h->stage].in_rows)
		return (struct vc_range){column, a->columns, vcube_array_height(a, column)};
	return (struct vc_range){rank, 1, 1};
}

void
vc_held_begin(vcube_node *self, struct vc_held *h, struct vc_header *header)
{
	const struct vcube_call *const c = h->c;
	const size_t most = UINT32_MAX / (size_t)c->size;
	uint32_t end = 0;

	for (int i = 0; header != NULL && i < c->size; i++) {
		if (c->in_counts[i] > most)
			vcube_fail(self, "alltoallv through relays: %zu elements for member %d are "
				   "more than the %zu that a header of %d members counts",
				   c->in_counts[i], i, most, c->size);
		end += (uint32_t)c->in_counts[i];
		header[i].end = end;
		header[i].mark = vc_weight(c->rank) * (uint32_t)c->in_counts[i];
	}
	h->range = (struct vc_range){0, 1, c->size};
	h->messages[0].header = header;
}

static uint32_t
count_of(const struct vc_header *header, int i)
{
	return header[i].end - (i > 0 ? header[i - 1].end : 0);
}

void
vc_held_sum(struct vc_held *h)
{
	memset(h->sum, 0, (size_t)h->range.count * sizeof *h->sum);
	for (int slot = 0; slot < vc_stages_slots(h->s); slot++) {
		const struct vc_header *const header = h->messages[slot].header;

		for (int i = 0; header != NULL && i < h->range.count; i++) {
			h->sum[i].end += count_of(header, i);
			h->sum[i].mark += header[i].mark;
		}
	}
}

/* Returns the elements for destination number i; before the first stage they are the
 * caller's. */
static const char *
run_of(const struct vc_held *h, int slot, int i)
{
	const struct vc_message *const message = &h->messages[slot];
	const uint32_t begin = i > 0 ? message->header[i - 1].end : 0;

	return h->stage == 0 ? vcube_in(h->c, i) : message->data + h->c->bytes * begin;
}

/* Copies a slice of the elements held for destination number i; returns its end. */
static char *
copy_slice(const struct vc_held *h, int i, struct vc_slice slice, char *to)
{
	const size_t bytes = h->c->bytes;
	size_t begin = 0;

	for (int slot = 0; begin < slice.hi; slot++) {
		const struct vc_header *const header = h->messages[slot].header;
		const size_t end = begin + (header ? count_of(header, i) : 0);
		const size_t lo = slice.lo > begin ? slice.lo : begin;
		const size_t hi = slice.hi < end ? slice.hi : end;

		if (lo < hi) {
			memcpy(to, run_of(h, slot, i) + bytes * (lo - begin), bytes * (hi - lo));
			to += bytes * (hi - lo);
		}
		begin = end;
	}
	return to;
}

/* Returns the slice for the bucket's destination number i; *held is the number of that
 * destination among those held. */
static struct vc_slice
slice_of(const struct vc_held *h, int rank, const struct vc_range *range, int i, int *held)
{
	const int dest = range->first + i * range->step;

	*held = (dest - h->range.first) / h->range.step;
	return vc_stages_slice(h->s, h->stage, h->c->rank, dest, h->sum[*held].end,
			       vc_stages_bucket(h->s, h->stage, rank));
}

size_t
vc_bucket_bytes(const struct vc_held *h, int rank)
{
	const struct vc_range range = vc_bucket_range(h, rank);
	size_t count = 0;

	for (int i = 0, held; i < range.count; i++) {
		const struct vc_slice slice = slice_of(h, rank, &range, i, &held);

		count += slice.hi - slice.lo;
	}
	return sizeof(struct vc_header) * (size_t)range.count + h->c->bytes * count;
}

/* A stage that scatters sends marks with the first bucket. */
void
vc_bucket_fill(vcube_node *self, const struct vc_held *h, int rank, char *block)
{
	const struct vc_range range = vc_bucket_range(h, rank);
	const bool marked = !h->s->stage[h->stage].scatters ||
			    vc_stages_bucket(h->s, h->stage, rank) == 0;
	struct vc_header *const header = (struct vc_header *)block;
	char *const data = block + sizeof *header * (size_t)range.count, *end = data;

	for (int i = 0, held; i < range.count; i++) {
		const struct vc_slice slice = slice_of(h, rank, &range, i, &held);

		end = copy_slice(h, held, slice, end);
		header[i].end = (i > 0 ? header[i - 1].end : 0) + (uint32_t)(slice.hi - slice.lo);
		header[i].mark = marked ? h->sum[held].mark : 0;
	}
	vcube_charge(self, VCUBE_WORK_REORDER, (uint64_t)(end - data));
}

bool
vc_bucket_is_sound(const struct vc_held *h, const char *block, size_t bytes)
{
	const struct vc_header *const header = (const struct vc_header *)block;
	const size_t count = (size_t)vc_bucket_range(h, h->c->rank).count;
	uint32_t end = 0;

	if (bytes < sizeof *header * count)
		return false;
	for (size_t i = 0; i < count; i++) {
		if (header[i].end < end)
			return false;
		end = header[i].end;
	}
	return bytes == sizeof *header * count + h->c->bytes * end;
}
