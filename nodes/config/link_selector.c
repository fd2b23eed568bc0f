/* SPDX-License-Identifier: BSD-2-Clause */
/* Which links of a topology are meant, and what they are called. */
#include <stdio.h>
#include "override_text.h"

static int
vertex_of(const vcube_topology *t, struct vc_end end)
{
	const int nodes = vcube_topology_nodes(t);
	const int vertex = end.number + (end.is_switch ? nodes : 0);

	return vertex < (end.is_switch ? vcube_topology_vertices(t) : nodes) ? vertex : -1;
}

static int
axes_of(const vcube_topology *t)
{
	int axes = 0;

	while (vcube_topology_axis(t, axes) != 0)
		axes++;
	return axes;
}

/* The class of links that a topology has, and how many; NULL: none. */
static const char *
class_of(const vcube_topology *t, enum vc_which_kind *kind, int *count)
{
	*count = axes_of(t);
	switch (vcube_topology_kind(t)) {
	case VCUBE_HYPERCUBE:
		*kind = VC_DIM;
		return "dim";
	case VCUBE_FATTREE:
		*kind = VC_LEVEL;
		return "level";
	case VCUBE_FULL:
		return NULL;
	default:
		*kind = VC_AXIS;
		return "axis";
	}
}

/* Of a fat tree the level of a wire is that of its lower end, leaves being 0. */
static int
class_number(const vcube_topology *t, int vertex, int port)
{
	const int nodes = vcube_topology_nodes(t), base = vcube_topology_axis(t, 0);

	switch (vcube_topology_kind(t)) {
	case VCUBE_HYPERCUBE:
		return port;
	case VCUBE_FATTREE:
		return vertex < nodes ? 0 : (vertex - nodes) / (nodes / base) + (port >= base);
	default:
		return port / 2;
	}
}

static long
each_of_class(const struct vc_which *w, const vcube_topology *t,
	      bool (*add)(long link, void *arg), void *arg)
{
	const int ports = vcube_topology_ports(t);
	long found = 0;

	for (int v = 0; v < vcube_topology_vertices(t); v++)
		for (int port = 0; port < ports; port++) {
			if (vcube_topology_neighbor(t, v, port) < 0 ||
			    (w->kind != VC_ALL && class_number(t, v, port) != w->number))
				continue;
			if (!add((long)v * ports + port, arg))
				return found;
			found++;
		}
	return found;
}

static long
each_of_wire(const struct vc_which *w, const vcube_topology *t,
	     bool (*add)(long link, void *arg), void *arg, char why[VC_WHICH_WHY])
{
	const int from = vertex_of(t, w->from), to = vertex_of(t, w->to);
	const int ports = vcube_topology_ports(t);
	const int port = from >= 0 && to >= 0 ? vcube_topology_port(t, from, to) : -1;

	if (port < 0) {
		snprintf(why, VC_WHICH_WHY, "%s%d and %s%d are not wired to each other on %s",
			 w->from.is_switch ? "s" : "", w->from.number, w->to.is_switch ? "s" : "",
			 w->to.number, vcube_topology_text(t));
		return 0;
	}
	if (!add((long)from * ports + port, arg) || w->kind == VC_LINK)
		return 1;
	add((long)to * ports + vcube_topology_port(t, to, from), arg);
	return 2;
}

long
vc_which_each(const struct vc_which *w, const vcube_topology *t,
	      bool (*add)(long link, void *arg), void *arg, char why[VC_WHICH_WHY])
{
	enum vc_which_kind kind = VC_ALL;
	int classes;
	const char *name = class_of(t, &kind, &classes);
	long found;

	if (w->kind == VC_WIRE || w->kind == VC_LINK)
		return each_of_wire(w, t, add, arg, why);
	if (w->kind == VC_ALL || (w->kind == kind && w->number < classes)) {
		found = each_of_class(w, t, add, arg);
		if (found == 0)
			snprintf(why, VC_WHICH_WHY, "there are no such links on %s",
				 vcube_topology_text(t));
		return found;
	}
	if (name == NULL || classes == 0)
		snprintf(why, VC_WHICH_WHY, "the links of %s have no classes; there are all, A-B and A>B",
			 vcube_topology_text(t));
	else
		snprintf(why, VC_WHICH_WHY, "the links of %s have no such class; there are %s0 to %s%d",
			 vcube_topology_text(t), name, name, classes - 1);
	return 0;
}

const char *
vc_link_name(const vcube_topology *t, long link, char text[VC_LINK_ROOM])
{
	const int nodes = vcube_topology_nodes(t);
	int from, to;

	vcube_topology_link_ends(t, link, &from, &to);
	snprintf(text, VC_LINK_ROOM, "%s%d>%s%d", from < nodes ? "" : "s",
		 from < nodes ? from : from - nodes, to < nodes ? "" : "s",
		 to < nodes ? to : to - nodes);
	return text;
}
