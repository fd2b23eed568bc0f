/* SPDX-License-Identifier: BSD-2-Clause */
/* Alarms of the nodes of carriers, of which there are few. */
#ifndef VC_ALARMS_H
#define VC_ALARMS_H

#include "node.h"

struct vc_alarms {
	int64_t now, when[3];           /* INT64_MAX: none is set */
};

int64_t vc_alarms_first(const struct vc_alarms *alarms);
void vc_alarms_look(struct vc_alarms *alarms);
void vc_alarms_set(struct vc_alarms *alarms, int rank, int64_t when);
void vc_alarms_clear(struct vc_alarms *alarms, int rank);
int vc_alarms_next(struct vc_alarms *alarms);

#endif
