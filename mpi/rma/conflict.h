/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Conflicts between accesses, which a strict machine reports: two that overlap, of which one
 * puts, or accumulates while the other does not, and that no synchronization separates.
 * Each target keeps those that others may still meet:
 *
 *   of fences          until the next fence
 *   of start           until the target's MPI_Win_wait()
 *   of locks           until the origin unlocks or flushes, and, of those that others may hold as
 *                      well, until it does anything else that others may wait for; one with a
 *                      request that fetches is not kept, since a process that has its result may
 *                      know that it is done
 *
 * What an access reads or writes in its own process's memory of the window counts as well. What
 * the target itself writes, without a call, watch.h finds: under locks it is kept like a complete
 * access.
 */
#ifndef VCM_CONFLICT_H
#define VCM_CONFLICT_H

#include "access.h"

/* Notes an access. Returns MPI_SUCCESS, or raises MPI_ERR_RMA_CONFLICT. */
int vcm_conflict(struct access *a, enum access_kind kind);

/* Forget accesses to this process's memory: those of earlier fences; all. */
void vcm_records_of_fences(struct process *p, struct window *w);
void vcm_records_of_all(struct process *p, struct window *w);
/* Forgets the accesses of this process to a member's memory. */
void vcm_records_of_origin(struct process *p, struct window *w, int rank);
/* The memory of the access that this process has noted last was changed before it. */
void vcm_record_changed(struct process *p, struct target *t);
/* Looks whether memory of this process that others access is what they left there: watch.h. Returns
 * MPI_SUCCESS, or raises MPI_ERR_RMA_CONFLICT. */
int vcm_records_compare(struct process *p, struct window *w);
/* Looks at an idle window, and notes what the program has stored there: watch.h. Returns the
 * same. */
int vcm_records_note(struct process *p, struct window *w);
/* Frees them, at the end of the window. */
void vcm_records_free(struct target *t);

#endif
