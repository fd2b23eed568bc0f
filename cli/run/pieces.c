/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a node's memory holds: the pieces of blocks in it.
 */
#include <inttypes.h>
#include <string.h>
#include "base/numbers.h"
#include "base/text.h"
#include "run/pieces.h"

enum { WORD = 8 };

/* The most equal parts that are named one by one */
enum { PARTS = 8 };

bool
pieces_known(const struct run_case *c)
{
	return c->bytes >= WORD && c->bytes <= PIECES_BYTES_MAX && (c->op ? c->marked : has_blocks(c->collective));
}

static bool
is_zero(const char *data, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		if (data[i])
			return false;
	return true;
}

static void
add(struct pieces *p, struct piece piece)
{
	struct piece *const last = p->count ? &p->list[p->count - 1] : NULL;

	if (last && last->kind == piece.kind &&
	    (piece.kind == PIECE_EMPTY || piece.kind == PIECE_OTHER))
		last->bytes += piece.bytes;
	else
		APPEND(p->list, p->count, piece);
}

/* Return how many bytes from the source on are there, in whole elements. */
static size_t
follows(const struct run_case *c, struct source s, const char *data, size_t bytes)
{
	const size_t same = pattern_follows(c, s, data, bytes);

	return same - same % vcube_type_size(c->type);
}

/* Find the only block that has these bytes at this place, from there on, the longest. */
static bool
find_short(const struct run_case *c, const char *cell, size_t at, size_t bytes, struct piece *found)
{
	const int blocks = vcube_blocks_of(vcube_collective_shape(c->collective)->in, c->nodes);
	int alike = 0;

	*found = (struct piece) { .kind = PIECE_MOVED, .at = at };
	for (int rank = 0; rank < c->nodes; rank++)
		for (int block = 0; block < (blocks ? blocks : 1); block++) {
			const struct source s = { rank, block, at };
			const size_t same = follows(c, s, cell + at, bytes);

			alike = same > found->bytes ? 1 : alike + (same && same == found->bytes);
			if (same > found->bytes) {
				found->bytes = same;
				found->source = s;
			}
		}
	return alike == 1;
}

/* Add what lies between words that are known: pieces too short to have one, zeros, or neither. */
static void
add_gap(const struct run_case *c, const char *cell, size_t at, size_t end, struct pieces *p)
{
	const size_t element = vcube_type_size(c->type);
	struct piece found;

	while (at < end) {
		const size_t unit = element < end - at ? element : end - at;

		if (is_zero(cell + at, unit))
			found = (struct piece) { .kind = PIECE_EMPTY, .at = at, .bytes = unit };
		else if (element == WORD || !find_short(c, cell, at, end - at, &found))
			found = (struct piece) { .kind = PIECE_OTHER, .at = at, .bytes = unit };
		add(p, found);
		at += found.bytes;
	}
}

/* Find the next word that is known, and how far its piece reaches to both sides. */
static bool
find_moved(const struct run_case *c, const char *cell, size_t from, size_t bytes, struct piece *found)
{
	const size_t element = vcube_type_size(c->type);
	struct source s;

	for (size_t at = from; at + WORD <= bytes; at += element) {
		if (is_zero(cell + at, WORD) || !pattern_source(c, cell + at, at, &s))
			continue;
		while (at > from && s.at > 0 &&
		       follows(c, (struct source) { s.rank, s.block, s.at - element },
			       cell + at - element, element)) {
			at -= element;
			s.at -= element;
		}
		*found = (struct piece) { .kind = PIECE_MOVED, .at = at, .source = s,
			.bytes = follows(c, s, cell + at, bytes - at) };
		if (found->bytes)       /* else the cell ends within an element */
			return true;
	}
	return false;
}

static void
find_all_moved(const struct run_case *c, const char *cell, size_t bytes, struct pieces *p)
{
	struct piece found;
	size_t at = 0;

	while (at < bytes && find_moved(c, cell, at, bytes, &found)) {
		add_gap(c, cell, at, found.at, p);
		add(p, found);
		at = found.at + found.bytes;
	}
	add_gap(c, cell, at, bytes, p);
}

static bool
is_same(struct members a, struct members b)
{
	return a.nodes == b.nodes && a.block == b.block && a.once == b.once;
}

static void
find_all_combined(const struct run_case *c, const char *cell, size_t bytes, struct pieces *p)
{
	for (size_t at = 0; at < bytes; at += WORD) {
		struct piece *const last = p->count ? &p->list[p->count - 1] : NULL;
		struct piece next = { .kind = PIECE_OTHER, .at = at, .bytes = WORD };
		uint64_t element = 0;

		memcpy(&element, cell + at, bytes - at < WORD ? bytes - at : WORD);
		next.members = pattern_members(c, element);
		if (next.members.nodes)
			next.kind = PIECE_COMBINED;
		else if (!element)
			next.kind = PIECE_EMPTY;
		if (last && last->kind == PIECE_COMBINED && next.kind == PIECE_COMBINED &&
		    is_same(last->members, next.members))
			last->bytes += WORD;
		else
			add(p, next);
	}
}

