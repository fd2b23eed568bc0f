/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the ranks that open a file together share: its descriptor, its shared pointer and
 * whether accesses are atomic.
 *
 * Ranks find it by the context of their private communicator, and each holds a reference of
 * its own from before the file is opened. So no rank needs another one to find or to keep it,
 * and the last to leave closes the file, however the ranks end.
 */
#ifndef VCM_SHARED_H
#define VCM_SHARED_H

#include <pthread.h>
#include "process.h"

struct shared {
	struct shared *next;            /* in the list of all; guarded by its lock: */
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
struct shared *vcm_shared_join(struct process *p, uint32_t context);
/* Gives the reference back. */
void vcm_shared_leave(struct shared *shared);
/* Closes the file; returns 0 or errno. */
int vcm_shared_close(struct shared *shared);

/* Adds to the shared pointer; returns what it was. */
int64_t vcm_shared_advance(struct shared *shared, int64_t etypes);
void vcm_shared_set(struct shared *shared, int64_t pointer);

#endif
