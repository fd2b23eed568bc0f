/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The lengths of blocks that differ, as the memory of a trace shows them.
 */
#ifndef LENGTHS_H
#define LENGTHS_H

#include <vcube/observing.h>
#include "run/pieces.h"

/* Find the lengths of the blocks of a call, event number `call` of the trace, whose nodes start
 * with the data of pattern.h; c->bytes is at least as long as any node's memory. Sets c->bytes to
 * the longest block, and c->traffic unless all are as long. False, and the case is unchanged, if
 * the trace does not have all of that memory, or no block has any bytes. */
bool lengths_find(const vcube_trace *trace, uint64_t call, struct run_case *c);

#endif
