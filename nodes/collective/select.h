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

static inline bool
vc_is_commutative(const struct vcube_call *call)
{
	return call->op == NULL || call->op->commutative;
}

/* Where a node remembers what it selected for calls like this one */
static inline struct vc_chosen *
vc_chosen_place(vcube_node *self, const struct vcube_call *call)
{
	return &self->chosen[(unsigned)call->collective % VC_CHOSEN_MOST];
}

/* Returns what vc_select() would, if the node selected it on the host for one of its last calls,
 * which it fits; or NULL. Most calls repeat one of the last few. */
static inline const struct vcube_algorithm *
vc_select_again(vcube_node *self, const struct vcube_call *call)
{
	const struct vc_chosen *const last = vc_chosen_place(self, call);

	return last->algorithm != NULL && last->algorithm->collective == call->collective &&
	       last->bytes == call->bytes && last->type == call->type && last->size == call->size &&
	       last->commutative == vc_is_commutative(call) ? last->algorithm : NULL;
}

#endif
