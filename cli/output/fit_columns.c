/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Removes columns in the order in which they are dispensable. Columns that add up stay or
 * go together; those that name the run never go.
 */
#include <limits.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "output/fit_columns.h"

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
	{ AT(wall_ns), AT(wall_ns) },
	{ AT(formula), AT(formula) },
};
#define GROUPS (int)(sizeof dispensable / sizeof *dispensable)

int
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

void
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
