/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the files of topo/ share.
 *
 * A topology is a handful of sizes and a shape: the operations of its family.
 * Nothing is kept per vertex or per pair, so that 16384 nodes, each wired to
 * each, cost no more than one.
 */
#ifndef VC_TOPO_H
#define VC_TOPO_H

#include <stdbool.h>
#include <vcube/topology.h>

/* Text of the value of a macro. */
#define VC_TEXT(x) VC_TEXT_(x)
#define VC_TEXT_(x) #x

/* Axes of length 2 or more that fit the permitted nodes. */
#define VC_AXES_MAX 14
_Static_assert(1 << VC_AXES_MAX == VCUBE_NODES_MAX, "as many axes as a cube has");

/* "fattree:" or the like, and five digits and an 'x' for each axis. */
#define VC_TEXT_MAX (16 + 6 * VC_AXES_MAX)

/*
 * Invariants, once `setup` of the shape has succeeded:
 *   nodes <= vertices, 0 <= degree <= ports
 *   links is even: each wire is two of them
 *   stride[i] is what one step on axis i adds to a vertex
 *     (fat tree: the weight of digit i of a leaf, one entry more than axes)
 */
struct vcube_topology {
	enum vcube_kind kind;
	const struct vc_shape *shape;
	int axes, axis[VC_AXES_MAX], stride[VC_AXES_MAX + 1];
	int nodes, vertices, ports, degree, diameter;
	long links, bisection;
	char text[VC_TEXT_MAX];
};

/* A route under way: counts every link, writes those that fit. */
struct vc_way {
	long *links;
	int room, count;
};

static inline void
vc_way_add(struct vc_way *way, const vcube_topology *t, int vertex, int port)
{
	if (way->count < way->room)
		way->links[way->count] = (long)vertex * t->ports + port;
	way->count++;
}

/* What a family of topologies can do. Arguments are in range; nothing fails. */
struct vc_shape {
	/* How many numbers stand in its text, and what they may be, in words. */
	int least, most;
	const char *permitted;
	/* Grids: every axis is a ring. */
	bool closed;

	/* From the numbers, in t->axis, to all the rest; says why not, or NULL. */
	const char *(*setup)(vcube_topology *t);
	int (*neighbor)(const vcube_topology *t, int vertex, int port);
	int (*port)(const vcube_topology *t, int from, int to);
	int (*distance)(const vcube_topology *t, int from, int to);
	void (*route)(const vcube_topology *t, int from, int to, struct vc_way *way);
};

extern const struct vc_shape vc_hypercube, vc_ring, vc_linear, vc_mesh, vc_torus,
	vc_fattree, vc_full;

/* What setup says of too much and of nothing. */
#define VC_TOO_LARGE "it has more than " VC_TEXT(VCUBE_NODES_MAX) " nodes"
#define VC_NO_NODES "a size of 0 leaves no nodes"

/*
 * A list of plain numbers up to VCUBE_NODES_MAX, such as "8x8x4": how many
 * there are, at most `room` written; or -1 and in `why` what was wrong.
 */
#define VC_WHY_MAX 80
int vc_numbers(const char *text, char separator, int *numbers, int room,
	       char why[VC_WHY_MAX]);

/* A drawing, laid out once, in pixels; whoever renders it decides nothing. */
struct vc_point {
	double x, y;
};

struct vc_wire {
	int from, to, color;
	double bow;     /* how far it bends to the left of its way; 0: straight */
};

struct vc_drawing {
	int vertices, wires, colors;
	const char *color_means;        /* "axis", ...; NULL: nothing */
	double width, height;
	struct vc_point *place;         /* of each vertex */
	struct vc_wire *wire;
};

/* Whether vertices and wires are few enough for a picture to be read. */
bool vc_drawing_fits(const vcube_topology *t);
/* 0, or VCUBE_EHOST where memory ran out and there is nothing to free. */
int vc_drawing_open(struct vc_drawing *d, const vcube_topology *t);
void vc_drawing_close(struct vc_drawing *d);

/* The two control points of an arc between two points. */
void vc_svg_arc(struct vc_point a, struct vc_point b, double bow, struct vc_point control[2]);

/* The load of its links, instead of its wires; what is said of it below the picture, in
 * so many pixels. */
enum { VC_LOAD_FOOT = 96 };
void vc_load_links(const struct vc_drawing *d, const vcube_topology *t,
		   const struct vcube_load *load, FILE *out);
void vc_load_foot(const struct vcube_load *load, long middle, long y, FILE *out);

/* Where vertices and wires of a kind go; the origin is anywhere. */
struct vc_layout {
	void (*place)(const vcube_topology *t, struct vc_point *place);
	double (*bow)(const vcube_topology *t, int from, int port);     /* or NULL */
	int ports_per_color;            /* 0: all wires are alike */
	const char *color_means;
};

const struct vc_layout *vc_layout(enum vcube_kind kind);

#endif
