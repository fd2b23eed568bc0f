/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcube reproduce: figures of the papers beside ours.
 */
#include <stdlib.h>
#include <string.h>
#include "compare.h"
#include "tool.h"

struct reproduce_options {
	const struct reproduction **chosen;
	int count;
	enum compare_form form;
	int nodes_most;
};

enum { KEY_JSON = 256 };

static const struct argp_option options[] = {
	{ "nodes", 'n', "N", 0, "run machines of up to N nodes (default 128), and leave out rows that "
	  "need more", 0 },
	{ "json", KEY_JSON, NULL, 0, "one JSON object a row", 0 },
	{ 0 }
};

static char *
names(void)
{
	char *all = text("all");

	for (const struct reproduction *r = reproductions; r->name; r++) {
		char *longer = text("%s, %s", all, r->name);

		free(all);
		all = longer;
	}
	return all;
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
		argp_error(state, "there is no reproduction '%s'; there are: %s", name, names());
}

static error_t
parse_option(int key, char *arg, struct argp_state *state)
{
	struct reproduce_options *o = state->input;
	char *end;

	switch (key) {
	case 'n':
		o->nodes_most = (int)strtol(arg, &end, 10);
		if (end == arg || *end || o->nodes_most < 1 || o->nodes_most > VCUBE_NODES_MAX)
			argp_error(state, "a number of nodes is a whole number from 1 to %d, not '%s'",
				   VCUBE_NODES_MAX, arg);
		return 0;
	case KEY_JSON:
		o->form = COMPARE_JSON;
		return 0;
	case ARGP_KEY_ARG:
		choose(o, arg, state);
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "name a reproduction: %s", names());
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
	       "`vcube list reproductions' has the names; all is all of them.",
};

int
reproduce_command(int argc, char **argv)
{
	struct reproduce_options o = { .nodes_most = 128 };
	int failed = 0, status = STATUS_FINE;

	argp_parse(&reproduce_argp, argc, argv, 0, NULL, &o);
	for (int i = 0; i < o.count && !status; i++) {
		struct comparison c;

		compare_begin(&c, o.chosen[i], o.form, o.nodes_most);
		status = o.chosen[i]->run(&c);
		failed += compare_end(&c);
		if (flush_output())
			status = STATUS_FAILED;
	}
	free(o.chosen);
	if (failed && !status)
		return complain(STATUS_FAILED, "%d group%s of rows further off than permitted", failed,
				failed == 1 ? " is" : "s are");
	return status;
}
