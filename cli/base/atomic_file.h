/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A file that the user named, while it is being written. It gets its name when it is
 * complete: until then what was there stays there, and if the command is interrupted,
 * nothing else does. One at a time.
 */
#ifndef ATOMIC_FILE_H
#define ATOMIC_FILE_H

#include <stdbool.h>
#include <stdio.h>
#include "base/status.h"

struct atomic_file {
	const char *path;       /* as given; "-" is the standard output */
	char *name;             /* what it is called until it is complete, for who opens it, too */
	FILE *stream;
};

/* STATUS_FINE, or STATUS_FAILED after a sentence: it cannot be written. To be asked
 * before the work whose outcome it is to have. */
enum status atomic_file_open(struct atomic_file *file, const char *path);
/* Gives it its name. Where that is not wanted, or it could not be written, it is
 * removed. */
enum status atomic_file_close(struct atomic_file *file, bool wanted);

#endif
