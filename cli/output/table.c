/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table for people: a section for each collective. Holds rows back until their section
 * is complete, since the widths of columns depend on all rows. A column appears if a run has
 * a value in it. A cell that repeats the one above stays empty, columns that do not fit on the
 * terminal are left out, and a line below the rows of a topology says what was skipped on it.
 */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "base/text.h"
#include "base/units.h"
#include "output/record.h"

/* The most fields that a record can have */
#define COLUMNS (int)(sizeof(struct record) / sizeof(int64_t))

/* The columns and their widths. */
struct grid {
	const struct field *field[COLUMNS];
	int width[COLUMNS];
	int columns;
};

static struct section {
	const struct record **rows;
	int count;
	bool wall;              /* show host times */
} section;

/* Marks that were printed and need an explanation, and columns that were left out */
static struct {
	bool exact;             /* =  the time is as predicted */
	bool bound;             /* <=, >= or ~  the time is not worked out */
	bool fastest;           /* *  the fastest on its topology at its size */
	bool by_host;           /* and that is so by the host's clock */
	bool left_out[COLUMNS]; /* columns, by number of the field */
	const struct record *behind;    /* wall clock: the run that the host kept up with least */
} marks;

static int64_t startup;         /* of all runs */

#define AT(name) offsetof(struct record, name)

/* Each group runs from field to field, in the order of RECORD_FIELDS. */
static const struct group { size_t first, last; } dispensable[] = {
	{ AT(scratch), AT(scratch) },
	{ AT(startup_ps), AT(work_ps) },
	{ AT(busiest_link), AT(utilization_ppm) },
	{ AT(late_ps), AT(late_most_ps) },
	{ AT(bytes_sent), AT(bytes_sent) },
	{ AT(steps), AT(messages) },
	{ AT(contention_ps), AT(contention_ps) },
	{ AT(settled), AT(settled) },
	{ AT(wall_min_ns), AT(wall_high_ns) },
	{ AT(algbw), AT(busbw) },
	{ AT(wall_ns), AT(wall_ns) },
	{ AT(formula), AT(formula) },
};
#define GROUPS (int)(sizeof dispensable / sizeof *dispensable)

/* The width of stdout; INT_MAX if it is no terminal. */
static int
output_width(void)
{
	struct winsize size;

	if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) < 0 || !size.ws_col)
		return INT_MAX;
	return size.ws_col;
}

static bool
is_in(const struct field *field, const struct group *group)
{
	return field->offset >= group->first && field->offset <= group->last;
}

/* Return the width of a group's columns, or, if it is NULL, of all columns. */
static int
width_of(const struct grid *grid, const struct group *group)
{
	int width = 0;

	for (int i = 0; i < grid->columns; i++)
		if (!group || is_in(grid->field[i], group))
			width += grid->width[i] + 2;
	return width;
}

/* Keep host times under the free clock: they are what compares its runs. */
static bool
is_needed(const struct grid *grid, const struct group *group)
{
	for (int i = 0; i < grid->columns; i++)
		if (grid->field[i]->offset == AT(time_ps))
			return false;
	return group->first == AT(wall_ns);
}

static void
leave_out(struct grid *grid, const struct group *group, bool *left_out)
{
	int kept = 0;

	for (int i = 0; i < grid->columns; i++) {
		const struct field *field = grid->field[i];

		if (is_in(field, group)) {
			left_out[field - record_fields] = true;
			continue;
		}
		grid->field[kept] = field;
		grid->width[kept++] = grid->width[i];
	}
	grid->columns = kept;
}

/* Remove columns, the most dispensable first, until the grid fits into `width`. Set
 * left_out[] at the number of each removed field. Columns that add up stay or go together;
 * those that name the run never go. */
static void
fit_columns(struct grid *grid, int width, bool left_out[COLUMNS])
{
	int room = width - width_of(grid, NULL) + 2;

	if (room >= 0)
		return;
	for (int i = 0; i < GROUPS; i++)
		if (!is_needed(grid, &dispensable[i]))
			room += width_of(grid, &dispensable[i]);
	for (int i = GROUPS - 1; i >= 0; i--) {
		const int wanted = width_of(grid, &dispensable[i]);

		if (is_needed(grid, &dispensable[i]))
			continue;
		if (wanted <= room)
			room -= wanted;
		else
			leave_out(grid, &dispensable[i], left_out);
	}
}

/* Return the time by which runs are compared; NONE if there is none. */
static int64_t
time_of(const struct section *s, const struct record *r)
{
	if (record_predicted(r))
		return r->predicted_ps;
	return r->time_ps != NONE || !s->wall ? r->time_ps : r->wall_ns;
}

