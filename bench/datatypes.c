/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Measures MPI_Pack and MPI_Unpack of derived datatypes beside loops written by hand for the
 * same data. Both in turn, so that the host's moods meet both; the median counts.
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <vcube/mpi.h>
#include "measure.h"

enum { SIDE = 64, ROWS = 1000, POINTS = 20000, DATA = SIDE * SIDE * SIDE * 8 };

struct point { char kind; short cell; int id; double x; };

/* A copy of the data of one element, to `packed` or from it */
typedef void copy_by_hand(char *data, char *packed, int unpack);

static int places[POINTS];

/* Copies one number in the direction that is asked for. */
#define MOVE(type, user, packed) \
	do { \
		if (unpack) \
			*(type *)(user) = *(const type *)(packed); \
		else \
			*(type *)(packed) = *(const type *)(user); \
	} while (0)

static void
column_by_hand(char *data, char *packed, int unpack)
{
	double *m = (double *)data, *p = (double *)packed;

	if (unpack)
		for (int i = 0; i < ROWS; i++)
			m[i * SIDE] = p[i];
	else
		for (int i = 0; i < ROWS; i++)
			p[i] = m[i * SIDE];
}

static void
make_column(MPI_Datatype *type)
{
	MPI_Type_vector(ROWS, 1, SIDE, MPI_DOUBLE, type);
}

static void
halves_by_hand(char *data, char *packed, int unpack)
{
	float *m = (float *)data, *p = (float *)packed;

	if (unpack)
		for (int i = 0; i < POINTS; i++)
			m[2 * i] = p[i];
	else
		for (int i = 0; i < POINTS; i++)
			p[i] = m[2 * i];
}

static void
make_halves(MPI_Datatype *type)
{
	MPI_Type_vector(POINTS, 1, 2, MPI_FLOAT, type);
}

/* Three doubles of each eight */
static void
triples_by_hand(char *data, char *packed, int unpack)
{
	double *m = (double *)data, *p = (double *)packed;

	for (int i = 0; i < ROWS; i++)
		for (int k = 0; k < 3; k++)
			MOVE(double, &m[8 * i + k], &p[3 * i + k]);
}

static void
make_triples(MPI_Datatype *type)
{
	MPI_Type_vector(ROWS, 3, 8, MPI_DOUBLE, type);
}

static void
points_by_hand(char *data, char *packed, int unpack)
{
	struct point *point = (struct point *)data;

	for (int i = 0; i < POINTS; i++, packed += 15) {
		MOVE(char, &point[i].kind, packed);
		if (unpack) {
			memcpy(&point[i].cell, packed + 1, 2);
			memcpy(&point[i].id, packed + 3, 4);
			memcpy(&point[i].x, packed + 7, 8);
		} else {
			memcpy(packed + 1, &point[i].cell, 2);
			memcpy(packed + 3, &point[i].id, 4);
			memcpy(packed + 7, &point[i].x, 8);
		}
	}
}

static void
make_points(MPI_Datatype *type)
{
	const int lengths[] = { 1, 1, 1, 1 };
	const MPI_Aint at[] = { offsetof(struct point, kind), offsetof(struct point, cell),
				offsetof(struct point, id), offsetof(struct point, x) };
	const MPI_Datatype types[] = { MPI_CHAR, MPI_SHORT, MPI_INT, MPI_DOUBLE };
	MPI_Datatype point;

	MPI_Type_create_struct(4, lengths, at, types, &point);
	MPI_Type_contiguous(POINTS, point, type);
	MPI_Type_free(&point);
}

/* A face of a cube, one index fixed: the last, so that each number is alone, or the second */
static void
face(MPI_Datatype *type, int fixed)
{
	const int sizes[] = { SIDE, SIDE, SIDE }, starts[] = { 0, 0, 0 };
	int subsizes[] = { SIDE, SIDE, SIDE };

	subsizes[fixed] = 1;
	MPI_Type_create_subarray(3, sizes, subsizes, starts, MPI_ORDER_C, MPI_DOUBLE, type);
}

static void
make_far_face(MPI_Datatype *type)
{
	face(type, 2);
}

static void
make_near_face(MPI_Datatype *type)
{
	face(type, 1);
}

static void
far_face_by_hand(char *data, char *packed, int unpack)
{
	double (*m)[SIDE][SIDE] = (void *)data, *p = (double *)packed;

	for (int i = 0; i < SIDE; i++)
		for (int k = 0; k < SIDE; k++)
			MOVE(double, &m[i][k][0], p++);
}

