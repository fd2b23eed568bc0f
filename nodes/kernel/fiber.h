/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fibers: calls that run beside a node's program, on stacks of their own in its thread.
 *
 * A node runs one of its program and its fibers at a time. Each goes on until it parks for
 * others; then the node turns to another whose wait is over. Only the program parks the
 * thread, for all of them at once (VC_WAIT_TOGETHER). Without a virtual clock whichever wait
 * is found to be over goes on; with one, the resolver tells whose wait ends first, so the
 * node's course does not depend on the host. Waits that end by themselves (for a time, for
 * the clock, at a step) park the thread also in a fiber. One that tests in vain gives way to
 * all whose waits are over, and to others that test in turn with it.
 *
 * All belongs to the node's thread, and to the resolver while the node is parked.
 */
#ifndef VC_FIBER_H
#define VC_FIBER_H

#include "context.h"
#include "node.h"
#include "sanitized.h"

/* What a node knows of the call that it is in, which each fiber has for itself. */
struct vc_course {
	uint64_t signature;
	const char *here, *step;
	vcube_explainer *explainer;
	void *explainer_arg;
	int depth;
	struct vc_frame calls[VC_CALLS_MAX];
};

struct vc_stack {
	struct vc_stack *next;          /* of idle ones */
	char *base;                     /* of the mapping: a guard page */
	unsigned number;                /* vc_sanitized_stack() */
};

/* Pieces of memory that a fiber uses: two of a collective, one of a receive. */
enum { VC_FIBER_SPANS = 3 };

struct vc_fiber {
	struct vc_fiber *next;
	void (*end)(vcube_node *self, struct vcube_request *request);
	struct vcube_request *request;
	int (*body)(vcube_node *self, void *arg);
	void *arg;
	uint32_t context, number;       /* of the group, and among its fibers */
	uint32_t calls;                 /* collectives begun */
	const struct vcube_call *call;  /* the collective that its body is in, NULL: none */
	const void *into;               /* strict: what its last call receives to, */
	size_t room;                    /* and how much */
	uint64_t sum[VC_FIBER_SPANS];   /* strict: of the memory that it uses while it waits */
	struct vc_wait *wait;           /* NULL: it can go on */
	uint64_t polled;                /* number of its last test in vain, of `polls` */
	int code;                       /* what its wait returns */
	bool ended;
	struct vc_course course;        /* of whatever does not run: the fiber or the program */
	struct vc_context own, resumer;
	struct vc_stack *stack;
	struct vc_turn *turn;           /* of a thread that waits (share.h), which has no stack
					   here, and needs only next, wait, code and course */
	struct vc_sanitized sanitized;
};

/* What a node's thread waits for: its program's wait, or the end of one of its fibers'. */
struct vc_together {
	struct vc_wait *program;        /* NULL: only looks at the fibers */
	uint64_t polled;                /* as a fiber's; UINT64_MAX: the program does not test */
	struct vc_wait *over;           /* whose wait is over, by the resolver or by ready() */
};

/* Exchanges what the node knows of its call with what is kept here. */
void vc_course_swap(vcube_node *self, struct vc_course *course);

/* Appends a fiber to those of the node; takes it out. */
void vc_fiber_join(vcube_node *self, struct vc_fiber *fiber);
void vc_fiber_part(vcube_node *self, struct vc_fiber *fiber);

/* In a fiber of a strict node, under the free or the wall clock: lets the program run until it
 * waits or tests, even if the message is there already. Otherwise it would depend on when messages
 * come whether the program's use of the call's memory is noticed; under the virtual clock it does
 * not. `room`: bytes that the call will receive; 0: it is a collective. Returns the node's code. */
int vc_fiber_dwell(vcube_node *self, size_t room);

/* A test by the program: lets the fibers go on whose waits are over by now, and once each those
 * that test. Does nothing in a fiber. */
void vc_fibers_progress(vcube_node *self);

/* A test in vain by a fiber, of that send or of something else (NULL): lets the program and other
 * fibers go on. Does nothing in the program, and where orders are explored. */
void vc_fiber_give_way(vcube_node *self, const struct vc_send_wait *sent);

/* Returns the wait of the test whose turn it is, once no other wait is over; NULL: none. */
struct vc_wait *vc_fibers_poll(const vcube_node *node, const struct vc_together *together);

/* Starts a fiber, which runs until it first waits; once its body returns, it calls
 * end(self, request). Returns false if the node has failed. */
bool vc_fiber_start(vcube_node *self, vcube_group *group,
		    int (*body)(vcube_node *self, void *arg), void *arg,
		    void (*end)(vcube_node *self, struct vcube_request *request),
		    struct vcube_request *request);

/* --- where threads share the node: share.c */

/* Returns whether a thread came. */
bool vc_share_called(const vcube_node *self);
/* Lets threads that came have the node, if there are any, until it is given back or `wait` is
 * over: then returns true, and the code of the wait in *code. Else opens the node for
 * parking. */
bool vc_share_yield(vcube_node *self, struct vc_wait *wait, int *code);
/* The node has been woken: threads that come queue. */
void vc_share_close(vcube_node *self);
/* Gives the node to the thread of this fiber, whose wait is over. `wait`: of the calling
 * thread, or NULL if that waits for nothing but the node. Returns as vc_share_yield(). */
bool vc_share_pass(vcube_node *self, struct vc_fiber *to, struct vc_wait *wait, int *code);
/* After a run. */
void vc_share_end(vcube_node *node);

/* After a run: drops fibers that have not ended. When the node closes: frees all stacks. */
void vc_fibers_drop(vcube_node *node);
void vc_fibers_close(vcube_node *node);

#endif
