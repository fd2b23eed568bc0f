/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Watches from inside: what a node has named of its memory. Only where
 * somebody looks (machine->looked_at): an observer or a trace.
 *
 * The node's thread alone writes them; an observer reads them while nothing
 * moves. They lie in the order in which they were made, so that those of a call
 * are the last, and go with it.
 */
#ifndef VC_WATCH_H
#define VC_WATCH_H

#include "node.h"

/* A watch of the call the node is in, as vcube_watch() but for its checks. */
void vc_watch(vcube_node *self, const char *name, const void *pointer, vcube_type type,
	      size_t count);
/* The first `kept` stay. */
void vc_watches_end(vcube_node *self, unsigned kept);
/* A block of the heap is given back: whoever watches into it does so no longer. */
void vc_watches_forget(vcube_node *self, const void *block, size_t bytes);
/* `in` and `out` of the call that begins; where contents are shown, `out` is cleared
 * but for what it shares with `in`. */
void vc_watch_call(vcube_node *self, const struct vcube_call *call, size_t in, size_t out);

#endif
