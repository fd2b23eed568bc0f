/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Builds figures in memory, and draws them by a script on gnuplot's standard input.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/atomic_file.h"
#include "base/numbers.h"
#include "base/status.h"
#include "base/text.h"
#include "base/units.h"
#include "plot/plot.h"

struct plot_dot {
	double x, y;
};

struct plot_series {
	const char *name;               /* NULL: another series names the look */
	enum plot_style style;
	int look;
	bool compared;                  /* its dots come in any order */
	struct plot_dot *dots;
	int count;
};

struct plot_mark {
	struct plot_dot at;
	const char *words;
};

struct plot_panel {
	const char *title;
	struct plot_axis x, y;
	const char **names;             /* for an axis of names */
	struct plot_series *series;
	struct plot_mark *marks;
	int names_count, series_count, marks_count;
};

struct plot {
	const char *title, *note;
	struct plot_panel *panels;
	int count;
	int left_out;                   /* points that a logarithmic axis cannot show */
};

#define LAST(array, count) (&(array)[(count) - 1])

struct plot *
plot_new(const char *title)
{
	struct plot *plot = grow(NULL, 1, sizeof *plot);

	plot->title = title;
	return plot;
}

void
plot_note(struct plot *plot, const char *note)
{
	plot->note = note;
}

void
plot_panel(struct plot *plot, const char *title, struct plot_axis x, struct plot_axis y)
{
	/* one without series is not drawn */
	if (plot->count && LAST(plot->panels, plot->count)->series_count == 0)
		plot->count--;
	APPEND(plot->panels, plot->count, (struct plot_panel) { .title = title, .x = x, .y = y });
}

void
plot_name(struct plot *plot, const char *name)
{
	struct plot_panel *panel = LAST(plot->panels, plot->count);

	APPEND(panel->names, panel->names_count, name);
}

void
plot_series(struct plot *plot, const char *name, enum plot_style style, int look)
{
	struct plot_panel *panel = LAST(plot->panels, plot->count);

	APPEND(panel->series, panel->series_count, (struct plot_series) {
		.name = name, .style = style, .look = look,
	});
}

static bool
is_logarithmic(const struct plot_axis *axis)
{
	return !axis->linear && axis->unit != PLOT_NAMES;
}

static void
add_dot(struct plot *plot, const struct plot_panel *panel, struct plot_series *series, double x,
	double y)
{
	if (isnan(y))
		return;
	if ((is_logarithmic(&panel->x) && x <= 0) || (is_logarithmic(&panel->y) && y <= 0))
		plot->left_out++;
	else
		APPEND(series->dots, series->count, (struct plot_dot) { x, y });
}

void
plot_point(struct plot *plot, double x, double y)
{
	struct plot_panel *panel = LAST(plot->panels, plot->count);

	add_dot(plot, panel, LAST(panel->series, panel->series_count), x, y);
}

void
plot_compared(struct plot *plot, const char *name, double x, double line, double point)
{
	struct plot_panel *panel = LAST(plot->panels, plot->count);
	int i = 0;

	while (i < panel->series_count && strcmp(panel->series[i].name, name) != 0)
		i += 2;
	if (i == panel->series_count) {
		plot_series(plot, name, PLOT_LINES, i / 2);
		plot_series(plot, NULL, PLOT_POINTS, i / 2);
		panel->series[i].compared = panel->series[i + 1].compared = true;
	}
	add_dot(plot, panel, &panel->series[i], x, line);
	add_dot(plot, panel, &panel->series[i + 1], x, point);
}

void
plot_mark(struct plot *plot, double x, double y, const char *words)
{
	struct plot_panel *panel = LAST(plot->panels, plot->count);

	APPEND(panel->marks, panel->marks_count, (struct plot_mark) { { x, y }, words });
}

static int
by_x(const void *a, const void *b)
{
	const struct plot_dot *p = a, *q = b;

	return (p->x > q->x) - (p->x < q->x);
}

static void
arrange(struct plot *plot, const struct plot_panel *panel, struct plot_series *s)
{
	if (s->count > 0)
		qsort(s->dots, (size_t)s->count, sizeof *s->dots, by_x);
	/* a line of one point is a dash */
	if (s->count == 1 && s->style == PLOT_LINES)
		add_dot(plot, panel, s, s->dots->x * 1.05, s->dots->y);
}

