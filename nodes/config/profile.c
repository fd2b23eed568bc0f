/* SPDX-License-Identifier: BSD-2-Clause */
/* Profiles as they are read, told and taken over; their file is profile_file.c's. */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "error.h"
#include "keys.h"
#include "profile.h"

static int
read_file(vcube_profile *p, struct vcube_error *error)
{
	FILE *const file = fopen(p->path, "re");
	int code;

	if (file == NULL)
		return vc_error(error, VCUBE_EUNKNOWN, "profile '%.200s': %s", p->path,
				strerror(errno));
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

static bool
is_links(const struct vc_setting *s)
{
	return strcmp(s->key, "links") == 0;
}

/* What it says of links, in one list. NULL: nothing, or false: no memory. */
static bool
join_links(const vcube_profile *p, char **links)
{
	char *longer;

	*links = NULL;
	for (int i = 0; p != NULL && i < p->settings; i++) {
		const char *const value = p->setting[i].value;

		if (!is_links(&p->setting[i]) || strcmp(value, "none") == 0)
			continue;
		if (asprintf(&longer, "%s%s%s", *links ? *links : "", *links ? "," : "",
			     value + (*value == '+')) < 0) {
			free(*links);
			return false;
		}
		free(*links);
		*links = longer;
	}
	return true;
}

/* A value that was permitted when the profile was read, or is a default, is so
 * still; what keys hold, but for links, takes no memory. */
int
vc_profile_apply(struct vcube_desc *desc, const vcube_profile *p)
{
	struct vcube_desc defaults;
	char room[VC_UNITS_ROOM], *links;

	if (!join_links(p, &links))
		return VCUBE_EHOST;
	vcube_desc_init(&defaults);
	for (int i = 0; i < vc_desc_keys_count; i++)
		if (!vc_desc_keys[i].of_run)
			vcube_desc_set(desc, vc_desc_keys[i].name,
				       vc_desc_key_print(&vc_desc_keys[i], &defaults, room), NULL);
	for (int i = 0; p != NULL && i < p->settings; i++)
		if (!is_links(&p->setting[i]))
			vcube_desc_set(desc, p->setting[i].key, p->setting[i].value, NULL);
	desc->links = links;
	vcube_desc_clear(&defaults);
	return 0;
}

const char *
vcube_profile_name(const vcube_profile *p)
{
	return p->name;
}

const char *
vcube_profile_path(const vcube_profile *p)
{
	return p->path;
}

const char *
vcube_profile_title(const vcube_profile *p)
{
	return p->title;
}

const char *
vcube_profile_source(const vcube_profile *p)
{
	return p->source;
}

const char *
vcube_profile_key(const vcube_profile *p, int i)
{
	return i >= 0 && i < p->settings ? p->setting[i].key : NULL;
}

const char *
vcube_profile_value(const vcube_profile *p, int i)
{
	return i >= 0 && i < p->settings ? p->setting[i].value : NULL;
}
