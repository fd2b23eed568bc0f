/* SPDX-License-Identifier: BSD-2-Clause */
/* Cartesian grids. Ranks count in row-major order, so the last coordinate runs first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "coll.h"
#include "reorder.h"
#include "topology.h"
#include "wrong.h"

static void
coords_of(const struct topology *t, int rank, int coords[])
{
	for (int i = t->dimensions; i-- > 0; rank /= t->sizes[i])
		coords[i] = rank % t->sizes[i];
}

/* Returns the rank at these coordinates, MPI_PROC_NULL outside of the grid. */
static int
rank_of(const struct topology *t, const int coords[])
{
	int rank = 0;

	for (int i = 0; i < t->dimensions; i++) {
		const int size = t->sizes[i];
		int at = coords[i];

		if (t->periodic[i])
			at = (at % size + size) % size;
		else if (at < 0 || at >= size)
			return MPI_PROC_NULL;
		rank = rank * size + at;
	}
	return rank;
}

/* Returns the rank `by` steps away from the process. */
static int
neighbor(const struct topology *t, int dimension, int by)
{
	int rank;

	t->coords[dimension] += by;
	rank = rank_of(t, t->coords);
	t->coords[dimension] -= by;
	return rank;
}

/* The neighbors of neighborhood collectives: in each dimension the one below, then the one
 * above. */
static bool
set_neighbors(struct topology *t)
{
	struct neighbors *n = &t->neighbors;

	n->sources_count = n->destinations_count = 2 * t->dimensions;
	n->sources = malloc((size_t)n->sources_count * sizeof *n->sources + 1);
	n->destinations = malloc((size_t)n->sources_count * sizeof *n->destinations + 1);
	if (n->sources == NULL || n->destinations == NULL)
		return false;
	for (int i = 0; i < n->sources_count; i++)
		n->sources[i] = n->destinations[i] = neighbor(t, i / 2, i % 2 ? 1 : -1);
	return true;
}

static struct topology *
new_grid(int dimensions, const int sizes[], const int periodic[], int rank)
{
	struct topology *t = vcm_topology_new(MPI_CART);

	if (t == NULL)
		return NULL;
	t->dimensions = dimensions;
	t->sizes = vcm_copy_list(sizes, dimensions);
	t->periodic = vcm_copy_list(periodic, dimensions);
	t->coords = vcm_copy_list(sizes, dimensions);
	if (t->sizes != NULL && t->periodic != NULL && t->coords != NULL) {
		coords_of(t, rank, t->coords);
		if (set_neighbors(t))
			return t;
	}
	vcm_topology_drop(t);
	return NULL;
}

/* Checks the sizes; *nodes is the number of nodes of the grid. */
static int
check(struct process *p, struct comm *c, int dimensions, const int sizes[], int *nodes)
{
	int64_t product = 1;

	if (c->inter)
		return vcm_comm_error(p, c, MPI_ERR_COMM, "it is an intercommunicator");
	if (dimensions < 0)
		return vcm_comm_error(p, c, MPI_ERR_DIMS, "the number of dimensions is %d; it must "
				      "be 0 or more", dimensions);
	for (int i = 0; i < dimensions; i++) {
		if (sizes[i] <= 0)
			return vcm_comm_error(p, c, MPI_ERR_DIMS, "size %d of dimension %d is not positive",
					      sizes[i], i);
		if (product <= c->size)
			product *= sizes[i];
	}
	if (product > c->size)
		return vcm_comm_error(p, c, MPI_ERR_DIMS,
				      "the grid has more nodes than the communicator's %d ranks",
				      c->size);
	*nodes = (int)product;
	return MPI_SUCCESS;
}

