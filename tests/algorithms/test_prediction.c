/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * On its native topology an algorithm takes the time of its formula, to the picosecond, and
 * the library selects by it.
 */
#include <stdio.h>
#include <string.h>
#include "select.h"
#include "topo.h"
#include "walk.h"

static const int nodes[] = {WALK_NODES};

static void
test_time_where_native(void **state)
{
	static const char *const costs[] = {
		"", " startup=777777ps per_byte=333ps per_hop=17ps",
		" startup=0ps per_byte=1ps", " startup=1ps per_byte=0ps per_hop=999999ps",
	};
	const struct vcube_algorithm *a;
	char text[200];
	unsigned kinds = 0;

	(void)state;
	for (int i = 0; (a = vcube_algorithm_at(i)) != NULL; i++)
		kinds |= a->native;
	for (size_t i = 0; i < COUNT(nodes); i++)
		for (int kind = 0; kind < VCUBE_KINDS; kind++)
			for (size_t k = first_case(i + 10 * (size_t)kind, COUNT(costs));
			     k < COUNT(costs); k += next_case()) {
				if (!(kinds & 1u << kind) || (k > 1 && nodes[i] > 8) ||
				    !vc_kind_of_nodes(kind, nodes[i], text))
					continue;
				strcat(strcat(text, " clock=virtual threads=one"), costs[k]);
				make_walk(text, (struct walk){.native = 1u << kind,
					.most = k > 0 ? 8 : nodes[i] <= 8 ? most_for(nodes[i]) : 1000});
			}
}

/* If all are neighbours or, with routing, on a cube: no message waits for another. */
static void
test_time_routed_on_cubes(void **state)
{
	char text[100];

	(void)state;
	for (int d = 1; d <= 5; d++) {
		snprintf(text, sizeof text, "hypercube:%d clock=virtual threads=one routing=any per_byte=333ps", d);
		make_walk(text, (struct walk){.native = 1u << VCUBE_FULL, .most = 100});
	}
}

/* Parts of a machine that form such a topology. */
static void
test_time_in_subcubes_and_lines(void **state)
{
	int (*const subcubes[])(int) = {rows, columns, halves, evens, everybody};
	int (*const lines[])(int) = {rows, columns};

	(void)state;
	for (int reversed = 0; reversed < 2; reversed++) {
		for (size_t i = 0; i < COUNT(subcubes); i++)
			make_walk("hypercube:4 clock=virtual threads=one per_byte=333ps", (struct walk){
				.native = 1u << VCUBE_HYPERCUBE, .most = 1000,
				.split = subcubes[i], .reversed = reversed});
		for (size_t i = 0; i < COUNT(lines); i++)
			make_walk("torus:4x4 clock=virtual threads=one per_byte=333ps", (struct walk){
				.native = 1u << VCUBE_RING, .most = 1000,
				.split = lines[i], .reversed = reversed});
	}
}

static int
try_choice(vcube_node *self, void *arg)
{
	const struct vcube_algorithm *a;
	struct trial t = *(struct trial *)arg;
	struct vcube_terms terms = vcube_terms_of(vcube_machine_desc(vcube_machine_of(self)),
						  vcube_size(self), t.count * t.element->size);
	vcube_time least = INT64_MAX;

	terms.unit = t.element->size;
	if (try_collective(self, NULL, &t) != 0)
		return vcube_failed(self);
	for (int i = 0; (a = vcube_algorithm_at(i)) != NULL; i++)
		if (a->collective == t.collective &&
		    !is_refused(a, vcube_size(self), t.element->op) &&
		    a->cost(&terms) < least)
			least = a->cost(&terms);
	return t.took == least ? 0
		: vcube_fail(self, "%s took %lld ps, the best predicts %lld",
			     vcube_collective_name(t.collective), (long long)t.took, (long long)least);
}

static void
test_cheapest_is_chosen(void **state)
{
	char text[100];

	(void)state;
	for (size_t i = 0; i < COUNT(nodes); i++)
		for (int c = 0; c < VCUBE_COLLECTIVES_COUNT; c++)
			/* in alltoallv no member knows the cost of the others' blocks */
			for (size_t k = first_case(i + (size_t)c, 4); !has_counts(c) && k < 4;
			     k += next_case()) {
				struct trial t = {.collective = c, .count = k / 2 ? 5000 : 1,
						  .element = element_for(c, k % 2),
						  .timed = true, .seed = seed};

				snprintf(text, sizeof text, "full:%d clock=virtual threads=one", nodes[i]);
				try_well(text, try_choice, &t);
			}
}

/* An allgather without a name in rows, columns or a machine without routes: it must exchange
 * among neighbours, or for an odd number of nodes use the ring, as no other algorithm works
 * on links alone. */
