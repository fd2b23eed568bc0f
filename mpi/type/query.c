/* SPDX-License-Identifier: BSD-2-Clause */
/* What a program can ask of a datatype: size, extent, what made it; and addresses. */
#include <string.h>
#include "content.h"
#include "error.h"

/* Begins a call that only reads a type. */
#define ENTER_WITH_TYPE(p, type, handle) \
	struct process *p = ENTER(); \
	const struct datatype *type = vcm_type(handle); \
\
	if (!type) \
		return vcm_no_type(p, handle)

static int
refuse_null(struct process *p)
{
	return vcm_error(p, MPI_ERR_ARG, "an output argument is NULL");
}

MPI_FUNCTION(int, Type_size, (MPI_Datatype datatype, int *size))
{
	ENTER_WITH_TYPE(p, type, datatype);

	if (!size)
		return refuse_null(p);
	*size = type->size <= INT32_MAX ? (int)type->size : MPI_UNDEFINED;
	return MPI_SUCCESS;
}

#define LARGE_SIZE(name) \
MPI_FUNCTION(int, name, (MPI_Datatype datatype, MPI_Count *size)) \
{ \
	ENTER_WITH_TYPE(p, type, datatype); \
\
	if (!size) \
		return refuse_null(p); \
	*size = type->size; \
	return MPI_SUCCESS; \
}
LARGE_SIZE(Type_size_x)
LARGE_SIZE(Type_size_c)

/* MPI_Aint and MPI_Count are the same here. */
_Static_assert(sizeof(MPI_Aint) == sizeof(MPI_Count), "addresses are counts");

#define TWO_BOUNDS(name, number, first, second) \
MPI_FUNCTION(int, name, (MPI_Datatype datatype, number *first, number *second)) \
{ \
	ENTER_WITH_TYPE(p, type, datatype); \
\
	if (!first || !second) \
		return refuse_null(p); \
	*first = type->first; \
	*second = type->second; \
	return MPI_SUCCESS; \
}
TWO_BOUNDS(Type_get_extent, MPI_Aint, lb, extent)
TWO_BOUNDS(Type_get_extent_x, MPI_Count, lb, extent)
TWO_BOUNDS(Type_get_true_extent, MPI_Aint, true_lb, true_extent)
TWO_BOUNDS(Type_get_true_extent_x, MPI_Count, true_lb, true_extent)

/* Removed in MPI 3.0 */
#define ONE_BOUND(name, result, value) \
MPI_FUNCTION(int, name, (MPI_Datatype datatype, MPI_Aint *result)) \
{ \
	ENTER_WITH_TYPE(p, type, datatype); \
\
	if (!result) \
		return refuse_null(p); \
	*result = (value); \
	return MPI_SUCCESS; \
}
ONE_BOUND(Type_extent, extent, type->extent)
ONE_BOUND(Type_lb, displacement, type->lb)
ONE_BOUND(Type_ub, displacement, type->lb + type->extent)

MPI_FUNCTION(int, Type_get_envelope, (MPI_Datatype datatype, int *num_integers,
	int *num_addresses, int *num_datatypes, int *combiner))
{
	ENTER_WITH_TYPE(p, type, datatype);

	if (!num_integers || !num_addresses || !num_datatypes || !combiner)
		return refuse_null(p);
	*num_integers = type->content ? type->content->integers_count : 0;
	*num_addresses = type->content ? type->content->addresses_count : 0;
	*num_datatypes = type->content ? type->content->types_count : 0;
	*combiner = type->combiner;
	return MPI_SUCCESS;
}

static int
refuse_room(struct process *p, const char *what, int room, int count)
{
	return vcm_error(p, MPI_ERR_ARG, "max_%s is %d; the type has %d, which "
			 "MPI_Type_get_envelope returns", what, room, count);
}

/* No type has more of anything. */
static int
at_most(MPI_Count room)
{
	return room > INT32_MAX ? INT32_MAX : (int)room;
}

