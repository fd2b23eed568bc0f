/* SPDX-License-Identifier: BSD-2-Clause */
/* The screen: its layout, and the parts that are only text. */
#include <curses.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "lines.h"
#include "pane.h"
#include "picture.h"
#include "table.h"

/* A rectangle of the screen. */
struct box {
	int row, column, rows, columns;
};

/* Colours. Of 256, these are legible on black and on white; of 8, none are. */
static const struct {
	short paint, of_256, of_8;
} colours[] = {
	{VC_PAINT_IDLE, 244, COLOR_BLUE},
	{VC_PAINT_BUSY, 166, COLOR_YELLOW},
	{VC_PAINT_NEW, 31, COLOR_CYAN},
	{VC_PAINT_FAILED, 160, COLOR_RED},
};

void
vc_pane_open(void)
{
	if (!has_colors() || start_color() == ERR)
		return;
	use_default_colors();
	for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
		init_pair(colours[i].paint, COLORS >= 256 ? colours[i].of_256 : colours[i].of_8, -1);
}

static void
put_text(struct box f, int row, int column, const char *text)
{
	if (row >= 0 && row < f.rows && column >= 0 && column < f.columns)
		mvaddnstr(f.row + row, f.column + column, text, f.columns - column);
}

static void
put_head(struct box f, const char *text)
{
	attrset(A_UNDERLINE);
	put_text(f, 0, 0, text);
	attrset(A_NORMAL);
}

/* Return the width of a text's longest line, plus two columns between. */
static int
width_of(const char *text)
{
	int longest = 0;

	for (; *text; text += *text == '\n') {
		const int length = (int)strcspn(text, "\n");

		longest = length > longest ? length : longest;
		text += length;
	}
	return longest + 2;
}

/* Draw the lines of a text from the scroll position on, side by side in columns of this width
 * if they do not fit otherwise. */
static void
put_lines(struct vc_sights *s, struct box f, const char *text, int width)
{
	const int across = f.columns / width > 0 ? f.columns / width : 1;
	int lines = 0, skip = s->sight == VC_SEE_ALL && vc_model_moment(&s->model) ? 0 : s->down, line = 0;

	for (const char *c = text; *c; c++)
		lines += *c == '\n';
	while (skip > 0 && lines - skip < f.rows * across)
		skip--;
	if (skip > 0)
		s->down = skip;
	for (; *text; line++) {
		const int length = (int)strcspn(text, "\n"), at = line - skip;
		char word[200];

		snprintf(word, sizeof word, "%.*s", length < width * across ? length : width * across,
			 text);
		if (at >= 0 && at < f.rows * across)
			put_text(f, at % f.rows, at / f.rows * width, word);
		text += length + (text[length] == '\n');
	}
	if (lines - skip > f.rows * across)
		put_text(f, f.rows - 1, f.columns - 8, "  more..");
}

/* Draw what print() writes below its head, in columns of this width, or, if it is 0, as wide as
 * the text; `none` if it writes nothing. */
static void
put_part(struct vc_sights *s, struct box f, const char *head, vc_lines_part *print, int width,
	 const char *none)
{
	const struct box below = {f.row + 1, f.column, f.rows - 1, f.columns};
	char *text = NULL;
	size_t size;
	FILE *const out = open_memstream(&text, &size);

	if (head != NULL)
		put_head(f, head);
	if (out == NULL)
		return;
	print(s->model.r, s->model.page, "", out);
	fclose(out);
	if (text != NULL)
		put_lines(s, head ? below : f, *text ? text : none, width ? width : width_of(text));
	free(text);
}

static void
put_messages(struct vc_sights *s, struct box f)
{
	put_part(s, f, "messages", vc_lines_messages, 0, "none\n");
}

static void
put_nodes(struct vc_sights *s, struct box f)
{
	put_part(s, f, s->model.r->timed ? "clocks and waiting nodes" : "waiting nodes", vc_lines_nodes,
		 f.columns, "all nodes stand at the step\n");
}

/* Draw a cell's dots; a busy wire's hide an idle one's. Without Unicode, use ASCII dots. */
static void
put_dots(const struct vc_pixel *pixel, bool unicode)
{
	const unsigned dots = pixel->busy ? pixel->busy : pixel->idle;
	const attr_t look = pixel->busy ? A_BOLD | COLOR_PAIR(VC_PAINT_BUSY)
			  : COLOR_PAIR(VC_PAINT_IDLE);

	/* U+2800 and the dots, in UTF-8 */
	const char braille[] = {'\xe2', (char)(0xa0 | dots >> 6), (char)(0x80 | (dots & 0x3f)), 0};

	attrset(look);
	if (unicode)
		addstr(braille);
	else
		addch(pixel->busy ? '#' : '.');
}

static void
put_pixel(const struct vc_pixel *pixel, bool unicode)
{
	if (pixel->label != '\0') {
		attrset(pixel->sends ? A_BOLD | A_REVERSE : A_BOLD);
		addch((unsigned char)pixel->label);
	} else {
		put_dots(pixel, unicode);
	}
}

