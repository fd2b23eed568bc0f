/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The contents of nodes' memory for the page.
 */
#include <inttypes.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include "base/numbers.h"
#include "base/status.h"
#include "base/text.h"
#include "view/contents.h"
#include "view/lengths.h"

/* Bytes that the page has of a cell whose data are not known */
enum { CELL = 16 };
/* The most elements written of the program's own memory */
enum { ELEMENTS = 64 };
/* The most watches of a node whose contents are compared with those before */
enum { WATCHES = 64 };
/* Cells that are compared with those before at once, since few change in a step */
enum { AT_ONCE = 16 };
/* The least bytes by which parts of blocks can be told apart */
enum { LEAST = 8 };

struct seen {
	const struct vcube_event *list[WATCHES];        /* MEMORY events */
	int count;
};

/* A cell: most hold what others held before. */
struct cell {
	const char *data;               /* in the trace */
	size_t bytes;
	bool known;
	int kind;
};

static const struct vcube_op *
operator_of(const char *name)
{
	return strcmp(name, "sum") == 0 ? VCUBE_SUM : strcmp(name, "bor") == 0 ? VCUBE_BOR : NULL;
}

/* Make the case whose data this call has; false if there is no such case. */
static bool
make_case(const vcube_trace *trace, const struct vcube_event *call,
	  const struct vcube_event *group, struct run_case *c)
{
	const char *const name = vcube_trace_text(trace, call->text);
	const char *const dot = strchr(name, '.');
	const int collective = dot ? vcube_collective_parse(text("%.*s", (int)(dot - name), name), NULL) : -1;
	const bool typed = call->detail != VCUBE_TRACE_BYTES;

	if (collective < 0 || !has_blocks(collective))
		return false;
	*c = (struct run_case) {
		.collective = collective, .nodes = (int)vcube_trace_head(trace)->nodes,
		.bytes = call->amount, .count = typed ? (size_t)call->span : call->amount,
		.type = typed ? call->detail : VCUBE_UINT8, .root = (int)group->amount,
	};
	if (has_trait(collective, VCUBE_COMBINES)) {
		c->op = operator_of(vcube_trace_text(trace, group->text));
		return c->op && pattern_mark(c);
	}
	return true;
}

/* Is all of this memory recognized? */
static bool
is_recognized(struct contents *s, const struct vcube_event *memory)
{
	const char *const data = vcube_trace_contents(s->trace, memory);

	for (uint64_t at = 0; at < memory->number; at += s->c.bytes) {
		const uint64_t rest = memory->number - at;

		pieces_find(&s->c, data + at, rest < s->c.bytes ? rest : s->c.bytes, &s->pieces);
		for (int i = 0; i < s->pieces.count; i++)
			if (s->pieces.list[i].kind == PIECE_OTHER)
				return false;
	}
	return true;
}

/* Does every node start with the data of pattern.h? Then `vcube run` has made them. */
static bool
starts_known(struct contents *s, uint64_t call)
{
	const char *const name = has_trait(s->c.collective, VCUBE_ONE_BUFFER) ? "out" : "in";
	char *const asked = grow(NULL, (size_t)s->c.nodes, 1);
	const struct vcube_event *e;
	int found = 0;
	bool known = true;

	for (uint64_t i = call; known && (e = vcube_trace_at(s->trace, i)) != NULL; i++)
		if (e->kind == VCUBE_EVENT_MEMORY && e->peer == 1 && !asked[e->rank] &&
		    strcmp(vcube_trace_text(s->trace, e->text), name) == 0) {
			asked[e->rank] = 1;
			found++;
			known = is_recognized(s, e);
		}
	discard(asked);
	return known && found;
}

/* Return the size of the largest memory. */
static size_t
largest(const vcube_trace *trace)
{
	const struct vcube_event *e;
	size_t most = 0;

	for (uint64_t i = 0; (e = vcube_trace_at(trace, i)) != NULL; i++)
		if (e->kind == VCUBE_EVENT_MEMORY && e->number > most)
			most = e->number;
	return most;
}

/* Return the longest part of which all blocks of the case consist. */
static size_t
part_of(const struct run_case *c)
{
	size_t part = c->bytes;

	for (int from = 0; c->traffic.traffic && from < c->nodes; from++)
		for (int to = 0; to < c->nodes; to++)
			part = common_divisor(part, case_bytes(c, from, to));
	return part;
}

/* Is the data of the call known? And how long are the cells of memory that is not `in` or `out`?
 * Where blocks have lengths of their own that cannot be found, or no length in common, all such
 * memory is one cell. */
static void
know(struct contents *s, uint64_t call)
{
	const bool varied = has_trait(s->c.collective, VCUBE_COUNTS | VCUBE_UNEQUAL);
	const size_t whole = varied ? largest(s->trace) : 0;

	if (varied)
		s->c.bytes = whole;
	s->known = pieces_known(&s->c) && starts_known(s, call);
	s->cell = s->known && varied && lengths_find(s->trace, call, &s->c) ? part_of(&s->c) : s->c.bytes;
	if (s->c.traffic.traffic && s->cell < LEAST)
		s->cell = whole;
}

