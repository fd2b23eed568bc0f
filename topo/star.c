/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Star graph: a node for every order of N symbols, wired to those orders that result from
 * exchanging its first symbol with another (Akers and Krishnamurthy, A group-theoretic
 * model for symmetric interconnection networks, IEEE Transactions on Computers 38, 1989).
 *
 * Nodes have the lexicographic ranks of their orders. Port k exchanges symbols 0 and k + 1,
 * and the port back has the same number.
 *
 * A route moves symbols greedily to their places in the destination: a first symbol that
 * belongs elsewhere goes there; if it is in place, it is exchanged with the first one that is
 * not. With m symbols out of place, in c cycles, that takes m + c exchanges if the first
 * symbol is in place, and two less if not: no path is shorter, and no route is longer than
 * 3(N - 1) / 2.
 */
#include "topo.h"

#include <math.h>

enum { SYMBOLS_MAX = 9 };       /* 362880 orders; 10 have 3628800 */
_Static_assert(362880 <= VCUBE_NODES_MAX && 3628800 > VCUBE_NODES_MAX, "as many as fit");

struct order {
	int at[SYMBOLS_MAX];
};

/* t->stride[i] is the number of orders of the symbols after i. */
static const char *
setup(vcube_topology *t)
{
	const int n = t->axis[0];

	if (n == 0)
		return VC_NO_NODES;
	if (n > SYMBOLS_MAX)
		return VC_TOO_LARGE;
	t->stride[n - 1] = 1;
	for (int i = n - 2; i >= 0; i--)
		t->stride[i] = t->stride[i + 1] * (n - 1 - i);
	t->nodes = t->vertices = t->stride[0] * n;
	t->ports = t->degree = t->classes = n - 1;
	t->diameter = t->longest = 3 * (n - 1) / 2;
	t->links = (long)t->nodes * (n - 1);
	t->bisection = n <= 2 ? n - 1 : n == 3 ? 2 : -1;
	return NULL;
}

/* Returns the symbol in the set `left`, a bit each, with `before` smaller ones in it. */
static int
symbol_after(unsigned left, int before)
{
	for (; before > 0; before--)
		left &= left - 1;
	return __builtin_ctz(left);
}

static struct order
order_of(const vcube_topology *t, int node)
{
	const int n = t->axis[0];
	unsigned left = (1u << n) - 1;
	struct order o;

	for (int i = 0; i < n; i++) {
		o.at[i] = symbol_after(left, node / t->stride[i]);
		left &= ~(1u << o.at[i]);
		node %= t->stride[i];
	}
	return o;
}

static int
node_of(const vcube_topology *t, const struct order *o)
{
	const int n = t->axis[0];
	unsigned left = (1u << n) - 1;
	int node = 0;

	for (int i = 0; i < n; i++) {
		left &= ~(1u << o->at[i]);
		node += t->stride[i] * __builtin_popcount(left & ((1u << o->at[i]) - 1));
	}
	return node;
}

static void
exchange(struct order *o, int port)
{
	const int first = o->at[0];

	o->at[0] = o->at[port + 1];
	o->at[port + 1] = first;
}

static int
neighbor(const vcube_topology *t, int vertex, int port)
{
	struct order o = order_of(t, vertex);

	exchange(&o, port);
	return node_of(t, &o);
}

static int
port(const vcube_topology *t, int from, int to)
{
	const struct order a = order_of(t, from), b = order_of(t, to);

	for (int i = 1; i < t->axis[0]; i++)
		if (a.at[i] != b.at[i])
			return neighbor(t, from, i - 1) == to ? i - 1 : -1;
	return -1;
}

/* Returns where each symbol of `from` belongs in `to`. */
static struct order
places_in(const vcube_topology *t, int from, int to)
{
	const struct order a = order_of(t, from), b = order_of(t, to);
	int place[SYMBOLS_MAX];
	struct order o;

	for (int i = 0; i < t->axis[0]; i++)
		place[b.at[i]] = i;
	for (int i = 0; i < t->axis[0]; i++)
		o.at[i] = place[a.at[i]];
	return o;
}

