/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fault injection.
 *
 * The sender chooses the fault action of a message in one place, vc_fault_decide(), before
 * the message has a time or a slot; so it is the same under every clock. Faults decorate
 * messages: plain sends and receives do not know them. They cost nothing on a machine
 * without faults and without an observer. On others `stop`, which sends read anyway, is
 * VC_LOOK, and receives test `instrumented`, which is also set where they take the host's time.
 *
 * A node owns its struct vc_fault_node and, during the run, its notes.
 */
#ifndef VC_FAULT_H
#define VC_FAULT_H

#include "fault_action.h"
#include "fault_plan.h"
#include "node.h"
#include "part.h"

enum { VC_FAULTS_KEPT = 16 };   /* kept for each node, and listed for a run */

struct vc_fault_node {
	VC_ALIGNED uint64_t count[VCUBE_FAULTS_COUNT];
	uint64_t operations;            /* begun */
	uint64_t crash_after;           /* number of operations; UINT64_MAX: never */
	vcube_time crash_at;            /* or at this time; VC_NO_TIME: never */
	uint64_t kept;                  /* notes */
	struct vc_fault_note *notes;
};

struct vc_faults {
	uint64_t seed;
	uint64_t chance[VCUBE_FAULT_JITTER];    /* of VCUBE_CERTAIN, by kind */
	vcube_time jitter;
	bool of_messages;               /* a chance or the jitter is not 0, or messages are lost or
					   late */
	struct vc_loss *loss;           /* messages that are lost */
	int losses;
	struct vc_delay *delay;         /* messages that are late */
	int delays;
	int blamed;                     /* rank whose failure is the run's, or -1 */
	struct vc_fault_node node[];
};

/* Sends with what decorates messages: a slot of machine->decorator. A machine without
 * faults has it, too, for observers. */
int vc_fault_post(vcube_node *self, struct vc_channel *channel, const void *data, size_t bytes,
		  enum vc_startup startup, enum vc_lend lend, struct vc_send_wait *sent);
/* Counts an operation, a message or a receive, which may crash the node. Returns its
 * code. */
int vc_fault_operation(vcube_node *self);

/* Chooses the fault action of the channel's next message; counts and notes it. Returns 0,
 * or the node's failure. */
int vc_fault_decide(vcube_node *self, struct vc_channel *channel, size_t bytes,
		    struct vc_fault_action *action);

/* At quiescence: returns the first dropped message from `from` (-1: from any node) to `to`,
 * or NULL. */
const struct vcube_fault *vc_fault_lost(const vcube_machine *machine, int from, int to);
/* After a failed run: if a fault can be the cause, changes the error to say so, and appends
 * the list of faults to the report. */
void vc_fault_blame(vcube_machine *machine);

/* Between runs of a machine that explores faults: the next run has this one, of kind drop or crash,
 * and no other; NULL: none. */
void vc_fault_only(vcube_machine *machine, const struct vcube_fault *fault);

/* The same for messages that are late: the next run has these. Returns 0 or VCUBE_EHOST. */
int vc_fault_delays(vcube_machine *machine, const struct vc_delay *delay, int delays);

extern const struct vc_part vc_part_faults;

#endif
