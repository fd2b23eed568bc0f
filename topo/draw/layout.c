/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where the vertices of each kind go in a picture, in pixels from any origin.
 *
 * The rule for all: no wire touches a vertex that it does not end at, as far
 * as straight wires and arcs allow it.
 */
#include "topo.h"

#include <math.h>

static const double pitch = 54, pi = 3.14159265358979323846;

/*
 * One vector per dimension: a cube, then a cube of cubes, then two of these.
 * The odd numbers were found by search: up to hypercube:6 no wire comes closer
 * than 11 to a vertex that is not its end, and no two dimensions run parallel.
 */
static const struct vc_point leg_of_dimension[] = {
	{ 58, 0 }, { 0, 58 }, { 25, -31 },
	{ 220, -50 }, { 53, 270 }, { 80, -192 },
	{ 523, -131 },
};

static void
place_cube(const vcube_topology *t, struct vc_point *place)
{
	for (int v = 0; v < t->vertices; v++)
		for (int k = 0; k < t->axes; k++)
			if (v >> k & 1) {
				place[v].x += leg_of_dimension[k].x;
				place[v].y += leg_of_dimension[k].y;
			}
}

/* Clockwise from the top. */
static void
place_circle(const vcube_topology *t, struct vc_point *place)
{
	const double radius = t->nodes > 1 ? 40 + (pitch - 12) * t->nodes / (2 * pi) : 0;

	for (int v = 0; v < t->nodes; v++) {
		const double angle = 2 * pi * v / t->nodes;

		place[v].x = radius * sin(angle);
		place[v].y = -radius * cos(angle);
	}
}

/* In rows of 16 that turn at their ends, as one reads a furrow. */
static void
place_line(const vcube_topology *t, struct vc_point *place)
{
	const int row = 16;

	for (int v = 0; v < t->nodes; v++) {
		const int column = v % row, y = v / row;

		place[v].x = pitch * (y % 2 == 0 ? column : row - 1 - column);
		place[v].y = pitch * y;
	}
}

struct legs {
	struct vc_point leg[VC_AXES_MAX];       /* a step along each axis */
	int rank[VC_AXES_MAX];                  /* 0: the last axis longer than 1, ... */
};

/* The number of vertices behind each other in one cell: the third axis. */
static int
depth(const vcube_topology *t)
{
	int seen = 0;

	for (int a = t->axes - 1; a >= 0; a--)
		if (t->axis[a] > 1 && seen++ == 2)
			return t->axis[a];
	return 1;
}

/*
 * The last axis to the right, the one before it down, the third into the depth
 * of each cell. More than three: whole blocks, by turns to the right and down.
 */
static struct legs
grid_legs(const vcube_topology *t)
{
	const double back = 32, cell = pitch + back * (depth(t) - 1);
	struct legs l = { .rank = { 0 } };
	double width = 0, height = 0;

	for (int a = t->axes - 1, rank = 0; a >= 0; a--) {
		const int steps = t->axis[a] - 1;
		const double right = rank == 0 ? cell : width + 2 * cell;
		const double down = rank == 1 ? cell : height + 2 * cell;

		l.rank[a] = rank;
		if (steps == 0)
			continue;
		if (rank == 2)
			l.leg[a] = (struct vc_point){ back, -back };
		else if (rank % 2 == (rank < 2 ? 0 : 1))
			l.leg[a] = (struct vc_point){ right, 0 };
		else
			l.leg[a] = (struct vc_point){ 0, down };
		width += l.leg[a].x * steps;
		height += l.leg[a].y * steps;
		rank++;
	}
	return l;
}

static void
place_grid(const vcube_topology *t, struct vc_point *place)
{
	const struct legs l = grid_legs(t);

	for (int v = 0; v < t->nodes; v++)
		for (int a = 0; a < t->axes; a++) {
			const int c = v / t->stride[a] % t->axis[a];

			place[v].x += c * l.leg[a].x;
			place[v].y += c * l.leg[a].y;
		}
}

/* Wires that close an axis go round its vertices, and so do those of blocks. */
static double
bow_grid(const vcube_topology *t, int from, int port)
{
	const struct legs l = grid_legs(t);
	const int axis = port / 2, rank = l.rank[axis];
	const int to = vcube_topology_neighbor(t, from, port);
	const bool closes = to - from != t->stride[axis] && from - to != t->stride[axis];

	if (rank > 2)
		return closes ? 60 : 22;
	return closes ? (depth(t) > 1 ? 17 : 25) : 0;
}

/* Leaves at the bottom, each level of switches spread over them. */
static void
place_tree(const vcube_topology *t, struct vc_point *place)
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

static const struct vc_layout layouts[VCUBE_KINDS] = {
	[VCUBE_HYPERCUBE] = { place_cube, NULL, 1, "dimension" },
	[VCUBE_RING]      = { place_circle, NULL, 0, NULL },
	[VCUBE_LINEAR]    = { place_line, NULL, 0, NULL },
	[VCUBE_MESH]      = { place_grid, bow_grid, 2, "axis" },
	[VCUBE_TORUS]     = { place_grid, bow_grid, 2, "axis" },
	[VCUBE_FATTREE]   = { place_tree, NULL, 0, NULL },
	[VCUBE_FULL]      = { place_circle, NULL, 0, NULL },
};

const struct vc_layout *
vc_layout(enum vcube_kind kind)
{
	return &layouts[kind];
}
