/* SPDX-License-Identifier: BSD-2-Clause */
/* What a program can ask of a datatype: size, extent, what made it; and addresses. */
#include <string.h>
#include "content.h"
#include "error.h"

/* Begins a call that only reads a type. */
#define ENTER_WITH_TYPE(p, type, handle) \
	struct process *p = ENTER(); \
	NEED_TYPE(p, type, handle)

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

/* How many arguments of each kind a type tells, and which of its numbers are large counts. Of a
 * type that a large form made, these are what that has as counts, and all addresses. */
struct kinds {
	int64_t integers, addresses, counts, types, first, last;
};

static struct kinds
kinds_of(const struct datatype *type)
{
	const struct content *c = type->content;
	struct kinds k = { 0 };

	if (!c)
		return k;
	k.last = c->numbers_count;
	if (type->combiner == MPI_COMBINER_SUBARRAY) {
		k.first = 1;
		k.last = 1 + 3 * c->numbers[0];
	} else if (type->combiner == MPI_COMBINER_DARRAY) {
		k.first = 3;
		k.last = 3 + c->numbers[2];
	}
	if (!c->large)
		k.first = k.last = 0;
	k.integers = c->numbers_count - (k.last - k.first);
	k.addresses = c->large ? 0 : c->addresses_count;
	k.counts = c->large ? k.last - k.first + c->addresses_count : 0;
	k.types = c->types_count;
	return k;
}

static int
refuse_large(struct process *p)
{
	return vcm_error(p, MPI_ERR_TYPE, "the type was created by a large form; %s_c returns its arguments",
			 p->call.name);
}

MPI_FUNCTION(int, Type_get_envelope, (MPI_Datatype datatype, int *num_integers,
	int *num_addresses, int *num_datatypes, int *combiner))
{
	ENTER_WITH_TYPE(p, type, datatype);
	const struct kinds k = kinds_of(type);

	if (!num_integers || !num_addresses || !num_datatypes || !combiner)
		return refuse_null(p);
	if (k.counts > 0)
		return refuse_large(p);
	*num_integers = (int)k.integers;
	*num_addresses = (int)k.addresses;
	*num_datatypes = (int)k.types;
	*combiner = type->combiner;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Type_get_envelope_c, (MPI_Datatype datatype, MPI_Count *num_integers,
	MPI_Count *num_addresses, MPI_Count *num_large_counts, MPI_Count *num_datatypes,
	int *combiner))
{
	ENTER_WITH_TYPE(p, type, datatype);
	const struct kinds k = kinds_of(type);

	if (!num_integers || !num_addresses || !num_large_counts || !num_datatypes || !combiner)
		return refuse_null(p);
	*num_integers = k.integers;
	*num_addresses = k.addresses;
	*num_large_counts = k.counts;
	*num_datatypes = k.types;
	*combiner = type->combiner;
	return MPI_SUCCESS;
}

/* Where MPI_Type_get_contents() or its large form puts arguments, and how many fit */
struct wanted {
	bool large;
	int64_t most_integers, most_addresses, most_counts, most_types;
	int *integers;
	MPI_Aint *addresses;
	MPI_Count *counts;
	MPI_Datatype *types;
};

static int
check_room(struct process *p, const struct kinds *k, const struct wanted *w)
{
	const struct {
		const char *what;
		int64_t room, count;
		const void *array;
	} rooms[] = {
		{ "integers", w->most_integers, k->integers, w->integers },
		{ "addresses", w->most_addresses, k->addresses, w->addresses },
		{ "large_counts", w->most_counts, k->counts, w->counts },
		{ "datatypes", w->most_types, k->types, w->types },
	};

	for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
		if (rooms[i].room < rooms[i].count)
			return vcm_error(p, MPI_ERR_ARG, "max_%s is %jd; the type has %jd, which "
					 "MPI_Type_get_envelope%s returns", rooms[i].what,
					 (intmax_t)rooms[i].room, (intmax_t)rooms[i].count, w->large ? "_c" : "");
		if (rooms[i].count > 0 && !rooms[i].array)
			return refuse_null(p);
	}
	return MPI_SUCCESS;
}

static void
copy_contents(const struct content *c, const struct kinds *k, const struct wanted *w)
{
	int *integers = w->integers;
	MPI_Aint *addresses = w->addresses;
	MPI_Count *counts = w->counts;

	for (int64_t i = 0; i < c->numbers_count; i++)
		if (i >= k->first && i < k->last)
			*counts++ = c->numbers[i];
		else
			*integers++ = (int)c->numbers[i];
	for (int64_t i = 0; i < c->addresses_count; i++)
		if (c->large)
			*counts++ = c->addresses[i];
		else
			*addresses++ = c->addresses[i];
	for (int64_t i = 0; i < k->types; i++) {
		vcm_type_keep(c->types[i]);
		w->types[i] = vcm_type_handle(c->types[i]);
	}
}

static int
get_contents(struct process *p, const struct datatype *type, const struct wanted *w)
{
	const struct kinds k = kinds_of(type);
	int code;

	if (!type->content)
		return vcm_error(p, MPI_ERR_TYPE, "%s is a named type, which has no contents",
				 type->predefined_name);
	if (!w->large && k.counts > 0)
		return refuse_large(p);
	code = check_room(p, &k, w);
	if (!code)
		copy_contents(type->content, &k, w);
	return code;
}

MPI_FUNCTION(int, Type_get_contents, (MPI_Datatype datatype, int max_integers, int max_addresses,
	int max_datatypes, int array_of_integers[], MPI_Aint array_of_addresses[],
	MPI_Datatype array_of_datatypes[]))
{
	ENTER_WITH_TYPE(p, type, datatype);

	return get_contents(p, type, &(struct wanted){
		.most_integers = max_integers, .most_addresses = max_addresses,
		.most_types = max_datatypes, .integers = array_of_integers,
		.addresses = array_of_addresses, .types = array_of_datatypes,
	});
}

MPI_FUNCTION(int, Type_get_contents_c, (MPI_Datatype datatype, MPI_Count max_integers,
	MPI_Count max_addresses, MPI_Count max_large_counts, MPI_Count max_datatypes,
	int array_of_integers[], MPI_Aint array_of_addresses[],
	MPI_Count array_of_large_counts[], MPI_Datatype array_of_datatypes[]))
{
	ENTER_WITH_TYPE(p, type, datatype);

	return get_contents(p, type, &(struct wanted){
		.large = true,
		.most_integers = max_integers, .most_addresses = max_addresses,
		.most_counts = max_large_counts, .most_types = max_datatypes,
		.integers = array_of_integers, .addresses = array_of_addresses,
		.counts = array_of_large_counts, .types = array_of_datatypes,
	});
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
