/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parking: the one place where a node waits.
 *
 * A node that cannot go on calls vc_park() with a struct vc_wait: why it waits, for whom,
 * until when. It spins briefly, yields a bounded number of times, and then parks on a
 * futex. The deadlock report, the advance of virtual time (nodes/kernel/quiescence.h),
 * stepping and the schedule fuzzer (nodes/kernel/interleave.h) all read these waits.
 *
 * Every node has a word, `parked`: 0, or what it waits for. After an event for a node, the
 * waker reads the word; if it matches the event, the waker sets it to 0 and wakes the node.
 *
 *   parker                              waker
 *   1 parked = whom                     1 event (a stamp, a generation, ..)
 *   2 fence        PARK-SLEEP           2 fence        PARK-WAKE
 *   3 look for the event; if it is      3 read parked; if it matches the event:
 *     there, take parked back, go on      running++
 *   4 running--; the last one resolves  4 exchange(parked, 0); if that was 0
 *                                         already, running--, and done
 *   5 futex sleep while parked != 0     5 futex wake
 *
 * The fences order each side's write before its read, so at least one sees the other: no
 * wake is lost. Exactly one thread swaps `parked` from nonzero to 0, and it increments
 * `running` before the node can notice. A parker that finds its word taken in step 3 has
 * been counted twice and subtracts one. So `running` is never too low: at 0, every node is
 * parked or has returned, and no wake is in progress: quiescence, exactly. It lasts,
 * because a deadline on the host's clock ends a wait only under the lock that the resolver
 * holds. The chain of read-modify-writes on `running`, each a release, makes all writes of
 * the parked nodes visible to the thread that takes it to 0.
 */
#ifndef VC_PARK_H
#define VC_PARK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vcube.h>
#include "host.h"

/* Why a node waits: kind, and the text of reports and traces */
#define VC_WAITS(X) \
	X(VC_WAIT_RECV, "to receive from") \
	X(VC_WAIT_ANY, "to receive from any node") \
	X(VC_WAIT_ROOM, "for room on the channel to") \
	X(VC_WAIT_POLL, "to know whether a message has arrived from") \
	X(VC_WAIT_ALIGN, "for the other members of a group") \
	X(VC_WAIT_STEP, "at a step") \
	X(VC_WAIT_CLOCK, "to know the time") \
	X(VC_WAIT_ARRIVAL, "to know when it arrived: the message from") \
	X(VC_WAIT_TIME, "for time to pass") \
	X(VC_WAIT_SEVERAL, "for the first of several requests") \
	X(VC_WAIT_BESIDE, "for a call that runs beside the program") \
	X(VC_WAIT_TOGETHER, "for others, with calls that run beside the program")

enum vc_wait_kind {
#define X(kind, text) kind,
	VC_WAITS(X)
#undef X
};

/* Values of `parked` besides rank + 1 of the peer. */
#define VC_PARKED_ANY 0x40000000u       /* any message wakes it */
#define VC_PARKED_HELD 0x40000001u      /* no message wakes it: align, step, poll */

#define VC_NO_TIME INT64_MAX
#define VC_NOT_YET (-1)         /* a time not computed yet */

/* What a receive accepts: labels that equal its own in all bits of the mask, from `from`
 * (VCUBE_ANY: any member of the group). */
struct vc_want {
	vcube_group *group;
	int from;                       /* rank in the machine */
	uint64_t label, mask;
	const struct vcube_request *before;     /* receives posted before this one have
						   priority; NULL: all */
};

struct vc_wait {
	enum vc_wait_kind kind;
	int peer;                       /* rank in the machine, -1: none */
	size_t bytes;                   /* size of the buffer or the message */
	vcube_group *group;
	vcube_time deadline;            /* in node or host time; VC_NO_TIME: none */
	vcube_time until;               /* vc_park_alone()'s: it, or when the node takes something
					   meanwhile, on the host's clock */
	bool (*ready)(vcube_node *self, struct vc_wait *wait);
	struct vc_channel *channel;     /* that it waits on, or NULL */
	const struct vc_send_wait *sent;        /* ROOM, POLL: that there shall be room for, or NULL */
	const struct vc_in_flight *flight; /* ARRIVAL; with journals: POLL of a send */
	uint64_t mark;                  /* ALIGN, STEP: the value it waits for; POLL:
					   VC_POLL_* */
	void *subject;                  /* POLL: the request; SEVERAL: struct vc_several;
					   TOGETHER: struct vc_together; BESIDE: the request */
	struct vc_want want;            /* RECV, ANY, POLL of a receive */
};

