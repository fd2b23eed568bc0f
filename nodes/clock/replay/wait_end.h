/* SPDX-License-Identifier: BSD-2-Clause */
/* When waits end, according to the replay. */
#ifndef VC_WAIT_END_H
#define VC_WAIT_END_H

#include "act.h"
#include "deadline.h"

/* Returns when a message arrived, or VC_NO_TIME if it has not been placed. */
vcube_time vc_arrival_placed(const struct vc_slot *slot);

/* Returns when a parked node could go on by itself, on its clock, which is known; VC_NO_TIME
 * if it could not, or has returned. */
vcube_time vc_end_of_wait(const vcube_machine *machine, int rank);

#endif
