/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the command line says of the machine, key by key. It is kept until all of
 * it is known, since a profile comes before what overrides it, wherever it stands.
 */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <vcube/authoring.h>

struct settings {
	struct { char *key, *value; } *list;
	int count;
};

void settings_add(struct settings *s, const char *key, const char *value);
/* Does it say something of this key? */
bool settings_say(const struct settings *s, const char *key);
/* Does it, or the environment? */
bool settings_have(const struct settings *s, const char *key);
/* 0, or an error, as vcube_desc_set(). With a profile, whose costs count under no
 * other, the clock is virtual where nothing is said of it. */
int settings_apply(const struct settings *s, struct vcube_desc *desc, struct vcube_error *error);
void settings_free(struct settings *s);

#endif
