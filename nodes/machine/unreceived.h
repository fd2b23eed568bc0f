/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef VC_UNRECEIVED_H
#define VC_UNRECEIVED_H

#include <stdio.h>
#include "error.h"
#include "node.h"

/* Empties every channel after a run; call it from the thread that called vcube_run(). Writes a
 * line for each pair of nodes to `pairs`, unless that is NULL. Returns 0 if there were no
 * messages, VCUBE_EMISMATCH if different collectives left them, else VCUBE_EUNRECEIVED with
 * their number. */
int vc_unreceived(vcube_machine *machine, struct vcube_error *error, FILE *pairs);

#endif
