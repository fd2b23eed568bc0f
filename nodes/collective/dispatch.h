/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef VC_DISPATCH_H
#define VC_DISPATCH_H

#include "node.h"

/* Checks the call, completes it, and runs it by `algorithm`; where that is NULL, by
 * the one that `how` names, or, if `how` is NULL, by the one that is chosen. The
 * code of the node's failure. */
int vc_dispatch(vcube_node *self, const struct vcube_algorithm *algorithm, const char *how,
	       struct vcube_call call);

#endif
