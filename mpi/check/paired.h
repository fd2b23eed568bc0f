/* SPDX-License-Identifier: BSD-2-Clause */
/* Collective calls whose members agree pair by pair. */
#ifndef VCM_PAIRED_H
#define VCM_PAIRED_H

#include "coll.h"

struct row;

/* Two members that do not agree */
struct unpaired {
	int with;               /* -1: there are none */
	bool sends;             /* this process does, the other one receives */
	int64_t mine, theirs;   /* elements */
	const char *call;       /* the other one's */
	const void *site;
};

/* Adds what this process says of a call to what others have said, NULL if it is the first, and
 * compares. Returns all of that. The caller holds the lock of what is shared. */
struct row **vcm_pair(const struct coll *c, struct row **rows, struct unpaired *u);
void vcm_pairs_free(struct row **rows, int members);
/* Ends the run. */
void vcm_complain_of_pair(const struct coll *c, const struct unpaired *u) __attribute__((noreturn));

#endif
