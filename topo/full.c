/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Full: a wire between every two nodes. Port p of x leads to x + 1 + p (mod N),
 * so that port p of all nodes together is a shift.
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
	t->diameter = n > 1;
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
route(const vcube_topology *t, int from, int to, struct vc_way *way)
{
	vc_way_add(way, t, from, port(t, from, to));
}

const struct vc_shape vc_full = {
	.least     = 1,
	.most      = 1,
	.permitted = "N from 1 to " VC_TEXT(VCUBE_NODES_MAX),
	.setup     = setup,
	.neighbor  = neighbor,
	.port      = port,
	.distance  = distance,
	.route     = route,
};
