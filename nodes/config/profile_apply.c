/* SPDX-License-Identifier: BSD-2-Clause */
/* Applies a profile to a description. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "keys.h"
#include "profile.h"

static bool
is_links(const struct vc_setting *s)
{
	return strcmp(s->key, "links") == 0;
}

/* Joins the profile's overrides of links into one list; NULL if it has none. Returns false
 * if memory ran out. */
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

/* Setting a key cannot fail here: defaults and the values of a profile that was read are
 * permitted, and no key but `links` allocates memory. */
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
