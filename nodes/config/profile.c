/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads profiles, and returns what they hold. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "error.h"
#include "profile.h"

static int
read_file(vcube_profile *p, struct vcube_error *error)
{
	FILE *const file = fopen(p->path, "re");
	int code;

	if (file == NULL)
		return vc_error(error, errno == ENOENT || errno == ENOTDIR ? VCUBE_EUNKNOWN : VCUBE_EHOST,
				"profile '%.200s': %s", p->path, strerror(errno));
	code = vc_profile_parse(p, file, error);
	fclose(file);
	return code;
}

vcube_profile *
vcube_profile_read(const char *name, struct vcube_error *error)
{
	vcube_profile *const p = calloc(1, sizeof *p);

	if (p == NULL || (p->name = strdup(name)) == NULL)
		vc_error(error, VCUBE_EHOST, "no memory for a profile");
	else if ((p->path = vc_profile_find(name, error)) != NULL && read_file(p, error) == 0)
		return p;
	vcube_profile_free(p);
	return NULL;
}

void
vcube_profile_free(vcube_profile *p)
{
	if (p == NULL)
		return;
	for (int i = 0; i < p->settings; i++) {
		free(p->setting[i].key);
		free(p->setting[i].value);
	}
	free(p->setting);
	free(p->name);
	free(p->path);
	free(p->title);
	free(p->source);
	free(p);
}

#define TEXT(name) \
	const char *vcube_profile_##name(const vcube_profile *p) { return p->name; }
TEXT(name)
TEXT(path)
TEXT(title)
TEXT(source)
#undef TEXT

#define SETTING(name) \
	const char *vcube_profile_##name(const vcube_profile *p, int i) \
	{ \
		return i >= 0 && i < p->settings ? p->setting[i].name : NULL; \
	}
SETTING(key)
SETTING(value)
#undef SETTING
