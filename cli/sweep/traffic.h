/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The block lengths of a collective whose blocks may differ: by a pattern, or from a file
 * with a matrix.
 *
 * The file has a line for each node, or one for all: the bytes that it has for each node, such as
 * 0, 64 or 8KiB. Empty lines and comments from a '#' on do not count.
 */
#ifndef TRAFFIC_H
#define TRAFFIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* name, text; m is the size given */
#define TRAFFIC_PATTERNS(X) \
	X(uniform, "every block has m bytes") \
	X(spike, "each node has m bytes for one other, drawn by the seed, and m/32 for the rest") \
	X(transpose, "each node has m bytes for its mirror image in the array of all nodes, and " \
	  "m/32 for the rest") \
	X(power, "blocks of m/k bytes, k drawn by the seed from 1 to the number of nodes")

enum traffic_patterns {
#define X(name, text) TRAFFIC_##name,
	TRAFFIC_PATTERNS(X)
#undef X
	TRAFFIC_MATRIX
};

/* Their names and texts, to NULL */
extern const char *const traffic_patterns[][2];

struct traffic;

/* Make it from the name of a pattern or a file; the process ends with a sentence if neither
 * fits. */
struct traffic *traffic_make(const char *word);
/* The same from an open file; `file` is its name, which is kept. */
struct traffic *traffic_read(FILE *in, const char *file);
/* The same from the bytes that each node has for each, a row for each node. */
struct traffic *traffic_of(int nodes, const size_t *bytes);

/* Return what it was made from: the name of a pattern or a file. */
const char *traffic_title(const struct traffic *traffic);

/* Return the file that it was made from; NULL if that is a pattern. */
const char *traffic_file(const struct traffic *traffic);

/* For a file, return its number of nodes and its largest block; else 0. */
int traffic_nodes(const struct traffic *traffic);
size_t traffic_largest(const struct traffic *traffic);
/* For a file: is every block a whole number of elements of `element` bytes? If not, and if
 * `name` is not NULL, the process ends with a sentence that says where; `name` is the
 * elements' type. */
bool traffic_fits(const struct traffic *traffic, size_t element, const char *name);

/* What determines a block's length */
struct traffic_terms {
	const struct traffic *traffic;
	int nodes;
	size_t largest, element;        /* in bytes */
	uint64_t seed;
};

/* Return the bytes that one node has for another, a whole number of elements. Pure. */
size_t traffic_bytes(const struct traffic_terms *terms, int from, int to);

/* All bytes, and those that the busiest node sends or receives */
struct traffic_load {
	size_t total, busiest;
};
struct traffic_load traffic_load(const struct traffic_terms *terms);

#endif
