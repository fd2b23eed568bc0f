/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcube reproduce: compares the papers' results with ours.
 */
#include <stdlib.h>
#include <string.h>
#include "base/status.h"
#include "base/text.h"
#include "commands.h"
#include "papers/reproduce.h"
#include "plot/plot.h"

struct reproduce_options {
	const struct reproduction **chosen;
	int count;
	struct comparison how;
	const char *plot;       /* a file, or NULL */
};

const struct reproduction reproductions[] = {
	{ "kumar-equations", NODES_NONE, false, reproduce_kumar,
	  "Kumar et al., equations 4.2 to 4.4: broadcast and reduction, all to all, against "
	  "virtual runs" },
	{ "kumar-broadcasts", NODES_NONE, false, reproduce_broadcasts,
	  "the same, n broadcasts from different nodes: in turn on a hypercube, and pipelined on "
	  "the ring" },
	{ "bokhari-crossovers", NODES_CUBES, true, reproduce_bokhari,
	  "Bokhari's machines: the best partition for a complete exchange, and the block size "
	  "from which on it is, derived from his constants, against predicted costs" },
	{ "liu-table1", NODES_NONE, false, reproduce_liu,
	  "Liu, Wang and Prasanna, Table 1: messages on five machines, against virtual runs" },
	{ "mathur-table2", NODES_CUBES, true, reproduce_transfers,
	  "Mathur and Johnsson, Table 2: element transfers in sequence, in all-to-all broadcast "
	  "and reduction, and in each with a transposition, counted in virtual runs" },
	{ "cm200-table4", NODES_CUBES, true, reproduce_cm200,
	  "Mathur and Johnsson, Table 4: broadcast, all to all, along d cycles and one, on 16 "
	  "nodes, without the transposition, against virtual runs" },
	{ "cm200-table7", NODES_CUBES, true, reproduce_cm200,
	  "the same, Table 7: along d cycles, on 2 to 2048 nodes, indices computed or moved" },
	{ "cm200-table11", NODES_CUBES, true, reproduce_cm200,
	  "the same, Table 11: along d cycles and one, on 16 nodes" },
	{ "cm200-table13", NODES_CUBES, true, reproduce_cm200,
	  "the same, Table 13: reduction, all to all, on 16 nodes" },
	{ "cm200-table15", NODES_CUBES, true, reproduce_cm200,
	  "the same, Table 15: reduction, all to all, totals, on 2 to 512 nodes" },
	{ "cm200-table9", NODES_CUBES, false, reproduce_breakeven,
	  "the same, Table 9: the words from which on d cycles are faster than one, by the "
	  "paper's formulas and by ours" },
	{ "cm200-formulas", NODES_NONE, false, reproduce_formulas,
	  "the same, the formulas of section 6 beside Tables 7 and 11" },
	{ "cm200-index", NODES_NONE, false, reproduce_index,
	  "the same, the index of d cycles in Tables 7, 11 and 13, by section 6's law with constants "
	  "that are fitted to Table 7 alone" },
	{ "cm200-table18", NODES_CUBES, false, reproduce_cm200,
	  "the same, Table 18: data rates of broadcasts of 128 words, on 2 to 2048 nodes" },
	{ "cm200-router", NODES_NONE, false, reproduce_router,
	  "the same, Tables 3, 4, 6, 10 and 16: the router's transposition, gathering and scatter, "
	  "the spread, and totals in row major order, by costs of transfers" },
	{ "cm200-table19", NODES_NONE, false, reproduce_products,
	  "the same, Table 19: products of a matrix and a vector, in Mflop/s" },
	{ "irregular", NODES_ANY, true, reproduce_irregular,
	  "Liu, Wang and Prasanna, Figures 15 to 23: the fastest algorithm on T3D and SP2 at "
	  "each size: A1 direct, A2 two-stage, A3 mesh, A4 four-stage; b blocking, n1 and n2 "
	  "nonblocking with one and two buffers" },
	{ "irregular-bytes", NODES_ANY, true, reproduce_irregular_bytes,
	  "the same, with sizes in bytes, like those of messages, not in elements" },
	{ "irregular-dealt", NODES_ANY, true, reproduce_irregular_dealt,
	  "the same, with elements dealt one by one, as in the paper, by A2, A3 and A4" },
	{ "irregular-constants", NODES_SQUARES, true, reproduce_constants,
	  "the same: the size up to which A3 is faster than A4, and the start-ups with which "
	  "the statements of their text would hold" },
	{ "liu-equations", NODES_ANY, true, reproduce_equations,
	  "the same, equations (1) to (4): A1 on T3D and SP2, blocking and not, with messages of "
	  "equal lengths and with their two patterns, against virtual runs" },
	{ "bokhari-table1", NODES_CUBES, false, reproduce_bokhari_table1,
	  "Bokhari, Table 1: barriers on three machines, against virtual runs" },
	{ "bokhari-figures", NODES_NONE, true, reproduce_bokhari_figures,
	  "Bokhari, Figures 10 to 12: the predicted time of each equipartition, with barriers, and the "
	  "fastest one, where the text names it" },
	{ "bokhari-networks", NODES_CUBES, false, reproduce_bokhari_networks,
	  "Bokhari's crossovers on a hypercube, a mesh and a fat tree, from routed runs with "
	  "contention" },
	{ "cube-on-ring", NODES_NONE, false, reproduce_cube_on_ring,
	  "Kumar et al., Figure 4.12: the last step of the hypercube's broadcast on a ring" },
	{ "switching", NODES_NONE, false, reproduce_switching,
	  "Kumar et al.: a message over several hops, cut through or stored and forwarded" },
	{ "ports", NODES_NONE, false, reproduce_ports,
	  "Kumar et al.'s lower bound for one port, and d cycles on all ports" },
	{ "exclusive-or", NODES_NONE, false, reproduce_exclusive_or,
	  "the direct exchange's schedule waits for links on a mesh, but not on a hypercube" },
	{ 0 }
};