static int
try_neighbors(vcube_node *self, void *arg)
{
	struct walk *const w = arg;
	const struct vcube_cost *const cost = &vcube_machine_desc(vcube_machine_of(self))->cost;
	struct trial t = {.collective = VCUBE_ALLGATHER, .element = &elements[0], .count = 10,
			  .timed = true, .seed = seed};
	vcube_group *group = NULL;
	int p;

	if (w->split)
		vcube_split(self, NULL, w->split(vcube_rank(self)), vcube_rank(self), &group);
	p = vcube_group_size(self, group);
	if (try_collective(self, group, &t) != 0)
		return vcube_failed(self);
	CHECK(self, t.took == (p % 2 ? p - 1 : p / 2) * cost->startup + (p - 1) * 10 * cost->per_byte);
	return 0;
}

static void
test_neighbors_alone_are_chosen(void **state)
{
	struct walk all = {.split = NULL}, row = {.split = rows}, column = {.split = columns};

	(void)state;
	try_well("ring:16 routing=none clock=virtual threads=one", try_neighbors, &all);
	try_well("ring:7 routing=none clock=virtual threads=one", try_neighbors, &all);
	try_well("ring:8 routing=none clock=virtual threads=one", try_neighbors, &all);
	try_well("torus:4x4 clock=virtual threads=one", try_neighbors, &row);
	try_well("torus:4x4 clock=virtual threads=one", try_neighbors, &column);
	try_well("hypercube:4 routing=none clock=virtual threads=one mapping=gray", try_neighbors, &all);
}

/* No algorithm talks to neighbours alone in a group of nodes 0, 3 and 5 of a cube. */
static int
call_among_strangers(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	int64_t mine = me, sum = 0;
	vcube_group *group;

	(void)arg;
	vcube_split(self, NULL, me == 0 || me == 3 || me == 5 ? 0 : me + 1, me, &group);
	vcube_allreduce(self, group, &mine, &sum, 1, VCUBE_INT64, VCUBE_SUM, NULL);
	return vcube_failed(self);
}

static void
test_strangers_are_refused(void **state)
{
	static const char *const clocks[] = {"free", "virtual"};

	(void)state;
	for (int i = 0; i < 2; i++) {
		vcube_machine *m = open_machine("hypercube:3 routing=none clock=%s", clocks[i]);

		assert_int_equal(vcube_run(m, call_among_strangers, NULL), VCUBE_EPRECOND);
		error_has(vcube_run_error(m), VCUBE_EPRECOND,
			  "no algorithm of allreduce fits this call and talks only to neighbours");
		vcube_close(m);
	}
}

/* The predicted selection equals that within the run. */
static int
same_choice(vcube_node *self, void *arg)
{
	const struct vcube_desc *const desc = vcube_machine_desc(vcube_machine_of(self));
	const struct vcube_op *const ops[] = {VCUBE_SUM, arg};

	for (int i = 0; i < VCUBE_COLLECTIVES_COUNT; i++)
		for (size_t m = 0; m < 100000; m = m * 50 + 1)
			for (int o = 0; o < 2; o++) {
				const struct vcube_call c = {
					.collective = i, .size = vcube_size(self), .bytes = m, .count = m,
					.type = VCUBE_UINT8, .op = ops[o],
				};
				struct vcube_terms t = vcube_terms_of(desc, c.size, m);

				const struct vcube_algorithm *const a = vc_select(self, &c, NULL);

				if (m % (size_t)c.size == (size_t)vcube_rank(self))
					CHECK(self, a == vcube_algorithm_choose(desc, i, &t, ops[o], NULL));
			}
	return 0;
}

static void
test_choice_beforehand(void **state)
{
	static const char *const machines[] = {
		"hypercube:4", "ring:16", "ring:7", "torus:4x4", "torus:2x8", "mesh:3x3", "linear:5",
		"full:6", "fattree:2x3", "hypercube:4 mapping=gray", "hypercube:4 mapping=gray:4x4",
		"full:1", "ring:4 mapping=0,2,1,3",
	};
	static const char *const how[] = {
		"", " routing=none", " clock=virtual threads=one", " clock=virtual startup=1ns per_byte=1us",
	};
	struct vcube_op own = {.name = "own"};
	char text[100];

	(void)state;
	for (size_t i = 0; i < COUNT(machines); i++)
		for (size_t k = first_case(i, COUNT(how)); k < COUNT(how); k += next_case()) {
			snprintf(text, sizeof text, "%s%s", machines[i], how[k]);
			try_well(text, same_choice, &own);
		}
}

