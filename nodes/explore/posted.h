/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Posted receives whose node waits for something else, in an exploration. Where a sender waits
 * until its message is taken, they must take it: nobody could go on otherwise, or somebody would
 * test in vain for ever. Of receives from any that is an answer of the tree, which a node takes
 * beside those to its questions: each message that is there, or nothing yet where another node may
 * take one first. The program has its message only when it waits for the receive, or tests it:
 * beside.h.
 */
#ifndef VC_POSTED_H
#define VC_POSTED_H

#include "explore.h"

struct vc_found;
struct vc_point;

/* Returns the receive of a node that takes a message now, and that; NULL: there is none, or nobody
 * waits until messages are taken. One from any takes only what it was given. The node, or the
 * resolver while it is parked. */
struct vcube_request *vc_posted_find(vcube_node *node, struct vc_found *found);
/* Is a message there that a receive from any was given? Of a parked node. */
bool vc_posted_is_given(vcube_node *node);
/* Adds what the node's receives from any may take, if a sender waits for one of them. Returns false
 * if there is no memory. */
bool vc_posted_answers(vcube_node *node, struct vc_point *point);

#endif
