/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The options of vcube run, predict, step and topo, and what is told of them.
 */
#include "base/status.h"
#include "sweep/parse.h"

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
	.parser = run_parse,
	.args_doc = "COLLECTIVE[.ALGORITHM][,...]",
	.doc = doc,
};

const struct argp predict_argp = {
	.options = predict_options,
	.parser = run_parse,
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
	.parser = run_parse,
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
	.parser = run_parse,
	.args_doc = "TOPOLOGY",
	.doc = "Describes a topology: its measures, and for small ones who is wired to whom. With "
	       "--load, how busy its links are when a collective runs on it."
	       "\v"
	       "Examples: vcube topo torus:4x4; vcube topo hypercube:4 --svg cube.svg; vcube topo "
	       "mesh:4x4 --load alltoall.direct -m 1KiB --svg load.svg",
};
