/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Full: a wire between every two nodes. Port p of x leads to x + 1 + p (mod N),
 * so that port p of all nodes together forms a shift.
 */
#include "topo.h"

static const char *
setup(vcube_topology *t)
{
	const int n = t->axis[0];

	if (n == 0)
		return VC_NO_NODES;
	t->stride[0] = 1;
	t->nodes = t->vertices = n;
	t->ports = t->degree = n - 1;
	t->diameter = t->longest = n > 1;
	t->links = (long)n * (n - 1);
	t->bisection = (long)(n / 2) * (n - n / 2);
	return NULL;
}

static int
neighbor(const vcube_topology *t, int vertex, int port)
{
	const int to = vertex + 1 + port;

	return to < t->nodes ? to : to - t->nodes;
}

static int
port(const vcube_topology *t, int from, int to)
{
	return to > from ? to - from - 1 : to - from - 1 + t->nodes;
}

static int
distance(const vcube_topology *t, int from, int to)
{
	(void)t;
	return from != to;
}

static void
route(const vcube_topology *t, int from, int to, struct vc_route_builder *route)
{
	vc_route_builder_add(route, t, from, port(t, from, to));
}

const struct vc_family vc_full = {
	.name           = "full",
	.form           = "N",
	.text           = "a wire between every two of N nodes",
	.manual = {
		.permitted = "N from 1 to " VC_TEXT(VCUBE_NODES_MAX),
		.axes      = "{N}",
		.wires     = "port k leads to x + 1 + k mod N",
		.routes    = "the one wire",
	},
	.examples       = (const char *const[]){
		"full:16", "full:1", "full:2", "full:3", "full:64", "full:16384", NULL
	},
	.least          = 1,
	.most           = 1,
	.setup          = setup,
	.neighbor       = neighbor,
	.port           = port,
	.distance       = distance,
	.route          = route,
	.place          = vc_place_circle,
	.small          = vc_first_example,
	.of_nodes       = vc_of_any_nodes,
};
