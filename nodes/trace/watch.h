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

#include "node.h"

/* Adds a watch to the current call, like vcube_watch() without its checks. */
void vc_watch(vcube_node *self, const char *name, const void *pointer, vcube_type type,
	      size_t count);
/* Ends all watches but the first `kept`. Does nothing if there are fewer: calls of threads end in any
 * order. */
void vc_watches_end(vcube_node *self, unsigned kept);
/* Ends the watches of memory in a block of the heap that is freed. */
void vc_watches_forget(vcube_node *self, const void *block, size_t bytes);
/* Watches `in` and `out` of the call that begins. If contents are shown, clears `out` but
 * for what it shares with `in`. */
void vc_watch_call(vcube_node *self, const struct vcube_call *call, size_t in, size_t out);

#endif
