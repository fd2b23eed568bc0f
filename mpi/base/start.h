/* SPDX-License-Identifier: BSD-2-Clause */
/* Begin and end of the time in which a process makes calls. */
#ifndef VCM_START_H
#define VCM_START_H

#include "process.h"

/* MPI_Init() or the first session begins it; threads may have this level, or less. Does nothing
 * if it has begun. */
void vcm_begin(struct process *p, int level);
/* Completes what is under way before the last session ends it, and checks what is left. Raises that
 * other threads are in calls, or that this is one of them. */
int vcm_complete(struct process *p);
/* Ends it unless a session is open, or MPI_Finalize() is to come. */
void vcm_end_if_last(struct process *p);

#endif
