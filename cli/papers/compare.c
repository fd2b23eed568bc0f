/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints rows of paper, ours and error, and the verdict on each group.
 */
#include <math.h>
#include <stdarg.h>
#include <string.h>
#include <jansson.h>
#include "base/numbers.h"
#include "base/status.h"
#include "base/text.h"
#include "papers/reproduce.h"
#include "plot/plot.h"

/* The widths of columns, which fit a terminal of 80 */
enum { LABEL = 37, CELL = 13, UNIT = 2, ERROR = 9 };

/* Print how far off the rows of the group are, and whether that is too far. */
static void
judge(struct comparison *c)
{
	const double median = median_of(c->error, (size_t)c->errors), most = c->error[c->errors - 1];
	const bool whole = c->left_out == 0 && c->nodes.count + c->sizes.count == 0;
	/* a part of the table has a different median than the whole */
	const bool well = c->bounds.median < 0 ||
			  ((!whole || median <= c->bounds.median) && most <= c->bounds.most);

	c->failed += !well;
	if (c->json)
		return;
	if (c->texts == c->errors)
		printf("\n  as in the paper: %d of %d", c->same, c->texts);
	else
		printf("\n  error: median %.2f%%, most %.2f%%", median, most);
	if (c->bounds.median < 0)
		puts("; no bound");
	else if (c->texts == c->errors)
		printf("; none may differ: %s\n", well ? "ok" : "TOO FAR");
	else if (c->bounds.most < 1e-6)
		printf("; bound 0%%: %s\n", well ? "ok" : "TOO FAR");
	else if (!whole)
		printf("; bound for these rows %g%%: %s\n", c->bounds.most, well ? "ok" : "TOO FAR");
	else
		printf("; bounds %g%% and %g%%: %s\n", c->bounds.median, c->bounds.most,
		       well ? "ok" : "TOO FAR");
}

static void
end_group(struct comparison *c)
{
	if (c->errors > 0)
		judge(c);
	c->all_texts += c->texts;
	c->all_same += c->same;
	c->errors = c->left_out = c->texts = c->same = 0;
	c->begun = false;
}

void
compare_begin(struct comparison *c, const struct reproduction *r)
{
	c->reproduction = r;
	c->rows = c->all_texts = c->all_same = 0;
	if (!c->json)
		print_wrapped(text("%s: %s", r->name, r->text), 0);
}

void
compare_end(struct comparison *c)
{
	end_group(c);
	if (c->rows == 0)
		complain(STATUS_FINE, "%s compares nothing: each row needs more nodes than --most %d, or more "
			 "memory", c->reproduction->name, c->nodes_most);
	if (!c->json && c->all_texts > 0)
		printf("\n  rows that are not numbers, as in the paper: %d of %d\n", c->all_same, c->all_texts);
	if (!c->json)
		putchar('\n');
}

bool
compare_reaches(struct comparison *c, int nodes)
{
	const bool reached = nodes <= c->nodes_most;

	c->left_out += !reached;
	return reached;
}

struct numbers
numbers_or(struct numbers given, const long *paper, int count)
{
	return given.count > 0 ? given : (struct numbers) { paper, count };
}

void
compare_group(struct comparison *c, const char *title, const char *unit, struct bounds bounds)
{
	end_group(c);
	c->title = c->curve = title;
	c->unit = unit;
	c->bounds = bounds;
}

/* Begin a panel of the plot; its unit decides its y axis. */
void
compare_panel(struct comparison *c, const char *title, const char *axis, const char *unit)
{
	static const struct { const char *unit; double scale; struct plot_axis y; } units[] = {
		{ "ms", 1e-3, { .label = "time", .unit = PLOT_SECONDS } },
		{ "us", 1e-6, { .label = "time", .unit = PLOT_SECONDS } },
		{ "B", 1, { .label = "bytes of a block", .unit = PLOT_BYTES } },
		{ "%", 1, { .label = "percent", .linear = true } },     /* a share may be 0 */
	};
	struct plot_axis y = { .unit = PLOT_NUMBER };

	c->scale = 1;
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (strcmp(units[i].unit, unit) == 0) {
			y = units[i].y;
			c->scale = units[i].scale;
		}
	if (c->plot)
		plot_panel(c->plot, title, (struct plot_axis) { .label = axis }, y);
}