/* With journals: the time that a VC_WAIT_POLL asks for, or that others come as far as the node. In
 * virtual time: it asks for none, but was in vain, and the resolver looks for messages for other
 * receives. */
enum { VC_POLL_ARRIVAL, VC_POLL_LEFT, VC_POLL_ROOM, VC_POLL_TAKEN, VC_POLL_TURN };

/* How the resolver ends a wait. */
enum vc_verdict {
	VC_GO_ON,       /* check again */
	VC_TIME_IS_UP,  /* deadline reached, or the answer "not yet" to a poll */
	VC_PROGRESS,    /* posted receives can go on: complete them, then check again */
	VC_GIVE_UP      /* the node has failed: vc_fail() was called for it */
};

struct vc_parking {                /* one for each node, on its own line */
	VC_ALIGNED _Atomic(uint32_t) parked;
	_Atomic(bool) failed;           /* the node has returned after a failure */
	int next;                       /* in its carrier's inbox: carrier.h */
	enum vc_verdict verdict;        /* GO_ON, unless the resolver or a deadline on the
					   host's clock ended the wait */
	bool progresses;                /* the resolver's: it wakes the node for that */
	const struct vc_wait *wait;     /* the node's, while it is parked */
	/* virtual clock, set by the resolver: */
	struct vc_channel *chosen;      /* ANY: of the message */
	struct vcube_request *first;    /* SEVERAL */
	struct vcube_request *posted;   /* PROGRESS: the receive to complete; NULL: all that can be */
	uint32_t unasked;               /* the node's: polls in vain that took no turn */
	/* with journals, set by the resolver: the flight that a wait asked for and its time,
	 * or VC_NOT_YET */
	const struct vc_in_flight *flight;
	vcube_time arrival;
};

/*
 * Waits until wait->ready() is true. Returns 0; VCUBE_ETIMEDOUT at the deadline; or the
 * node's code if it has failed.
 */
int vc_park(vcube_node *self, struct vc_wait *wait);
/* Returns whether a wait is for what other nodes do, so that fibers go on meanwhile. */
static inline bool
vc_wait_is_shared(enum vc_wait_kind kind)
{
	return kind == VC_WAIT_RECV || kind == VC_WAIT_ANY || kind == VC_WAIT_ROOM ||
	       kind == VC_WAIT_ALIGN || kind == VC_WAIT_SEVERAL || kind == VC_WAIT_BESIDE;
}

/* The same for a node with fibers, and a wait that is shared: nodes/kernel/fiber.c. */
int vc_fiber_park(vcube_node *self, struct vc_wait *wait);
/* The same, without a thought for the node's fibers (nodes/kernel/fiber.h). */
int vc_park_alone(vcube_node *self, struct vc_wait *wait);

/* Makes the node fail if the run has been stopped. `wait`: what it was about to wait for, or
 * NULL. See vc_stopped(). */
int vc_stop(vcube_node *self, struct vc_wait *wait);

/* Yields once, while another node finishes what it has begun. */
void vc_yield(vcube_node *self);

/* Wakes `whom`, which is not self, after an event by `self` if its wait is for that. */
void vc_wake(vcube_node *self, int whom);

/* The same, but deferred to this node's next vc_wake_deferred() at the latest. */
void vc_wake_later(vcube_node *self, int whom);
void vc_wake_deferred_now(vcube_node *self);

/* Wakes a node if it is parked, whatever it waits for. The resolver sets its verdict first. */
void vc_unpark(vcube_machine *machine, int whom);

/* The thread of a node that others share is about to sleep, and has woken:
 * nodes/kernel/share.c. */
void vc_share_sleep(vcube_node *self);
void vc_share_woken(vcube_node *self);

/* In the thread that runs all nodes: ends the waits whose deadlines had come at the last look. */
void vc_park_ring(vcube_machine *machine);

/* A node's deadline is over: takes its word, unless somebody has woken it. Returns whether it did;
 * then the caller makes the node run. Call with the lock of the resolver, unless one thread runs
 * all nodes. */
bool vc_park_expire(vcube_machine *machine, int rank);

/* Resolves quiescence if the machine is quiescent. */
void vc_quiesce(vcube_machine *machine);

/* The node's thread starts, and ends. */
void vc_node_enter(vcube_node *self);
void vc_node_leave(vcube_node *self);

/* Tells those that poll for a node that it has failed; after its last message. */
void vc_node_failed(vcube_machine *m, int rank);

#endif
