/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Block lengths of a collective whose blocks may differ.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vcube/authoring.h>
#include "base/numbers.h"
#include "base/status.h"
#include "base/text.h"
#include "base/units.h"
#include "sweep/traffic.h"

/* A long block is as long as SMALL short ones: the paper says "a small number". */
enum { SMALL = 32 };

/* A square matrix of sizes from a file; traffic.h describes the format. */
struct matrix {
	const char *file;
	int nodes;
	size_t **bytes;         /* by row */
	int *lines;             /* of the file, for each row */
};

struct traffic {
	int pattern;            /* enum traffic_patterns */
	struct matrix matrix;   /* for TRAFFIC_MATRIX, else empty */
};

const char *const traffic_patterns[][2] = {
#define X(name, text) { #name, text },
	TRAFFIC_PATTERNS(X)
#undef X
	{ NULL, NULL }
};

/* Take a row from line number `line` of the file. */
static void
add_row(struct matrix *m, int *rows, int line, char *text)
{
	const int first = *rows ? m->lines[0] : line;
	size_t bytes, *row = NULL;
	char *word;
	int columns = 0;

	text[strcspn(text, "#")] = '\0';
	while ((word = strsep(&text, " \t\r\n"))) {
		if (!*word)
			continue;
		if (*rows > 0 && columns == m->nodes)
			die(STATUS_USAGE, "%s:%d: more than the %d sizes of line %d", m->file, line,
			    m->nodes, first);
		if (columns == VCUBE_THREADS_MAX)
			die(STATUS_USAGE, "%s:%d: more sizes than a machine has nodes, %d", m->file, line,
			    VCUBE_THREADS_MAX);
		if (!size_parse(word, &bytes))
			die(STATUS_USAGE, "%s:%d: '%s' is not a size; a size is a number of bytes, such as "
			    "64, 8KiB or 1MiB", m->file, line, word);
		APPEND(row, columns, bytes);
	}
	if (columns == 0)
		return;
	if (*rows == 0)
		m->nodes = columns;
	if (columns < m->nodes)
		die(STATUS_USAGE, "%s:%d: %d sizes, where line %d has %d", m->file, line, columns, first,
		    m->nodes);
	if (*rows == m->nodes)
		die(STATUS_USAGE, "%s:%d: more than the %d lines that rows of %d sizes need", m->file,
		    line, m->nodes, m->nodes);
	APPEND(m->lines, *rows, line);
	m->bytes = grow(m->bytes, (size_t)*rows, sizeof *m->bytes);
	m->bytes[*rows - 1] = row;
}

/* Complain that the word is neither a pattern nor a file. */
static void
refuse_pattern(const char *word, const char *why)
{
	char *names = NULL, meant[VCUBE_NEAREST_ROOM];

	for (int i = 0; i < TRAFFIC_MATRIX; i++)
		join(&names, ", ", traffic_patterns[i][0]);
	die(STATUS_USAGE, "no pattern '%s', and as a file: %s; there are %s%s", word, why, names,
	    vcube_nearest(word, names, meant));
}

/* The most lines of a file, and bytes of a line: what a row for each node needs, and as much
 * again for comments. So a file that never ends is refused. */
enum { LINES_MOST = 2 * VCUBE_THREADS_MAX, LINE_MOST = 2 * 16 * VCUBE_THREADS_MAX };

/* Read a line into text[LINE_MOST]; false at the end of the file. */
static bool
read_line(const char *file, FILE *in, int line, char *text)
{
	size_t length;

	if (!fgets(text, LINE_MOST, in))
		return false;
	length = strlen(text);
	if (line > LINES_MOST)
		die(STATUS_USAGE, "%s: more than %d lines, which is too long for a file of sizes", file,
		    LINES_MOST);
	if (text[length ? length - 1 : 0] != '\n' && !feof(in))
		die(STATUS_USAGE, "%s:%d: not a line of sizes: it holds a zero byte, or more than %d bytes",
		    file, line, LINE_MOST);
	return true;
}

