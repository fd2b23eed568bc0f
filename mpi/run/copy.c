/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A rank's copy of the program. dlopen() loads it, since the system's loader alone knows how
 * to register thread-local storage, unwinding tables and what debuggers and sanitizers read.
 * Three things are added:
 *
 * - dlopen() recognizes a file that it has loaded by its inode and by its name. So each copy
 *   is a file in memory of its own, under a name of its own.
 * - Memory is shared: once dlopen() has linked the copy, the program's own file is mapped over
 *   it, and of the data only the pages that linking has changed are kept. The file in memory
 *   is then gone, and debuggers and profilers see the program loaded many times.
 * - The copy's table of constructors is hidden from dlopen(), which would run them before the
 *   text is there, and in this thread instead of the rank's.
 *
 * A library that is apart is such a copy, too. The copies that need it do so by the name of its
 * file, which is written where their code will be.
 */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "copy.h"
#include "needs.h"

/* From this rank on, the host's limit may be why it refuses a mapping. */
#define MANY 1000

/* A tag that loaders ignore */
#define HIDDEN (DT_LOOS + 0x76)

typedef void constructor(int argc, char **argv, char **environment);
typedef void destructor(void);

static char folder[PATH_MAX / 2];         /* of the copies' files; "": there are none */
static pid_t owner;             /* the process that made it; others are copies of it */

static int
fail(struct vcube_error *error, const char *what, int number, const char *why)
{
	snprintf(error->text, sizeof error->text, "cannot %s for rank %d: %s%s", what, number, why,
		 number < MANY ? "" : "; each copy takes some 6 memory mappings, and `sysctl "
		 "vm.max_map_count' shows and sets how many a process may have");
	return error->code = VCUBE_EHOST;
}

/* Addresses of a page's beginning and end */
static uintptr_t
page_down(uintptr_t address)
{
	return address & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
}

static uintptr_t
page_up(uintptr_t address)
{
	return page_down(address + (uintptr_t)sysconf(_SC_PAGESIZE) - 1);
}

/* --- the file */

static bool
write_at(int file, const void *bytes, size_t count, size_t at)
{
	for (size_t done = 0; done < count;) {
		const ssize_t n = pwrite(file, (const char *)bytes + done, count - done, (off_t)(at + done));

		if (n <= 0)
			return false;
		done += (size_t)n;
	}
	return true;
}

/* What an entry of the table for the loader shall say instead, or NULL; `*needs` were before it. */
static const char *
word_of(const struct image *image, ElfW(Sxword) tag, const struct copy *libraries, int *needs)
{
	const struct image *needed;

	if (tag == DT_RUNPATH || tag == DT_RPATH)
		return image->folders;
	if (tag != DT_NEEDED)
		return NULL;
	needed = image->needs[(*needs)++].image;
	return needed ? libraries[needed->number].name : NULL;
}

static size_t
bytes_of_words(const struct image *image, const struct copy *libraries)
{
	size_t bytes = 0;
	int needs = 0;

	for (size_t i = 0; i < image->dynamics; i++) {
		const char *word = word_of(image, image->dynamic[i].d_tag, libraries, &needs);

		bytes += word ? strlen(word) + 1 : 0;
	}
	return bytes;
}

/* Have the copy need the libraries of its rank, and find the others. */
static bool
write_words(const struct copy *copy, const struct copy *libraries, ElfW(Dyn) *table)
{
	const struct image *image = copy->image;
	const size_t wanted = bytes_of_words(image, libraries);
	const struct room room = image_room(image, wanted);
	size_t used = 0;
	bool good = room.size == wanted;
	int needs = 0;

	if (!good)
		errno = ENAMETOOLONG;
	for (size_t i = 0; i < image->dynamics && good; i++) {
		const char *word = word_of(image, table[i].d_tag, libraries, &needs);

		if (!word)
			continue;
		table[i].d_un.d_val = room.address + used - image_value(image, DT_STRTAB);
		good = write_at(copy->file, word, strlen(word) + 1, room.offset + used);
		used += strlen(word) + 1;
	}
	return good;
}

/* Does the table of versions ask something of a library that the copy needs under another name? */
static bool
is_renamed(const struct image *image, const ElfW(Verneed) *v)
{
	for (int i = 0; i < image->need_count; i++)
		if (image->needs[i].image && strcmp(image->needs[i].name, image_string(image, v->vn_file)) == 0)
			return true;
	return false;
}

