/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The program of each node for a sample sort: sorting by one irregular exchange.
 *
 * Each node sorts its own keys, and broadcasts s of them, evenly spaced. The keys that cut
 * all of these samples into p parts are the splitters; each node ends with the keys between
 * two of them. So a node knows which keys go where; it announces their numbers, sends the
 * keys, and merges those that it receives. With 3 nodes:
 *
 *   node                 0            1            2
 *   has                  5 1 8 4      7 2 9 3      6 6 6 6
 *   sorted               1 4 5 8      2 3 7 9      6 6 6 6
 *   samples (s = 2)      4 8          3 9          6 6       splitters 6 of node 2, 8
 *   sends                1 4 5|  |8   2 3| 7| 9    | 6 6 6 6|
 *   receives             1 4 5 2 3    7 6 6 6 6    8 9
 *
 * All keys may be equal: each has a number, by its node and its place after sorting there,
 * and of equal keys the one with the lower number is less. So keys can always be split, and
 * no node gets more than about n / p + n / s.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <vcube/authoring.h>
#include "sort.h"

struct sample {
	double key;
	uint64_t number;        /* of the key */
};

struct node {
	vcube_node *self;
	const struct job *job;
	struct log *log;
	int p, me;
	double *key;            /* its keys */
	size_t count;
	size_t first;           /* number of its first key */
};

/* Local work */

static void
merge(const double *a, size_t n, const double *b, size_t m, double *into)
{
	const double *const a_end = a + n, *const b_end = b + m;

	while (a < a_end && b < b_end)
		*into++ = *b < *a ? *b++ : *a++;
	memcpy(into, a, (size_t)(a_end - a) * sizeof *a);
	memcpy(into + (a_end - a), b, (size_t)(b_end - b) * sizeof *b);
}

/* Sorts n keys, with room for as many. */
static void
sort(double *key, size_t n, double *room)
{
	const size_t half = n / 2;

	if (n < 2)
		return;
	sort(key, half, room);
	sort(key + half, n - half, room);
	memcpy(room, key, n * sizeof *key);
	merge(room, half, room + half, n - half, key);
}

/* Merges sorted runs, from start[i] to start[i + 1]. */
static void
merge_runs(double *key, const size_t *start, int runs, double *room)
{
	const int half = runs / 2;
	const size_t n = start[half] - start[0], m = start[runs] - start[half];

	if (runs < 2)
		return;
	merge_runs(key, start, half, room);
	merge_runs(key + n, start + half, runs - half, room);
	memcpy(room, key, (n + m) * sizeof *key);
	merge(room, n, room + n, m, key);
}

/* Returns the comparisons for merging `ways` runs of n keys in all, in pairs. */
static uint64_t
comparisons(size_t n, size_t ways)
{
	uint64_t rounds = 0;

	for (size_t merged = 1; merged < ways; merged *= 2)
		rounds++;
	return n * rounds;
}

