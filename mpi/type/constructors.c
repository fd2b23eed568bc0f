/* SPDX-License-Identifier: BSD-2-Clause */
/* The constructors of derived types, their commit and their end. */
#include "content.h"
#include "error.h"
#include "large.h"
#include "notes.h"

/* Counts, lengths and lists of a call, which a large form may have made (large.h). */
static int64_t
number(const struct large *large, int given, enum large_role which)
{
	return large ? large->count[which] : given;
}

static struct numbers
list(const struct large *large, int64_t count, const int *given)
{
	return (struct numbers){ count, given, large != NULL };
}

static int
refuse_count(struct process *p, int64_t count)
{
	return vcm_error(p, MPI_ERR_COUNT, "count is %jd; it must be 0 or more", (intmax_t)count);
}

static int
refuse_length(struct process *p, int64_t length)
{
	return vcm_error(p, MPI_ERR_ARG, "a blocklength is %jd; it must be 0 or more",
			 (intmax_t)length);
}

static int
refuse_null(struct process *p, const char *argument)
{
	return vcm_error(p, MPI_ERR_ARG, "%s is NULL", argument);
}

/* Checks an array of blocklengths and the other arrays that have as many elements. */
static int
check_lists(struct process *p, const struct numbers *lengths, const void *displacements,
	    const void *types)
{
	if (lengths->count < 0)
		return refuse_count(p, lengths->count);
	if (lengths->count > 0 && !lengths->list)
		return refuse_null(p, "array_of_blocklengths");
	if (lengths->count > 0 && !displacements)
		return refuse_null(p, "array_of_displacements");
	if (lengths->count > 0 && !types)
		return refuse_null(p, "array_of_types");
	for (int64_t i = 0; i < lengths->count; i++)
		if (vcm_number(lengths, i) < 0)
			return vcm_error(p, MPI_ERR_ARG, "array_of_blocklengths[%jd] is %jd; it must "
					 "be 0 or more", (intmax_t)i, (intmax_t)vcm_number(lengths, i));
	return 0;
}

/* The same for constructors with one blocklength for all. */
static int
check_blocks(struct process *p, int64_t count, int64_t length, const void *displacements)
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
	const struct large *large = vcm_large_taken();
	const int64_t n = number(large, count, LARGE_FIRST);

	if (n < 0)
		return refuse_count(p, n);
	return make(p, &(struct making){
		.combiner = MPI_COMBINER_CONTIGUOUS, .large = large,
		.numbers = { VCM_ONE_NUMBER(n) },
		.types_count = 1, .types = &oldtype,
	}, newtype);
}

MPI_FUNCTION(int, Type_vector, (int count, int blocklength, int stride, MPI_Datatype oldtype,
	MPI_Datatype *newtype))
{
	struct process *p = ENTER();
	const struct large *large = vcm_large_taken();
	const int64_t n = number(large, count, LARGE_FIRST);
	const int64_t length = number(large, blocklength, LARGE_SECOND);
	const int64_t step = number(large, stride, LARGE_THIRD);
	const int code = check_blocks(p, n, length, &oldtype);

	return code ? code : make(p, &(struct making){
		.combiner = MPI_COMBINER_VECTOR, .large = large,
		.numbers = { VCM_ONE_NUMBER(n), VCM_ONE_NUMBER(length), VCM_ONE_NUMBER(step) },
		.types_count = 1, .types = &oldtype,
	}, newtype);
}

