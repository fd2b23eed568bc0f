/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Topologies: how nodes are wired, and the route from one to another.
 *
 * A topology is immutable. Every call here is pure: any thread may make it, it never
 * blocks, and it prints nothing. (Parsing a kind that reads a file waits for the file.)
 * Each topology has exactly one text (no signs, blanks or leading zeros), which parses
 * to it:
 *
 *   hypercube:3        8 nodes, node x wired to x ^ 2^k on port k
 *   torus:8x8x4        a grid with every axis closed to a ring
 *
 * and so on: vcube-topologies(7) has all kinds, their ports and their routes.
 *
 * Vertices 0 .. nodes-1 are positions of nodes; nodes .. vertices-1 are switches, which
 * some kinds have. A port is where a vertex meets a wire; a link is one direction of a
 * wire. A missing port (at the edge of a mesh) leads to -1. Calls return -1 for a vertex,
 * port or link out of range.
 */
#ifndef VCUBE_TOPOLOGY_H
#define VCUBE_TOPOLOGY_H

#include <stdio.h>
#include <vcube/error.h>

VCUBE_BEGIN_

/* Limits of nodes: in a topology and in a machine; in a machine whose nodes are threads. */
#define VCUBE_NODES_MAX 1048576
#define VCUBE_THREADS_MAX 16384

/* The kinds, VCUBE_HYPERCUBE and so on, each with the family in topo/ that implements it. */
#define VCUBE_TOPOLOGIES(X) \
	X(HYPERCUBE, hypercube) \
	X(RING, ring) \
	X(LINEAR, linear) \
	X(MESH, mesh) \
	X(TORUS, torus) \
	X(FATTREE, fattree) \
	X(FULL, full) \
	X(DRAGONFLY, dragonfly) \
	X(STAR, star) \
	X(DEBRUIJN, debruijn) \
	X(GRAPH, graph)

enum vcube_kind {
#define X(kind, family) VCUBE_##kind,
	VCUBE_TOPOLOGIES(X)
#undef X
	VCUBE_KINDS     /* number of kinds */
};

typedef struct vcube_topology vcube_topology;

/* Parses a text; free the topology with vcube_topology_free(). Returns NULL with the fault
 * in *error: VCUBE_EUNKNOWN for an unknown name, VCUBE_EINVAL otherwise. */
vcube_topology *vcube_topology_parse(const char *text, struct vcube_error *error);
void vcube_topology_free(vcube_topology *t);

/* Name, form of the argument and description of a kind; NULL past the end. */
const char *vcube_kind_name(int kind);
const char *vcube_kind_form(int kind);
const char *vcube_kind_text(int kind);

/* Example number i of a kind, as a whole text; NULL past the last. The first is small enough
 * to draw. File names are relative to the folder of the sources. */
const char *vcube_kind_example(int kind, int i);

/* The entry of a kind in the manual, vcube-topologies(7); members without a text are NULL.
 * Returns NULL past the end. */
struct vcube_kind_manual {
	const char *permitted;  /* arguments */
	const char *axes;       /* lengths that vcube_topology_axis() returns */
	const char *wires;      /* neighbours and ports */
	const char *routes;
	const char *classes;    /* of links */
	const char *bisection;  /* its source, or why it is not known */
	const char *source;
};
const struct vcube_kind_manual *vcube_kind_manual(int kind);

/* The text that parses to this topology; valid as long as the topology. */
const char *vcube_topology_text(const vcube_topology *t);
enum vcube_kind vcube_topology_kind(const vcube_topology *t);

/* Length of axis number `axis`, 0 past the last: the numbers as written or, for a hypercube,
 * {2,2,..}, lowest bit first; vcube-topologies(7) has the axes of each kind. */
int vcube_topology_axis(const vcube_topology *t, int axis);

int vcube_topology_nodes(const vcube_topology *t);
int vcube_topology_vertices(const vcube_topology *t);   /* nodes and switches */
int vcube_topology_ports(const vcube_topology *t);      /* the most ports of a vertex */
int vcube_topology_degree(const vcube_topology *t);     /* the most neighbours of a node */
int vcube_topology_diameter(const vcube_topology *t);   /* links of the longest shortest path */
int vcube_topology_longest(const vcube_topology *t);    /* links of the longest route */
long vcube_topology_links(const vcube_topology *t);     /* counts both directions */
/* The fewest wires cut by halving the nodes; -1: not known. */
long vcube_topology_bisection(const vcube_topology *t);

