/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The algorithms of Mathur and Johnsson: correct, in the predicted time with one port and
 * with all, among neighbours only, and in the paper's number of steps.
 */
#include <stdio.h>
#include <string.h>
#include "walk.h"

struct variant {
	int collective;
	const char *how;
};

/* Ranks in binary and in Gray code order, each for machines of that mapping. */
static const struct variant binary[] = {
	{VCUBE_ALLGATHER, "cycle"}, {VCUBE_ALLGATHER, "cycle:index=local"},
	{VCUBE_ALLGATHER, "dcycles"}, {VCUBE_ALLGATHER, "dcycles:index=local"},
	{VCUBE_ALLGATHER, "dcycles:index=motion"},
	{VCUBE_REDUCE_SCATTER, "cycle"}, {VCUBE_REDUCE_SCATTER, "cycle:index=local"},
	{VCUBE_REDUCE_SCATTER, "dcycles"}, {VCUBE_REDUCE_SCATTER, "dcycles:index=local"},
	{VCUBE_REDUCE_SCATTER, "dcycles:index=motion"},
	{VCUBE_REDUCE_SCATTER, "dcycles:start=home"},
	{VCUBE_REDUCE_SCATTER, "dcycles:index=local:start=home"},
	{VCUBE_REDUCE_SCATTER, "dcycles:index=motion:start=home"},
	{VCUBE_ALLGATHER, "butterfly"}, {VCUBE_ALLREDUCE, "butterfly"},
	{VCUBE_REDUCE_SCATTER, "spread"},
	{VCUBE_BCAST, "trees"}, {VCUBE_BCAST, "trees:packet=1"}, {VCUBE_BCAST, "trees:packet=3"},
	{VCUBE_REDUCE, "trees"}, {VCUBE_REDUCE, "trees:packet=1"}, {VCUBE_REDUCE, "trees:packet=3"},
	{VCUBE_ALLGATHER, "trees"}, {VCUBE_ALLGATHER, "trees:packet=2"},
	{VCUBE_ALLGATHER, "relay"}, {VCUBE_ALLGATHER, "relay:packet=2"},
	{VCUBE_ALLGATHER, "gather-trees"}, {VCUBE_ALLGATHER, "gather-trees:packet=5"},
}, gray[] = {
	{VCUBE_ALLGATHER, "cycle:order=gray"}, {VCUBE_ALLGATHER, "cycle:order=gray:index=local"},
	{VCUBE_ALLGATHER, "dcycles:order=gray"},
	{VCUBE_ALLGATHER, "dcycles:order=gray:index=local"},
	{VCUBE_ALLGATHER, "dcycles:order=gray:index=motion"},
	{VCUBE_REDUCE_SCATTER, "cycle:order=gray"},
	{VCUBE_REDUCE_SCATTER, "cycle:order=gray:index=local"},
	{VCUBE_REDUCE_SCATTER, "dcycles:order=gray"},
	{VCUBE_REDUCE_SCATTER, "dcycles:order=gray:index=local"},
	{VCUBE_REDUCE_SCATTER, "dcycles:order=gray:index=motion"},
	{VCUBE_REDUCE_SCATTER, "dcycles:order=gray:index=local:start=home"},
};

/* Timed if `native` has the bit of the kind of the machine's topology. */
static void
walk_all(const char *machine, unsigned native, const struct variant *variants, size_t count,
	 size_t most)
{
	for (size_t v = 0; v < count; v++)
		make_walk(machine, (struct walk){
			.native = native, .most = most,
			.collective = variants[v].collective, .how = variants[v].how});
}

