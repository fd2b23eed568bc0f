/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The options of vcube run, from the command line into struct run_options.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "plan.h"
#include "progress.h"
#include "tool.h"
#include "units.h"

enum {
	KEY_CLOCK = 256, KEY_ITERATIONS, KEY_TYPE, KEY_OP, KEY_ROOT, KEY_MAPPING, KEY_PORTS,
	KEY_PROFILE, KEY_SET, KEY_NO_CHECK, KEY_NO_WALL, KEY_EXPLAIN, KEY_PRINT, KEY_JSON, KEY_CSV,
	KEY_NO_PROGRESS, KEY_TRACE, KEY_CONTENTS, KEY_PATTERN,
	KEY_PLOT, KEY_LOAD
};

#define WORK \
	{ .doc = "What to run:", .group = 1 }, \
	{ "topology", 't', "TOPOLOGY[,...]", 0, \
	  "the machines (default hypercube:3); `vcube list topologies'", 1 }, \
	{ "bytes", 'm', "BYTES[,...]", 0, \
	  "bytes of a block, such as 64, 8KiB or 1MiB (default 1KiB; of step, 64)", 1 }, \
	{ "type", KEY_TYPE, "TYPE", 0, \
	  "type of the elements (default: the widest of int64, int32, int16, int8 that fits the " \
	  "block); `vcube list types'", 1 }, \
	{ "op", KEY_OP, "OPERATOR", 0, \
	  "what to combine them with (default sum); `vcube list operators'", 1 }, \
	{ "root", KEY_ROOT, "RANK", 0, \
	  "the root of bcast, reduce, gather and scatter (default 0)", 1 }, \
	{ "pattern", KEY_PATTERN, "PATTERN|FILE", 0, \
	  "how long the blocks of alltoallv are: uniform (default), spike, transpose, power, of " \
	  "which --bytes is the largest, or a file with a line of sizes for each node; `vcube " \
	  "list patterns'", 1 }

#define MACHINE \
	{ .doc = "On what kind of machine:", .group = 2 }, \
	{ "profile", KEY_PROFILE, "NAME", 0, \
	  "what the machine costs: the name of a profile, `vcube list profiles', or the path of a " \
	  "file; the clock is then virtual, unless --clock is given", 2 }, \
	{ "clock", KEY_CLOCK, "CLOCK", 0, \
	  "free (default): as fast as the host can; virtual: a clock in each node, the same on " \
	  "every host; wall: the host's, costs are waited for in real time", 2 }, \
	{ "ports", KEY_PORTS, "one|all", 0, \
	  "links that a node can use at the same time (default one)", 2 }, \
	{ "mapping", KEY_MAPPING, "MAPPING", 0, \
	  "how ranks lie on the topology: binary (default), gray, gray:AxB[x...], or a " \
	  "permutation such as 0,2,1,3", 2 }, \
	{ "set", KEY_SET, "KEY=VALUE", 0, \
	  "anything else of the machine, such as startup=10us or seed=7; `vcube list keys'. The " \
	  "environment variables VCUBE_<KEY> do the same", 2 }

#define PRINT \
	{ .doc = "What to print:", .group = 4 }, \
	{ "explain", KEY_EXPLAIN, NULL, 0, \
	  "of COLLECTIVE.auto, which algorithm it is, why, and what the others would cost", 4 }, \
	{ "json", KEY_JSON, NULL, 0, "one JSON object a line; `vcube list columns'", 4 }, \
	{ "csv", KEY_CSV, NULL, 0, "comma-separated values, with a line of names", 4 }, \
	{ "plot", KEY_PLOT, "FILE", 0, \
	  "draw times and formulas into a file named .svg or .png, too, by gnuplot: over bytes, or " \
	  "nodes, or the algorithms one below the other", 4 }

