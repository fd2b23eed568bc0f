/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the files of topo/ share.
 *
 * A topology is a handful of sizes and a family: the operations on them, and all else that
 * is said of one kind of topology. A family that has formulas keeps nothing per vertex or
 * per pair, so that 16384 nodes, each wired to each, cost no more than one; a family that
 * has none may keep tables.
 *
 * A new topology is a file with a `struct vc_family`, and a row of VCUBE_TOPOLOGIES in
 * vcube/topology.h. No other file knows of kinds.
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

/* Why a text is no topology: half a sentence. */
#define VC_WHY_MAX 300

/*
 * Invariants, once its family has read it:
 *   nodes <= vertices, 0 <= degree <= ports, diameter <= longest
 *   links is even: each wire is two of them
 *   stride[i] is what one step on axis i adds to a vertex
 *     (fat tree: the weight of digit i of a leaf, one entry more than axes)
 */
struct vcube_topology {
	enum vcube_kind kind;
	const struct vc_family *family;
	int axes, axis[VC_AXES_MAX], stride[VC_AXES_MAX + 1];
	int nodes, vertices, ports, degree, diameter;
	int longest;            /* links of the longest route; diameter, or more if `indirect` */
	bool indirect;          /* a route need not be a shortest path */
	long links, bisection;  /* bisection -1: not known */
	int classes;            /* of links; 0: all are alike */
	int mode;               /* the family's own: what else there is to say of it */
	void *tables;           /* the family's own, if it keeps some */
	char *text;
};

/* A route in the making: counts every link, writes those that fit. */
struct vc_route_builder {
	long *links;
	int room, count;
};

static inline void
vc_route_builder_add(struct vc_route_builder *route, const vcube_topology *t, int vertex, int port)
{
	if (route->count < route->room)
		route->links[route->count] = (long)vertex * t->ports + port;
	route->count++;
}

struct vc_point {
	double x, y;
};

/*
 * A family of topologies. All slots are pure: any thread may call them, on a topology that
 * nobody changes; none blocks (but a file may be read where a text is). From `neighbor` on
 * arguments are in range, and nothing fails.
 */
struct vc_family {
	/* "ring", "N", and what it is */
	const char *name, *form, *text;
	struct vcube_kind_manual manual;
	/* Whole texts, up to NULL: the first is for pictures, then what is smallest, largest
	 * and odd. Names of files are as seen from the folder of the sources. */
	const char *const *examples;

	/* From the argument to all of t; says why not, or NULL. NULL: the argument is
	 * `least` to `most` numbers with 'x' between, put into t->axis for `setup`. */
	const char *(*read)(vcube_topology *t, const char *argument, char why[VC_WHY_MAX]);
	int least, most;
	const char *(*setup)(vcube_topology *t);
	void (*close)(vcube_topology *t);       /* frees t->tables; NULL: it has none */

	int (*neighbor)(const vcube_topology *t, int vertex, int port);
	int (*port)(const vcube_topology *t, int from, int to);
	/* Between two nodes that differ. distance NULL: count the route. */
	int (*distance)(const vcube_topology *t, int from, int to);
	void (*route)(const vcube_topology *t, int from, int to, struct vc_route_builder *route);

	/* Classes of links, if t->classes is not 0: "dim" for dim0, dim1 .., or the name of
	 * each; and the class of a port that leads somewhere. */
	const char *numbered_class, *const *class_names;
	int (*class_of)(const vcube_topology *t, int vertex, int port);

	/* In pictures: where vertices go, from any origin; how far a wire bends to the left
	 * of its way (NULL: all are straight); what colours mean, one for each class (NULL:
	 * all are alike). place NULL: there are no pictures. */
	void (*place)(const vcube_topology *t, struct vc_point *place);
	double (*bend)(const vcube_topology *t, int from, int port);
	const char *color_means;
	/* The text of one that shows what t looks like, which is too large to draw. NULL:
	 * there is none, and such have no pictures. */
	const char *(*small)(const vcube_topology *t);

