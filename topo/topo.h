/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Internal header of topo/.
 *
 * A topology is a few sizes and a family: the operations on them, and everything else that
 * describes one kind of topology. A family with formulas stores nothing per vertex or per
 * pair, so that 16384 nodes, each wired to each, cost no more than one; a family without
 * formulas may keep tables.
 *
 * To add a topology, write a file with a `struct vc_family` and add a row to
 * VCUBE_TOPOLOGIES in vcube/topology.h. No other file depends on kinds.
 */
#ifndef VC_TOPO_H
#define VC_TOPO_H

#include <stdbool.h>
#include <vcube/topology.h>

/* The value of a macro as a string literal. */
#define VC_TEXT(x) VC_TEXT_(x)
#define VC_TEXT_(x) #x

/* The most axes of length 2 or more within the permitted nodes. */
#define VC_AXES_MAX 20
_Static_assert(1 << VC_AXES_MAX == VCUBE_NODES_MAX, "as many axes as a cube has");

/* Room for the reason why a text is no topology: half a sentence. */
#define VC_WHY_MAX 300

/*
 * Invariants, once the family has read the text:
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
	int longest;            /* links of the longest route: the diameter, or more if `indirect` */
	bool indirect;          /* routes need not be shortest paths */
	long links, bisection;  /* bisection -1: not known */
	int classes;            /* of links; 0: all are alike */
	int mode;               /* private to the family: a variant */
	void *tables;           /* private to the family; NULL: it keeps none */
	char *text;
};

/* Builds a route: counts every link, stores those that fit. */
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
 * A family of topologies. All slots are pure: any thread may call them on a topology that
 * no thread changes. None blocks, except that `read` may read a file. From `neighbor` on,
 * arguments are in range and nothing fails.
 */
struct vc_family {
	/* "ring", "N", and a description */
	const char *name, *form, *text;
	struct vcube_kind_manual manual;
	/* Complete texts, ends with NULL: the first is for pictures; then the smallest, the
	 * largest and odd cases. Names of files are relative to the source folder. */
	const char *const *examples;

	/* Fills in all of t from the argument. Returns NULL, or why it cannot. If the slot is
	 * NULL, the argument is `least` to `most` numbers separated by 'x', which are in
	 * t->axis when `setup` is called. */
	const char *(*read)(vcube_topology *t, const char *argument, char why[VC_WHY_MAX]);
	int least, most;
	int mode;                               /* t->mode, from the start */
	const char *(*setup)(vcube_topology *t);
	void (*close)(vcube_topology *t);       /* frees t->tables; NULL: there are none */

	int (*neighbor)(const vcube_topology *t, int vertex, int port);
	int (*port)(const vcube_topology *t, int from, int to);
	/* Between two different nodes. distance NULL: count the links of the route. */
	int (*distance)(const vcube_topology *t, int from, int to);
	void (*route)(const vcube_topology *t, int from, int to, struct vc_route_builder *route);

	/* Classes of links, if t->classes is not 0: "dim" for dim0, dim1 .., or the name of
	 * each; and the class of a port that is wired. */
	const char *numbered_class, *const *class_names;
	int (*class_of)(const vcube_topology *t, int vertex, int port);

	/* Pictures: the places of vertices, from any origin (NULL: there are no pictures); how
	 * far a wire bends to the left of its direction (NULL: all are straight); what colours
	 * mean, one for each class (NULL: there is one colour). */
	void (*place)(const vcube_topology *t, struct vc_point *place);
	double (*bend)(const vcube_topology *t, int from, int port);
	const char *color_means;
	/* Returns the text of a small topology to draw in place of t, which is too large. NULL:
	 * large ones have no pictures. */
	const char *(*small)(const vcube_topology *t);

	/* Writes the argument of the topology with p nodes for which algorithms native to this
	 * family are made; false: there is none. NULL: there never is. */
	bool (*of_nodes)(int p, char *argument, size_t room);
	/* A bit for each kind whose native algorithms cause no contention here either, under
	 * routing=any, cut-through, one port and full duplex. */
	unsigned also_native;
};

#define X(kind, family) extern const struct vc_family vc_##family;
VCUBE_TOPOLOGIES(X)
#undef X

/* Returns the family of a kind; NULL past the end. */
const struct vc_family *vc_family_of(int kind);

/* Writes the text of the topology with p nodes for which algorithms native to this kind
 * are made; false: there is none. */
#define VC_NATIVE_MAX 40
bool vc_kind_of_nodes(int kind, int p, char text[VC_NATIVE_MAX]);
/* Writes "hypercube:D|ring:N|..." as far as it fits. Returns its full length. */
int vc_kind_forms(char *text, size_t room);

