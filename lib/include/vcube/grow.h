/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Blocks of a node's heap (vcube/node.h) that grow in place, for use in algorithms that do
 * not know a length beforehand: pointers into such a block stay valid. Free the blocks with
 * vcube_free(). Nothing here blocks or makes the node fail.
 */
#ifndef VCUBE_GROW_H
#define VCUBE_GROW_H

#include <stdbool.h>
#include <vcube/node.h>

VCUBE_BEGIN_

/* Allocates at the start of the largest free piece of the heap, so that the rest of that
 * piece lies behind the block. Returns NULL if the piece is too small. */
void *vcube_alloc_to_grow(vcube_node *self, size_t bytes);

/* Resizes a block without moving it. Returns false, and leaves the block as it is, if the
 * free space behind it is too small, if its address is not aligned for the new size
 * (vcube/node.h), or if it is not a live block of this heap. */
bool vcube_resize_in_place(vcube_node *self, void *block, size_t bytes);

VCUBE_END_
#endif
