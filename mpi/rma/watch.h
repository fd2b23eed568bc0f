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
 * Not under locks, whose accesses nothing orders with the begin of an epoch; nor in dynamic and shared
 * windows. That the program reads is not seen.
 */
#ifndef VCM_WATCH_H
#define VCM_WATCH_H

#include "access.h"

/* Begin and end to watch the memory of this process; the end returns MPI_SUCCESS, or raises
 * MPI_ERR_RMA_CONFLICT. Nobody accesses it meanwhile. */
void vcm_watch_begin(struct process *p, struct window *w);
int vcm_watch_end(struct process *p, struct window *w);

/* Enclose the moment in which an access changes memory. Nothing in between blocks. */
void vcm_watch_hold(struct access *a);
void vcm_watch_release(struct access *a);

#endif
