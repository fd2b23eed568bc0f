/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Types by what they must hold: by a size, or by the precision and range that a Fortran
 * program asks for. Of the latter each call with the same arguments returns the same handle,
 * which counts as predefined and tells its arguments as its contents.
 */
#include "content.h"
#include "error.h"
#include "notes.h"

/* Decimal digits and exponents of the compiler's numbers, the smallest first; 0: the end */
struct digits {
	int precision, range;
	MPI_Datatype type;
};

static const struct digits reals[] = {
	{ 6, 37, MPI_REAL4 }, { 15, 307, MPI_REAL8 }, { 33, 4931, MPI_REAL16 },
	{ 0, 0, MPI_DATATYPE_NULL },
};
static const struct digits complexes[] = {
	{ 6, 37, MPI_COMPLEX8 }, { 15, 307, MPI_COMPLEX16 }, { 33, 4931, MPI_COMPLEX32 },
	{ 0, 0, MPI_DATATYPE_NULL },
};
static const struct digits integers[] = {
	{ 1, 2, MPI_INTEGER1 }, { 1, 4, MPI_INTEGER2 }, { 1, 9, MPI_INTEGER4 },
	{ 1, 18, MPI_INTEGER8 }, { 1, 38, MPI_INTEGER16 }, { 0, 0, MPI_DATATYPE_NULL },
};

static const struct datatype *
smallest(const struct digits *n, int precision, int range)
{
	for (; n->precision; n++)
		if ((precision == MPI_UNDEFINED || precision <= n->precision) &&
		    (range == MPI_UNDEFINED || range <= n->range))
			return vcm_type(n->type);
	return NULL;
}

static struct datatype *
made_before(const struct process *p, int combiner, const int *arguments, int count)
{
	for (struct datatype *type = p->types->f90; type; type = type->next) {
		const int64_t *before = type->content->numbers;

		if (type->combiner == combiner && before[0] == arguments[0] &&
		    (count < 2 || before[1] == arguments[1]))
			return type;
	}
	return NULL;
}

/* Makes a type with the contents of a call, and all else of the type that it stands for. */
static int
stand_for(struct process *p, const struct datatype *like, int combiner, const int *arguments,
	  int count, MPI_Datatype *newtype)
{
	struct datatype *type;
	int code = vcm_type_make(p, &(struct making){
		.combiner = combiner,
		.numbers = { { count, arguments, false } },
		.inner = like,
	}, newtype);

	if (code)
		return code;
	type = (struct datatype *)vcm_type(*newtype);
	type->layout = like->layout;
	type->map = like->map;
	type->signature = like->signature;
	type->flags = like->flags;
	type->operand = like->operand;
	type->kind = like->kind;
	type->next = p->types->f90;
	p->types->f90 = type;
	return MPI_SUCCESS;
}

static int
create(const char *what, const struct digits *numbers, int combiner, int precision, int range,
       MPI_Datatype *newtype)
{
	struct process *p = vcm_process;
	const bool is_integer = combiner == MPI_COMBINER_F90_INTEGER;
	const int arguments[] = { is_integer ? range : precision, range };
	const int count = is_integer ? 1 : 2;
	const struct datatype *like = smallest(numbers, precision, range), *before;

	if (!newtype)
		return vcm_error(p, MPI_ERR_ARG, "newtype is NULL");
	if (precision == MPI_UNDEFINED && range == MPI_UNDEFINED)
		return vcm_error(p, MPI_ERR_ARG, "neither precision nor range is given");
	if (!like && is_integer)
		return vcm_error(p, MPI_ERR_ARG, "there is no integer type of %d decimal digits; the "
				 "most is 38", range);
	if (!like)
		return vcm_error(p, MPI_ERR_ARG, "there is no %s type of precision %d and range %d; "
				 "the most are 33 and 4931", what, precision, range);
	before = made_before(p, combiner, arguments, count);
	if (!before)
		return stand_for(p, like, combiner, arguments, count, newtype);
	*newtype = vcm_type_handle(before);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Type_create_f90_real, (int p, int r, MPI_Datatype *newtype))
{
	(void)ENTER();
	return create("real", reals, MPI_COMBINER_F90_REAL, p, r, newtype);
}

MPI_FUNCTION(int, Type_create_f90_complex, (int p, int r, MPI_Datatype *newtype))
{
	(void)ENTER();
	return create("complex", complexes, MPI_COMBINER_F90_COMPLEX, p, r, newtype);
}

MPI_FUNCTION(int, Type_create_f90_integer, (int r, MPI_Datatype *newtype))
{
	(void)ENTER();
	return create("integer", integers, MPI_COMBINER_F90_INTEGER, MPI_UNDEFINED, r, newtype);
}

static const MPI_Datatype sized_integers[] = {
	MPI_INTEGER1, MPI_INTEGER2, MPI_INTEGER4, MPI_INTEGER8, MPI_INTEGER16, MPI_DATATYPE_NULL
};
static const MPI_Datatype sized_reals[] = {
	MPI_REAL2, MPI_REAL4, MPI_REAL8, MPI_REAL16, MPI_DATATYPE_NULL
};
static const MPI_Datatype sized_complexes[] = {
	MPI_COMPLEX4, MPI_COMPLEX8, MPI_COMPLEX16, MPI_COMPLEX32, MPI_DATATYPE_NULL
};

MPI_FUNCTION(int, Type_match_size, (int typeclass, int size, MPI_Datatype *datatype))
{
	struct process *p = ENTER();
	const MPI_Datatype *sized = typeclass == MPI_TYPECLASS_INTEGER ? sized_integers
		: typeclass == MPI_TYPECLASS_REAL ? sized_reals
		: typeclass == MPI_TYPECLASS_COMPLEX ? sized_complexes : NULL;

	if (!datatype)
		return vcm_error(p, MPI_ERR_ARG, "datatype is NULL");
	if (!sized)
		return vcm_error(p, MPI_ERR_ARG, "typeclass is %d, which is none of "
				 "MPI_TYPECLASS_INTEGER, _REAL and _COMPLEX", typeclass);
	for (; *sized != MPI_DATATYPE_NULL; sized++) {
		if (vcm_type(*sized)->size == size) {
			*datatype = *sized;
			return MPI_SUCCESS;
		}
	}
	return vcm_error(p, MPI_ERR_ARG, "there is no type of %d bytes in that class", size);
}

/* Returns the value's and the index's type of a pair. */
static void
members_of(const struct datatype *pair, MPI_Datatype *value, MPI_Datatype *index)
{
	*value = vcm_type_handle(vcm_types[pair->map->parts[0].layout.basic]);
	*index = vcm_type_handle(vcm_types[pair->map->parts[1].layout.basic]);
}

MPI_FUNCTION(int, Type_get_value_index, (MPI_Datatype value_type, MPI_Datatype index_type,
	MPI_Datatype *pair_type))
{
	struct process *p = ENTER();

	if (!vcm_type(value_type) || !vcm_type(index_type))
		return vcm_no_object(p, &vcm_kind_datatype, vcm_type(value_type) ? index_type : value_type);
	if (!pair_type)
		return vcm_error(p, MPI_ERR_ARG, "pair_type is NULL");
	*pair_type = MPI_DATATYPE_NULL;
	for (int i = 0; i < TYPE_NUMBERS; i++) {
		MPI_Datatype value, index;

		if (!vcm_types[i] || vcm_types[i]->kind != TYPE_PAIR)
			continue;
		members_of(vcm_types[i], &value, &index);
		if (value == value_type && index == index_type)
			*pair_type = vcm_type_handle(vcm_types[i]);
	}
	return MPI_SUCCESS;
}