static void
near_face_by_hand(char *data, char *packed, int unpack)
{
	double (*m)[SIDE][SIDE] = (void *)data, *p = (double *)packed;

	for (int i = 0; i < SIDE; i++, p += SIDE)
		memcpy(unpack ? m[i][0] : p, unpack ? p : m[i][0], SIDE * sizeof *p);
}

static void
list_by_hand(char *data, char *packed, int unpack)
{
	double *m = (double *)data, *p = (double *)packed;

	if (unpack)
		for (int i = 0; i < POINTS; i++)
			m[places[i]] = p[i];
	else
		for (int i = 0; i < POINTS; i++)
			p[i] = m[places[i]];
}

static void
make_list(MPI_Datatype *type)
{
	MPI_Type_create_indexed_block(POINTS, 1, places, MPI_DOUBLE, type);
}

static const struct {
	const char *name;
	void (*make)(MPI_Datatype *type);
	copy_by_hand *by_hand;
} cases[] = {
	{ "column of doubles", make_column, column_by_hand },
	{ "every second float", make_halves, halves_by_hand },
	{ "three doubles of eight", make_triples, triples_by_hand },
	{ "structs of four members", make_points, points_by_hand },
	{ "face of a cube, apart", make_far_face, far_face_by_hand },
	{ "face of a cube, in rows", make_near_face, near_face_by_hand },
	{ "doubles of a list", make_list, list_by_hand },
};

enum { SAMPLES = 201 };

struct measured {
	double ours[SAMPLES], by_hand[SAMPLES];
};

static void
call(MPI_Datatype type, char *data, char *packed, int bytes, int unpack)
{
	int position = 0;

	if (unpack)
		MPI_Unpack(packed, bytes, &position, data, 1, type, MPI_COMM_SELF);
	else
		MPI_Pack(data, 1, type, packed, bytes, &position, MPI_COMM_SELF);
}

static void
measure(int i, MPI_Datatype type, char *data, char *packed, int bytes, int unpack)
{
	static struct measured m;
	double ours, by_hand;
	enum { TIMES = 8 };

	for (int sample = 0; sample < SAMPLES; sample++) {
		const double begin = measure_now();
		double middle;

		for (int k = 0; k < TIMES; k++)
			call(type, data, packed, bytes, unpack);
		middle = measure_now();
		for (int k = 0; k < TIMES; k++)
			cases[i].by_hand(data, packed, unpack);
		m.ours[sample] = (middle - begin) / TIMES;
		m.by_hand[sample] = (measure_now() - middle) / TIMES;
	}
	ours = measure_median(m.ours, SAMPLES);
	by_hand = measure_median(m.by_hand, SAMPLES);
	printf("%-28s %-6s %8d %14.1f %14.1f %8.2f\n", cases[i].name, unpack ? "unpack" : "pack",
	       bytes, ours, by_hand, ours / by_hand);
}

/* The two agree, or the times mean nothing. */
static int
check(int i, MPI_Datatype type, char *data, char *packed, int bytes)
{
	char *other = calloc(1, (size_t)bytes);
	int same;

	if (!other)
		return 0;
	call(type, data, packed, bytes, 0);
	cases[i].by_hand(data, other, 0);
	same = memcmp(packed, other, (size_t)bytes) == 0;
	free(other);
	if (!same)
		fprintf(stderr, "datatypes: %s: packed other data\n", cases[i].name);
	return same;
}

static int
measure_all(int argc, char **argv)
{
	char *data = malloc(DATA), *packed = malloc(DATA);
	int good = data && packed;

	MPI_Init(&argc, &argv);
	for (int i = 0; good && i < DATA; i++)
		data[i] = (char)(i * 7 + i / 256);
	for (int i = 0; i < POINTS; i++)
		places[i] = (int)((long)i * 7919 % (DATA / 8));
	printf("%-28s %-6s %8s %14s %14s %8s\n", "data", "", "bytes", "ns", "ns by hand", "ratio");
	for (int i = 0; good && i < (int)(sizeof cases / sizeof *cases); i++) {
		MPI_Datatype type;
		int bytes;

		cases[i].make(&type);
		MPI_Type_commit(&type);
		MPI_Type_size(type, &bytes);
		good = check(i, type, data, packed, bytes);
		for (int unpack = 0; good && unpack < 2; unpack++)
			measure(i, type, data, packed, bytes, unpack);
		MPI_Type_free(&type);
	}
	MPI_Finalize();
	free(data);
	free(packed);
	return !good;
}

int
main(int argc, char **argv)
{
	return vcube_mpi_run("full:1", measure_all, argc, argv);
}