/* What a node remembers of its last selections is what it would select again; other calls, which
 * differ in one respect, do not get it. */
static int
same_again(vcube_node *self, void *arg)
{
	const struct vcube_call first = {
		.collective = VCUBE_ALLREDUCE, .size = 7, .bytes = 2 << 20, .count = 2 << 17,
		.type = VCUBE_INT64, .op = arg,
	};
	struct vcube_call calls[] = {first, first, first, first, first, first};
	int remembered = 0;

	calls[1].bytes = 8;
	calls[1].count = 1;
	calls[2].size = 2;
	calls[3].op = VCUBE_SUM;
	calls[4].type = VCUBE_BYTES(2 << 20);
	calls[4].count = 1;
	calls[5].collective = VCUBE_BCAST;
	for (size_t i = 0; i < COUNT(calls); i++)
		for (size_t k = 0; k < COUNT(calls); k++) {
			const struct vcube_algorithm *const a = vc_select(self, &calls[i], NULL);
			const struct vcube_algorithm *const same = vc_select_again(self, &calls[i]);
			const struct vcube_algorithm *const other = vc_select_again(self, &calls[k]);

			CHECK(self, same == NULL || same == a);
			CHECK(self, other == NULL || other == vc_select(self, &calls[k], NULL));
			remembered += same != NULL;
		}
	CHECK(self, remembered > 0);
	return 0;
}

static void
test_choice_again(void **state)
{
	struct vcube_op own = {.name = "own"};

	(void)state;
	try_well("full:7", same_again, &own);
}

static void
test_no_choice(void **state)
{
	struct vcube_error error;
	struct vcube_desc d;
	struct vcube_terms t;

	(void)state;
	vcube_desc_init(&d);
	t = vcube_terms_of(&d, 8, 1);
	assert_null(vcube_algorithm_choose(&d, -1, &t, NULL, &error));
	error_has(&error, VCUBE_EINVAL, "no collective has number -1");
	assert_null(vcube_algorithm_choose(&d, VCUBE_COLLECTIVES_COUNT, &t, NULL, NULL));
	vcube_desc_parse(&d, "ring:8 mapping=gray routing=none", NULL);
	assert_null(vcube_algorithm_choose(&d, VCUBE_ALLGATHER, &t, NULL, &error));
	error_has(&error, VCUBE_EINVAL, "mapping");
	assert_int_equal(vcube_native_kinds(&d, &error), 0);
	error_has(&error, VCUBE_EINVAL, "mapping");
	vcube_desc_clear(&d);
}

static void
test_native_kinds(void **state)
{
	static const struct { const char *text; unsigned kinds; } machine[] = {
		{"hypercube:4", 1u << VCUBE_HYPERCUBE | 1u << VCUBE_FULL},
		{"hypercube:4 routing=none", 1u << VCUBE_HYPERCUBE},
		{"hypercube:4 ports=all", 1u << VCUBE_HYPERCUBE},
		{"hypercube:4 switching=store-and-forward", 1u << VCUBE_HYPERCUBE},
		{"hypercube:4 duplex=half", 1u << VCUBE_HYPERCUBE},
		{"hypercube:4 mapping=gray", 1u << VCUBE_RING | 1u << VCUBE_LINEAR},
		{"hypercube:4 mapping=gray:4x4", 1u << VCUBE_TORUS | 1u << VCUBE_MESH},
		{"ring:7", 1u << VCUBE_RING | 1u << VCUBE_LINEAR},
		{"linear:5", 1u << VCUBE_LINEAR},
		{"mesh:3x3", 1u << VCUBE_MESH},
		{"torus:2x8", 0},
		{"torus:4x8", 1u << VCUBE_TORUS | 1u << VCUBE_MESH},
		{"mesh:2x3", 1u << VCUBE_MESH},
		{"fattree:2x3", 1u << VCUBE_FATTREE},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(machine); i++) {
		struct vcube_desc d;

		vcube_desc_init(&d);
		assert_int_equal(vcube_desc_parse(&d, machine[i].text, NULL), 0);
		assert_int_equal(vcube_native_kinds(&d, NULL), machine[i].kinds);
		vcube_desc_clear(&d);
	}
	assert_string_equal(vcube_version(), PACKAGE_VERSION);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_time_where_native),
		TEST(test_time_routed_on_cubes),
		TEST(test_time_in_subcubes_and_lines),
		TEST(test_cheapest_is_chosen),
		TEST(test_neighbors_alone_are_chosen),
		TEST(test_strangers_are_refused),
		TEST(test_choice_beforehand),
		TEST(test_choice_again),
		TEST(test_no_choice),
		TEST(test_native_kinds),
	};

	return RUN_TESTS(tests);
}
