/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * y = A x, y' = x' A and A += u x' on emulated nodes, with A from a Matrix Market file; the
 * nodes' program is in matvec_nodes.c. Compares the result with one processor's, element by
 * element; it may differ by rounding in another order.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "input.h"
#include "matvec.h"

static const char usage[] =
	"usage: matvec [OPTION].. FILE\n"
	"\n"
	"Multiplies or updates the matrix in a Matrix Market file on an array of nodes.\n"
	"\n"
	"  -m, --multiply WHAT       matvec: y = A x (default); vecmat: y' = x' A;\n"
	"                            rank1: A += u x'\n"
	"  -g, --grid ROWSxCOLUMNS   the array of nodes; or rows or columns, which partition A by\n"
	"                            rows or by columns (default: as square as possible)\n"
	"      --order row|column    numbering of the array's nodes (default column)\n"
	"      --storage row|column  storage of each node's part of A (default row)\n"
	"  -x FILE                   the vector x, another such file (default 1, 2 .. 10, 1 ..)\n"
	"  -u FILE                   the vector u of rank1 (default 1, 2 .. 10, 1 ..)\n"
	"  -a, --allgather HOW       algorithm, such as cycle or dcycles:order=gray\n"
	"  -r, --reduce-scatter HOW  algorithm (vcube list algorithms)\n";

enum { OPTION_ORDER = OWN_OPTIONS, OPTION_STORAGE };

static const struct option options[] = {
	MACHINE_OPTIONS,
	{ "multiply", required_argument, NULL, 'm' },
	{ "grid", required_argument, NULL, 'g' },
	{ "order", required_argument, NULL, OPTION_ORDER },
	{ "storage", required_argument, NULL, OPTION_STORAGE },
	{ "allgather", required_argument, NULL, 'a' },
	{ "reduce-scatter", required_argument, NULL, 'r' },
	{ 0 }
};

static const struct { const char *name, *text; } operations[] = {
#define X(constant, name, text) { name, text },
	OPERATIONS(X)
#undef X
};

struct request {
	const char *grid, *x, *u;
};

static enum operation
operation(const struct setup *s, const char *name)
{
	for (int i = 0; i < OPERATION_COUNT; i++)
		if (strcmp(name, operations[i].name) == 0)
			return (enum operation)i;
	refuse(s, "--multiply takes matvec, vecmat or rank1, not '%s'", name);
}

static bool
is_column(const struct setup *s, const char *option, const char *word)
{
	if (strcmp(word, "row") != 0 && strcmp(word, "column") != 0)
		refuse(s, "--%s takes row or column, not '%s'", option, word);
	return word[0] == 'c';
}

static void
parse(struct setup *s, struct job *job, struct request *r, int argc, char **argv)
{
	int letter;

	while ((letter = getopt_long(argc, argv, MACHINE_LETTERS "m:g:x:u:a:r:", options, NULL)) != -1)
		switch (letter) {
		case 'm':
			job->operation = operation(s, optarg);
			break;
		case 'g':
			r->grid = optarg;
			break;
		case OPTION_ORDER:
			job->by_columns = is_column(s, "order", optarg);
			break;
		case OPTION_STORAGE:
			job->store_columns = is_column(s, "storage", optarg);
			break;
		case 'x':
			r->x = optarg;
			break;
		case 'u':
			r->u = optarg;
			break;
		case 'a':
			job->gather = optarg;
			break;
		case 'r':
			job->reduce = optarg;
			break;
		default:
			setup_option(s, letter, optarg);
		}
	setup_algorithm(s, VCUBE_ALLGATHER, job->gather);
	setup_algorithm(s, VCUBE_REDUCE_SCATTER, job->reduce);
	if (argc - optind != 1)
		refuse(s, "name one Matrix Market file; see --help");
}

/* Sets the shape of the array of nodes. */
static void
shape(const struct setup *s, struct job *job, const char *grid)
{
	const int nodes = setup_nodes(s);
	char end;

	job->rows = nodes;
	job->columns = 1;
	if (!grid) {
		for (int i = 1; i * i <= nodes; i++)
			job->columns = nodes % i == 0 ? i : job->columns;
		job->rows = nodes / job->columns;
	} else if (strcmp(grid, "columns") == 0) {
		job->rows = 1;
		job->columns = nodes;
	} else if (strcmp(grid, "rows") != 0 &&
		   sscanf(grid, "%dx%d%c", &job->rows, &job->columns, &end) != 2) {
		refuse(s, "--grid takes rows, columns, or a shape such as 4x2, not '%s'", grid);
	}
	if (job->rows < 1 || job->columns < 1 || (long)job->rows * job->columns != nodes)
		refuse(s, "an array of %d x %d nodes does not fit the machine's %d", job->rows,
		       job->columns, nodes);
}

