/* SPDX-License-Identifier: BSD-2-Clause */
/* Selection of an algorithm for calls that name none. */
#ifndef VC_SELECT_H
#define VC_SELECT_H

#include "node.h"

/* Does the algorithm need nothing of a call? To ask more costs as much as a message. */
static inline bool
vc_fits_any_call(const struct vcube_algorithm *a)
{
	return a->needs == 0 && a->unmet == NULL && a->options == NULL;
}

/*
 * Returns the algorithm of the call's collective with the least predicted cost, of those
 * whose preconditions hold; of equals the first in the registry. Under the free clock
 * the host's time counts, and nodes share what is chosen. With routing=none, and under another
 * clock, algorithms native to the group (nodes/collective/native.h) precede the
 * others, whose formulas do not hold there. Every member selects the same. Returns NULL
 * with the reason in *error.
 */
const struct vcube_algorithm *vc_select(vcube_node *self, const struct vcube_call *call,
					struct vcube_error *error);

#endif
