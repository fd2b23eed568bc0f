/* SPDX-License-Identifier: BSD-2-Clause */
/* The counts and offsets of a call whose blocks differ in length. */
#ifndef VC_COUNTS_H
#define VC_COUNTS_H

#include "node.h"

/* Are they there, do all blocks lie in memory, and none of `out` on another?
 * 0, or the node has failed. `name` is the call's. */
int vc_counts_check(vcube_node *self, const char *name, const struct vcube_call *call);

/* Up to where `in` (`out`) is looked at, in bytes from its start. */
size_t vc_counts_extent(const struct vcube_call *call, const size_t *counts,
			const size_t *offsets);

#endif
