/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs of which the stepper knows some things only when they are over. */
#ifndef SETTLED_H
#define SETTLED_H

#include "stepper/recording.h"
#include "support.h"

enum { SETTLED_NODES = 6, SETTLED_STEPS = 5, SETTLED_MESSAGES = 3 };

/* What the program is told when it asks. */
struct times {
	bool asked;
	const char *plan;               /* what node 0 plans in the midst of it, or NULL */
	vcube_time at[SETTLED_STEPS + 1][SETTLED_NODES];
};

/* In each step everybody sends several messages, some of which are received in the
 * next one; who works for how long differs. */
int settled_program(vcube_node *self, void *times);

/* Machines for it, but for their costs. */
extern const char *const settled_machines[];
extern const size_t settled_machines_count;
#define SETTLED_COSTS " startup=1000ns per_byte=1000"

/* Runs it under the stepper. */
void record_settled(struct vc_recording *recording, vcube_machine *machine, struct times *times);

#endif