/* The loader looks for the versions of a library under its own name, and there may be no such
 * library. So have it look at vcuberun, of the name "", which has none and need not. Symbols keep
 * theirs. */
static bool
write_versions(const struct copy *copy)
{
	const struct image *image = copy->image;
	const unsigned char *at = image_at(image, image_value(image, DT_VERNEED));
	const ElfW(Word) empty = 0;
	bool good = true;

	for (size_t left = at ? image_value(image, DT_VERNEEDNUM) : 0; left > 0 && good; left--) {
		const ElfW(Verneed) *v = (const void *)at;

		if (is_renamed(image, v))
			good = write_at(copy->file, &empty, sizeof empty,
					(size_t)((const unsigned char *)&v->vn_file - image->bytes));
		at += v->vn_next;
	}
	return good;
}

/* Write the table of the loader, without constructors and destructors. */
static bool
write_dynamic(const struct copy *copy, const struct copy *libraries)
{
	const struct image *image = copy->image;
	const size_t at = (size_t)((const unsigned char *)image->dynamic - image->bytes);
	ElfW(Dyn) table[image->dynamics];

	memcpy(table, image->dynamic, sizeof table);
	for (size_t i = 0; i < image->dynamics; i++)
		switch (table[i].d_tag) {
		case DT_INIT: case DT_INIT_ARRAY: case DT_INIT_ARRAYSZ:
		case DT_FINI: case DT_FINI_ARRAY: case DT_FINI_ARRAYSZ:
			table[i].d_tag = HIDDEN;
		}
	return write_words(copy, libraries, table) && write_versions(copy) &&
	       write_at(copy->file, table, sizeof table, at);
}

/* Does the loader read this segment, or run its code, before the program's file is there? */
static bool
is_read(const struct image *image, const ElfW(Phdr) *h)
{
	return h->p_flags & PF_W || image->has_resolvers ||
	       image_value(image, DT_STRTAB) - h->p_vaddr < h->p_filesz;
}

static bool
write_segments(const struct image *image, int file)
{
	if (ftruncate(file, (off_t)image->size))
		return false;
	for (int i = 0; i < image->count; i++) {
		const ElfW(Phdr) *h = &image->headers[i];

		if (h->p_type == PT_LOAD && is_read(image, h) &&
		    !write_at(file, image->bytes + h->p_offset, h->p_filesz, h->p_offset))
			return false;
	}
	return true;
}

static void
name_kept_file(const char *name, int number, char path[PATH_MAX])
{
	snprintf(path, PATH_MAX, "%s/%s.%d", folder, name, number);
}

static int
open_file(const struct image *image, int number)
{
	char path[PATH_MAX];

	if (!*folder)
		return memfd_create("copy", MFD_CLOEXEC);
	name_kept_file(basename(image->path), number, path);
	return open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
}

/* Write the copy's file. */
static bool
write_file(const struct copy *copy, const struct copy *libraries)
{
	const struct image *image = copy->image;
	bool good;

	if (*folder)
		good = write_at(copy->file, image->bytes, image->size, 0);
	else
		good = write_segments(image, copy->file);
	return good && write_dynamic(copy, libraries);
}

/* Write a path of the open file that no other copy has had: in binary, "./" and "/" among its
 * slashes are the copy's number. */
static void
name_file(int file, int number, char *path, size_t room)
{
	size_t used = (size_t)snprintf(path, room, "/proc/self/fd/");

	for (unsigned bits = (unsigned)number + 1; bits && used < room; bits /= 2)
		used += (size_t)snprintf(path + used, room - used, bits % 2 ? "./" : "/");
	snprintf(path + used, room - used, "%d", file);
}

/* --- sharing */

/* Map the program's file over a segment that nobody writes. */
static bool
share_text(const struct copy *copy, const ElfW(Phdr) *h)
{
	const uintptr_t begin = page_down(h->p_vaddr), end = page_up(h->p_vaddr + h->p_filesz);
	const int protection = (h->p_flags & PF_R ? PROT_READ : 0) | (h->p_flags & PF_X ? PROT_EXEC : 0);

	return mmap((void *)(copy->map->l_addr + begin), end - begin, protection, MAP_PRIVATE | MAP_FIXED,
		    copy->image->file, (off_t)page_down(h->p_offset)) != MAP_FAILED;
}

