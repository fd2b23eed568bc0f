/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the ranks that open a file together share: its descriptor, its shared pointer and
 * whether accesses are atomic.
 *
 * Ranks find it by the context of their private communicator, and each holds a reference of
 * its own from before the file is opened. So no rank needs another one to find or to keep it,
 * and the last to leave closes the file, however the ranks end.
 */
#ifndef VCM_OPENED_H
#define VCM_OPENED_H

#include <pthread.h>
#include "process.h"

struct opened {
	struct opened *next;            /* in the list of all; guarded by its lock: */
	const vcube_machine *machine;
	uint32_t context;
	int references;
	/* The first rank sets them while all are in the same collective call. */
	int descriptor;                 /* -1: not open */
	bool atomic;
	/* A rank that holds it is in a system call at most, and waits for no other rank: so one
	 * that waits for it counts as running, rightly, when quiescence is looked for. */
	pthread_mutex_t lock;
	int64_t pointer;                /* in etypes; guarded by `lock` */
};

/* Returns the one of this context with one reference more, new if it is not there; NULL if
 * memory is short. */
struct opened *vcm_opened_join(struct process *p, uint32_t context);
/* Gives the reference back. */
void vcm_opened_leave(struct opened *opened);
/* Closes the file; returns 0 or errno. */
int vcm_opened_close(struct opened *opened);

/* Adds to the shared pointer; returns what it was. */
int64_t vcm_opened_advance(struct opened *opened, int64_t etypes);
void vcm_opened_set(struct opened *opened, int64_t pointer);

#endif
