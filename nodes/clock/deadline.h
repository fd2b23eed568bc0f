/* SPDX-License-Identifier: BSD-2-Clause */
/* When time itself would end the waits of parked nodes, and which node goes on then. */
#ifndef VC_DEADLINE_H
#define VC_DEADLINE_H

#include "node.h"

/* Returns the arrival of a message that is there, or VC_NO_TIME if not known yet. */
typedef vcube_time vc_arrival_of(const struct vc_slot *slot);

/* Returns the channel of the message that arrives first, of those that a wait for any
 * accepts, ties to the lowest rank, and its arrival; NULL if there is none, or none whose
 * arrival is known. Called by the node, or while it is parked. */
struct vc_channel *vc_earliest(vcube_node *node, const struct vc_wait *wait,
			       vc_arrival_of *arrival_of, vcube_time *arrival);

/* What ends a wait; all NULL: its deadline. */
struct vc_ending {
	struct vc_channel *channel;     /* whose message ends a wait for any */
	struct vcube_request *request;  /* the first of several */
	struct vc_wait *part;           /* of a wait of a program with fibers */
};

/* Returns when time itself would end this wait of the node, or VC_NO_TIME, and fills in what
 * does. */
vcube_time vc_wait_end(vcube_node *node, const struct vc_wait *wait, vc_arrival_of *arrival_of,
		       struct vc_ending *ending);

/* Returns whether the wait ends for what it waits for, or because its time is up, or a poll is
 * answered. */
bool vc_has_come(const struct vc_wait *wait, const struct vc_ending *ending);

/* The slots of these names for clocks without journals: by arrivals as given, by the stamps
 * of messages, or for messages without stamps. */
int vc_deadline_first_by(vcube_machine *machine, vc_arrival_of *arrival_of);
void vc_deadline_grant_by(vcube_machine *machine, int rank, vc_arrival_of *arrival_of);
int vc_deadline_first(vcube_machine *machine);
void vc_deadline_grant(vcube_machine *machine, int rank);
int vc_deadline_first_stamped(vcube_machine *machine);
void vc_deadline_grant_stamped(vcube_machine *machine, int rank);

/* Returns the arrival that the sender has stamped. */
vcube_time vc_arrival_stamped(const struct vc_slot *slot);

/* Sets what ended the wait of a parked node, which vc_unpark() wakes next. */
void vc_deadline_tell(vcube_machine *machine, int rank, const struct vc_ending *ending);

#endif
