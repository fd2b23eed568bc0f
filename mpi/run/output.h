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

/* What a rank has written of a line that has not ended, and the file that it has put in the
 * place of its stream, or 0. */
struct line {
	char *text;
	size_t used;
	int instead;
};

/* Replaces stdout and stderr, before any program is loaded; with a prefix, each line begins
 * with "[RANK] "; or with notes, rank->printed tells what each has written to stdout. Returns false
 * without memory. */
bool output_open(bool prefix, bool notes);

/* Writes to one of these streams' files, as write() does, in lines of the rank's. */
ssize_t output_write(int file, const char *text, size_t bytes);

/* Lets what the calling rank writes to standard output or error go to this open file instead,
 * which output_end() closes; with 0, as in the beginning. */
void output_turn(int file, int instead);

/* Writes what the calling rank, which ends, has not written yet, and releases its lines. */
void output_end(void);

/* Writes what this rank, or the process, has not written yet. */
void output_flush(void);

#endif
