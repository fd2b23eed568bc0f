/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What each node does in a Fourier transform by successive exchanges (Johnsson and Ho,
 * sections 1 and 2.3).
 *
 * The number of a sample has n bits. In cyclic order its low m bits say on which of 2^m
 * nodes it is, and the others where there: sample i lies in place i >> m of node i mod 2^m.
 * A transform takes one bit after the other, from the highest, by a butterfly of the two
 * samples that differ in it, which must lie on one node. So a node first takes the bits
 * that are its own. Then the first axis of the cube, d dimensions, and the first d bits of
 * places are exchanged, by an all-to-all personalized communication in each d-cube; the
 * node has d more bits to take; and so on with the next axis. With 4 nodes as 2 axes and 16
 * samples, which bit is where, of the node and of the place, and those taken in brackets:
 *
 *                      node   place
 *   the node's bits    1 0    [3] [2]
 *   exchange, take     [3] 0  [1] [2]
 *   exchange, take     [3] [1]  [0] [2]
 *
 * In the end the place of sample x has the value whose number is x with its bits in
 * reverse. With one axis one more exchange, a bit reversal, brings segment q of the values
 * to node q. With more axes a shuffle, so many exchanges, pipelined, brings the bits back
 * where they were at first; then node q has the segment whose number is q in reverse.
 * Inside a node they are then put in order.
 */
#include <math.h>
#include <string.h>
#include <vcube/aapc.h>
#include "fft.h"

enum { BITS_MAX = 48 };

struct node {
	vcube_node *self;
	const struct job *job;
	struct log *log;
	unsigned me;
	int local;                      /* bits of a place */
	int d;                          /* dimensions of an axis */
	int bit[BITS_MAX];              /* which bit of a sample is where: first the place's */
	double complex *value, *other;
};

double complex
fft_root(double k, double n)
{
	const double turn = 2 * acos(-1) * (k / n);

	return cos(turn) + I * sin(turn);
}

static size_t
places(const struct node *n)
{
	return (size_t)1 << n->local;
}

/* The number of the sample in a place. */
static uint64_t
number(const struct node *n, size_t place)
{
	const uint64_t address = (uint64_t)n->me << n->local | place;
	uint64_t sample = 0;

	for (int k = 0; k < n->job->bits; k++)
		sample |= (address >> k & 1) << n->bit[k];
	return sample;
}

/* Butterflies of all samples that differ in this bit of their places. */
static void
take(struct node *n, int position)
{
	const uint64_t half = (uint64_t)1 << n->bit[position];
	const size_t apart = (size_t)1 << position;

	for (size_t i = 0; i < places(n); i++) {
		const double complex a = n->value[i], b = n->value[i | apart];

		if (i & apart)
			continue;
		n->value[i] = a + b;
		n->value[i | apart] = (a - b) * fft_root(-(double)(number(n, i) % half), 2.0 * (double)half);
	}
	flops(n->self, n->log, 10 * places(n) / 2);
}

static void
take_all(struct node *n, int bits)
{
	phase(n->self, n->log, "butterflies");
	for (int i = 1; i <= bits && !vcube_failed(n->self); i++)
		take(n, n->local - i);
}

static void
swap_bits(struct node *n, int a, int b)
{
	const int bit = n->bit[a];

	n->bit[a] = n->bit[b];
	n->bit[b] = bit;
}

/* What was done to `other` is what counts from now on. */
static void
swap_values(struct node *n)
{
	double complex *const value = n->value;

	n->value = n->other;
	n->other = value;
	vcube_watch(n->self, "values", n->value, VCUBE_COMPLEX_DOUBLE, places(n));
}

/* The nodes that differ in this axis alone exchange it with the first bits of places. */
static void
exchange(struct node *n, int axis)
{
	const unsigned low = (unsigned)(axis * n->d), along = n->me >> low & ((1u << n->d) - 1);
	vcube_group *group;

	phase(n->self, n->log, "exchange along an axis");
	vcube_split(n->self, NULL, (int)(n->me - (along << low)), (int)along, &group);
	vcube_alltoall(n->self, group, n->value, n->other, places(n) >> n->d, VCUBE_COMPLEX_DOUBLE,
		       n->job->exchange);
	vcube_group_free(n->self, group);
	for (int k = 0; k < n->d; k++)
		swap_bits(n, n->local - n->d + k, n->local + axis * n->d + k);
	swap_values(n);
}

/* One axis: to where they belong. */
static void
reverse_bits(struct node *n)
{
	phase(n->self, n->log, "bit reversal");
	vcube_permute(n->self, NULL, n->value, n->other, places(n) >> n->d, VCUBE_COMPLEX_DOUBLE,
		      VCUBE_BIT_REVERSAL, n->job->schedule);
	for (int k = 0; k < n->d; k++)
		swap_bits(n, n->local + k, n->local - 1 - k);
	swap_values(n);
}

/* Several: place, last axis .. first become last axis .. first, place, as at first. */
static void
shuffle(struct node *n)
{
	const int s = n->job->axes;

	phase(n->self, n->log, "shuffle");
	vcube_shuffle(n->self, NULL, n->value, n->other, places(n) >> n->d, VCUBE_COMPLEX_DOUBLE, s,
		      n->job->schedule);
	for (int axis = 0; axis < s; axis++)
		for (int k = 0; k < n->d; k++)
			swap_bits(n, n->local - n->d + k, n->local + axis * n->d + k);
	swap_values(n);
}

/* The number of the value in a place: that of the sample, its bits in reverse. */
static uint64_t
value_number(const struct node *n, size_t place)
{
	const uint64_t sample = number(n, place);
	uint64_t value = 0;

	for (int k = 0; k < n->job->bits; k++)
		value |= (sample >> k & 1) << (n->job->bits - 1 - k);
	return value;
}

/* Values, all of one segment, by their numbers. */
static void
put_in_order(struct node *n)
{
	phase(n->self, n->log, "order inside a node");
	if (vcube_failed(n->self))
		return;
	for (size_t i = 0; i < places(n); i++)
		n->other[value_number(n, i) & (places(n) - 1)] = n->value[i];
	vcube_charge(n->self, VCUBE_WORK_SCATTER, places(n) * sizeof *n->value);
	swap_values(n);
}

static void
transform(struct node *n)
{
	vcube_watch(n->self, "values", n->value, VCUBE_COMPLEX_DOUBLE, places(n));
	take_all(n, n->local);
	for (int axis = n->job->axes - 1; axis >= 0 && n->d > 0; axis--) {
		exchange(n, axis);
		take_all(n, n->d);
	}
	if (n->d > 0 && n->job->axes == 1)
		reverse_bits(n);
	else if (n->d > 0)
		shuffle(n);
}

static void
run(struct node *n)
{
	const uint64_t nodes = (uint64_t)vcube_size(n->self);

	for (int k = 0; k < n->job->bits; k++)
		n->bit[k] = k < n->local ? n->job->bits - n->local + k : k - n->local;
	for (size_t i = 0; i < places(n); i++)
		n->value[i] = n->job->sample[i * nodes + n->me];
	transform(n);
	put_in_order(n);
	phase(n->self, n->log, NULL);
	if (!vcube_failed(n->self))
		memcpy(n->job->result + (value_number(n, 0) >> n->local << n->local), n->value,
		       places(n) * sizeof *n->value);
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

	n.value = vcube_scratch(self, places(&n) * sizeof *n.value);
	n.other = vcube_scratch(self, places(&n) * sizeof *n.other);
	if (!vcube_failed(self))
		run(&n);
	vcube_free(self, n.value);
	vcube_free(self, n.other);
	return vcube_failed(self);
}
