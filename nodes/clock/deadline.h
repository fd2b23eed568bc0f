/* SPDX-License-Identifier: BSD-2-Clause */
/* When time itself would end the waits of parked nodes, and who goes on then. */
#ifndef VC_DEADLINE_H
#define VC_DEADLINE_H

#include "node.h"

/* When a message that is there arrived; VC_NO_TIME: that is not known yet. */
typedef vcube_time vc_arrival_of(const struct vc_slot *slot);

/* Of the messages that a wait for any is about, the one that arrives first, ties
 * to the lowest rank, and its arrival; NULL: there is none, or none whose arrival
 * is known. By the node, or while it is parked. */
struct vc_channel *vc_earliest(vcube_node *node, const struct vc_wait *wait,
			       vc_arrival_of *arrival_of, vcube_time *arrival);

/* When time itself would end this wait of the node, VC_NO_TIME: never; *chosen is the
 * channel whose message ends it, or NULL. */
vcube_time vc_wait_end(vcube_node *node, const struct vc_wait *wait, vc_arrival_of *arrival_of,
		       struct vc_channel **chosen);

/* For clocks that keep no journals, as their slots of these names, by the stamps of messages
 * or where these have none. */
int vc_deadline_first(vcube_machine *machine);
void vc_deadline_grant(vcube_machine *machine, int rank);
int vc_deadline_first_stamped(vcube_machine *machine);
void vc_deadline_grant_stamped(vcube_machine *machine, int rank);

/* The arrival that a sender has stamped. */
vcube_time vc_arrival_stamped(const struct vc_slot *slot);

/* Tells a parked node, which vc_unpark() wakes next, what ended its wait. */
void vc_deadline_tell(vcube_machine *machine, int rank, struct vc_channel *chosen);

#endif
