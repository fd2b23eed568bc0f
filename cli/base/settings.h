/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The machine's keys, as the command line sets them. They are applied when all are known:
 * a profile comes first, wherever it stands, and the other keys override it.
 */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <vcube/desc.h>

struct settings {
	struct setting { const char *key, *value; } *list;
	int count;
};

/* Both words must last. */
void settings_add(struct settings *s, const char *key, const char *value);
/* Does the command line set this key? */
bool settings_say(const struct settings *s, const char *key);
/* Does the command line or the environment set it? */
bool settings_have(const struct settings *s, const char *key);
/* Apply the keys; return 0 or an error, as vcube_desc_set() does. A profile makes the clock
 * virtual, the only one that counts its costs, unless the clock is set. */
int settings_apply(const struct settings *s, struct vcube_desc *desc, struct vcube_error *error);

#endif