static char *
names(void)
{
	char *all = text("all");

	for (const struct reproduction *r = reproductions; r->name; r++)
		join(&all, ", ", r->name);
	return all;
}

static void
choose(void *into, char *name, struct argp_state *state)
{
	struct reproduce_options *o = into;
	const bool all = strcmp(name, "all") == 0;
	bool found = false;

	for (const struct reproduction *r = reproductions; r->name; r++) {
		if (!all && strcmp(r->name, name) != 0)
			continue;
		APPEND(o->chosen, o->count, r);
		found = true;
	}
	if (!found)
		argp_error(state, "%s", no_such("reproduction", name, names()));
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

/* Check that every chosen reproduction takes the numbers given. */
static void
check(void *into, struct argp_state *state)
{
	const struct reproduce_options *o = into;

	if (o->count == 0)
		argp_error(state, "name a reproduction; --list describes them: %s", names());
	for (int i = 0; i < o->count; i++) {
		static const char *const takes[] = {
			[NODES_NONE] = "only the paper's numbers of nodes",
			[NODES_CUBES] = "2, 4, 8, .. nodes", [NODES_SQUARES] = "4, 9, 16, .. nodes",
			[NODES_ANY] = "2 nodes and more",
		};
		const struct reproduction *r = o->chosen[i];

		for (int k = 0; k < o->how.nodes.count; k++)
			if (r->nodes == NODES_NONE || !suits(r->nodes, o->how.nodes.list[k]))
				argp_error(state, "%s takes %s, not %ld", r->name, takes[r->nodes],
					   o->how.nodes.list[k]);
		if (o->how.sizes.count > 0 && !r->sizes)
			argp_error(state, "%s takes only the paper's sizes", r->name);
	}
}

static int
run(int argc, char **argv)
{
	struct reproduce_options o = { .how.nodes_most = VCUBE_THREADS_MAX };
	struct comparison *const c = &o.how;

	command_parse(&reproduce_command, argc, argv, &o);
	/* Rows take time; show each at once, so that an interrupted run has printed its rows. */
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (o.plot) {
		plot_ready(o.plot);
		c->plot = plot_new("vcube reproduce");
	}
	for (int i = 0; i < o.count; i++) {
		compare_begin(c, o.chosen[i]);
		o.chosen[i]->run(c);
		compare_end(c);
		if (flush_output())
			return STATUS_FAILED;
	}
	virtual_end();
	if (o.plot) {
		plot_note(c->plot, "points: the paper; lines: this library");
		plot_write(c->plot, o.plot);
	}
	return c->failed == 0 ? STATUS_FINE
		: complain(STATUS_FAILED, "%d group%s of rows out of bounds", c->failed,
			   c->failed == 1 ? " is" : "s are");
}

static TAKE_OPTION(take_numbers)
{
	struct numbers *numbers = (void *)((char *)into + option->at);
	long *list = (long *)numbers->list;     /* allocated here before, or NULL */
	char *rest = text("%s", value), *word;

	while ((word = strsep(&rest, ",")))
		APPEND(list, numbers->count, option_number(option, word, state));
	numbers->list = list;
}

static TAKE_OPTION(take_list_names)
{
	char *words[] = { "vcube list", "reproductions", NULL };

	exit(list_command.run(2, words));
}

static const struct command_option options[] = {
	{ "nodes", 'n', "N[,...]", "use machines of N nodes instead of the paper's",
	  .take = take_numbers, AT(reproduce_options, how.nodes), .least = 1, .most = VCUBE_THREADS_MAX },
	{ "size", 's', "N[,...]", "use blocks of size N instead of the paper's, in the "
	  "reproduction's unit: words, elements or bytes",
	  .take = take_numbers, AT(reproduce_options, how.sizes), .least = 1, .most = 1 << 20 },
	{ "most", 0, "N", "run only machines of up to N nodes, and omit rows that need more",
	  .take = take_number, AT(reproduce_options, how.nodes_most), .least = 1,
	  .most = VCUBE_THREADS_MAX },
	{ "plot", 0, "FILE", "also draw the rows to FILE, .svg or .png, with gnuplot",
	  .values = "FILE", .take = take_word, AT(reproduce_options, plot) },
	{ "json", 0, NULL, "one JSON object per row", .take = take_flag,
	  AT(reproduce_options, how.json) },
	QUIET,
	{ "list", 0, NULL, "list the reproductions, as `vcube list reproductions' does, and exit",
	  .take = take_list_names },
	{ 0 }
};

const struct command reproduce_command = {
	.name = "reproduce",
	.summary = "compare with the results of the papers",
	.form = "NAME...",
	.doc = "Prints the papers' results beside this library's, row by row, with the error in "
	       "percent; fails if errors exceed the reproduction's bounds. --list lists the "
	       "names; all means all of them.",
	.values = "@reproductions all",
	.options = options,
	.word = choose,
	.end = check,
	.run = run,
};