static void
test_times(void **state)
{
	static const char *const costs[] = {
		"", " ports=all", " ports=all exchange_all_startup=777ps per_byte=333ps per_hop=17ps "
		"exchange_all_gather=19ps exchange_all_longest=3ns",
		" exchange_all_startup=777ps per_byte=333ps per_hop=17ps startup=0",
		" reorder=7ns reorder_startup=11us reorder_block=13ns scatter=17ns scatter_block=19ns"
		" index=23ns index_startup=29us index_piece=31ns index_odd=37ns",
	};
	char text[300];

	(void)state;
	for (int d = 1; d <= 5; d++)
		for (size_t k = first_case((uint64_t)d, COUNT(costs)); k < COUNT(costs); k += next_case()) {
			const size_t most = k < 2 && d < 5 ? 1000 : 8;

			snprintf(text, sizeof text, "hypercube:%d clock=virtual routing=none%s%s", d,
				 costs[k], k > 0 ? " threads=one" : "");
			walk_all(text, 1u << VCUBE_HYPERCUBE, binary, COUNT(binary), most);
			strcat(text, " mapping=gray");
			walk_all(text, 1u << VCUBE_HYPERCUBE, gray, COUNT(gray), most);
		}
}

static void
test_right_without_a_clock(void **state)
{
	(void)state;
	walk_all("hypercube:3 routing=none strict=yes fuzz=1", 0, binary, COUNT(binary), 1000);
	walk_all("hypercube:3 routing=none strict=yes fuzz=2 mapping=gray", 0, gray, COUNT(gray), 1000);
	walk_all("full:16", 0, gray, COUNT(gray), 8);
}

/* Every block size up to several pieces per wire, with one port and with all. */

struct sizes {
	const struct variant *variants;
	size_t count;
	bool local;             /* local work has costs */
};

static int
try_size(vcube_node *self, const struct variant *v, size_t n)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	struct trial t = {
		.collective = v->collective, .how = v->how, .count = n, .timed = true,
		.algorithm = vcube_algorithm_parse(v->collective, v->how, set, NULL),
		.element = &elements[combines(v->collective) ? 2 + n % 4 : n % 2],
		.root = has_root(v->collective) ? (int)n % vcube_size(self) : 0, .seed = seed + n,
	};
	struct vcube_terms terms = vcube_terms_of(vcube_machine_desc(vcube_machine_of(self)),
						  vcube_size(self), n * t.element->size);

	CHECK(self, (t.element->op != NULL) == combines(v->collective));
	terms.unit = t.element->size;
	terms.set = set;
	if (try_collective(self, NULL, &t) != 0)
		return vcube_failed(self);
	if (t.took != t.algorithm->cost(&terms))
		return vcube_fail(self, "%s, %zu elements: %lld ps, predicted %lld", t.how, n,
				  (long long)t.took, (long long)t.algorithm->cost(&terms));
	return 0;
}

static int
try_sizes(vcube_node *self, void *arg)
{
	const struct sizes *const s = arg;

	for (size_t v = 0; v < s->count; v++)
		for (size_t n = first_case(v, 15); n < 15; n += next_case()) {
			/* the additions of trees on the way to the root are not predicted */
			if (s->local && s->variants[v].collective == VCUBE_REDUCE)
				continue;
			if (try_size(self, &s->variants[v], n) != 0)
				return vcube_failed(self);
		}
	return 0;
}

static void
test_every_size(void **state)
{
	static const char *const machines[] = {
		"", " ports=all", " copy=41ns combine=43ns combine_startup=47us reorder=7ns index=23ns",
	};
	char text[200];

	(void)state;
	for (int d = 2; d <= 4; d++)
		for (size_t k = 0; k < COUNT(machines); k++) {
			struct sizes s = {binary, COUNT(binary), k == 2};

			snprintf(text, sizeof text, "hypercube:%d clock=virtual routing=none%s%s", d,
				 machines[k], k > 0 ? " threads=one" : "");
			try_well(text, try_sizes, &s);
			s.variants = gray;
			s.count = COUNT(gray);
			strcat(text, " mapping=gray");
			try_well(text, try_sizes, &s);
		}
}

/* Messages to others than neighbours, and impossible calls, are refused. */

static int
gather_bytes(vcube_node *self, void *arg)
{
	char in = 0, out[16];

	return vcube_allgather(self, NULL, &in, out, 1, VCUBE_BYTES(1), arg);
}

