/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The lengths of blocks, for a collective whose blocks may differ: by a pattern, or by a
 * matrix from a file.
 *
 * The file has a line for each node, with the bytes that the node has for each node,
 * such as 0, 64 or 8KiB. Empty lines, and what follows a '#', do not count.
 */
#ifndef TRAFFIC_H
#define TRAFFIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* name, what it is; m is the size that is asked for */
#define TRAFFIC_PATTERNS(X) \
	X(uniform, "every block is of m bytes") \
	X(spike, "each node has m bytes for one other, drawn by the seed, and m/32 for the rest") \
	X(transpose, "each node has m bytes for the one that mirrors it in the array of all, and " \
	  "m/32 for the rest") \
	X(power, "blocks of m/k bytes, k drawn by the seed from 1 to the number of nodes")

enum traffic_patterns {
#define X(name, text) TRAFFIC_##name,
	TRAFFIC_PATTERNS(X)
#undef X
	TRAFFIC_MATRIX
};

struct traffic;

/* From the name of a pattern or of a file; NULL, after a sentence on stderr. */
struct traffic *traffic_make(const char *word);
void traffic_free(struct traffic *traffic);

/* What it was made from: the name of a pattern, or of a file. */
const char *traffic_title(const struct traffic *traffic);

/* The name of pattern i, and what it is; NULL past the end. */
const char *traffic_name(int i);
const char *traffic_text(int i);

/* Of a file: how many nodes it has lines for, and the largest block; else 0. */
int traffic_nodes(const struct traffic *traffic);
size_t traffic_largest(const struct traffic *traffic);
/* Of a file: is every block a whole number of elements of so many bytes? If not,
 * and `name` is not NULL, a sentence that says where and of what. */
bool traffic_fits(const struct traffic *traffic, size_t element, const char *name);

/* What a block is worked out from. */
struct traffic_terms {
	const struct traffic *traffic;
	int nodes;
	size_t largest, element;        /* in bytes */
	uint64_t seed;
};

/* The bytes that one node has for another, a whole number of elements. Pure. */
size_t traffic_bytes(const struct traffic_terms *terms, int from, int to);

/* All of them, and what the busiest node sends or receives. */
struct traffic_load {
	size_t total, busiest;
};
struct traffic_load traffic_load(const struct traffic_terms *terms);

#endif
