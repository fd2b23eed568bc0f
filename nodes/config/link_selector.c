/* SPDX-License-Identifier: BSD-2-Clause */
/* Which links of a topology a selector matches, and the names of links. */
#include <stdio.h>
#include <string.h>
#include "override_text.h"
#include "topo.h"

static int
vertex_of(const vcube_topology *t, struct vc_end end)
{
	const int nodes = vcube_topology_nodes(t);
	const int vertex = end.number + (end.is_switch ? nodes : 0);

	return vertex < (end.is_switch ? vcube_topology_vertices(t) : nodes) ? vertex : -1;
}

/* Calls `add` for each link of a class; class -1: for all links. */
static long
each_of_class(int class, const vcube_topology *t, bool (*add)(long link, void *arg), void *arg)
{
	const long links = (long)vcube_topology_vertices(t) * vcube_topology_ports(t);
	long found = 0;

	for (long link = 0; link < links; link++) {
		int from, to;

		vcube_topology_link_ends(t, link, &from, &to);
		if (from < 0 || (class >= 0 && vcube_topology_class(t, link) != class))
			continue;
		if (!add(link, arg))
			return found;
		found++;
	}
	return found;
}

/* Returns the number of a class; -1: no class has this name. */
static int
class_of(const vcube_topology *t, const char *name)
{
	char text[VCUBE_CLASS_ROOM];

	for (int i = 0; i < vcube_topology_classes(t); i++)
		if (strcmp(vcube_topology_class_name(t, i, text), name) == 0)
			return i;
	return -1;
}

/* Refuses a class and lists those of the topology. */
static void
refuse_class(const vcube_topology *t, char why[VC_SELECTOR_WHY])
{
	char names[VC_CLASS_NAMES_MAX];

	if (vcube_topology_classes(t) == 0)
		snprintf(why, VC_SELECTOR_WHY, "the links of %.60s have no classes; there are all, "
			 "A-B and A>B", vcube_topology_text(t));
	else
		snprintf(why, VC_SELECTOR_WHY, "the links of %.60s have no such class; there %s %s",
			 vcube_topology_text(t), vcube_topology_classes(t) == 1 ? "is" : "are",
			 vc_classes_of(t, names));
}

static long
each_of_wire(const struct vc_link_selector *s, const vcube_topology *t,
	     bool (*add)(long link, void *arg), void *arg, char why[VC_SELECTOR_WHY])
{
	const int from = vertex_of(t, s->from), to = vertex_of(t, s->to);
	const int ports = vcube_topology_ports(t);
	const int port = from >= 0 && to >= 0 ? vcube_topology_port(t, from, to) : -1;

	if (port < 0) {
		snprintf(why, VC_SELECTOR_WHY, "%s%d and %s%d are not wired to each other on %.100s",
			 s->from.is_switch ? "s" : "", s->from.number, s->to.is_switch ? "s" : "",
			 s->to.number, vcube_topology_text(t));
		return 0;
	}
	if (!add((long)from * ports + port, arg) || s->kind == VC_LINK)
		return 1;
	add((long)to * ports + vcube_topology_port(t, to, from), arg);
	return 2;
}

long
vc_link_selector_each(const struct vc_link_selector *s, const vcube_topology *t,
		      bool (*add)(long link, void *arg), void *arg, char why[VC_SELECTOR_WHY])
{
	int class = -1;
	long found;

	if (s->kind == VC_WIRE || s->kind == VC_LINK)
		return each_of_wire(s, t, add, arg, why);
	if (s->kind == VC_CLASS && (class = class_of(t, s->name)) < 0) {
		refuse_class(t, why);
		return 0;
	}
	found = each_of_class(class, t, add, arg);
	if (found == 0)
		snprintf(why, VC_SELECTOR_WHY, "there are no such links on %.100s",
			 vcube_topology_text(t));
	return found;
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
