/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Who waits for whom. Call these while no node runs: from the resolver, or after the run.
 *
 * Each parked node waits for one other node, or for any (-1). Following these waits
 * ends at a node that has failed, that has ended or that waits for any, or in a cycle.
 */
#ifndef VC_WAIT_GRAPH_H
#define VC_WAIT_GRAPH_H

#include <stdio.h>
#include "node.h"

/* Returns the node that a parked node waits for; -1: any. */
int vc_wait_peer(const vcube_machine *m, int rank);
/* Describes a parked node: "waits to receive from node 3 at ring.c:12, in
 * allgather.ring .., step shift". */
void vc_wait_describe(FILE *out, const vcube_machine *m, int rank);
/* Describes a node that has ended: "node 3 has returned" or "node 3 has failed at
 * ring.c:12: ..", and a newline. */
void vc_end_describe(FILE *out, const vcube_machine *m, int rank);
/* Describes a node that is stopped while others run; the node itself calls it: " while
 * waiting to receive from node 3 at ring.c:12", or " at ring.c:12" if it does not wait. */
void vc_wait_describe_stopped(FILE *out, const vcube_node *self, const struct vc_wait *wait);
/* Returns the lowest rank that has failed, or -1. A node that waits for any may have
 * waited for it. */
int vc_first_failed(const vcube_machine *m);

/* Writes the machine's report: how the calls of node `odd` differ (-1: they do not), every cycle,
 * every ended node that another waits for, and every node that waits. `seen` is scratch, one int
 * for each node. */
void vc_wait_graph_write(vcube_machine *m, int odd, int *seen);
/* Writes the report of a run that took too long: where each node was stopped, and which
 * nodes had ended. */
void vc_wait_graph_write_late(vcube_machine *m);

#endif
