/* SPDX-License-Identifier: BSD-2-Clause */
/* The constructors of derived types, their commit and their end. */
#include "content.h"
#include "error.h"
#include "notes.h"

static int
refuse_count(struct process *p, int count)
{
	return vcm_error(p, MPI_ERR_COUNT, "count is %d; it must be 0 or more", count);
}

static int
refuse_length(struct process *p, int length)
{
	return vcm_error(p, MPI_ERR_ARG, "a blocklength is %d; it must be 0 or more", length);
}

static int
refuse_null(struct process *p, const char *argument)
{
	return vcm_error(p, MPI_ERR_ARG, "%s is NULL", argument);
}

/* Checks an array of blocklengths and the other arrays that have `count` elements, too. */
static int
check_lists(struct process *p, int count, const int *lengths, const void *displacements,
	    const void *types)
{
	if (count < 0)
		return refuse_count(p, count);
	if (count > 0 && !lengths)
		return refuse_null(p, "array_of_blocklengths");
	if (count > 0 && !displacements)
		return refuse_null(p, "array_of_displacements");
	if (count > 0 && !types)
		return refuse_null(p, "array_of_types");
	for (int i = 0; i < count; i++)
		if (lengths[i] < 0)
			return vcm_error(p, MPI_ERR_ARG, "array_of_blocklengths[%d] is %d; it must "
					 "be 0 or more", i, lengths[i]);
	return 0;
}

/* The same for constructors with one blocklength for all. */
static int
check_block_list(struct process *p, int count, int length, const void *displacements)
{
	if (count < 0)
		return refuse_count(p, count);
	if (length < 0)
		return refuse_length(p, length);
	return count > 0 && !displacements ? refuse_null(p, "array_of_displacements") : 0;
}

static int
make(struct process *p, const struct making *making, MPI_Datatype *newtype)
{
	return newtype ? vcm_type_make(p, making, newtype) : refuse_null(p, "newtype");
}

MPI_FUNCTION(int, Type_contiguous, (int count, MPI_Datatype oldtype, MPI_Datatype *newtype))
{
	struct process *p = ENTER();

	if (count < 0)
		return refuse_count(p, count);
	return make(p, &(struct making){
		.combiner = MPI_COMBINER_CONTIGUOUS,
		.integers = { { 1, &count } },
		.types_count = 1, .types = &oldtype,
	}, newtype);
}

MPI_FUNCTION(int, Type_vector, (int count, int blocklength, int stride, MPI_Datatype oldtype,
	MPI_Datatype *newtype))
{
	struct process *p = ENTER();

	if (count < 0)
		return refuse_count(p, count);
	if (blocklength < 0)
		return refuse_length(p, blocklength);
	return make(p, &(struct making){
		.combiner = MPI_COMBINER_VECTOR,
		.integers = { { 1, &count }, { 1, &blocklength }, { 1, &stride } },
		.types_count = 1, .types = &oldtype,
	}, newtype);
}

static int
hvector(struct process *p, int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
	MPI_Datatype *newtype)
{
	if (count < 0)
		return refuse_count(p, count);
	if (blocklength < 0)
		return refuse_length(p, blocklength);
	return make(p, &(struct making){
		.combiner = MPI_COMBINER_HVECTOR,
		.integers = { { 1, &count }, { 1, &blocklength } },
		.addresses_count = 1, .addresses = &stride,
		.types_count = 1, .types = &oldtype,
	}, newtype);
}

MPI_FUNCTION(int, Type_create_hvector, (int count, int blocklength, MPI_Aint stride,
	MPI_Datatype oldtype, MPI_Datatype *newtype))
{
	return hvector(ENTER(), count, blocklength, stride, oldtype, newtype);
}

/* Removed in MPI 3.0, as all the calls whose names lack "create_" */
MPI_FUNCTION(int, Type_hvector, (int count, int blocklength, MPI_Aint stride,
	MPI_Datatype oldtype, MPI_Datatype *newtype))
{
	return hvector(ENTER(), count, blocklength, stride, oldtype, newtype);
}

MPI_FUNCTION(int, Type_indexed, (int count, const int array_of_blocklengths[],
	const int array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype))
{
	struct process *p = ENTER();
	int code = check_lists(p, count, array_of_blocklengths, array_of_displacements, &oldtype);

	return code ? code : make(p, &(struct making){
		.combiner = MPI_COMBINER_INDEXED,
		.integers = { { 1, &count }, { count, array_of_blocklengths },
			      { count, array_of_displacements } },
		.types_count = 1, .types = &oldtype,
	}, newtype);
}

static int
hindexed(struct process *p, int count, const int *lengths, const MPI_Aint *displacements,
	 MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	int code = check_lists(p, count, lengths, displacements, &oldtype);

	return code ? code : make(p, &(struct making){
		.combiner = MPI_COMBINER_HINDEXED,
		.integers = { { 1, &count }, { count, lengths } },
		.addresses_count = count, .addresses = displacements,
		.types_count = 1, .types = &oldtype,
	}, newtype);
}

MPI_FUNCTION(int, Type_create_hindexed, (int count, const int array_of_blocklengths[],
	const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype))
{
	return hindexed(ENTER(), count, array_of_blocklengths, array_of_displacements, oldtype,
			newtype);
}