/* Are runs compared by this field? */
static bool
is_judged(const struct record *r, const struct field *field)
{
	if (record_predicted(r))
		return field->offset == offsetof(struct record, predicted_ps);
	return r->time_ps == NONE ? field->offset == offsetof(struct record, wall_ns)
				  : field->offset == offsetof(struct record, time_ps);
}

/* Return the mark of a predicted time that is not exact, or "". */
static const char *
bound_of(const struct record *r)
{
	if (!r->predicted_is || strcmp(r->predicted_is, "exact") == 0)
		return "";
	if (strcmp(r->predicted_is, "about") == 0)
		return "~ ";
	return strcmp(r->predicted_is, "at most") == 0 ? "<= " : ">= ";
}

/* Is it compared by the host's clock, which is not exact? */
static bool
is_by_host(const struct record *r)
{
	return !record_predicted(r) && r->time_ps == NONE;
}

/* May it be faster, as far as is known? By the host's clock it may, unless the medians of both
 * are known so well that they differ. */
static bool
may_be_faster(const struct section *s, const struct record *r, const struct record *than)
{
	const char bound = record_predicted(r) ? *bound_of(r) : '\0';

	if (is_by_host(r))
		return r != than && (r->wall_low_ns == NONE || than->wall_high_ns == NONE ||
				     r->wall_low_ns <= than->wall_high_ns);
	return time_of(s, r) < time_of(s, than) || (r != than && (bound == '<' || bound == '~'));
}

/* Is it faster than some run on this topology at this size, and slower than none? Of a bound
 * nobody knows. */
static bool
is_fastest(const struct section *s, const struct record *r)
{
	bool slower_ones = false;

	if (record_predicted(r) && *bound_of(r))
		return false;
	for (int i = 0; i < s->count; i++) {
		const struct record *other = s->rows[i];

		if (!record_ran(other) || other->bytes != r->bytes ||
		    strcmp(other->topology, r->topology) != 0)
			continue;
		if (may_be_faster(s, other, r))
			return false;
		slower_ones |= time_of(s, other) > time_of(s, r);
	}
	return slower_ones;
}

/* Return the table's text for a field of a record. */
static const char *
cell_text(const struct section *s, const struct record *r, const struct field *field)
{
	const int64_t number = field->kind == FIELD_TEXT ? 0 : record_number(r, field);
	const bool judged = is_judged(r, field);
	const char *mark;

	if (!record_has(r, field))
		return "-";
	switch (field->kind) {
	case FIELD_TEXT:
		return record_text(r, field);
	case FIELD_BYTES:
		return size_text((uint64_t)number);
	case FIELD_PS:
		mark = field->offset == AT(predicted_ps) ? bound_of(r) : "";
		mark = *mark ? mark : judged ? is_fastest(s, r) ? "* " : "" : r->time_ps == number ? "= " : "";
		return text("%s%s", mark, time_text(number, 4));
	case FIELD_LOSS:
	case FIELD_LATE:
		return time_text(number, 4);
	case FIELD_SHARE:
		return text("%.1f %%", (double)number / 1e4);
	case FIELD_HOST:
		mark = judged && is_fastest(s, r) ? "* " : "";
		return text("%s%s", mark, time_text(number * 1000, 3));
	case FIELD_RATE:
		return rate_text(number);
	case FIELD_CHECK:
		return number ? "right" : "WRONG";
	default:
		return text("%" PRId64, number);
	}
}

/* Is it a field that every row has, even of a failed run: topology, block, algorithm? */
static bool
names_the_case(const struct field *field)
{
	return field->offset <= offsetof(struct record, algorithm);
}

static bool
has_contention(const struct section *s)
{
	for (int i = 0; i < s->count; i++)
		if (record_ran(s->rows[i]) && s->rows[i]->contention_ps > 0)
			return true;
	return false;
}

/* Are rates by the host's clock? Those of machines of the virtual clock are in JSON and CSV. */
static bool
has_host_rates(const struct section *s)
{
	for (int i = 0; i < s->count; i++)
		if (record_ran(s->rows[i]))
			return s->wall && is_by_host(s->rows[i]);
	return false;
}

static bool
is_shown(const struct section *s, const struct field *field)
{
	if (!field->heading || (field->kind == FIELD_HOST && !s->wall))
		return false;
	if (field->kind == FIELD_RATE && !has_host_rates(s))
		return false;
	if (field->kind == FIELD_LOSS || field->kind == FIELD_SHARE ||
	    field->offset == offsetof(struct record, busiest_link))
		return has_contention(s);
	for (int i = 0; i < s->count; i++)
		if (names_the_case(field) || (record_ran(s->rows[i]) && record_has(s->rows[i], field)))
			return true;
	return false;
}