/* Makes the communicator of the processes of this color, with a grid of theirs. */
static int
create(struct process *p, struct comm *c, int tag, int color, int key, int dimensions,
       const int sizes[], const int periodic[], MPI_Comm *comm)
{
	struct comm *made;
	const int code = vcm_divide(p, c, tag, color, key, &made);

	*comm = MPI_COMM_NULL;
	if (code != MPI_SUCCESS || made == NULL)
		return code;
	made->topology = new_grid(dimensions, sizes, periodic, made->rank);
	if (made->topology == NULL) {
		vcm_object_drop(p, made);
		return vcm_no_room_for_comm(p);
	}
	*comm = ((struct comm *)vcm_object_give(p, made))->handle;
	return MPI_SUCCESS;
}

/* Writes the Gray mapping that suits a grid on a hypercube, if there is one. */
static void
gray_mapping(int dimensions, const int sizes[], char *text, size_t room)
{
	size_t used = (size_t)snprintf(text, room, "gray");
	const char *before = ":";

	for (int i = 0; i < dimensions && used < room; i++)
		if (sizes[i] > 1) {
			used += (size_t)snprintf(text + used, room - used, "%s%d", before, sizes[i]);
			before = "x";
		}
}

/* Edges to the next one in each dimension; those to the one before are as far. */
static struct edges
edges_of(struct process *p, int nodes, int dimensions, const int sizes[], const int periodic[])
{
	int coords[dimensions + 1];
	const struct topology t = {
		.dimensions = dimensions, .sizes = (int *)sizes, .periodic = (int *)periodic,
		.coords = coords,
	};
	struct edges e = {
		.nodes = nodes, .first = vcm_memory(p, ((size_t)nodes + 1) * sizeof(int)),
		.ends = vcm_memory(p, ((size_t)nodes * (size_t)dimensions + 1) * sizeof(int)),
	};

	for (int i = 0; i <= nodes; i++)
		e.first[i] = i * dimensions;
	for (int i = 0; i < nodes * dimensions; i++) {
		coords_of(&t, i / dimensions, coords);
		e.ends[i] = neighbor(&t, i % dimensions, 1);
	}
	return e;
}

typedef int new_rank(struct process *p, const struct comm *c, const struct edges *edges,
		     const char *mapping);

/* The node of the grid that this process becomes: vcm_new_rank() or vcm_reorder(). */
static int
find_rank(struct process *p, const struct comm *c, int nodes, int dimensions, const int sizes[],
	  const int periodic[], new_rank *find)
{
	struct edges e = edges_of(p, nodes, dimensions, sizes, periodic);
	char mapping[200];
	int rank;

	gray_mapping(dimensions, sizes, mapping, sizeof mapping);
	rank = find(p, c, &e, mapping);
	free(e.first);
	free(e.ends);
	return rank;
}

MPI_FUNCTION(int, Cart_create, (MPI_Comm comm_old, int ndims, const int dims[],
	const int periods[], int reorder, MPI_Comm *comm_cart))
{
	struct process *p = ENTER();
	int nodes, tag, rank, code;

	NEED_PLACE(p, comm_cart);
	*comm_cart = MPI_COMM_NULL;
	NEED_COMM(p, c, comm_old);
	code = check(p, c, ndims, dims, &nodes);
	if (code != MPI_SUCCESS)
		return code;
	tag = vcm_agree_on_list(p, c, "dimensions", ndims, dims);
	rank = reorder ? find_rank(p, c, nodes, ndims, dims, periods, vcm_reorder) : c->rank;
	return create(p, c, tag, rank < nodes ? 0 : MPI_UNDEFINED, rank, ndims, dims, periods,
		      comm_cart);
}

/* The same places as MPI_Cart_create() has that may reorder. */
MPI_FUNCTION(int, Cart_map, (MPI_Comm comm, int ndims, const int dims[], const int periods[],
	int *newrank))
{
	struct process *p = ENTER();
	NEED_COMM(p, c, comm);
	int nodes, code;

	code = check(p, c, ndims, dims, &nodes);
	if (code == MPI_SUCCESS)
		*newrank = c->rank < nodes ? find_rank(p, c, nodes, ndims, dims, periods, vcm_new_rank)
			: MPI_UNDEFINED;
	return code;
}

