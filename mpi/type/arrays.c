/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parts of arrays. Each dimension, from the one whose elements are adjacent on, makes a type of
 * the one before: its blocks in the dimension, resized to the length of the whole dimension.
 */
#include "content.h"
#include "error.h"
#include "large.h"

/* The type that grows, dimension by dimension; a reference is held. */
struct growing {
	struct process *p;
	MPI_Datatype type;
	const struct datatype *old;     /* the user's, of which nothing is held */
};

static int64_t
extent_of(const struct growing *g)
{
	return vcm_type(g->type)->extent;
}

/* Replaces the type by one that is made of it, and of others if `making` names them. */
static int
grow(struct growing *g, struct making making)
{
	const MPI_Datatype before = g->type;
	int code;

	if (!making.types) {
		making.types_count = 1;
		making.types = &before;
	}
	code = vcm_type_make(g->p, &making, &g->type);
	if (vcm_type(before) != g->old)
		vcm_type_drop(g->p, vcm_type(before));
	if (code)
		g->type = MPI_DATATYPE_NULL;
	return code;
}

/* Gives the type the bounds of a dimension with `size` elements of `each` bytes. */
static int
bound(struct growing *g, int64_t size, int64_t each)
{
	const MPI_Aint bounds[] = { 0, size * each };

	return grow(g, (struct making){
		.combiner = MPI_COMBINER_RESIZED,
		.addresses_count = 2, .addresses = bounds,
	});
}

/* Before a dimension grows, so that its places can be computed. */
static int
check_bytes(const struct growing *g, int64_t size)
{
	int64_t bytes;

	if (!__builtin_mul_overflow(size, extent_of(g), &bytes))
		return 0;
	return vcm_error(g->p, MPI_ERR_COUNT, "the array would have 2^63 bytes or more");
}

/* `length` elements of a dimension of `size`, from `start` on */
static int
grow_dimension(struct growing *g, int64_t size, int64_t length, int64_t start)
{
	const int64_t each = extent_of(g);
	int code = grow(g, (struct making){
		.combiner = MPI_COMBINER_INDEXED,
		.numbers = { VCM_ONE_NUMBER(1), VCM_ONE_NUMBER(length), VCM_ONE_NUMBER(start) },
	});

	return code ? code : bound(g, size, each);
}

/* Makes the type of the call, which is one element of what has grown. */
static int
finish(struct growing *g, struct making making, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	int code;

	making.types_count = 1;
	making.types = &oldtype;
	making.inner = vcm_type(g->type);
	code = vcm_type_make(g->p, &making, newtype);
	if (making.inner != g->old)
		vcm_type_drop(g->p, making.inner);
	return code;
}

static void
abandon(struct growing *g)
{
	const struct datatype *type = vcm_type(g->type);

	if (type && type != g->old)
		vcm_type_drop(g->p, type);
}

static int
check_order(struct process *p, int ndims, int order, const void *newtype)
{
	if (ndims < 1)
		return vcm_error(p, MPI_ERR_ARG, "ndims is %d; it must be 1 or more", ndims);
	if (order != MPI_ORDER_C && order != MPI_ORDER_FORTRAN)
		return vcm_error(p, MPI_ERR_ARG, "order is %d; it must be MPI_ORDER_C or "
				 "MPI_ORDER_FORTRAN", order);
	return newtype ? 0 : vcm_error(p, MPI_ERR_ARG, "newtype is NULL");
}

/* The arguments of MPI_Type_create_subarray(); lists have one number a dimension */
struct subarray {
	int ndims, order;
	bool large;
	struct numbers sizes, subsizes, starts;
};

