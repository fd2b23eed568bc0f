/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A topology from its text, and the public calls: they keep arguments in range
 * and leave the rest to the shape.
 */
#include "topo.h"
#include "error.h"

#include <stdlib.h>
#include <string.h>

static const struct vc_shape *const shapes[VCUBE_KINDS] = {
	[VCUBE_HYPERCUBE] = &vc_hypercube,
	[VCUBE_RING]      = &vc_ring,
	[VCUBE_LINEAR]    = &vc_linear,
	[VCUBE_MESH]      = &vc_mesh,
	[VCUBE_TORUS]     = &vc_torus,
	[VCUBE_FATTREE]   = &vc_fattree,
	[VCUBE_FULL]      = &vc_full,
};

static const struct {
	const char *name, *form, *text;
} kinds[VCUBE_KINDS] = {
#define X(kind, name, form, text) [kind] = { name, form, text },
	VCUBE_TOPOLOGIES(X)
#undef X
};

static const char *
all_names(char *list, size_t room)
{
	list[0] = '\0';
	for (int kind = 0; kind < VCUBE_KINDS; kind++) {
		if (kind > 0)
			strncat(list, ", ", room - strlen(list) - 1);
		strncat(list, kinds[kind].name, room - strlen(list) - 1);
	}
	return list;
}

static int
find_kind(const char *name, size_t length)
{
	for (int kind = 0; kind < VCUBE_KINDS; kind++)
		if (strlen(kinds[kind].name) == length &&
		    strncmp(kinds[kind].name, name, length) == 0)
			return kind;
	return -1;
}

/* Says why the numbers do not make a topology of t->kind, or NULL. */
static const char *
fill(vcube_topology *t, const char *numbers, char why[VC_WHY_MAX])
{
	t->axes = vc_numbers(numbers, 'x', t->axis, VC_AXES_MAX, why);
	if (t->axes < 0)
		return why;
	if (t->axes < t->shape->least)
		return "it has too few numbers";
	if (t->axes > t->shape->most)
		return "it has too many numbers";
	return t->shape->setup(t);
}

static int
unknown(const char *text, size_t length, struct vcube_error *error)
{
	char names[200], name[41], meant[VCUBE_NEAREST_ROOM];

	snprintf(name, sizeof name, "%.*s", length < 40 ? (int)length : 40, text);
	all_names(names, sizeof names);
	return vc_error(error, *text ? VCUBE_EUNKNOWN : VCUBE_EINVAL,
			"topology '%.100s': no topology is called '%s'; there are %s%s",
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
	t->kind = kind;
	t->shape = shapes[kind];
	wrong = text[length] ? fill(t, text + length + 1, why) : "its size is missing";
	if (wrong)
		return vc_error(error, VCUBE_EINVAL,
				"topology '%.100s': %s; it should read %s:%s with %s",
				text, wrong, kinds[kind].name, kinds[kind].form,
				t->shape->permitted);
	/* What was accepted is plain, so it is also what we would print. */
	snprintf(t->text, sizeof t->text, "%s", text);
	return 0;
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
		free(t);
		return NULL;
	}
	return t;
}

void
vcube_topology_free(vcube_topology *t)
{
	free(t);
}

const char *
vcube_kind_name(int kind)
{
	return kind >= 0 && kind < VCUBE_KINDS ? kinds[kind].name : NULL;
}

const char *
vcube_kind_form(int kind)
{
	return kind >= 0 && kind < VCUBE_KINDS ? kinds[kind].form : NULL;
}

const char *
vcube_kind_text(int kind)
{
	return kind >= 0 && kind < VCUBE_KINDS ? kinds[kind].text : NULL;
}

const char *
vcube_topology_text(const vcube_topology *t)
{
	return t->text;
}

enum vcube_kind
vcube_topology_kind(const vcube_topology *t)
{
	return t->kind;
}

int
vcube_topology_axis(const vcube_topology *t, int axis)
{
	return axis >= 0 && axis < t->axes ? t->axis[axis] : 0;
}

int
vcube_topology_nodes(const vcube_topology *t)
{
	return t->nodes;
}

int
vcube_topology_vertices(const vcube_topology *t)
{
	return t->vertices;
}

int
vcube_topology_ports(const vcube_topology *t)
{
	return t->ports;
}

int
vcube_topology_degree(const vcube_topology *t)
{
	return t->degree;
}

int
vcube_topology_diameter(const vcube_topology *t)
{
	return t->diameter;
}

long
vcube_topology_links(const vcube_topology *t)
{
	return t->links;
}

long
vcube_topology_bisection(const vcube_topology *t)
{
	return t->bisection;
}

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
	return t->shape->neighbor(t, vertex, port);
}

int
vcube_topology_port(const vcube_topology *t, int from, int to)
{
	if (!is_vertex(t, from) || !is_vertex(t, to) || from == to)
		return -1;
	return t->shape->port(t, from, to);
}

void
vcube_topology_link_ends(const vcube_topology *t, long link, int *from, int *to)
{
	*from = *to = -1;
	if (link < 0 || link >= (long)t->vertices * t->ports)
		return;
	*to = t->shape->neighbor(t, (int)(link / t->ports), (int)(link % t->ports));
	if (*to >= 0)
		*from = (int)(link / t->ports);
}

int
vcube_topology_distance(const vcube_topology *t, int from, int to)
{
	if (!is_node(t, from) || !is_node(t, to))
		return -1;
	return t->shape->distance(t, from, to);
}

int
vcube_topology_route(const vcube_topology *t, int from, int to, long *links, int room)
{
	struct vc_way way = { .links = links, .room = room };

	if (!is_node(t, from) || !is_node(t, to))
		return -1;
	if (from != to)
		t->shape->route(t, from, to, &way);
	return way.count;
}
