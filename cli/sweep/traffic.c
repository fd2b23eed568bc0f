/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Block lengths of a collective whose blocks may differ.
 */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vcube/authoring.h>
#include "base/splitmix64.h"
#include "base/status.h"
#include "base/text.h"
#include "base/units.h"
#include "sweep/traffic.h"

/* A long block is as long as SMALL short ones: the paper says "a small number". */
enum { SMALL = 32 };

/* A square matrix of sizes from a file; traffic.h describes the format. */
struct matrix {
	char *file;
	int nodes;
	size_t *bytes;          /* row after row */
	int *lines;             /* of the file, for each row */
};

struct traffic {
	int pattern;            /* enum traffic_patterns */
	struct matrix matrix;   /* for TRAFFIC_MATRIX, else empty */
};

static const char *const patterns[][2] = {
#define X(name, text) { #name, text },
	TRAFFIC_PATTERNS(X)
#undef X
};

const char *
traffic_name(int i)
{
	return i >= 0 && i < TRAFFIC_MATRIX ? patterns[i][0] : NULL;
}

const char *
traffic_text(int i)
{
	return i >= 0 && i < TRAFFIC_MATRIX ? patterns[i][1] : NULL;
}

/* The state of reading a file */
struct reading {
	struct matrix *m;
	int rows, line;
};

static int
add_size(struct reading *r, int column, const char *word)
{
	struct matrix *m = r->m;
	size_t *at;

	if (r->rows == 0) {
		m->nodes = column + 1;
		m->bytes = grow(m->bytes, (size_t)m->nodes, sizeof *m->bytes);
	} else if (column == m->nodes) {
		return complain(STATUS_USAGE, "%s:%d: more than the %d sizes of line %d", m->file,
				r->line, m->nodes, m->lines[0]);
	}
	at = &m->bytes[(size_t)r->rows * (size_t)m->nodes + (size_t)column];
	if (!size_parse(word, at))
		return complain(STATUS_USAGE, "%s:%d: '%s' is not a size; a size is a number of bytes, "
				"such as 64, 8KiB or 1MiB", m->file, r->line, word);
	return 0;
}

static int
add_row(struct reading *r, char *text)
{
	struct matrix *m = r->m;
	char *rest = text, *word;
	int column = 0, status = 0;

	text[strcspn(text, "#")] = '\0';
	while (!status && (word = strsep(&rest, " \t\r\n")))
		if (*word)
			status = add_size(r, column++, word);
	if (status || column == 0)
		return status;
	if (column < m->nodes)
		return complain(STATUS_USAGE, "%s:%d: %d sizes, where line %d has %d", m->file, r->line,
				column, m->lines[0], m->nodes);
	APPEND(m->lines, r->rows, r->line);
	if (r->rows > m->nodes)
		return complain(STATUS_USAGE, "%s:%d: more than the %d lines that rows of %d sizes need",
				m->file, r->line, m->nodes, m->nodes);
	m->bytes = grow(m->bytes, ((size_t)r->rows + 1) * (size_t)m->nodes, sizeof *m->bytes);
	return 0;
}

static int
read_rows(struct reading *r, FILE *in)
{
	autofree char *text = NULL;
	size_t room = 0;
	int status = 0;

	while (!status && getline(&text, &room, in) >= 0) {
		r->line++;
		status = add_row(r, text);
	}
	if (!status && ferror(in))
		status = complain(STATUS_USAGE, "%s: %s", r->m->file, strerror(errno));
	else if (!status && r->rows == 0)
		status = complain(STATUS_USAGE, "%s: no sizes; each line has the bytes that a node has "
				  "for each node", r->m->file);
	else if (!status && r->rows < r->m->nodes)
		status = complain(STATUS_USAGE, "%s: %d lines of %d sizes; there must be one for each "
				  "node", r->m->file, r->rows, r->m->nodes);
	return status;
}

/* Complain that the word is neither a pattern nor a file. */
static int
complain_of_pattern(const char *word, const char *why)
{
	char *names = NULL, meant[VCUBE_NEAREST_ROOM];

	for (int i = 0; traffic_name(i); i++)
		join(&names, ", ", traffic_name(i));
	complain(STATUS_USAGE, "no pattern '%s', and as a file: %s; there are %s%s", word, why, names,
		 vcube_nearest(word, names, meant));
	free(names);
	return STATUS_USAGE;
}

/* Read it; return 0, or STATUS_USAGE after a sentence that names file and line. */
static int
matrix_read(struct matrix *m, const char *file)
{
	struct reading r = { .m = m };
	FILE *in = fopen(file, "r");
	int status;

	*m = (struct matrix) { .file = text("%s", file) };
	if (!in)
		status = complain_of_pattern(file, strerror(errno));
	else
		status = read_rows(&r, in);
	if (in)
		fclose(in);
	return status;
}

struct traffic *
traffic_make(const char *word)
{
	struct traffic *t = grow(NULL, 1, sizeof *t);

	*t = (struct traffic) { 0 };
	while (t->pattern < TRAFFIC_MATRIX && strcmp(word, patterns[t->pattern][0]) != 0)
		t->pattern++;
	if (t->pattern == TRAFFIC_MATRIX && matrix_read(&t->matrix, word)) {
		traffic_free(t);
		return NULL;
	}
	return t;
}

void
traffic_free(struct traffic *t)
{
	if (t) {
		free(t->matrix.file);
		free(t->matrix.bytes);
		free(t->matrix.lines);
	}
	free(t);
}

const char *
traffic_title(const struct traffic *t)
{
	return t->pattern < TRAFFIC_MATRIX ? patterns[t->pattern][0] : t->matrix.file;
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

/* Draw a number for a pair of nodes. */
static uint64_t
draw(uint64_t seed, int from, int to)
{
	return splitmix64(seed * UINT64_C(0x9e3779b97f4a7c15) + ((uint64_t)(uint32_t)from << 32 | (uint32_t)to));
}

/* Return the node at the place of `rank` with row and column exchanged; there is none where
 * the array of all nodes is incomplete. */
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
