/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fibers: calls that run beside a node's program, on stacks of their own in its thread.
 *
 * A node runs one of its program and its fibers at a time. Each goes on until it parks for
 * others; then the node turns to another whose wait is over. Only the program parks the
 * thread, for all of them at once (VC_WAIT_TOGETHER). Without a virtual clock whichever wait
 * is found to be over goes on; with one, the resolver tells whose wait ends first, so the
 * node's course does not depend on the host. Waits that end by themselves (for a time, for
 * the clock, at a step) park the thread also in a fiber.
 *
 * All belongs to the node's thread, and to the resolver while the node is parked.
 */
#ifndef VC_FIBER_H
#define VC_FIBER_H

#include <ucontext.h>
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

struct vc_fiber {
	struct vc_fiber *next;
	void (*end)(vcube_node *self, struct vcube_request *request);
	struct vcube_request *request;
	int (*body)(vcube_node *self, void *arg);
	void *arg;
	uint32_t context, number;       /* of the group, and among its fibers */
	uint32_t calls;                 /* collectives begun */
	struct vc_wait *wait;           /* NULL: it can go on */
	int code;                       /* what its wait returns */
	bool ended;
	struct vc_course course;        /* of whatever does not run: the fiber or the program */
	ucontext_t own, resumer;
	struct vc_stack *stack;
	struct vc_sanitized sanitized;
};

/* What a node's thread waits for: its program's wait, or the end of one of its fibers'. */
struct vc_together {
	struct vc_wait *program;        /* NULL: only looks at the fibers */
	struct vc_wait *over;           /* whose wait is over, by the resolver or by ready() */
};

/* Lets the fibers go on whose waits are over by now. Does nothing in a fiber. */
void vc_fibers_progress(vcube_node *self);

/* Starts a fiber, which runs until it first waits; once its body returns, it calls
 * end(self, request). Returns false if the node has failed. */
bool vc_fiber_start(vcube_node *self, vcube_group *group,
		    int (*body)(vcube_node *self, void *arg), void *arg,
		    void (*end)(vcube_node *self, struct vcube_request *request),
		    struct vcube_request *request);

/* After a run: drops fibers that have not ended. When the node closes: frees all stacks. */
void vc_fibers_drop(vcube_node *node);
void vc_fibers_close(vcube_node *node);

#endif