void
contents_open(struct contents *s, const vcube_trace *trace)
{
	const uint32_t nodes = vcube_trace_head(trace)->nodes;
	const struct vcube_event *e, *group;

	*s = (struct contents) {
		.trace = trace, .blocks = grow(NULL, nodes, sizeof *s->blocks),
		.seen = grow(NULL, nodes, sizeof *s->seen),
	};
	s->out = open_memstream(&s->words, &s->length);
	if (!s->out)
		die(STATUS_LIMIT, "out of memory");
	__fsetlocking(s->out, FSETLOCKING_BYCALLER);
	for (uint64_t i = 0; (e = vcube_trace_at(trace, i)) != NULL; i++) {
		if (e->kind != VCUBE_EVENT_CALL)
			continue;
		group = vcube_trace_at(trace, i + 1);
		if (!group || group->kind != VCUBE_EVENT_GROUP || !make_case(trace, e, group, &s->c))
			return;
		know(s, i);
		return;
	}
}

void
contents_note(struct contents *s, const struct vcube_event *e)
{
	if (e->kind == VCUBE_EVENT_CALL)
		s->begun = e->amount;
	else if (e->kind == VCUBE_EVENT_GROUP && e->detail > 0 && e->detail < CONTENTS_DEPTHS)
		s->blocks[e->rank][e->detail] = s->begun;
}

void
contents_close(struct contents *s)
{
	for (int i = 0; i < s->kind_count; i++)
		discard(s->kinds[i]);
	discard(s->kinds);
	discard(s->cells);
	index_close(&s->by_data);
	index_close(&s->by_text);
	fclose(s->out);
	free(s->words);
}

static bool
has_words(const void *what, int number)
{
	const struct contents *const s = what;

	return strcmp(s->kinds[number], s->words) == 0;
}

/* Return the number of the kind of cell whose text s->words has. */
static int
kind_of_words(struct contents *s)
{
	const size_t length = strlen(s->words);
	const uint64_t hash = index_hash(s->words, length);
	const int found = index_find(&s->by_text, hash, has_words, s);

	if (found >= 0)
		return found;
	index_add(&s->by_text, hash, s->kind_count);
	APPEND(s->kinds, s->kind_count, memcpy(grow(NULL, length + 1, 1), s->words, length));
	return s->kind_count - 1;
}

static void
write_piece(const struct piece *piece, FILE *out)
{
	fputs(",[", out);
	write_number(out, (int64_t)piece->bytes);
	if (piece->kind == PIECE_MOVED) {
		putc(',', out);
		write_number(out, piece->source.rank);
	} else if (piece->kind == PIECE_COMBINED) {
		fprintf(out, ",\"%" PRIx64 "\"", piece->members.nodes);
	} else if (piece->kind == PIECE_OTHER) {
		fputs(",-1", out);
	}
	putc(']', out);
}

/* Scatter's blocks are named by their destination, see pieces_print(). */
static void
paint_by_name(const struct contents *s, struct piece *piece)
{
	if (has_block_for_each(s->c.collective) && has_trait(s->c.collective, VCUBE_IN_AT_ROOT))
		piece->source.rank = piece->source.block;
}

static void
write_known(struct contents *s, const char *data, size_t bytes, FILE *out)
{
	pieces_find(&s->c, data, bytes, &s->pieces);
	fputs("[\"", out);
	pieces_print(&s->c, &s->pieces, out);
	putc('"', out);
	for (int i = 0; i < s->pieces.count; i++) {
		paint_by_name(s, &s->pieces.list[i]);
		write_piece(&s->pieces.list[i], out);
	}
	putc(']', out);
}

static void
write_other(const char *data, size_t bytes, FILE *out)
{
	putc('"', out);
	for (size_t i = 0; i < bytes; i++)
		fprintf(out, "%02x", (unsigned char)data[i]);
	putc('"', out);
}

/* A cell that is looked for, and where */
struct sought {
	const struct cell *cells, *cell;
};

static bool
is_sought(const void *what, int number)
{
	const struct sought *const s = what;
	const struct cell *const c = &s->cells[number];

	return c->known == s->cell->known && c->bytes == s->cell->bytes &&
	       memcmp(c->data, s->cell->data, c->bytes) == 0;
}

/* Return the number of a cell's kind. */
static int
kind_of(struct contents *s, bool known, const char *data, size_t bytes)
{
	struct cell cell = { .data = data, .bytes = bytes, .known = known };
	const uint64_t hash = index_hash(data, bytes);
	const int found = index_find(&s->by_data, hash, is_sought,
				     &(const struct sought) { s->cells, &cell });

	if (found >= 0)
		return s->cells[found].kind;
	rewind(s->out);
	if (known)
		write_known(s, data, bytes, s->out);
	else
		write_other(data, bytes, s->out);
	putc('\0', s->out);
	if (fflush(s->out) != 0)
		die(STATUS_LIMIT, "out of memory");
	cell.kind = kind_of_words(s);
	index_add(&s->by_data, hash, s->cell_count);
	APPEND(s->cells, s->cell_count, cell);
	return cell.kind;
}

