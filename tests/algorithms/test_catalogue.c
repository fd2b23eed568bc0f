/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The catalogue's steps and volume of each algorithm hold in runs. If only start-ups take
 * time, a picosecond each, a call takes as many picoseconds as it has consecutive
 * start-ups.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "expression.h"
#include "walk.h"

enum { PIECES = 4 };            /* packets or segments of a block */

struct one_call {
	const struct vcube_algorithm *algorithm;
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	size_t m;               /* bytes of a block, a multiple of the pieces */
	int root;
	vcube_type type;
};

/* Blocks of alltoallv that all have one length. */
static int
lay_out(vcube_node *self, struct vcube_call *c, int p)
{
	size_t *const counts = take_block(self, 2 * (size_t)p * sizeof *counts);

	if (counts == NULL)
		return vcube_failed(self);
	for (int i = 0; i < p; i++) {
		counts[i] = c->count;
		counts[p + i] = c->count * (size_t)i;
	}
	c->in_counts = c->out_counts = counts;
	c->in_offsets = c->out_offsets = counts + p;
	c->count = 1;
	return 0;
}

static int
call_once(vcube_node *self, void *arg)
{
	const struct one_call *const one = arg;
	const int p = vcube_size(self), collective = one->algorithm->collective;
	char *const blocks = take_block(self, 2 * one->m * (size_t)p);
	struct vcube_call c = {
		.collective = collective, .root = one->root, .in = blocks,
		.count = one->m / vcube_type_size(one->type), .type = one->type,
		.op = combines(collective) ? VCUBE_SUM : NULL, .set = one->set,
	};

	CHECK(self, blocks != NULL);
	memset(blocks, 1, 2 * one->m * (size_t)p);
	c.out = blocks + one->m * (size_t)p;
	if (has_counts(collective) && lay_out(self, &c, p) != 0)
		return vcube_failed(self);
	return vcube_call(self, one->algorithm, &c);
}

/* Settings that the texts mention; `parts` sum to log p and end with 0. */
static void
choose_options(struct one_call *one, const int *parts)
{
	const struct vcube_option *o = one->algorithm->options;

	for (struct vcube_setting *set = one->set; o && o->name; o++, set++) {
		if (strcmp(o->name, "packet") == 0 || strcmp(o->name, "segment") == 0)
			*set = (struct vcube_setting){.value = (int)one->m / PIECES, .count = 1,
				.number = {(int)one->m / PIECES}};
		if (strcmp(o->name, "parts") == 0)
			for (set->value = parts[0]; parts[set->count]; set->count++)
				set->number[set->count] = parts[set->count];
	}
}

static void
compare(const struct one_call *one, int p, const char *what, const char *text,
	struct meaning meaning, uint64_t counted)
{
	const struct worth said = worth_of(text ? text : "", meaning);

	if (said.known && (said.bound ? (double)counted > said.value + 1e-6
				      : fabs((double)counted - said.value) > 1e-6))
		fail_msg("%s.%s, %d nodes, blocks of %zu bytes, root %d: %s %s is %g, a run has %llu",
			 vcube_collective_name(one->algorithm->collective), one->algorithm->name,
			 p, one->m, one->root, what, text, said.value, (unsigned long long)counted);
}

/* Returns the shorter side of the most nearly square rectangle of p nodes. */
static int
least_side(int p)
{
	int side = (int)sqrt(p);

	while (p % side != 0)
		side--;
	return side;
}

static uint64_t
bytes_of_busiest(const vcube_machine *m)
{
	struct vcube_stats stats;
	uint64_t most = 0;

	for (int rank = 0; rank < vcube_machine_nodes(m); rank++) {
		vcube_run_stats(m, rank, &stats);
		most = stats.bytes > most ? stats.bytes : most;
	}
	return most;
}

static void
hold_to_run(vcube_machine *m, const struct vcube_algorithm *a, size_t bytes, int root)
{
	const int p = vcube_machine_nodes(m), d = vcube_log2((unsigned)p);
	const int parts[] = {d - d / 2, d / 2, 0};
	struct one_call one = {.algorithm = a, .m = bytes, .root = root, .type = VCUBE_UINT8};
	struct meaning meaning = {.packet = (double)bytes / PIECES, .parts = parts};

	if (!has_blocks(a->collective))
		one.m = 0;
	choose_options(&one, parts);
	meaning.letter['p' - 'a'] = p;
	meaning.letter['r' - 'a'] = least_side(p);
	meaning.letter['c' - 'a'] = p / least_side(p);
	meaning.letter['m' - 'a'] = (double)bytes;
	meaning.letter['s' - 'a'] = meaning.packet;
	meaning.letter['u' - 'a'] = (double)vcube_type_size(one.type);
	run_well(m, call_once, &one);
	compare(&one, p, "steps:", a->steps, meaning, (uint64_t)vcube_run_time(m));
	compare(&one, p, "volume:", a->volume, meaning, bytes_of_busiest(m));
}

static void
test_steps_and_volume(void **state)
{
	static const int nodes[] = {2, 3, 4, 5, 7, 8, 9, 13, 16, 25, 32};
	const struct vcube_algorithm *a;

	(void)state;
	for (size_t n = 0; n < COUNT(nodes); n++) {
		const int p = nodes[n];
		vcube_machine *const m =
			open_machine("full:%d clock=virtual startup=1ps per_byte=0ps", p);

		for (int i = 0; (a = vcube_algorithm_at(i)) != NULL; i++)
			for (int late = 0; late < 1 + has_root(a->collective); late++)
				if (!is_refused(a, p, NULL))
					/* a multiple of all numbers of pieces */
					hold_to_run(m, a, 16 * (size_t)p, late ? p - 1 : 0);
		vcube_close(m);
	}
}

/* A single node sends nothing. */
static void
test_alone(void **state)
{
	vcube_machine *const m = open_machine("full:1 clock=virtual startup=1ps");
	const struct vcube_algorithm *a;

	(void)state;
	for (int i = 0; (a = vcube_algorithm_at(i)) != NULL; i++) {
		struct one_call one = {.algorithm = a, .m = 60, .type = VCUBE_UINT8};

		run_well(m, call_once, &one);
		assert_int_equal(vcube_run_time(m), 0);
		assert_int_equal(bytes_of_busiest(m), 0);
	}
	vcube_close(m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_steps_and_volume),
		TEST(test_alone),
	};

	return RUN_TESTS(tests);
}
