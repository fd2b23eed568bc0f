/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a program stores to its own memory of a window while others access it, found on strict
 * machines. A copy of the memory holds what it was when the epoch began, and what accesses have
 * put there since. So memory that is not like its copy was changed by the program: this is looked
 * at before each access, and when the epoch ends.
 *
 *   fences   from each fence to the next
 *   post     until MPI_Win_wait()
 *
 * Under locks nothing orders accesses with the begin of an epoch. There the memory is looked at
 * whenever this process does something for which others may wait: what it has stored until then is
 * noted like an access (conflict.h), which later ones meet unless they have heard of it. That takes
 * time, so large windows are left out, and those that share memory with others.
 *
 * Nothing is seen in dynamic and shared windows, nor that the program reads.
 */
#ifndef VCM_WATCH_H
#define VCM_WATCH_H

#include "access.h"

/* Lists a new window, if its stores can be noted; takes it out. */
void vcm_watch_list(struct process *p, struct window *w);
void vcm_watch_unlist(struct process *p, const struct window *w);

/* Begin and end to watch the memory of this process; the end returns MPI_SUCCESS, or raises
 * MPI_ERR_RMA_CONFLICT. Nobody accesses it meanwhile. `idle`: only locks will let others in. */
void vcm_watch_begin(struct process *p, struct window *w, bool idle);
int vcm_watch_end(struct process *p, struct window *w);

/* Notes what the program has stored to idle windows, just before others may hear of it. May raise
 * MPI_ERR_RMA_CONFLICT. */
void vcm_watch_note(struct process *p);
/* What it has stored to this one is known to whoever accesses it from now on. */
void vcm_watch_excuse(struct process *p, struct window *w);

/* Enclose the moment in which an access changes memory. Nothing in between blocks. */
void vcm_watch_hold(struct access *a);
void vcm_watch_release(struct access *a);
/* In between: returns whether the target's memory is watched. Then the access changes `copy` as
 * well, its place in the copy, so that what the program stores meanwhile is seen as a
 * difference. */
bool vcm_watch_copy(const struct access *a, struct block *copy);

#endif
