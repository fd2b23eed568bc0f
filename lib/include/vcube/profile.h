/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Profiles: what machines cost, each a small text file (vcube-profile(5)).
 *
 * A profile is called by its name, "sp2", or by the path of its file, which has
 * a slash in it. Names are looked up as NAME.ini in, first come first served:
 * the folder that the environment variable VCUBE_PROFILES names; the user's,
 * vcube/profiles in $XDG_CONFIG_HOME or ~/.config; the one that was installed
 * with the library; the one in the sources that it was built from.
 *
 * The key `profile` of a description (vcube/desc.h) takes one over. Here is
 * what else can be asked. Any thread; the calls read files, but never block.
 */
#ifndef VCUBE_PROFILE_H
#define VCUBE_PROFILE_H

#include <vcube/error.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vcube_profile vcube_profile;

/* By name or path; NULL where there is none (VCUBE_EUNKNOWN, with the names there
 * are) or where something in the file is not permitted (VCUBE_EINVAL, with file
 * and line). To be freed. */
vcube_profile *vcube_profile_read(const char *name, struct vcube_error *error);
void vcube_profile_free(vcube_profile *profile);

/* What it is called by, its file, what machine it is, where its numbers are
 * from; they live as long as the profile. */
const char *vcube_profile_name(const vcube_profile *profile);
const char *vcube_profile_path(const vcube_profile *profile);
const char *vcube_profile_title(const vcube_profile *profile);
const char *vcube_profile_source(const vcube_profile *profile);

/* The keys of a description that it sets, in the order of its file, and what
 * to; NULL past the last. */
const char *vcube_profile_key(const vcube_profile *profile, int i);
const char *vcube_profile_value(const vcube_profile *profile, int i);

/* The names of the profiles there are, sorted, a NULL after the last; to be
 * freed with one free(). NULL where there is no memory. */
char **vcube_profile_names(void);

/* The user's folder, where `vcube calibrate` writes; to be freed. NULL where the
 * environment names none. */
char *vcube_profile_folder(void);

#ifdef __cplusplus
}
#endif
#endif
