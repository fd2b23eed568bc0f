/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The contents of nodes' memory for the page.
 */
#include <inttypes.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include "base/status.h"
#include "base/text.h"
#include "view/contents.h"

/* Bytes that the page has of a cell whose data are not known */
enum { CELL = 16 };
/* The most elements written of the program's own memory */
enum { ELEMENTS = 64 };
/* The most watches of a node whose contents are compared with those before */
enum { WATCHES = 64 };

struct seen {
	const struct vcube_event *list[WATCHES];        /* MEMORY events */
	int count;
};

/* One kind of cell */
struct kind {
	const char *text;               /* the first member: the tree orders by it */
	int number;
};

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

/* The largest memory of a call whose blocks have lengths of their own is one cell. */
static void
widen(struct contents *s)
{
	const struct vcube_event *e;

	for (uint64_t i = 0; (e = vcube_trace_at(s->trace, i)) != NULL; i++)
		if (e->kind == VCUBE_EVENT_MEMORY && e->number > s->c.bytes)
			s->c.bytes = e->number;
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
	for (uint64_t i = 0; (e = vcube_trace_at(trace, i)) != NULL; i++) {
		if (e->kind != VCUBE_EVENT_CALL)
			continue;
		group = vcube_trace_at(trace, i + 1);
		if (!group || group->kind != VCUBE_EVENT_GROUP || !make_case(trace, e, group, &s->c))
			return;
		if (has_trait(s->c.collective, VCUBE_COUNTS | VCUBE_UNEQUAL))
			widen(s);
		s->known = pieces_known(&s->c) && starts_known(s, i);
		return;
	}
}

void
contents_note(struct contents *s, const struct vcube_event *e)
{
	if (e->kind == VCUBE_EVENT_CALL)
		s->begun = e->amount;
	else if (e->kind == VCUBE_EVENT_GROUP && e->detail < CONTENTS_DEPTHS)
		s->blocks[e->rank][e->detail] = s->begun;
}

static void
discard_kind(void *kind)
{
	free((char *)((struct kind *)kind)->text);
	discard(kind);
}

void
contents_close(struct contents *s)
{
	tdestroy(s->kinds, discard_kind);
}

/* Return the number of a kind of cell; takes its text. */
static int
number_of(struct contents *s, char *words)
{
	struct kind *kind = grow(NULL, 1, sizeof *kind);
	const struct kind *found;
	void *node;

	*kind = (struct kind) { .text = words, .number = s->kind_count };
	node = tsearch(kind, &s->kinds, by_text);
	if (!node)
		die(STATUS_LIMIT, "out of memory");
	found = *(struct kind *const *)node;
	if (found != kind) {
		free(words);
		discard(kind);
		return found->number;
	}
	APPEND(s->kind, s->kind_count, words);
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

/* Return the text of a cell, for the caller to free. */
static char *
kind_of(struct contents *s, bool known, const char *data, size_t bytes)
{
	size_t length;
	char *words = NULL;
	FILE *const out = open_memstream(&words, &length);

	if (!out)
		die(STATUS_FAILED, "no memory for the page");
	if (known)
		write_known(s, data, bytes, out);
	else
		write_other(data, bytes, out);
	if (fclose(out) != 0 || !words)
		die(STATUS_LIMIT, "out of memory");
	return words;
}

/* How to divide the memory of an event into cells */
struct grid {
	uint64_t cell, kept, end;       /* bytes of a cell, those that the page has, and of all */
	bool known;
};

static struct grid
grid_of(const struct contents *s, const struct vcube_event *e)
{
	const uint64_t size = e->detail == VCUBE_TRACE_BYTES ? 8 : vcube_type_size(e->detail);
	const bool called = e->peer > 0 && e->peer < CONTENTS_DEPTHS;
	const uint64_t block = called ? s->blocks[e->rank][e->peer] : 0;
	struct grid g = { .cell = block ? block : size, .end = e->number };

	g.known = s->known && called && (e->detail == VCUBE_TRACE_BYTES || e->detail == s->c.type);
	if (g.known || (s->known && called))
		g.cell = s->c.bytes;
	else if (e->peer == 0 && g.end > ELEMENTS * size)
		g.end = ELEMENTS * size;
	g.kept = g.known || (s->known && called) || g.cell < CELL ? g.cell : CELL;
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

void
contents_write(struct contents *s, FILE *out, const struct vcube_event *e)
{
	const char *const data = vcube_trace_contents(s->trace, e), *const before = latest(s, e);
	const struct grid g = grid_of(s, e);
	const char *separator = "";

	fprintf(out, ",%" PRIu64 ",%" PRIu64 ",[", g.cell, g.end);
	for (uint64_t at = 0, i = 0; at < g.end; at += g.cell, i++) {
		const size_t rest = g.end - at, bytes = rest < g.kept ? rest : g.kept;

		if (before && memcmp(before + at, data + at, bytes) == 0)
			continue;
		fprintf(out, "%s%" PRIu64 ",%d", separator, i,
			number_of(s, kind_of(s, g.known, data + at, bytes)));
		separator = ",";
	}
	putc(']', out);
}

void
contents_write_kinds(const struct contents *s, FILE *out)
{
	fprintf(out, "\"known\":%s,\n\"cells\":[", s->known ? "true" : "false");
	for (int i = 0; i < s->kind_count; i++)
		fprintf(out, "%s%s", i ? ",\n" : "", s->kind[i]);
	fputs("]", out);
}