static int
check_subarray(struct process *p, const struct subarray *s)
{
	if (!s->sizes.list || !s->subsizes.list || !s->starts.list)
		return vcm_error(p, MPI_ERR_ARG, "one of the arrays is NULL");
	for (int i = 0; i < s->ndims; i++) {
		const intmax_t size = vcm_number(&s->sizes, i), subsize = vcm_number(&s->subsizes, i);
		const intmax_t start = vcm_number(&s->starts, i);

		if (size < 1)
			return vcm_error(p, MPI_ERR_ARG, "array_of_sizes[%d] is %jd; it must be 1 "
					 "or more", i, size);
		if (subsize < 1 || subsize > size)
			return vcm_error(p, MPI_ERR_ARG, "array_of_subsizes[%d] is %jd; it must be "
					 "from 1 to %jd, the array's size", i, subsize, size);
		if (start < 0 || start > size - subsize)
			return vcm_error(p, MPI_ERR_ARG, "array_of_starts[%d] is %jd; it must be "
					 "from 0 to %jd, the array's size minus the part's", i, start,
					 size - subsize);
	}
	return 0;
}

static int
make_subarray(struct process *p, const struct subarray *s, MPI_Datatype oldtype,
	      MPI_Datatype *newtype)
{
	struct growing g = { p, oldtype, vcm_type(oldtype) };
	int code = check_order(p, s->ndims, s->order, newtype);

	if (!code)
		code = check_subarray(p, s);
	if (!code && !g.old)
		code = vcm_no_object(p, &vcm_kind_datatype, oldtype);
	for (int k = 0; k < s->ndims && !code; k++) {
		const int i = s->order == MPI_ORDER_C ? s->ndims - 1 - k : k;
		const int64_t size = vcm_number(&s->sizes, i);

		code = check_bytes(&g, size);
		if (!code)
			code = grow_dimension(&g, size, vcm_number(&s->subsizes, i),
					      vcm_number(&s->starts, i));
	}
	if (code) {
		abandon(&g);
		return code;
	}
	return finish(&g, (struct making){
		.combiner = MPI_COMBINER_SUBARRAY, .large = s->large,
		.numbers = { VCM_ONE_NUMBER(s->ndims), s->sizes, s->subsizes, s->starts,
			     VCM_ONE_NUMBER(s->order) },
	}, oldtype, newtype);
}

MPI_FUNCTION(int, Type_create_subarray, (int ndims, const int array_of_sizes[],
	const int array_of_subsizes[], const int array_of_starts[], int order,
	MPI_Datatype oldtype, MPI_Datatype *newtype))
{
	struct process *p = ENTER();
	const bool large = vcm_large_taken();

	return make_subarray(p, &(struct subarray){
		ndims, order, large, { ndims, array_of_sizes, large },
		{ ndims, array_of_subsizes, large }, { ndims, array_of_starts, large },
	}, oldtype, newtype);
}

/* How a dimension is dealt out, and to whom: its processes, and the one that is meant */
struct share {
	int64_t size;
	int distribution, argument, processes, process;
};

static int
check_share(struct process *p, int i, const struct share *s)
{
	if (s->size < 1)
		return vcm_error(p, MPI_ERR_ARG, "array_of_gsizes[%d] is %jd; it must be 1 or "
				 "more", i, (intmax_t)s->size);
	if (s->distribution != MPI_DISTRIBUTE_NONE && s->distribution != MPI_DISTRIBUTE_BLOCK &&
	    s->distribution != MPI_DISTRIBUTE_CYCLIC)
		return vcm_error(p, MPI_ERR_ARG, "array_of_distribs[%d] is %d, which is none of "
				 "MPI_DISTRIBUTE_NONE, _BLOCK and _CYCLIC", i, s->distribution);
	if (s->processes < 1)
		return vcm_error(p, MPI_ERR_ARG, "array_of_psizes[%d] is %d; it must be 1 or "
				 "more", i, s->processes);
	if (s->distribution == MPI_DISTRIBUTE_NONE && s->processes != 1)
		return vcm_error(p, MPI_ERR_ARG, "array_of_psizes[%d] is %d; in a dimension that "
				 "is not distributed it must be 1", i, s->processes);
	if (s->argument == MPI_DISTRIBUTE_DFLT_DARG || s->distribution == MPI_DISTRIBUTE_NONE)
		return 0;
	if (s->argument < 1)
		return vcm_error(p, MPI_ERR_ARG, "array_of_dargs[%d] is %d; it must be "
				 "MPI_DISTRIBUTE_DFLT_DARG, or 1 or more", i, s->argument);
	if (s->distribution == MPI_DISTRIBUTE_BLOCK &&
	    (int64_t)s->argument * s->processes < s->size)
		return vcm_error(p, MPI_ERR_ARG, "array_of_dargs[%d] is %d, but %d blocks of that "
				 "size do not hold %jd elements", i, s->argument, s->processes,
				 (intmax_t)s->size);
	return 0;
}

