/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a call takes on the host, under the free clock: the time that counts there is the host's,
 * and what costs most of it is to wait, since each node is switched to in turn if there are more
 * of them than processors.
 */
#ifndef VC_ON_HOST_H
#define VC_ON_HOST_H

#include "node.h"

/* Is the host's time what counts on this machine? Not where runs are the same on every host. */
bool vc_host_counts(const struct vcube_desc *desc);
/* Returns the processors that this process may use. */
int vc_host_processors(void);
/* Returns a call's predicted time on the host, in picoseconds, at most VCUBE_TIME_MAX. */
vcube_time vc_host_cost(const struct vcube_desc *desc, const struct vcube_algorithm *a,
			const struct vcube_terms *terms, int processors);

#endif
