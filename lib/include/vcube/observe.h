/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Seeing a run: step by step, while it stands still; how its nodes stand, what they
 * watch, what is on its way; and what of that is known only later.
 */
#ifndef VCUBE_OBSERVE_H
#define VCUBE_OBSERVE_H

#include <stddef.h>
#include <stdint.h>
#include <vcube/machine.h>
#include <vcube/type.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Stepping: `observer` is called whenever every node has come to a
 * vcube_step() or cannot go on before another does, that is, while nothing
 * moves; then the nodes that stand at the lowest step go on. `step` counts from
 * 1, `name` is that of the lowest-ranked node that stands there. The observer
 * may read the nodes' memory, and must not call the library on the nodes.
 * A nonzero return ends the run with VCUBE_ELIMIT. NULL: no stepping. Runs keep the
 * observer with which they began: a call while one is under way is for the next.
 */
typedef int vcube_observer(vcube_machine *machine, uint64_t step, const char *name, void *arg);
void vcube_on_step(vcube_machine *machine, vcube_observer *observer, void *arg);

/* What an observer can see of a node: where it stands. name, meaning */
#define VCUBE_STATES(X) \
	X(VCUBE_STATE_STEP, "step", "stands at a step") \
	X(VCUBE_STATE_WAITS, "waits", "waits for another node, or for time to pass") \
	X(VCUBE_STATE_ENDED, "ended", "its program has returned") \
	X(VCUBE_STATE_FAILED, "failed", "its program has returned, after a failure")

#define X(state, name, text) state,
enum vcube_state { VCUBE_STATES(X) };
#undef X

struct vcube_view {
	vcube_time now;                 /* its clock; 0 under the free clock */
	int settled;                    /* nonzero: it is; 0: that or later, see vcube_view_settle() */
	enum vcube_state state;
	uint64_t steps;                 /* that it has come to */
	const char *step;               /* the last one's name in this call; NULL: none */
	const char *wait;               /* "to receive from"; NULL where it has ended */
	int peer;                       /* whom it waits for, -1: nobody in particular */
	const char *here;               /* "file:line" of the call it is in, or NULL */
	int depth;                      /* collective calls it is in */
	const struct vcube_algorithm *algorithm;        /* of the innermost, or NULL */
	uint64_t done;                  /* how much it has done, and how long it has worked */
	vcube_time since;               /* since: by these its clock, and its messages, are found */
};

/* And the memory that it watches: see vcube_watch(). */
struct vcube_watched {
	const char *name;
	const void *pointer;
	vcube_type type;
	size_t count;
	int depth;                      /* of the call whose algorithm watches; 0: the program */
};

/* For an observer while it is called: how a node stands; its watch number i, the
 * oldest first. 0; VCUBE_EINVAL where there is no such rank, VCUBE_EUNKNOWN past
 * the last watch. */
int vcube_node_view(const vcube_machine *machine, int rank, struct vcube_view *view);
int vcube_watched(const vcube_machine *machine, int rank, int i, struct vcube_watched *watched);

/* What has gone from one node to another in this run. */
struct vcube_traffic {
	uint64_t messages, bytes;       /* sent */
	uint64_t received;              /* of these messages; the others are on their way */
};

/* For an observer while it is called. 0, or VCUBE_EINVAL where there is no such
 * rank. */
int vcube_traffic(const vcube_machine *machine, int from, int to, struct vcube_traffic *traffic);

/*
 * Under the virtual clock messages that share links are placed in the order of their
 * starts. While a node stands at a step at which it may still send an earlier one, a later
 * one is not placed, its arrival not known, nor the clock of who has received it. When the
 * run is over, all of that is known. (But where a message found no way: what would have
 * been placed after it is not.)
 *
 * vcube_keep_history(): from now on, or no longer, runs keep for that 8 bytes for all
 * that a node does that takes time, 32 for each message, and 8 for each of its links.
 * Between runs. 0, or VCUBE_EHOST: no memory.
 *
 * vcube_view_settle(): the clock of a view that was taken in this run, or the last one, as
 * far as it is known by now: at a later step, or after the run. 0, or VCUBE_EINVAL: there
 * is no such rank.
 *
 * vcube_view_ways(): visits, in the order in which the node sent them, the messages that it
 * sent between two of its views (NULL: the start), but for those to itself, with the links
 * that each crossed in truth, as numbered in vcube/topology.h, of a wire that is half duplex
 * the lower of its two. Messages that are not placed yet are not visited. 0, or
 * VCUBE_EINVAL: there is no such rank, or no history, or links are not accounted for.
 */
int vcube_keep_history(vcube_machine *machine, int kept);
int vcube_view_settle(const vcube_machine *machine, int rank, struct vcube_view *view);
typedef void vcube_way_visitor(void *arg, int from, int to, size_t bytes, const long *link,
			       int links);
int vcube_view_ways(const vcube_machine *machine, int rank, const struct vcube_view *before,
		    const struct vcube_view *view, vcube_way_visitor *visit, void *arg);

#ifdef __cplusplus
}
#endif
#endif
