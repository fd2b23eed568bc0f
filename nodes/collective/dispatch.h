/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef VC_DISPATCH_H
#define VC_DISPATCH_H

#include "node.h"

/* Checks and completes the call, and runs it by `algorithm`; if that is NULL, by the one
 * that `how` names; if that is NULL too, by the one selected. Returns the code of the
 * node's failure. */
int vc_dispatch(vcube_node *self, const struct vcube_algorithm *algorithm, const char *how,
	       struct vcube_call call);

#endif
