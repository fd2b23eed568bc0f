/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Progress of posted receives while their node waits for something else. A node looks at the
 * channel that it waits on alone; messages on others that only these receives want stay there,
 * which matters to senders that wait until their message is taken. So before a deadlock is
 * reported, nodes that have such messages take them.
 */
#ifndef VC_PROGRESS_H
#define VC_PROGRESS_H

#include "node.h"

struct vc_slot;

/* Returns the message that is there for a receive that the node has posted, and its channel; or
 * NULL. The node, or the resolver while it is parked. */
struct vc_slot *vc_message_for(vcube_node *node, const struct vcube_request *receive,
			       struct vc_channel **channel);
/* Is there a message for a receive that the node has posted? While it is parked. Under clocks its
 * parking then has the receive, so that it takes one: until it runs, nodes that go on may send it
 * more, which depends on the host. */
bool vc_can_progress(vcube_node *node);
/* Takes that message, or all that there are. Returns the node's code. The node only. */
int vc_progress(vcube_node *self);

#endif
