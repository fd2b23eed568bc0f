/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs of which the stepper knows some values only at the end. */
#ifndef FINAL_VALUES_H
#define FINAL_VALUES_H

#include "stepper/recording.h"
#include "support.h"

enum { FINAL_NODES = 6, FINAL_STEPS = 5, FINAL_MESSAGES = 3 };

/* What the program is told when it asks. */
struct times {
	bool asked;
	const char *plan;               /* what node 0 plans in the midst of it, or NULL */
	vcube_time at[FINAL_STEPS + 1][FINAL_NODES];
};

/* In each step everybody sends several messages, some of which are received in the
 * next one; who works for how long differs. */
int final_program(vcube_node *self, void *times);

/* Machines for it, but for their costs. */
extern const char *const final_machines[];
extern const size_t final_machines_count;
#define FINAL_COSTS " startup=1000ns per_byte=1000"

/* Runs it under the stepper. */
void record_final(struct vc_recording *recording, vcube_machine *machine, struct times *times);

#endif
