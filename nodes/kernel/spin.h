/* SPDX-License-Identifier: BSD-2-Clause */
/* Which event ends a wait, and spinning for it before parking. */
#ifndef VC_SPIN_H
#define VC_SPIN_H

#include "node.h"

/* Returns the value of `parked` for this wait: the node whose event ends it. */
uint32_t vc_wait_word(const vcube_node *self, const struct vc_wait *wait);

/* Spins, and yields, for a while. Returns true if the wait is over. */
bool vc_spin(vcube_node *self, struct vc_wait *wait);

#endif
