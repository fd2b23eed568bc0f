/* SPDX-License-Identifier: BSD-2-Clause */
/* Counts and offsets of a call whose blocks differ in length. */
#ifndef VC_COUNTS_H
#define VC_COUNTS_H

#include "node.h"

/* Checks that counts and offsets exist, that all blocks lie in memory, and that no block of
 * `out` overlaps another block. Returns 0, or the node has failed. `name` is the call's. */
int vc_counts_check(vcube_node *self, const char *name, const struct vcube_call *call);

/* Returns the end of the last block of `in` (`out`), in bytes from its start. */
size_t vc_counts_extent(const struct vcube_call *call, const size_t *counts,
			const size_t *offsets);

#endif
