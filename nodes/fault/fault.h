/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Faults, from inside.
 *
 * What happens to a message is decided at one place, by its sender, before it has a
 * time or a slot (vc_fault_decide()); so it is the same under every clock. Faults
 * decorate: plain sends and receives know nothing of them. A machine that injects
 * nothing, and that nobody observes, pays nothing: else `stop`, which sends look at
 * anyway, is VC_LOOK, and receives look at `instrumented`, one flag for all of it.
 *
 * A struct vc_fault_node, and notes while the run lasts, are their node's own.
 */
#ifndef VC_FAULT_H
#define VC_FAULT_H

#include "fault_action.h"
#include "node.h"
#include "part.h"

enum { VC_FAULTS_KEPT = 16 };   /* of each node, and told of a run */

struct vc_fault_node {
	VC_ALIGNED uint64_t count[VCUBE_FAULTS_COUNT];
	uint64_t operations;            /* begun */
	uint64_t crash_after;           /* so many of them; UINT64_MAX: never */
	vcube_time crash_at;            /* or this time; VC_NO_TIME: never */
	uint64_t kept;
	struct vc_fault_note *notes;
};

struct vc_faults {
	uint64_t seed;
	uint64_t chance[VCUBE_FAULT_JITTER];    /* of VCUBE_CERTAIN, by kind */
	vcube_time jitter;
	bool of_messages;               /* one of these is not 0 */
	int blamed;                     /* rank whose failure stands for the run's, or -1 */
	struct vc_fault_node node[];
};

/* What is around messages: slots of machine->decorator. A machine without faults has it,
 * too, for those who observe. */
int vc_fault_post(vcube_node *self, struct vc_channel *channel, const void *data, size_t bytes,
		  enum vc_startup startup, enum vc_lend lend, struct vc_send_wait *sent);
/* A message or a receive begins, which may crash the node: 0, or its code. */
int vc_fault_operation(vcube_node *self);

/* What happens to the next message of a channel, noted and counted. 0 or the node's
 * failure. */
int vc_fault_decide(vcube_node *self, struct vc_channel *channel, size_t bytes,
		    struct vc_fault_action *action);

/* At quiescence: the first message to a node that was lost, of those from `from`; -1:
 * from any. NULL: there is none. */
const struct vcube_fault *vc_fault_lost(const vcube_machine *machine, int from, int to);
/* After a run that went wrong: where it may come from a fault, its error says so, and
 * the report has the list. */
void vc_fault_blame(vcube_machine *machine);

extern const struct vc_part vc_part_faults;

#endif
