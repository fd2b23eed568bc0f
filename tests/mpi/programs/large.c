/* SPDX-License-Identifier: BSD-2-Clause */
/* Combines large operands by an operator of its own: the library keeps some on their way. */
#include <mpi.h>
#include <stdlib.h>

enum { COUNT = 5 << 20 };

static void
add(void *in, void *inout, int *count, MPI_Datatype *type)
{
	(void)type;
	for (int i = 0; i < *count; i++)
		((int *)inout)[i] += ((int *)in)[i];
}

int
main(int argc, char **argv)
{
	int *in = calloc(COUNT, sizeof *in), *out = calloc(COUNT, sizeof *out);
	int size, wrong = in == NULL || out == NULL;
	MPI_Op op;

	MPI_Init(&argc, &argv);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	MPI_Op_create(add, 1, &op);
	for (int i = 0; i < COUNT && !wrong; i++)
		in[i] = i;
	MPI_Allreduce(in, out, COUNT, MPI_INT, op, MPI_COMM_WORLD);
	for (int i = 0; i < COUNT && !wrong; i++)
		wrong = out[i] != i * size;
	MPI_Op_free(&op);
	MPI_Finalize();
	return wrong;
}
