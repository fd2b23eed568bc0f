/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where messages were sent, on strict machines: a list at the sender, in which reports look up
 * those that nobody has taken. Messages that were taken leave the list when it would grow.
 */
#ifndef VC_SITES_H
#define VC_SITES_H

#include "node.h"

/* The node is about to send message `number` of a channel. */
void vc_site_note(vcube_node *self, const struct vc_channel *channel, uint32_t number);
/* Returns the line that sent a message; NULL: not known. */
const char *vc_site_find(const vcube_machine *m, const struct vc_channel *channel, uint32_t number);
/* Before a run, and when the node closes. */
void vc_sites_drop(vcube_node *node);

#endif