static const struct argp_option options[] = {
	WORK,
	MACHINE,

	{ .doc = "How:", .group = 3 },
	{ "iterations", KEY_ITERATIONS, "N", 0,
	  "calls of which the host time is the median (default 10, fewer of slow calls)", 3 },
	{ "no-check", KEY_NO_CHECK, NULL, 0,
	  "do not compare the results with what they must be", 3 },
	{ "no-wall", KEY_NO_WALL, NULL, 0,
	  "no host times, and no calls for their sake; of virtual runs, every byte printed is "
	  "then the same on every host", 3 },
	{ "trace", KEY_TRACE, "FILE", 0,
	  "record the one case that there is into a file, for `vcube trace'", 3 },
	{ "contents", KEY_CONTENTS, "BYTES", 0,
	  "with --trace: of each piece of memory that a node works in, as much is recorded at each "
	  "step (default 16KiB)", 3 },

	PRINT,
	{ "quiet", 'q', NULL, 0, "no progress on the terminal", 4 },
	{ "no-progress", KEY_NO_PROGRESS, NULL, OPTION_ALIAS, NULL, 4 },
	{ 0 }
};

static const struct argp_option predict_options[] = {
	WORK,
	MACHINE,
	PRINT,
	{ 0 }
};

static const struct argp_option topo_options[] = {
	{ "svg", 's', "FILE", 0, "draw it, as SVG; - is the standard output", 0 },
	{ "load", KEY_LOAD, "COLLECTIVE.ALGORITHM", 0,
	  "run this under the virtual clock, and show how long it holds which link", 0 },
	WORK,
	MACHINE,
	{ 0 }
};

static const struct argp_option step_options[] = {
	WORK,
	MACHINE,
	{ .doc = "How to show it:", .group = 3 },
	{ "print", KEY_PRINT, NULL, 0,
	  "plain lines for every step, instead of the full screen: for logs, slow lines and screen "
	  "readers", 3 },
	{ 0 }
};

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

static error_t
parse_option(int key, char *arg, struct argp_state *state)
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

static const char doc[] =
	"Runs collectives on emulated machines, checks their data and times them.\n\n"
	"COLLECTIVE stands for every algorithm of it; those that cannot run on a topology are "
	"skipped, and the reason is shown. COLLECTIVE.ALGORITHM is that one alone; where it cannot "
	"run, that is a failure. COLLECTIVE.auto is the library's choice, and all is every "
	"collective. Lists sweep: each collective on each topology at each size."
	"\v"
	"Example: vcube run allgather -t ring:16,torus:4x4,hypercube:4 -m 64,4KiB --clock virtual";

const struct argp run_argp = {
	.options = options,
	.parser = parse_option,
	.args_doc = "COLLECTIVE[.ALGORITHM][,...]",
	.doc = doc,
};

const struct argp predict_argp = {
	.options = predict_options,
	.parser = parse_option,
	.args_doc = "COLLECTIVE[.ALGORITHM][,...]",
	.doc = "Works out what collectives would take on emulated machines, by the formulas of the "
	       "algorithms, without a run.\n\n"
	       "COLLECTIVE, COLLECTIVE.ALGORITHM, COLLECTIVE.auto, all and lists are as in vcube run. "
	       "A formula is exact on the topologies that its algorithm is made for."
	       "\v"
	       "Example: vcube predict alltoall -t hypercube:6 -m 64,1KiB --profile paragon",
};

const struct argp step_argp = {
	.options = step_options,
	.parser = parse_option,
	.args_doc = "COLLECTIVE.ALGORITHM",
	.doc = "Shows a collective step by step on the full screen: the topology with its busy links, "
	       "who holds what, messages and clocks; forward, back, to a step, to a condition. The "
	       "key ? is help.\n\n"
	       "One algorithm, one topology, one size: 64 bytes a block unless it is given. The clock "
	       "is virtual, unless --clock is given."
	       "\v"
	       "Example: vcube step allgather.hypercube -t hypercube:3 --print",
};

const struct argp topo_argp = {
	.options = topo_options,
	.parser = parse_option,
	.args_doc = "TOPOLOGY",
	.doc = "Describes a topology: its measures, and for small ones who is wired to whom. With "
	       "--load, how busy its links are when a collective runs on it."
	       "\v"
	       "Examples: vcube topo torus:4x4; vcube topo hypercube:4 --svg cube.svg; vcube topo "
	       "mesh:4x4 --load alltoall.direct -m 1KiB --svg load.svg",
};