static int
compare_samples(const void *a, const void *b)
{
	const struct sample *const x = a, *const y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

/* Counts this node's keys below the splitter. */
static size_t
below(const struct node *n, const struct sample *splitter)
{
	size_t low = 0, high = n->count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const struct sample here = { n->key[middle], n->first + middle };

		if (compare_samples(&here, splitter) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The phases */

static void
sort_own(struct node *n)
{
	size_t first;
	double *room;

	n->count = vcube_piece(n->job->count, n->p, n->me, &first);
	n->first = first;
	n->key = vcube_scratch(n->self, n->count * sizeof *n->key);
	room = vcube_scratch(n->self, n->count * sizeof *room);
	if (vcube_failed(n->self))
		return;
	memcpy(n->key, n->job->key + first, n->count * sizeof *n->key);
	vcube_watch(n->self, "keys", n->key, VCUBE_DOUBLE, n->count);
	phase(n->self, n->log, "sort its own keys");
	sort(n->key, n->count, room);
	flops(n->self, n->log, comparisons(n->count, n->count));
	vcube_free(n->self, room);
}

/* Returns the samples of all nodes, sorted; *count of them are real keys. */
static struct sample *
gather_samples(struct node *n, size_t *count)
{
	const size_t s = (size_t)n->job->samples, all = s * (size_t)n->p;
	struct sample *const mine = vcube_scratch(n->self, s * sizeof *mine);
	struct sample *const sample = vcube_scratch(n->self, all * sizeof *sample);

	phase(n->self, n->log, "broadcast samples");
	for (size_t i = 0; mine && i < s; i++) {
		const size_t at = (2 * i + 1) * n->count / (2 * s);

		mine[i] = n->count ? (struct sample){ n->key[at], n->first + at }
				   : (struct sample){ INFINITY, UINT64_MAX };
	}
	vcube_allgather(n->self, NULL, mine, sample, s, VCUBE_BYTES(sizeof *sample), NULL);
	*count = 0;
	if (!vcube_failed(n->self)) {
		qsort(sample, all, sizeof *sample, compare_samples);
		flops(n->self, n->log, comparisons(all, all));
		while (*count < all && sample[*count].number != UINT64_MAX)
			++*count;
	}
	vcube_free(n->self, mine);
	return sample;
}

/* Cuts the keys by node: those for node i begin at start[i]. */
static void
cut(struct node *n, size_t *start)
{
	size_t count;
	struct sample *const sample = gather_samples(n, &count);

	start[0] = 0;
	start[n->p] = n->count;
	for (int i = 1; !vcube_failed(n->self) && i < n->p; i++)
		start[i] = count ? below(n, &sample[(size_t)i * count / (size_t)n->p]) : 0;
	flops(n->self, n->log, comparisons((size_t)n->p - 1, n->count + 1));
	vcube_free(n->self, sample);
}

/* Computes where runs of these lengths begin; returns their sum. */
static size_t
starts(const size_t *length, int runs, size_t *start)
{
	start[0] = 0;
	for (int i = 0; i < runs; i++)
		start[i + 1] = start[i] + length[i];
	return start[runs];
}

/* Sends the keys from out[i] on to node i, give[i] of them; received keys, take[i] from node
 * i, lie from in[i] on. Each array has p + 1 numbers. */
static void
hand_over(struct node *n, const size_t *out, size_t *give, size_t *in, size_t *take)
{
	double *got;

	for (int i = 0; i < n->p; i++)
		give[i] = out[i + 1] - out[i];
	phase(n->self, n->log, "announce the numbers of keys");
	vcube_alltoall(n->self, NULL, give, take, 1, VCUBE_BYTES(sizeof *take), NULL);
	if (vcube_failed(n->self))
		return;
	n->count = starts(take, n->p, in);
	got = vcube_scratch(n->self, n->count * sizeof *got);
	vcube_watch(n->self, "received keys", got, VCUBE_DOUBLE, n->count);
	phase(n->self, n->log, "exchange keys");
	vcube_alltoallv(n->self, NULL, n->key, give, out, got, take, in, VCUBE_DOUBLE, n->job->how);
	vcube_free(n->self, n->key);
	n->key = got;
}

static void
merge_all(struct node *n, const size_t *start)
{
	double *const room = vcube_scratch(n->self, n->count * sizeof *room);

	phase(n->self, n->log, "merge");
	if (!vcube_failed(n->self))
		merge_runs(n->key, start, n->p, room);
	flops(n->self, n->log, comparisons(n->count, (size_t)n->p));
	vcube_free(n->self, room);
}

/* Copies the node's keys to their place in the result, which the counts of the nodes before
 * it determine. */
static void
hand_in(struct node *n)
{
	uint64_t end = n->count;

	phase(n->self, n->log, "count keys on lower ranks");
	vcube_scan(n->self, NULL, &end, &end, 1, VCUBE_UINT64, VCUBE_SUM, NULL);
	phase(n->self, n->log, NULL);
	if (vcube_failed(n->self))
		return;
	n->job->share[n->me] = n->count;
	memcpy(n->job->result + end - n->count, n->key, n->count * sizeof *n->key);
}

int
sort_program(vcube_node *self, void *arg)
{
	const int p = vcube_size(self), me = vcube_rank(self);
	struct job *const job = arg;
	struct node n = { .self = self, .job = job, .log = &job->log[me], .p = p, .me = me };
	const size_t row = (size_t)p + 1;
	size_t *const table = vcube_scratch(self, 4 * row * sizeof *table);

	if (!table)
		return vcube_failed(self);
	sort_own(&n);
	cut(&n, table);
	hand_over(&n, table, table + row, table + 2 * row, table + 3 * row);
	merge_all(&n, table + 2 * row);
	hand_in(&n);
	vcube_free(self, n.key);
	vcube_free(self, table);
	return vcube_failed(self);
}
