/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Locks of windows: each member has one, shared by any number or exclusive to one. Requests
 * are granted in their order, hence by virtual time and rank under the virtual clock; a
 * request also waits for those before it with which it would not conflict by itself. The
 * target takes no part: who unlocks sends the grants.
 */
#ifndef VCM_LOCK_H
#define VCM_LOCK_H

#include "window.h"

/* Locks the members first .. first + count - 1; waits for the grants. */
void vcm_lock(struct process *p, struct window *w, int first, int count, bool exclusive);
/* Waits until accesses to them are complete, and unlocks those that are locked. */
void vcm_unlock(struct process *p, struct window *w, int first, int count);

#endif
