/* SPDX-License-Identifier: BSD-2-Clause */
/* Finding a message without taking it. */
#ifndef VC_PROBE_H
#define VC_PROBE_H

#include "match.h"

/* Blocks until there is a message that a receive would take, and fills in its status (which
 * may be NULL). Returns 0 or the node's failure. */
int vc_probe(vcube_node *self, const struct vc_want *want, struct vc_found *found,
	     struct vcube_status *status);

/* Fills in the status of a message that was found. */
static inline void
vc_probe_tell(const vcube_node *self, const struct vc_want *want, const struct vc_found *found,
	      vcube_time arrival, struct vcube_status *status)
{
	*status = (struct vcube_status){
		.from = vc_group_find(self, want->group, found->channel->from),
		.tag = vc_label_tag(found->slot->label),
		.bytes = found->slot->bytes, .arrival = arrival,
	};
}

#endif
