/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds profiles. The folders come from the makefile, PROFILES_INSTALLED and
 * PROFILES_SOURCES (empty: none), and from the environment, which may change from call to call.
 */
#include <dirent.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "error.h"
#include "profile.h"

#define SUFFIX ".ini"

enum { FOLDERS = 4 };

char *
vcube_profile_folder(void)
{
	const char *const config = getenv("XDG_CONFIG_HOME"), *const home = getenv("HOME");
	char *path = NULL;

	if (config != NULL && *config == '/')
		return asprintf(&path, "%s/vcube/profiles", config) < 0 ? NULL : path;
	if (home != NULL && *home == '/')
		return asprintf(&path, "%s/.config/vcube/profiles", home) < 0 ? NULL : path;
	return NULL;
}

/* Lists the folders in the order of the search; NULL stands for a missing one. Returns
 * false if memory ran out, so that folders may be missing from the list. */
static bool
folders_open(char *folder[FOLDERS])
{
	const char *const named = getenv("VCUBE_PROFILES");

	folder[0] = named != NULL ? strdup(named) : NULL;
	folder[1] = vcube_profile_folder();
	folder[2] = strdup(PROFILES_INSTALLED);
	folder[3] = *PROFILES_SOURCES != '\0' ? strdup(PROFILES_SOURCES) : NULL;
	return (named == NULL || folder[0] != NULL) && folder[2] != NULL &&
	       (*PROFILES_SOURCES == '\0' || folder[3] != NULL);
}

static void
folders_close(char *folder[FOLDERS])
{
	for (int i = 0; i < FOLDERS; i++)
		free(folder[i]);
}

/* A growing list of names. */
struct names {
	char **name;
	int count;
};

static bool
add(struct names *names, const char *name, size_t length)
{
	char **more;

	for (int i = 0; i < names->count; i++)
		if (strncmp(names->name[i], name, length) == 0 && names->name[i][length] == '\0')
			return true;
	more = realloc(names->name, ((size_t)names->count + 1) * sizeof *more);
	if (more == NULL)
		return false;
	names->name = more;
	return (names->name[names->count++] = strndup(name, length)) != NULL;
}

static bool
add_folder(struct names *names, const char *path)
{
	DIR *const folder = path != NULL ? opendir(path) : NULL;
	bool well = true;

	if (folder == NULL)
		return true;
	for (struct dirent *entry; well && (entry = readdir(folder)) != NULL;) {
		const size_t length = strlen(entry->d_name), suffix = strlen(SUFFIX);

		if (length > suffix && entry->d_name[0] != '.' &&
		    strcmp(entry->d_name + length - suffix, SUFFIX) == 0)
			well = add(names, entry->d_name, length - suffix);
	}
	closedir(folder);
	return well;
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Copies array and names into one block that the caller frees; ends with NULL. */
static char **
pack(const struct names *names)
{
	size_t bytes = ((size_t)names->count + 1) * sizeof *names->name;
	char **packed, *end;

	for (int i = 0; i < names->count; i++)
		bytes += strlen(names->name[i]) + 1;
	packed = malloc(bytes);
	if (packed == NULL)
		return NULL;
	end = (char *)(packed + names->count + 1);
	for (int i = 0; i < names->count; i++) {
		packed[i] = end;
		end = stpcpy(end, names->name[i]) + 1;
	}
	packed[names->count] = NULL;
	return packed;
}

char **
vcube_profile_names(void)
{
	struct names names = {NULL, 0};
	char *folder[FOLDERS], **packed = NULL;
	bool well = true;

	well = folders_open(folder);
	for (int i = 0; i < FOLDERS && well; i++)
		well = add_folder(&names, folder[i]);
	folders_close(folder);
	if (well && names.count > 0)
		qsort(names.name, (size_t)names.count, sizeof *names.name, by_name);
	if (well)
		packed = pack(&names);
	for (int i = 0; i < names.count; i++)
		free(names.name[i]);
	free(names.name);
	return packed;
}

static int
unknown(const char *name, struct vcube_error *error)
{
	char **const names = vcube_profile_names();
	char list[300] = "", meant[VCUBE_NEAREST_ROOM];

	for (int i = 0; names != NULL && names[i] != NULL; i++)
		vc_list_add(list, sizeof list, names[i]);
	free(names);
	return vc_error(error, VCUBE_EUNKNOWN, "profile '%.60s': no such profile; there are "
			"%s; the path of a file contains a slash, as in ./mine" SUFFIX "%s", name,
			*list ? list : "none", vcube_nearest(name, list, meant));
}

/* Sets *path to the profile's file in this folder, or to NULL. Returns false if memory ran
 * out. */
static bool
look_into(const char *folder, const char *name, char **path)
{
	if (folder == NULL)
		return true;
	if (asprintf(path, "%s/%s" SUFFIX, folder, name) < 0) {
		*path = NULL;
		return false;
	}
	if (access(*path, F_OK) != 0) {
		free(*path);
		*path = NULL;
	}
	return true;
}

char *
vc_profile_find(const char *name, struct vcube_error *error)
{
	char *folder[FOLDERS], *path = NULL;
	bool well = true;

	if (strchr(name, '/') != NULL) {
		path = strdup(name);
		well = path != NULL;
	} else {
		well = folders_open(folder);
		for (int i = 0; i < FOLDERS && *name != '\0' && path == NULL && well; i++)
			well = look_into(folder[i], name, &path);
		folders_close(folder);
	}
	if (!well)
		vc_error(error, VCUBE_EHOST, "no memory for a profile");
	else if (path == NULL)
		unknown(name, error);
	return path;
}