/* Writes the classes of links of all families: "dimN, axisN, ..". */
#define VC_CLASS_NAMES_MAX 200
const char *vc_class_names(char names[VC_CLASS_NAMES_MAX]);
/* Writes those of one topology: "axis0 to axis2", or each name; "" if it has none. */
const char *vc_classes_of(const vcube_topology *t, char names[VC_CLASS_NAMES_MAX]);
/* Does a family have this class, such as "dim3"? Then its name fits VCUBE_CLASS_ROOM. */
bool vc_class_known(const char *name);

/* Reads numbers separated by 'x' into t->axis, as many as the family takes, and calls
 * `setup`. Returns NULL, or what is wrong. */
const char *vc_read_numbers(vcube_topology *t, const char *numbers, char why[VC_WHY_MAX]);

/* Slots that several families share: returns the first example; writes as the argument for p
 * nodes p, or "2xD" for 2^D; returns the port as the class; places nodes in a circle, clockwise
 * from the top. */
const char *vc_first_example(const vcube_topology *t);
bool vc_of_any_nodes(int p, char *argument, size_t room);
bool vc_of_binary_words(int p, char *argument, size_t room);
int vc_class_by_port(const vcube_topology *t, int vertex, int port);
void vc_place_circle(const vcube_topology *t, struct vc_point *place);

/* Sets up axes, strides and nodes for the words of t->axis[1] digits to base t->axis[0]:
 * t->stride[i] is the weight of digit i from the right. Returns NULL, or what is wrong. */
const char *vc_words_setup(vcube_topology *t, const char *too_long);

/* Reasons for `setup` to refuse. */
#define VC_TOO_LARGE "it has more than " VC_TEXT(VCUBE_NODES_MAX) " nodes"
#define VC_NO_NODES "a size of 0 leaves no nodes"

/* Reads a list of plain numbers up to VCUBE_NODES_MAX, such as "8x8x4", and stores at most
 * `room` of them. Returns how many there are, or -1 with what is wrong in `why`. */
int vc_numbers(const char *text, char separator, int *numbers, int room,
	       char why[VC_WHY_MAX]);

/* Grids: each axis of an open grid has two ends, each axis of a closed one (mode 1) is a
 * ring. */
#define VC_GRID_SLOTS \
	.setup = vc_grid_setup, .neighbor = vc_grid_neighbor, .port = vc_grid_port, \
	.distance = vc_grid_distance, .route = vc_grid_route, .numbered_class = "axis", \
	.class_of = vc_grid_class
const char *vc_grid_setup(vcube_topology *t);
int vc_grid_neighbor(const vcube_topology *t, int vertex, int port);
int vc_grid_port(const vcube_topology *t, int from, int to);
int vc_grid_distance(const vcube_topology *t, int from, int to);
void vc_grid_route(const vcube_topology *t, int from, int to, struct vc_route_builder *route);
int vc_grid_class(const vcube_topology *t, int vertex, int port);
void vc_grid_place(const vcube_topology *t, struct vc_point *place);
double vc_grid_bend(const vcube_topology *t, int from, int port);
/* Keeps the number of axes, up to 3. */
const char *vc_grid_small(const vcube_topology *t);
/* Writes "3x4" for 12, the most nearly square array; false if p is prime. */
bool vc_grid_of_nodes(int p, char *argument, size_t room);

/* A drawing, laid out once, in pixels; renderers decide nothing. */
struct vc_wire {
	int from, to, color;
	double bend;    /* to the left of its direction; 0: straight */
};

struct vc_drawing {
	int vertices, wires, colors;
	const char *color_means;        /* "axis", ...; NULL: one colour */
	double width, height;
	struct vc_point *place;         /* of each vertex */
	struct vc_wire *wire;
};

/* Are vertices and wires few enough for a legible picture? */
bool vc_drawing_fits(const vcube_topology *t);
/* Returns 0, or VCUBE_EHOST if memory runs out; then there is nothing to free. */
int vc_drawing_open(struct vc_drawing *d, const vcube_topology *t);
void vc_drawing_close(struct vc_drawing *d);

/* Computes the two control points of an arc between two points. */
void vc_svg_arc(struct vc_point a, struct vc_point b, double bend, struct vc_point control[2]);

/* Draw the load of the links in place of wires, and the legend below the picture, of this
 * height in pixels. */
enum { VC_LOAD_FOOT = 96 };
void vc_load_links(const struct vc_drawing *d, const vcube_topology *t,
		   const struct vcube_load *load, FILE *out);
void vc_load_foot(const struct vcube_load *load, long middle, long y, FILE *out);

#endif
