/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcube topo: what a topology is like, and its picture.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "tool.h"

/* Beyond this many nodes their neighbours are not listed. */
#define LISTED 64

struct topo_options {
	const char *topology, *svg;
};

static const struct argp_option options[] = {
	{ "svg", 's', "FILE", 0, "draw it instead, as SVG; - is the standard output", 0 },
	{ 0 }
};

static error_t
parse_option(int key, char *arg, struct argp_state *state)
{
	struct topo_options *o = state->input;

	switch (key) {
	case 's':
		o->svg = arg;
		return 0;
	case ARGP_KEY_ARG:
		if (o->topology)
			argp_error(state, "one topology at a time, and '%s' is another", arg);
		o->topology = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "name a topology, such as hypercube:4; `vcube list topologies' "
			   "has them");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp topo_argp = {
	.options = options,
	.parser = parse_option,
	.args_doc = "TOPOLOGY",
	.doc = "Describes a topology: its measures, and for small ones who is wired to whom.\v"
	       "Examples: vcube topo torus:4x4; vcube topo hypercube:4 --svg cube.svg",
};

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
	printf("  links      %-6ld  a wire is two, one each way\n", vcube_topology_links(t));
	printf("  bisection  %-6ld  wires cut by halving the nodes\n",
	       vcube_topology_bisection(t));
	if (nodes > LISTED)
		return;
	printf("\n  node    wired to%s\n", switches ? " (s: a switch)" : "");
	for (int node = 0; node < nodes; node++)
		print_neighbors(t, node);
}

static int
draw(const vcube_topology *t, const char *file)
{
	FILE *out = strcmp(file, "-") == 0 ? stdout : fopen(file, "w");
	int failed;

	if (!out)
		return complain(STATUS_FAILED, "cannot write %s: %s", file, strerror(errno));
	failed = vcube_topology_svg(t, out);
	if (out == stdout)
		return flush_output();
	if (fclose(out) || failed)
		return complain(STATUS_FAILED, "cannot write %s: %s", file, strerror(errno));
	return STATUS_FINE;
}

int
topo_command(int argc, char **argv)
{
	struct topo_options o = { 0 };
	struct vcube_error error;
	vcube_topology *t;
	int status = STATUS_FINE;

	argp_parse(&topo_argp, argc, argv, 0, NULL, &o);
	t = vcube_topology_parse(o.topology, &error);
	if (!t)
		return complain(STATUS_USAGE, "%s", error.text);
	if (o.svg)
		status = draw(t, o.svg);
	else
		describe(t);
	vcube_topology_free(t);
	return status;
}
