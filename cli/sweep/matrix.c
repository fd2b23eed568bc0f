/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A square matrix of sizes from a file.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vcube.h>
#include "base/status.h"
#include "base/text.h"
#include "base/units.h"
#include "sweep/matrix.h"
#include "sweep/traffic.h"

/* What is known of the file so far: `nodes` is the length of its first row. */
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
		return complain(STATUS_USAGE, "%s:%d: more than the %d sizes that line %d has", m->file,
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
	m->lines = grow(m->lines, (size_t)r->rows + 1, sizeof *m->lines);
	m->lines[r->rows++] = r->line;
	if (r->rows > m->nodes)
		return complain(STATUS_USAGE, "%s:%d: a line more than the %d that rows of %d sizes make",
				m->file, r->line, m->nodes, m->nodes);
	m->bytes = grow(m->bytes, ((size_t)r->rows + 1) * (size_t)m->nodes, sizeof *m->bytes);
	return 0;
}

static int
read_rows(struct reading *r, FILE *in)
{
	char *text = NULL;
	size_t room = 0;
	int status = 0;

	while (!status && getline(&text, &room, in) >= 0) {
		r->line++;
		status = add_row(r, text);
	}
	if (!status && ferror(in))
		status = complain(STATUS_USAGE, "%s: %s", r->m->file, strerror(errno));
	else if (!status && r->rows == 0)
		status = complain(STATUS_USAGE, "%s: no sizes; a line has the bytes that a node has for "
				  "each node", r->m->file);
	else if (!status && r->rows < r->m->nodes)
		status = complain(STATUS_USAGE, "%s: %d lines of %d sizes; there must be one for each "
				  "node", r->m->file, r->rows, r->m->nodes);
	free(text);
	return status;
}

/* A word that is neither. */
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

int
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
	if (status)
		matrix_free(m);
	return status;
}

void
matrix_free(struct matrix *m)
{
	free(m->file);
	free(m->bytes);
	free(m->lines);
}
