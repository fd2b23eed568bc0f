/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Topologies: which nodes are wired to which, and the route from one to another.
 *
 * A topology is immutable. Every call here is pure: any thread may make it, it
 * never blocks, and it prints nothing. (To parse a kind that reads a file waits
 * for the file.) Text and topology are inverse to each other, one text for one
 * topology (no signs, blanks or leading zeros):
 *
 *   hypercube:3        8 nodes, node x wired to x ^ 2^k on port k
 *   torus:8x8x4        a grid with every axis closed to a ring
 *
 * and so on: vcube-topologies(7) has all kinds, their ports and their routes.
 *
 * Vertices 0 .. nodes-1 are positions of nodes; nodes .. vertices-1 are
 * switches, which some kinds have. A port is where a vertex meets a wire; a link
 * is one direction of a wire. A port that a vertex does not have (the edge of a
 * mesh) leads to -1, and -1 is what every question about a vertex, port or link
 * out of range gets for an answer.
 */
#ifndef VCUBE_TOPOLOGY_H
#define VCUBE_TOPOLOGY_H

#include <stdio.h>
#include <vcube/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The most nodes that a topology or a machine may have. */
#define VCUBE_NODES_MAX 16384

/* The kinds, VCUBE_HYPERCUBE and so on, each with the family in topo/ that says all else. */
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
	VCUBE_KINDS     /* how many there are */
};

typedef struct vcube_topology vcube_topology;

/* From text; NULL with a sentence in *error that names what was wrong: code
 * VCUBE_EUNKNOWN for a name that is none, VCUBE_EINVAL for the rest. */
vcube_topology *vcube_topology_parse(const char *text, struct vcube_error *error);
void vcube_topology_free(vcube_topology *t);

/* The name of a kind, the form of its argument, and what it is; NULL past the end. */
const char *vcube_kind_name(int kind);
const char *vcube_kind_form(int kind);
const char *vcube_kind_text(int kind);

/* An example of a kind, as a whole text; NULL past the last. The first is small enough to be
 * drawn. Names of files are as seen from the folder of the sources. */
const char *vcube_kind_example(int kind, int i);

/* What the manual, vcube-topologies(7), says of a kind; a member is NULL where there is nothing
 * to say. NULL past the end. */
struct vcube_kind_manual {
	const char *permitted;  /* arguments */
	const char *axes;       /* lengths that vcube_topology_axis() returns */
	const char *wires;      /* who is wired to whom, on which ports */
	const char *routes;
	const char *classes;    /* of links */
	const char *bisection;  /* where it comes from, or why it is not known */
	const char *source;
};
const struct vcube_kind_manual *vcube_kind_manual(int kind);

/* The text that parses to this topology; lives as long as the topology. */
const char *vcube_topology_text(const vcube_topology *t);
enum vcube_kind vcube_topology_kind(const vcube_topology *t);

/* Length of axis `axis`, 0 past the last: the numbers as written, or such as {2,2,..} for a
 * hypercube, lowest bit first; vcube-topologies(7) has it for each kind. */
int vcube_topology_axis(const vcube_topology *t, int axis);

int vcube_topology_nodes(const vcube_topology *t);
int vcube_topology_vertices(const vcube_topology *t);   /* nodes and switches */
int vcube_topology_ports(const vcube_topology *t);      /* the most that a vertex has */
int vcube_topology_degree(const vcube_topology *t);     /* the most neighbours that a node has */
int vcube_topology_diameter(const vcube_topology *t);   /* links of a shortest path, at most */
int vcube_topology_longest(const vcube_topology *t);    /* links of a route, at most */
long vcube_topology_links(const vcube_topology *t);     /* both directions counted */
/* Fewest wires cut by halving the nodes; -1: not known. */
long vcube_topology_bisection(const vcube_topology *t);

/* The vertex at the other end of a port, or -1. */
int vcube_topology_neighbor(const vcube_topology *t, int vertex, int port);
/* The port of `from` that leads straight to `to`, or -1. */
int vcube_topology_port(const vcube_topology *t, int from, int to);