/* The color are the coordinates that go, the key those that remain, as ranks. */
MPI_FUNCTION(int, Cart_sub, (MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm))
{
	struct process *p = ENTER();
	struct comm *c = vcm_comm(p, comm);
	NEED_TOPOLOGY(p, t, comm, MPI_CART);
	int code, kept = 0, color = 0, key = 0;
	int *sizes = vcm_copy_list(t->sizes, t->dimensions);
	int *periodic = vcm_copy_list(t->periodic, t->dimensions);

	if (sizes == NULL || periodic == NULL) {
		free(sizes);
		free(periodic);
		return vcm_no_room_for_comm(p);
	}
	for (int i = 0; i < t->dimensions; i++)
		if (remain_dims[i]) {
			sizes[kept] = t->sizes[i];
			periodic[kept++] = t->periodic[i];
			key = key * t->sizes[i] + t->coords[i];
		} else {
			color = color * t->sizes[i] + t->coords[i];
		}
	code = create(p, c, vcm_agree_on_list(p, c, "dimensions", t->dimensions, remain_dims), color, key,
		      kept, sizes, periodic, newcomm);
	free(sizes);
	free(periodic);
	return code;
}

MPI_FUNCTION(int, Cartdim_get, (MPI_Comm comm, int *ndims))
{
	struct process *p = ENTER();
	NEED_TOPOLOGY(p, t, comm, MPI_CART);

	*ndims = t->dimensions;
	return MPI_SUCCESS;
}

static int
too_few(struct process *p, MPI_Comm comm, int room, const struct topology *t)
{
	return vcm_comm_error(p, vcm_comm(p, comm), MPI_ERR_ARG,
			      "there is room for %d dimensions, but the grid has %d", room,
			      t->dimensions);
}

MPI_FUNCTION(int, Cart_get, (MPI_Comm comm, int maxdims, int dims[], int periods[],
	int coords[]))
{
	struct process *p = ENTER();
	NEED_TOPOLOGY(p, t, comm, MPI_CART);

	if (maxdims < t->dimensions)
		return too_few(p, comm, maxdims, t);
	for (int i = 0; i < t->dimensions; i++) {
		dims[i] = t->sizes[i];
		periods[i] = t->periodic[i] != 0;
		coords[i] = t->coords[i];
	}
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Cart_rank, (MPI_Comm comm, const int coords[], int *rank))
{
	struct process *p = ENTER();
	NEED_TOPOLOGY(p, t, comm, MPI_CART);

	*rank = rank_of(t, coords);
	if (*rank == MPI_PROC_NULL)
		return vcm_comm_error(p, vcm_comm(p, comm), MPI_ERR_ARG,
				      "the coordinates lie outside the grid");
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Cart_coords, (MPI_Comm comm, int rank, int maxdims, int coords[]))
{
	struct process *p = ENTER();
	NEED_TOPOLOGY(p, t, comm, MPI_CART);
	struct comm *c = vcm_comm(p, comm);

	if (rank < 0 || rank >= c->size)
		return vcm_comm_error(p, c, MPI_ERR_RANK, "rank %d is not in 0 .. %d", rank,
				      c->size - 1);
	if (maxdims < t->dimensions)
		return too_few(p, comm, maxdims, t);
	coords_of(t, rank, coords);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Cart_shift, (MPI_Comm comm, int direction, int disp, int *rank_source,
	int *rank_dest))
{
	struct process *p = ENTER();
	NEED_TOPOLOGY(p, t, comm, MPI_CART);

	if (direction < 0 || direction >= t->dimensions)
		return vcm_comm_error(p, vcm_comm(p, comm), MPI_ERR_DIMS,
				      "direction %d is not in 0 .. %d", direction,
				      t->dimensions - 1);
	*rank_source = neighbor(t, direction, -disp);
	*rank_dest = neighbor(t, direction, disp);
	return MPI_SUCCESS;
}
