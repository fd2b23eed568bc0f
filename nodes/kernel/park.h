/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The door: the one place where a node waits.
 *
 * A node that cannot go on comes here with a struct vc_wait, which says why,
 * for whom, since when and called from where. It looks a few times, gives way
 * a bounded number of times, and then parks on a futex. From what the door
 * knows come the deadlock report, what virtual time allows (nodes/kernel/quiescence.h),
 * stepping, and the schedule fuzzer (nodes/kernel/interleave.h).
 *
 * Parking. Every node has a word, `parked`: 0, or whom it waits for. The one
 * who makes news for a node looks at the word, and if it waits for such news,
 * takes it back to 0 and wakes the node.
 *
 *   parker                              waker
 *   1 parked = whom                     1 news (a stamp, a generation, ..)
 *   2 fence        PARK-SLEEP           2 fence        PARK-WAKE
 *   3 look for news; if there is some,  3 read parked; if it names this news:
 *     take parked back, go on             running++
 *   4 running--; the last one resolves  4 exchange(parked, 0); who does not get
 *                                         it does running--, and is done
 *   5 futex sleep while parked != 0     5 futex wake
 *
 * The fences order each side's write before its read, so at least one sees the
 * other: no wake is lost. Who takes `parked` from nonzero to 0 is one alone
 * (exchange), and has counted the node as running before it can know of it.
 * A parker that finds its word taken in step 3 has been counted twice and takes
 * one off. So `running` is never too low: at 0, every node is parked or gone,
 * and no news is under way: quiescence, exactly. A deadline of the host's clock
 * ends a wait under the lock that the resolver holds, so it stays so. The
 * chain of read-modify-writes on `running`, each of which releases, makes all
 * that the parked nodes wrote visible to the one who gets it to 0.
 */
#ifndef VC_PARK_H
#define VC_PARK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vcube.h>
#include "host.h"

/* Why a node waits: kind, what it does in words */
#define VC_WAITS(X) \
	X(VC_WAIT_RECV, "to receive from") \
	X(VC_WAIT_ANY, "to receive from any node") \
	X(VC_WAIT_ROOM, "for room on the channel to") \
	X(VC_WAIT_POLL, "to know whether a message has arrived from") \
	X(VC_WAIT_ALIGN, "for the other members of a group") \
	X(VC_WAIT_STEP, "at a step") \
	X(VC_WAIT_CLOCK, "to know the time") \
	X(VC_WAIT_ARRIVAL, "to know when it arrived: the message from") \
	X(VC_WAIT_TIME, "for time to pass")

enum vc_wait_kind {
#define X(kind, text) kind,
	VC_WAITS(X)
#undef X
};

/* Words for `parked` besides rank + 1 of the peer. */
#define VC_PARKED_ANY 0x40000000u       /* any message wakes it */
#define VC_PARKED_HELD 0x40000001u      /* no message does: align, step, poll */

#define VC_NO_TIME INT64_MAX
#define VC_NOT_YET (-1)         /* a time that is not worked out yet */

struct vc_wait {
	enum vc_wait_kind kind;
	int peer;                       /* rank in the machine, -1: none */
	size_t bytes;                   /* of the buffer or the message */
	vcube_group *group;
	vcube_time deadline;            /* node or host time; VC_NO_TIME: none */
	bool (*ready)(vcube_node *self, struct vc_wait *wait);
	struct vc_channel *channel;     /* the one it waits on, if it is one */
	const struct vc_in_flight *flight; /* ARRIVAL; POLL of a send, where journals are kept */
	uint64_t mark;                  /* ROOM, ALIGN, STEP: what it waits to see;
					   POLL: VC_POLL_* */
	void *subject;                  /* POLL: the request */
};

/* Which time a VC_WAIT_POLL is about, where journals are kept. */
enum { VC_POLL_ARRIVAL, VC_POLL_LEFT, VC_POLL_TAKEN };

/* What ended a wait, from the resolver. */
enum vc_verdict {
	VC_GO_ON,       /* look again */
	VC_TIME_IS_UP,  /* the deadline, or the answer "not yet" to a poll */
	VC_GIVE_UP      /* the node has failed: vc_fail() was called for it */
};

struct vc_parking {                /* one for each node, on a line of its own */
	VC_ALIGNED _Atomic(uint32_t) parked;
	_Atomic(bool) failed;           /* the node is gone, and had failed */
	enum vc_verdict verdict;        /* GO_ON, unless the resolver or a deadline
					   of the host's clock ended the wait */
	const struct vc_wait *wait;     /* the node's, while it is parked */
	struct vc_channel *chosen;      /* WAIT_ANY, virtual: by the resolver */
	/* where journals are kept, by the resolver: a flight that a wait was about,
	 * and its time, or VC_NOT_YET */
	const struct vc_in_flight *flight;
	vcube_time arrival;
};

/*
 * Waits until wait->ready() is true: 0. At the deadline, VCUBE_ETIMEDOUT. If
 * the node is failed meanwhile, its code.
 */
int vc_park(vcube_node *self, struct vc_wait *wait);

/* Makes the node fail, if the run has been stopped. `wait` is what it was to wait
 * for, or NULL. See vc_stopped(). */
int vc_stop(vcube_node *self, const struct vc_wait *wait);

/* Gives way once, while another node finishes something that it has begun. */
void vc_yield(vcube_node *self);

/* After news from node `self` for `whom`, at once. `whom` must not be self. */
void vc_wake(vcube_node *self, int whom);

/* The same, but at this node's next vc_wake_deferred() at the latest. */
void vc_wake_later(vcube_node *self, int whom);
void vc_wake_deferred_now(vcube_node *self);

/* Wakes a node, whatever it waits for, if it is parked. The resolver sets its
 * verdict first. */
void vc_unpark(vcube_machine *machine, int whom);

/* The node's thread comes in, and goes out for good. */
void vc_node_enter(vcube_node *self);
void vc_node_leave(vcube_node *self);

#endif
