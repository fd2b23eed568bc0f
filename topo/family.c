/* SPDX-License-Identifier: BSD-2-Clause */
/* The list of families, queries by the number of a kind, and slots that families share. */
#include "topo.h"

#include <math.h>

static const struct vc_family *const families[VCUBE_KINDS] = {
#define X(kind, family) [VCUBE_##kind] = &vc_##family,
	VCUBE_TOPOLOGIES(X)
#undef X
};

const struct vc_family *
vc_family_of(int kind)
{
	return kind >= 0 && kind < VCUBE_KINDS ? families[kind] : NULL;
}

#define OF_KIND(type, name, value) \
	type vcube_kind_##name(int kind) \
	{ \
		const struct vc_family *const f = vc_family_of(kind); \
\
		return f ? (value) : NULL; \
	}
OF_KIND(const char *, name, f->name)
OF_KIND(const char *, form, f->form)
OF_KIND(const char *, text, f->text)
OF_KIND(const struct vcube_kind_manual *, manual, &f->manual)
#undef OF_KIND

const char *
vcube_kind_example(int kind, int i)
{
	const struct vc_family *f = vc_family_of(kind);
	int at = 0;

	if (!f || i < 0)
		return NULL;
	while (at < i && f->examples[at])
		at++;
	return f->examples[at];
}

bool
vc_kind_of_nodes(int kind, int p, char text[VC_NATIVE_MAX])
{
	const struct vc_family *f = vc_family_of(kind);
	const int length = snprintf(text, VC_NATIVE_MAX, "%s:", f->name);

	return f->of_nodes && f->of_nodes(p, text + length, (size_t)(VC_NATIVE_MAX - length));
}

int
vc_kind_forms(char *text, size_t room)
{
	size_t length = 0;

	for (int kind = 0; kind < VCUBE_KINDS; kind++)
		length += (size_t)snprintf(length < room ? text + length : NULL,
					   length < room ? room - length : 0, "%s%s:%s",
					   kind ? "|" : "", families[kind]->name, families[kind]->form);
	return (int)length;
}

const char *
vc_read_numbers(vcube_topology *t, const char *numbers, char why[VC_WHY_MAX])
{
	t->axes = vc_numbers(numbers, 'x', t->axis, VC_AXES_MAX, why);
	if (t->axes < 0)
		return why;
	if (t->axes < t->family->least)
		return "it has too few numbers";
	if (t->axes > t->family->most)
		return "it has too many numbers";
	return t->family->setup(t);
}

const char *
vc_first_example(const vcube_topology *t)
{
	return t->family->examples[0];
}

bool
vc_of_any_nodes(int p, char *argument, size_t room)
{
	snprintf(argument, room, "%d", p);
	return true;
}

bool
vc_of_binary_words(int p, char *argument, size_t room)
{
	snprintf(argument, room, "2x%d", __builtin_ctz((unsigned)p));
	return p > 1 && (p & (p - 1)) == 0;
}

const char *
vc_words_setup(vcube_topology *t, const char *too_long)
{
	const int base = t->axis[0], digits = t->axis[1];

	if (base == 0 || digits == 0)
		return VC_NO_NODES;
	if (digits > VC_AXES_MAX)
		return too_long;
	t->stride[0] = 1;
	for (int i = 0; i < digits; i++) {
		if (t->stride[i] > VCUBE_NODES_MAX / base)
			return VC_TOO_LARGE;
		t->axis[i] = base;
		t->stride[i + 1] = t->stride[i] * base;
	}
	t->axes = digits;
	t->nodes = t->stride[digits];
	return NULL;
}

int
vc_class_by_port(const vcube_topology *t, int vertex, int port)
{
	(void)t;
	(void)vertex;
	return port;
}

void
vc_place_circle(const vcube_topology *t, struct vc_point *place)
{
	const double radius = t->nodes > 1 ? 40 + (VCUBE_PITCH - 12) * t->nodes / (2 * M_PI) : 0;

	for (int v = 0; v < t->nodes; v++) {
		const double angle = 2 * M_PI * v / t->nodes;

		place[v].x = radius * sin(angle);
		place[v].y = -radius * cos(angle);
	}
}
