/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs with values that the stepper knows only at the end. */
#ifndef FINAL_VALUES_H
#define FINAL_VALUES_H

#include "stepper/recording.h"
#include "support.h"

enum { FINAL_NODES = 6, FINAL_STEPS = 5, FINAL_MESSAGES = 3 };

/* The answers that the program gets. */
struct times {
	bool asked;
	const char *plan;               /* changes that node 0 plans in the middle, or NULL */
	vcube_time at[FINAL_STEPS + 1][FINAL_NODES];
};

/* In each step everybody sends several messages, some of which are received in the next
 * one; nodes work for different times. */
int final_program(vcube_node *self, void *times);

/* Machines for it, without their costs. */
extern const char *const final_machines[];
extern const size_t final_machines_count;
#define FINAL_COSTS " startup=1000ns per_byte=1000"

/* Runs it under the stepper. */
void record_final(struct vc_recording *recording, vcube_machine *machine, struct times *times);

#endif