/* How to divide the memory of an event into cells */
struct grid {
	uint64_t cell, kept, end;       /* bytes of a cell, those that the page has, and of all */
	int count;                      /* of cells that are blocks of lengths of their own; or 0 */
	bool known, in;
};

/* Divide the call's own memory by the lengths of its blocks, if it is all there. */
static void
divide_by_lengths(const struct contents *s, const struct vcube_event *e, struct grid *g)
{
	const struct vcube_shape *const shape = vcube_collective_shape(s->c.collective);
	const char *const name = vcube_trace_text(s->trace, e->text);

	g->in = strcmp(name, "in") == 0;
	if (s->c.traffic.traffic && e->peer == 1 && e->span == (int64_t)e->number &&
	    (g->in || strcmp(name, "out") == 0))
		g->count = vcube_blocks_of(g->in ? shape->in : shape->out, s->c.nodes);
}

static uint64_t
cell_bytes(const struct contents *s, const struct vcube_event *e, const struct grid *g, int i)
{
	if (g->count == 0)
		return g->cell;
	return g->in ? case_bytes_in(&s->c, (int)e->rank, i) : case_bytes_out(&s->c, (int)e->rank, i);
}

static struct grid
grid_of(const struct contents *s, const struct vcube_event *e)
{
	const uint64_t size = e->detail == VCUBE_TRACE_BYTES ? 8 : vcube_type_size(e->detail);
	const bool called = e->peer > 0 && e->peer < CONTENTS_DEPTHS;
	const uint64_t block = called ? s->blocks[e->rank][e->peer] : 0;
	struct grid g = { .cell = block ? block : size, .end = e->number };

	g.known = s->known && called && (e->detail == VCUBE_TRACE_BYTES || e->detail == s->c.type);
	if (s->known && called)
		g.cell = s->cell;
	else if (e->peer == 0 && g.end > ELEMENTS * size)
		g.end = ELEMENTS * size;
	g.kept = (s->known && called) || g.cell < CELL ? UINT64_MAX : CELL;
	if (g.known)
		divide_by_lengths(s, e, &g);
	return g;
}

/* Return the latest contents of the same watch, if they are as long, and keep these. */
static const char *
latest(struct contents *s, const struct vcube_event *e)
{
	struct seen *const seen = &s->seen[e->rank];
	int i = 0;

	while (i < seen->count && (seen->list[i]->text != e->text || seen->list[i]->peer != e->peer))
		i++;
	if (i < seen->count && seen->list[i]->number == e->number) {
		const struct vcube_event *const before = seen->list[i];

		seen->list[i] = e;
		return vcube_trace_contents(s->trace, before);
	}
	if (i < WATCHES) {
		seen->list[i] = e;
		seen->count += i == seen->count;
	}
	return NULL;
}

static uint64_t
least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Do cells hold what they held before? */
static bool
are_same(const struct grid *g, const char *before, const char *data, int cells, uint64_t at)
{
	const uint64_t bytes = (uint64_t)cells * g->cell;

	return before && g->count == 0 && g->cell <= g->kept && at + bytes <= g->end &&
	       memcmp(before + at, data + at, bytes) == 0;
}

void
contents_write(struct contents *s, struct rows *rows, const struct vcube_event *e, struct vcube_event *row)
{
	const char *const data = vcube_trace_contents(s->trace, e), *const before = latest(s, e);
	const struct grid g = grid_of(s, e);
	const int count = g.count ? g.count : (int)((g.end + g.cell - 1) / g.cell);
	uint64_t at = 0;

	row->number = (uint32_t)count;
	row->amount = g.end;
	for (int i = 0; data != before && i < count; i++) {
		uint64_t whole, bytes;

		if (i % AT_ONCE == 0 && are_same(&g, before, data, AT_ONCE, at)) {
			i += AT_ONCE - 1;
			at += AT_ONCE * g.cell;
			continue;
		}
		whole = least(g.end - at, cell_bytes(s, e, &g, i));
		bytes = least(whole, g.kept);
		if (!before || memcmp(before + at, data + at, bytes) != 0) {
			rows_add(rows, i);
			rows_add(rows, kind_of(s, g.known, data + at, bytes));
		}
		at += whole;
	}
}

void
contents_write_kinds(const struct contents *s, FILE *out)
{
	fprintf(out, "\"known\":%s,\n\"cells\":[", s->known ? "true" : "false");
	for (int i = 0; i < s->kind_count; i++) {
		fputs(i ? ",\n" : "", out);
		fputs(s->kinds[i], out);
	}
	fputs("]", out);
}
