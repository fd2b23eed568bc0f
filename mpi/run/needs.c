/* SPDX-License-Identifier: BSD-2-Clause */
/* The shared libraries of a program, and which of them each rank has a copy of. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/text.h"
#include "folders.h"
#include "needs.h"

/* Its table of units belongs to a process. Libraries may need it only to print errors: they share
 * another one. */
#define FORTRAN "libgfortran.so"

struct library {
	const char *name;               /* by which an image needs it */
	struct image *image;            /* NULL: it cannot be read, as the loader will say */
};

struct search {
	struct image *program;
	const struct link_map *last;    /* of the libraries that vcuberun has begun with */
	struct library *seen;
	int seen_count;
	struct image **all;             /* those that are needed first */
	int count;
};

/* --- files */

/* The folder that $ORIGIN stands for */
static const char *
origin_of(const struct image *image)
{
	return text("%.*s", (int)(strrchr(image->path, '/') - image->path), image->path);
}

/* A list of folders, with that of the image for $ORIGIN */
static const char *
folders_of(const struct image *image, const char *list)
{
	static const char *const words[] = { "$ORIGIN", "${ORIGIN}" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		for (const char *at; (at = strstr(list, words[i])) != NULL;)
			list = text("%.*s%s%s", (int)(at - list), list, origin_of(image), at + strlen(words[i]));
	return list;
}

/* Find it where the system's loader looks last; loads it, which does no harm. */
static const char *
find_installed(const char *name)
{
	const struct link_map *map = dlopen(name, RTLD_LAZY | RTLD_LOCAL);

	return map ? map->l_name : NULL;
}

/* Find it where the program or the user says, in the order of the system's loader. */
static const char *
find_file(const struct search *s, const struct image *by, const char *name)
{
	const char *newer = image_word(by, DT_RUNPATH), *given = getenv("LD_LIBRARY_PATH");
	const char *path = strchr(name, '/') ? name : NULL;

	if (!path && !*newer)
		path = folders_find(folders_of(by, image_word(by, DT_RPATH)), name, R_OK);
	if (!path && !*newer)
		path = folders_find(folders_of(s->program, image_word(s->program, DT_RPATH)), name, R_OK);
	if (!path && given)
		path = folders_find(given, name, R_OK);
	if (!path)
		path = folders_find(folders_of(by, newer), name, R_OK);
	return path;
}

static struct library
find(const struct search *s, const struct image *by, const char *name)
{
	const char *own = find_file(s, by, name), *path = own ? own : find_installed(name);
	struct library found = { name, path ? grow(NULL, 1, sizeof *found.image) : NULL };

	if (path && image_open_library(found.image, path))
		found.image = NULL;
	else if (path)
		found.image->installed = !own;
	return found;
}

/* A copy is in no folder. */
static void
set_folders(struct image *image)
{
	const char *newer = image_word(image, DT_RUNPATH), *list = *newer ? newer : image_word(image, DT_RPATH);

	if (strchr(list, '$'))
		image->folders = folders_of(image, list);
}

/* --- the libraries */

/* Is it one that vcuberun has begun with? All ranks share it. */
static bool
is_ours(const struct search *s, const char *name)
{
	const struct link_map *map = dlopen(name, RTLD_LAZY | RTLD_NOLOAD), *ours = s->last;

	while (map && ours && ours != map)
		ours = ours->l_prev;
	return map && ours;
}

/* Returns the library, whose place may change; or NULL: it is none of the program's. */
static const struct library *
see(struct search *s, const struct image *by, const char *name)
{
	for (int i = 0; i < s->seen_count; i++)
		if (strcmp(s->seen[i].name, name) == 0)
			return &s->seen[i];
	if (is_ours(s, name))
		return NULL;
	APPEND(s->seen, s->seen_count, find(s, by, name));
	return &s->seen[s->seen_count - 1];
}

/* Find what an image needs. */
static int
read_needs(struct search *s, struct image *image, struct vcube_error *error)
{
	const char *other = image_other_mpi(image), *name;

	if (other)
		return image_refuse(image, error, "was built for another MPI (%s); compile and link it with "
				    "vcubecc, vcubecxx or vcubefort", other);
	for (int i = 0; (name = image_need(image, i)) != NULL; i++) {
		const struct library *l = see(s, image, name);

		APPEND(image->needs, image->need_count, (struct need) { name, l ? l->image : NULL });
	}
	return 0;
}

/* List what an image needs, and then the image. */
static void
list(struct search *s, struct image *image)
{
	image->listed = true;
	for (int i = 0; i < image->need_count; i++)
		if (image->needs[i].image && !image->needs[i].image->listed)
			list(s, image->needs[i].image);
	if (image != s->program)
		APPEND(s->all, s->count, image);
}

/* The loader finds what the program needs first, then what that needs, and so on: each under one
 * name only once. */
static int
read_all(struct search *s, struct vcube_error *error)
{
	int code = read_needs(s, s->program, error);

	for (int i = 0; i < s->seen_count && !code; i++)
		if (s->seen[i].image)
			code = read_needs(s, s->seen[i].image, error);
	list(s, s->program);
	return code;
}

/* --- whose they are */

static bool
begins(const struct image *library, const char *name)
{
	return strncmp(basename(library->path), name, strlen(name)) == 0;
}

static bool
is_fortran(const struct image *library)
{
	return begins(library, FORTRAN);
}

/* Those of compilers are made for all of a process, wherever they are. */
static bool
is_of_compiler(const struct image *library)
{
	static const char *const names[] = {
		FORTRAN, "libstdc++.so", "libgcc_s.so", "libgomp.so", "libc++.so", "libc++abi.so", "libomp.so",
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (begins(library, names[i]))
			return true;
	return false;
}

/* Is it the user's, and can be copied? */
static bool
is_of_user(struct image *library)
{
	struct vcube_error error;

	return !library->installed && !is_of_compiler(library) && !image_check_library(library, &error);
}

static bool
needs_one_apart(const struct image *image)
{
	for (int i = 0; i < image->need_count; i++) {
		const struct image *library = image->needs[i].image;

		if (library && library->apart && !is_fortran(library))
			return true;
	}
	return false;
}

static bool
is_needed(const struct image *image, const struct image *library)
{
	for (int i = 0; i < image->need_count; i++)
		if (image->needs[i].image == library)
			return true;
	return false;
}

static bool
is_needed_by_copies(const struct search *s, const struct image *library)
{
	for (int i = 0; i < s->count; i++)
		if (s->all[i]->apart && is_needed(s->all[i], library))
			return true;
	return is_needed(s->program, library);
}

static void
share(struct image *library)
{
	library->apart = false;
	library->shared = true;
	for (int i = 0; i < library->need_count; i++) {
		struct image *needed = library->needs[i].image;

		if (needed && !needed->shared && !is_fortran(needed))
			share(needed);
	}
}

static void
set_apart(struct image *library)
{
	library->apart = true;
}

/* Do this with each library that the user names. */
static int
each_named(const struct search *s, const char *names, void (*act)(struct image *), struct vcube_error *error)
{
	char *words = names ? text("%s", names) : NULL, *name;

	while (words && (name = strsep(&words, ",")) != NULL) {
		int found = 0;

		for (int i = 0; i < s->seen_count; i++)
			if (s->seen[i].image && strcmp(basename(s->seen[i].name), basename(name)) == 0) {
				act(s->seen[i].image);
				found++;
			}
		if (!found)
			return image_refuse(s->program, error, "does not need the library %s; `ldd' shows what it "
					    "needs", name);
	}
	return 0;
}

/* Say which are apart, those first that others need. */
static int
divide(struct search *s, const char *apart, const char *shared, struct vcube_error *error)
{
	for (int i = 0; i < s->count; i++)
		s->all[i]->apart = image_calls_mpi(s->all[i]) || is_of_user(s->all[i]);
	if (each_named(s, apart, set_apart, error) || each_named(s, shared, share, error))
		return error->code;
	for (int i = 0; i < s->count; i++)
		if (!s->all[i]->shared && needs_one_apart(s->all[i]))
			s->all[i]->apart = true;
	for (int i = 0; i < s->count; i++)
		if (!s->all[i]->shared && is_fortran(s->all[i]) && is_needed_by_copies(s, s->all[i]))
			s->all[i]->apart = true;
	return 0;
}

/* Keep those of which there are copies. */
static int
keep(struct search *s, struct vcube_error *error)
{
	struct image *program = s->program;
	int code = 0;

	for (int i = 0; i < s->count && !code; i++) {
		struct image *library = s->all[i];

		if (!library->apart)
			continue;
		code = image_check_library(library, error);
		library->number = program->library_count;
		APPEND(program->libraries, program->library_count, library);
	}
	return code;
}

static void
forget_shared(struct image *image)
{
	for (int i = 0; i < image->need_count; i++)
		if (image->needs[i].image && !image->needs[i].image->apart)
			image->needs[i].image = NULL;
}

int
needs_find(struct image *program, const char *apart, const char *shared, struct vcube_error *error)
{
	struct search s = { .program = program, .last = dlopen(NULL, RTLD_LAZY) };
	int code;

	while (s.last->l_next)
		s.last = s.last->l_next;
	code = read_all(&s, error);
	if (!code)
		code = divide(&s, apart, shared, error);
	if (!code)
		code = keep(&s, error);
	set_folders(program);
	forget_shared(program);
	for (int i = 0; i < program->library_count; i++) {
		set_folders(program->libraries[i]);
		forget_shared(program->libraries[i]);
	}
	for (int i = 0; i < s.count; i++)
		if (!s.all[i]->apart)
			image_close(s.all[i]);
	return code;
}
