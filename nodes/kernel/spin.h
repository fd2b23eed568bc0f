/* SPDX-License-Identifier: BSD-2-Clause */
/* What a wait is for: whose news ends it, and whether it is worth looking before parking. */
#ifndef VC_SPIN_H
#define VC_SPIN_H

#include "node.h"

/* Whose news ends this wait: what the node's `parked` is to say. */
uint32_t vc_wait_word(const vcube_node *self, const struct vc_wait *wait);

/* Looks, and gives way, for a while. True: what the node waits for is there. */
bool vc_spin(vcube_node *self, struct vc_wait *wait);

#endif
