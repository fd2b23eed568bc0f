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

#include "event_queue.h"
#include "host.h"

struct vc_alarms {
	int64_t now;                    /* of the last look, in nanoseconds of the host */
	bool looked;                    /* in this turn */
	struct vc_event_queue queue;    /* in nanoseconds of the host */
};

/* Returns them with no alarm set, or NULL: no memory. */
struct vc_alarms *vc_alarms_new(int nodes);
void vc_alarms_free(struct vc_alarms *alarms);

/* Looks at the host's clock. */
static inline void
vc_alarms_look(struct vc_alarms *alarms)
{
	alarms->now = vc_host_ns();
	alarms->looked = true;
}

/* Before a run: no alarm is set. */
void vc_alarms_reset(struct vc_alarms *alarms, int nodes);

/* Sets the alarm of a node that has none, in nanoseconds of the host. */
void vc_alarms_set(struct vc_alarms *alarms, int rank, int64_t when);
/* Clears a node's alarm if it has not rung. */
void vc_alarms_clear(struct vc_alarms *alarms, int rank);

/* Returns when the first alarm rings; INT64_MAX: none is set. */
static inline int64_t
vc_alarms_first(const struct vc_alarms *alarms)
{
	return alarms->queue.count > 0 ? alarms->queue.item[0].key : INT64_MAX;
}

/* Returns the node whose alarm is the first of those that have rung by now, and clears the alarm;
 * -1: none has. */
int vc_alarms_next(struct vc_alarms *alarms);

#endif
