/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the members of a window share: where each one's memory is, its lock, and the mutex that
 * guards accumulates. It lives until the last member has left, also where a run fails, and so
 * does memory that the window allocated.
 */
#ifndef VCM_MEMBERS_H
#define VCM_MEMBERS_H

#include <pthread.h>
#include "process.h"

/* Memory that a member has attached to a dynamic window */
struct region {
	char *base;
	MPI_Aint size;
	struct region *next;
};

/* A request for a lock that waits for its turn */
struct waiter {
	int rank, tag;                  /* that its grant has */
	bool exclusive;
	struct waiter *next;
};

struct target {
	/* Written by the member before the creation ends */
	char *base;
	MPI_Aint size;
	int unit;
	void *own;                      /* allocated for the window; NULL: the program's memory */
	/* Under the mutex, which no member holds while it waits for anything else */
	_Alignas(64) pthread_mutex_t mutex;
	int holders;                    /* of the lock; -1: one, exclusive */
	struct waiter *first, *last;
	struct region *regions;
	struct record *records;         /* accesses, if the machine is strict: conflict.h */
	/* Of a strict machine, too: watch.h */
	pthread_mutex_t watch;          /* taken before the other one: of the next two */
	char *was;                      /* what `base` must hold; NULL: not known */
	unsigned watches;               /* begun so far */
};

struct members {
	pthread_mutex_t mutex;          /* of the number of references */
	int references;
	int count;
	char *memory;                   /* of a shared window */
	struct target targets[];
};

/* Makes the state of a window with this number of members, each of which holds a reference, and
 * so many bytes of memory that they share. NULL if memory is short. */
struct members *vcm_members_new(int count, size_t bytes);
void vcm_members_drop(struct members *shared);

/* Returns memory on a boundary of 64 bytes, at least one byte; NULL if it is short. free() it. */
void *vcm_window_memory(size_t bytes);

#endif
