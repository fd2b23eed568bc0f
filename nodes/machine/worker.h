/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Workers of an exploration: processes that each go through subtrees of the tree of answers.
 *
 * A process, not a thread: the program may keep what it likes in variables of the process, one run
 * after the other. A worker is a copy of the process that explores, so the two have the program,
 * the machine and the places of texts in common, and tell each other bare structures.
 *
 *   to a worker      a path: go through what is below it
 *   from a worker    VC_GIVES: points of its path that it leaves to others, because somebody is idle;
 *                    VC_ENDS: what it has found in the rest
 */
#ifndef VC_WORKER_H
#define VC_WORKER_H

#include <stdatomic.h>
#include <sys/types.h>
#include "bytes.h"
#include "search.h"

enum vc_word { VC_GIVES, VC_ENDS };

struct vc_message {
	uint64_t word;                  /* enum vc_word */
	uint64_t bytes;                 /* that follow */
};

/* VC_GIVES: followed by the path, of `last` + 1 steps, and for each of the points `first` to `last`
 * by a struct vc_given and its answers. */
struct vc_gift {
	int first, last;
};

struct vc_given {
	int next, answers;              /* those before `next` are the worker's */
};

/* VC_ENDS: followed by what it counts. */
struct vc_harvest {
	struct vcube_explored result;   /* its counts and error */
	struct vc_trials trials;        /* .nodes: 0 if there are no maxima */
	size_t shortest, digests, places, founds;
	size_t first, short_text, order;        /* bytes of texts */
	uint64_t fails;
	unsigned left_out;
	int code;                       /* of an error that ends the exploration */
	bool late, more;                /* the time was over; not all of the subtree was run */
};

struct vc_worker {
	pid_t pid;
	int socket;
};

/* Starts a worker. `hungry`: how many are idle, in memory that processes share; `others`: workers
 * whose sockets are not its own. Returns false if the host refuses. */
bool vc_worker_start(struct vc_worker *worker, struct vc_search *search, _Atomic(int) *hungry,
		     const struct vc_worker *others, int count);
/* Ends it, whatever it does. */
void vc_worker_end(struct vc_worker *worker);

/* In a process that was made to search: what nodes print there would come from many processes in no
 * order, and what matters of it is met again in one. */
void vc_worker_silence(void);

/* Sends and receives all of these bytes. Return false if the other process is gone. */
bool vc_worker_send(int socket, const void *data, size_t bytes);
bool vc_worker_receive(int socket, void *data, size_t bytes);

#endif