/* Draw the topology or, if it has no room, list the busy links by their ends. */
static void
put_picture(struct vc_sights *s, struct box f)
{
	struct vc_picture p;

	if (!vc_picture_draw(&p, f.rows, f.columns, s->model.r, s->model.page)) {
		put_part(s, f, "busy links", vc_lines_links, 0, "none\n");
		return;
	}
	for (int row = 0; row < p.rows; row++)
		for (int column = 0; column < p.columns; column++) {
			const struct vc_pixel *const pixel = &p.pixel[row * p.columns + column];

			move(f.row + row, f.column + column);
			if (pixel->label || pixel->busy || pixel->idle)
				put_pixel(pixel, s->unicode);
		}
	attrset(A_NORMAL);
	vc_picture_free(&p);
}

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
put_table_head(const struct vc_sights *s, struct box f, const struct vc_table *t, int tables,
	 int columns, int rows)
{
	char text[160];
	int length = snprintf(text, sizeof text, "%.30s", t->name);

	if (tables > 1)
		length += snprintf(text + length, sizeof text - (size_t)length, " (%d of %d)",
				   s->table + 1, tables);
	if (rows <= 0)
		length += snprintf(text + length, sizeof text - (size_t)length, "  no row of %zu", t->count);
	else if ((size_t)rows < t->rows)
		length += snprintf(text + length, sizeof text - (size_t)length, "  rows %d-%d of %zu",
				   s->down, s->down + rows - 1, t->count);
	else if (t->rows < t->count)
		length += snprintf(text + length, sizeof text - (size_t)length, "  %zu of %zu kept",
				   t->rows, t->count);
	if (columns < s->model.r->nodes)
		snprintf(text + length, sizeof text - (size_t)length, "  nodes %d-%d of %d",
			 s->right, s->right + columns - 1, s->model.r->nodes);
	put_head(f, text);
}

static void
put_row(const struct vc_sights *s, struct box f, const struct vc_moment *m,
	const struct vc_table *t, int line, int label, int columns)
{
	const size_t row = (size_t)(s->down + line);
	char text[40];

	snprintf(text, sizeof text, "%*zu", label - 2, row);
	attrset(A_DIM);
	put_text(f, 2 + line, 0, text);
	for (int i = 0; i < columns; i++) {
		const int rank = s->right + i;

		snprintf(text, sizeof text, "%*s", t->width, vc_table_cell(m, t, rank, row));
		attrset(is_new(s, t, rank, row) ? A_BOLD | COLOR_PAIR(VC_PAINT_NEW) : A_NORMAL);
		put_text(f, 2 + line, label + i * (t->width + 1), text);
	}
	attrset(A_NORMAL);
}

static void
put_ranks(const struct vc_sights *s, struct box f, const struct vc_table *t, int label,
	  int columns)
{
	char text[40];

	attrset(A_DIM);
	put_text(f, 1, 0, "node");
	attrset(A_BOLD);
	for (int i = 0; i < columns; i++) {
		snprintf(text, sizeof text, "%*d", t->width, s->right + i);
		put_text(f, 1, label + i * (t->width + 1), text);
	}
	attrset(A_NORMAL);
}

/* Draw watched memory: a window on one of the tables. */
static void
put_memory(struct vc_sights *s, struct box f)
{
	const struct vc_moment *const m = vc_model_moment(&s->model);
	const int tables = count_tables(s, m), label = LABEL;
	struct vc_table t;
	int columns, rows;

	if (tables == 0) {
		put_text(f, 0, 0, "no node watches memory here");
		return;
	}
	s->table %= tables;
	find_table(s, m, tables, &t);
	columns = (f.columns - label + 1) / (t.width + 1);
	columns = columns < s->model.r->nodes ? columns : s->model.r->nodes;
	rows = f.rows - 2 < (int)t.rows ? f.rows - 2 : (int)t.rows;
	s->down = bound(s->down, (int)t.rows - rows);
	s->right = bound(s->right, s->model.r->nodes - columns);
	put_table_head(s, f, &t, tables, columns, rows);
	put_ranks(s, f, &t, label, columns);
	for (int line = 0; line < rows; line++)
		put_row(s, f, m, &t, line, label, columns);
}

/* Return the width of the whole table. */
static int
memory_width(struct vc_sights *s)
{
	const struct vc_moment *const m = vc_model_moment(&s->model);
	const int tables = count_tables(s, m);
	struct vc_table t = {.width = 1};

	if (tables > 0)
		find_table(s, m, tables, &t);
	return LABEL + s->model.r->nodes * (t.width + 1) - 1;
}

/* Return the picture's width: the memory gets what it needs, but not the whole screen. */
static int
left_for(int columns, int memory)
{
	const int least = columns * 3 / 10, most = columns / 2, rest = columns - memory - 2;

	return rest < least ? least : rest > most ? most : rest;
}

