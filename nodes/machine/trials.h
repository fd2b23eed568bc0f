/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The faults that an exploration tries, one at a time: those that can happen.
 *
 * Up to its fault a run is one without. So what can be lost is each message that is sent in some
 * order without faults, and a node can crash before each operation that it begins in one. Each of
 * these faults is then fixed, and all orders in which it happens are run.
 */
#ifndef VC_TRIALS_H
#define VC_TRIALS_H

#include "node.h"

struct vc_trials {
	int nodes;
	uint64_t *operations;           /* [nodes] the most that each node began */
	uint32_t *sent;                 /* [from][to] the most messages */
};

enum { VC_TRIAL_ROOM = 64 };

/* Returns false if there is no memory. */
bool vc_trials_open(struct vc_trials *trials, const vcube_machine *machine);
void vc_trials_close(struct vc_trials *trials);
/* After an order without a fault: notes what could have gone wrong in it. */
void vc_trials_note(struct vc_trials *trials, const vcube_machine *machine);
/* Goes on to the next fault, of kind drop or crash; first from kind VCUBE_FAULTS_COUNT. Returns
 * false after the last. */
bool vc_trials_next(const struct vc_trials *trials, enum vcube_trial which, struct vcube_fault *fault);

/* After a run with a fault: did it happen? Did the program get over it: has no node failed but the
 * one that crashed? */
bool vc_trial_happened(const vcube_machine *machine, const struct vcube_fault *fault);
bool vc_trial_survived(const vcube_machine *machine, const struct vcube_fault *fault);

/* Writes a fault as words of a description, "crash=3@2". */
const char *vc_trial_text(const struct vcube_fault *fault, char text[VC_TRIAL_ROOM]);

#endif
