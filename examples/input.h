/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Text files, line by line. What cannot be read, or is not as it must be, ends the
 * process with status 2 and a sentence that begins with file and line.
 */
#ifndef INPUT_H
#define INPUT_H

#include <stdio.h>
#include "common.h"

struct input {
	const struct setup *setup;
	const char *path;
	FILE *file;
	char *line;             /* the one that was read last */
	char *at;               /* what of it has not been looked at */
	size_t room;
	long number;            /* from 1 */
	char comment;           /* with which a line that says nothing begins */
};

/* "-" is the standard input. */
void input_open(struct input *in, const struct setup *setup, const char *path, char comment);
void input_close(struct input *in);

/* On to the next line; false at the end of the file. */
bool input_line(struct input *in);
/* On to the next one that is neither blank nor a comment. */
bool input_next(struct input *in);

/* The next thing in the line; `what` it is. */
double input_real(struct input *in, const char *what);
long input_whole(struct input *in, const char *what, long least, long most);
/* Is there more in the line? And: there must not be. */
bool input_more(struct input *in);
void input_done(struct input *in);

noreturn void input_refuse(const struct input *in, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* All lines, of `columns` numbers each, into *values, to be freed. A line may have
 * fewer, but no fewer than `least`: then the rest are 0. Returns how many lines. */
size_t input_table(const struct setup *setup, const char *path, int least, int columns,
		   double **values);

/* Memory for count things of this size, or the process ends. Of 0 things, too. */
void *more(const struct setup *setup, void *block, size_t count, size_t size);

#endif
