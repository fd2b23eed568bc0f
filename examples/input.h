/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads text files line by line. A read error or a wrong line ends the process with status 2
 * and a sentence that begins with file and line.
 */
#ifndef INPUT_H
#define INPUT_H

#include <stdio.h>
#include "common.h"

struct input {
	const struct setup *setup;
	const char *path;
	FILE *file;
	char *line;             /* the last line read */
	char *at;               /* its unread rest */
	size_t room;
	long number;            /* from 1 */
	char comment;           /* begins a comment line */
};

/* Opens a file; "-" is the standard input. */
void input_open(struct input *in, const struct setup *setup, const char *path, char comment);
void input_close(struct input *in);

/* Goes to the next line; false at the end of the file. */
bool input_line(struct input *in);
/* Goes to the next line that is neither blank nor a comment. */
bool input_next(struct input *in);

/* Reads the next number in the line; messages call it `what`. */
double input_real(struct input *in, const char *what);
long input_whole(struct input *in, const char *what, long least, long most);
/* Is there more in the line? input_done() refuses more. */
bool input_more(struct input *in);
void input_done(struct input *in);

noreturn void input_refuse(const struct input *in, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Reads all lines, of `columns` numbers each, into *values, which the caller frees. A line
 * may have fewer numbers, but at least `least`: the rest are then 0. Returns the number of
 * lines. */
size_t input_table(const struct setup *setup, const char *path, int least, int columns,
		   double **values);

/* Reallocates memory for count elements, even 0; without memory the process ends. */
void *more(const struct setup *setup, void *block, size_t count, size_t size);

#endif
