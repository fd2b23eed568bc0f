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
};

/* Opens the file. Returns 0, or an error whose sentence says why it is refused, and what to
 * do. */
int image_open(struct image *image, const char *path, struct vcube_error *error);
void image_close(struct image *image);

/* Returns the file's bytes at an address of the program, or NULL. */
const void *image_at(const struct image *image, ElfW(Addr) address);

/* Returns an entry of its table for the loader, or 0. */
ElfW(Xword) image_value(const struct image *image, ElfW(Sxword) tag);

/* Returns the name of the sanitizer's library that has to be loaded before all others; or
 * NULL: none. */
const char *image_sanitizer(const struct image *image);

#endif
