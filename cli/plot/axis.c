/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The axes of a panel, in the words of gnuplot.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "base/units.h"
#include "plot/parts.h"

/* Ticks at the values that occur, if they are no more; else at powers of two. */
#define TICKS 10
/* Of the height of a panel, about, that a letter of a line upwards takes. */
#define WORD_PART 0.021

static bool
is_logarithmic(const struct plot_axis *axis)
{
	return !axis->linear && axis->unit != PLOT_NAMES;
}

/* A string of gnuplot's, between single quotes, which stand twice inside. */
void
plot_quote(FILE *out, const char *words)
{
	putc('\'', out);
	for (; words && *words; words++) {
		if (*words == '\'')
			putc('\'', out);
		putc(*words, out);
	}
	putc('\'', out);
}

static double
coordinate(const struct plot_dot *dot, bool x)
{
	return x ? dot->x : dot->y;
}

static int
by_value(const void *a, const void *b)
{
	const double left = *(const double *)a, right = *(const double *)b;

	return (left > right) - (left < right);
}

/* The values that occur, ascending, each once; NULL if they are too many. */
static double *
values_of(const struct plot_panel *panel, bool x, int *count)
{
	double *values = NULL;
	int all = 0;

	*count = 0;
	for (int i = 0; i < panel->series_count; i++) {
		const struct plot_series *s = &panel->series[i];

		if (s->style == PLOT_LINES)
			continue;
		values = grow(values, (size_t)(all + s->count), sizeof *values);
		for (int k = 0; k < s->count; k++)
			values[all++] = coordinate(&s->dots[k], x);
	}
	qsort(values, (size_t)all, sizeof *values, by_value);
	for (int i = 0; i < all; i++)
		if (i == 0 || values[i] > values[i - 1])
			values[(*count)++] = values[i];
	if (*count > 0 && *count <= TICKS)
		return values;
	free(values);
	return NULL;
}

static void
write_tick(FILE *out, const struct plot_axis *axis, double value)
{
	char *words = axis->unit == PLOT_BYTES ? size_text((uint64_t)value) : text("%g", value);

	plot_quote(out, words);
	fprintf(out, " %.17g", value);
	free(words);
}

/* The least and the most of what an axis shows, as logarithms where it is by them. */
struct range {
	double low, high;
};

static struct range
range_of(const struct plot_panel *panel, const struct plot_axis *axis, bool x)
{
	struct range r = { INFINITY, -INFINITY };

	for (int i = 0; i < panel->series_count; i++)
		for (int k = 0; k < panel->series[i].count; k++) {
			const double value = coordinate(&panel->series[i].dots[k], x);

			r.low = fmin(r.low, is_logarithmic(axis) ? log(value) : value);
			r.high = fmax(r.high, is_logarithmic(axis) ? log(value) : value);
		}
	if (r.low > r.high)     /* of no points */
		r.low = r.high = 0;
	if (!(r.low < r.high)) {
		r.low -= 1;
		r.high += 1;
	}
	return r;
}

/* 1 us, 10 us, ...; over few decades 2 us and 5 us, too. */
static void
write_times(FILE *out, const struct plot_panel *panel, const struct plot_axis *axis, bool x)
{
	const struct range r = range_of(panel, axis, x);
	const bool few = r.high - r.low < 2.2 * log(10);
	const char *comma = "";

	fprintf(out, "set %ctics (", x ? 'x' : 'y');
	for (int64_t decade = 1; decade <= INT64_C(1000000000000000); decade *= 10)
		for (int i = 1; i <= 9; i++) {
			const bool shown = i == 1 || (few && (i == 2 || i == 5));
			char *words = shown ? time_exact(decade * i) : text("%s", "");

			fputs(comma, out);
			plot_quote(out, words);
			fprintf(out, " %.17g %d", (double)decade * i * 1e-12, shown ? 0 : 1);
			comma = ", ";
			free(words);
		}
	fputs(")\n", out);
}

static void
write_ticks(FILE *out, const struct plot_panel *panel, const struct plot_axis *axis, bool x)
{
	int count;
	double *values = values_of(panel, x, &count);

	if (values || axis->unit == PLOT_BYTES)
		fprintf(out, "set %ctics (", x ? 'x' : 'y');
	for (int i = 0; values && i < count; i++) {
		fputs(i ? ", " : "", out);
		write_tick(out, axis, values[i]);
	}
	for (int i = 0; !values && axis->unit == PLOT_BYTES && i < 40; i += 2) {
		fputs(i ? ", " : "", out);
		write_tick(out, axis, ldexp(1, i));
	}
	if (values || axis->unit == PLOT_BYTES)
		fputs(")\n", out);
	free(values);
}

/* A series of names: a line of the grid for each, the first at the top. */
static void
write_names(FILE *out, const struct plot_panel *panel, char which)
{
	fprintf(out, "set %ctics (", which);
	for (int i = 0; i < panel->names_count; i++) {
		fputs(i ? ", " : "", out);
		plot_quote(out, panel->names[i]);
		fprintf(out, " %d", i + 1);
	}
	fprintf(out, which == 'y' ? ")\nset %crange [%d.5:0.5]\n" : ")\nset %crange [0.5:%d.5]\n",
		which, panel->names_count);
}

/* How low an axis has to go, for the words of marks to end below their rings. */
static double
foot_of(const struct plot_panel *panel, const struct plot_axis *axis, double low, double high)
{
	for (int i = 0; i < panel->marks_count; i++) {
		const double y = panel->marks[i].at.y, at = is_logarithmic(axis) ? log(y) : y;
		const double part = fmin(0.7, WORD_PART * (3 + (double)strlen(panel->marks[i].words)));

		low = fmin(low, (at - part * high) / (1 - part));
	}
	return low;
}

/* All points, with some air around. */
static void
write_range(FILE *out, const struct plot_panel *panel, const struct plot_axis *axis, bool x)
{
	const struct range r = range_of(panel, axis, x);
	const double air = 0.05 * (r.high - r.low), high = r.high + air;
	const double low = x ? r.low - air : foot_of(panel, axis, r.low - air, high);

	fprintf(out, "set %crange [%.6g:%.6g]\n", x ? 'x' : 'y', is_logarithmic(axis) ? exp(low) : low,
		is_logarithmic(axis) ? exp(high) : high);
}

void
plot_write_axis(FILE *out, const struct plot_panel *panel, bool x)
{
	const struct plot_axis *axis = x ? &panel->x : &panel->y;
	const char which = x ? 'x' : 'y';

	fprintf(out, "unset logscale %c\nset %ctics autofreq\nset %clabel ", which, which, which);
	plot_quote(out, x ? panel->x_label : panel->y_label);
	putc('\n', out);
	fprintf(out, "set format %c '%s'\n", which, axis->unit == PLOT_SECONDS ? "%.0s %cs" : "%g");
	if (is_logarithmic(axis))
		fprintf(out, "set logscale %c\n", which);
	if (axis->unit == PLOT_NAMES)
		write_names(out, panel, which);
	else
		write_range(out, panel, axis, x);
	if (is_logarithmic(axis) && axis->unit == PLOT_SECONDS)
		write_times(out, panel, axis, x);
	else if (is_logarithmic(axis))
		write_ticks(out, panel, axis, x);
}
