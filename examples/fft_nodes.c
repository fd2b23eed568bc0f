/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The program of each node for a Fourier transform by successive exchanges (Johnsson and
 * Ho, sections 1 and 2.3).
 *
 * The number of a sample has n bits. In cyclic order its low m bits name one of 2^m nodes,
 * and the others the place there: sample i lies in place i >> m of node i mod 2^m. A
 * transform takes one bit after the other, from the highest, by a butterfly of the two
 * samples that differ in it, which must lie on one node. So a node first takes the bits of
 * its places. Then an all-to-all personalized communication in each d-cube exchanges the
 * first axis of the cube, d dimensions, with the first d bits of places; the node takes d
 * more bits; and so on with the next axis. With 4 nodes as 2 axes and 16 samples, the bits
 * of node and place are these, with those taken in brackets:
 *
 *                      node   place
 *   the node's bits    1 0    [3] [2]
 *   exchange, take     [3] 0  [1] [2]
 *   exchange, take     [3] [1]  [0] [2]
 *
 * In the end the place of sample x holds the value whose number is x with its bits
 * reversed. With one axis, one more exchange, a bit reversal, brings segment q of the
 * values to node q. With more axes, a shuffle, a pipeline of that many exchanges, returns
 * the bits to their first positions; node q then has the segment whose number is q with its
 * bits reversed. Each node finally orders its own values.
 *
 * --parts divides the samples of a node into parts, by the bits of places after the first
 * d, each an exchange ahead of the next: vcube_successive() makes the exchanges of all axes
 * and parts, as many at a time as there are axes, and lets the node take a part's bits in
 * between. Values stay where the last exchange brings them.
 */
#include <vcube/authoring.h>
#include "fft.h"
#include "fourier.h"

enum { BITS_MAX = 48, OPERATIONS = 10 };        /* OPERATIONS: of a butterfly */

struct node {
	vcube_node *self;
	const struct job *job;
	struct log *log;
	unsigned me;
	int local;                      /* bits of a place */
	size_t places;
	int d;                          /* dimensions of an axis, and bits of places that */
	int first;                      /* are exchanged with them, from this one on */
	int bit[BITS_MAX];              /* a sample's bit at each position; the place's first */
	double complex *value, *other;
};

/* Returns the number of the sample in a place. */
static uint64_t
number(const struct node *n, size_t place)
{
	const uint64_t address = (uint64_t)n->me << n->local | place;
	uint64_t sample = 0;

	for (int k = 0; k < n->job->bits; k++)
		sample |= (address >> k & 1) << n->bit[k];
	return sample;
}

/* Does butterflies of samples that differ only in this bit; `below` are their lower bits. */
static void
butterflies(double complex *a, double complex *b, size_t count, uint64_t below, int bit)
{
	const double complex root = fourier_root(-(double)below, 2 * (double)((uint64_t)1 << bit));

	for (size_t i = 0; i < count; i++) {
		const double complex difference = a[i] - b[i];

		a[i] += b[i];
		b[i] = difference * root;
	}
}

/* Does the butterflies of all samples of the node whose places differ in bit `position`. */
static void
take(struct node *n, int position)
{
	const int bit = n->bit[position];
	const size_t apart = (size_t)1 << position;

	for (size_t i = 0; i < n->places; i++)
		if (!(i & apart))
			butterflies(&n->value[i], &n->value[i | apart], 1,
				    number(n, i) & (((uint64_t)1 << bit) - 1), bit);
	flops(n->self, n->log, (uint64_t)OPERATIONS * n->places / 2);
}

/* Takes the samples' bits from `end` - 1 down to `begin`, which are all in places. */
static void
take_all(struct node *n, int begin, int end)
{
	phase(n->self, n->log, "butterflies");
	for (int bit = end - 1, position = 0; bit >= begin && !vcube_failed(n->self); bit--) {
		while (n->bit[position] != bit)
			position = (position + 1) % n->local;
		take(n, position);
	}
}

static void
swap_bits(struct node *n, int a, int b)
{
	const int bit = n->bit[a];

	n->bit[a] = n->bit[b];
	n->bit[b] = bit;
}

/* Swaps the bits of an axis with the bits of places for which it is exchanged. */
static void
swap_axis(struct node *n, int axis)
{
	for (int k = 0; k < n->d; k++)
		swap_bits(n, n->first + k, n->local + axis * n->d + k);
}

/* Makes `other`, which holds the new values, the current one. */
static void
swap_values(struct node *n)
{
	double complex *const value = n->value;

	n->value = n->other;
	n->other = value;
	vcube_watch(n->self, "values", n->value, VCUBE_COMPLEX_DOUBLE, n->places);
}

/* Exchanges an axis with the first bits of places, among nodes that differ only in it. */
static void
exchange(struct node *n, int axis)
{
	const unsigned low = (unsigned)(axis * n->d), along = n->me >> low & ((1u << n->d) - 1);
	vcube_group *group;

	phase(n->self, n->log, "exchange along an axis");
	vcube_split(n->self, NULL, (int)(n->me - (along << low)), (int)along, &group);
	vcube_alltoall(n->self, group, n->value, n->other, n->places >> n->d, VCUBE_COMPLEX_DOUBLE,
		       n->job->exchange);
	vcube_group_free(n->self, group);
	swap_axis(n, axis);
	swap_values(n);
}

/* Brings values in place, with one axis. */
static void
reverse_bits(struct node *n)
{
	phase(n->self, n->log, "bit reversal");
	vcube_permute(n->self, NULL, n->value, n->other, n->places >> n->d, VCUBE_COMPLEX_DOUBLE,
		      VCUBE_BIT_REVERSAL, n->job->schedule);
	for (int k = 0; k < n->d; k++)
		swap_bits(n, n->local + k, n->local - 1 - k);
	swap_values(n);
}

