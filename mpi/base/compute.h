/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What computing costs between calls of MPI: what the program says, or what is measured.
 * vcm_charge_computing() and its kin are in process.h.
 */
#ifndef VCM_COMPUTE_H
#define VCM_COMPUTE_H

#include "process.h"

/* The program begins. */
void vcm_begin_computing(struct process *p);
/* Advances the rank's clock. */
void vcm_charge_seconds(struct process *p, double seconds);

#endif