/* A link's number (0 .. vertices * ports - 1, not all of them in use) is
 * vertex * ports + port; its ends, both -1 for a number not in use: */
void vcube_topology_link_ends(const vcube_topology *t, long link, int *from, int *to);

/* How many links the route between two nodes has. */
int vcube_topology_distance(const vcube_topology *t, int from, int to);

/*
 * The route between two nodes: the links in order, at most `room` of them
 * written; returns how many it has. Deterministic. Of most kinds it is always a
 * shortest path; then longest and diameter are the same. NULL with room 0 counts
 * without writing.
 */
int vcube_topology_route(const vcube_topology *t, int from, int to, long *links, int room);

/*
 * Classes of links, by which a description says what some of them are like: how
 * many a topology has, 0 where all are alike; the class of a link, from 0, or -1;
 * and the name of a class, "axis0", in `text`, or NULL for one that there is not.
 */
#define VCUBE_CLASS_ROOM 24
int vcube_topology_classes(const vcube_topology *t);
int vcube_topology_class(const vcube_topology *t, long link);
const char *vcube_topology_class_name(const vcube_topology *t, int number,
				      char text[VCUBE_CLASS_ROOM]);

/* 0 if the topology's own invariants hold, or an error. Walks all of it; of more
 * than 256 nodes a sample of the routes, of more than 4 million links a sample. */
int vcube_topology_check(const vcube_topology *t, struct vcube_error *error);

/* 0 if there is a picture of a topology, or VCUBE_EINVAL with the reason why there is none. */
int vcube_topology_pictured(const vcube_topology *t, struct vcube_error *error);

/* A picture, as a complete SVG document; 0, VCUBE_EHOST when `out` or memory fails, or
 * VCUBE_EINVAL where there is none. A topology too large to draw (over 256 nodes or 1000
 * wires) is shown by a small one of its kind, and the picture says so. */
int vcube_topology_svg(const vcube_topology *t, FILE *out);

/*
 * The same picture with the load of its links: the thicker, the more. Of a wire the half
 * next to a vertex is the link that leaves it.
 */
struct vcube_load {
	const double *share;    /* of each link by its number: 0, unused, to 1, all of the scale */
	long busiest;           /* this one stands out; -1: none */
	const char *title, *words;      /* a line each */
	const char *full;       /* what a share of 1 is: "12.3 us" */
};
/* 0; VCUBE_EHOST as above; VCUBE_EINVAL of a topology that is too large to draw. */
int vcube_topology_svg_load(const vcube_topology *t, const struct vcube_load *load, FILE *out);

/* Where that picture has its vertices: x to the right and y down, from any origin, in
 * pixels, of which neighbours are VCUBE_PITCH apart where nothing speaks for more; an entry for each vertex. 0, VCUBE_EHOST where there is no memory, or VCUBE_EINVAL
 * where there is no picture. */
#define VCUBE_PITCH 54
int vcube_topology_place(const vcube_topology *t, double *x, double *y);
/* By how many pixels the wire at this port bends to the left of its way there; 0: straight. */
double vcube_topology_bend(const vcube_topology *t, int vertex, int port);

/*
 * A mapping puts rank r on position[r]. Texts: "binary" (r on r), "gray" (r on
 * r ^ r/2: consecutive ranks are neighbours on a hypercube), "gray:AxB[xC..]"
 * (ranks seen as a row-major grid, Gray code axis by axis: grid neighbours are
 * hypercube neighbours), or a permutation written out, "0,2,1,3". The Gray
 * mappings are for hypercubes. Writes nodes entries; 0 or an error, which
 * leaves them unspecified.
 */
int vcube_mapping_parse(const char *text, const vcube_topology *t, int *position,
			struct vcube_error *error);

/* Binary-reflected Gray code and its inverse. */
unsigned vcube_gray(unsigned x);
unsigned vcube_gray_inverse(unsigned x);

#ifdef __cplusplus
}
#endif
#endif
