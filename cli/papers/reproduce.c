/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcube reproduce: figures of the papers beside ours.
 */
#include <stdlib.h>
#include <string.h>
#include "base/progress.h"
#include "base/status.h"
#include "list/subjects.h"
#include "papers/compare.h"
#include "papers/comparison_plot.h"
#include "plot/plot.h"

struct reproduce_options {
	const struct reproduction **chosen;
	int count;
	struct compare_options how;
	const char *plot;       /* a file, or NULL */
};

enum { KEY_JSON = 256, KEY_MOST, KEY_PLOT, KEY_LIST };

static const struct argp_option options[] = {
	{ "nodes", 'n', "N[,...]", 0, "machines of so many nodes, instead of the paper's", 0 },
	{ "size", 's', "N[,...]", 0, "blocks of that size, instead of the paper's: in words, elements or "
	  "bytes, as the reproduction has them", 0 },
	{ "most", KEY_MOST, "N", 0, "run machines of up to N nodes, and leave out rows that need more", 0 },
	{ "plot", KEY_PLOT, "FILE", 0, "draw the rows, too, into FILE, .svg or .png, by gnuplot", 0 },
	{ "json", KEY_JSON, NULL, 0, "one JSON object a row", 0 },
	{ "quiet", 'q', NULL, 0, "no progress on the terminal", 0 },
	{ "list", KEY_LIST, NULL, 0, "what can be reproduced, as `vcube list reproductions' has it, and no "
	  "more", 0 },
	{ 0 }
};

static char *
names(void)
{
	return text("all, %s", subject_names("reproductions"));
}

static void
choose(struct reproduce_options *o, const char *name, struct argp_state *state)
{
	const bool all = strcmp(name, "all") == 0;
	bool found = false;

	for (const struct reproduction *r = reproductions; r->name; r++) {
		if (!all && strcmp(r->name, name) != 0)
			continue;
		o->chosen = grow(o->chosen, (size_t)o->count + 1, sizeof *o->chosen);
		o->chosen[o->count++] = r;
		found = true;
	}
	if (!found)
		argp_error(state, "%s", no_such("reproduction", name, names()));
}

static long
number(const char *what, const char *word, long most, struct argp_state *state)
{
	char *end;
	const long value = strtol(word, &end, 10);

	if (end == word || *end || value < 1 || value > most)
		argp_error(state, "%s is a whole number from 1 to %ld, not '%s'", what, most, word);
	return value;
}

static void
numbers(long **list, int *count, const char *what, char *words, long most, struct argp_state *state)
{
	const char *word;

	while ((word = strsep(&words, ","))) {
		*list = grow(*list, (size_t)*count + 1, sizeof **list);
		(*list)[(*count)++] = number(what, word, most, state);
	}
}

static bool
suits(enum takes_nodes takes, long nodes)
{
	int root = 1;

	if (nodes < 2)
		return false;
	if (takes == NODES_CUBES)
		return (nodes & (nodes - 1)) == 0;
	while (root * root < nodes)
		root++;
	return takes == NODES_ANY || root * root == nodes;
}

/* Every one that was chosen takes what was given. */
static void
check(const struct reproduce_options *o, struct argp_state *state)
{
	for (int i = 0; i < o->count; i++) {
		static const char *const takes[] = {
			[NODES_NONE] = "the paper's numbers of nodes alone",
			[NODES_CUBES] = "2, 4, 8, .. nodes", [NODES_SQUARES] = "4, 9, 16, .. nodes",
			[NODES_ANY] = "2 nodes and more",
		};
		const struct reproduction *r = o->chosen[i];

		for (int k = 0; k < o->how.nodes_count; k++)
			if (r->nodes == NODES_NONE || !suits(r->nodes, o->how.nodes[k]))
				argp_error(state, "%s is of %s, not of %ld", r->name, takes[r->nodes],
					   o->how.nodes[k]);
		if (o->how.sizes_count > 0 && !r->sizes)
			argp_error(state, "%s is of the paper's sizes alone", r->name);
	}
}

static error_t
parse_option(int key, char *arg, struct argp_state *state)
{
	struct reproduce_options *o = state->input;

	switch (key) {
	case 'n':
		numbers(&o->how.nodes, &o->how.nodes_count, "a number of nodes", arg, VCUBE_NODES_MAX, state);
		return 0;
	case 's':
		numbers(&o->how.sizes, &o->how.sizes_count, "a size", arg, 1 << 20, state);
		return 0;
	case KEY_MOST:
		o->how.nodes_most = (int)number("a number of nodes", arg, VCUBE_NODES_MAX, state);
		return 0;
	case KEY_JSON:
		o->how.form = COMPARE_JSON;
		return 0;
	case KEY_PLOT:
		o->plot = arg;
		return 0;
	case 'q':
		progress_quiet();
		return 0;
	case KEY_LIST:
		subject_print("reproductions");
		exit(STATUS_FINE);
	case ARGP_KEY_ARG:
		choose(o, arg, state);
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "name a reproduction; --list tells of them: %s", names());
		return 0;
	case ARGP_KEY_SUCCESS:
		check(o, state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp reproduce_argp = {
	.options = options,
	.parser = parse_option,
	.args_doc = "NAME...",
	.doc = "Prints figures of the papers beside what this library makes of them, row by row, with "
	       "the error in percent; fails where they are further off than the reproduction permits. "
	       "--list has the names; all is all of them.",
};

int
reproduce_command(int argc, char **argv)
{
	struct reproduce_options o = { .how.nodes_most = VCUBE_NODES_MAX };
	int failed = 0, status = STATUS_FINE;

	argp_parse(&reproduce_argp, argc, argv, 0, NULL, &o);
	/* Rows take time, and whoever cuts the run off is to have those there are. */
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (o.plot) {
		status = plot_ready(o.plot);
		o.how.plot = comparison_plot_new();
	}
	for (int i = 0; i < o.count && !status; i++) {
		struct comparison c;

		compare_begin(&c, o.chosen[i], &o.how);
		status = o.chosen[i]->run(&c);
		failed += compare_end(&c);
		if (flush_output())
			status = STATUS_FAILED;
	}
	if (o.plot && !status)
		status = comparison_plot_write(o.how.plot, "vcube reproduce", o.plot);
	if (o.plot)
		comparison_plot_free(o.how.plot);
	free(o.chosen);
	free(o.how.nodes);
	free(o.how.sizes);
	if (failed && !status)
		return complain(STATUS_FAILED, "%d group%s of rows further off than permitted", failed,
				failed == 1 ? " is" : "s are");
	return status;
}
