/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A section of the table.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "base/units.h"
#include "output/table_section.h"

bool
record_predicted(const struct record *r)
{
	return strcmp(r->status, "predicted") == 0;
}

bool
record_ran(const struct record *r)
{
	return strcmp(r->status, "ran") == 0 || record_predicted(r);
}

bool
record_skipped(const struct record *r)
{
	return strcmp(r->status, "skipped") == 0;
}

/* Return the time by which runs are compared; NONE if there is none. */
static int64_t
time_of(const struct table_section *s, const struct record *r)
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
	return r->time_ps == NONE ? field->kind == FIELD_HOST
				  : field->offset == offsetof(struct record, time_ps);
}

/* Is it faster than some run on this topology at this size, and slower than none? */
static bool
is_fastest(const struct table_section *s, const struct record *r)
{
	bool slower_ones = false;

	for (int i = 0; i < s->count; i++) {
		const struct record *other = s->rows[i];

		if (!record_ran(other) || other->bytes != r->bytes ||
		    strcmp(other->topology, r->topology) != 0)
			continue;
		if (time_of(s, other) < time_of(s, r))
			return false;
		slower_ones |= time_of(s, other) > time_of(s, r);
	}
	return slower_ones;
}

/* Return the table's text for a field of a record. */
static const char *
cell_text(const struct table_section *s, const struct record *r, const struct field *field)
{
	const int64_t number = field->kind == FIELD_TEXT ? 0 : record_number(r, field);
	const bool judged = is_judged(r, field);

	if (!record_has(r, field))
		return "-";
	switch (field->kind) {
	case FIELD_TEXT:
		return record_text(r, field);
	case FIELD_BYTES:
		return size_text((uint64_t)number);
	case FIELD_PS:
		return text("%s%s", !judged ? r->time_ps == number ? "= " : "" : is_fastest(s, r) ? "* " : "",
			    time_text(number, 4));
	case FIELD_LOSS:
	case FIELD_LATE:
		return time_text(number, 4);
	case FIELD_SHARE:
		return text("%.1f %%", (double)number / 1e4);
	case FIELD_HOST:
		return text("%s%s", judged && is_fastest(s, r) ? "* " : "", time_text(number * 1000, 3));
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
has_contention(const struct table_section *s)
{
	for (int i = 0; i < s->count; i++)
		if (record_ran(s->rows[i]) && s->rows[i]->contention_ps > 0)
			return true;
	return false;
}

static bool
is_shown(const struct table_section *s, const struct field *field)
{
	if (!field->heading || (field->kind == FIELD_HOST && !s->wall))
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
lay_out(const struct table_section *s, struct grid *grid)
{
	grid->columns = 0;
	for (const struct field *field = record_fields; field->name; field++) {
		int width;

		if (!is_shown(s, field))
			continue;
		width = (int)strlen(field->heading);
		for (int row = 0; row < s->count; row++) {
			const bool has = has_cell(s->rows[row], field);
			const int length = has ? (int)strlen(cell_text(s, s->rows[row], field)) : 0;

			if (width < length)
				width = length;
		}
		grid->field[grid->columns] = field;
		grid->width[grid->columns++] = width;
	}
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
print_row(const struct table_section *s, const struct grid *grid, const struct record *r,
	  const struct record *above, struct marks *marks)
{
	int at = 0;

	for (int i = 0; i < grid->columns && has_cell(r, grid->field[i]); at += grid->width[i++] + 2) {
		const char *cell = repeats(r, above, grid->field[i]) ? "" : cell_text(s, r, grid->field[i]);

		marks->exact |= *cell == '=';
		marks->fastest |= *cell == '*';
		print_cell(grid, i, cell, record_ran(r) && i == grid->columns - 1);
	}
	if (!record_ran(r))
		print_wrapped_to(text("failed: %s", r->reason), at, output_width());
}

/* Does row `row` add a new algorithm or reason to those skipped on its topology, whose rows
 * start with `first`? */
static bool
is_new(const struct table_section *s, int first, int row, bool reason_alone)
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
skipped_words(const struct table_section *s, int row, int end)
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
print_skipped(const struct table_section *s, const struct grid *grid, int first, int end,
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

void
table_section_print(const struct table_section *s, struct marks *marks)
{
	const struct record *above = NULL;
	struct grid grid;

	lay_out(s, &grid);
	fit_columns(&grid, output_width(), marks->left_out);
	for (int i = 0; i < grid.columns; i++)
		print_cell(&grid, i, grid.field[i]->heading, i == grid.columns - 1);
	for (int first = 0, end; first < s->count; first = end) {
		for (end = first; end < s->count; end++) {
			const struct record *r = s->rows[end];

			if (strcmp(r->topology, s->rows[first]->topology) != 0)
				break;
			if (record_skipped(r))
				continue;
			print_row(s, &grid, r, above, marks);
			above = r;
		}
		print_skipped(s, &grid, first, end, above);
	}
}
