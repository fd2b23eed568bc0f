/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes a file that the user named. The file takes its name when it is complete: until
 * then an old file of that name stays, and an interrupted command leaves nothing else.
 * One at a time.
 */
#ifndef ATOMIC_FILE_H
#define ATOMIC_FILE_H

#include <stdbool.h>
#include <stdio.h>

struct atomic_file {
	const char *path;       /* as given; "-" is the standard output */
	char *name;             /* the name until it is complete; others may open it */
	FILE *stream;
};

/* Both end the process with a sentence if the file cannot be written. A process that ends
 * before the file is closed leaves none. */
/* Open the file; call this before the work whose result goes there. */
void atomic_file_open(struct atomic_file *file, const char *path);
/* Give the file its name, or remove it if it is not wanted. */
void atomic_file_close(struct atomic_file *file, bool wanted);

/* Refuse an option's output file if it is `other`, an input or another output, which `what` says.
 * Either path may be NULL. */
void atomic_file_apart(const char *option, const char *path, const char *other, const char *what);

#endif
