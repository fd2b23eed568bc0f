/* SPDX-License-Identifier: BSD-2-Clause */
/* Draws watched memory on the screen: a window on one of the tables. */
#include <curses.h>
#include "pane.h"
#include "table.h"

enum { LABEL = 6 };     /* columns for the numbers of the rows */

/* Has the cell changed since the previous moment? It is then marked. */
static bool
is_new(const struct vc_sights *s, const struct vc_table *t, int rank, size_t row)
{
	const int page = s->model.page;

	return page > 0 && vc_table_cell(s->model.r->moment[page - 1], t, rank, row) !=
			   vc_table_cell(s->model.r->moment[page], t, rank, row);
}

static int
count_tables(const struct vc_sights *s, const struct vc_moment *m)
{
	struct vc_table table;
	int count = 0;

	while (vc_table_at(s->model.r, m, count, &table))
		count++;
	return count;
}

/* Find the table to show, as wide as at its widest moment. */
static void
find_table(struct vc_sights *s, const struct vc_moment *m, int tables, struct vc_table *t)
{
	vc_table_at(s->model.r, m, s->table % tables, t);
	if (s->wide_name != t->name || s->wide_depth != t->depth)
		s->wide = vc_table_widest(s->model.r, t);
	s->wide_name = t->name;
	s->wide_depth = t->depth;
	t->width = s->wide;
}

/* Return value, but at most `most`, or 0 if that is negative. */
static int
bound(int value, int most)
{
	return value > most ? (most < 0 ? 0 : most) : value;
}

static void
put_head(const struct vc_sights *s, struct vc_box f, const struct vc_table *t, int tables,
	 int columns, int rows)
{
	char text[160];
	int length = snprintf(text, sizeof text, "%.30s", t->name);

	if (tables > 1)
		length += snprintf(text + length, sizeof text - (size_t)length, " (%d of %d)",
				   s->table + 1, tables);
	if ((size_t)rows < t->rows)
		length += snprintf(text + length, sizeof text - (size_t)length, "  rows %d-%d of %zu",
				   s->down, s->down + rows - 1, t->count);
	else if (t->rows < t->count)
		length += snprintf(text + length, sizeof text - (size_t)length, "  %zu of %zu kept",
				   t->rows, t->count);
	if (columns < s->model.r->nodes)
		snprintf(text + length, sizeof text - (size_t)length, "  nodes %d-%d of %d",
			 s->right, s->right + columns - 1, s->model.r->nodes);
	attrset(A_UNDERLINE);
	vc_pane_text(f, 0, 0, text);
	attrset(A_NORMAL);
}

static void
put_row(const struct vc_sights *s, struct vc_box f, const struct vc_moment *m,
	const struct vc_table *t, int line, int label, int columns)
{
	const size_t row = (size_t)(s->down + line);
	char text[40];

	snprintf(text, sizeof text, "%*zu", label - 2, row);
	attrset(A_DIM);
	vc_pane_text(f, 2 + line, 0, text);
	for (int i = 0; i < columns; i++) {
		const int rank = s->right + i;

		snprintf(text, sizeof text, "%*s", t->width, vc_table_cell(m, t, rank, row));
		attrset(is_new(s, t, rank, row) ? A_BOLD | COLOR_PAIR(VC_PAINT_NEW) : A_NORMAL);
		vc_pane_text(f, 2 + line, label + i * (t->width + 1), text);
	}
	attrset(A_NORMAL);
}

static void
put_nodes(const struct vc_sights *s, struct vc_box f, const struct vc_table *t, int label,
	  int columns)
{
	char text[40];

	attrset(A_DIM);
	vc_pane_text(f, 1, 0, "node");
	attrset(A_BOLD);
	for (int i = 0; i < columns; i++) {
		snprintf(text, sizeof text, "%*d", t->width, s->right + i);
		vc_pane_text(f, 1, label + i * (t->width + 1), text);
	}
	attrset(A_NORMAL);
}

void
vc_pane_memory(struct vc_sights *s, struct vc_box f)
{
	const struct vc_moment *const m = vc_model_moment(&s->model);
	const int tables = count_tables(s, m), label = LABEL;
	struct vc_table t;
	int columns, rows;

	if (tables == 0) {
		vc_pane_text(f, 0, 0, "no node watches memory here");
		return;
	}
	s->table %= tables;
	find_table(s, m, tables, &t);
	columns = (f.columns - label + 1) / (t.width + 1);
	columns = columns < s->model.r->nodes ? columns : s->model.r->nodes;
	rows = f.rows - 2 < (int)t.rows ? f.rows - 2 : (int)t.rows;
	s->down = bound(s->down, (int)t.rows - rows);
	s->right = bound(s->right, s->model.r->nodes - columns);
	put_head(s, f, &t, tables, columns, rows);
	put_nodes(s, f, &t, label, columns);
	for (int line = 0; line < rows; line++)
		put_row(s, f, m, &t, line, label, columns);
}

int
vc_pane_memory_width(struct vc_sights *s)
{
	const struct vc_moment *const m = vc_model_moment(&s->model);
	const int tables = count_tables(s, m);
	struct vc_table t = {.width = 1};

	if (tables > 0)
		find_table(s, m, tables, &t);
	return LABEL + s->model.r->nodes * (t.width + 1) - 1;
}
