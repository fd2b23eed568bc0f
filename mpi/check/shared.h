/* SPDX-License-Identifier: BSD-2-Clause */
/* What the processes of a machine know together, for the checks. */
#ifndef VCM_SHARED_H
#define VCM_SHARED_H

#include <pthread.h>
#include "process.h"

struct compared;

struct shared {
	struct shared *next;
	const vcube_machine *machine;
	int processes;
	pthread_mutex_t lock;           /* of what follows */
	struct compared *calls;         /* that some members have not made yet: agree.c */
};

void vcm_calls_close(struct shared *s);

#endif