/* Complain with file and line. */
static void
read_matrix(struct matrix *m, FILE *in)
{
	char *const text = grow(NULL, LINE_MOST, 1);
	int rows = 0, same = 1;

	for (int line = 1; read_line(m->file, in, line, text); line++)
		add_row(m, &rows, line, text);
	if (ferror(in))
		die(STATUS_USAGE, "%s: %s", m->file, strerror(errno));
	if (rows == 0)
		die(STATUS_USAGE, "%s: no sizes; each line has the bytes that a node has for each node",
		    m->file);
	for (; rows == 1 && same < m->nodes; same++) {
		m->bytes = grow(m->bytes, (size_t)same + 1, sizeof *m->bytes);
		m->lines = grow(m->lines, (size_t)same + 1, sizeof *m->lines);
		m->bytes[same] = m->bytes[0];
		m->lines[same] = m->lines[0];
	}
	if (rows > 1 && rows < m->nodes)
		die(STATUS_USAGE, "%s: %d lines of %d sizes; there must be one for each node, or one for all",
		    m->file, rows, m->nodes);
	discard(text);
}

struct traffic *
traffic_read(FILE *in, const char *file)
{
	struct traffic *t = grow(NULL, 1, sizeof *t);

	*t = (struct traffic) { TRAFFIC_MATRIX, { .file = file } };
	read_matrix(&t->matrix, in);
	return t;
}

struct traffic *
traffic_of(int nodes, const size_t *bytes)
{
	const size_t p = (size_t)nodes;
	struct traffic *t = grow(NULL, 1, sizeof *t);

	*t = (struct traffic) { TRAFFIC_MATRIX, { .nodes = nodes, .bytes = grow(NULL, p, sizeof(size_t *)) } };
	for (size_t i = 0; i < p; i++) {
		t->matrix.bytes[i] = grow(NULL, p, sizeof(size_t));
		memcpy(t->matrix.bytes[i], bytes + i * p, p * sizeof *bytes);
	}
	return t;
}

struct traffic *
traffic_make(const char *word)
{
	struct traffic *t = grow(NULL, 1, sizeof *t);
	FILE *in;

	while (t->pattern < TRAFFIC_MATRIX && strcmp(word, traffic_patterns[t->pattern][0]) != 0)
		t->pattern++;
	if (t->pattern < TRAFFIC_MATRIX)
		return t;
	in = fopen(word, "re");
	if (!in)
		refuse_pattern(word, strerror(errno));
	t = traffic_read(in, word);
	fclose(in);
	return t;
}

const char *
traffic_title(const struct traffic *t)
{
	return t->pattern < TRAFFIC_MATRIX ? traffic_patterns[t->pattern][0] : t->matrix.file;
}

const char *
traffic_file(const struct traffic *t)
{
	return t->matrix.file;
}

int
traffic_nodes(const struct traffic *t)
{
	return t->matrix.nodes;
}

size_t
traffic_largest(const struct traffic *t)
{
	const struct matrix *m = &t->matrix;
	size_t largest = 0;

	for (int i = 0; i < m->nodes * m->nodes; i++)
		if (m->bytes[i / m->nodes][i % m->nodes] > largest)
			largest = m->bytes[i / m->nodes][i % m->nodes];
	return largest;
}

bool
traffic_fits(const struct traffic *t, size_t element, const char *name)
{
	const struct matrix *m = &t->matrix;

	for (int i = 0; i < m->nodes; i++)
		for (int j = 0; j < m->nodes; j++) {
			const size_t bytes = m->bytes[i][j];

			if (bytes % element == 0)
				continue;
			if (name)
				die(STATUS_USAGE, "%s:%d: %zu bytes for node %d are not a whole number of "
				    "elements of %zu bytes (%s)", m->file, m->lines[i], bytes, j, element,
				    name);
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
		return t->traffic->matrix.bytes[from][to];
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
