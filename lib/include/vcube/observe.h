/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Observing a run: pause at each step and read node states, watched memory and
 * messages in flight. Some values are final only after the run.
 */
#ifndef VCUBE_OBSERVE_H
#define VCUBE_OBSERVE_H

#include <stddef.h>
#include <stdint.h>
#include <vcube/machine.h>
#include <vcube/type.h>

VCUBE_BEGIN_

/*
 * Stepping: later runs call `observer` whenever every node has reached a
 * vcube_step(), has ended, or cannot continue before another node does; nothing moves
 * then. When it returns, the nodes at the lowest step continue. `step` counts from 1;
 * `name` is that of the lowest-ranked node at this step. The observer runs in the
 * thread of some node. It may read the nodes' memory, but must not call functions on
 * the nodes. If it returns nonzero, the run ends with VCUBE_ELIMIT. NULL: no stepping.
 * A call during a run takes effect with the next run.
 */
typedef int vcube_observer(vcube_machine *machine, uint64_t step, const char *name, void *arg);
void vcube_on_step(vcube_machine *machine, vcube_observer *observer, void *arg);

/* The state of a node: name, meaning */
#define VCUBE_STATES(X) \
	X(VCUBE_STATE_STEP, "step", "pauses at a step") \
	X(VCUBE_STATE_WAITS, "waits", "waits for another node, or for time to pass") \
	X(VCUBE_STATE_ENDED, "ended", "its program has returned") \
	X(VCUBE_STATE_FAILED, "failed", "its program has returned, after a failure")

#define X(state, name, text) state,
enum vcube_state { VCUBE_STATES(X) };
#undef X

struct vcube_view {
	vcube_time now;                 /* its clock; 0 under the free clock */
	int settled;                    /* nonzero: `now` is final; 0: a lower bound */
	enum vcube_state state;
	uint64_t steps;                 /* steps reached */
	const char *step;               /* name of the last one in this call; NULL: none */
	const char *wait;               /* "to receive from"; NULL if it has ended */
	int peer;                       /* rank that it waits for, -1: no particular one */
	const char *here;               /* "file:line" of its current call, or NULL */
	int depth;                      /* nested collective calls */
	const struct vcube_algorithm *algorithm;        /* of the innermost, or NULL */
	uint64_t done;                  /* position in the journal: entries, */
	vcube_time since;               /* and work after the last of them; by these,
					   vcube_view_settle() and vcube_view_ways() look
					   up clock and messages */
};

/* Memory that a node watches, see vcube_watch(). */
struct vcube_watched {
	const char *name;
	const void *pointer;
	vcube_type type;
	size_t count;
	int depth;                      /* of the watching algorithm's call; 0: the program */
};

/* For an observer while it runs: the state of a node; its watch number i, oldest first.
 * Return 0, VCUBE_EINVAL if the rank is out of range, VCUBE_EUNKNOWN past the last
 * watch. */
int vcube_node_view(const vcube_machine *machine, int rank, struct vcube_view *view);
int vcube_watched(const vcube_machine *machine, int rank, int i, struct vcube_watched *watched);

/* Traffic from one node to another in this run. */
struct vcube_traffic {
	uint64_t messages, bytes;       /* sent */
	uint64_t received;              /* messages received; the others are in flight */
};

/* For an observer while it runs. Returns 0, or VCUBE_EINVAL if a rank is out of range. */
int vcube_traffic(const vcube_machine *machine, int from, int to, struct vcube_traffic *traffic);

/*
 * Values that become known later. Under the virtual clock, messages that share links
 * are placed in the order of their starts. While a node pauses at a step from which it
 * may still send an earlier message, later messages are not placed: their arrivals are
 * unknown, and so are the clocks of the nodes that received them. After the run,
 * everything is known, except what would follow a message without a route.
 *
 * vcube_keep_history(): later runs keep (nonzero) or do not keep (0) the history that
 * the calls below need: 8 bytes for each timed operation of a node, 32 for each
 * message, 8 for each of its links. Call it between runs. Returns 0, or VCUBE_EHOST
 * for lack of memory.
 *
 * vcube_view_settle(): updates `now` and `settled` of a view taken in this run, or in
 * the last one, to what is known by now. Returns 0, or VCUBE_EINVAL if the rank is out
 * of range.
 *
 * vcube_view_ways(): visits the messages that the node sent between two of its views
 * (`before` NULL: the start), in their order, with the links that each really crossed.
 * Links have the numbers of vcube/topology.h; a half-duplex wire has the lower of its
 * two. Skips messages to the node itself and messages not placed yet. Returns 0, or
 * VCUBE_EINVAL if the rank is out of range, there is no history, or the machine does
 * not account for links.
 */
int vcube_keep_history(vcube_machine *machine, int kept);
int vcube_view_settle(const vcube_machine *machine, int rank, struct vcube_view *view);
typedef void vcube_way_visitor(void *arg, int from, int to, size_t bytes, const long *link,
			       int links);
int vcube_view_ways(const vcube_machine *machine, int rank, const struct vcube_view *before,
		    const struct vcube_view *view, vcube_way_visitor *visit, void *arg);

VCUBE_END_
#endif