	/* The argument of the one with p nodes on which algorithms native to this family
	 * expect to be; false: there is none. NULL: there never is. */
	bool (*of_nodes)(int p, char *argument, size_t room);
	/* A bit for each kind whose native algorithms wait for no link here either, on routes
	 * one after the other. */
	unsigned also_native;
};

#define X(kind, family) extern const struct vc_family vc_##family;
VCUBE_TOPOLOGIES(X)
#undef X

/* The family of a kind, NULL past the end. */
const struct vc_family *vc_family_of(int kind);

/* The text of the topology with p nodes on which algorithms native to this kind expect to
 * be; false: there is none. */
#define VC_NATIVE_MAX 40
bool vc_kind_of_nodes(int kind, int p, char text[VC_NATIVE_MAX]);
/* "hypercube:D|ring:N|..." as far as there is room; how long it is. */
int vc_kind_forms(char *text, size_t room);

/* "dimN, axisN, ..": the classes of links that there are in any family. */
#define VC_CLASS_NAMES_MAX 200
const char *vc_class_names(char names[VC_CLASS_NAMES_MAX]);
/* Those of one topology: "axis0 to axis2", or each by its name; "" where it has none. */
const char *vc_classes_of(const vcube_topology *t, char names[VC_CLASS_NAMES_MAX]);
/* Does some family have this class, "dim3"? Then its name fits VCUBE_CLASS_ROOM. */
bool vc_class_known(const char *name);

/* Numbers with 'x' between into t->axis, as many as the family takes; and its setup. */
const char *vc_read_numbers(vcube_topology *t, const char *numbers, char why[VC_WHY_MAX]);

/* Slots that several families have: the first example; p as the argument for p nodes; nodes
 * in a circle, clockwise from the top. */
const char *vc_first_example(const vcube_topology *t);
bool vc_of_any_nodes(int p, char *argument, size_t room);
void vc_place_circle(const vcube_topology *t, struct vc_point *place);

/* What setup says of too much and of nothing. */
#define VC_TOO_LARGE "it has more than " VC_TEXT(VCUBE_NODES_MAX) " nodes"
#define VC_NO_NODES "a size of 0 leaves no nodes"

/*
 * A list of plain numbers up to VCUBE_NODES_MAX, such as "8x8x4": how many
 * there are, at most `room` written; or -1 and in `why` what was wrong.
 */
int vc_numbers(const char *text, char separator, int *numbers, int room,
	       char why[VC_WHY_MAX]);

/* Grids: every axis of an open one ends, of a closed one is a ring. */
const char *vc_grid_setup(vcube_topology *t, bool closed);
int vc_grid_neighbor(const vcube_topology *t, int vertex, int port);
int vc_grid_port(const vcube_topology *t, int from, int to);
int vc_grid_distance(const vcube_topology *t, int from, int to);
void vc_grid_route(const vcube_topology *t, int from, int to, struct vc_route_builder *route);
int vc_grid_class(const vcube_topology *t, int vertex, int port);
void vc_grid_place(const vcube_topology *t, struct vc_point *place);
double vc_grid_bend(const vcube_topology *t, int from, int port);
/* "4x4" for 16, false for what is no square. */
bool vc_grid_of_nodes(int p, char *argument, size_t room);

/* A drawing, laid out once, in pixels; whoever renders it decides nothing. */
struct vc_wire {
	int from, to, color;
	double bend;    /* to the left of its way; 0: straight */
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
void vc_svg_arc(struct vc_point a, struct vc_point b, double bend, struct vc_point control[2]);

/* The load of its links, instead of its wires; what is said of it below the picture, in
 * so many pixels. */
enum { VC_LOAD_FOOT = 96 };
void vc_load_links(const struct vc_drawing *d, const vcube_topology *t,
		   const struct vcube_load *load, FILE *out);
void vc_load_foot(const struct vcube_load *load, long middle, long y, FILE *out);

#endif
