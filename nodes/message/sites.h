/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where messages were sent, on strict machines: a table at the sender of the lines that send,
 * whose numbers its messages carry.
 */
#ifndef VC_SITES_H
#define VC_SITES_H

#include "node.h"

/* Returns the number of the line at which the node calls, and remembers it; 0: not known. */
uint16_t vc_site_number(vcube_node *self);
/* Returns the line that sent a message; NULL: not known. Any node may ask that has the message. */
static inline const char *
vc_site_of(const vcube_machine *m, int from, const struct vc_slot *slot)
{
	const char *const *const line = m->node[from].sites.line;

	return line != NULL ? line[slot->site] : NULL;
}
/* Before a run, and when the node closes. */
void vc_sites_drop(vcube_node *node);

#endif
