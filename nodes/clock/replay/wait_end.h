/* SPDX-License-Identifier: BSD-2-Clause */
/* When waits end, by what the replay knows. */
#ifndef VC_WAIT_END_H
#define VC_WAIT_END_H

#include "act.h"
#include "deadline.h"

/* When a message arrived; VC_NO_TIME: it has not been placed. */
vcube_time vc_arrival_placed(const struct vc_slot *slot);

/* When a parked node could go on by itself, by its clock, which is known;
 * VC_NO_TIME: it could not, or has returned. */
vcube_time vc_end_of_wait(const vcube_machine *machine, int rank);

#endif