static void
put_all(struct vc_sights *s, struct box f)
{
	const int top = f.rows * 5 / 8, low = f.columns * 3 / 5;
	const int left = left_for(f.columns, memory_width(s));
	const struct box at_left = {f.row, f.column, top, left - 1};
	const struct box at_right = {f.row, f.column + left, top, f.columns - left};
	const struct box low_left = {f.row + top + 1, f.column, f.rows - top - 1, low - 2};
	const struct box low_right = {f.row + top + 1, f.column + low, f.rows - top - 1,
					 f.columns - low};

	put_picture(s, at_left);
	put_memory(s, at_right);
	put_messages(s, low_left);
	put_nodes(s, low_right);
}

static const char help[] =
	"space n Right   a step forward          g   jump to a step, by its number\n"
	"p b Left        a step back             /   set a break, or none (empty):\n"
	"Home            before the first step       node R, peer A B, step NAME,\n"
	"End e           the end of the run          contention\n"
	"r               run to the next break, or to the end\n"
	"\n"
	"Tab             the next memory         v   see all, or only the picture, the\n"
	"Up Down j k     scroll up and down          memory, the messages or the nodes\n"
	"< >             scroll left and right   ?   this help; any key closes it\n"
	"q               quit                    ^L  redraw\n"
	"\n"
	"Thick lines are links that messages of this step crossed; without room for\n"
	"the picture, a list shows them. Nodes that sent are marked. The memory has a\n"
	"column for each node; the cells that the step changed are marked.\n"
	"The run is over: you see its recording, so going back costs nothing.\n";

static void
print_end(const struct vc_recording *r, int i, const char *indent, FILE *out)
{
	(void)i, (void)indent;
	vc_lines_failure(r, COLS - 2, out);
}

static void
put_title(const struct vc_sights *s)
{
	const struct vc_recording *const r = s->model.r;
	const struct box f = {0, 0, LINES, COLS};
	const char *const title = r->options->title ? r->options->title : "a program";

	attrset(A_REVERSE);
	mvprintw(0, 0, "%-*.*s", COLS, COLS, "");
	put_text(f, 0, 1, title);
	attrset(A_NORMAL);
}

/* Write the position: "step 2 of 3: exchange; next: end". */
static void
put_position(const struct vc_sights *s)
{
	const struct vc_model *const model = &s->model;
	const struct vc_moment *const m = vc_model_moment(model);
	const struct box f = {0, 1, LINES, COLS - 1};
	const int last = model->r->moments - 1;
	char text[256];

	if (m == NULL)
		snprintf(text, sizeof text, "%s", model->r->code ? "the run failed" : "the end");
	else if (model->page == 0)
		snprintf(text, sizeof text, "start, before step 1 of %d; next: %s", last, m->next);
	else
		snprintf(text, sizeof text, "step %d of %d: %s; next: %s", model->page, last, m->here,
			 m->next);
	attrset(m == NULL && model->r->code ? A_BOLD | COLOR_PAIR(VC_PAINT_FAILED) : A_BOLD);
	put_text(f, 1, 0, text);
	attrset(A_NORMAL);
	if (m != NULL && model->page > 0) {
		vc_say_traffic(m, text, sizeof text);
		put_text(f, 2, 0, text);
	}
}

static const char all_keys[] =
	"n next  p back  g jump  / break  r run  e end  Tab more  v view  ? help  q quit";
static const char few_keys[] = "n next  p back  ? help  q quit";

static void
put_foot(const struct vc_sights *s)
{
	const struct box f = {0, 1, LINES, COLS - 1};
	char text[320];

	if (*s->note)
		snprintf(text, sizeof text, "%s", s->note);
	else if (s->model.r->dropped > 0)
		snprintf(text, sizeof text, "%" PRIu64 " more steps were not kept, for lack of memory",
			 s->model.r->dropped);
	else if (s->model.condition.kind != VC_BREAK_NONE)
		snprintf(text, sizeof text, "breaks at: %s", s->model.condition.text);
	else
		*text = '\0';
	put_text(f, LINES - 2, 0, text);
	attrset(A_REVERSE);
	mvprintw(LINES - 1, 0, "%-*.*s", COLS - 1, COLS - 1,
		 COLS - 1 < (int)strlen(all_keys) ? few_keys : all_keys);
	attrset(A_NORMAL);
}

static void
put_body(struct vc_sights *s, struct box f)
{
	if (s->help)
		put_lines(s, f, help, f.columns);
	else if (vc_model_moment(&s->model) == NULL)
		put_part(s, f, NULL, print_end, f.columns, "");
	else if (s->sight == VC_SEE_PICTURE)
		put_picture(s, f);
	else if (s->sight == VC_SEE_MEMORY)
		put_memory(s, f);
	else if (s->sight == VC_SEE_MESSAGES)
		put_messages(s, f);
	else if (s->sight == VC_SEE_NODES)
		put_nodes(s, f);
	else
		put_all(s, f);
}

void
vc_pane_all(struct vc_sights *s)
{
	const struct box body = {4, 1, LINES - 6, COLS - 2};

	erase();
	if (LINES < 10 || COLS < 40) {
		mvaddnstr(0, 0, "too small; q: quit", COLS);
		refresh();
		return;
	}
	put_title(s);
	put_position(s);
	put_body(s, body);
	put_foot(s);
	refresh();
}
