/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Grids: mesh and torus and, with one axis, linear and ring. t->mode: is each axis closed to
 * a ring?
 *
 * Row major: the last axis varies fastest. Port 2a of a vertex leads up axis a
 * (to the next larger coordinate), port 2a + 1 leads down.
 *
 * A closed axis of length 2 has one wire, not two: its port up leads to the
 * other vertex from either end, and there is no port down. A closed axis of
 * length 1 has no wire, as it would connect a vertex to itself.
 */
#include "topo.h"
#include <vcube/array.h>

/* Returns the wires between the two halves of one line along an axis. */
static int
cut_of_line(const vcube_topology *t, int axis)
{
	return t->mode && t->axis[axis] > 2 ? 2 : 1;
}

/* Returns the longest unused axis, counting a closed one half; -1: there is none. */
static int
longest_axis(const vcube_topology *t, const bool *used)
{
	int best = -1;

	for (int a = 0; a < t->axes; a++)
		if (!used[a] && t->axis[a] > 1 &&
		    (best < 0 || t->axis[a] * cut_of_line(t, best) >
				 t->axis[best] * cut_of_line(t, a)))
			best = a;
	return best;
}

/*
 * Cuts the longest axis in the middle. If its length is odd, the plane in the
 * middle remains: cut it along its own longest axis, and so on.
 * (Azizoglu and Egecioglu, The bisection width and the isoperimetric number of
 * arrays, 2004, show that no cut is better.)
 */
static long
bisection(const vcube_topology *t)
{
	bool used[VC_AXES_MAX] = { false };
	long plane = t->nodes, cut = 0;
	int a;

	while ((a = longest_axis(t, used)) >= 0) {
		used[a] = true;
		plane /= t->axis[a];
		cut += cut_of_line(t, a) * plane;
		if (t->axis[a] % 2 == 0)
			break;
	}
	return cut;
}

static void
count_axis(vcube_topology *t, int length)
{
	const bool closed = t->mode && length > 2;

	t->degree += length > 2 ? 2 : length - 1;
	t->diameter += closed ? length / 2 : length - 1;
	t->links += 2L * t->nodes / length * (closed ? length : length - 1);
}

const char *
vc_grid_setup(vcube_topology *t)
{
	t->nodes = 1;
	for (int a = t->axes - 1; a >= 0; a--) {
		if (t->axis[a] == 0)
			return VC_NO_NODES;
		if (t->axis[a] > VCUBE_NODES_MAX / t->nodes)
			return VC_TOO_LARGE;
		t->stride[a] = t->nodes;
		t->nodes *= t->axis[a];
	}
	t->vertices = t->nodes;
	t->classes = t->axes;
	t->ports = 2 * t->axes;
	for (int a = 0; a < t->axes; a++)
		count_axis(t, t->axis[a]);
	t->longest = t->diameter;
	t->bisection = bisection(t);
	return NULL;
}

static int
coordinate(const vcube_topology *t, int vertex, int axis)
{
	return vertex / t->stride[axis] % t->axis[axis];
}

int
vc_grid_neighbor(const vcube_topology *t, int vertex, int port)
{
	const int axis = port / 2, up = port % 2 == 0;
	const int length = t->axis[axis], stride = t->stride[axis];
	const int here = coordinate(t, vertex, axis);
	const int wrap = (length - 1) * stride;

	if (t->mode && (length == 1 || (length == 2 && !up)))
		return -1;
	if (here != (up ? length - 1 : 0))
		return up ? vertex + stride : vertex - stride;
	if (!t->mode)
		return -1;
	return up ? vertex - wrap : vertex + wrap;
}

/* Returns the steps along an axis, up or (negative) down: in the shorter direction, up on a
 * tie. */
static int
steps(const vcube_topology *t, int axis, int from, int to)
{
	const int length = t->axis[axis];
	int up = coordinate(t, to, axis) - coordinate(t, from, axis);

	if (!t->mode)
		return up;
	if (up < 0)
		up += length;
	return 2 * up <= length ? up : up - length;
}

int
vc_grid_port(const vcube_topology *t, int from, int to)
{
	int port = -1;

	for (int a = 0; a < t->axes; a++) {
		const int offset = steps(t, a, from, to);

		if (offset == 0)
			continue;
		if (port >= 0 || offset > 1 || offset < -1)
			return -1;
		port = offset > 0 ? 2 * a : 2 * a + 1;
	}
	return port;
}

int
vc_grid_distance(const vcube_topology *t, int from, int to)
{
	int sum = 0;

	for (int a = 0; a < t->axes; a++) {
		const int offset = steps(t, a, from, to);

		sum += offset > 0 ? offset : -offset;
	}
	return sum;
}

/* Routes along one axis. Tracks the coordinate, so that a step costs no division. */
static int
route_axis(const vcube_topology *t, int from, int to, int axis, struct vc_route_builder *route)
{
	const int length = t->axis[axis], stride = t->stride[axis];
	const int far = steps(t, axis, from, to);
	const int turn = far > 0 ? 1 : -1, port = far > 0 ? 2 * axis : 2 * axis + 1;
	int here = coordinate(t, from, axis);

	for (int left = far; left != 0; left -= turn) {
		vc_route_builder_add(route, t, from, port);
		here += turn;
		from += turn * stride;
		if (here == length || here < 0) {
			here -= turn * length;
			from -= turn * length * stride;
		}
	}
	return from;
}

void
vc_grid_route(const vcube_topology *t, int from, int to, struct vc_route_builder *route)
{
	for (int a = t->axes - 1; a >= 0; a--)
		from = route_axis(t, from, to, a, route);
}

/* The class is the axis. */
int
vc_grid_class(const vcube_topology *t, int vertex, int port)
{
	(void)t;
	(void)vertex;
	return port / 2;
}

const char *
vc_grid_small(const vcube_topology *t)
{
	static const char *const small[2][2] = {
		{ "mesh:8x8", "mesh:4x4x4" }, { "torus:8x8", "torus:4x4x4" },
	};

	return small[t->mode][t->axes > 2];
}

bool
vc_grid_of_nodes(int p, char *argument, size_t room)
{
	const int columns = vcube_array_columns(p), rows = p / columns;

	snprintf(argument, room, "%dx%d", rows, columns);
	return rows > 1 || p == 1;
}
