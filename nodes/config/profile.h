/* SPDX-License-Identifier: BSD-2-Clause */
/* Profiles, beyond what vcube/profile.h says of them. */
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

/* Fills in, from its file, a profile that has name and path alone; 0, or an
 * error with file and line. */
int vc_profile_parse(vcube_profile *profile, FILE *file, struct vcube_error *error);

/* The path of the file of that name, to be freed; NULL with the reason. */
char *vc_profile_find(const char *name, struct vcube_error *error);

/* The machine's keys of the description, those that a profile may set, become
 * what they are by default, and then what the profile says. `profile` may be
 * NULL: no profile. 0, or VCUBE_EHOST, and the description is as before. */
int vc_profile_apply(struct vcube_desc *desc, const vcube_profile *profile);

#endif
