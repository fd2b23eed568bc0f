/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Room in a node's heap for messages of which nobody knows beforehand how long they
 * are. They lie one behind the other in a block that grows where it lies; only where
 * something is in its way another one is begun. So the heap is asked for few blocks,
 * and has no more in use than with a block for each message.
 *
 * Room that is expected is taken in advance, as far as that is less than the node has
 * had in use before: so it does not show in vcube_heap_peak().
 *
 * All zero: nothing is in it, and nothing has been taken of the heap.
 */
#ifndef VC_BUFFER_H
#define VC_BUFFER_H

#include <vcube/authoring.h>

struct vc_pile_block {
	struct vc_pile_block *older;
	size_t size, used;              /* this head included */
};

struct vc_pile {
	struct vc_pile_block *block;
	size_t expected;                /* bytes, of all messages, about; 0: nobody knows */
};

/* Room for so many bytes, on a multiple of 8, which stays where it is; NULL: there is
 * none, and the node has failed. */
void *vc_pile_take(vcube_node *self, struct vc_pile *pile, size_t bytes);

/* Everything in it is gone; its room is there to be taken again. */
void vc_pile_clear(struct vc_pile *pile);

/* Gives back to the heap what has not been taken, or everything. */
void vc_pile_trim(vcube_node *self, struct vc_pile *pile);
void vc_pile_free(vcube_node *self, struct vc_pile *pile);

#endif
