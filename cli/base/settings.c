/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The machine's keys, as the command line sets them.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/settings.h"
#include "base/text.h"

void
settings_add(struct settings *s, const char *key, const char *value)
{
	APPEND(s->list, s->count, (struct setting) { key, value });
}

bool
settings_say(const struct settings *s, const char *key)
{
	for (int i = 0; i < s->count; i++)
		if (strcmp(s->list[i].key, key) == 0)
			return true;
	return false;
}

bool
settings_have(const struct settings *s, const char *key)
{
	char *variable = text("VCUBE_%s", key);

	for (char *c = variable; *c; c++)
		*c = (char)toupper((unsigned char)*c);
	return getenv(variable) || settings_say(s, key);
}

/* Apply the profile alone, or everything else. */
static int
apply(const struct settings *s, bool profile, struct vcube_desc *desc, struct vcube_error *error)
{
	int code = 0;

	for (int i = 0; i < s->count && !code; i++)
		if ((strcmp(s->list[i].key, "profile") == 0) == profile)
			code = vcube_desc_set(desc, s->list[i].key, s->list[i].value, error);
	return code;
}

int
settings_apply(const struct settings *s, struct vcube_desc *desc, struct vcube_error *error)
{
	int code = apply(s, true, desc, error);

	if (!code && desc->profile && !settings_have(s, "clock"))
		code = vcube_desc_set(desc, "clock", "virtual", error);
	return code ? code : apply(s, false, desc, error);
}