void
pieces_find(const struct run_case *c, const char *cell, size_t bytes, struct pieces *p)
{
	p->count = 0;
	if (c->op)
		find_all_combined(c, cell, bytes, p);
	else
		find_all_moved(c, cell, bytes, p);
}

/* Print nodes as "013" on up to ten nodes, else as "0-3,8", or "all". */
static void
print_nodes(const struct run_case *c, uint64_t nodes, FILE *out)
{
	bool first = true;

	if (c->nodes > 10 && nodes == UINT64_MAX >> (64 - c->nodes)) {
		fputs("all", out);
		return;
	}
	for (int rank = 0, last; rank < c->nodes; rank = last + 1) {
		last = rank;
		if (!(nodes >> rank & 1))
			continue;
		while (c->nodes > 10 && last + 1 < c->nodes && nodes >> (last + 1) & 1)
			last++;
		fprintf(out, c->nodes > 10 && !first ? ",%d" : "%d", rank);
		if (last > rank)
			fprintf(out, "-%d", last);
		first = false;
	}
}

static void
print_source(const struct run_case *c, struct source s, FILE *out)
{
	if (!has_block_for_each(c->collective)) {
		write_number(out, s.rank);
		return;
	}
	if (!has_trait(c->collective, VCUBE_IN_AT_ROOT)) {
		write_number(out, s.rank);
		putc('>', out);
	}
	write_number(out, s.block);
}

static void
print_name(const struct run_case *c, const struct piece *piece, FILE *out)
{
	if (piece->kind == PIECE_MOVED) {
		print_source(c, piece->source, out);
	} else if (piece->kind == PIECE_COMBINED) {
		if (piece->members.block >= 0)
			fprintf(out, "%d:", piece->members.block);
		print_nodes(c, piece->members.nodes, out);
		fputs(piece->members.once ? "" : "~", out);
	} else {
		putc(piece->kind == PIECE_EMPTY ? '.' : '?', out);
	}
}

static size_t
bytes_of(const struct pieces *p)
{
	size_t sum = 0;

	for (int i = 0; i < p->count; i++)
		sum += p->list[i].bytes;
	return sum;
}

/* Return the bytes of the block that a piece is of; where lengths differ and the block is unknown,
 * those of the cell. */
static size_t
block_of(const struct run_case *c, const struct piece *piece, size_t cell)
{
	if (!c->traffic.traffic)
		return c->bytes;
	if (piece->kind == PIECE_MOVED)
		return case_bytes_in(c, piece->source.rank, piece->source.block);
	if (piece->kind == PIECE_COMBINED && piece->members.block >= 0)
		return case_bytes_in(c, 0, piece->members.block);
	return cell;
}

/* Return into how many equal parts all pieces divide a block; 0: more than PARTS, or the cell is
 * not as long as the blocks in it. */
static size_t
equal_parts(const struct run_case *c, const struct pieces *p)
{
	const size_t cell = bytes_of(p);
	size_t part = cell;

	for (int i = 0; i < p->count; i++) {
		if (block_of(c, &p->list[i], cell) != cell)
			return 0;
		part = common_divisor(part, p->list[i].bytes);
	}
	return cell && cell / part <= PARTS ? cell / part : 0;
}

static void
print_parts(const struct run_case *c, const struct pieces *p, size_t parts, FILE *out)
{
	const size_t part = bytes_of(p) / parts;

	for (int i = 0; i < p->count; i++)
		for (size_t k = 0; k < p->list[i].bytes / part; k++) {
			fputs(i || k ? "|" : "", out);
			print_name(c, &p->list[i], out);
		}
}

static void
print_fractions(const struct run_case *c, const struct pieces *p, FILE *out)
{
	const size_t cell = bytes_of(p);

	for (int i = 0; i < p->count; i++) {
		const size_t bytes = p->list[i].bytes, block = block_of(c, &p->list[i], cell);
		const size_t divisor = common_divisor(bytes, block);

		fputs(i ? "|" : "", out);
		print_name(c, &p->list[i], out);
		if (bytes < block)
			fprintf(out, " %zu/%zu", bytes / divisor, block / divisor);
	}
}

void
pieces_print(const struct run_case *c, const struct pieces *p, FILE *out)
{
	const size_t parts = equal_parts(c, p);

	if (p->count == 1 && p->list[0].kind == PIECE_EMPTY)
		putc('.', out);
	else if (parts)
		print_parts(c, p, parts, out);
	else
		print_fractions(c, p, out);
}
