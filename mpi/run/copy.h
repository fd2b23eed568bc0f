/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A rank's copy of the program: data of its own, text shared with the other copies.
 */
#ifndef COPY_H
#define COPY_H

#include <link.h>
#include "image.h"
#include "own.h"

struct copy {
	const struct image *image;
	struct link_map *map;
	const struct own *own;          /* NULL: it is a library without one */
	size_t destructors;             /* of the copy that have not run yet */
	int file;                       /* while it is being loaded; or -1 */
	char *name;                     /* by which the loader knows it */
	struct copy *libraries;         /* of the program: those that are apart */
};

/*
 * Loads a copy, with its libraries; none of its code has run then, unless the program has
 * resolvers. Returns 0, or VCUBE_EHOST with a sentence. One thread at a time may call it, with
 * another `number` each time. A copy stays until the process ends.
 */
int copy_load(struct copy *copy, const struct image *image, int number, struct vcube_error *error);

/* Releases what describes the copy, which stays loaded. */
void copy_free(struct copy *copy);

/* Runs the constructors, and what a process runs in exit(): thread_local destructors, atexit()
 * handlers, destructors. One that is running or has run is not run again. */
void copy_construct(const struct copy *copy, int argc, char **argv, char **environment);
void copy_destroy(struct copy *copy);

/* Called before any copy is loaded, for debuggers that read a copy's symbols while it is being
 * loaded: copies are then files, PROGRAM.RANK, in a folder that copy_remove_files() removes. They
 * share nothing. */
int copy_keep_files(struct vcube_error *error);
void copy_remove_files(void);

#endif
