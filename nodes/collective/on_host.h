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
/* What runs a machine's nodes. */
struct vc_host {
	enum vcube_threading threads;   /* VCUBE_THREADS_YES, _ONE or _CORES */
	int processors;                 /* that they use */
};

/* Returns that of threads which may use so many processors. */
struct vc_host vc_host_threads(enum vcube_threading threads, int processors);
/* Returns that of a machine of so many nodes that this process would open, on an idle host. */
struct vc_host vc_host_described(const struct vcube_desc *desc, int nodes);
/* Returns the costs by which algorithms divide what they do, such as a block into segments. */
struct vcube_cost vc_host_costs(int members, const struct vc_host *host);
/* The unset options of calls whose algorithm was selected for the host: it divides by these costs,
 * while one that a program names divides by the machine's, as predicted. */
extern const struct vcube_setting vc_unset_on_host[VCUBE_OPTIONS_MAX];
/* Returns a call's predicted time on the host, in picoseconds, at most VCUBE_TIME_MAX. */
vcube_time vc_host_cost(const struct vcube_desc *desc, const struct vcube_algorithm *a,
			const struct vcube_terms *terms, const struct vc_host *host);

#endif