/* The vertex at the other end of a port, or -1. */
int vcube_topology_neighbor(const vcube_topology *t, int vertex, int port);
/* The port of `from` whose wire ends at `to`, or -1. */
int vcube_topology_port(const vcube_topology *t, int from, int to);

/* The number of a link is vertex * ports + port, 0 .. vertices * ports - 1; not all numbers
 * are in use. Writes the ends of a link, both -1 for a number not in use. */
void vcube_topology_link_ends(const vcube_topology *t, long link, int *from, int *to);

/* The number of links of the route between two nodes. */
int vcube_topology_distance(const vcube_topology *t, int from, int to);

/*
 * Writes at most `room` links of the route between two nodes, in order, and returns its
 * length; NULL with room 0 only counts. Routes are deterministic. For most kinds they are
 * always shortest paths; then vcube_topology_longest() equals the diameter.
 */
int vcube_topology_route(const vcube_topology *t, int from, int to, long *links, int room);

/*
 * Classes of links, by which a description selects links: their number, 0 if all links are
 * alike; the class of a link, from 0, or -1; and the name of a class, "axis0", written to
 * `text`, or NULL if `number` is out of range.
 */
#define VCUBE_CLASS_ROOM 24
int vcube_topology_classes(const vcube_topology *t);
int vcube_topology_class(const vcube_topology *t, long link);
const char *vcube_topology_class_name(const vcube_topology *t, int number,
				      char text[VCUBE_CLASS_ROOM]);

/* Checks the invariants of the topology: returns 0 or an error. Covers everything, but only
 * a sample of the routes above 256 nodes, and a sample of the links above 4 million. */
int vcube_topology_check(const vcube_topology *t, struct vcube_error *error);

/* Returns 0 if the topology has a picture, or VCUBE_EINVAL with the reason in *error. */
int vcube_topology_pictured(const vcube_topology *t, struct vcube_error *error);

/* Writes a picture as a complete SVG document. Returns 0, VCUBE_EHOST if writing or memory
 * fails, or VCUBE_EINVAL if there is no picture. For a topology too large to draw (over 256
 * nodes or 1000 wires), draws a small one of its kind and says so in the picture. */
int vcube_topology_svg(const vcube_topology *t, FILE *out);

/*
 * The load of links, for the same picture: the more, the thicker. The half of a wire next
 * to a vertex shows the link that leaves it.
 */
struct vcube_load {
	const double *share;    /* of each link by number, from 0, unused, to 1, full scale */
	long busiest;           /* link to highlight; -1: none */
	const char *title, *words;      /* a line each */
	const char *full;       /* text for a share of 1: "12.3 us" */
};
/* Returns 0, VCUBE_EHOST as above, or VCUBE_EINVAL if the topology is too large to draw. */
int vcube_topology_svg_load(const vcube_topology *t, const struct vcube_load *load, FILE *out);

/* Writes the coordinates of each vertex in that picture: x to the right and y down, from any
 * origin, in pixels; most neighbours are VCUBE_PITCH apart. Returns 0, VCUBE_EHOST for
 * lack of memory, or VCUBE_EINVAL if there is no picture. */
#define VCUBE_PITCH 54
int vcube_topology_place(const vcube_topology *t, double *x, double *y);
/* The bend of the wire at this port, in pixels to the left of its direction; 0: straight. */
double vcube_topology_bend(const vcube_topology *t, int vertex, int port);

/*
 * Parses a mapping, which puts rank r on position[r]: "binary" (r on r), "gray" (r on
 * r ^ r/2, so that consecutive ranks are neighbours on a hypercube), "gray:AxB[xC..]"
 * (ranks form a row-major grid, Gray code on each axis, so that grid neighbours are
 * hypercube neighbours), or a permutation, "0,2,1,3". The Gray mappings require a
 * hypercube. Writes `nodes` entries. Returns 0 or an error, which leaves them unspecified.
 */
int vcube_mapping_parse(const char *text, const vcube_topology *t, int *position,
			struct vcube_error *error);

/* Binary-reflected Gray code and its inverse. */
unsigned vcube_gray(unsigned x);
unsigned vcube_gray_inverse(unsigned x);

VCUBE_END_
#endif
