/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a derived type was made of: the arguments of its constructor, as
 * MPI_Type_get_contents() returns them, and read as runs.
 */
#ifndef VCM_CONTENT_H
#define VCM_CONTENT_H

#include "layout.h"
#include "type.h"

/* Arguments of a call: of type int, or `wide`, as in large forms */
struct numbers {
	int64_t count;
	const void *list;
	bool wide;
};
#define VCM_ONE_NUMBER(n) { 1, &(const MPI_Count){ n }, true }

static inline int64_t
vcm_number(const struct numbers *n, int64_t i)
{
	return n->wide ? ((const MPI_Count *)n->list)[i] : ((const int *)n->list)[i];
}

/* Arguments of a constructor in the order of MPI_Type_get_contents(), in pieces */
enum { NUMBER_LISTS = 8 };
struct making {
	int combiner;
	bool large;                     /* by a large form */
	struct numbers numbers[NUMBER_LISTS];
	int64_t addresses_count, types_count;
	const MPI_Aint *addresses;
	const MPI_Datatype *types;
	const struct datatype *inner;
};

struct content {
	bool large;
	int64_t numbers_count, addresses_count, types_count;
	int64_t *numbers;
	MPI_Aint *addresses;
	const struct datatype **types;
	/* Of parts of arrays, and of Fortran's: the type of which they are one element */
	const struct datatype *inner;
	struct layout layout, map;      /* once committed, in memory of the arena */
	struct arena arena;
};

/* `count` blocks, `stride` bytes apart, of `length` elements each. Bytes are not yet known to
 * fit an address. */
struct run {
	int64_t count, length;
	__int128 displacement, stride;
	const struct datatype *type;
};

/* The runs of a type that was made: their number, and one of them. */
int64_t vcm_content_runs(const struct datatype *type);
struct run vcm_content_run(const struct datatype *type, int64_t i);

/*
 * Makes a type of arguments whose counts are known to be permitted. Returns 0, or raises an
 * error and returns its code: a handle is no type; a size or a bound exceeds an address.
 */
int vcm_type_make(struct process *p, const struct making *making, MPI_Datatype *newtype);

/* Makes a part of an array of elements of another type, as `like` is one. Returns 0 or the code
 * of the error that it raises. */
int vcm_type_make_part(struct process *p, const struct datatype *like, MPI_Datatype oldtype,
		       MPI_Datatype *newtype);

/* Makes a new committed type's layouts. Returns 0, or MPI_ERR_NO_MEM. */
int vcm_type_compile(struct datatype *type);

#endif