/* Elements of a block: one block for each process, or blocks in turn */
static int64_t
block_size(const struct share *s)
{
	if (s->distribution == MPI_DISTRIBUTE_NONE)
		return s->size;
	if (s->argument != MPI_DISTRIBUTE_DFLT_DARG)
		return s->argument;
	if (s->distribution == MPI_DISTRIBUTE_CYCLIC)
		return 1;
	return s->size / s->processes + (s->size % s->processes > 0);
}

/* What a process has of a dimension: `count` blocks of `length`, one in each round of all
 * processes, and behind them `rest` elements of a block that is cut off. */
struct blocks {
	__int128 first, round;
	int64_t count, length, rest;
};

static struct blocks
blocks_of(const struct share *s)
{
	struct blocks b = { .length = block_size(s) };
	__int128 there, last;

	b.first = (__int128)s->process * b.length;
	b.round = (__int128)s->processes * b.length;
	there = s->size - b.first;
	if (there <= 0)
		return b;
	last = there % b.round;
	b.count = (int64_t)(there / b.round) + (last >= b.length);
	b.rest = last < b.length ? (int64_t)last : 0;
	return b;
}

/* Only what is within the dimension counts, so that no place exceeds an address. */
static int64_t
place(const struct share *s, __int128 index, int64_t each)
{
	return (index < s->size ? (int64_t)index : s->size) * each;
}

static int
grow_share(struct growing *g, const struct share *s)
{
	const struct blocks b = blocks_of(s);
	const int64_t each = extent_of(g);
	const MPI_Count lengths[] = { 1, b.rest };
	const MPI_Aint stride = place(s, b.round, each);
	const MPI_Aint places[] = { place(s, b.first, each),
				    place(s, b.first + b.count * b.round, each) };
	MPI_Datatype parts[] = { MPI_DATATYPE_NULL, g->type };
	int code = vcm_type_make(g->p, &(struct making){
		.combiner = MPI_COMBINER_HVECTOR,
		.numbers = { VCM_ONE_NUMBER(b.count), VCM_ONE_NUMBER(b.length) },
		.addresses_count = 1, .addresses = &stride,
		.types_count = 1, .types = &g->type,
	}, &parts[0]);

	if (code)
		return code;
	code = grow(g, (struct making){
		.combiner = MPI_COMBINER_STRUCT,
		.numbers = { VCM_ONE_NUMBER(2), { 2, lengths, true } },
		.addresses_count = 2, .addresses = places,
		.types_count = 2, .types = parts,
	});
	vcm_type_drop(g->p, vcm_type(parts[0]));
	return code ? code : bound(g, s->size, each);
}

/* The arguments of MPI_Type_create_darray(); lists have one number a dimension */
struct darray {
	int size, rank, ndims, order;
	bool large;
	struct numbers gsizes, distribs, dargs, psizes;
};

/* Dimension i as the process with this place among those of the dimension has it */
static struct share
share_at(const struct darray *d, int i, int process)
{
	return (struct share){ vcm_number(&d->gsizes, i), (int)vcm_number(&d->distribs, i),
			       (int)vcm_number(&d->dargs, i), (int)vcm_number(&d->psizes, i),
			       process };
}