MPI_FUNCTION(int, Type_hindexed, (int count, int array_of_blocklengths[],
	MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype))
{
	return hindexed(ENTER(), count, array_of_blocklengths, array_of_displacements, oldtype,
			newtype);
}

MPI_FUNCTION(int, Type_create_indexed_block, (int count, int blocklength,
	const int array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype))
{
	struct process *p = ENTER();
	int code = check_block_list(p, count, blocklength, array_of_displacements);

	return code ? code : make(p, &(struct making){
		.combiner = MPI_COMBINER_INDEXED_BLOCK,
		.integers = { { 1, &count }, { 1, &blocklength },
			      { count, array_of_displacements } },
		.types_count = 1, .types = &oldtype,
	}, newtype);
}

MPI_FUNCTION(int, Type_create_hindexed_block, (int count, int blocklength,
	const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype))
{
	struct process *p = ENTER();
	int code = check_block_list(p, count, blocklength, array_of_displacements);

	return code ? code : make(p, &(struct making){
		.combiner = MPI_COMBINER_HINDEXED_BLOCK,
		.integers = { { 1, &count }, { 1, &blocklength } },
		.addresses_count = count, .addresses = array_of_displacements,
		.types_count = 1, .types = &oldtype,
	}, newtype);
}

static int
structure(struct process *p, int count, const int *lengths, const MPI_Aint *displacements,
	  const MPI_Datatype *types, MPI_Datatype *newtype)
{
	int code = check_lists(p, count, lengths, displacements, types);

	return code ? code : make(p, &(struct making){
		.combiner = MPI_COMBINER_STRUCT,
		.integers = { { 1, &count }, { count, lengths } },
		.addresses_count = count, .addresses = displacements,
		.types_count = count, .types = types,
	}, newtype);
}

MPI_FUNCTION(int, Type_create_struct, (int count, const int array_of_blocklengths[],
	const MPI_Aint array_of_displacements[], const MPI_Datatype array_of_types[],
	MPI_Datatype *newtype))
{
	return structure(ENTER(), count, array_of_blocklengths, array_of_displacements,
			 array_of_types, newtype);
}

MPI_FUNCTION(int, Type_struct, (int count, int array_of_blocklengths[],
	MPI_Aint array_of_displacements[], MPI_Datatype array_of_types[], MPI_Datatype *newtype))
{
	return structure(ENTER(), count, array_of_blocklengths, array_of_displacements,
			 array_of_types, newtype);
}

MPI_FUNCTION(int, Type_create_resized, (MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent,
	MPI_Datatype *newtype))
{
	struct process *p = ENTER();
	const MPI_Aint bounds[] = { lb, extent };
	MPI_Aint upper;

	if (__builtin_add_overflow(lb, extent, &upper))
		return vcm_error(p, MPI_ERR_ARG, "the upper bound, lb %lld plus extent %lld, is "
				 "beyond all addresses", (long long)lb, (long long)extent);
	return make(p, &(struct making){
		.combiner = MPI_COMBINER_RESIZED,
		.addresses_count = 2, .addresses = bounds,
		.types_count = 1, .types = &oldtype,
	}, newtype);
}

static int
commit(struct process *p, MPI_Datatype handle)
{
	const struct datatype *type = vcm_type(handle);

	if (!type)
		return vcm_no_type(p, handle);
	if (type->flags & TYPE_COMMITTED || vcm_type_compile((struct datatype *)type) == 0)
		return MPI_SUCCESS;
	return vcm_error(p, MPI_ERR_NO_MEM, "no memory to commit the datatype");
}

MPI_FUNCTION(int, Type_commit, (MPI_Datatype *datatype))
{
	struct process *p = ENTER();

	return datatype ? commit(p, *datatype) : refuse_null(p, "datatype");
}

MPI_FUNCTION(int, Type_dup, (MPI_Datatype oldtype, MPI_Datatype *newtype))
{
	struct process *p = ENTER();
	MPI_Datatype dup;
	int code = make(p, &(struct making){
		.combiner = MPI_COMBINER_DUP,
		.types_count = 1, .types = &oldtype,
	}, newtype ? &dup : NULL);

	if (code)
		return code;
	if (vcm_type(oldtype)->flags & TYPE_COMMITTED)
		code = commit(p, dup);
	if (!code)
		code = vcm_type_copy_notes(p, vcm_type(oldtype), vcm_type(dup));
	if (code) {
		vcm_type_drop(p, vcm_type(dup));
		dup = MPI_DATATYPE_NULL;
	}
	*newtype = dup;
	return code;
}

MPI_FUNCTION(int, Type_free, (MPI_Datatype *datatype))
{
	struct process *p = ENTER();
	const struct datatype *type;
	char text[160];
	int code = MPI_SUCCESS;

	if (!datatype)
		return refuse_null(p, "datatype");
	type = vcm_type(*datatype);
	if (!type)
		return vcm_no_type(p, *datatype);
	if (type->flags & TYPE_PREDEFINED)
		return vcm_error(p, MPI_ERR_TYPE, "%s is predefined and cannot be freed",
				 vcm_type_text(type, text, sizeof text));
	/* Their functions may refuse; what another type is made of keeps them. */
	if (type->object.references == 1)
		code = vcm_type_delete_notes(p, type);
	if (code)
		return code;
	vcm_object_take(p, (void *)type);
	*datatype = MPI_DATATYPE_NULL;
	return MPI_SUCCESS;
}
