/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Who waits for whom. Read while nothing moves: by the resolver, or after the run.
 *
 * Each parked node waits for one other, or for any (-1). Following these from
 * a node leads to one that has failed, to one that has ended, to a node that
 * waits for any, or round a cycle.
 */
#ifndef VC_WAIT_GRAPH_H
#define VC_WAIT_GRAPH_H

#include <stdio.h>
#include "node.h"

/* Whom a parked node waits for; -1: nobody in particular. */
int vc_wait_peer(const vcube_machine *m, int rank);
/* Of a parked node: "waits to receive from node 3 at ring.c:12, in allgather.ring ..,
 * step shift". */
void vc_wait_describe(FILE *out, const vcube_machine *m, int rank);
/* Of one that is not: "node 3 has returned", or "node 3 has failed at ring.c:12: .." and a
 * newline. */
void vc_end_describe(FILE *out, const vcube_machine *m, int rank);
/* Of a node that is stopped while others run, by itself: " where it waits to receive
 * from node 3 at ring.c:12", or " at ring.c:12" if it does not wait. */
void vc_wait_describe_stopped(FILE *out, const vcube_node *self, const struct vc_wait *wait);
/* The lowest rank that has failed, or -1: somebody who waits for any may have
 * waited for that one. */
int vc_first_failed(const vcube_machine *m);

/* The machine's report: every cycle, every ended node that is waited for, every node
 * that waits. `seen`: room for an int of each node. */
void vc_wait_graph_write(vcube_machine *m, int *seen);
/* The report of a run that took too long: where each node was stopped, and who had
 * ended. */
void vc_wait_graph_write_late(vcube_machine *m);

#endif
