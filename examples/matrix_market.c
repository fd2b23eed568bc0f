/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "input.h"
#include "matrix_market.h"

/* The first line, as indices of these lists */
struct kind {
	enum { COORDINATE, ARRAY } format;
	enum { REAL, INTEGER, PATTERN } field;
	enum { GENERAL, SYMMETRIC, SKEW } symmetry;
};

static const char *const formats[] = {"coordinate", "array", NULL};
static const char *const fields[] = {"real", "integer", "pattern", NULL};
static const char *const symmetries[] = {"general", "symmetric", "skew-symmetric", NULL};

struct reader {
	struct input in;
	struct kind kind;
	struct matrix *a;
	size_t room;                    /* entries that fit the memory */
};

/* Reads the next word of the first line; returns its index in the list. */
static int
keyword(struct input *in, const char *const *list, const char *what)
{
	char all[100] = "";

	input_more(in);
	for (int i = 0; list[i]; i++) {
		const size_t length = strlen(list[i]);

		if (strncasecmp(in->at, list[i], length) == 0 && strchr(" \t\r\n", in->at[length])) {
			in->at += length;
			return i;
		}
		strcat(strcat(all, i ? ", " : ""), list[i]);
	}
	input_refuse(in, "the %s should be one of %s, not '%.*s'", what, all,
		     (int)strcspn(in->at, " \t\r\n"), in->at);
}

static void
read_kind(struct reader *r)
{
	static const char banner[] = "%%MatrixMarket matrix ";
	struct input *const in = &r->in;

	if (!input_line(in) || strncasecmp(in->at, banner, strlen(banner)) != 0) {
		in->number = 1;
		input_refuse(in, "the first line of a Matrix Market file begins with '%s'", banner);
	}
	in->at += strlen(banner);
	r->kind.format = keyword(in, formats, "format");
	r->kind.field = keyword(in, fields, "field");
	r->kind.symmetry = keyword(in, symmetries, "symmetry");
	input_done(in);
	if (r->kind.format == ARRAY && r->kind.field == PATTERN)
		input_refuse(in, "an array has values: its field is real or integer, not pattern");
}

/* Reads the line of sizes; returns how many entries the file has. */
static size_t
read_size(struct reader *r)
{
	struct input *const in = &r->in;
	struct matrix *const a = r->a;

	if (!input_next(in))
		input_refuse(in, "the file ends before the line of sizes");
	a->rows = (size_t)input_whole(in, "the number of rows", 1, MATRIX_SIDE_MAX);
	a->columns = (size_t)input_whole(in, "the number of columns", 1, MATRIX_SIDE_MAX);
	if (r->kind.symmetry != GENERAL && a->rows != a->columns)
		input_refuse(in, "a matrix that is %s is square, not %zu x %zu",
			     symmetries[r->kind.symmetry], a->rows, a->columns);
	if (r->kind.format == ARRAY) {
		input_done(in);
		return r->kind.symmetry == GENERAL ? a->rows * a->columns
			: r->kind.symmetry == SYMMETRIC ? a->rows * (a->rows + 1) / 2
			: a->rows * (a->rows - 1) / 2;
	}
	return (size_t)input_whole(in, "the number of entries", 0, (long)(a->rows * a->columns));
}

static void
append(struct reader *r, size_t row, size_t column, double value)
{
	struct matrix *const a = r->a;

	if (a->count == r->room)
		a->entry = more(r->in.setup, a->entry, r->room *= 2, sizeof *a->entry);
	a->entry[a->count++] = (struct matrix_entry){(uint32_t)row, (uint32_t)column, value};
}

/* Adds an entry and, for a symmetric matrix, its mirror image across the diagonal. */
static void
add(struct reader *r, size_t row, size_t column, double value)
{
	append(r, row, column, value);
	if (r->kind.symmetry != GENERAL && row != column)
		append(r, column, row, r->kind.symmetry == SKEW ? -value : value);
}

static double
read_value(struct reader *r)
{
	const long most = 1L << 53;     /* a double holds integers up to this exactly */

	return r->kind.field == PATTERN ? 1
		: r->kind.field == INTEGER ? (double)input_whole(&r->in, "an integer value", -most, most)
		: input_real(&r->in, "a real value");
}

static void
read_coordinate(struct reader *r)
{
	struct input *const in = &r->in;
	const size_t row = (size_t)input_whole(in, "a row", 1, (long)r->a->rows) - 1;
	const size_t column = (size_t)input_whole(in, "a column", 1, (long)r->a->columns) - 1;

	if (r->kind.symmetry == SYMMETRIC && column > row)
		input_refuse(in, "a symmetric matrix has only entries of its lower half: no column beyond the row");
	if (r->kind.symmetry == SKEW && column >= row)
		input_refuse(in, "a skew-symmetric matrix has only entries below the diagonal");
	add(r, row, column, read_value(r));
}

/* Reads an element of an array, which goes down the columns: from the top, from the diagonal,
 * or from below it. */
static void
read_element(struct reader *r, size_t *row, size_t *column)
{
	add(r, *row, *column, read_value(r));
	if (++*row == r->a->rows) {
		++*column;
		*row = r->kind.symmetry == GENERAL ? 0
			: *column + (r->kind.symmetry == SKEW);
	}
}

void
matrix_read(const struct setup *setup, const char *path, struct matrix *a)
{
	struct reader r = {.a = a, .room = 64};
	size_t wanted, row, column = 0;

	*a = (struct matrix){.entry = more(setup, NULL, r.room, sizeof *a->entry)};
	input_open(&r.in, setup, path, '%');
	read_kind(&r);
	wanted = read_size(&r);
	input_done(&r.in);
	row = r.kind.symmetry == SKEW;
	for (size_t i = 0; i < wanted; i++) {
		if (!input_next(&r.in))
			input_refuse(&r.in, "the file ends after %zu of %zu entries", i, wanted);
		if (r.kind.format == COORDINATE)
			read_coordinate(&r);
		else
			read_element(&r, &row, &column);
		input_done(&r.in);
	}
	if (input_next(&r.in))
		input_refuse(&r.in, "more than the %zu entries of the line of sizes", wanted);
	input_close(&r.in);
}

void
matrix_write(FILE *file, const double *a, size_t rows, size_t columns)
{
	fprintf(file, "%%%%MatrixMarket matrix array real general\n%zu %zu\n", rows, columns);
	for (size_t j = 0; j < columns; j++)
		for (size_t i = 0; i < rows; i++)
			fprintf(file, "%.17g\n", a[i * columns + j]);
}
