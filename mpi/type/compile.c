/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The commit: from what a type was made of to the layouts by which it is copied. A type that
 * another one is made of is compiled again if it was not committed itself, so that nothing
 * but the committed type changes.
 */
#include <string.h>
#include "content.h"
#include "signature.h"

struct compiler {
	struct arena *arena;
	bool merge;             /* for the copies; else for the map */
};

static struct layout compile(struct compiler *c, const struct datatype *type);

/* Moves a layout to memory that layouts which refer to it may keep. Without memory the arena
 * has failed, and what is compiled from then on is not used. */
static const struct layout *
place(struct compiler *c, const struct layout *layout)
{
	static const struct layout nothing = { .kind = LAYOUT_STRIDED };
	struct layout *placed = vcm_arena_alloc(c->arena, sizeof *placed);

	if (placed == NULL)
		return &nothing;
	*placed = *layout;
	return placed;
}

static const struct layout *
body_of(struct compiler *c, const struct datatype *type)
{
	struct layout body;

	if (type->flags & TYPE_COMMITTED)
		return c->merge ? type->layout : type->map;
	body = compile(c, type);
	return place(c, &body);
}

static struct layout
repeat(struct compiler *c, int64_t count, int64_t stride, const struct layout *body)
{
	struct layout all = vcm_layout_repeat(count, stride, body);

	if (all.kind == LAYOUT_LOOP && all.body == body)
		all.body = place(c, body);
	return all;
}

static struct layout
compile(struct compiler *c, const struct datatype *type)
{
	struct sequence sequence = { .arena = c->arena, .merge = c->merge };
	const struct datatype *last = NULL;
	const struct layout *body = NULL;

	for (int64_t i = 0, runs = vcm_content_runs(type); i < runs; i++) {
		const struct run run = vcm_content_run(type, i);
		struct layout block, all;

		if (run.type != last)
			body = body_of(c, run.type);
		last = run.type;
		block = vcm_layout_repeat(run.length, run.type->extent, body);
		all = repeat(c, run.count, (int64_t)run.stride, &block);
		vcm_sequence_add(&sequence, &all, (int64_t)run.displacement);
	}
	return vcm_sequence_end(&sequence);
}

int
vcm_type_compile(struct datatype *type)
{
	struct content *content = type->content;
	struct compiler c = { .arena = &content->arena, .merge = false };

	content->map = compile(&c, type);
	c.merge = true;
	content->layout = content->map.basic ? content->map : compile(&c, type);
	if (content->arena.failed) {
		vcm_arena_free(&content->arena);
		return MPI_ERR_NO_MEM;
	}
	type->map = &content->map;
	type->layout = &content->layout;
	if (type->size == 0 || vcm_layout_is_block(type->layout))
		type->flags |= TYPE_PIECE;
	if (type->flags & TYPE_PIECE && (type->size == 0 || type->extent == type->size))
		type->flags |= TYPE_DENSE;
	type->flags |= TYPE_COMMITTED;
	type->signature = vcm_type_signature(type, type->size, NULL);
	return 0;
}
