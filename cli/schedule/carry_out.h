/* SPDX-License-Identifier: BSD-2-Clause */
/* Carries a schedule out and counts its steps and transfers. */
#ifndef CARRY_OUT_H
#define CARRY_OUT_H

#include <vcube/authoring.h>

/* Return why the schedule, made from `plan`, cannot be carried out; NULL if it can. */
const char *schedule_run_refusal(const vcube_schedule *s, const struct vcube_schedule_plan *plan);

/*
 * Carry the schedule out on a cube of s d dimensions with all ports, between neighbours,
 * and print the counts: steps, transfers of an element in sequence, messages, use of the
 * links. Check the data, and the counts against the schedule. What is wrong ends the process.
 */
void schedule_run(const vcube_schedule *s, const struct vcube_schedule_plan *plan);

#endif
