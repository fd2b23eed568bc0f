/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Hypercube: a wire for every bit. Port k of x leads to x with bit k turned,
 * and the port back bears the same number.
 */
#include "topo.h"

#include <strings.h>

static const char *
setup(vcube_topology *t)
{
	const int d = t->axis[0];

	if (d > VC_AXES_MAX)
		return VC_TOO_LARGE;
	for (int k = 0; k < d; k++) {
		t->axis[k] = 2;
		t->stride[k] = 1 << k;
	}
	t->nodes = t->vertices = 1 << d;
	t->axes = t->ports = t->degree = t->diameter = d;
	t->links = (long)d * t->nodes;
	t->bisection = t->nodes / 2;
	return NULL;
}

static int
neighbor(const vcube_topology *t, int vertex, int port)
{
	(void)t;
	return vertex ^ 1 << port;
}

static int
port(const vcube_topology *t, int from, int to)
{
	const int differ = from ^ to;

	(void)t;
	return (differ & (differ - 1)) == 0 ? ffs(differ) - 1 : -1;
}

static int
distance(const vcube_topology *t, int from, int to)
{
	(void)t;
	return __builtin_popcount((unsigned)(from ^ to));
}

/* e-cube: Sullivan and Bashkow, A large scale, homogeneous, fully distributed
 * parallel machine, 1977. */
static void
route(const vcube_topology *t, int from, int to, struct vc_way *way)
{
	while (from != to) {
		const int lowest = ffs(from ^ to) - 1;

		vc_way_add(way, t, from, lowest);
		from ^= 1 << lowest;
	}
}

const struct vc_shape vc_hypercube = {
	.least     = 1,
	.most      = 1,
	.permitted = "D from 0 to " VC_TEXT(VC_AXES_MAX),
	.setup     = setup,
	.neighbor  = neighbor,
	.port      = port,
	.distance  = distance,
	.route     = route,
};
