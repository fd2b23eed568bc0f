/* SPDX-License-Identifier: BSD-2-Clause */
/* What a wait is for: whose news ends it, and whether it is worth looking before parking. */
#ifndef VC_LOOK_H
#define VC_LOOK_H

#include "node.h"

/* Does the resolver alone let time pass? Else the host does. */
static inline bool
vc_clock_is_virtual(const vcube_node *self)
{
	return self->timed && !self->wall;
}

/* Whose news ends this wait: what the node's `parked` is to say. */
uint32_t vc_wait_word(const vcube_node *self, const struct vc_wait *wait);

/* Looks, and gives way, for a while. True: what the node waits for is there. */
bool vc_spin(vcube_node *self, struct vc_wait *wait);

#endif
