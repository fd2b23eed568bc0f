/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Figures, drawn: a script on the standard input of gnuplot.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/atomic_file.h"
#include "base/status.h"
#include "base/text.h"
#include "plot/parts.h"

/* Dashes and shapes tell the looks apart; colours, of a palette that the
 * colour-blind can tell apart, only help. */
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

int
plot_ready(const char *path)
{
	struct atomic_file file;

	if (!ends_in(path, ".svg") && !ends_in(path, ".png"))
		return complain(STATUS_USAGE, "a plot is a file named .svg or .png, not '%s'", path);
	if (atomic_file_open(&file, path))
		return STATUS_FAILED;
	atomic_file_close(&file, false);
	if (system("gnuplot --version >/dev/null 2>&1") != 0)
		return complain(STATUS_FAILED, "a plot is drawn by gnuplot, which is not installed "
				"(Debian: gnuplot-nox)");
	return STATUS_FINE;
}

static void
write_marks(FILE *out, const struct plot_panel *panel)
{
	fputs("unset label\nunset arrow\n", out);
	for (int i = 0; i < panel->marks_count; i++) {
		const struct plot_mark *m = &panel->marks[i];

		fprintf(out, "set arrow from %.17g, graph 0 to %.17g, %.17g nohead lw 1 dt (1,3) "
			"lc rgb '#000000'\nset label ", m->at.x, m->at.x, m->at.y);
		plot_quote(out, m->words);
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

/* The entry of a look shows all that is drawn of it. */
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
		plot_quote(out, s->name);
	}
}

/* Points last, to lie above the lines. */
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

/* As many panels side by side as below each other, or one more. */
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

/* What belongs to the page, drawn with its last panel. */
static void
write_words(FILE *out, const struct plot *plot)
{
	char *note = plot->note ? text("%s", plot->note) : text("%s", "");

	if (plot->left_out) {
		char *longer = text("%s%spoints at 0, which are not on logarithmic axes: %d", note,
				    *note ? "; " : "", plot->left_out);

		free(note);
		note = longer;
	}
	fputs("set label ", out);
	plot_quote(out, plot->title);
	fprintf(out, " at screen 0.5, screen %.6f center font 'sans,14'\nset label ",
		1 - HEAD / 2.0 / page_of(plot).height);
	plot_quote(out, note);
	fputs(" at screen 0.5, character 1 center\n", out);
	free(note);
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
	plot_quote(out, panel->title);
	putc('\n', out);
	/* Rows of names have room at the right: the first ones are the fastest. */
	fprintf(out, "set key %s Left reverse samplen 4 spacing 1.3\n",
		panel->y.unit == PLOT_NAMES ? "inside right top opaque" : "outside right center noopaque");
	plot_write_axis(out, panel, true);
	plot_write_axis(out, panel, false);
	write_marks(out, panel);
	if (which == plot->count - 1)
		write_words(out, plot);
	write_series(out, panel);
}

static void
write_page(FILE *out, const struct plot *plot, const struct atomic_file *file)
{
	const struct page page = page_of(plot);
	/* A name of its own accord might begin with the sign of a pipe. */
	char *safe = text("%s%s", *file->name == '/' ? "" : "./", file->name);

	fprintf(out, "set encoding utf8\nset terminal %s noenhanced size %d,%d "
		"font 'sans,12' background '#ffffff'\nset output ",
		ends_in(file->path, ".png") ? "pngcairo" : "svg dynamic", page.width, page.height);
	plot_quote(out, safe);
	fputs("\nset grid lw 1 lc rgb '#d0d0d0'\nset border 3\nset tics nomirror\n"
	      "set multiplot\n", out);
	free(safe);
}

static int
draw(const struct plot *plot, const struct atomic_file *file)
{
	/* in a locale without UTF-8 gnuplot complains of that encoding */
	FILE *out = popen("LC_ALL=C.UTF-8 gnuplot", "w");
	int status;

	if (!out)
		return complain(STATUS_FAILED, "cannot start gnuplot: %s", strerror(errno));
	write_page(out, plot, file);
	for (int i = 0; i < plot->count; i++)
		write_panel(out, plot, i);
	fputs("unset multiplot\n", out);
	status = pclose(out);
	return status == 0 ? STATUS_FINE
	     : complain(STATUS_FAILED, "gnuplot could not draw the plot %s", file->path);
}

int
plot_write(const struct plot *plot, const char *path)
{
	struct atomic_file file;
	int status, written;

	if (atomic_file_open(&file, path))
		return STATUS_FAILED;
	status = draw(plot, &file);
	written = atomic_file_close(&file, status == STATUS_FINE);
	return status ? status : written;
}