static bool
has_cell(const struct record *r, const struct field *field)
{
	return record_ran(r) || (names_the_case(field) && !record_skipped(r)) ||
	       field->offset == offsetof(struct record, topology);
}

static void
add_column(const struct section *s, struct grid *grid, const struct field *field)
{
	int width = (int)strlen(field->heading);

	for (int row = 0; row < s->count; row++) {
		const bool has = has_cell(s->rows[row], field);
		const int length = has ? (int)strlen(cell_text(s, s->rows[row], field)) : 0;

		if (width < length)
			width = length;
	}
	grid->field[grid->columns] = field;
	grid->width[grid->columns++] = width;
}

/* The formula comes last, since it is long. */
static void
lay_out(const struct section *s, struct grid *grid)
{
	const struct field *last = NULL;

	grid->columns = 0;
	for (const struct field *field = record_fields; field->name; field++) {
		if (!is_shown(s, field))
			continue;
		if (field->offset == AT(formula))
			last = field;
		else
			add_column(s, grid, field);
	}
	if (last)
		add_column(s, grid, last);
}

static void
print_cell(const struct grid *grid, int column, const char *words, bool last)
{
	const enum field_kind kind = grid->field[column]->kind;

	if (kind == FIELD_TEXT || kind == FIELD_CHECK)
		printf("%-*s", last ? 0 : grid->width[column], words);
	else
		printf("%*s", grid->width[column], words);
	fputs(last ? "\n" : "  ", stdout);
}

/* Does it repeat the row above: the topology, or the block on the same topology? */
static bool
repeats(const struct record *r, const struct record *above, const struct field *field)
{
	if (!above || strcmp(r->topology, above->topology) != 0)
		return false;
	return field->offset == offsetof(struct record, topology) ||
	       (field->offset == offsetof(struct record, bytes) && r->bytes == above->bytes);
}

static void
print_row(const struct section *s, const struct grid *grid, const struct record *r,
	  const struct record *above)
{
	int at = 0;

	for (int i = 0; i < grid->columns && has_cell(r, grid->field[i]); at += grid->width[i++] + 2) {
		const char *cell = repeats(r, above, grid->field[i]) ? "" : cell_text(s, r, grid->field[i]);

		marks.exact |= *cell == '=';
		marks.bound |= strchr("<>~", *cell) && *cell;
		marks.fastest |= *cell == '*';
		marks.by_host |= *cell == '*' && is_by_host(r);
		print_cell(grid, i, cell, record_ran(r) && i == grid->columns - 1);
	}
	if (!record_ran(r))
		print_wrapped_to(text("failed: %s", r->reason), at, output_width());
}

/* Does row `row` add a new algorithm or reason to those skipped on its topology, whose rows
 * start with `first`? */
static bool
is_new(const struct section *s, int first, int row, bool reason_alone)
{
	const struct record *r = s->rows[row];

	if (!record_skipped(r))
		return false;
	for (int i = first; i < row; i++)
		if (record_skipped(s->rows[i]) && strcmp(s->rows[i]->reason, r->reason) == 0 &&
		    (reason_alone || strcmp(s->rows[i]->algorithm, r->algorithm) == 0))
			return false;
	return true;
}

/* Name the algorithms that were skipped in rows row .. end-1 for the reason of the first.
 */
static char *
skipped_words(const struct section *s, int row, int end)
{
	const char *reason = s->rows[row]->reason;
	char *names = NULL;

	for (int i = row; i < end; i++)
		if (is_new(s, row, i, false) && strcmp(s->rows[i]->reason, reason) == 0)
			join(&names, ", ", s->rows[i]->algorithm);
	return text("%s: skipped, %s", names, reason);
}

/* Print a line for each reason why algorithms were skipped in rows first .. end-1. */
static void
print_skipped(const struct section *s, const struct grid *grid, int first, int end,
	      const struct record *above)
{
	for (int row = first; row < end; row++) {
		const struct record *r = s->rows[row];

		if (!is_new(s, first, row, true))
			continue;
		print_cell(grid, 0, repeats(r, above, grid->field[0]) ? "" : r->topology, false);
		print_cell(grid, 1, "", false);
		print_wrapped_to(skipped_words(s, row, end), grid->width[0] + grid->width[1] + 4,
				 output_width());
		above = r;
	}
}

