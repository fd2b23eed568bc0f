/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How long blocks are.
 */
#include <stdlib.h>
#include <string.h>
#include <vcube/authoring.h>
#include "base/splitmix64.h"
#include "base/status.h"
#include "base/text.h"
#include "sweep/matrix.h"
#include "sweep/traffic.h"

/* What the blocks that are not long have of one that is: "a small number". */
enum { SMALL = 32 };

struct traffic {
	int pattern;            /* enum traffic_patterns */
	struct matrix matrix;   /* of TRAFFIC_MATRIX, else empty */
};

static const char *const names[] = {
#define X(name, text) #name,
	TRAFFIC_PATTERNS(X)
#undef X
};

static const char *const texts[] = {
#define X(name, text) text,
	TRAFFIC_PATTERNS(X)
#undef X
};

const char *
traffic_name(int i)
{
	return i >= 0 && i < TRAFFIC_MATRIX ? names[i] : NULL;
}

const char *
traffic_text(int i)
{
	return i >= 0 && i < TRAFFIC_MATRIX ? texts[i] : NULL;
}

struct traffic *
traffic_make(const char *word)
{
	struct traffic *t = grow(NULL, 1, sizeof *t);

	*t = (struct traffic) { 0 };
	while (t->pattern < TRAFFIC_MATRIX && strcmp(word, names[t->pattern]) != 0)
		t->pattern++;
	if (t->pattern == TRAFFIC_MATRIX && matrix_read(&t->matrix, word)) {
		free(t);
		return NULL;
	}
	return t;
}

void
traffic_free(struct traffic *t)
{
	if (t)
		matrix_free(&t->matrix);
	free(t);
}

const char *
traffic_title(const struct traffic *t)
{
	return t->pattern < TRAFFIC_MATRIX ? names[t->pattern] : t->matrix.file;
}

int
traffic_nodes(const struct traffic *t)
{
	return t->matrix.nodes;
}

size_t
traffic_largest(const struct traffic *t)
{
	const size_t blocks = (size_t)t->matrix.nodes * (size_t)t->matrix.nodes;
	size_t largest = 0;

	for (size_t i = 0; i < blocks; i++)
		if (t->matrix.bytes[i] > largest)
			largest = t->matrix.bytes[i];
	return largest;
}

bool
traffic_fits(const struct traffic *t, size_t element, const char *name)
{
	const struct matrix *m = &t->matrix;

	for (int i = 0; i < m->nodes; i++)
		for (int j = 0; j < m->nodes; j++) {
			const size_t bytes = m->bytes[(size_t)i * (size_t)m->nodes + (size_t)j];

			if (bytes % element == 0)
				continue;
			if (name)
				complain(STATUS_USAGE, "%s:%d: %zu bytes for node %d are not a whole number "
					 "of elements of %zu bytes (%s)", m->file, m->lines[i], bytes, j,
					 element, name);
			return false;
		}
	return true;
}

/* What is drawn for a pair of nodes. */
static uint64_t
draw(uint64_t seed, int from, int to)
{
	return splitmix64(seed * UINT64_C(0x9e3779b97f4a7c15) + ((uint64_t)(uint32_t)from << 32 | (uint32_t)to));
}

/* The node in the place of `rank` with row and column exchanged; none, where the
 * array of all nodes is not complete. */
static int
mirrored(int nodes, int rank)
{
	const int columns = vcube_array_of(nodes).columns;

	return rank % columns * columns + rank / columns;
}

size_t
traffic_bytes(const struct traffic_terms *t, int from, int to)
{
	const uint64_t p = (uint64_t)t->nodes;
	const size_t most = t->largest / t->element;    /* in elements */

	switch (t->traffic->pattern) {
	case TRAFFIC_uniform:
		return t->largest;
	case TRAFFIC_spike:
		return t->element * ((uint64_t)to == draw(t->seed, from, -1) % p ? most : most / SMALL);
	case TRAFFIC_transpose:
		return t->element * (to == mirrored(t->nodes, from) ? most : most / SMALL);
	case TRAFFIC_power:
		return t->element * (most / (size_t)(1 + draw(t->seed, from, to) % p));
	default:
		return t->traffic->matrix.bytes[(size_t)from * p + (size_t)to];
	}
}

struct traffic_load
traffic_load(const struct traffic_terms *t)
{
	struct traffic_load load = { 0, 0 };

	for (int i = 0; i < t->nodes; i++) {
		size_t out = 0, in = 0;

		for (int j = 0; j < t->nodes; j++) {
			out += traffic_bytes(t, i, j);
			in += traffic_bytes(t, j, i);
		}
		load.total += out;
		load.busiest = out > load.busiest ? out : load.busiest;
		load.busiest = in > load.busiest ? in : load.busiest;
	}
	return load;
}
