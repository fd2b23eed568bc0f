/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The threads of a process. One that vcuberun sees made knows its process by `vcm_thread`.
 *
 * Below MPI_THREAD_SERIALIZED only the first makes calls, and `vcm_process` is its process
 * for good. From there on threads share the process's node (vcube_share()), and `vcm_process`
 * is set in the one that has it: an MPI call that finds none enters the node, calls itself,
 * and leaves (MPI_FUNCTION(), process.h). So the check that every call begins with is the
 * only one, and calls within calls, as those of a program's operator, go on as they are.
 */
#ifndef VCM_THREADS_H
#define VCM_THREADS_H

#include <pthread.h>
#include <stdatomic.h>
#include "process.h"

/* What the threads of a process share; it lives as long as one of them. */
struct team {
	pthread_mutex_t lock;
	pthread_cond_t left;            /* one of those inside has */
	int references;                 /* threads */
	struct process *process;        /* NULL: it has ended */
	vcube_machine *machine;
	int rank;
	bool has_clock;
	bool shared;                    /* the node is */
	int inside;                     /* threads in calls */
	int running;                    /* threads that neither have ended nor wait for another
					   to end */
	_Atomic(enum phase) phase, world; /* of the process, and its level: for any thread */
	_Atomic(int) level;
	struct thread *threads;
};

struct thread {
	struct team *team;
	struct thread *next;
	pthread_t id;
	bool first;                     /* runs the program */
	bool joined;                    /* another waits for its end, and is counted then */
	struct strand strand;
	void *(*run)(void *arg);
	void *arg;
};

extern __thread struct thread *vcm_thread __attribute__((tls_model("initial-exec")));

/* The process begins, in its first thread: returns 0, or VCUBE_EHOST. It ends: no other
 * thread is in a call then. */
int vcm_threads_open(struct process *p);
void vcm_threads_close(struct process *p);

/* Calls may be made, by threads of this level; no more are made. By the first thread, in a call. */
void vcm_threads_share(struct process *p, int level);
void vcm_threads_unshare(struct process *p);
/* Returns how many other threads are in calls. */
int vcm_threads_inside(struct process *p);

/* Returns the team of the calling thread, or ends the process. */
struct team *vcm_team(const char *call);

#endif
