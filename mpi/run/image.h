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
	struct need *needs;             /* libraries: needs.h */
	int need_count;
	bool listed;                    /* as a library: needs.c has done so; */
	bool installed;                 /* the system's loader knows where it is; */
	bool apart, shared;             /* each rank has a copy of it; or all share it, since it was asked */
	int number;                     /* of those that are apart */
	const char *folders;            /* where it finds libraries, if that depends on its own folder */
	struct image **libraries;       /* of a program: those */
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

/* Returns the string of its table that an entry for the loader names, or "". */
const char *image_word(const struct image *image, ElfW(Sxword) tag);

/* Returns the string at this place of its table, or "". */
const char *image_string(const struct image *image, ElfW(Xword) at);

/* Returns the name of the i-th library that it needs, or NULL. */
const char *image_need(const struct image *image, int i);

/* Returns the name of a library of another MPI that it needs, or NULL. */
const char *image_other_mpi(const struct image *image);

/* The same of a library, which is not judged and may be any: returns 0, or an error without a
 * sentence. Then: does it call MPI? Judges whether copies of it can be loaded. */
int image_open_library(struct image *image, const char *path);
bool image_calls_mpi(const struct image *image);
int image_check_library(struct image *image, struct vcube_error *error);

/* Room at the end of its code, where nothing is needed until it has been linked */
struct room {
	ElfW(Addr) address;
	size_t offset;                  /* in the file */
	size_t size;                    /* 0: there is not as much */
};
struct room image_room(const struct image *image, size_t wanted);

/* Writes a sentence about it; returns the error. */
int image_refuse(const struct image *image, struct vcube_error *error, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Returns the name of the sanitizer's library that has to be loaded before all others; or
 * NULL: none. */
const char *image_sanitizer(const struct image *image);

#endif
