/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Topologies: which nodes are wired to which, and the way from one to another.
 *
 * A topology is immutable. Every call here is pure: any thread may make it, it
 * never blocks, and it prints nothing. Text and topology are inverse to each
 * other, one text for one topology (no signs, blanks or leading zeros):
 *
 *   hypercube:D        2^D nodes, node x wired to x ^ 2^k on port k
 *   ring:N             port 0 to the right (x + 1 mod N), port 1 to the left
 *   linear:N           the same without the wire that closes the ring
 *   mesh:AxB[xC...]    row major: the last axis varies fastest
 *   torus:AxB[xC...]   the same with every axis closed; as on a ring, an axis of
 *                      length 2 has one wire (no port down), of length 1 none
 *   fattree:KxN        K-ary N-tree: K^N leaves, N levels of K^(N-1) switches
 *   full:N             a wire between every two nodes
 *
 * Ports of a grid: 2a leads up axis a, 2a + 1 down. Of full: p leads to
 * x + 1 + p mod N. Of a fat tree: 0 leads up from a leaf; of a switch,
 * 0 .. K-1 lead down and K .. 2K-1 up.
 *
 * Vertices 0 .. nodes-1 are positions of nodes; nodes .. vertices-1 are
 * switches (fat tree only), the lowest level first. A port is where a vertex
 * meets a wire; a link is one direction of a wire. A port that a vertex does
 * not have (the edge of a mesh) leads to -1, and -1 is what every question
 * about a vertex, port or link out of range gets for an answer.
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

/* kind, name in texts, form of its argument, what it is */
#define VCUBE_TOPOLOGIES(X) \
	X(VCUBE_HYPERCUBE, "hypercube", "D", "2^D nodes, wired along the D bits of their number") \
	X(VCUBE_RING, "ring", "N", "N nodes in a circle") \
	X(VCUBE_LINEAR, "linear", "N", "N nodes in a line") \
	X(VCUBE_MESH, "mesh", "AxB[xC...]", "a grid with open edges") \
	X(VCUBE_TORUS, "torus", "AxB[xC...]", "a grid with every axis closed to a ring") \
	X(VCUBE_FATTREE, "fattree", "KxN", "a K-ary N-tree of switches over K^N nodes") \
	X(VCUBE_FULL, "full", "N", "a wire between every two of N nodes")

enum vcube_kind {
#define X(kind, name, form, text) kind,
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

/* The text that parses to this topology; lives as long as the topology. */
const char *vcube_topology_text(const vcube_topology *t);
enum vcube_kind vcube_topology_kind(const vcube_topology *t);

/* Length of axis `axis`, 0 past the last: {2,2,..} for a hypercube, lowest bit
 * first; the sizes as written for mesh and torus; {N} for ring, linear, full;
 * {K,K,..} for a fat tree. */
int vcube_topology_axis(const vcube_topology *t, int axis);

int vcube_topology_nodes(const vcube_topology *t);
int vcube_topology_vertices(const vcube_topology *t);   /* nodes and switches */
int vcube_topology_ports(const vcube_topology *t);      /* the most that a vertex has */
int vcube_topology_degree(const vcube_topology *t);     /* the most neighbours that a node has */
int vcube_topology_diameter(const vcube_topology *t);   /* in links, between nodes */
long vcube_topology_links(const vcube_topology *t);     /* both directions counted */
long vcube_topology_bisection(const vcube_topology *t); /* fewest wires cut by halving the nodes */

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
 * written; returns how many it has. Deterministic: e-cube from the lowest
 * dimension; dimension order from the last axis (row first, then column), the
 * shorter way round (upwards on a tie); up/down by destination digit. Always a
 * shortest way. NULL with room 0 counts without writing.
 */
int vcube_topology_route(const vcube_topology *t, int from, int to, long *links, int room);

/* 0 if the topology's own invariants hold, or an error. Walks all of it; of more
 * than 256 nodes a sample of the routes, of more than 4 million links a sample. */
int vcube_topology_check(const vcube_topology *t, struct vcube_error *error);

/* A picture, as a complete SVG document; 0, or VCUBE_EHOST when `out` or memory
 * fails. A topology too large to draw (over 256 nodes or 1000 wires) is shown by
 * a small one of its kind, and the picture says so. */
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

/* Where that picture has its vertices: x to the right and y down, from any origin,
 * in pixels, an entry for each vertex. 0, or VCUBE_EHOST where there is no memory. */
int vcube_topology_place(const vcube_topology *t, double *x, double *y);

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
