/* SPDX-License-Identifier: BSD-2-Clause */
/* What the processes of a machine know together, for the checks. */
#ifndef VCM_SHARED_H
#define VCM_SHARED_H

#include <pthread.h>
#include <stdatomic.h>
#include "process.h"

struct compared;
struct steps;

/* The last collective call of a communicator that all members have come to, and when */
struct joined {
	uint32_t context;
	unsigned long number;
};
enum { JOINED_MOST = 64 };

struct shared {
	struct shared *next;
	const vcube_machine *machine;
	int processes;
	pthread_mutex_t lock;           /* of what follows */
	struct compared *calls;         /* that some members have not made yet: agree.c */
	struct steps *steps;            /* what would wait: steps.c; NULL: nothing yet */
	struct joined joined[JOINED_MOST];      /* by context; the latest of those that share a place */
	/* If strict, of each rank: how often it did what others may wait for. Relaxed: whoever
	 * could wait for it has the number by that message. */
	atomic_uint *sends;
	atomic_ulong clock;             /* numbers accesses to windows */
};

void vcm_calls_close(struct shared *s);
void vcm_steps_close(struct shared *s);

#endif
