/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Large forms, the functions of MPI whose names end in _c. Each calls its twin with parameters of
 * type int, which large.awk makes of the list of functions. A count that an int cannot hold
 * goes beside it: the twin gets LARGE_COUNT in its place, which no check permits, and where it
 * checks its counts it reads what was meant. Lists of counts and offsets are read as lists of
 * 64 bits from then on.
 */
#ifndef VCM_LARGE_H
#define VCM_LARGE_H

#include <limits.h>
#include "process.h"

enum { LARGE_COUNT = INT_MIN };

/* What a count is of: sent or of the origin; received or at the target; of a result. A function
 * with one count has it in all. Constructors of types have up to three numbers, in order. */
enum large_role {
	LARGE_SENT, LARGE_RECEIVED, LARGE_RESULT, LARGE_ROLES,
	LARGE_FIRST = LARGE_SENT, LARGE_SECOND, LARGE_THIRD
};

struct large {
	MPI_Count count[LARGE_ROLES];
	bool lists;                     /* they have 64 bits */
};

/* Of the large form that this thread has called; NULL: none */
extern __thread const struct large *vcm_large __attribute__((tls_model("initial-exec")));

/* Returns the count that was meant. */
static inline int64_t
vcm_count(int64_t count, enum large_role role)
{
	return __builtin_expect(count == LARGE_COUNT, 0) && vcm_large != NULL
		? vcm_large->count[role] : count;
}

/* Returns the large form that this call is of, or NULL; no call within this one is of it. */
static inline const struct large *
vcm_large_taken(void)
{
	const struct large *large = vcm_large;

	vcm_large = NULL;
	return large;
}

/* For large forms: what the twin gets for a count */
static inline int
vcm_large_count(MPI_Count count)
{
	return count >= 0 && count <= INT_MAX ? (int)count : LARGE_COUNT;
}

/* Returns a number as an int, or clears *fits. */
int vcm_large_int(MPI_Count number, bool *fits);

/* Raises the error that a number does not fit; returns its code. */
int vcm_large_refuse(const char *call, const void *site);

/* Begins the definition of PMPI_name_c, a large form that only calls its twin. */
#define MPI_LARGE_FUNCTION(type, name, parameters) \
	MPI_ALIAS(type, name##_c, parameters); \
	type PMPI_##name##_c parameters

#endif
