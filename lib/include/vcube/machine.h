/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Machines: open one from a description, run a program on it.
 *
 * There is no global state: a process may hold any number of machines at the same
 * time. One thread at a time may call functions on a machine; different machines
 * are independent. Only vcube_run() blocks.
 */
#ifndef VCUBE_MACHINE_H
#define VCUBE_MACHINE_H

#include <stddef.h>
#include <vcube/desc.h>
#include <vcube/error.h>
#include <vcube/topology.h>

VCUBE_BEGIN_

typedef struct vcube_machine vcube_machine;
typedef struct vcube_node vcube_node;

/* Returns the version of the linked library, "1.2.3". */
const char *vcube_version(void);

/* Opens a machine from a description, which it copies, or from its text. Returns NULL
 * with the reason in *error: VCUBE_EINVAL or VCUBE_EUNKNOWN for the description,
 * VCUBE_EHOST for lack of memory. */
vcube_machine *vcube_open_desc(const struct vcube_desc *desc, struct vcube_error *error);
vcube_machine *vcube_open(const char *text, struct vcube_error *error);

/* Releases the machine and everything it owns; accepts NULL. During a run it does nothing, but the
 * run fails, as does a node of the machine that calls it (VCUBE_EINVAL). */
void vcube_close(vcube_machine *machine);

/* A program runs once on every node. If it returns nonzero, the run ends with
 * VCUBE_EPROGRAM, or with the node's own failure if it had one. */
typedef int vcube_program(vcube_node *self, void *arg);

/*
 * Runs `program` on every node and returns when all nodes have returned: 0, or the
 * code of the failure that counts (causes before consequences, then the lowest
 * rank). Node clocks start at 0, heaps empty. A machine may run any number of times,
 * one run after the other; a call during a run returns VCUBE_EINVAL and does not
 * disturb that run, except that a node of the machine that makes it fails. A program
 * must return: if it ends its thread otherwise, its node fails with VCUBE_EPROGRAM.
 * After the run, calls with its nodes return VCUBE_EINVAL or NULL and do nothing. Blocks.
 */
int vcube_run(vcube_machine *machine, vcube_program *program, void *arg);

/*
 * Change links: latency, time of a byte, down, up. `changes` is a list as in the
 * keys `links` and `changes` of vcube-desc(5). Either all of it takes effect, or, on
 * error, nothing. vcube(7), "Links that change", defines the effect on messages.
 *
 * vcube_change_links(): "0-1:down,axis0:per_byte=4ns", at once; overrides all earlier
 * settings of the same parameter of the same link. Any thread may call it, also
 * during a run: it applies to messages placed after the call, and which these are
 * depends on the host.
 *
 * vcube_schedule_links(): "10us:0-1:down,20us:0-1:up", at virtual times, in every
 * later run. Called before a run, it is part of the program: the same times on every
 * host. Any thread may call it during a run, too, but then a change may come too
 * late for messages already placed.
 *
 * Nodes must not call these; they call vcube_plan_links().
 */
int vcube_change_links(vcube_machine *machine, const char *changes, struct vcube_error *error);
int vcube_schedule_links(vcube_machine *machine, const char *changes, struct vcube_error *error);

/*
 * Finds the route of a message between two ranks that starts at `start`, by the link
 * changes known so far; it avoids links that are down. Writes at most `room` link
 * numbers (as in vcube_view_ways(), vcube/observe.h) to *link. Returns the length of
 * the route, VCUBE_EINVAL if a rank is out of range, VCUBE_EFAULT if no route is up,
 * VCUBE_EROUTE if routing=none refuses the message, VCUBE_EHOST for lack of memory. Any
 * thread may call it.
 */
int vcube_message_way(vcube_machine *machine, int from, int to, vcube_time start, long *link,
		      int room);

/* Number of nodes; topology and description, which live as long as the machine. Nodes
 * may call these, too. */
int vcube_machine_nodes(const vcube_machine *machine);
const vcube_topology *vcube_machine_topology(const vcube_machine *machine);
const struct vcube_desc *vcube_machine_desc(const vcube_machine *machine);

VCUBE_END_
#endif
