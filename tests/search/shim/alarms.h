/* SPDX-License-Identifier: BSD-2-Clause */
/* Alarms, which no node of a search sets: each has its own thread. */
#ifndef VC_ALARMS_H
#define VC_ALARMS_H

#include "node.h"

void vc_alarms_set(struct vc_alarms *alarms, int rank, int64_t when);
void vc_alarms_clear(struct vc_alarms *alarms, int rank);
int vc_alarms_next(struct vc_alarms *alarms);

#endif
