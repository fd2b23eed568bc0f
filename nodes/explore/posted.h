/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Posted receives whose node waits for something else, in an exploration. Where a sender waits until
 * its message is taken, they must take it: nobody could go on otherwise, or somebody would test in vain
 * for ever. The program has its message only when it waits for the receive, or tests it: beside.h.
 */
#ifndef VC_POSTED_H
#define VC_POSTED_H

#include "explore.h"

struct vc_found;

/* Returns the receive of a node that may take a message now, and that; NULL: there is none, or nobody
 * waits until messages are taken. The node, or the resolver while it is parked. */
struct vcube_request *vc_posted_find(vcube_node *node, struct vc_found *found);

#endif