static void
refused(const char *machine, const char *how, int code, const char *words)
{
	vcube_machine *const m = open_machine("%s", machine);
	char copy[100];

	strcpy(copy, how);
	run_for(m, gather_bytes, copy, code);
	error_has(vcube_run_error(m), code, words);
	vcube_close(m);
}

static void
test_refused(void **state)
{
	const struct vcube_algorithm *const a =
		vcube_algorithm_find(VCUBE_ALLGATHER, "dcycles", NULL);
	struct vcube_setting set[VCUBE_OPTIONS_MAX] = {{0}};
	struct vcube_terms terms = {.p = 1024, .m = 8ull << 22, .unit = 8, .set = set};
	struct vcube_error error;

	(void)state;
	refused("hypercube:3 routing=none", "cycle:order=gray", VCUBE_EROUTE, "");
	refused("hypercube:3 routing=none mapping=gray", "dcycles", VCUBE_EROUTE, "");
	refused("ring:6", "cycle", VCUBE_EPRECOND, "allgather.cycle needs a number of nodes that is a power");
	refused("hypercube:3", "cycle:index=motion", VCUBE_EINVAL, "takes none|local, not 'motion'");
	assert_int_equal(vcube_algorithm_fits(a, &terms, NULL, &error), 0);
	set[1].value = 1;
	assert_int_equal(vcube_algorithm_fits(a, &terms, NULL, &error), VCUBE_EPRECOND);
	error_has(&error, VCUBE_EPRECOND, "fewer than 2^32 elements in all");
	terms.m /= 2;
	assert_int_equal(vcube_algorithm_fits(a, &terms, NULL, &error), 0);
}

/* 2^d - 1 steps; each sends at most a piece of ceil(n / d) elements to each neighbour. */

static int
gather_and_reduce(vcube_node *self, void *arg)
{
	const size_t n = *(const size_t *)arg, p = (size_t)vcube_size(self);
	uint8_t *const in = take_block(self, n * p), *const out = take_block(self, n * p);

	if (in == NULL || out == NULL)
		return vcube_failed(self);
	memset(in, 0, n * p);
	vcube_allgather(self, NULL, in, out, n, VCUBE_UINT8, "dcycles");
	if (p <= 256)
		vcube_reduce_scatter(self, NULL, in, out, n, VCUBE_UINT8, VCUBE_SUM, "dcycles");
	return 0;
}

static void
count_transfers(int d, size_t n)
{
	/* no start-up, and a microsecond per element: the time counts transfers */
	vcube_machine *const m = open_machine(
		"hypercube:%d clock=virtual threads=one routing=none ports=all startup=0 per_byte=1us", d);
	const uint64_t steps = (d <= 8 ? 2 : 1) * ((1u << d) - 1);
	const uint64_t sent = n < (size_t)d ? n : (size_t)d, each = (n + (size_t)d - 1) / (size_t)d;
	struct vcube_stats stats;

	run_well(m, gather_and_reduce, &n);
	assert_int_equal(vcube_run_time(m), steps * each * 1000000);
	for (int r = 0; r < 1 << d; r++) {
		vcube_run_stats(m, r, &stats);
		assert_int_equal(stats.steps, steps);
		assert_int_equal(stats.messages, steps * sent);
		assert_int_equal(stats.bytes, steps * n);
	}
	vcube_close(m);
}

static void
test_steps_and_transfers(void **state)
{
	static const size_t most[] = {29, 29, 29, 29, 29, 29, 29, 9, 4, 1};

	(void)state;
	for (int d = 1; d <= up_to(10, 5); d++)
		for (size_t n = d < 8 ? 1 : most[d - 1]; n <= most[d - 1]; n += 7)
			count_transfers(d, n);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_times),
		TEST(test_every_size),
		TEST(test_right_without_a_clock),
		TEST(test_refused),
		TEST(test_steps_and_transfers),
	};

	return RUN_TESTS(tests);
}
