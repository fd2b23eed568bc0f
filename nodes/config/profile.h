/* SPDX-License-Identifier: BSD-2-Clause */
/* Profiles, inside the library; vcube/profile.h has the rest. */
#ifndef VC_PROFILE_H
#define VC_PROFILE_H

#include <stdio.h>
#include <vcube/desc.h>
#include <vcube/profile.h>

struct vc_setting {
	char *key, *value;
	int line;
};

struct vcube_profile {
	char *name, *path, *title, *source;
	struct vc_setting *setting;
	int settings;
};

/* Fills in, from its file, a profile that has only a name and a path. Returns 0, or an
 * error with file and line. */
int vc_profile_parse(vcube_profile *profile, FILE *file, struct vcube_error *error);

/* Returns the path of a profile's file, for the caller to free; NULL with the reason. */
char *vc_profile_find(const char *name, struct vcube_error *error);

/* Resets the keys that a profile may set to their defaults, and then sets those that the
 * profile has. `profile` may be NULL: no profile. Returns 0, or VCUBE_EHOST with the
 * description unchanged. */
int vc_profile_apply(struct vcube_desc *desc, const vcube_profile *profile);

#endif
