/* SPDX-License-Identifier: BSD-2-Clause */
/* Data that a call receives: no byte is written twice. */
#include <stdlib.h>
#include "explain.h"
#include "layout.h"
#include "wrong.h"

struct piece {
	int64_t from, to;
};

/* Where data lie; no list: they are counted alone. */
struct pieces {
	struct piece *list;
	int64_t count;
};

static bool
add(void *arg, uint32_t basic, int64_t at, int64_t bytes)
{
	struct pieces *all = arg;

	(void)basic;
	if (all->list != NULL)
		all->list[all->count] = (struct piece){at, at + bytes};
	all->count++;
	return true;
}

static void
add_block(struct pieces *all, const struct block *b)
{
	struct layout whole;

	if (vcm_block_bytes(b) == 0)
		return;
	if (vcm_type_is_piece(b->type, b->count)) {
		add(all, 0, (int64_t)(intptr_t)vcm_type_data(b->type, b->buffer),
		    (int64_t)vcm_block_bytes(b));
		return;
	}
	whole = vcm_layout_repeat(b->count, b->type->extent, b->type->layout);
	vcm_layout_each(&whole, (int64_t)(intptr_t)b->buffer, 0, whole.size, add, all);
}

static void
add_blocks(struct pieces *all, const struct blocks *blocks)
{
	all->count = 0;
	for (int i = 0; i < blocks->members; i++) {
		const struct block b = vcm_block(blocks, i);

		add_block(all, &b);
	}
}

static int
by_place(const void *a, const void *b)
{
	const struct piece *x = a, *y = b;

	return (x->from > y->from) - (x->from < y->from);
}

static void
check(struct process *p, struct pieces *all)
{
	bool met = false;
	char place[PLACE_ROOM];

	qsort(all->list, (size_t)all->count, sizeof *all->list, by_place);
	for (int64_t i = 1; i < all->count; i++)
		met = met || all->list[i].from < all->list[i - 1].to;
	free(all->list);
	if (met)
		vcm_wrong(p, "overlapping data", "%s at %s receives into the same memory twice",
			  p->call.name, vcm_place(p->call.site, place));
}

void
vcm_apart_check(struct process *p, const struct block *block)
{
	struct pieces all = {NULL, 0};

	if (vcm_type_is_piece(block->type, block->count))
		return;
	add_block(&all, block);
	if (all.count < 2)
		return;
	all.list = vcm_memory(p, (size_t)all.count * sizeof *all.list);
	all.count = 0;
	add_block(&all, block);
	check(p, &all);
}

void
vcm_blocks_apart_check(struct process *p, const struct blocks *blocks)
{
	struct pieces all = {NULL, 0};

	add_blocks(&all, blocks);
	if (all.count < 2)
		return;
	all.list = vcm_memory(p, (size_t)all.count * sizeof *all.list);
	add_blocks(&all, blocks);
	check(p, &all);
}
