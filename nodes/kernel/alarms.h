/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Alarms: the deadlines on the host's clock of nodes that share a thread.
 *
 * A node with a thread of its own sleeps until its deadline. Where one thread runs all nodes, that
 * thread keeps the time for them: a node that parks sets its alarm, and the thread looks at the
 * clock between two nodes. An alarm whose node was woken by something else rings in vain. Only the
 * thread that runs the nodes calls these functions.
 *
 * To read the clock costs a tenth of what a message does. So the time of the last look is kept: it
 * is that at which the node before began its last operation, or the running one did so, and the
 * thread looks between two nodes only where the first of them did not.
 */
#ifndef VC_ALARMS_H
#define VC_ALARMS_H

#include <stdbool.h>
#include <stdint.h>
#include "host.h"

struct vc_alarms {
	int nodes;
	int64_t now;                    /* of the last look, in nanoseconds of the host */
	bool looked;                    /* in this turn */
	int64_t first;                  /* no alarm is earlier; INT64_MAX: none is set */
	int64_t at[];
};

/* Returns them with no alarm set, or NULL: no memory. free() frees them. */
struct vc_alarms *vc_alarms_new(int nodes);

/* Looks at the host's clock. */
static inline void
vc_alarms_look(struct vc_alarms *alarms)
{
	alarms->now = vc_host_ns();
	alarms->looked = true;
}

/* Before a run: no alarm is set. */
void vc_alarms_reset(struct vc_alarms *alarms);

/* Sets a node's alarm, in nanoseconds of the host. */
void vc_alarms_set(struct vc_alarms *alarms, int rank, int64_t when);
void vc_alarms_clear(struct vc_alarms *alarms, int rank);

/* Returns the next node behind `rank` (-1: the first) whose alarm rings by now, and clears the
 * alarm; -1: no more. */
int vc_alarms_next(struct vc_alarms *alarms, int rank);

#endif
