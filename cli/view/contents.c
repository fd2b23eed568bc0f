/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The contents of nodes' memory for the page.
 */
#include <inttypes.h>
#include <search.h>
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
/* The least bytes by which parts of blocks can be told apart */
enum { LEAST = 8 };

struct seen {
	const struct vcube_event *list[WATCHES];        /* MEMORY events */
	int count;
};

/* One kind of cell */
struct kind {
	const char *text;               /* the first member: the tree orders by it */
	int number;
};

/* A cell whose kind has been found: most cells hold what others held before. */
struct recent {
	const char *data;               /* in the trace; NULL: none */
	size_t bytes;
	bool known;
	int number;
};

/* How many are remembered, and how many of their first bytes the hash uses */
enum { RECENT = 4096, HASHED = 32 };

static int
by_text(const void *a, const void *b)
{
	return strcmp(((const struct kind *)a)->text, ((const struct kind *)b)->text);
}

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
		.recent = grow(NULL, RECENT, sizeof *s->recent),
	};
	s->out = open_memstream(&s->words, &s->length);
	if (!s->out)
		die(STATUS_LIMIT, "out of memory");
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

static void
discard_kind(void *kind)
{
	discard(((struct kind *)kind)->text);
	discard(kind);
}

void
contents_close(struct contents *s)
{
	tdestroy(s->kinds, discard_kind);
	fclose(s->out);
	free(s->words);
	discard(s->recent);
}

/* Return the number of the kind of cell whose text s->words has. */
static int
number_of(struct contents *s)
{
	const struct kind key = { .text = s->words };
	struct kind **const found = tfind(&key, &s->kinds, by_text), *kind;

	if (found)
		return (*found)->number;
	kind = grow(NULL, 1, sizeof *kind);
	*kind = (struct kind) { .text = text("%s", s->words), .number = s->kind_count };
	if (!tsearch(kind, &s->kinds, by_text))
		die(STATUS_LIMIT, "out of memory");
	APPEND(s->kind, s->kind_count, kind->text);
	return kind->number;
}

static void
write_piece(const struct piece *piece, FILE *out)
{
	fprintf(out, ",[%zu", piece->bytes);
	if (piece->kind == PIECE_MOVED)
		fprintf(out, ",%d", piece->source.rank);
	else if (piece->kind == PIECE_COMBINED)
		fprintf(out, ",\"%" PRIx64 "\"", piece->members.nodes);
	else if (piece->kind == PIECE_OTHER)
		fputs(",-1", out);
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

static struct recent *
recent_of(const struct contents *s, const char *data, size_t bytes)
{
	uint64_t hash = bytes;

	for (size_t i = 0; i < bytes && i < HASHED; i++)
		hash = (hash ^ (unsigned char)data[i]) * 0x100000001b3;
	return &s->recent[(hash ^ hash >> 32) % RECENT];
}

/* Return the number of a cell's kind. */
static int
kind_of(struct contents *s, bool known, const char *data, size_t bytes)
{
	struct recent *const r = recent_of(s, data, bytes);

	if (r->data && r->bytes == bytes && r->known == known && memcmp(r->data, data, bytes) == 0)
		return r->number;
	rewind(s->out);
	if (known)
		write_known(s, data, bytes, s->out);
	else
		write_other(data, bytes, s->out);
	putc('\0', s->out);
	if (fflush(s->out) != 0)
		die(STATUS_LIMIT, "out of memory");
	*r = (struct recent) { data, bytes, known, number_of(s) };
	return r->number;
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

/* How many cells, and how many bytes of the memory, the page has */
static void
write_size(FILE *out, int count, uint64_t end)
{
	write_numbers(out, ',', (const int64_t[]) { count, (int64_t)end }, 2);
	putc(',', out);
}

void
contents_write(struct contents *s, FILE *out, const struct vcube_event *e)
{
	const char *const data = vcube_trace_contents(s->trace, e), *const before = latest(s, e);
	const struct grid g = grid_of(s, e);
	const int count = g.count ? g.count : (int)((g.end + g.cell - 1) / g.cell);
	bool begun = false;
	uint64_t at = 0;

	for (int i = 0; data != before && i < count; i++) {
		const uint64_t whole = least(g.end - at, cell_bytes(s, e, &g, i)), bytes = least(whole, g.kept);

		if (!before || memcmp(before + at, data + at, bytes) != 0) {
			const int64_t cell[] = { i, kind_of(s, g.known, data + at, bytes) };

			if (!begun)
				write_size(out, count, g.end);
			write_numbers(out, begun ? ',' : '[', cell, 2);
			begun = true;
		}
		at += whole;
	}
	if (begun)
		putc(']', out);
	else if (!before) {
		write_size(out, count, g.end);
		fputs("[]", out);
	}
}

void
contents_write_kinds(const struct contents *s, FILE *out)
{
	fprintf(out, "\"known\":%s,\n\"cells\":[", s->known ? "true" : "false");
	for (int i = 0; i < s->kind_count; i++)
		fprintf(out, "%s%s", i ? ",\n" : "", s->kind[i]);
	fputs("]", out);
}
