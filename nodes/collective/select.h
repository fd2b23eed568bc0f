/* SPDX-License-Identifier: BSD-2-Clause */
/* Which algorithm a call gets that names none. */
#ifndef VC_SELECT_H
#define VC_SELECT_H

#include "node.h"

/*
 * The algorithm of the call's collective whose preconditions hold and whose
 * predicted cost is least; of equals the first in the registry. With
 * routing=none, and where time is kept, only those count that are native to this
 * group (nodes/collective/native.h), if there are any: of others the formula does not hold. The
 * same at every member. NULL with the reason in *error.
 */
const struct vcube_algorithm *vc_select(vcube_node *self, const struct vcube_call *call,
					struct vcube_error *error);

#endif
