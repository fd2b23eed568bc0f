/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "input.h"

void *
more(const struct setup *setup, void *block, size_t count, size_t size)
{
	void *const longer = reallocarray(block, count ? count : 1, size);

	if (!longer)
		refuse(setup, "no memory for %zu times %zu bytes", count, size);
	return longer;
}

void
input_refuse(const struct input *in, const char *format, ...)
{
	char text[500];
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	refuse(in->setup, "%s:%ld: %s", in->path, in->number, text);
}

void
input_open(struct input *in, const struct setup *setup, const char *path, char comment)
{
	*in = (struct input){.setup = setup, .path = path, .comment = comment};
	in->file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
	if (!in->file)
		refuse(setup, "%s: %m", path);
}

void
input_close(struct input *in)
{
	if (in->file != stdin)
		fclose(in->file);
	free(in->line);
}

bool
input_line(struct input *in)
{
	ssize_t length = getline(&in->line, &in->room, in->file);

	in->at = in->line;
	if (length < 0 && !feof(in->file))
		refuse(in->setup, "%s: %m", in->path);
	if (length < 0)
		return false;
	in->number++;
	if (strlen(in->line) < (size_t)length)
		input_refuse(in, "a zero byte; is this a text file?");
	return true;
}

bool
input_next(struct input *in)
{
	while (input_line(in))
		if (input_more(in) && *in->at != in->comment)
			return true;
	return false;
}

bool
input_more(struct input *in)
{
	in->at += strspn(in->at, " \t\r\n");
	return *in->at != '\0';
}

/* Returns the length of the next word, as far as a message should repeat it. */
static int
word(const struct input *in)
{
	const size_t length = strcspn(in->at, " \t\r\n");

	return length < 60 ? (int)length : 60;
}

void
input_done(struct input *in)
{
	if (input_more(in))
		input_refuse(in, "the line should end before '%.*s'", word(in), in->at);
}

/* Does a number end here, with its word? */
static bool
ends(const char *end, const char *begin)
{
	return end > begin && strchr(" \t\r\n", *end);          /* also at the '\0' */
}

double
input_real(struct input *in, const char *what)
{
	char *end;
	double value;

	if (!input_more(in))
		input_refuse(in, "%s is missing", what);
	value = strtod(in->at, &end);
	if (!ends(end, in->at) || !isfinite(value))
		input_refuse(in, "%s is a finite number, not '%.*s'", what, word(in), in->at);
	in->at = end;
	return value;
}

long
input_whole(struct input *in, const char *what, long least, long most)
{
	char *end;
	long value;

	if (!input_more(in))
		input_refuse(in, "%s is missing", what);
	errno = 0;
	value = strtol(in->at, &end, 10);
	if (errno || !ends(end, in->at) || value < least || value > most)
		input_refuse(in, "%s is a whole number from %ld to %ld, not '%.*s'", what, least, most,
			     word(in), in->at);
	in->at = end;
	return value;
}

/* Reads the numbers of a line. */
static void
read_row(struct input *in, int least, int columns, double *row)
{
	for (int i = 0; i < columns; i++) {
		char what[40];

		snprintf(what, sizeof what, "number %d of %d", i + 1, columns);
		row[i] = i < least || input_more(in) ? input_real(in, what) : 0;
	}
	input_done(in);
}

size_t
input_table(const struct setup *setup, const char *path, int least, int columns, double **values)
{
	const size_t width = (size_t)columns;
	struct input in;
	size_t rows = 0, room = 64;

	*values = more(setup, NULL, room, width * sizeof **values);
	input_open(&in, setup, path, '#');
	while (input_next(&in)) {
		if (rows == room)
			*values = more(setup, *values, room *= 2, width * sizeof **values);
		read_row(&in, least, columns, *values + rows++ * width);
	}
	input_close(&in);
	return rows;
}