void
compare_curve(struct comparison *c, const char *curve)
{
	c->curve = curve;
}

static void
print_json(const struct comparison *c, const char *label, json_t *paper, json_t *ours, json_t *error)
{
	json_t *object = json_pack("{ss ss ss ss so so so sb}", "reproduction", c->reproduction->name,
				   "group", c->title, "row", label, "unit", c->unit, "paper", paper,
				   "ours", ours, "error_percent", error,
				   "demanded", c->bounds.median >= 0);

	if (!object)
		die(STATUS_LIMIT, "out of memory");
	json_dumpf(object, stdout, JSON_COMPACT | JSON_REAL_PRECISION(12));
	putchar('\n');
	json_decref(object);
}

/* Print the title; a long one on its own line. */
static void
print_title(const char *title)
{
	if (strlen(title) > LABEL)
		printf("\n  %s\n  %-*s", title, LABEL, "");
	else
		printf("\n  %-*s", LABEL, title);
	printf("  %*s  %*s  %*s\n", CELL, "paper", CELL, "ours", ERROR, "error");
}

/* Begin a row; without an error (NAN) it does not count. */
static void
add(struct comparison *c, double error)
{
	if (!c->begun && !c->json)
		print_title(c->title);
	c->begun = true;
	if (isnan(error))
		return;
	APPEND(c->error, c->errors, fabs(error));
}

static json_t *
json_number(double value)
{
	return isnan(value) ? json_null() : json_real(value);
}

static void
print_number(double value, const char *unit)
{
	if (isnan(value))
		printf("  %*s", CELL, "-");
	else if (*unit)
		printf("  %*.7g %-*s", CELL - UNIT - 1, value, UNIT, unit);
	else
		printf("  %*.7g", CELL, value);
}

static void
print_row(const struct comparison *c, const char *label, double paper, double ours, double error)
{
	printf("  %-*s", LABEL, label);
	print_number(paper, c->unit);
	print_number(ours, c->unit);
	if (isnan(error))
		printf("  %*s\n", ERROR, "-");
	else
		printf("  %+*.2f%%\n", ERROR - 1, fabs(error) < 0.005 ? 0 : error);
}

void
compare(struct comparison *c, double x, double paper, double ours, const char *label, ...)
{
	const double error = ours == paper ? 0 : 100 * (ours - paper) / paper;
	char row[100];
	va_list list;

	c->rows++;
	if (c->plot)
		plot_compared(c->plot, c->curve, x, ours * c->scale, paper * c->scale);
	va_start(list, label);
	vsnprintf(row, sizeof row, label, list);
	va_end(list);
	add(c, error);
	if (c->json)
		print_json(c, row, json_number(paper), json_real(ours), json_number(error));
	else
		print_row(c, row, paper, ours, error);
}

void
compare_text(struct comparison *c, const char *paper, const char *ours, const char *label, ...)
{
	const double error = paper == NULL ? NAN : strcmp(paper, ours) == 0 ? 0 : 100;
	char row[100];
	va_list list;

	va_start(list, label);
	vsnprintf(row, sizeof row, label, list);
	va_end(list);
	c->rows++;
	add(c, error);
	c->texts += paper != NULL;
	c->same += error == 0;
	if (c->json)
		print_json(c, row, paper ? json_string(paper) : json_null(), json_string(ours),
			   json_number(error));
	else
		printf("  %-*s  %*s  %*s  %*s\n", LABEL, row, CELL, paper ? paper : "-", CELL, ours, ERROR,
		       paper == NULL ? "-" : error > 0 ? "DIFFERS" : "same");
}

void
compare_without(struct comparison *c, const char *format, ...)
{
	va_list list;

	c->left_out++;
	if (c->json)
		return;
	add(c, NAN);
	fputs("  without ", stdout);
	va_start(list, format);
	vprintf(format, list);
	va_end(list);
	putchar('\n');
}
