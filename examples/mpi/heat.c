/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Heat in a plate: its left edge is hot, the others are cold. The ranks form a grid, and
 * exchange the edges of their parts before each step; columns are a strided type.
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { SIDE = 16, STEPS = 200 };        /* cells of a part in each direction */

typedef double plate[SIDE + 2][SIDE + 2];

static void
exchange_edges(plate t, MPI_Datatype column, MPI_Comm grid)
{
	int up, down, left, right;

	MPI_Cart_shift(grid, 0, 1, &up, &down);
	MPI_Cart_shift(grid, 1, 1, &left, &right);
	MPI_Sendrecv(&t[1][1], SIDE, MPI_DOUBLE, up, 0, &t[SIDE + 1][1], SIDE, MPI_DOUBLE, down, 0,
		     grid, MPI_STATUS_IGNORE);
	MPI_Sendrecv(&t[SIDE][1], SIDE, MPI_DOUBLE, down, 1, &t[0][1], SIDE, MPI_DOUBLE, up, 1,
		     grid, MPI_STATUS_IGNORE);
	MPI_Sendrecv(&t[1][1], 1, column, left, 2, &t[1][SIDE + 1], 1, column, right, 2,
		     grid, MPI_STATUS_IGNORE);
	MPI_Sendrecv(&t[1][SIDE], 1, column, right, 3, &t[1][0], 1, column, left, 3,
		     grid, MPI_STATUS_IGNORE);
}

/* Computes a step, and returns the largest change of a cell. */
static double
step(plate t, plate next)
{
	double change = 0;

	for (int i = 1; i <= SIDE; i++)
		for (int j = 1; j <= SIDE; j++) {
			next[i][j] = (t[i - 1][j] + t[i + 1][j] + t[i][j - 1] + t[i][j + 1]) / 4;
			change = fmax(change, fabs(next[i][j] - t[i][j]));
		}
	for (int i = 1; i <= SIDE; i++)
		memcpy(&t[i][1], &next[i][1], SIDE * sizeof t[i][1]);
	return change;
}

int
main(int argc, char **argv)
{
	static plate t, next;
	int size, rank, extent[2] = {0, 0}, closed[2] = {0, 0}, at[2];
	double change, largest = 0;
	MPI_Datatype column;
	MPI_Comm grid;

	MPI_Init(&argc, &argv);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	MPI_Dims_create(size, 2, extent);
	MPI_Cart_create(MPI_COMM_WORLD, 2, extent, closed, 1, &grid);
	MPI_Comm_rank(grid, &rank);
	MPI_Cart_coords(grid, rank, 2, at);
	MPI_Type_vector(SIDE, 1, SIDE + 2, MPI_DOUBLE, &column);
	MPI_Type_commit(&column);
	for (int i = 0; at[1] == 0 && i < SIDE + 2; i++)
		t[i][0] = 100;
	for (int i = 0; i < STEPS; i++) {
		exchange_edges(t, column, grid);
		change = step(t, next);
		MPI_Allreduce(&change, &largest, 1, MPI_DOUBLE, MPI_MAX, grid);
	}
	if (rank == 0)
		printf("%d by %d parts; in step %d no cell changed by more than %.4f degrees\n",
		       extent[0], extent[1], STEPS, largest);
	MPI_Type_free(&column);
	MPI_Comm_free(&grid);
	MPI_Finalize();
	return 0;
}
