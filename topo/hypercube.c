/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Hypercube: a wire for every bit. Port k of x leads to x with bit k flipped,
 * and the port back has the same number.
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
	t->axes = t->ports = t->degree = t->diameter = t->longest = t->classes = d;
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
route(const vcube_topology *t, int from, int to, struct vc_route_builder *route)
{
	while (from != to) {
		const int lowest = ffs(from ^ to) - 1;

		vc_route_builder_add(route, t, from, lowest);
		from ^= 1 << lowest;
	}
}

static bool
of_nodes(int p, char *argument, size_t room)
{
	snprintf(argument, room, "%d", ffs(p) - 1);
	return (p & (p - 1)) == 0;
}

/*
 * One vector per dimension: a cube, then a cube of cubes, then two of these, and so on. The
 * odd numbers were found by search: up to hypercube:6 no wire comes closer than 11 to a
 * vertex that is not its end, and no two dimensions are parallel.
 */
static struct vc_point
leg_of_dimension(int k)
{
	static const struct vc_point leg[] = {
		{ 58, 0 }, { 0, 58 }, { 25, -31 },
		{ 220, -50 }, { 53, 270 }, { 80, -192 },
		{ 523, -131 },
	};
	const int known = sizeof leg / sizeof *leg;
	const double far = 1100 * (1 << (k > known ? (k - known) / 2 : 0));

	return k < known ? leg[k] : k % 2 ? (struct vc_point){ 0, far } : (struct vc_point){ far, 0 };
}

static void
place(const vcube_topology *t, struct vc_point *place)
{
	for (int k = 0; k < t->axes; k++) {
		const struct vc_point leg = leg_of_dimension(k);

		for (int v = 0; v < t->vertices; v++)
			if (v >> k & 1) {
				place[v].x += leg.x;
				place[v].y += leg.y;
			}
	}
}

const struct vc_family vc_hypercube = {
	.name           = "hypercube",
	.form           = "D",
	.text           = "2^D nodes, wired along the D bits of their number",
	.manual = {
		.permitted = "D from 0 to " VC_TEXT(VC_AXES_MAX),
		.axes      = "{2,2,..}, the lowest bit first",
		.wires     = "port k leads from node x to node x ^ 2^k",
		.routes    = "e-cube, from the lowest dimension",
		.classes   = "dimN: those of dimension N",
		.source    = "Sullivan and Bashkow, A large scale, homogeneous, fully distributed "
			     "parallel machine, 1977",
	},
	.examples       = (const char *const[]){
		"hypercube:6", "hypercube:0", "hypercube:1", "hypercube:2", "hypercube:5",
		"hypercube:8", "hypercube:14", NULL
	},
	.least          = 1,
	.most           = 1,
	.setup          = setup,
	.neighbor       = neighbor,
	.port           = port,
	.distance       = distance,
	.route          = route,
	.numbered_class = "dim",
	.class_of       = vc_class_by_port,
	.place          = place,
	.color_means    = "dimension",
	.small          = vc_first_example,
	.of_nodes       = of_nodes,
	/* Exclusive ors and shifts share no link; tests/algorithms/test_prediction.c tests all. */
	.also_native    = 1u << VCUBE_FULL,
};
