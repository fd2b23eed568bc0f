/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parses topologies, and defines the public calls, which check that arguments are in range
 * and leave the rest to the family.
 */
#include "topo.h"
#include "error.h"

#include <stdlib.h>
#include <string.h>

static int
find_kind(const char *name, size_t length)
{
	for (int kind = 0; kind < VCUBE_KINDS; kind++)
		if (strlen(vcube_kind_name(kind)) == length &&
		    strncmp(vcube_kind_name(kind), name, length) == 0)
			return kind;
	return -1;
}

/* Reads the argument. Returns NULL, or why it is no topology of t->family. */
static const char *
fill(vcube_topology *t, const char *argument, char why[VC_WHY_MAX])
{
	return t->family->read ? t->family->read(t, argument, why)
			       : vc_read_numbers(t, argument, why);
}

static int
unknown(const char *text, size_t length, struct vcube_error *error)
{
	char names[200] = "", name[41], meant[VCUBE_NEAREST_ROOM];

	snprintf(name, sizeof name, "%.*s", length < 40 ? (int)length : 40, text);
	for (int kind = 0; kind < VCUBE_KINDS; kind++)
		vc_list_add(names, sizeof names, vcube_kind_name(kind));
	return vc_error(error, *text ? VCUBE_EUNKNOWN : VCUBE_EINVAL,
			"topology '%.100s': no such topology '%s'; there are %s%s",
			text, name, names, vcube_nearest(name, names, meant));
}

static int
parse(vcube_topology *t, const char *text, struct vcube_error *error)
{
	const size_t length = strcspn(text, ":");
	const int kind = find_kind(text, length);
	char why[VC_WHY_MAX];
	const char *wrong;

	if (kind < 0)
		return unknown(text, length, error);
	t->kind = (enum vcube_kind)kind;
	t->family = vc_family_of(kind);
	t->mode = t->family->mode;
	wrong = text[length] ? fill(t, text + length + 1, why) : "its argument is missing";
	if (wrong)
		return vc_error(error, VCUBE_EINVAL,
				"topology '%.100s': %s; it should read %s:%s with %s", text, wrong,
				t->family->name, t->family->form, t->family->manual.permitted);
	/* accepted texts are canonical, so we print what we read */
	t->text = strdup(text);
	return t->text ? 0 : vc_error(error, VCUBE_EHOST, "no memory for a topology");
}

vcube_topology *
vcube_topology_parse(const char *text, struct vcube_error *error)
{
	vcube_topology *t = calloc(1, sizeof *t);

	if (!t) {
		vc_error(error, VCUBE_EHOST, "no memory for a topology");
		return NULL;
	}
	if (parse(t, text ? text : "", error) != 0) {
		vcube_topology_free(t);
		return NULL;
	}
	return t;
}

void
vcube_topology_free(vcube_topology *t)
{
	if (!t)
		return;
	if (t->family && t->family->close)
		t->family->close(t);
	free(t->text);
	free(t);
}

int
vcube_topology_axis(const vcube_topology *t, int axis)
{
	return axis >= 0 && axis < t->axes ? t->axis[axis] : 0;
}

#define SIZE(type, name) type vcube_topology_##name(const vcube_topology *t) { return t->name; }
SIZE(const char *, text)
SIZE(enum vcube_kind, kind)
SIZE(int, nodes)
SIZE(int, vertices)
SIZE(int, ports)
SIZE(int, degree)
SIZE(int, diameter)
SIZE(int, longest)
SIZE(int, classes)
SIZE(long, links)
SIZE(long, bisection)
#undef SIZE

static bool
is_vertex(const vcube_topology *t, int vertex)
{
	return vertex >= 0 && vertex < t->vertices;
}

static bool
is_node(const vcube_topology *t, int vertex)
{
	return vertex >= 0 && vertex < t->nodes;
}

int
vcube_topology_neighbor(const vcube_topology *t, int vertex, int port)
{
	if (!is_vertex(t, vertex) || port < 0 || port >= t->ports)
		return -1;
	return t->family->neighbor(t, vertex, port);
}

int
vcube_topology_port(const vcube_topology *t, int from, int to)
{
	if (!is_vertex(t, from) || !is_vertex(t, to) || from == to)
		return -1;
	return t->family->port(t, from, to);
}

void
vcube_topology_link_ends(const vcube_topology *t, long link, int *from, int *to)
{
	*from = *to = -1;
	if (link < 0 || link >= (long)t->vertices * t->ports)
		return;
	*to = t->family->neighbor(t, (int)(link / t->ports), (int)(link % t->ports));
	if (*to >= 0)
		*from = (int)(link / t->ports);
}

int
vcube_topology_route(const vcube_topology *t, int from, int to, long *links, int room)
{
	struct vc_route_builder route = { .links = links, .room = room };

	if (!is_node(t, from) || !is_node(t, to))
		return -1;
	if (from != to)
		t->family->route(t, from, to, &route);
	return route.count;
}

int
vcube_topology_distance(const vcube_topology *t, int from, int to)
{
	if (!t->family->distance)
		return vcube_topology_route(t, from, to, NULL, 0);
	if (!is_node(t, from) || !is_node(t, to))
		return -1;
	return from == to ? 0 : t->family->distance(t, from, to);
}
