/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The standard output and error stream of all ranks: whole lines of a rank, never mixed with
 * those of others.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* What a rank has written of a line that has not ended. */
struct line {
	char *text;
	size_t used;
};

/* Replaces stdout and stderr, before any program is loaded; with a prefix, each line begins
 * with "[RANK] ". Returns false without memory. */
bool output_open(bool prefix);

/* Writes to one of these streams' files, as write() does, in lines of the rank's. */
ssize_t output_write(int file, const char *text, size_t bytes);

/* Writes what this rank, or the process, has not written yet. */
void output_flush(void);

#endif
