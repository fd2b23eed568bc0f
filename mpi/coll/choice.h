/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The algorithms that vcube_mpi_choose() has chosen.
 */
#ifndef VCM_CHOICE_H
#define VCM_CHOICE_H

#include "coll.h"

/* Returns the algorithm of a call in the local group, as the library's functions take it; NULL:
 * none was chosen, or it cannot run this call, which is reported once. Every member gets the same.
 * `collective` is an enum vcube_collectives. */
const char *vcm_how_chosen(const struct coll *c, int collective, size_t count, vcube_type type,
			   const struct vcube_op *op);

/* Has any been chosen? */
extern bool vcm_choices_made;

static inline const char *
vcm_how(const struct coll *c, int collective, size_t count, vcube_type type, const struct vcube_op *op)
{
	return __builtin_expect(vcm_choices_made, 0) ? vcm_how_chosen(c, collective, count, type, op)
		: NULL;
}

/* The same for bytes. */
static inline const char *
vcm_how_moved(const struct coll *c, int collective, size_t bytes)
{
	return vcm_how(c, collective, bytes, VCUBE_BYTES(1), NULL);
}

#endif
