/* SPDX-License-Identifier: BSD-2-Clause */
/* Places the vertices of a grid in a picture, and bends some of its wires. */
#include "topo.h"

struct legs {
	struct vc_point leg[VC_AXES_MAX];       /* a step along each axis */
	int rank[VC_AXES_MAX];                  /* 0: the last axis longer than 1, ... */
};

/* Returns the length of the third axis, which runs into the depth of a cell. */
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
 * Returns a leg for each axis: the last axis goes to the right, the one before it down, the
 * third into the depth of each cell. Further axes repeat whole blocks, alternately to the
 * right and down.
 */
static struct legs
grid_legs(const vcube_topology *t)
{
	const double back = 32, cell = VCUBE_PITCH + back * (depth(t) - 1);
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

void
vc_grid_place(const vcube_topology *t, struct vc_point *place)
{
	const struct legs l = grid_legs(t);

	for (int v = 0; v < t->nodes; v++)
		for (int a = 0; a < t->axes; a++) {
			const int c = v / t->stride[a] % t->axis[a];

			place[v].x += c * l.leg[a].x;
			place[v].y += c * l.leg[a].y;
		}
}

/* Wires that close an axis bend round its vertices, as do those between blocks. */
double
vc_grid_bend(const vcube_topology *t, int from, int port)
{
	const struct legs l = grid_legs(t);
	const int axis = port / 2, rank = l.rank[axis];
	const int to = vcube_topology_neighbor(t, from, port);
	const bool closes = to - from != t->stride[axis] && from - to != t->stride[axis];

	if (rank > 2)
		return closes ? 60 : 22;
	return closes ? (depth(t) > 1 ? 17 : 25) : 0;
}
