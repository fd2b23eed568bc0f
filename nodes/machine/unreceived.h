/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef VC_UNRECEIVED_H
#define VC_UNRECEIVED_H

#include "error.h"
#include "node.h"

/* After a run, by the thread that made it: empties every channel, and returns
 * VCUBE_EUNRECEIVED, with how many messages were there, VCUBE_EMISMATCH, if
 * different collectives left them, or 0. */
int vc_unreceived(vcube_machine *machine, struct vcube_error *error);

#endif
