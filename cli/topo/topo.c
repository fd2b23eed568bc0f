/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcube topo: measures and draws a topology.
 */
#include <stdio.h>
#include <string.h>
#include "base/atomic_file.h"
#include "base/status.h"
#include "base/text.h"
#include "commands.h"
#include "sweep/options.h"
#include "sweep/sweep.h"
#include "topo/load.h"

/* The most nodes whose neighbours are listed */
#define LISTED 64

static void
print_neighbors(const vcube_topology *t, int node)
{
	const int nodes = vcube_topology_nodes(t);

	printf("%6d  ", node);
	for (int port = 0; port < vcube_topology_ports(t); port++) {
		const int there = vcube_topology_neighbor(t, node, port);

		if (there >= nodes)
			printf(" s%d", there - nodes);
		else if (there >= 0)
			printf(" %d", there);
	}
	putchar('\n');
}

/* Print the classes of links, by which a description's links= names them. */
static void
print_classes(const vcube_topology *t)
{
	char name[VCUBE_CLASS_ROOM];

	if (vcube_topology_classes(t) == 0)
		return;
	printf("  classes   ");
	for (int i = 0; i < vcube_topology_classes(t); i++)
		printf(" %s", vcube_topology_class_name(t, i, name));
	puts("  of links");
}

static void
describe(const vcube_topology *t)
{
	const int nodes = vcube_topology_nodes(t);
	const int switches = vcube_topology_vertices(t) - nodes;
	const enum vcube_kind kind = vcube_topology_kind(t);

	printf("%s (%s:%s: %s)\n\n", vcube_topology_text(t), vcube_kind_name(kind),
	       vcube_kind_form(kind), vcube_kind_text(kind));
	printf("  nodes      %d\n", nodes);
	if (switches)
		printf("  switches   %d\n", switches);
	printf("  degree     %-6d  neighbours of a node, at most\n", vcube_topology_degree(t));
	printf("  diameter   %-6d  links between two nodes, at most\n", vcube_topology_diameter(t));
	if (vcube_topology_longest(t) != vcube_topology_diameter(t))
		printf("  routes     %-6d  links, at most: they are not all shortest paths\n",
		       vcube_topology_longest(t));
	printf("  links      %-6ld  a wire is two, one each way\n", vcube_topology_links(t));
	if (vcube_topology_bisection(t) < 0)
		puts("  bisection  unknown (wires cut by halving the nodes)");
	else
		printf("  bisection  %-6ld  wires cut by halving the nodes\n",
		       vcube_topology_bisection(t));
	print_classes(t);
	if (nodes > LISTED)
		return;
	printf("\n  node    wired to%s\n", switches ? " (s: a switch)" : "");
	for (int node = 0; node < nodes; node++)
		print_neighbors(t, node);
}

static void
draw(const vcube_topology *t, const char *path)
{
	struct vcube_error error;
	struct atomic_file file;
	int code;

	if (vcube_topology_pictured(t, &error))
		die(STATUS_USAGE, "%s", error.text);
	atomic_file_open(&file, path);
	code = vcube_topology_svg(t, file.stream);
	atomic_file_close(&file, code == 0);
	if (code)
		die(STATUS_LIMIT, "out of memory");
}

/* A topology alone, or with the load of a collective. */
static int
topology_or_load(struct plan *plan, const struct run_options *o, struct vcube_desc *desc)
{
	struct vcube_error error;
	vcube_topology *t;

	if (plan && plan->count != 1)
		die(STATUS_USAGE, "--load takes one algorithm, one topology and one size; name "
		    "COLLECTIVE.ALGORITHM, such as alltoall.direct");
	if (plan)
		return topo_load(plan->cases, o, desc);
	refuse_without_run(o);
	t = vcube_topology_parse(o->topologies, &error);
	if (!t && strchr(o->topologies, ','))
		die(STATUS_USAGE, "name one topology, not several: %s", o->topologies);
	if (!t)
		die(STATUS_USAGE, "%s", error.text);
	if (o->svg)
		draw(t, o->svg);
	else
		describe(t);
	vcube_topology_free(t);
	return STATUS_FINE;
}

static int
run(int argc, char **argv)
{
	struct run_options o = { .check = true, .op = VCUBE_SUM, .output = &output_table };

	return sweep(argc, argv, &topo_command, &o, topology_or_load);
}

static const struct command_option options[] = {
	{ "svg", 's', "FILE", "draw it, as SVG; - is the standard output",
	  .values = "FILE", .take = take_word, AT(run_options, svg) },
	{ "load", 0, "COLLECTIVE.ALGORITHM",
	  "run this under the virtual clock and show how long it holds each link",
	  .values = "@algorithms", .take = take_list, AT(run_options, collectives) },
	OPTIONS_WORK,
	OPTIONS_MACHINE,
	{ 0 }
};

static void
add_topology(void *into, char *word, struct argp_state *state)
{
	struct run_options *o = into;

	(void)state;
	join(&o->topologies, ",", word);
}

static void
end(void *into, struct argp_state *state)
{
	const struct run_options *o = into;

	if (!o->topologies)
		argp_error(state, "name a topology, such as hypercube:4; `vcube list topologies' lists "
			   "them");
	options_end_machine(into, state);
}

const struct command topo_command = {
	.name = "topo",
	.summary = "describe or draw a topology",
	.form = "TOPOLOGY",
	.doc = "Describes a topology: its measures and, if it is small, the wires of each node. With "
	       "--load, shows how busy its links are while a collective runs on it."
	       "\v"
	       "Examples: vcube topo torus:4x4; vcube topo hypercube:4 --svg cube.svg; vcube topo "
	       "mesh:4x4 --load alltoall.direct -m 1KiB --svg load.svg",
	.values = "@topologies+:",
	.options = options,
	.word = add_topology,
	.end = end,
	.run = run,
};
