/* SPDX-License-Identifier: BSD-2-Clause */
/* The list of families, queries by the number of a kind, and slots that families share. */
#include "topo.h"

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

const char *
vcube_kind_name(int kind)
{
	const struct vc_family *f = vc_family_of(kind);

	return f ? f->name : NULL;
}

const char *
vcube_kind_form(int kind)
{
	const struct vc_family *f = vc_family_of(kind);

	return f ? f->form : NULL;
}

const char *
vcube_kind_text(int kind)
{
	const struct vc_family *f = vc_family_of(kind);

	return f ? f->text : NULL;
}

const struct vcube_kind_manual *
vcube_kind_manual(int kind)
{
	const struct vc_family *f = vc_family_of(kind);

	return f ? &f->manual : NULL;
}

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
