/* SPDX-License-Identifier: BSD-2-Clause */
/* Merges the logs of a trace into one sequence, in the order that vcube/trace.h promises. */
#ifndef VC_MERGE_H
#define VC_MERGE_H

#include "log_read.h"

struct vc_merge;

/* Returns NULL if memory runs out. */
struct vc_merge *vc_merge_new(const vcube_machine *machine);
void vc_merge_free(struct vc_merge *merge);
/* Takes the next event, with times in picoseconds. Returns false if there is none, or if memory ran
 * out: then vc_merge_refused() is true. */
bool vc_merge_next(struct vc_merge *merge, struct vc_event *next);
bool vc_merge_refused(const struct vc_merge *merge);
/* After the last event: returns the number of events that were dropped. */
uint64_t vc_merge_lost(const struct vc_merge *merge);

#endif
