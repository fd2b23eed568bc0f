/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the nodes of a recorded run did, for simulators that play it again: each node's
 * messages to and from others, and its local work, in its own order.
 */
#ifndef ACTS_H
#define ACTS_H

#include <vcube/observing.h>

struct acts {
	const vcube_trace *trace;
	uint64_t *event;                /* numbers of the acts' events, node by node */
	size_t *first;                  /* [nodes + 1]: of each node's, in `event` */
};

/* Ends the process with a sentence if the trace lacks a part of the run. */
struct acts acts_open(const vcube_trace *trace);
void acts_close(struct acts *acts);

/* Returns the ith act of a node, NULL past the last: a SEND, the wait until it has left
 * (SENT), a receive (GOT), or WORK. */
const struct vcube_event *acts_at(const struct acts *acts, int node, size_t i);

#endif