MPI_FUNCTION(int, Type_get_contents, (MPI_Datatype datatype, int max_integers, int max_addresses,
	int max_datatypes, int array_of_integers[], MPI_Aint array_of_addresses[],
	MPI_Datatype array_of_datatypes[]))
{
	ENTER_WITH_TYPE(p, type, datatype);
	const struct content *c = type->content;

	if (!c)
		return vcm_error(p, MPI_ERR_TYPE, "%s is a named type, which has no contents",
				 type->predefined_name);
	if (max_integers < c->integers_count)
		return refuse_room(p, "integers", max_integers, c->integers_count);
	if (max_addresses < c->addresses_count)
		return refuse_room(p, "addresses", max_addresses, c->addresses_count);
	if (max_datatypes < c->types_count)
		return refuse_room(p, "datatypes", max_datatypes, c->types_count);
	if ((c->integers_count > 0 && !array_of_integers) ||
	    (c->addresses_count > 0 && !array_of_addresses) ||
	    (c->types_count > 0 && !array_of_datatypes))
		return refuse_null(p);
	for (int i = 0; i < c->integers_count; i++)
		array_of_integers[i] = c->integers[i];
	for (int i = 0; i < c->addresses_count; i++)
		array_of_addresses[i] = c->addresses[i];
	for (int i = 0; i < c->types_count; i++) {
		vcm_type_keep(c->types[i]);
		array_of_datatypes[i] = vcm_type_handle(c->types[i]);
	}
	return MPI_SUCCESS;
}

/* Numbers of all types are integers or addresses: none is a large count. */
MPI_FUNCTION(int, Type_get_envelope_c, (MPI_Datatype datatype, MPI_Count *num_integers,
	MPI_Count *num_addresses, MPI_Count *num_large_counts, MPI_Count *num_datatypes,
	int *combiner))
{
	int integers = 0, addresses = 0, datatypes = 0, code;

	vcm_from = THIS_SITE;
	code = PMPI_Type_get_envelope(datatype, &integers, &addresses, &datatypes, combiner);
	*num_integers = integers;
	*num_addresses = addresses;
	*num_large_counts = 0;
	*num_datatypes = datatypes;
	return code;
}

MPI_FUNCTION(int, Type_get_contents_c, (MPI_Datatype datatype, MPI_Count max_integers,
	MPI_Count max_addresses, MPI_Count max_large_counts, MPI_Count max_datatypes,
	int array_of_integers[], MPI_Aint array_of_addresses[],
	MPI_Count array_of_large_counts[], MPI_Datatype array_of_datatypes[]))
{
	(void)max_large_counts;
	(void)array_of_large_counts;
	vcm_from = THIS_SITE;
	return PMPI_Type_get_contents(datatype, at_most(max_integers), at_most(max_addresses),
				      at_most(max_datatypes), array_of_integers,
				      array_of_addresses, array_of_datatypes);
}

static int
get_address(struct process *p, const void *location, MPI_Aint *address)
{
	if (!address)
		return refuse_null(p);
	*address = (MPI_Aint)location;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Get_address, (const void *location, MPI_Aint *address))
{
	return get_address(ENTER(), location, address);
}

MPI_FUNCTION(int, Address, (void *location, MPI_Aint *address))
{
	return get_address(ENTER(), location, address);
}

MPI_FUNCTION(MPI_Aint, Aint_add, (MPI_Aint base, MPI_Aint disp))
{
	(void)ENTER_ANY_TIME();
	return (MPI_Aint)((uintptr_t)base + (uintptr_t)disp);
}

MPI_FUNCTION(MPI_Aint, Aint_diff, (MPI_Aint addr1, MPI_Aint addr2))
{
	(void)ENTER_ANY_TIME();
	return (MPI_Aint)((uintptr_t)addr1 - (uintptr_t)addr2);
}
