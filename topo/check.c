/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Checks whether a topology keeps its promises: compares what families compute by formula,
 * the number of links, the degree and the diameter, with a walk over the wires, and every
 * distance with a breadth-first search.
 *
 * Walks small topologies completely. In large ones (full:16384 has 268 million links) it
 * samples vertices and pairs, the same ones each time.
 */
#include "topo.h"
#include "error.h"

#include <stdlib.h>

enum {
	PORTS_WALKED = 1 << 22,         /* in one pass over the wires */
	PORTS_SEARCHED = 1 << 24,       /* in all searches together */
	LINKS_ROUTED = 1 << 22,         /* in all routes together */
	PAIRS = 1 << 16,                /* of nodes: up to here all are checked */
	SOURCES = 64                    /* of sampled pairs */
};

struct walk {
	const vcube_topology *t;
	struct vcube_error *error;
	int *far;               /* distance from the source of the search; -1: unknown */
	int *queue;
	long *route;
	int farthest;
};

#define BROKEN(w, format, ...) \
	vc_error((w)->error, VCUBE_EINVAL, "%s: " format, (w)->t->text, __VA_ARGS__)

static int
check_port(struct walk *w, int vertex, int port, int to)
{
	const vcube_topology *t = w->t;
	int from, end;

	if (to >= t->vertices || to == vertex)
		return BROKEN(w, "port %d of vertex %d leads to %d", port, vertex, to);
	if (vcube_topology_port(t, vertex, to) != port)
		return BROKEN(w, "port %d of vertex %d leads to %d, but the port to %d is %d", port,
			      vertex, to, to, vcube_topology_port(t, vertex, to));
	if (vcube_topology_neighbor(t, to, vcube_topology_port(t, to, vertex)) != vertex)
		return BROKEN(w, "vertex %d is wired to %d, but %d is not wired to %d", vertex, to,
			      to, vertex);
	if (t->classes > 0 && (t->family->class_of(t, vertex, port) < 0 ||
			       t->family->class_of(t, vertex, port) >= t->classes))
		return BROKEN(w, "port %d of vertex %d has class %d, but there are %d classes",
			      port, vertex, t->family->class_of(t, vertex, port), t->classes);
	vcube_topology_link_ends(t, (long)vertex * t->ports + port, &from, &end);
	if (from != vertex || end != to)
		return BROKEN(w, "the link from %d to %d has the ends %d and %d", vertex, to, from,
			      end);
	return 0;
}

/* Returns the number of wires of a vertex, or an error. */
static int
check_vertex(struct walk *w, int vertex)
{
	int wires = 0;

	for (int port = 0; port < w->t->ports; port++) {
		const int to = vcube_topology_neighbor(w->t, vertex, port);

		if (to == -1)
			continue;
		wires++;
		if (check_port(w, vertex, port, to) != 0)
			return VCUBE_EINVAL;
	}
	return wires;
}

static int
check_wires(struct walk *w)
{
	const vcube_topology *t = w->t;
	const int stride = 1 + (int)((long)t->vertices * t->ports / PORTS_WALKED);
	int degree = 0;
	long links = 0;

	for (int v = 0; v < t->vertices; v += stride) {
		const int wires = check_vertex(w, v);

		if (wires < 0)
			return wires;
		links += wires;
		if (v < t->nodes && wires > degree)
			degree = wires;
	}
	if (stride == 1 && links != t->links)
		return BROKEN(w, "it has %ld links but claims %ld", links, t->links);
	if (stride == 1 ? degree != t->degree : degree > t->degree)
		return BROKEN(w, "its degree is %d but it claims %d", degree, t->degree);
	return 0;
}

static void
search(struct walk *w, int from)
{
	const vcube_topology *t = w->t;
	int head = 0, tail = 0;

	for (int v = 0; v < t->vertices; v++)
		w->far[v] = -1;
	w->far[from] = 0;
	w->queue[tail++] = from;
	while (head < tail) {
		const int v = w->queue[head++];

		for (int port = 0; port < t->ports; port++) {
			const int to = vcube_topology_neighbor(t, v, port);

			if (to < 0 || w->far[to] >= 0)
				continue;
			w->far[to] = w->far[v] + 1;
			w->queue[tail++] = to;
		}
	}
}

