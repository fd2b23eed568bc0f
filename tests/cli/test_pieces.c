/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The pieces of blocks that page and stepper show are those in memory: for every algorithm at
 * every step, and as the figures of Mathur and Johnsson have them.
 */
#include <stdlib.h>
#include <string.h>
#include "support.h"
#include "tsv.h"
#include "base/text.h"
#include "run/pieces.h"

enum { NODES = 8, CELLS = 64, STEPS = 32 };

/* A run under an observer */
struct scene {
	struct run_case c;
	const char *how;
	const char *name;               /* of the memory whose cells are kept; NULL: none */
	struct pieces pieces;
	long seen, divided;             /* cells, and those of several pieces */
	long unknown;                   /* pieces */
	int calls;
	char *cell[STEPS][NODES][CELLS];        /* as words */
};

static void
assert_moved(const struct scene *s, const struct piece *piece, const char *cell)
{
	char block[256];

	assert_in_range(piece->source.at + piece->bytes, 1, s->c.bytes);
	pattern_fill(&s->c, piece->source.rank, piece->source.block, block);
	assert_memory_equal(block + piece->source.at, cell + piece->at, piece->bytes);
}

/* Each element is the result of combining those of just these nodes. */
static void
assert_combined(const struct scene *s, const struct piece *piece, const char *cell)
{
	const int block = piece->members.block < 0 ? 0 : piece->members.block;
	int64_t term[32], result[32] = {0};

	assert_true(piece->members.once);
	for (int rank = 0; rank < s->c.nodes; rank++)
		if (piece->members.nodes >> rank & 1) {
			pattern_fill(&s->c, rank, block, term);
			vcube_op_apply(s->c.op, s->c.type, result, term, result, s->c.count);
		}
	for (size_t at = 0; at < piece->bytes; at += sizeof *result)
		assert_memory_equal(cell + piece->at + at, result, sizeof *result);
}

/* The pieces cover the cell without overlap, and neighbours are not one piece. */
static void
assert_whole(struct scene *s, const char *cell, size_t bytes)
{
	size_t end = 0;

	pieces_find(&s->c, cell, bytes, &s->pieces);
	for (int i = 0; i < s->pieces.count; i++) {
		const struct piece *const p = &s->pieces.list[i], *const next = p + 1;

		assert_int_equal(p->at, end);
		assert_true(p->bytes > 0);
		end += p->bytes;
		if (p->kind == PIECE_MOVED)
			assert_moved(s, p, cell);
		else if (p->kind == PIECE_COMBINED)
			assert_combined(s, p, cell);
		s->unknown += p->kind == PIECE_OTHER;
		for (size_t k = 0; p->kind == PIECE_EMPTY && k < p->bytes; k++)
			assert_int_equal(cell[p->at + k], 0);
		if (i + 1 < s->pieces.count && p->kind == PIECE_MOVED && next->kind == PIECE_MOVED)
			assert_false(p->source.rank == next->source.rank &&
				     p->source.block == next->source.block &&
				     p->source.at + p->bytes == next->source.at);
	}
	assert_int_equal(end, bytes);
	s->seen++;
	s->divided += s->pieces.count > 1;
}

static char *
words_of(const struct scene *s)
{
	size_t bytes;
	char *words;
	FILE *const out = open_memstream(&words, &bytes);

	pieces_print(&s->c, &s->pieces, out);
	fclose(out);
	return words;
}

static void
look_at_memory(struct scene *s, int rank, const struct vcube_watched *w)
{
	const size_t total = w->count * vcube_type_size(w->type);
	const bool kept = s->name && strcmp(s->name, w->name) == 0 && s->calls < STEPS;
	size_t number = 0;

	for (size_t at = 0; at < total; at += s->c.bytes, number++) {
		const size_t rest = total - at;

		assert_whole(s, (const char *)w->pointer + at, rest < s->c.bytes ? rest : s->c.bytes);
		if (kept && number < CELLS) {
			free(s->cell[s->calls][rank][number]);
			s->cell[s->calls][rank][number] = words_of(s);
		}
	}
}

static void
forget(struct scene *s)
{
	for (int call = 0; call < STEPS; call++)
		for (int rank = 0; rank < NODES; rank++)
			for (int i = 0; i < CELLS; i++) {
				free(s->cell[call][rank][i]);
				s->cell[call][rank][i] = NULL;
			}
}