/* Write the pages that differ; the others stay those of the file. */
static void
copy_changes(unsigned char *to, const unsigned char *from, size_t bytes)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);

	for (size_t at = 0; at < bytes; at += page)
		if (memcmp(to + at, from + at, page) != 0)
			memcpy(to + at, from + at, page);
}

/* The same for data, with what linking has changed. */
static bool
share_data(const struct copy *copy, const ElfW(Phdr) *h)
{
	const uintptr_t begin = page_down(h->p_vaddr), end = page_up(h->p_vaddr + h->p_filesz);
	void *data = (void *)(copy->map->l_addr + begin), *linked = malloc(end - begin);
	bool good = linked != NULL;

	if (good) {
		memcpy(linked, data, end - begin);
		good = mmap(data, end - begin, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED,
			    copy->image->file, (off_t)page_down(h->p_offset)) != MAP_FAILED;
	}
	if (good)
		copy_changes(data, linked, end - begin);
	free(linked);
	return good;
}

/* Protect again what the loader had protected once it was linked. */
static bool
protect(const struct copy *copy, const ElfW(Phdr) *h)
{
	const uintptr_t begin = page_down(h->p_vaddr), end = page_down(h->p_vaddr + h->p_memsz);

	return mprotect((void *)(copy->map->l_addr + begin), end - begin, PROT_READ) == 0;
}

static bool
share(const struct copy *copy)
{
	bool good = true;

	for (int i = 0; i < copy->image->count && good; i++) {
		const ElfW(Phdr) *h = &copy->image->headers[i];

		if (h->p_type == PT_LOAD && h->p_filesz)
			good = h->p_flags & PF_W ? share_data(copy, h) : share_text(copy, h);
	}
	for (int i = 0; i < copy->image->count && good; i++)
		if (copy->image->headers[i].p_type == PT_GNU_RELRO)
			good = protect(copy, &copy->image->headers[i]);
	return good;
}

/* --- loading */

/* Leave out the path that the loader's sentence begins with: we have made it up. */
static const char *
strip(const char *sentence, const char *path)
{
	const size_t length = strlen(path);

	return strncmp(sentence, path, length) == 0 && sentence[length] == ':' ? sentence + length + 2 :
	       sentence;
}

/* Write the path of the copy's file that only this copy has. */
static void
name_copy(const struct copy *copy, int file, int number, char path[PATH_MAX])
{
	static int loaded;

	if (*folder)
		name_kept_file(basename(copy->image->path), number, path);
	else
		name_file(file, loaded++, path, PATH_MAX);
}

static int
begin_copy(struct copy *copy, const struct image *image, int number, struct vcube_error *error)
{
	char path[PATH_MAX];

	*copy = (struct copy) {
		.image = image,
		.destructors = image_value(image, DT_FINI_ARRAYSZ) / sizeof(destructor *),
		.file = open_file(image, number),
	};
	if (copy->file < 0)
		return fail(error, "copy the program", number, strerror(errno));
	name_copy(copy, copy->file, number, path);
	copy->name = strdup(path);
	return copy->name ? 0 : fail(error, "copy the program", number, strerror(errno));
}

static int
begin_copies(struct copy *copy, const struct image *image, int number, struct vcube_error *error)
{
	struct copy *libraries = calloc((size_t)image->library_count + 1, sizeof *libraries);
	int code = begin_copy(copy, image, number, error);

	copy->libraries = libraries;
	if (!libraries)
		return fail(error, "load libraries", number, strerror(errno));
	for (int i = 0; i < image->library_count; i++)
		libraries[i].file = -1;
	for (int i = 0; i < image->library_count && !code; i++)
		code = begin_copy(&libraries[i], image->libraries[i], number, error);
	return code;
}

/* Take what the loader has made of the file. */
static int
end_copy(struct copy *copy, int number, struct vcube_error *error)
{
	const struct image *image = copy->image;
	char *name;

	if (*folder ? !write_at(copy->file, image->bytes, image->size, 0) : !share(copy))
		return fail(error, "map the program", number, strerror(errno));
	/* What debuggers and sanitizers read */
	name = *folder ? NULL : strdup(image->path);
	if (name)
		copy->map->l_name = name;
	copy->own = dlsym(copy->map, OWN_SYMBOL);
	if (copy->own && copy->own->version != OWN_VERSION)
		return fail(error, "load the program", number, "another version of vcubecc linked it; "
			    "link it again");
	return 0;
}

