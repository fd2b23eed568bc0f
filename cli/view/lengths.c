/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The lengths of blocks that differ, as the memory of a trace shows them.
 */
#include <string.h>
#include "base/text.h"
#include "view/lengths.h"

/* Find, for each node, the first contents of the memory of this name that is the call's. */
static const struct vcube_event **
first_contents(const vcube_trace *trace, uint64_t call, const char *name)
{
	const uint32_t nodes = vcube_trace_head(trace)->nodes;
	const struct vcube_event *e, **first = grow(NULL, nodes, sizeof *first);
	uint32_t found = 0;

	for (uint64_t i = call; found < nodes && (e = vcube_trace_at(trace, i)) != NULL; i++)
		if (e->kind == VCUBE_EVENT_MEMORY && e->peer == 1 && !first[e->rank] &&
		    strcmp(vcube_trace_text(trace, e->text), name) == 0) {
			first[e->rank] = e;
			found++;
		}
	return first;
}

static bool
is_whole(const struct vcube_event *memory)
{
	return memory && memory->span == (int64_t)memory->number;
}

/* A node whose memory is one block: take that for the length of its block everywhere. */
static bool
take_memory(const struct vcube_event *memory, int nodes, size_t *bytes)
{
	if (!is_whole(memory))
		return false;
	for (int from = 0; from < nodes; from++)
		bytes[from * nodes + (int)memory->rank] = memory->number;
	return true;
}

/* A node that has a block for each: take the lengths of the blocks that are in its memory. */
static bool
take_blocks(const vcube_trace *trace, const struct vcube_event *memory, const struct run_case *c,
	    size_t *bytes)
{
	struct pieces pieces = { 0 };
	bool known = is_whole(memory);

	if (known)
		pieces_find(c, vcube_trace_contents(trace, memory), memory->number, &pieces);
	for (int i = 0; i < pieces.count; i++) {
		const struct piece *const p = &pieces.list[i];

		known &= p->kind == PIECE_MOVED && p->source.rank == (int)memory->rank && p->source.at == 0;
		if (known)
			bytes[p->source.rank * c->nodes + p->source.block] = p->bytes;
	}
	discard(pieces.list);
	return known;
}

/* False if all blocks are empty. */
static bool
take_lengths(const size_t *bytes, struct run_case *c)
{
	const int count = c->nodes * c->nodes;
	size_t longest = 0;
	bool differ = false;

	for (int i = 0; i < count; i++) {
		differ |= bytes[i] != bytes[0];
		longest = bytes[i] > longest ? bytes[i] : longest;
	}
	if (longest == 0)
		return false;
	c->bytes = longest;
	if (differ)
		c->traffic = (struct traffic_terms) {
			.traffic = traffic_of(c->nodes, bytes), .nodes = c->nodes, .largest = c->bytes,
			.element = vcube_type_size(c->type),
		};
	return true;
}

bool
lengths_find(const vcube_trace *trace, uint64_t call, struct run_case *c)
{
	const bool counts = has_trait(c->collective, VCUBE_COUNTS);
	const bool in = counts || !has_block_for_each(c->collective);
	const struct vcube_event **first = first_contents(trace, call, in ? "in" : "out");
	size_t *bytes = grow(NULL, (size_t)c->nodes * (size_t)c->nodes, sizeof *bytes);
	bool known = true;

	for (int rank = 0; known && rank < c->nodes; rank++)
		known = counts ? take_blocks(trace, first[rank], c, bytes)
			       : take_memory(first[rank], c->nodes, bytes);
	known = known && take_lengths(bytes, c);
	discard(bytes);
	discard(first);
	return known;
}
