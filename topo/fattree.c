/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fat tree: the K-ary N-tree of Petrini and Vanneschi (k-ary n-trees: high
 * performance networks for massively parallel architectures, 1997).
 *
 * A leaf is N digits to base K; a switch is a level, 0 at the leaves to N - 1
 * at the top, and a word w of N - 1 digits:
 *
 *   leaf x hangs from switch (0, x / K), on its port x mod K;
 *   (l, w) and (l + 1, v) are wired if w and v differ in digit l at most.
 *
 * So (l, w) is above leaf x if digits l and up of w are digits l + 1 and up of
 * x; the digits below l distinguish the switches above the same leaves.
 *
 * Ports: 0 of a leaf leads up. Of a switch, 0 .. K-1 lead down, and K .. 2K-1
 * up (the top level has none); the number within its half is the digit that
 * the step inserts.
 *
 * Routes climb to the nearest level that is above both leaves and come down.
 * Digit l of the destination is the port up from level l (D-mod-K: Zahavi,
 * Fat-tree routing and node ordering providing contention free traffic for
 * MPI global collectives, 2012), so all messages to one leaf come down one
 * tree, and a shift of all leaves uses no link twice.
 */
#include "topo.h"

#include <math.h>

struct at {
	int level, word;
};

static const char *
setup(vcube_topology *t)
{
	const int k = t->axis[0], n = t->axis[1];
	const char *const wrong =
		vc_words_setup(t, "it has more than " VC_TEXT(VC_AXES_MAX) " levels");

	if (wrong)
		return wrong;
	t->classes = n;
	t->vertices = t->nodes + n * t->stride[n - 1];
	t->ports = n > 1 ? 2 * k : k;
	t->degree = 1;
	t->diameter = t->longest = k > 1 ? 2 * n : 0;
	t->links = 2L * n * t->nodes;
	t->bisection = t->nodes / 2;
	return NULL;
}

static struct at
switch_at(const vcube_topology *t, int vertex)
{
	const int row = t->stride[t->axes - 1], number = vertex - t->nodes;

	return (struct at){ number / row, number % row };
}

static int
vertex_at(const vcube_topology *t, int level, int word)
{
	return t->nodes + level * t->stride[t->axes - 1] + word;
}

static int
digit(const vcube_topology *t, int word, int i)
{
	return word / t->stride[i] % t->axis[0];
}

static int
with_digit(const vcube_topology *t, int word, int i, int value)
{
	return word + (value - digit(t, word, i)) * t->stride[i];
}

static int
neighbor(const vcube_topology *t, int vertex, int port)
{
	const int k = t->axis[0];
	const struct at s = switch_at(t, vertex);

	if (vertex < t->nodes)
		return port == 0 ? vertex_at(t, 0, vertex / k) : -1;
	if (port >= k)
		return s.level == t->axes - 1 ? -1 :
		       vertex_at(t, s.level + 1, with_digit(t, s.word, s.level, port - k));
	if (s.level == 0)
		return s.word * k + port;
	return vertex_at(t, s.level - 1, with_digit(t, s.word, s.level - 1, port));
}

static int
port_between(const vcube_topology *t, struct at from, struct at to)
{
	const bool up = to.level == from.level + 1;
	const int i = up ? from.level : to.level;

	if (!up && from.level != to.level + 1)
		return -1;
	if (with_digit(t, from.word, i, 0) != with_digit(t, to.word, i, 0))
		return -1;
	return (up ? t->axis[0] : 0) + digit(t, to.word, i);
}

static int
port(const vcube_topology *t, int from, int to)
{
	const int k = t->axis[0];

	if (from < t->nodes)
		return to == vertex_at(t, 0, from / k) ? 0 : -1;
	if (to < t->nodes)
		return from == vertex_at(t, 0, to / k) ? to % k : -1;
	return port_between(t, switch_at(t, from), switch_at(t, to));
}

/* Returns the lowest level with a switch above both leaves. */
static int
meeting_level(const vcube_topology *t, int from, int to)
{
	int level = 0;

	while (from / t->stride[level + 1] != to / t->stride[level + 1])
		level++;
	return level;
}

static int
distance(const vcube_topology *t, int from, int to)
{
	return from == to ? 0 : 2 * (meeting_level(t, from, to) + 1);
}

static void
route(const vcube_topology *t, int from, int to, struct vc_route_builder *route)
{
	const int k = t->axis[0], top = meeting_level(t, from, to);
	int word = from / k;

	vc_route_builder_add(route, t, from, 0);
	for (int l = 0; l < top; l++) {
		vc_route_builder_add(route, t, vertex_at(t, l, word), k + digit(t, to, l));
		word = with_digit(t, word, l, digit(t, to, l));
	}
	for (int l = top; l > 0; l--) {
		vc_route_builder_add(route, t, vertex_at(t, l, word), digit(t, to, l));
		word = with_digit(t, word, l - 1, digit(t, to, l));
	}
	vc_route_builder_add(route, t, vertex_at(t, 0, word), digit(t, to, 0));
}

/* Returns the class, the level of the wire's lower end; 0: leaves. */
static int
class_of(const vcube_topology *t, int vertex, int port)
{
	return vertex < t->nodes ? 0 : switch_at(t, vertex).level + (port >= t->axis[0]);
}

/* Places leaves at the bottom and spreads each level of switches over them. */
static void
place(const vcube_topology *t, struct vc_point *place)
{
	const double leaf = 36, width = leaf * t->nodes;
	const double level = fmax(80, width / 10);
	const int row = t->stride[t->axes - 1];

	for (int v = 0; v < t->nodes; v++)
		place[v].x = leaf * (v + 0.5);
	for (int v = t->nodes; v < t->vertices; v++) {
		const int s = v - t->nodes;

		place[v].x = width / row * (s % row + 0.5);
		place[v].y = -70 - level * (s / row);
	}
}

const struct vc_family vc_fattree = {
	.name           = "fattree",
	.form           = "KxN",
	.text           = "a K-ary N-tree of switches over K^N nodes",
	.manual = {
		.permitted = "K from 1, N from 1 to " VC_TEXT(VC_AXES_MAX) ", and K^N at most "
			     VC_TEXT(VCUBE_NODES_MAX),
		.axes      = "{K,K,..}, one for each level",
		.wires     = "K^N leaves, which are the nodes, and N levels of K^(N-1) switches, the "
			     "lowest first; port 0 of a leaf leads up, ports 0 to K-1 of a switch lead "
			     "down, ports K to 2K-1 up",
		.routes    = "up to the nearest level above both leaves and down again, by the digits "
			     "of the destination",
		.classes   = "levelN: 0 between leaves and switches, 1 between these and the switches "
			     "above, and so on",
		.source    = "Petrini and Vanneschi, k-ary n-trees: high performance networks for "
			     "massively parallel architectures, 1997; routes by Zahavi, Fat-tree "
			     "routing and node ordering providing contention free traffic for MPI "
			     "global collectives, 2012",
	},
	.examples       = (const char *const[]){
		"fattree:2x4", "fattree:1x1", "fattree:1x14", "fattree:2x1", "fattree:2x2",
		"fattree:3x3", "fattree:4x3", "fattree:2x7", "fattree:5x2", "fattree:2x14",
		"fattree:128x2", "fattree:16384x1", NULL
	},
	.least          = 2,
	.most           = 2,
	.setup          = setup,
	.neighbor       = neighbor,
	.port           = port,
	.distance       = distance,
	.route          = route,
	.numbered_class = "level",
	.class_of       = class_of,
	.place          = place,
	.small          = vc_first_example,
	.of_nodes       = vc_of_binary_words,
};
