/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The shared libraries of a program, and which of them each rank has a copy of, as a process of MPI
 * has: those that call MPI; those that are the user's own, since the program says where they are;
 * those that need such a library; that of gfortran; and those that the user names.
 */
#ifndef NEEDS_H
#define NEEDS_H

#include "image.h"

/* A library that an image needs: an entry DT_NEEDED, in the order of its table */
struct need {
	const char *name;
	struct image *image;            /* of which each rank has a copy; NULL: all share it */
};

/* Finds them all. `apart` and `shared` name libraries as `ldd' shows them or by their paths, with
 * commas between, or are NULL: each rank has its own, with those that need it; or all ranks share
 * it, with those that it needs. Returns 0, or an error. Main thread only. */
int needs_find(struct image *program, const char *apart, const char *shared, struct vcube_error *error);

#endif