/* Let the loader link the copy, and with it those of libraries. */
static int
link_copies(struct copy *copy, int number, struct vcube_error *error)
{
	const int count = copy->image->library_count;
	bool good = write_file(copy, copy->libraries);
	int code = 0;

	for (int i = 0; i < count && good; i++)
		good = write_file(&copy->libraries[i], copy->libraries);
	if (!good)
		return fail(error, "copy the program", number, strerror(errno));
	copy->map = dlopen(copy->name, RTLD_LAZY | RTLD_LOCAL);
	if (!copy->map)
		return fail(error, "load the program", number, strip(dlerror(), copy->name));
	for (int i = 0; i < count && !code; i++) {
		struct copy *library = &copy->libraries[i];

		library->map = dlopen(library->name, RTLD_LAZY | RTLD_NOLOAD);
		code = library->map ? end_copy(library, number, error)
				    : fail(error, "load the program", number, dlerror());
	}
	return code ? code : end_copy(copy, number, error);
}

static void
close_file(const struct copy *copy)
{
	if (copy->file >= 0)
		close(copy->file);
}

int
copy_load(struct copy *copy, const struct image *image, int number, struct vcube_error *error)
{
	int code = begin_copies(copy, image, number, error);

	if (!code)
		code = link_copies(copy, number, error);
	close_file(copy);
	for (int i = 0; copy->libraries && i < image->library_count; i++)
		close_file(&copy->libraries[i]);
	if (code)
		return code;
	if (!copy->own || !copy->own->main)
		return fail(error, "load the program", number, "it has no main()");
	return 0;
}

void
copy_free(struct copy *copy)
{
	for (int i = 0; copy->libraries && i < copy->image->library_count; i++)
		free(copy->libraries[i].name);
	free(copy->libraries);
	free(copy->name);
}

/* --- constructors and destructors */

/* The place in the copy that an entry of the program's table names, or NULL */
static void *
place(const struct copy *copy, ElfW(Sxword) tag)
{
	const ElfW(Addr) address = image_value(copy->image, tag);

	return address ? (void *)(copy->map->l_addr + address) : NULL;
}

void
copy_construct(const struct copy *copy, int argc, char **argv, char **environment)
{
	constructor *first = (constructor *)place(copy, DT_INIT);
	constructor **all = place(copy, DT_INIT_ARRAY);
	const size_t count = image_value(copy->image, DT_INIT_ARRAYSZ) / sizeof *all;

	for (int i = 0; i < copy->image->library_count; i++)
		copy_construct(&copy->libraries[i], argc, argv, environment);
	if (first)
		first(argc, argv, environment);
	for (size_t i = 0; all && i < count; i++)
		all[i](argc, argv, environment);
}

extern void __cxa_finalize(void *dso);

static void
destroy(struct copy *copy)
{
	destructor **all = place(copy, DT_FINI_ARRAY), *last = (destructor *)place(copy, DT_FINI);

	while (all && copy->destructors > 0)
		all[--copy->destructors]();
	if (last)
		last();
}

void
copy_destroy(struct copy *copy)
{
	if (copy->own->end_thread)
		copy->own->end_thread();
	__cxa_finalize(copy->own->dso);
	destroy(copy);
	for (int i = copy->image->library_count - 1; i >= 0; i--)
		destroy(&copy->libraries[i]);
}

/* --- files for debuggers */

int
copy_keep_files(struct vcube_error *error)
{
	const char *parent = getenv("TMPDIR");

	snprintf(folder, sizeof folder, "%s/vcuberun.XXXXXX", parent ? parent : "/tmp");
	owner = getpid();
	if (mkdtemp(folder))
		return 0;
	snprintf(error->text, sizeof error->text, "cannot make the folder %.500s for copies of the "
		 "program: %s; TMPDIR can name another place", folder, strerror(errno));
	*folder = '\0';
	return error->code = VCUBE_EHOST;
}

void
copy_remove_files(void)
{
	DIR *files = *folder && getpid() == owner ? opendir(folder) : NULL;

	for (struct dirent *file; files && (file = readdir(files)) != NULL;)
		unlinkat(dirfd(files), file->d_name, 0);
	if (files) {
		closedir(files);
		rmdir(folder);
	}
}
