/* SPDX-License-Identifier: BSD-2-Clause */
/* What is said of a run that went wrong. */
#ifndef VC_REPORT_H
#define VC_REPORT_H

#include "node.h"

/* At quiescence, when nothing will go on: makes every parked node fail with the
 * reason that is its own, and writes the report. */
void vc_report_quiescence(vcube_machine *machine);

/* At quiescence, while time may still make somebody go on: of the nodes that wait
 * without a time limit for one that has failed, the first fails, too. Returns
 * its rank, or -1 where there is none. */
int vc_report_bereaved(vcube_machine *machine);

/* The node stops with this code. `wait` is what it was to wait for, or NULL. Returns
 * the code of its failure. */
int vc_report_stopped(vcube_node *self, int code, const struct vc_wait *wait);

/* After the run: which failure stands for the run, and the report. */
void vc_report_run(vcube_machine *machine);

#endif
