/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is told of a run, in the record of its case.
 */
#ifndef ACCOUNT_H
#define ACCOUNT_H

#include "sweep/plan.h"

/* What its nodes did and its links carried, after a run that went well. */
void account_run(struct run_case *c, const vcube_machine *machine);

/* What the machine did to the run, however that ended. */
void account_faults(struct run_case *c, const vcube_machine *machine);

#endif
