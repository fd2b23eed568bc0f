/* SPDX-License-Identifier: BSD-2-Clause */
/* What stands beside a wait: messages that it does not accept, requests that it competes with. */
#ifndef VC_STANDING_H
#define VC_STANDING_H

#include <stdio.h>
#include "node.h"

/* Writes the tag and the group that a receive asks for, if it asks for a tag, and the request
 * that it completes. */
void vc_wanted_describe(FILE *out, const struct vc_wait *wait);
/* Before a deadlock is reported: sets aside all that has come for a node, from all others. */
void vc_standing_gather(vcube_node *node);
/* Writes what stands beside the wait of a parked node, or nothing. */
void vc_standing_describe(FILE *out, const vcube_machine *m, int rank);
/* Writes the tag of a message, if it has one, and the line that sent it, or NULL. */
void vc_message_describe(FILE *out, uint64_t label, const char *here);

#endif
