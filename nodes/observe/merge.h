/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The logs of a trace as one sequence, in the order that vcube/trace.h promises.
 */
#ifndef VC_MERGE_H
#define VC_MERGE_H

#include "entries.h"

struct vc_merge;

/* NULL: no memory. */
struct vc_merge *vc_merge_new(const vcube_machine *machine);
void vc_merge_free(struct vc_merge *merge);
/* The next one. False: there is none, or no memory to go on, which
 * vc_merge_refused() tells. */
bool vc_merge_next(struct vc_merge *merge, struct vc_merged *next);
bool vc_merge_refused(const struct vc_merge *merge);
/* When all have come: how many there are beside. */
uint64_t vc_merge_lost(const struct vc_merge *merge);

#endif
