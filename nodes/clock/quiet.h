/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Polls in virtual time that need not ask the resolver.
 *
 * The resolver answers a poll once no node can act at an earlier time. What others send from then
 * on starts at the poll's time or later, and arrives a start-up after that at the least: so long it
 * is quiet around the node. A message sent before is in the node's memory by then. So while it is
 * quiet, a poll of a receive for which nothing is in memory is in vain; where something is there,
 * the resolver says when it arrives. The node may send to itself, which ends the quiet; and a poll
 * for a message from itself always asks: by such polls nodes take turns, in the order of their
 * times. Likewise, a message of its own that has not started by then does not leave before.
 */
#ifndef VC_QUIET_H
#define VC_QUIET_H

#include "poll.h"

/* The resolver has answered a poll at this time of the node's clock. The node only. */
void vc_quiet_begin(vcube_node *self, vcube_time now);
/* Returns whether a request is not done, for sure, at this time of its node's clock. The node
 * only. */
bool vc_quiet_for(vcube_node *self, const vcube_request *request, vcube_time now);

/* The node sends to itself. */
void vc_quiet_end(vcube_node *self);
/* After vc_quiet_begin(): the first message that concerns a receive arrives then, or VC_NO_TIME if
 * that is not known. So long the receive is not done, whatever is posted or cancelled meanwhile,
 * unless another one from any was posted before: that may leave its message. */
void vc_quiet_first(vcube_node *self, vcube_request *request, vcube_time arrival);

#endif
