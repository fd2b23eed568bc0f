/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Buffers in use: what the program has lent to an operation until another call ends it. What the
 * operation reads must not be written until then, and what it writes is nobody else's. So two
 * operations are compared when the second begins, and contents when one ends; that the program
 * reads a buffer is not seen.
 *
 * Only data that are one piece of memory are compared with others: those of others may lie
 * between each other.
 */
#include <stdlib.h>
#include <string.h>
#if __has_include(<valgrind/memcheck.h>)
#include <valgrind/memcheck.h>
#endif
#include "explain.h"
#include "wrong.h"

struct lent {
	struct lent *next;
	struct lending to;
	struct block block;
	bool written;           /* by the operation */
	const char *call;
	const void *site;
	void *contents;         /* packed, when it was lent */
};

/* Where data lie that are one piece of memory; no bytes: they do not count. */
struct piece {
	uintptr_t from, bytes;
};

static struct piece
piece_of(const struct block *b)
{
	if (!vcm_type_is_piece(b->type, b->count))
		return (struct piece){0, 0};
	return (struct piece){(uintptr_t)vcm_type_data(b->type, b->buffer), vcm_block_bytes(b)};
}

static bool
overlap(struct piece a, struct piece b)
{
	return a.bytes > 0 && b.bytes > 0 && (a.from - b.from < b.bytes || b.from - a.from < a.bytes);
}

static struct block
block_of(const struct envelope *e)
{
	return (struct block){e->buffer, e->count, e->type};
}

/* Returns a copy, whose bytes may be compared although the program has set none of them. */
static void *
contents_of(struct process *p, const struct block *b)
{
	const size_t bytes = vcm_block_bytes(b);
	void *packed = vcm_memory(p, bytes);

	vcm_type_pack(b->type, b->count, b->buffer, packed);
#ifdef VALGRIND_MAKE_MEM_DEFINED
	VALGRIND_MAKE_MEM_DEFINED(packed, bytes);
#endif
	return packed;
}

/* Writes what has borrowed memory. */
static void
explain(char text[CALL_ROOM], const struct lent *l)
{
	FILE *out = fmemopen(text, CALL_ROOM, "w");
	char place[PLACE_ROOM];

	if (out == NULL)
		return;
	if (l->to.request != NULL)
		vcm_explain_request(out, l->to.request);
	else
		fprintf(out, "%s(target %d) at %s", l->call, l->to.rank, vcm_place(l->site, place));
	fclose(out);
}

static const char *
does(const struct lent *l)
{
	if (l->to.request == NULL || l->to.request->kind > REQUEST_RECV)
		return l->written ? "writes to" : "reads";
	return l->written ? "receives into" : "sends from";
}

/* Ends the run if a use of memory meets one that has not ended, and one of them writes. The blocks
 * of one request, NULL if it is none, may meet: programs exist that let them. */
static void
compare(struct process *p, const struct block *block, bool writes, const char *verb,
	const struct request *request)
{
	const struct piece mine = piece_of(block);
	char text[CALL_ROOM] = "", place[PLACE_ROOM];

	for (const struct lent *l = p->lent; l != NULL; l = l->next) {
		if ((!writes && !l->written) || (request != NULL && l->to.request == request)
		    || !overlap(mine, piece_of(&l->block)))
			continue;
		explain(text, l);
		vcm_wrong(p, "buffer in use", "%s at %s %s memory that %s %s until it is %s",
			  p->call.name, vcm_place(p->call.site, place), verb, text, does(l),
			  l->to.request != NULL ? "waited for" : "completed");
	}
}

void
vcm_buffer_check(struct process *p, const struct envelope *e, bool receives)
{
	const struct block block = block_of(e);

	if (e->peer != MPI_PROC_NULL)
		compare(p, &block, receives, receives ? "receives into" : "sends from", NULL);
}

void
vcm_both_check(struct process *p, const struct envelope *out, const struct envelope *in)
{
	const struct block sent = block_of(out), received = block_of(in);
	char place[PLACE_ROOM];

	if (out->peer != MPI_PROC_NULL && in->peer != MPI_PROC_NULL
	    && overlap(piece_of(&sent), piece_of(&received)))
		vcm_wrong(p, "buffer in use", "%s at %s receives into memory that it sends from",
			  p->call.name, vcm_place(p->call.site, place));
}

static void
compare_blocks(const struct coll *c, const struct blocks *blocks, bool writes)
{
	for (int i = 0; i < blocks->members; i++) {
		const struct block b = vcm_block(blocks, i);

		compare(c->p, &b, writes, writes ? "writes to" : "reads", NULL);
	}
}

void
vcm_blocks_check(const struct coll *c)
{
	if (!c->in_place)
		compare_blocks(c, &c->in, false);
	compare_blocks(c, &c->out, true);
}

void
vcm_lend(struct process *p, const struct block *block, bool written, struct lending to)
{
	struct lent *l;

	if (vcm_block_bytes(block) == 0)
		return;
	if (to.request == NULL || to.request->kind > REQUEST_RECV)
		compare(p, block, written, written ? "writes to" : "reads", to.request);
	l = vcm_memory(p, sizeof *l);
	*l = (struct lent){p->lent, to, *block, written, p->call.name, p->call.site,
			   contents_of(p, block)};
	vcm_type_keep(block->type);
	p->lent = l;
}

void
vcm_lend_envelope(struct process *p, const struct request *r)
{
	const struct block block = block_of(&r->envelope);

	vcm_lend(p, &block, r->kind == REQUEST_RECV, (struct lending){.request = r});
}

static void
check_contents(struct process *p, const struct lent *l)
{
	void *now = contents_of(p, &l->block);
	const bool same = memcmp(now, l->contents, vcm_block_bytes(&l->block)) == 0;
	char text[CALL_ROOM] = "", place[PLACE_ROOM];

	free(now);
	if (same)
		return;
	explain(text, l);
	vcm_wrong(p, "buffer in use", "the program changed the data of %s before it completed, "
		  "noticed in %s at %s", text, p->call.name, vcm_place(p->call.site, place));
}

/* Takes back what an operation has borrowed; `check`: ends the run if it has changed. */
static void
take_back(struct process *p, struct lending from, bool check)
{
	struct lent **link = &p->lent, *l;

	while ((l = *link) != NULL) {
		if (from.request != NULL ? l->to.request != from.request
		    : l->to.window != from.window || (from.rank >= 0 && l->to.rank != from.rank)) {
			link = &l->next;
			continue;
		}
		if (check)
			check_contents(p, l);
		*link = l->next;
		vcm_type_drop(p, l->block.type);
		free(l->contents);
		free(l);
	}
}

void
vcm_lent_back(struct process *p, struct lending from)
{
	take_back(p, from, true);
}

void
vcm_lent_close(struct process *p)
{
	while (p->lent != NULL)
		take_back(p, p->lent->to, false);
}

void
vcm_lent_forget(struct process *p, const struct request *r)
{
	take_back(p, (struct lending){.request = r, .rank = -1}, false);
}
