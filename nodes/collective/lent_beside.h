/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory that calls beside the program (vcube_async()) use while they wait: what a collective
 * reads and writes until it ends, and what a receive waits to fill. Others may not write there,
 * nor read what is received to. Blocks of vcube_alltoallv() may lie apart: of those only what is
 * being received counts.
 *
 * Calls that use such memory are compared with it; the program's own stores show in a sum of the
 * bytes, if strict.
 */
#ifndef VC_LENT_BESIDE_H
#define VC_LENT_BESIDE_H

#include "fiber.h"

/* Fails if a request or a call beside the program uses this memory; returns the node's code. */
int vc_memory_in_use(vcube_node *self, const char *call, enum vc_use use, const void *data,
		     size_t bytes);

/* Strict: the running fiber begins to wait, and goes on; fails if its memory has been changed. */
void vc_beside_lend(vcube_node *self, struct vc_fiber *fiber);
void vc_beside_take_back(vcube_node *self, struct vc_fiber *fiber);

#endif
