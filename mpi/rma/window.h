/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Windows: what a process knows of one of its own, and the state of its epochs. What the members
 * share is in members.h.
 *
 * An access copies between the memory of two processes at once, in the thread of the origin.
 * Synchronization makes the order that other members see, and consists of calls of the library
 * alone: collectives and tagged messages on a communicator of the window's own. So a member
 * that waits is parked, and a deadlock is reported. Who writes what, and which order pairs
 * with which:
 *
 *   memory of a window     its own process, and origins during their epochs. A fence's barrier
 *                          and the messages of post, complete and a granted lock bring writes
 *                          before the call to those who read after it; a lock that is granted
 *                          at once does so by the mutex of the target, which the process that
 *                          unlocked has held.
 *   accumulated elements   any origin, under the mutex of the target.
 *   struct target          base, size and unit: its process, before the barrier that ends the
 *                          creation; then nobody. The rest: any member, under its mutex.
 *   struct window          its own process alone.
 */
#ifndef VCM_WINDOW_H
#define VCM_WINDOW_H

#include "comm.h"
#include "members.h"

/* Tags of a window's messages. Nobody sends one with TAG_NEVER. A grant of one lock has the tag
 * TAG_GRANT_OF + target, since several threads may each wait for one. */
enum { TAG_GRANT, TAG_POST, TAG_COMPLETE, TAG_NEVER, TAG_GRANT_OF };

/* What permits accesses at present */
enum epoch { EPOCH_NONE, EPOCH_FENCE, EPOCH_START, EPOCH_LOCK, EPOCH_LOCK_ALL };

/* What this process does to one member */
struct peer {
	enum lock_held { NOT_LOCKED, LOCKED, LOCK_ASSERTED } lock;
	bool started;           /* it is in the group of MPI_Win_start() */
	bool posted;            /* and has posted */
	bool exposed;           /* it is in the group of MPI_Win_post(), and has not completed */
	bool exclusive;         /* the lock is */
	int hops;               /* links to it, -1: not yet asked */
	vcube_time due;         /* when the accesses to it are complete */
};

struct window {
	struct object object;
	MPI_Win handle;
	struct comm *comm;      /* of its own, never the program's */
	struct members *members;
	struct peer *peers;
	enum epoch epoch;
	bool used;              /* there was an access since the fence */
	const void *locked_at;  /* where a lock came since the fence; NULL: none */
	bool null_locked;       /* MPI_PROC_NULL, which needs no lock, was locked */
	int locks;              /* members that MPI_Win_lock() has locked */
	int exposed;            /* members that have yet to complete; -1: no exposure */
	uint64_t fences;        /* called so far, the same at all members */
	bool idle;              /* no fence or post lets others in: stores are noted */
	struct window *next;    /* of those whose stores can be: watch.h */
	bool timed, ordered;    /* not the free clock; the virtual one, and several members */
	unsigned calls;         /* since others were last let go on */
	vcube_time port_free;   /* when its last access has left */
	vcube_request **signals;        /* that nobody has waited for; NULL: none; see vcm_signal() */
	int signal_count, signal_room;
	struct errhandler *handler;
	struct attributes *attributes;
	struct info *info;      /* NULL: none */
	int flavor, model;
	MPI_Aint size;          /* values of predefined attributes */
	int unit;
	bool named;             /* by the program */
	char name[MPI_MAX_OBJECT_NAME];
};

extern const struct kind vcm_kind_window;

/* Returns the window, or NULL if the handle is none. */
static inline struct window *
vcm_window(MPI_Win handle)
{
	return vcm_object_at(handle, &vcm_kind_window);
}

#define NEED_WINDOW(p, w, handle) \
	NEED(struct window, w, vcm_window(handle), vcm_no_object(p, &vcm_kind_window, handle))

static inline struct target *
vcm_target(const struct window *w, int rank)
{
	return &w->members->targets[rank];
}

/* Raises an error on a window. Returns the code. */
struct error_owner vcm_window_owner(struct window *w);
#define vcm_window_error(p, w, code, ...) vcm_raise(p, vcm_window_owner(w), code, __VA_ARGS__)

/* Checks the rank of a member; MPI_PROC_NULL passes. Returns MPI_SUCCESS or the code. */
int vcm_window_rank(struct process *p, struct window *w, int rank);

/* Sends an empty message to a member, and waits for no room for it: on machines that have a
 * capacity, the end of the window does. */
void vcm_signal(struct process *p, struct window *w, int to, int tag);
/* Receives one, also from VCUBE_ANY. */
void vcm_await(struct process *p, struct window *w, int from, int tag);

#endif
