/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Watches, inside the library: the memory that a node has named. They exist only with an
 * observer or a trace (machine->observed).
 *
 * Only the node's thread writes them; an observer reads them while no node runs. They are
 * in the order of their creation, so that those of a call are the last and end with it.
 */
#ifndef VC_WATCH_H
#define VC_WATCH_H

#include "record.h"

/* Ends all watches but the first `kept`. Does nothing if there are fewer: calls of threads end in
 * any order. */
void vc_watches_end(vcube_node *self, unsigned kept);
/* Ends the watches of memory in a block of the heap that is freed. */
void vc_watches_forget(vcube_node *self, const void *block, size_t bytes);
/* `in` and `out` of the call that begins: recorded and, if contents are shown, watched; then `out`
 * is cleared but for what it shares with `in`. */
void vc_watch_call(vcube_node *self, const struct vcube_call *call, size_t in, size_t out);
/* Is there nothing to do for that, as the call is recorded like the one before, and nobody
 * looks? */
static inline bool
vc_watched_again(const vcube_node *self, const struct vcube_call *c)
{
	return vc_trace_is_again(self, c) && !self->machine->shows_contents;
}

#endif