/* Restores the first order, with several axes: place, last axis .. first become last axis ..
 * first, place. */
static void
shuffle(struct node *n)
{
	phase(n->self, n->log, "shuffle");
	vcube_shuffle(n->self, NULL, n->value, n->other, n->places >> n->d, VCUBE_COMPLEX_DOUBLE,
		      n->job->axes, n->job->schedule);
	for (int axis = 0; axis < n->job->axes; axis++)
		swap_axis(n, axis);
	swap_values(n);
}

/* Returns the number of the value in a place: the sample's, with its bits reversed. */
static uint64_t
value_number(const struct node *n, size_t place)
{
	uint64_t sample = number(n, place), value = 0;

	for (int k = 0; k < n->job->bits; k++, sample >>= 1)
		value = value << 1 | (sample & 1);
	return value;
}

/* Orders the node's values, all of one segment, by their numbers. */
static void
put_in_order(struct node *n)
{
	phase(n->self, n->log, "order inside a node");
	if (vcube_failed(n->self))
		return;
	for (size_t i = 0; i < n->places; i++)
		n->other[value_number(n, i) & (n->places - 1)] = n->value[i];
	vcube_charge(n->self, VCUBE_WORK_SCATTER, n->places * sizeof *n->value);
	for (int k = 0; k < n->local; k++)
		n->bit[k] = n->job->bits - 1 - k;
	swap_values(n);
}

/* Does the butterflies of a part after `made` exchanges: in all its blocks, for the d bits
 * that the last exchange brought. The node's number still has the bits below these. */
static void
take_part(vcube_node *self, int made, int part, void *const *block, void *arg)
{
	struct node *const n = arg;
	const int m = n->job->bits - n->local, base = m - made * n->d;
	const size_t count = (size_t)1 << n->first;
	uint64_t below = 0;

	(void)part;
	if (made == 0)                  /* its own bits, already taken */
		return;
	for (int axis = made; axis < n->job->axes; axis++)
		below |= (uint64_t)(n->me >> axis * n->d & ((1u << n->d) - 1)) << (m - (axis + 1) * n->d);
	for (int bit = n->d - 1; bit >= 0; bit--)
		for (size_t t = 0; t < (size_t)1 << n->d; t++)
			if (!(t >> bit & 1))
				butterflies(block[t], block[t | (size_t)1 << bit], count,
					    (t & (((size_t)1 << bit) - 1)) << base | below, base + bit);
	flops(self, n->log, (uint64_t)OPERATIONS * (uint64_t)n->d * (count << n->d) / 2);
}

static void
pipeline(struct node *n)
{
	const struct vcube_successive what = {
		.in = n->value, .out = n->other, .count = (size_t)1 << n->first,
		.type = VCUBE_COMPLEX_DOUBLE, .axes = n->job->axes, .parts = n->job->parts,
		.how = n->job->schedule, .local = take_part, .arg = n,
	};

	phase(n->self, n->log, "exchanges and butterflies");
	vcube_successive(n->self, NULL, &what);
	for (int axis = 0; axis < n->job->axes; axis++)
		swap_axis(n, axis);
	swap_values(n);
}

static void
one_by_one(struct node *n)
{
	for (int axis = n->job->axes - 1; axis >= 0; axis--) {
		exchange(n, axis);
		take_all(n, axis * n->d, (axis + 1) * n->d);
	}
	if (n->job->axes == 1)
		reverse_bits(n);
	else
		shuffle(n);
	put_in_order(n);
}

/* Sets the initial positions of bits. In a pipeline the first axis comes first, and so has
 * the highest bits; and in places the part comes before the block. */
static void
begin(struct node *n)
{
	const int l = n->local, m = n->job->bits - l, above = n->first + n->d;

	for (int k = 0; k < l; k++)
		n->bit[k] = m + (k < n->first ? k : k < above ? l - above + k : k - n->d);
	for (int k = 0; k < m; k++)
		n->bit[l + k] = n->job->parts ? m - (k / n->d + 1) * n->d + k % n->d : k;
	for (size_t i = 0; i < n->places; i++)
		n->value[i] = n->job->sample[number(n, i)];
	vcube_watch(n->self, "values", n->value, VCUBE_COMPLEX_DOUBLE, n->places);
}

static void
run(struct node *n)
{
	begin(n);
	take_all(n, n->job->bits - n->local, n->job->bits);
	if (n->d > 0 && n->job->parts)
		pipeline(n);
	else if (n->d > 0)
		one_by_one(n);
	phase(n->self, n->log, NULL);
	for (size_t i = 0; !vcube_failed(n->self) && i < n->places; i++)
		n->job->result[value_number(n, i)] = n->value[i];
}

int
fft_program(vcube_node *self, void *arg)
{
	struct job *const job = arg;
	const int me = vcube_rank(self), m = vcube_log2((unsigned)vcube_size(self));
	struct node n = {
		.self = self, .job = job, .log = &job->log[me], .me = (unsigned)me,
		.local = job->bits - m, .d = m / job->axes,
	};

	n.places = (size_t)1 << n.local;
	n.first = n.local - n.d - (job->parts ? vcube_log2((unsigned)job->parts) : 0);
	n.value = vcube_scratch(self, n.places * sizeof *n.value);
	n.other = vcube_scratch(self, n.places * sizeof *n.other);
	if (!vcube_failed(self))
		run(&n);
	vcube_free(self, n.value);
	vcube_free(self, n.other);
	return vcube_failed(self);
}
