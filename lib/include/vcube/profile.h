/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Profiles: the costs of real machines, each a small text file (vcube-profile(5)).
 *
 * A profile has a name, "sp2"; a word with a slash is the path of its file. The first
 * of these folders that holds NAME.ini provides it: $VCUBE_PROFILES; the user's,
 * vcube/profiles in $XDG_CONFIG_HOME or ~/.config; the installed one; the one in the
 * sources that the library was built from.
 *
 * The key `profile` of a description (vcube/desc.h) adopts a profile; the calls here
 * read one. Any thread may call them; they read files, but do not block.
 */
#ifndef VCUBE_PROFILE_H
#define VCUBE_PROFILE_H

#include <vcube/error.h>

VCUBE_BEGIN_

typedef struct vcube_profile vcube_profile;

/* Reads a profile by name or path; free it with vcube_profile_free(). Returns NULL with
 * VCUBE_EUNKNOWN and the known names if there is no such profile, with VCUBE_EINVAL or
 * VCUBE_EUNKNOWN and file and line if its file is invalid, or with VCUBE_EHOST. */
vcube_profile *vcube_profile_read(const char *name, struct vcube_error *error);
void vcube_profile_free(vcube_profile *profile);

/* Its name, its file, its machine, and the source of its numbers; valid as long as the
 * profile. */
const char *vcube_profile_name(const vcube_profile *profile);
const char *vcube_profile_path(const vcube_profile *profile);
const char *vcube_profile_title(const vcube_profile *profile);
const char *vcube_profile_source(const vcube_profile *profile);

/* Key number i that it sets, in file order, and its value; NULL past the last. */
const char *vcube_profile_key(const vcube_profile *profile, int i);
const char *vcube_profile_value(const vcube_profile *profile, int i);

/* Returns the names of all profiles, sorted and NULL-terminated; free() the array only.
 * NULL for lack of memory. */
char **vcube_profile_names(void);

/* Returns the user's folder, where `vcube calibrate` writes; free() it. NULL if the
 * environment names none. */
char *vcube_profile_folder(void);

VCUBE_END_
#endif
