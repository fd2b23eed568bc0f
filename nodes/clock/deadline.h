/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef VC_ENDS_H
#define VC_ENDS_H

#include "node.h"

/* Of the messages that a wait for any is about, the one that arrives first, ties
 * to the lowest rank, and its arrival; NULL: there is none, or none whose arrival
 * is known. By the node, or while it is parked. */
struct vc_channel *vc_earliest(vcube_node *node, const struct vc_wait *wait, vcube_time *arrival);

/* When a parked node could go on by itself, by its clock, which is known;
 * VC_NO_TIME: it could not, or has returned. */
vcube_time vc_end_of_wait(const vcube_machine *machine, int rank);

/* When time itself would end this wait of the node, VC_NO_TIME: never; *chosen is the
 * channel whose message ends it, or NULL. */
vcube_time vc_wait_end(vcube_node *node, const struct vc_wait *wait, struct vc_channel **chosen);

#endif
