/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Freed blocks of strict machines: the last ones stay allocated for a while, filled with a
 * pattern, to report their use: in calls, by a second free, and by what was written there.
 */
#ifndef VC_QUARANTINE_H
#define VC_QUARANTINE_H

#include "node.h"

/* Takes a block instead of freeing it. Returns 0, or an error of vc_heap_free(). */
int vc_quarantine_take(vcube_node *self, void *block, struct vcube_error *error);
/* Is it a block that was freed? */
bool vc_quarantine_has(const vcube_node *self, const void *block);
/* Frees all; fails if one was written to. */
void vc_quarantine_empty(vcube_node *self);
/* Fails if memory lies in a block that was freed; else returns the node's code. */
int vc_quarantine_check(vcube_node *self, const char *call, const void *data, size_t bytes);

#endif
