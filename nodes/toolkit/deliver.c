/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The route of elements through stages: where each stage sends them and, in the end, to
 * which place of which block the elements at a node belong. Messages do not carry that; a
 * node derives it from its own out_counts, also of elements that are dealt one by one: where
 * an element for a node goes depends on the others for that node alone.
 */
#include <string.h>
#include "buckets.h"

static size_t
smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Scatters `total` elements over n buckets in turn, from bucket `start` on, and after each
 * `period` from the first bucket again, as if `start` elements preceded them. Of these, lo
 * go into the first b buckets and hi into the first b + 1. */
static struct vc_slice
scattered(size_t start, size_t total, size_t b, size_t n, size_t period)
{
	const size_t x = start + total, periods = x / period, rest = x % period;
	const size_t each = periods * (period / n) + rest / n;          /* in every bucket */
	const size_t full = period % n, part = rest % n;

	return (struct vc_slice){
		each * b + periods * smaller(full, b) + smaller(part, b) - smaller(start, b),
		each * (b + 1) + periods * smaller(full, b + 1) + smaller(part, b + 1) -
			smaller(start, b + 1),
	};
}

/* The buckets over which a node scatters, and the elements after which it starts again with the
 * first one. */
static size_t
buckets(const struct vcube_stages *s, int stage, int sender)
{
	return (size_t)(s->stage[stage].in_rows ? s->array.columns
			: vcube_array_height(&s->array, sender % s->array.columns));
}

static size_t
period(const struct vcube_stages *s, int stage, int sender)
{
	return s->stage[stage].in_rows ? (size_t)s->array.nodes : buckets(s, stage, sender);
}

struct vc_slice
vc_stages_slice(const struct vcube_stages *s, int stage, int sender, int dest, size_t total, int bucket)
{
	const size_t n = buckets(s, stage, sender);

	if (!s->stage[stage].scatters)
		return (struct vc_slice){0, bucket == vc_stages_bucket(s, stage, dest) ? total : 0};
	return scattered((size_t)dest % n, total, (size_t)bucket, n, period(s, stage, sender));
}

int
vc_stages_turn(const struct vcube_stages *s, int stage, int sender, int dest, size_t count)
{
	const size_t n = buckets(s, stage, sender);

	return (int)(((size_t)dest % n + count) % period(s, stage, sender) % n);
}

/* Returns the number of the k-th element, from 0, in a bucket; see vc_stages_turn(). */
static size_t
nth(const struct vcube_stages *s, int stage, int sender, int dest, size_t k, int bucket)
{
	const size_t n = buckets(s, stage, sender), round = period(s, stage, sender);
	const size_t start = (size_t)dest % n, b = (size_t)bucket;
	const size_t each = round / n + (b < round % n), x = k + (b < start);

	if (!s->stage[stage].scatters)
		return k;
	return x / each * round + x % each * n + b - start;
}

int
vc_stages_steps(const struct vcube_stages *s, int stage)
{
	return s->stage[stage].in_rows ? vcube_array_row_steps(&s->array)
				       : vcube_array_column_steps(&s->array);
}

int
vc_stages_to(const struct vcube_stages *s, int stage, int rank, int step)
{
	return s->stage[stage].in_rows ? vcube_array_row_to(&s->array, rank, step)
				       : vcube_array_column_to(&s->array, rank, step);
}

int
vc_stages_from(const struct vcube_stages *s, int stage, int rank, int step)
{
	return s->stage[stage].in_rows ? vcube_array_row_from(&s->array, rank, step)
				       : vcube_array_column_from(&s->array, rank, step);
}

int
vc_stages_dealt_from(const struct vcube_stages *s, int stage, int rank, int i)
{
	const int from = i == 0 ? VCUBE_ARRAY_IDLE : vc_stages_from(s, stage, rank, i);

	if (i == 0)
		return rank;
	return from == VCUBE_ARRAY_IDLE || from == rank ? -1 : from;
}

int
vc_stages_slots(const struct vcube_stages *s)
{
	return s->array.columns < s->array.rows ? s->array.rows + 1 : s->array.columns + 1;
}

/* In rows: the nodes of the row by column, then the node of the incomplete row that sends
 * to this one instead of a node in its own row. */
int
vc_stages_sender(const struct vcube_stages *s, int stage, int rank, int slot)
{
	const struct vcube_array *const a = &s->array;
	const int row = rank / a->columns, column = rank % a->columns;

	if (!s->stage[stage].in_rows)
		return slot < vcube_array_height(a, column) ? slot * a->columns + column : -1;
	if (slot < vcube_array_width(a, row))
		return row * a->columns + slot;
	return slot == a->columns && a->last > 0 && row < a->last && column >= a->last
		? (a->rows - 1) * a->columns + row : -1;
}

/* The slice that `to` received from `from` in a stage. */
static struct vc_slice
passed(const struct vc_delivery *w, int stage, int from, int to)
{
	return vc_stages_slice(w->s, stage, from, w->c->rank,
			       w->total[stage * w->c->size + from],
			       vc_stages_bucket(w->s, stage, to));
}

static void
work_out(struct vc_delivery *w)
{
	const int p = w->c->size, slots = vc_stages_slots(w->s);

	for (int i = 0; i < p; i++)
		w->total[i] = w->c->out_counts[i];
	for (int t = 1; t < w->s->count; t++)
		for (int to = 0; to < p; to++) {
			size_t sum = 0;

			for (int slot = 0, from; slot < slots; slot++) {
				struct vc_slice slice = {0, 0};

				from = vc_stages_sender(w->s, t - 1, to, slot);
				if (from >= 0)
					slice = passed(w, t - 1, from, to);
				sum += slice.hi - slice.lo;
			}
			w->total[t * p + to] = sum;
		}
}

