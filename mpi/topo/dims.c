/* SPDX-License-Identifier: BSD-2-Clause */
/* Sizes of a balanced grid: of all with the number of nodes, the one whose largest size is the
 * least; of these the one whose second largest is, and so on. */
#include "error.h"

/* The least divisor of n, at least `from`; n divided by it `rest` times must still be possible
 * with sizes no larger than it. Fills in sizes[0 .. count - 1], falling; false: impossible. */
static bool
divide(int n, int count, int most, int sizes[])
{
	if (count == 1) {
		sizes[0] = n;
		return n <= most;
	}
	for (int size = 1; size <= n && size <= most; size++) {
		double reach = 1;

		if (n % size != 0)
			continue;
		for (int i = 0; i < count && reach < n; i++)
			reach *= size;
		if (reach < n)
			continue;
		sizes[0] = size;
		if (divide(n / size, count - 1, size, sizes + 1))
			return true;
	}
	return false;
}

MPI_FUNCTION(int, Dims_create, (int nnodes, int ndims, int dims[]))
{
	struct process *p = ENTER();
	int sizes[32], left = nnodes, open = 0, next = 0;

	if (nnodes < 1 || ndims < 0)
		return vcm_error(p, nnodes < 1 ? MPI_ERR_ARG : MPI_ERR_DIMS,
				 "%d nodes in %d dimensions", nnodes, ndims);
	for (int i = 0; i < ndims; i++) {
		if (dims[i] < 0)
			return vcm_error(p, MPI_ERR_DIMS, "size %d of dimension %d is negative",
					 dims[i], i);
		open += dims[i] == 0;
		if (dims[i] > 0 && left % dims[i] != 0)
			return vcm_error(p, MPI_ERR_DIMS, "%d nodes do not divide by the given sizes",
					 nnodes);
		if (dims[i] > 0)
			left /= dims[i];
	}
	if (open == 0)
		return left == 1 ? MPI_SUCCESS
			: vcm_error(p, MPI_ERR_DIMS, "the given sizes do not make %d nodes", nnodes);
	/* an int has at most 30 factors, so more dimensions than that have size 1 */
	divide(left, open < 31 ? open : 31, left, sizes);
	for (int i = 0; i < ndims; i++)
		if (dims[i] == 0) {
			dims[i] = next < 31 ? sizes[next] : 1;
			next++;
		}
	return MPI_SUCCESS;
}
