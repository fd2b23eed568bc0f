/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Machines that several processes share. With transport=sockets or transport=mpi, all of
 * them open the same machine and run the same program on it; each runs the nodes that
 * spread= gives it. vcube-cluster(7) describes it.
 */
#ifndef VCUBE_PROCESS_H
#define VCUBE_PROCESS_H

#include <stddef.h>
#include <vcube/machine.h>

VCUBE_BEGIN_

/* Joins the processes that were started together, if this one has not; NULL, "none": it is alone.
 * Returns the number of this process, from 0, and how many there are in *processes; or an
 * error. vcube_open() joins by itself. Any thread may call it; blocks until all have. */
int vcube_join(const char *transport, int *processes, struct vcube_error *error);

/* Number of this process on the machine; how many there are; which one has a node. Nodes
 * may call these, too. */
int vcube_process(const vcube_machine *machine);
int vcube_processes(const vcube_machine *machine);
int vcube_process_of(const vcube_machine *machine, int rank);

/* Gives the run a copy of `bytes` bytes as this node's result, in place of what it gave
 * before: what it writes to memory that nodes share, only its own process sees. Returns 0 or
 * the node's failure. */
int vcube_give(vcube_node *self, const void *data, size_t bytes);

/* After a run, in every process: returns what a node gave, and its length in *bytes; NULL if it
 * gave nothing. Valid until the next run or vcube_close(). */
const void *vcube_given(const vcube_machine *machine, int rank, size_t *bytes);

VCUBE_END_
#endif