static int
hvector(struct process *p, int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
	MPI_Datatype *newtype)
{
	const struct large *large = vcm_large_taken();
	const int64_t n = number(large, count, LARGE_FIRST);
	const int64_t length = number(large, blocklength, LARGE_SECOND);
	const int code = check_blocks(p, n, length, &oldtype);

	return code ? code : make(p, &(struct making){
		.combiner = MPI_COMBINER_HVECTOR, .large = large,
		.numbers = { VCM_ONE_NUMBER(n), VCM_ONE_NUMBER(length) },
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
	const struct large *large = vcm_large_taken();
	const int64_t n = number(large, count, LARGE_FIRST);
	const struct numbers lengths = list(large, n, array_of_blocklengths);
	const int code = check_lists(p, &lengths, array_of_displacements, &oldtype);

	return code ? code : make(p, &(struct making){
		.combiner = MPI_COMBINER_INDEXED, .large = large,
		.numbers = { VCM_ONE_NUMBER(n), lengths, list(large, n, array_of_displacements) },
		.types_count = 1, .types = &oldtype,
	}, newtype);
}

static int
hindexed(struct process *p, int count, const int *blocklengths, const MPI_Aint *displacements,
	 MPI_Datatype oldtype, MPI_Datatype *newtype)
{
	const struct large *large = vcm_large_taken();
	const int64_t n = number(large, count, LARGE_FIRST);
	const struct numbers lengths = list(large, n, blocklengths);
	const int code = check_lists(p, &lengths, displacements, &oldtype);

	return code ? code : make(p, &(struct making){
		.combiner = MPI_COMBINER_HINDEXED, .large = large,
		.numbers = { VCM_ONE_NUMBER(n), lengths },
		.addresses_count = n, .addresses = displacements,
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
	const struct large *large = vcm_large_taken();
	const int64_t n = number(large, count, LARGE_FIRST);
	const int64_t length = number(large, blocklength, LARGE_SECOND);
	const int code = check_blocks(p, n, length, array_of_displacements);

	return code ? code : make(p, &(struct making){
		.combiner = MPI_COMBINER_INDEXED_BLOCK, .large = large,
		.numbers = { VCM_ONE_NUMBER(n), VCM_ONE_NUMBER(length),
			     list(large, n, array_of_displacements) },
		.types_count = 1, .types = &oldtype,
	}, newtype);
}

MPI_FUNCTION(int, Type_create_hindexed_block, (int count, int blocklength,
	const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype))
{
	struct process *p = ENTER();
	const struct large *large = vcm_large_taken();
	const int64_t n = number(large, count, LARGE_FIRST);
	const int64_t length = number(large, blocklength, LARGE_SECOND);
	const int code = check_blocks(p, n, length, array_of_displacements);

	return code ? code : make(p, &(struct making){
		.combiner = MPI_COMBINER_HINDEXED_BLOCK, .large = large,
		.numbers = { VCM_ONE_NUMBER(n), VCM_ONE_NUMBER(length) },
		.addresses_count = n, .addresses = array_of_displacements,
		.types_count = 1, .types = &oldtype,
	}, newtype);
}

static int
structure(struct process *p, int count, const int *blocklengths, const MPI_Aint *displacements,
	  const MPI_Datatype *types, MPI_Datatype *newtype)
{
	const struct large *large = vcm_large_taken();
	const int64_t n = number(large, count, LARGE_FIRST);
	const struct numbers lengths = list(large, n, blocklengths);
	const int code = check_lists(p, &lengths, displacements, types);

	return code ? code : make(p, &(struct making){
		.combiner = MPI_COMBINER_STRUCT, .large = large,
		.numbers = { VCM_ONE_NUMBER(n), lengths },
		.addresses_count = n, .addresses = displacements,
		.types_count = n, .types = types,
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
	const struct large *large = vcm_large_taken();
	const MPI_Aint bounds[] = { lb, extent };
	MPI_Aint upper;

	if (__builtin_add_overflow(lb, extent, &upper))
		return vcm_error(p, MPI_ERR_ARG, "the upper bound, lb %lld plus extent %lld, is "
				 "beyond all addresses", (long long)lb, (long long)extent);
	return make(p, &(struct making){
		.combiner = MPI_COMBINER_RESIZED, .large = large,
		.addresses_count = 2, .addresses = bounds,
		.types_count = 1, .types = &oldtype,
	}, newtype);
}

static int
commit(struct process *p, MPI_Datatype handle)
{
	NEED_TYPE(p, type, handle);

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
		return vcm_no_object(p, &vcm_kind_datatype, *datatype);
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