/* Copies elements lo to hi - 1 of those that a node held before a stage from `data` to
 * their places in `out`. Returns their end. */
static const char *
place(const struct vc_delivery *w, int stage, int node, size_t lo, size_t hi, const char *data)
{
	const size_t bytes = w->c->bytes;
	size_t begin = 0;

	if (stage == 0) {
		memcpy((char *)vcube_out(w->c, node) + bytes * lo, data, bytes * (hi - lo));
		return data + bytes * (hi - lo);
	}
	for (int slot = 0; begin < hi; slot++) {
		const int from = vc_stages_sender(w->s, stage - 1, node, slot);
		struct vc_slice slice = {0, 0};
		size_t end, first, last;

		if (from >= 0)
			slice = passed(w, stage - 1, from, node);
		end = begin + slice.hi - slice.lo;
		first = lo > begin ? lo : begin;
		last = hi < end ? hi : end;
		if (first < last)
			data = place(w, stage - 1, from, slice.lo + first - begin,
				     slice.lo + last - begin, data);
		begin = end;
	}
	return data;
}

/* Copies labelled elements lo to hi - 1 of those that a node dealt in a stage to their places.
 * Returns the end of what it has read. */
static const char *
place_dealt(const struct vc_delivery *w, int stage, int node, size_t lo, size_t hi, const char *data)
{
	const size_t bytes = w->c->bytes;
	size_t begin = 0;

	for (; stage == 0 && lo < hi; lo++) {
		memcpy((char *)vcube_out(w->c, node) + bytes * lo, data + sizeof(struct vc_label), bytes);
		data += sizeof(struct vc_label) + bytes;
	}
	for (int i = 0; stage > 0 && begin < hi; i++) {
		const int from = vc_stages_dealt_from(w->s, stage - 1, node, i);
		struct vc_slice slice = {0, 0};
		size_t end, last;

		if (from >= 0)
			slice = passed(w, stage - 1, from, node);
		end = begin + slice.hi - slice.lo;
		last = hi < end ? hi : end;
		for (size_t k = lo > begin ? lo : begin; k < last; k++) {
			const size_t at = nth(w->s, stage - 1, from, w->c->rank, k - begin,
							vc_stages_bucket(w->s, stage - 1, node));

			data = place_dealt(w, stage - 1, from, at, at + 1, data);
		}
		begin = end;
	}
	return data;
}

/* Names the member whose count differs; the marks show it if it is only one. */
static void
blame(vcube_node *self, const struct vcube_call *c, uint32_t more, uint32_t mark)
{
	for (int i = 0; i < c->size; i++)
		if (more != 0 && vc_weight(i) * more == mark)
			vcube_expect(self, c, i, c->bytes *
				     (size_t)(uint32_t)((uint32_t)c->out_counts[i] + more));
	vcube_expect(self, c, VCUBE_ANY, 0);
}

bool
vc_delivery_begin(vcube_node *self, struct vc_delivery *w, const struct vcube_call *c,
		  const struct vcube_stages *s)
{
	*w = (struct vc_delivery){.c = c, .s = s};
	w->total = vcube_scratch(self, (size_t)s->count * (size_t)c->size * sizeof *w->total);
	if (w->total != NULL)
		work_out(w);
	for (int i = 0; i < c->size; i++) {
		w->more -= (uint32_t)c->out_counts[i];
		w->mark -= vc_weight(i) * (uint32_t)c->out_counts[i];
	}
	return w->total != NULL;
}

void
vc_delivery_put(vcube_node *self, struct vc_delivery *w, int slot, const struct vc_message *message)
{
	const int last = w->s->count - 1, from = vc_stages_sender(w->s, last, w->c->rank, slot);
	const struct vc_slice slice = passed(w, last, from, w->c->rank);
	const size_t count = slice.hi - slice.lo;

	w->more += message->header->end;
	w->mark += message->header->mark;
	w->differs |= message->header->end != count;
	if (w->differs)
		return;
	place(w, last, from, slice.lo, slice.hi, message->data);
	vcube_charge(self, VCUBE_WORK_REORDER, w->c->bytes * count);
}

void
vc_delivery_put_dealt(vcube_node *self, struct vc_delivery *w, int i, const char *elements,
		      size_t bytes)
{
	const int last = w->s->count - 1, from = vc_stages_dealt_from(w->s, last, w->c->rank, i);
	const struct vc_slice slice = passed(w, last, from, w->c->rank);
	const size_t each = sizeof(struct vc_label) + w->c->bytes, count = bytes / each;

	for (size_t k = 0; k < count; k++) {
		struct vc_label label;

		memcpy(&label, elements + each * k, sizeof label);
		w->more++;
		w->mark += vc_weight(label.from);
	}
	w->differs |= count != slice.hi - slice.lo;
	if (w->differs)
		return;
	place_dealt(w, last, from, slice.lo, slice.hi, elements);
	vcube_charge(self, VCUBE_WORK_REORDER, w->c->bytes * count);
}

void
vc_delivery_end(vcube_node *self, struct vc_delivery *w)
{
	if (vcube_failed(self) == 0 && (w->differs || w->mark != 0))
		blame(self, w->c, w->more, w->mark);
	vcube_free(self, w->total);
}