static double *
vector(const struct setup *s, const char *path, size_t length)
{
	double *const v = more(s, NULL, length, sizeof *v);
	struct matrix file = { 0 };

	for (size_t i = 0; i < length; i++)
		v[i] = path ? 0 : (double)(1 + i % 10);
	if (!path)
		return v;
	matrix_read(s, path, &file);
	if (file.rows != length || file.columns != 1)
		refuse(s, "%s: the vector should be %zu x 1, not %zu x %zu", path, length, file.rows,
		       file.columns);
	for (size_t i = 0; i < file.count; i++)
		v[file.entry[i].row] += file.entry[i].value;
	free(file.entry);
	return v;
}

static int
row_first(const void *a, const void *b)
{
	const struct matrix_entry *const x = a, *const y = b;

	return x->row != y->row ? (x->row > y->row) - (x->row < y->row)
				: (x->column > y->column) - (x->column < y->column);
}

static int
column_first(const void *a, const void *b)
{
	const struct matrix_entry *const x = a, *const y = b;

	return x->column != y->column ? (x->column > y->column) - (x->column < y->column)
				      : (x->row > y->row) - (x->row < y->row);
}

/* Computes the serial result, and for each element the sum of its terms' absolute values. */
static void
reference(const struct job *job, double *y, double *size)
{
	const struct matrix *const a = &job->a;

	for (size_t i = 0; job->operation == RANK1 && i < a->rows * a->columns; i++) {
		y[i] = job->u[i / a->columns] * job->x[i % a->columns];
		size[i] = fabs(y[i]);
	}
	for (const struct matrix_entry *e = a->entry; e < a->entry + a->count; e++) {
		const size_t to = job->operation == MATVEC ? e->row : job->operation == VECMAT ? e->column
			: e->row * a->columns + e->column;
		const double term = job->operation == MATVEC ? e->value * job->x[e->column]
			: job->operation == VECMAT ? e->value * job->x[e->row] : e->value;

		y[to] += term;
		size[to] += fabs(term);
	}
}

/* Compares the results: a sum of n terms may be off by about n roundings of its size. */
static int
check(const struct setup *s, const struct job *job, size_t length)
{
	double *const y = more(s, NULL, length, sizeof *y), *const size = more(s, NULL, length, sizeof *size);
	const double terms = (double)(job->a.rows + job->a.columns + (size_t)setup_nodes(s));
	double worst = 0;
	size_t wrong = 0;

	memset(y, 0, length * sizeof *y);
	memset(size, 0, length * sizeof *size);
	reference(job, y, size);
	for (size_t i = 0; i < length; i++) {
		const double error = fabs(job->y[i] - y[i]);

		wrong += !(error <= terms * DBL_EPSILON * size[i]);
		worst = fmax(worst, error);
	}
	free(y);
	free(size);
	return verdict(wrong == 0, "of %zu elements, %zu differ from the serial result by more than "
		       "rounding, by %.3g at most", length, wrong, worst);
}

/* Writes y, or A as an array, which goes down the columns. */
static void
write_result(const struct setup *s, const struct job *job, size_t length)
{
	const size_t columns = job->operation == RANK1 ? job->a.columns : 1, rows = length / columns;
	FILE *const file = output_open(s);

	matrix_write(file, job->y, rows, columns);
	output_close(s, file);
}

int
main(int argc, char **argv)
{
	struct setup s = { .name = "matvec", .usage = usage };
	struct job job = { .by_columns = true };
	struct request r = { 0 };
	size_t length;
	int status;

	parse(&s, &job, &r, argc, argv);
	setup_open(&s);
	shape(&s, &job, r.grid);
	matrix_read(&s, argv[optind], &job.a);
	qsort(job.a.entry, job.a.count, sizeof *job.a.entry, job.store_columns ? column_first : row_first);
	job.x = vector(&s, r.x, job.operation == VECMAT ? job.a.rows : job.a.columns);
	job.u = vector(&s, job.operation == RANK1 ? r.u : NULL, job.a.rows);
	length = job.operation == MATVEC ? job.a.rows : job.operation == VECMAT ? job.a.columns
		: job.a.rows * job.a.columns;
	job.y = more(&s, NULL, length, sizeof *job.y);
	memset(job.y, 0xff, length * sizeof *job.y);            /* NaN until the result arrives */
	job.log = s.log;

	printf("%s, A is %zu x %zu with %zu entries (%s), on %d x %d nodes numbered by %s\n",
	       operations[job.operation].text, job.a.rows, job.a.columns, job.a.count, argv[optind],
	       job.rows, job.columns, job.by_columns ? "columns" : "rows");
	setup_run(&s, matvec_program, &job);
	if (s.output)
		write_result(&s, &job, length);
	status = check(&s, &job, length);
	free(job.a.entry);
	free(job.x);
	free(job.u);
	free(job.y);
	setup_close(&s);
	return status;
}
