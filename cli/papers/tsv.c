/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tables of the papers.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/status.h"
#include "base/text.h"
#include "papers/reproduce.h"

static char *
source(const char *name)
{
	for (const struct tsv_source *s = tsv_sources; s->name; s++)
		if (strcmp(s->name, name) == 0)
			return text("%s", s->text);
	die(STATUS_FAILED, "no table '%s'", name);
}

struct tsv
tsv_open(const char *name)
{
	struct tsv t = { .rows = -1 };
	char *lines = source(name), *line, *cell;

	for (int cells = 0; (line = strsep(&lines, "\n")) && *line; t.rows++)
		for (t.columns = 0; (cell = strsep(&line, "\t")); t.columns++)
			APPEND(t.cell, cells, cell);
	return t;
}

const char *
tsv_text(const struct tsv *t, int row, const char *column)
{
	for (int i = 0; i < t->columns; i++)
		if (strcmp(t->cell[i], column) == 0)
			return t->cell[(row + 1) * t->columns + i];
	die(STATUS_FAILED, "a table has no column '%s'", column);
}

double
tsv_number(const struct tsv *t, int row, const char *column)
{
	const char *cell = tsv_text(t, row, column);

	return strcmp(cell, "-") == 0 ? NAN : strtod(cell, NULL);
}