/* Returns the port of the next step; -1 at the destination. */
static int
step(const vcube_topology *t, const struct order *o)
{
	if (o->at[0] != 0)
		return o->at[0] - 1;
	for (int i = 1; i < t->axis[0]; i++)
		if (o->at[i] != i)
			return i - 1;
	return -1;
}

static void
route(const vcube_topology *t, int from, int to, struct vc_route_builder *route)
{
	struct order o = places_in(t, from, to);

	for (int port; (port = step(t, &o)) >= 0; exchange(&o, port)) {
		vc_route_builder_add(route, t, from, port);
		from = neighbor(t, from, port);
	}
}

static bool
of_nodes(int p, char *argument, size_t room)
{
	int n = 1, orders = 1;

	while (orders < p)
		orders *= ++n;
	snprintf(argument, room, "%d", n);
	return orders == p && n <= SYMBOLS_MAX;
}

/* Returns the distance of the stars of n - 1 symbols from the centre of a star of n. */
static double
radius(int n)
{
	double extent = VCUBE_PITCH * 2.604, radius = VCUBE_PITCH * (n == 2 ? 0.93 : 1.674);

	for (int k = 4; k <= n; k++) {
		radius = extent / sin(M_PI / k) * 0.9576;
		extent += radius;
	}
	return radius;
}

/*
 * A star of n symbols is a circle of n stars of n - 1, each of nodes with the same last
 * symbol and rotated by its place in the circle. They are in the reverse cyclic order of these
 * symbols, beginning before the symbol that this star's nodes share behind them; so stars of 3
 * are hexagons. Distances and further rotations were found by search: up to star:5 no wire
 * touches a vertex that is not its end.
 */
static struct vc_point
place_of(const vcube_topology *t, int node)
{
	const struct order o = order_of(t, node);
	struct vc_point point = { 0, 0 };
	unsigned left = (1u << t->axis[0]) - 1;
	double turn = 0;
	int behind = 0;

	for (int n = t->axis[0]; n > 1; n--) {
		const int last = o.at[n - 1];
		int nth = 0;

		for (int s = behind; s != last; s = (s + t->axis[0] - 1) % t->axis[0])
			nth += left >> s & 1;
		turn += n == 2 ? M_PI * nth - M_PI / 2 : 2 * M_PI * nth / n;
		point.x += radius(n) * sin(turn);
		point.y -= radius(n) * cos(turn);
		if (n > 3)
			turn += (n == 4 ? 143.4 : 129.9) * M_PI / 180;
		left &= ~(1u << last);
		behind = last;
	}
	return point;
}

static void
place(const vcube_topology *t, struct vc_point *place)
{
	for (int v = 0; v < t->nodes; v++)
		place[v] = place_of(t, v);
}

const struct vc_family vc_star = {
	.name           = "star",
	.form           = "N",
	.text           = "N! nodes, the orders of N symbols, wired by exchanges of the first one",
	.manual = {
		.permitted = "N from 1 to 9",
		.axes      = "{N}",
		.wires     = "nodes have the lexicographic ranks of the orders of N symbols; "
			     "port k leads to the order with symbols 0 and k + 1 exchanged",
		.routes    = "greedy: a first symbol that belongs elsewhere in the destination goes "
			     "there, else it is exchanged with the first one that does",
		.classes   = "dimN: those of port N",
		.bisection = "known up to star:3; no closed form is known for more",
		.source    = "Akers and Krishnamurthy, A group-theoretic model for symmetric "
			     "interconnection networks, IEEE Transactions on Computers 38, 1989",
	},
	.examples       = (const char *const[]){
		"star:4", "star:1", "star:2", "star:3", "star:5", "star:6", "star:7", NULL
	},
	.least          = 1,
	.most           = 1,
	.setup          = setup,
	.neighbor       = neighbor,
	.port           = port,
	.route          = route,
	.numbered_class = "dim",
	.class_of       = vc_class_by_port,
	.place          = place,
	.color_means    = "dimension",
	.small          = vc_first_example,
	.of_nodes       = of_nodes,
};
