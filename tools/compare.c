/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Rows of paper, ours and error, as they come; and the verdict on a group.
 */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <jansson.h>
#include "compare.h"
#include "tool.h"

static int
by_size(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Says how far off the rows of the group were, and whether that is too far. */
static void
end_group(struct comparison *c)
{
	double median, most;
	bool well;

	if (c->rows == 0)
		return;
	qsort(c->error, (size_t)c->rows, sizeof *c->error, by_size);
	median = (c->error[(c->rows - 1) / 2] + c->error[c->rows / 2]) / 2;
	most = c->error[c->rows - 1];
	well = c->bounds.median < 0 || (median <= c->bounds.median && most <= c->bounds.most);
	c->failed += !well;
	c->rows = 0;
	if (c->form != COMPARE_TABLE)
		return;
	printf("\n  error: median %.2f%%, most %.2f%%", median, most);
	if (c->bounds.median < 0)
		puts("; nothing is demanded");
	else
		printf("; permitted are %g%% and %g%%: %s\n", c->bounds.median, c->bounds.most,
		       well ? "well" : "TOO FAR");
}

void
compare_begin(struct comparison *c, const struct reproduction *r, enum compare_form form,
	      int nodes_most)
{
	*c = (struct comparison) { .reproduction = r, .form = form, .nodes_most = nodes_most };
	if (form == COMPARE_TABLE)
		printf("%s: %s\n", r->name, r->text);
}

int
compare_end(struct comparison *c)
{
	end_group(c);
	free(c->error);
	if (c->form == COMPARE_TABLE)
		putchar('\n');
	return c->failed;
}

int
compare_nodes_most(const struct comparison *c)
{
	return c->nodes_most;
}

void
compare_group(struct comparison *c, const char *title, const char *unit, struct bounds bounds)
{
	end_group(c);
	c->title = title;
	c->unit = unit;
	c->bounds = bounds;
}

static void
print_json(const struct comparison *c, const char *label, json_t *paper, json_t *ours, double error)
{
	json_t *object = json_pack("{ss ss ss ss so so sf sb}", "reproduction", c->reproduction->name,
				   "group", c->title, "row", label, "unit", c->unit, "paper", paper,
				   "ours", ours, "error_percent", error,
				   "demanded", c->bounds.median >= 0);

	if (!object)
		exit(complain(STATUS_LIMIT, "out of memory"));
	json_dumpf(object, stdout, JSON_COMPACT | JSON_REAL_PRECISION(12));
	putchar('\n');
	json_decref(object);
}

static void
add(struct comparison *c, double error)
{
	if (c->rows == 0 && c->form == COMPARE_TABLE)
		printf("\n  %-38s  %14s  %14s  %9s\n", c->title, "paper", "ours", "error");
	c->error = grow(c->error, (size_t)c->rows + 1, sizeof *c->error);
	c->error[c->rows++] = fabs(error);
}

void
compare(struct comparison *c, double paper, double ours, const char *label, ...)
{
	const double error = ours == paper ? 0 : 100 * (ours - paper) / paper;
	char row[100];
	va_list list;

	if (isnan(paper))
		return;
	va_start(list, label);
	vsnprintf(row, sizeof row, label, list);
	va_end(list);
	add(c, error);
	if (c->form == COMPARE_JSON)
		print_json(c, row, json_real(paper), json_real(ours), error);
	else
		printf("  %-38s  %11.7g %-2s  %11.7g %-2s  %+8.2f%%\n", row, paper, c->unit, ours,
		       c->unit, error);
}

void
compare_text(struct comparison *c, const char *paper, const char *ours, const char *label, ...)
{
	const double error = strcmp(paper, ours) == 0 ? 0 : 100;
	char row[100];
	va_list list;

	va_start(list, label);
	vsnprintf(row, sizeof row, label, list);
	va_end(list);
	add(c, error);
	if (c->form == COMPARE_JSON)
		print_json(c, row, json_string(paper), json_string(ours), error);
	else
		printf("  %-38s  %14s  %14s  %9s\n", row, paper, ours, error > 0 ? "DIFFERS" : "same");
}