/* Dashes and shapes distinguish the looks; colours, from a palette for the colour-blind,
 * only help. */
static const char *const dashes[] = {
	"solid", "(14,5)", "(2,4)", "(14,4,2,4)", "(22,5,6,5)", "(14,4,2,4,2,4)", "(5,3)",
};
static const int shapes[] = { 6, 4, 8, 12, 2, 10, 1, 3, 7, 5, 9, 13, 11 };
static const char *const colours[] = {
	"#0072b2", "#d55e00", "#009e73", "#000000", "#cc79a7", "#56b4e9", "#a06a00", "#7a3e9d",
};

#define OF(list, look) (list)[(look) % (int)(sizeof (list) / sizeof (list)[0])]

static bool
ends_in(const char *path, const char *end)
{
	const size_t length = strlen(path), least = strlen(end);

	return length > least && strcmp(path + length - least, end) == 0;
}

void
plot_ready(const char *path)
{
	struct atomic_file file;

	if (!ends_in(path, ".svg") && !ends_in(path, ".png"))
		die(STATUS_USAGE, "--plot writes a file named .svg or .png, not '%s'", path);
	atomic_file_open(&file, path);
	atomic_file_close(&file, false);
	if (system("gnuplot --version >/dev/null 2>&1") != 0)
		die(STATUS_FAILED, "plots need gnuplot, which is not installed (Debian: gnuplot-nox)");
}

/* The most ticks at the values that occur; if these are more, ticks are at powers of two */
#define TICKS 10
/* About the part of a panel's height that a letter of upright text takes */
#define WORD_PART 0.021

static void
quote(FILE *out, const char *words)
{
	print_quoted(out, '\'', words ? words : "");
}

static double
coordinate(const struct plot_dot *dot, bool x)
{
	return x ? dot->x : dot->y;
}

/* Return the values that occur, ascending, each once; NULL if they are too many. */
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
	qsort(values, (size_t)all, sizeof *values, compare_numbers);
	for (int i = 0; i < all; i++)
		if (i == 0 || values[i] > values[i - 1])
			values[(*count)++] = values[i];
	return *count > 0 && *count <= TICKS ? values : NULL;
}

static void
write_tick(FILE *out, const struct plot_axis *axis, double value)
{
	quote(out, axis->unit == PLOT_BYTES ? size_text((uint64_t)value) : text("%g", value));
	fprintf(out, " %.17g", value);
}

/* The bounds of an axis; logarithms if it is logarithmic */
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
	if (r.low > r.high)     /* no points */
		r.low = r.high = 0;
	if (!(r.low < r.high)) {
		r.low -= 1;
		r.high += 1;
	}
	return r;
}

/* Write ticks at 1 us, 10 us, ...; over few decades also at 2 us and 5 us. */
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

			fputs(comma, out);
			quote(out, shown ? time_exact(decade * i) : "");
			fprintf(out, " %.17g %d", (double)decade * i * 1e-12, shown ? 0 : 1);
			comma = ", ";
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
}

/* Write the names of an axis, each at a line of the grid, the first at the top. */
static void
write_names(FILE *out, const struct plot_panel *panel, char which)
{
	fprintf(out, "set %ctics (", which);
	for (int i = 0; i < panel->names_count; i++) {
		fputs(i ? ", " : "", out);
		quote(out, panel->names[i]);
		fprintf(out, " %d", i + 1);
	}
	fprintf(out, which == 'y' ? ")\nset %crange [%d.5:0.5]\n" : ")\nset %crange [0.5:%d.5]\n",
		which, panel->names_count);
}

/* Return how low an axis must reach for the words of marks to end below their rings. */
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

/* Write the range of an axis: all points, with a margin. */
static void
write_range(FILE *out, const struct plot_panel *panel, const struct plot_axis *axis, bool x)
{
	const struct range r = range_of(panel, axis, x);
	const double air = 0.05 * (r.high - r.low), high = r.high + air;
	const double low = x ? r.low - air : foot_of(panel, axis, r.low - air, high);

	fprintf(out, "set %crange [%.6g:%.6g]\n", x ? 'x' : 'y', is_logarithmic(axis) ? exp(low) : low,
		is_logarithmic(axis) ? exp(high) : high);
}

