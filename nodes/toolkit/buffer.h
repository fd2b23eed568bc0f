/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A growable buffer in a node's heap, for messages of unknown length. Messages lie one
 * behind the other in a block that grows in place; the buffer starts another block only
 * where something is in the way. So it takes few blocks of the heap, and no more bytes than
 * a block for each message would.
 *
 * The buffer takes expected room in advance as long as the heap's use stays below its peak,
 * so that the advance does not show in vcube_heap_peak().
 *
 * All zero: empty, without a block.
 */
#ifndef VC_BUFFER_H
#define VC_BUFFER_H

#include <vcube/authoring.h>

struct vc_buffer_block {
	struct vc_buffer_block *older;
	size_t size, used;              /* this head included */
};

struct vc_buffer {
	struct vc_buffer_block *block;
	size_t expected;                /* bytes of all messages, about; 0: unknown */
};

/* Returns room for `bytes` bytes, at a multiple of 8, which does not move; NULL if there is
 * none, and the node has failed. */
void *vc_buffer_take(vcube_node *self, struct vc_buffer *buffer, size_t bytes);

/* Receives the next message from a member, whatever its length, which it stores in *bytes; NULL:
 * the node has failed. */
void *vc_buffer_receive(vcube_node *self, struct vc_buffer *buffer, vcube_group *group, int from,
			size_t *bytes);

/* Empties the buffer and keeps its blocks. */
void vc_buffer_clear(struct vc_buffer *buffer);

/* Returns unused room, or everything, to the heap. */
void vc_buffer_trim(vcube_node *self, struct vc_buffer *buffer);
void vc_buffer_free(vcube_node *self, struct vc_buffer *buffer);

#endif
