/* SPDX-License-Identifier: BSD-2-Clause */
/* What functions of Fortran convert. */
#include <string.h>
#include "convert.h"

/* As far aligned as any compiler has its common blocks */
struct vcf_places vcube_mpi_places_ __attribute__((aligned(64)));
struct vcf_texts vcube_mpi_texts_ __attribute__((aligned(64)));

static void *
memory(size_t bytes)
{
	void *block = malloc(bytes + 1);

	if (block == NULL)
		MPI_Abort(MPI_COMM_WORLD, MPI_ERR_NO_MEM);
	return block;
}

char *
vcf_string(const char *text, size_t length, bool both)
{
	char *copy = memory(length);

	while (length > 0 && text[length - 1] == ' ')
		length--;
	for (; both && length > 0 && *text == ' '; text++)
		length--;
	memcpy(copy, text, length);
	copy[length] = '\0';
	return copy;
}

void
vcf_pad(char *to, size_t length, const char *text)
{
	const size_t used = strnlen(text, length);

	memcpy(to, text, used);
	memset(to + used, ' ', length - used);
}

/* All kinds of handles have the same integers. */
void **
vcf_handles(const MPI_Fint *from, int count)
{
	void **handles = memory(count > 0 ? (size_t)count * sizeof *handles : 0);

	for (int i = 0; i < count; i++)
		handles[i] = MPI_Request_f2c(from[i]);
	return handles;
}

void
vcf_handles_end(void **handles, MPI_Fint *to, int count)
{
	for (int i = 0; to != NULL && i < count; i++)
		to[i] = MPI_Request_c2f(handles[i]);
	free(handles);
}

int
vcf_peers(MPI_Fint comm, int sends)
{
	MPI_Comm c = MPI_Comm_f2c(comm);
	int inter = 0, size = 0;

	(void)sends;
	MPI_Comm_test_inter(c, &inter);
	if (inter)
		MPI_Comm_remote_size(c, &size);
	else
		MPI_Comm_size(c, &size);
	return size;
}

int
vcf_neighbors(MPI_Fint comm, int sends)
{
	MPI_Comm c = MPI_Comm_f2c(comm);
	int kind = MPI_UNDEFINED, rank, in = 0, out = 0, weighted;

	MPI_Topo_test(c, &kind);
	if (kind == MPI_CART) {
		MPI_Cartdim_get(c, &in);
		in = out = 2 * in;
	} else if (kind == MPI_GRAPH) {
		MPI_Comm_rank(c, &rank);
		MPI_Graph_neighbors_count(c, rank, &in);
		out = in;
	} else if (kind == MPI_DIST_GRAPH) {
		MPI_Dist_graph_neighbors_count(c, &in, &out, &weighted);
	}
	return sends ? out : in;
}