/* Return the format of an axis's numbers. Those of 100,000 and more overlap in digits: on a
 * logarithmic axis, whose ticks are round, they are 100k and 1M. */
static const char *
format_of(const struct plot_panel *panel, const struct plot_axis *axis, bool x)
{
	if (axis->unit == PLOT_SECONDS)
		return "%.0s %cs";
	return axis->unit == PLOT_NUMBER && is_logarithmic(axis) &&
	       range_of(panel, axis, x).high > log(99999) ? "%.0s%c" : "%g";
}

/* Write all settings of an axis, so that none remain from the previous panel. */
static void
write_axis(FILE *out, const struct plot_panel *panel, bool x)
{
	const struct plot_axis *axis = x ? &panel->x : &panel->y;
	const char which = x ? 'x' : 'y';

	fprintf(out, "unset logscale %c\nset %ctics autofreq\nset %clabel ", which, which, which);
	quote(out, axis->label);
	putc('\n', out);
	fprintf(out, "set format %c '%s'\n", which, format_of(panel, axis, x));
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

static void
write_marks(FILE *out, const struct plot_panel *panel)
{
	fputs("unset label\nunset arrow\n", out);
	for (int i = 0; i < panel->marks_count; i++) {
		const struct plot_mark *m = &panel->marks[i];

		fprintf(out, "set arrow from %.17g, graph 0 to %.17g, %.17g nohead lw 1 dt (1,3) "
			"lc rgb '#000000'\nset label ", m->at.x, m->at.x, m->at.y);
		quote(out, m->words);
		fprintf(out, " at %.17g, graph 0.02 rotate by 90 left offset char 0.7,0 front\n", m->at.x);
		fprintf(out, "set label '' at %.17g, %.17g point pt 6 ps 2.4 lw 1.5 lc rgb '#000000'\n",
			m->at.x, m->at.y);
	}
}

static void
write_look(FILE *out, const struct plot_series *s, enum plot_style style)
{
	static const char *const how[] = {
		[PLOT_POINTS] = "points", [PLOT_LINES] = "lines", [PLOT_BOTH] = "linespoints",
	};

	fprintf(out, " with %s lc rgb '%s'", how[style], OF(colours, s->look));
	if (style != PLOT_POINTS)
		fprintf(out, " dt %s lw 1.6", OF(dashes, s->look));
	if (style != PLOT_LINES)
		fprintf(out, " pt %d ps 1.2", OF(shapes, s->look));
}

/* Write the legend; the entry of a look shows all its styles. */
static void
write_legend(FILE *out, const struct plot_panel *panel)
{
	for (int i = 0; i < panel->series_count; i++) {
		const struct plot_series *s = &panel->series[i];
		enum plot_style style = s->style;

		for (int k = 0; k < panel->series_count; k++)
			if (panel->series[k].look == s->look && panel->series[k].style != style)
				style = PLOT_BOTH;
		if (!s->name)
			continue;
		fputs(", keyentry", out);
		write_look(out, s, style);
		fputs(" title ", out);
		quote(out, s->name);
	}
}

/* Write points last, so that they lie above the lines. */
static void
write_series(FILE *out, const struct plot_panel *panel)
{
	fputs("plot NaN notitle", out);
	for (int points = 0; points < 2; points++)
		for (int i = 0; i < panel->series_count; i++)
			if (panel->series[i].count && (panel->series[i].style != PLOT_LINES) == points) {
				fprintf(out, ", $series%d", i);
				write_look(out, &panel->series[i], panel->series[i].style);
				fputs(" notitle", out);
			}
	write_legend(out, panel);
	putc('\n', out);
}

static void
write_data(FILE *out, const struct plot_panel *panel)
{
	for (int i = 0; i < panel->series_count; i++) {
		const struct plot_series *s = &panel->series[i];

		fprintf(out, "$series%d << EOD\n", i);
		for (int k = 0; k < s->count; k++)
			fprintf(out, "%.17g %.17g\n", s->dots[k].x, s->dots[k].y);
		fputs("EOD\n", out);
	}
}

/* As many panels across as down, or one more */
struct page {
	int across, down, width, height;
};

enum { HEAD = 36, FOOT = 30 };

static struct page
page_of(const struct plot *plot)
{
	const int across = (int)ceil(sqrt(plot->count)), down = (plot->count + across - 1) / across;
	const bool one = plot->count == 1;

	return (struct page) { across, down, across * (one ? 880 : 700),
			       down * (one ? 500 : 420) + HEAD + FOOT };
}

/* Write the page's own texts, which gnuplot draws with the last panel. */
static void
write_words(FILE *out, const struct plot *plot)
{
	char *note = plot->note ? text("%s", plot->note) : NULL;

	if (plot->left_out)
		join(&note, "; ", text("points at 0, left out on logarithmic axes: %d", plot->left_out));
	fputs("set label ", out);
	quote(out, plot->title);
	fprintf(out, " at screen 0.5, screen %.6f center font 'sans,14'\nset label ",
		1 - HEAD / 2.0 / page_of(plot).height);
	quote(out, note);
	fputs(" at screen 0.5, character 1 center\n", out);
}

static void
write_panel(FILE *out, const struct plot *plot, int which)
{
	const struct plot_panel *panel = &plot->panels[which];
	const struct page page = page_of(plot);
	const double width = 1.0 / page.across;
	const double height = (1 - (double)(HEAD + FOOT) / page.height) / page.down;

	fprintf(out, "set size %.6f,%.6f\nset origin %.6f,%.6f\n", width, height,
		width * (which % page.across),
		(double)FOOT / page.height + height * (page.down - 1 - which / page.across));
	write_data(out, panel);
	fputs("set title ", out);
	quote(out, panel->title);
	putc('\n', out);
	/* Rows of names leave room at the top right: the first ones are the fastest. */
	fprintf(out, "set key %s Left reverse samplen 4 spacing 1.3\n",
		panel->y.unit == PLOT_NAMES ? "inside right top opaque" : "outside right center noopaque");
	write_axis(out, panel, true);
	write_axis(out, panel, false);
	write_marks(out, panel);
	if (which == plot->count - 1)
		write_words(out, plot);
	write_series(out, panel);
}

static void
write_page(FILE *out, const struct plot *plot, const struct atomic_file *file)
{
	const struct page page = page_of(plot);

	fprintf(out, "set encoding utf8\nset terminal %s noenhanced size %d,%d "
		"font 'sans,12' background '#ffffff'\nset output ",
		ends_in(file->path, ".png") ? "pngcairo" : "svg dynamic", page.width, page.height);
	/* A bare name might begin with the sign of a pipe. */
	quote(out, text("%s%s", *file->name == '/' ? "" : "./", file->name));
	fputs("\nset grid lw 1 lc rgb '#d0d0d0'\nset border 3\nset tics nomirror\n"
	      "set multiplot\n", out);
}

void
plot_write(struct plot *plot, const char *path)
{
	struct atomic_file file;
	FILE *out;

	if (plot->count && LAST(plot->panels, plot->count)->series_count == 0)
		plot->count--;
	if (plot->count == 0)
		die(STATUS_FAILED, "nothing to plot: no row is a number");
	for (int i = 0; i < plot->count; i++)
		for (int k = 0; k < plot->panels[i].series_count; k++)
			if (plot->panels[i].series[k].compared)
				arrange(plot, &plot->panels[i], &plot->panels[i].series[k]);
	atomic_file_open(&file, path);
	/* in a locale without UTF-8, gnuplot complains about that encoding */
	out = popen("LC_ALL=C.UTF-8 gnuplot", "w");
	if (!out)
		die(STATUS_FAILED, "cannot start gnuplot: %s", strerror(errno));
	write_page(out, plot, &file);
	for (int i = 0; i < plot->count; i++)
		write_panel(out, plot, i);
	fputs("unset multiplot\n", out);
	if (pclose(out) != 0)
		die(STATUS_FAILED, "gnuplot could not draw the plot %s", path);
	atomic_file_close(&file, true);
}