/* Ranks are laid out over the processes of the dimensions as elements of an array in C. */
static struct share
share_of(const struct darray *d, int i)
{
	int below = 1;

	for (int k = i + 1; k < d->ndims; k++)
		below *= (int)vcm_number(&d->psizes, k);
	return share_at(d, i, d->rank / below % (int)vcm_number(&d->psizes, i));
}

static int
check_darray(struct process *p, const struct darray *d)
{
	int64_t processes = 1;

	if (!d->gsizes.list || !d->distribs.list || !d->dargs.list || !d->psizes.list)
		return vcm_error(p, MPI_ERR_ARG, "one of the arrays is NULL");
	if (d->size < 1 || d->rank < 0 || d->rank >= d->size)
		return vcm_error(p, MPI_ERR_ARG, "rank %d is not one of %d processes", d->rank,
				 d->size);
	for (int i = 0; i < d->ndims; i++) {
		const struct share share = share_at(d, i, 0);
		int code = check_share(p, i, &share);

		if (code)
			return code;
		processes *= share.processes;
		if (processes > d->size)
			break;
	}
	if (processes != d->size)
		return vcm_error(p, MPI_ERR_ARG, "the product of array_of_psizes is not %d, the "
				 "number of processes", d->size);
	return 0;
}

static int
make_darray(struct process *p, const struct darray *d, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	struct growing g = { p, oldtype, vcm_type(oldtype) };
	int code = check_order(p, d->ndims, d->order, newtype);

	if (!code)
		code = check_darray(p, d);
	if (!code && !g.old)
		code = vcm_no_object(p, &vcm_kind_datatype, oldtype);
	for (int k = 0; k < d->ndims && !code; k++) {
		const struct share share =
			share_of(d, d->order == MPI_ORDER_C ? d->ndims - 1 - k : k);

		code = check_bytes(&g, share.size);
		if (!code)
			code = grow_share(&g, &share);
	}
	if (code) {
		abandon(&g);
		return code;
	}
	return finish(&g, (struct making){
		.combiner = MPI_COMBINER_DARRAY, .large = d->large,
		.numbers = { VCM_ONE_NUMBER(d->size), VCM_ONE_NUMBER(d->rank),
			     VCM_ONE_NUMBER(d->ndims), d->gsizes, d->distribs, d->dargs, d->psizes,
			     VCM_ONE_NUMBER(d->order) },
	}, oldtype, newtype);
}

MPI_FUNCTION(int, Type_create_darray, (int size, int rank, int ndims, const int array_of_gsizes[],
	const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[],
	int order, MPI_Datatype oldtype, MPI_Datatype *newtype))
{
	struct process *p = ENTER();
	const bool large = vcm_large_taken();

	return make_darray(p, &(struct darray){
		size, rank, ndims, order, large, { ndims, array_of_gsizes, large },
		{ ndims, array_of_distribs, false }, { ndims, array_of_dargs, false },
		{ ndims, array_of_psizes, false },
	}, oldtype, newtype);
}

int
vcm_type_make_part(struct process *p, const struct datatype *like, MPI_Datatype oldtype,
		   MPI_Datatype *newtype)
{
	const int64_t *n = like->content->numbers;
	const int64_t ndims = like->combiner == MPI_COMBINER_SUBARRAY ? n[0] : n[2];

	if (like->combiner == MPI_COMBINER_SUBARRAY)
		return make_subarray(p, &(struct subarray){
			(int)ndims, (int)n[1 + 3 * ndims], false, { ndims, n + 1, true },
			{ ndims, n + 1 + ndims, true }, { ndims, n + 1 + 2 * ndims, true },
		}, oldtype, newtype);
	return make_darray(p, &(struct darray){
		(int)n[0], (int)n[1], (int)ndims, (int)n[3 + 4 * ndims], false,
		{ ndims, n + 3, true }, { ndims, n + 3 + ndims, true },
		{ ndims, n + 3 + 2 * ndims, true }, { ndims, n + 3 + 3 * ndims, true },
	}, oldtype, newtype);
}
