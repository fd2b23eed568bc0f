/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The options of vcube run, from the command line into struct run_options.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "base/progress.h"
#include "base/status.h"
#include "base/units.h"
#include "sweep/parse.h"
#include "sweep/plan.h"

/* A whole number from `least` to INT_MAX, or argp's way out. */
static int
number(const char *what, const char *word, int least, struct argp_state *state)
{
	char *end;
	long value;

	errno = 0;
	value = strtol(word, &end, 10);
	if (errno || end == word || *end || value < least || value > INT_MAX)
		argp_error(state, "%s is a whole number from %d to %d; not '%s'", what, least, INT_MAX,
			   word);
	return (int)value;
}

static void
set_machine(struct run_options *o, struct argp_state *state)
{
	struct vcube_error error;

	if (o->several_outputs)
		argp_error(state, "--json and --csv are two forms of the same; choose one");
	if (settings_apply(&o->settings, &o->desc, &error))
		argp_error(state, "%s", error.text);
	o->heap_given = settings_have(&o->settings, "heap");
}

static void
add_pair(struct run_options *o, const char *pair, struct argp_state *state)
{
	char *key = text("%s", pair), *value = strchr(key, '=');

	if (!value)
		argp_error(state, "'%s' is not of the form KEY=VALUE, such as startup=10us", pair);
	else
		*value++ = '\0';
	settings_add(&o->settings, key, value);
	free(key);
}

/* One more list, after those before. */
static void
append(char **list, const char *words)
{
	char *longer = *list ? text("%s,%s", *list, words) : text("%s", words);

	free(*list);
	*list = longer;
}

/* The options without an argument; false where it is another. */
static bool
parse_flag(int key, struct run_options *o)
{
	switch (key) {
	case KEY_NO_CHECK:
		o->check = false;
		return true;
	case KEY_NO_WALL:
		o->wall = false;
		return true;
	case KEY_EXPLAIN:
		o->explain = true;
		return true;
	case KEY_PRINT:
		o->print = true;
		return true;
	case KEY_JSON:
		o->several_outputs |= o->output == &output_csv;
		o->output = &output_json;
		return true;
	case KEY_CSV:
		o->several_outputs |= o->output == &output_json;
		o->output = &output_csv;
		return true;
	case 'q':
	case KEY_NO_PROGRESS:
		progress_quiet();
		return true;
	default:
		return false;
	}
}

/* The options that are a key of the machine's description; NULL for others. */
static const char *
machine_key(int key)
{
	return key == KEY_CLOCK ? "clock" : key == KEY_PORTS ? "ports"
	     : key == KEY_MAPPING ? "mapping" : key == KEY_PROFILE ? "profile" : NULL;
}

/* What is to be run; false where it is another option. */
static bool
parse_work(int key, const char *arg, struct run_options *o, struct argp_state *state)
{
	struct vcube_error error = { 0 };

	switch (key) {
	case ARGP_KEY_ARG:
		append(o->draws ? &o->topologies : &o->collectives, arg);
		return true;
	case KEY_LOAD:
		append(&o->collectives, arg);
		return true;
	case 's':
		o->svg = arg;
		return true;
	case 't':
		append(&o->topologies, arg);
		return true;
	case 'm':
		append(&o->sizes, arg);
		return true;
	case KEY_TYPE:
		vcube_type_parse(arg, &o->type, &error);
		o->type_given = true;
		break;
	case KEY_OP:
		o->op = vcube_op_parse(arg, &error);
		o->op_given = true;
		break;
	case KEY_ROOT:
		o->root = number("a root", arg, 0, state);
		o->root_given = true;
		break;
	case KEY_PATTERN:
		traffic_free(o->traffic);
		o->traffic = traffic_make(arg);
		if (!o->traffic)
			exit(STATUS_USAGE);
		break;
	case KEY_PLOT:
		o->plot = arg;
		break;
	case KEY_TRACE:
		o->trace = arg;
		break;
	case KEY_CONTENTS:
		o->contents_given = true;
		if (!size_parse(arg, &o->contents))
			argp_error(state, "--contents takes a number of bytes, such as 512 or 4KiB; "
				   "not '%s'", arg);
		break;
	case KEY_ITERATIONS:
		o->iterations = number("a number of iterations", arg, 1, state);
		o->iterations_given = true;
		break;
	default:
		return false;
	}
	if (error.code)
		argp_error(state, "%s", error.text);
	return true;
}

static void
check_topology(const struct run_options *o, struct argp_state *state)
{
	if (!o->topologies)
		argp_error(state, "name a topology, such as hypercube:4; `vcube list topologies' has "
			   "them");
}

error_t
run_parse(int key, char *arg, struct argp_state *state)
{
	struct run_options *o = state->input;

	if (key == ARGP_KEY_NO_ARGS && o->draws)
		check_topology(o, state);
	else if (key == ARGP_KEY_NO_ARGS)
		argp_error(state, "name a collective, such as allgather or allgather.ring, or all; "
			   "`vcube list algorithms' has them");
	if (key == KEY_SET)
		add_pair(o, arg, state);
	else if (machine_key(key))
		settings_add(&o->settings, machine_key(key), arg);
	else if (key == ARGP_KEY_END)
		set_machine(o, state);
	else if (!parse_flag(key, o) && !parse_work(key, arg, o, state))
		return ARGP_ERR_UNKNOWN;
	return 0;
}
