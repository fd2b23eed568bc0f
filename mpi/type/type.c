/* SPDX-License-Identifier: BSD-2-Clause */
/* Datatypes as objects of a process: their references, how far they reach, what reports say. */
#include <stdio.h>
#include "content.h"
#include "error.h"
#include "notes.h"

int64_t
vcm_type_span(const struct datatype *type, int64_t count, int64_t *first)
{
	const int64_t along = (count - 1) * type->extent;

	*first = 0;
	if (count == 0 || type->size == 0)
		return 0;
	*first = type->true_lb + (along < 0 ? along : 0);
	return type->true_extent + (along < 0 ? -along : along);
}

bool
vcm_type_fits(const struct datatype *type, int64_t count)
{
	const __int128 size = (__int128)count * type->size;
	const __int128 along = (__int128)count * type->extent;
	const __int128 low = along < 0 ? along : 0, high = along > 0 ? along : 0;

	return size <= INT64_MAX && low + type->true_lb >= INT64_MIN &&
		high + type->true_lb + type->true_extent <= INT64_MAX && high - low <= INT64_MAX;
}

static const char *
combiner_name(int combiner)
{
	switch (combiner) {
	case MPI_COMBINER_DUP: return "dup";
	case MPI_COMBINER_CONTIGUOUS: return "contiguous";
	case MPI_COMBINER_VECTOR: return "vector";
	case MPI_COMBINER_HVECTOR: return "hvector";
	case MPI_COMBINER_INDEXED: return "indexed";
	case MPI_COMBINER_HINDEXED: return "hindexed";
	case MPI_COMBINER_INDEXED_BLOCK: return "indexed_block";
	case MPI_COMBINER_HINDEXED_BLOCK: return "hindexed_block";
	case MPI_COMBINER_STRUCT: return "struct";
	case MPI_COMBINER_SUBARRAY: return "subarray";
	case MPI_COMBINER_DARRAY: return "darray";
	case MPI_COMBINER_RESIZED: return "resized";
	case MPI_COMBINER_F90_REAL: return "f90_real";
	case MPI_COMBINER_F90_COMPLEX: return "f90_complex";
	default: return "f90_integer";
	}
}

const char *
vcm_type_text(const struct datatype *type, char *text, size_t room)
{
	const struct content *c = type->content;
	char old[80];

	if (type->predefined_name)
		snprintf(text, room, "%s", type->predefined_name);
	else if (type->notes && type->notes->name[0])
		snprintf(text, room, "%s", type->notes->name);
	else if (c->types_count == 1)
		snprintf(text, room, "%s of %s", combiner_name(type->combiner),
			 vcm_type_text(c->types[0], old, sizeof old));
	else if (c->types_count > 1)
		snprintf(text, room, "struct of %jd types", (intmax_t)c->types_count);
	else
		snprintf(text, room, "%s(%jd)", combiner_name(type->combiner),
			 (intmax_t)(c->numbers_count > 0 ? c->numbers[0] : 0));
	return text;
}

int
vcm_type_not_committed(struct process *p, const struct datatype *type)
{
	char text[160];

	return vcm_error(p, MPI_ERR_TYPE, "the datatype %s is not committed; call MPI_Type_commit "
			 "before it is used", vcm_type_text(type, text, sizeof text));
}
