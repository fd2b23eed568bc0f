/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where the time of nodes goes, by the events of a trace: the division into start-ups,
 * transfer, waiting and work that vcube_run_stats() makes.
 */
#ifndef PARTS_H
#define PARTS_H

#include <vcube/observing.h>
#include "base/index.h"

struct parts_of_nodes {
	const vcube_trace *trace;
	vcube_time startup, overhead;   /* of a message, and of its receipt */
	vcube_time *clock;              /* by node: up to which its time is divided */
	struct flight *flight;          /* messages, in the order of their sending */
	int flights;
	struct index index;             /* of the flights */
	int *latest;                    /* by node: the flight that arrived last; -1: none, or unknown */
};

void parts_open(struct parts_of_nodes *p, const vcube_trace *trace);
void parts_close(struct parts_of_nodes *p);

/* Return the parts of the node's time since its previous event; take the events in order. Time
 * that no event explains is start-ups and overheads. Under a clock of the host it is work. */
struct vcube_parts parts_note(struct parts_of_nodes *p, const struct vcube_event *e);

#endif