static int
look(vcube_machine *m, uint64_t step, const char *name, void *arg)
{
	struct scene *const s = arg;
	struct vcube_watched w;

	(void)step;
	(void)name;
	for (int rank = 0; rank < s->c.nodes; rank++)
		for (int i = 0; vcube_watched(m, rank, i, &w) == 0; i++)
			if (w.type == s->c.type)
				look_at_memory(s, rank, &w);
	s->calls++;
	return 0;
}

static int
act(vcube_node *self, void *arg)
{
	const struct scene *const s = arg;
	const struct vcube_shape *const shape = vcube_collective_shape(s->c.collective);
	const size_t p = (size_t)vcube_size(self), ins = (size_t)vcube_blocks_of(shape->in, (int)p);
	const size_t outs = (size_t)vcube_blocks_of(shape->out, (int)p);
	char *const in = vcube_alloc(self, s->c.bytes * p + 8), *const out = vcube_alloc(self, s->c.bytes * p + 8);
	size_t *const counts = vcube_alloc(self, 2 * p * sizeof *counts);
	const bool varied = has_trait(s->c.collective, VCUBE_COUNTS);
	struct vcube_call call = {
		.collective = s->c.collective, .in = in, .out = out, .count = s->c.count,
		.type = s->c.type, .op = s->c.op, .in_counts = varied ? counts : NULL,
		.in_offsets = varied ? counts + p : NULL, .out_counts = varied ? counts : NULL,
		.out_offsets = varied ? counts + p : NULL,
	};

	if (!in || !out || !counts)
		return vcube_failed(self);
	memset(out, 0, s->c.bytes * p + 8);
	for (size_t i = 0; i < p; i++) {
		counts[i] = s->c.count;
		counts[p + i] = s->c.count * i;
	}
	for (size_t i = 0; i < ins; i++)
		pattern_fill(&s->c, vcube_rank(self), (int)i, in + i * s->c.bytes);
	if (has_trait(s->c.collective, VCUBE_ONE_BUFFER) && vcube_rank(self) == 0)
		pattern_fill(&s->c, 0, 0, out);
	vcube_watch(self, "result", out, s->c.type, s->c.count * outs);
	vcube_call_how(self, &call, s->how);
	vcube_step(self, "end");
	return vcube_failed(self);
}

static void
observe(struct scene *s, int collective, const char *how, const char *machine, size_t elements,
	vcube_type type)
{
	vcube_machine *const m = open_machine("%s clock=virtual", machine);

	s->how = how;
	s->c = (struct run_case) {
		.collective = collective, .nodes = vcube_machine_nodes(m), .type = type,
		.bytes = elements * vcube_type_size(type), .count = elements,
		.op = has_trait(collective, VCUBE_COMBINES) ? VCUBE_SUM : NULL,
	};
	if (s->c.op)
		pattern_mark(&s->c);
	vcube_on_step(m, look, s);
	run_well(m, act, s);
	vcube_close(m);
}

static bool
fits(const struct vcube_algorithm *a, const char *machine, int nodes, size_t bytes)
{
	struct vcube_desc desc;
	struct vcube_terms terms;
	bool fits;

	vcube_desc_init(&desc);
	assert_int_equal(vcube_desc_parse(&desc, machine, NULL), 0);
	terms = vcube_terms_of(&desc, nodes, bytes);
	terms.unit = 8;
	fits = vcube_algorithm_fits(a, &terms, has_trait(a->collective, VCUBE_COMBINES) ? VCUBE_SUM : NULL,
				    NULL) == 0;
	vcube_desc_clear(&desc);
	return fits;
}

/* Every algorithm, with blocks that are cut evenly and not: all that is in memory is known. */
static void
test_every_algorithm(void **state)
{
	static const struct { const char *text; int nodes; } machines[] = {
		{"hypercube:3 ports=all", 8}, {"mesh:3x3", 9}, {"ring:6", 6},
	};
	const struct vcube_algorithm *a;

	(void)state;
	for (int i = 0; (a = vcube_algorithm_at(i)) != NULL; i++) {
		struct scene s = {.calls = 0};
		bool ran = !has_blocks(a->collective);

		for (size_t k = 0; k < COUNT(machines); k++)
			for (size_t elements = 1 + 2 * first_case((uint64_t)i + k, 4); elements <= 7;
			     elements += 2 * next_case())
				if (has_blocks(a->collective) && fits(a, machines[k].text, machines[k].nodes, 8 * elements)) {
					observe(&s, a->collective, a->name, machines[k].text, elements, VCUBE_INT64);
					if (s.unknown)
						fail_msg("%s on %s: unknown pieces", a->name, machines[k].text);
					ran = true;
				}
		discard(s.pieces.list);
		if (!ran || (has_blocks(a->collective) && s.seen < NODES))
			fail_msg("%s.%s was not seen", vcube_collective_name(a->collective), a->name);
	}
}

