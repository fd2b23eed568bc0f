/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The wall clock: what things cost under the virtual clock, waited for in real
 * time.
 *
 * A node's time is the host's since the run began, in picoseconds. Its `now` is
 * the time up to which it is busy, by overheads and local work since its last act
 * (a message, a question for the time); what the host took for that work counts
 * towards it. It waits for all of it at once, before its next act. So no act is
 * early, and many small costs are one wait.
 *
 * A message is placed on the network when it is sent, at the host's time then,
 * under a lock, which makes it known when it is due. Its receiver waits until
 * there is one, as under the free clock, and then until that is due, which is a
 * wait with a deadline of the host's clock: no deadlock, whoever else waits.
 *
 * A machine with a processor for each node looks at the host's clock for the last
 * microseconds of a wait; another one would keep from running those who make the
 * news, and trusts the kernel's timer alone.
 */
#ifndef VC_WALL_H
#define VC_WALL_H

#include "fault.h"
#include "lateness.h"
#include "message.h"
#include "network.h"

struct vc_wall {
	pthread_mutex_t lock;           /* of the network */
	struct vc_network network;
	struct vc_lateness lateness;
};

/* m->wall, or NULL: there is no memory for it. */
struct vc_wall *vc_wall_new(vcube_machine *machine);
void vc_wall_free(vcube_machine *machine);
void vc_wall_reset(vcube_machine *machine);

/* A node's thread comes in: its waits are to end as exactly as the kernel can. */
void vc_wall_enter(void);

/* The host's time since the run began. */
vcube_time vc_wall_time(const vcube_machine *machine);
/* A node's clock: that, or later where the node owes time. */
vcube_time vc_wall_clock(const vcube_node *self);

/* Waits until that is `until`: 0, or the node's failure. */
int vc_wall_until(vcube_node *self, vcube_time until);
/* Waits for what the node owes; its clock is the host's then. */
int vc_wall_meet(vcube_node *self);

/* When a message of the node's arrives, and when it has left; the node waits for what
 * it owes first. False: it has failed. */
bool vc_wall_send(vcube_node *self, const struct vc_channel *c, size_t bytes,
		  enum vc_startup startup, const struct vc_fault_action *fate,
		  struct vc_transit *transit, vcube_time *left);

/* A receive begins. */
void vc_wall_receive(vcube_node *self);
/* Is a message due by now? */
bool vc_wall_is_due(const vcube_node *self, const struct vc_transit *transit);
/* Waits until it is due: 0, or VCUBE_ETIMEDOUT, or the node's failure. */
int vc_wall_await(vcube_node *self, const struct vc_transit *transit, vcube_time deadline);
/* The same for the message of all there are, and may come meanwhile, that arrives
 * first: wait->channel. `wait` is one for any. */
int vc_wall_await_any(vcube_node *self, struct vc_wait *wait);
/* It has been received. */
void vc_wall_got(vcube_node *self, const struct vc_transit *transit);

#endif
