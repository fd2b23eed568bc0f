/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Datatypes beside their type maps, written out entry by entry as the standard defines them:
 * what the MPI library is compared with. Bounds are entries, too, the lb_marker and ub_marker
 * of the standard, and so is the padding of a struct.
 */
#ifndef TYPEMAP_H
#define TYPEMAP_H

#include <mpi.h>
#include <stdint.h>

enum entry_kind { ENTRY_DATA, ENTRY_LB, ENTRY_UB, ENTRY_PADDED };
struct entry {
	enum entry_kind kind;
	int64_t displacement;
	MPI_Datatype basic;
	int size, align;
};

/* A datatype with its map. typemap_free() frees both, unless the type is predefined. */
struct typemap {
	MPI_Datatype type;
	struct entry *entries;
	int count;
};

struct typemap typemap_predefined(MPI_Datatype type);
void typemap_free(struct typemap *map);

int64_t typemap_size(const struct typemap *map);
int64_t typemap_lb(const struct typemap *map);
int64_t typemap_ub(const struct typemap *map);
int64_t typemap_true_lb(const struct typemap *map);
int64_t typemap_true_ub(const struct typemap *map);

/* A new type of a random constructor, number 0 to CONSTRUCTORS - 1, with arguments that it
 * draws; they are small, and may be 0, negative or overlap. The result is not committed. */
enum { CONSTRUCTORS = 12 };
struct typemap typemap_construct(int constructor, const struct typemap *old, uint64_t *random);

#endif
