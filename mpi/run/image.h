/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The file of a program: read, and judged whether copies of it can be loaded.
 */
#ifndef IMAGE_H
#define IMAGE_H

#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <vcube/error.h>
#include "own.h"

struct image {
	char *path;                     /* absolute */
	int file;
	const unsigned char *bytes;     /* the file's, read-only */
	size_t size;
	const ElfW(Phdr) *headers;
	int count;
	ElfW(Dyn) *dynamic;             /* in `bytes` */
	size_t dynamics;
	bool has_resolvers;             /* code of its own runs while it is linked (IFUNC) */
	/* Libraries that each copy loads for itself, as the program names them */
	struct library { const char *name; struct image *image; } libraries[OWN_LIBRARIES];
	int library_count;
};

/* Opens the file. Returns 0, or an error whose sentence says why it is refused, and what to
 * do. */
int image_open(struct image *image, const char *path, struct vcube_error *error);
void image_close(struct image *image);

/* Returns the file's bytes at an address of the program, or NULL. */
const void *image_at(const struct image *image, ElfW(Addr) address);

/* Returns an entry of its table for the loader, or 0. */
ElfW(Xword) image_value(const struct image *image, ElfW(Sxword) tag);

/* Returns the name of a library that the program needs and that begins so; or NULL. */
const char *image_needs(const struct image *image, const char *beginning);

/* Lets each copy have a copy of this library: of the name by which the program needs it, found as
 * the system's loader does, or of a path. Returns 0, or an error. */
int image_add_library(struct image *image, const char *name, struct vcube_error *error);

/* Returns the address of the room for the names of such libraries, or 0. */
ElfW(Addr) image_names(const struct image *image);

/* Returns the name of the sanitizer's library that has to be loaded before all others; or
 * NULL: none. */
const char *image_sanitizer(const struct image *image);

#endif
