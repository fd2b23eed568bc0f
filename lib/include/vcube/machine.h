/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The machine: opening it as described, running a program on it.
 *
 * There is no global state: a process may hold any number of machines, also at
 * the same time. Calls on one machine are made by one thread at a time; calls
 * on different machines by any threads at once.
 */
#ifndef VCUBE_MACHINE_H
#define VCUBE_MACHINE_H

#include <stddef.h>
#include <vcube/desc.h>
#include <vcube/error.h>
#include <vcube/topology.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vcube_machine vcube_machine;
typedef struct vcube_node vcube_node;

/* The version of the library that is linked, "1.2.3". */
const char *vcube_version(void);

/* A machine as described, or NULL with the sentence in *error. */
vcube_machine *vcube_open_desc(const struct vcube_desc *desc, struct vcube_error *error);
vcube_machine *vcube_open(const char *text, struct vcube_error *error);

/* Releases everything. NULL is permitted. Not while a run is under way. */
void vcube_close(vcube_machine *machine);

/* A program: runs once on every node. Nonzero ends the run with VCUBE_EPROGRAM
 * (or with the node's own failure, if it had one). */
typedef int vcube_program(vcube_node *self, void *arg);

/*
 * Runs `program` on every node and returns when all of them have returned: 0,
 * or the code of what went wrong first (lowest rank, causes before
 * consequences). Node clocks start at 0, heaps empty. A machine can be run any
 * number of times, one run after the other: while one is under way, VCUBE_EINVAL,
 * and that run takes no notice. A program returns; one that ends its thread otherwise
 * has failed with VCUBE_EPROGRAM.
 */
int vcube_run(vcube_machine *machine, vcube_program *program, void *arg);

/*
 * Links that change: latency, time of a byte, down, up. `changes` is a list as in
 * the keys `links` and `changes` of vcube-desc(5); all of it is done, or, after an
 * error, nothing. What a change does to messages is in vcube(7), "Links that change".
 *
 * vcube_change_links(): "0-1:down,axis0:per_byte=4ns", at once, and whatever was
 * said of the same before counts no more. Any thread, also while the machine runs: it
 * holds for the messages that are placed after the call, and which these are depends
 * on the host.
 *
 * vcube_schedule_links(): "10us:0-1:down,20us:0-1:up", at virtual times, in every run
 * from now on. Before a run it is part of the program: the same times on every host.
 * Any thread, too, but during a run times that have been passed come too late.
 *
 * Neither is called by nodes: vcube_plan_links() is.
 */
int vcube_change_links(vcube_machine *machine, const char *changes, struct vcube_error *error);
int vcube_schedule_links(vcube_machine *machine, const char *changes, struct vcube_error *error);

/*
 * The way of a message between two ranks that starts at this time, by what has been said of
 * links so far: round those that are down. Links as vcube_view_ways() has them, of which at
 * most `room` go into *link. Returns how many there are; VCUBE_EINVAL: there is no such
 * rank; VCUBE_EFAULT: no way is up; VCUBE_EHOST: no memory. Any thread.
 */
int vcube_message_way(vcube_machine *machine, int from, int to, vcube_time start, long *link,
		      int room);

int vcube_machine_nodes(const vcube_machine *machine);
const vcube_topology *vcube_machine_topology(const vcube_machine *machine);
const struct vcube_desc *vcube_machine_desc(const vcube_machine *machine);

#ifdef __cplusplus
}
#endif
#endif