static void
print_rows(const struct section *s)
{
	const struct record *above = NULL;
	struct grid grid;

	lay_out(s, &grid);
	fit_columns(&grid, output_width(), marks.left_out);
	for (int i = 0; i < grid.columns; i++)
		print_cell(&grid, i, grid.field[i]->heading, i == grid.columns - 1);
	for (int first = 0, end; first < s->count; first = end) {
		for (end = first; end < s->count; end++) {
			const struct record *r = s->rows[end];

			if (strcmp(r->topology, s->rows[first]->topology) != 0)
				break;
			if (record_skipped(r))
				continue;
			print_row(s, &grid, r, above);
			above = r;
		}
		print_skipped(s, &grid, first, end, above);
	}
}

/* The counts of cases by outcome, for the last line */
static struct totals {
	int ran, predicted, checked, wrong, skipped, failed;
} totals;

static void
begin(const struct vcube_desc *desc, bool wall, bool first)
{
	(void)first;
	section.wall = wall;
	startup = desc->cost.startup;
	print_wrapped_to(text("%s%s%s clock, %s, %s mapping; ts = %s, tw = %s a byte, m = block, "
			      "p = nodes", desc->profile ? desc->profile : "",
			      desc->profile ? ": " : "", clock_name(desc->clock),
			      desc->ports == VCUBE_PORTS_ALL ? "all ports" : "one port",
			      desc->mapping, time_exact(desc->cost.startup),
			      time_exact(desc->cost.per_byte)), 0, output_width());
}

static void
print_section(void)
{
	const char *name = section.rows[0]->collective;

	const int collective = vcube_collective_parse(name, NULL);

	printf("\n%s: %s\n\n", name, collective < 0 ? "messages of your own"
	       : vcube_collective_paper(collective));
	print_rows(&section);
	section.count = 0;
}

/* Is half of what a node waited for later than a whole start-up? */
static bool
is_behind(const struct record *r)
{
	return r->late_ps != NONE && r->late_ps > startup;
}

static void
hold_record(const struct record *r)
{
	if (section.count && strcmp(section.rows[0]->collective, r->collective) != 0)
		print_section();
	APPEND(section.rows, section.count, r);
	if (is_behind(r) && (!marks.behind || marks.behind->late_ps < r->late_ps))
		marks.behind = r;
	totals.ran += record_ran(r);
	totals.predicted += record_predicted(r);
	totals.skipped += record_skipped(r);
	totals.failed += !record_ran(r) && !record_skipped(r);
	totals.checked += r->checked != NONE;
	totals.wrong += r->checked == 0;
}

static void
print_totals(void)
{
	const char *separator = "";

	if (totals.ran || totals.wrong) {
		printf(totals.predicted ? "%d predicted" : "%d run", totals.ran);
		separator = "; ";
	}
	if (totals.wrong)
		printf(", data WRONG in %d", totals.wrong);
	else if (totals.checked)
		fputs(", all data right", stdout);
	if (totals.skipped)
		printf("%s%d skipped", separator, totals.skipped);
	if (totals.failed)
		printf("%s%d failed", totals.skipped ? "; " : separator, totals.failed);
	putchar('\n');
}

static void
print_left_out(void)
{
	char *words = NULL;

	for (int i = 0; i < COLUMNS; i++)
		if (marks.left_out[i])
			join(&words, ", ", record_fields[i].heading);
	if (words)
		print_wrapped(text("no room on this terminal for: %s", words), 0);
}

/* The host did the same in time_ps instead of predicted_ps: costs that are longer by that
 * ratio are those that it could have kept. */
static void
print_behind(void)
{
	const struct record *r = marks.behind;
	char *could = "";

	if (!r)
		return;
	if (r->predicted_ps != NONE && r->predicted_ps > 0 && startup > 0)
		could = text("; it could keep a start-up of some %s",
			     time_text((int64_t)((double)startup * (double)r->time_ps /
						 (double)r->predicted_ps), 2));
	print_wrapped(text("the host fell behind the wall clock: on %s half of the messages of %s came "
			   "%s late or more, at a start-up of %s%s", r->topology, r->algorithm,
			   time_text(r->late_ps, 2), time_text(startup, 2), could), 0);
}

static void
end(void)
{
	if (section.count)
		print_section();
	putchar('\n');
	if (marks.exact)
		puts("=  the time is as predicted, to the picosecond");
	if (marks.bound)
		puts("<= at most, >= at least, ~ about: too large to work out; by the formula");
	if (marks.fastest)
		puts(marks.by_host ? "*  the fastest on its topology at its size, by more than the noise" :
		     "*  the fastest on its topology at its size");
	print_left_out();
	print_behind();
	print_totals();
}

const struct output output_table = { begin, hold_record, end };
