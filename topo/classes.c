/* SPDX-License-Identifier: BSD-2-Clause */
/* Classes of links: of one topology, and of all families. */
#include "topo.h"

#include <string.h>

int
vcube_topology_class(const vcube_topology *t, long link)
{
	int from, to;

	vcube_topology_link_ends(t, link, &from, &to);
	if (from < 0 || t->classes == 0)
		return -1;
	return t->family->class_of(t, from, (int)(link % t->ports));
}

const char *
vcube_topology_class_name(const vcube_topology *t, int number, char text[VCUBE_CLASS_ROOM])
{
	const struct vc_family *f = t->family;

	if (number < 0 || number >= t->classes)
		return NULL;
	if (f->numbered_class)
		snprintf(text, VCUBE_CLASS_ROOM, "%s%d", f->numbered_class, number);
	else
		snprintf(text, VCUBE_CLASS_ROOM, "%s", f->class_names[number]);
	return text;
}

/* Is the name in a list separated by ", "? */
static bool
has(const char *names, const char *name)
{
	const size_t length = strlen(name);

	for (const char *at = names; (at = strstr(at, name)) != NULL; at += length)
		if ((at == names || at[-1] == ' ') && (at[length] == ',' || at[length] == '\0'))
			return true;
	return false;
}

static void
add(char names[VC_CLASS_NAMES_MAX], const char *name, const char *number)
{
	char whole[VCUBE_CLASS_ROOM];
	const size_t length = strlen(names);

	snprintf(whole, sizeof whole, "%s%s", name, number);
	if (!has(names, whole))
		snprintf(names + length, VC_CLASS_NAMES_MAX - length, "%s%s",
			 length ? ", " : "", whole);
}

const char *
vc_class_names(char names[VC_CLASS_NAMES_MAX])
{
	const struct vc_family *f;

	names[0] = '\0';
	for (int kind = 0; (f = vc_family_of(kind)) != NULL; kind++) {
		if (f->numbered_class)
			add(names, f->numbered_class, "N");
		for (int i = 0; f->class_names && f->class_names[i]; i++)
			add(names, f->class_names[i], "");
	}
	return names;
}

const char *
vc_classes_of(const vcube_topology *t, char names[VC_CLASS_NAMES_MAX])
{
	const char *const word = t->family->numbered_class;

	names[0] = '\0';
	if (word && t->classes == 1)
		snprintf(names, VC_CLASS_NAMES_MAX, "%s0", word);
	if (word && t->classes > 1)
		snprintf(names, VC_CLASS_NAMES_MAX, "%s0 to %s%d", word, word, t->classes - 1);
	for (int i = 0; !word && i < t->classes; i++)
		add(names, t->family->class_names[i], "");
	return names;
}

/* Turns "dim3" into "dimN"; false if there is no number or the name is too long. */
static bool
generalize(const char *name, char general[VCUBE_CLASS_ROOM])
{
	const size_t word = strcspn(name, "0123456789"), digits = strlen(name) - word;

	if (word == 0 || strspn(name + word, "0123456789") != digits || digits > 5 ||
	    strlen(name) + 1 >= VCUBE_CLASS_ROOM)
		return false;
	snprintf(general, VCUBE_CLASS_ROOM, "%.*s%s", (int)word, name, digits ? "N" : "");
	return true;
}

bool
vc_class_known(const char *name)
{
	char names[VC_CLASS_NAMES_MAX], general[VCUBE_CLASS_ROOM];

	return generalize(name, general) && has(vc_class_names(names), general);
}
