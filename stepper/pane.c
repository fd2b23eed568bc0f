/* SPDX-License-Identifier: BSD-2-Clause */
/* The screen: its layout, and the parts that are only text. */
#include <curses.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "lines.h"
#include "pane.h"

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

void
vc_pane_text(struct vc_box f, int row, int column, const char *text)
{
	if (row >= 0 && row < f.rows && column >= 0 && column < f.columns)
		mvaddnstr(f.row + row, f.column + column, text, f.columns - column);
}

static void
put_head(struct vc_box f, const char *text)
{
	attrset(A_UNDERLINE);
	vc_pane_text(f, 0, 0, text);
	attrset(A_NORMAL);
}

int
vc_pane_width(const char *text)
{
	int longest = 0;

	for (; *text; text += *text == '\n') {
		const int length = (int)strcspn(text, "\n");

		longest = length > longest ? length : longest;
		text += length;
	}
	return longest + 2;
}

void
vc_pane_lines(struct vc_sights *s, struct vc_box f, const char *text, int width)
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
			vc_pane_text(f, at % f.rows, at / f.rows * width, word);
		text += length + (text[length] == '\n');
	}
	if (lines - skip > f.rows * across)
		vc_pane_text(f, f.rows - 1, f.columns - 8, "  more..");
}

/* Return what print() writes, as text; "" without memory. */
static char *
written(const struct vc_sights *s, vc_lines_part *print)
{
	char *text = NULL;
	size_t size;
	FILE *const out = open_memstream(&text, &size);

	if (out == NULL)
		return NULL;
	print(s->model.r, vc_model_moment(&s->model), "", out);
	fclose(out);
	return text;
}

static void
put_messages(struct vc_sights *s, struct vc_box f)
{
	const struct vc_box below = {f.row + 1, f.column, f.rows - 1, f.columns};
	char *const text = written(s, vc_lines_messages);

	put_head(f, "messages");
	if (text != NULL)
		vc_pane_lines(s, below, *text ? text : "none\n", vc_pane_width(text));
	free(text);
}

static void
put_nodes(struct vc_sights *s, struct vc_box f)
{
	const struct vc_box below = {f.row + 1, f.column, f.rows - 1, f.columns};
	char *const text = written(s, vc_lines_nodes);

	put_head(f, s->model.r->timed ? "clocks and waiting nodes" : "waiting nodes");
	if (text != NULL)
		vc_pane_lines(s, below, *text ? text : "all nodes stand at the step\n", f.columns);
	free(text);
}

/* Return the picture's width: the memory gets what it needs, but not the whole screen. */
static int
left_for(int columns, int memory)
{
	const int least = columns * 3 / 10, most = columns / 2, rest = columns - memory - 2;

	return rest < least ? least : rest > most ? most : rest;
}

static void
put_all(struct vc_sights *s, struct vc_box f)
{
	const int top = f.rows * 5 / 8, low = f.columns * 3 / 5;
	const int left = left_for(f.columns, vc_pane_memory_width(s));
	const struct vc_box at_left = {f.row, f.column, top, left - 1};
	const struct vc_box at_right = {f.row, f.column + left, top, f.columns - left};
	const struct vc_box low_left = {f.row + top + 1, f.column, f.rows - top - 1, low - 2};
	const struct vc_box low_right = {f.row + top + 1, f.column + low, f.rows - top - 1,
					 f.columns - low};

	vc_pane_picture(s, at_left);
	vc_pane_memory(s, at_right);
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
put_end(struct vc_sights *s, struct vc_box f)
{
	const struct vc_recording *const r = s->model.r;
	char *text = NULL;
	size_t size;
	FILE *const out = open_memstream(&text, &size);

	if (out == NULL)
		return;
	vc_lines_failure(r, f.columns, out);
	fclose(out);
	if (text != NULL)
		vc_pane_lines(s, f, text, f.columns);
	free(text);
}

static void
put_title(const struct vc_sights *s)
{
	const struct vc_recording *const r = s->model.r;
	const struct vc_box f = {0, 0, LINES, COLS};
	const char *const title = r->options->title ? r->options->title : "a program";

	attrset(A_REVERSE);
	mvprintw(0, 0, "%-*.*s", COLS, COLS, "");
	vc_pane_text(f, 0, 1, title);
	attrset(A_NORMAL);
}

/* Write the position: "step 2 of 3: exchange; next: end". */
static void
put_position(const struct vc_sights *s)
{
	const struct vc_model *const model = &s->model;
	const struct vc_moment *const m = vc_model_moment(model);
	const struct vc_box f = {0, 1, LINES, COLS - 1};
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
	vc_pane_text(f, 1, 0, text);
	attrset(A_NORMAL);
	if (m != NULL && model->page > 0) {
		vc_say_traffic(m, text, sizeof text);
		vc_pane_text(f, 2, 0, text);
	}
}

static const char all_keys[] =
	"n next  p back  g jump  / break  r run  e end  Tab more  v view  ? help  q quit";
static const char few_keys[] = "n next  p back  ? help  q quit";

static void
put_foot(const struct vc_sights *s)
{
	const struct vc_box f = {0, 1, LINES, COLS - 1};
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
	vc_pane_text(f, LINES - 2, 0, text);
	attrset(A_REVERSE);
	mvprintw(LINES - 1, 0, "%-*.*s", COLS - 1, COLS - 1,
		 COLS - 1 < (int)strlen(all_keys) ? few_keys : all_keys);
	attrset(A_NORMAL);
}

static void
put_body(struct vc_sights *s, struct vc_box f)
{
	if (s->help)
		vc_pane_lines(s, f, help, f.columns);
	else if (vc_model_moment(&s->model) == NULL)
		put_end(s, f);
	else if (s->sight == VC_SEE_PICTURE)
		vc_pane_picture(s, f);
	else if (s->sight == VC_SEE_MEMORY)
		vc_pane_memory(s, f);
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
	const struct vc_box body = {4, 1, LINES - 6, COLS - 2};

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