static int
check_route(struct walk *w, int from, int to, int length)
{
	const vcube_topology *t = w->t;
	const int count = vcube_topology_route(t, from, to, w->route, t->longest);
	int at = from, start, next;

	if (count != length)
		return BROKEN(w, "the route from %d to %d has %d links, but the distance is %d",
			      from, to, count, length);
	for (int i = 0; i < count; i++) {
		vcube_topology_link_ends(t, w->route[i], &start, &next);
		if (start != at)
			return BROKEN(w, "a route from %d stops at %d and continues at %d", from,
				      at, start);
		at = next;
	}
	if (at != to)
		return BROKEN(w, "the route from %d to %d ends at %d", from, to, at);
	return 0;
}

static int
check_pair(struct walk *w, int from, int to)
{
	const vcube_topology *t = w->t;
	const int length = vcube_topology_distance(t, from, to);
	const int back = vcube_topology_distance(t, to, from);

	if (length < 0 || length > t->longest)
		return BROKEN(w, "from %d to %d it is %d links, but the maximum is %d", from, to,
			      length, t->longest);
	if (!t->indirect && length != back)
		return BROKEN(w, "from %d to %d it is %d links, but %d back", from, to, length,
			      back);
	if (w->far[from] == 0 && (t->indirect ? w->far[to] > length : w->far[to] != length))
		return BROKEN(w, "from %d to %d it is %d links, but a search finds %d", from, to,
			      length, w->far[to]);
	if (w->far[from] == 0 && w->far[to] > t->diameter)
		return BROKEN(w, "from %d to %d it is %d links, but the diameter is %d", from, to,
			      w->far[to], t->diameter);
	if (w->far[to] > w->farthest)
		w->farthest = w->far[to];
	return check_route(w, from, to, length);
}

static int
check_all_pairs(struct walk *w)
{
	const int n = w->t->nodes;

	if (w->t->indirect ? w->t->longest < w->t->diameter : w->t->longest != w->t->diameter)
		return BROKEN(w, "its longest route has %d links, but its diameter is %d",
			      w->t->longest, w->t->diameter);
	for (int from = 0; from < n; from++) {
		search(w, from);
		for (int to = 0; to < n; to++)
			if (check_pair(w, from, to) != 0)
				return VCUBE_EINVAL;
	}
	if (w->farthest != w->t->diameter)
		return BROKEN(w, "its diameter is %d but it claims %d", w->farthest,
			      w->t->diameter);
	return 0;
}

/* Samples pairs; a prime step spreads them over the whole topology. */
static int
check_some_pairs(struct walk *w)
{
	const vcube_topology *t = w->t;
	const long searches = PORTS_SEARCHED / ((long)t->vertices * t->ports);
	const int routes = LINKS_ROUTED / (SOURCES * t->longest) + 1, prime = 7919;
	int from = 0, to = 0;

	for (int i = 0; i < SOURCES; i++) {
		from = (from + prime) % t->nodes;
		if (i < searches)
			search(w, from);
		else
			w->far[from] = -1;
		for (int j = 0; j < routes && j < PAIRS / SOURCES; j++) {
			to = (to + prime) % t->nodes;
			if (check_pair(w, from, to) != 0)
				return VCUBE_EINVAL;
		}
	}
	return 0;
}

int
vcube_topology_check(const vcube_topology *t, struct vcube_error *error)
{
	struct walk w = {
		.t = t, .error = error,
		.far = calloc((size_t)t->vertices, sizeof *w.far),
		.queue = calloc((size_t)t->vertices, sizeof *w.queue),
		.route = calloc((size_t)t->longest + 1, sizeof *w.route),
	};
	const bool whole = (long)t->nodes * t->nodes <= PAIRS;
	int code;

	if (w.far && w.queue && w.route) {
		code = check_wires(&w);
		if (code == 0)
			code = whole ? check_all_pairs(&w) : check_some_pairs(&w);
	} else {
		code = vc_error(error, VCUBE_EHOST, "no memory to check %s", t->text);
	}
	free(w.far);
	free(w.queue);
	free(w.route);
	return code;
}