/* Pieces shorter than a word, which the data can show where they lie at their own offset. */
static void
test_short_pieces(void **state)
{
	static struct scene s;

	(void)state;
	s.name = "result";
	observe(&s, VCUBE_ALLGATHER, "dcycles",
		"hypercube:3 ports=all", 6, VCUBE_INT32);
	assert_int_equal(s.unknown, 0);
	assert_true(s.divided > 0);
	assert_string_equal(s.cell[1][0][1], "1|.|.");
}

/* --- figures ----------------------------------------------------------------------- */

/* Part number i of a cell that has as many equal parts as the figure */
static const char *
part(const char *cell, int i)
{
	static char words[40];

	for (; i > 0 && strchr(cell, '|'); i--)
		cell = strchr(cell, '|') + 1;
	snprintf(words, sizeof words, "%.*s", (int)strcspn(cell, "|"), cell);
	return words;
}

static void
compare_gathered(const char *figure, const char *machine, const char *how, size_t each)
{
	static struct scene s;
	struct tsv t;
	int cells = 0;

	s.calls = 0;
	s.name = "rows";
	observe(&s, VCUBE_ALLGATHER, how, machine, 3 * each, VCUBE_INT64);
	for (tsv_open(&t, figure); tsv_row(&t);)
		for (int p = 0; p < NODES; p++, cells++) {
			const int row = strcmp(t.field[0], "init") ? atoi(t.field[0]) + 1 : 0;
			const int i = atoi(t.field[1]) % 3;
			const int rank = strstr(how, "gray") ? (int)vcube_gray_inverse((unsigned)p) : p;
			const char *const figured = t.field[2 + p];
			const char *const words = s.cell[row][rank][row];

			/* the figure's last digit is the node; a block that is whole is not
			 * divided */
			assert_string_equal(strchr(words, '|') ? part(words, i) : words,
					    figured + strlen(figured) - 1);
		}
	assert_int_equal(cells, 8 * 8 * 3 * (int)each);
	forget(&s);
}

static void
test_gathered(void **state)
{
	(void)state;
	compare_gathered("000_fig08.tsv", "hypercube:3", "dcycles:index=local", 1);
	compare_gathered("000_fig08.tsv", "hypercube:3 ports=all", "dcycles:index=local", 1);
	compare_gathered("000_fig09.tsv", "hypercube:3 mapping=gray", "dcycles:order=gray:index=local", 1);
	compare_gathered("000_fig10.tsv", "hypercube:3", "dcycles:index=motion", 2);
	compare_gathered("000_fig11.tsv", "hypercube:3 mapping=gray ports=all",
			 "dcycles:order=gray:index=motion", 2);
}

/* The nodes of a sum in figure 21: "00+01+02" or "00-07", a variable and a node each. */
static void
write_terms(const char *figured, char *words)
{
	for (const char *at = figured; *at; at += 2 + (at[2] != '\0')) {
		if (at[2] == '-') {
			for (char node = at[1]; node <= at[4]; node++)
				*words++ = node;
			break;
		}
		*words++ = at[1];
	}
	*words = '\0';
}

static void
test_summed(void **state)
{
	static struct scene s;
	struct tsv t;
	int cells = 0;

	(void)state;
	s.name = "result";
	observe(&s, VCUBE_ALLREDUCE, "butterfly",
		"hypercube:3 ports=all", 3, VCUBE_INT64);
	for (tsv_open(&t, "000_fig21.tsv"); tsv_row(&t);)
		for (int p = 0; p < NODES; p++, cells++) {
			const int call = strcmp(t.field[0], "init") ? atoi(t.field[0]) + 1 : 0;
			const char *const cell = s.cell[call][p][0];
			char terms[20];

			write_terms(t.field[2 + p], terms);
			assert_string_equal(strchr(cell, '|') ? part(cell, atoi(t.field[1])) : cell, terms);
		}
	assert_int_equal(cells, 96);
	forget(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_every_algorithm),
		TEST(test_short_pieces),
		TEST(test_gathered),
		TEST(test_summed),
	};

	return RUN_TESTS(tests);
}
