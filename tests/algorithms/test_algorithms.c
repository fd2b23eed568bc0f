/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every algorithm gives the right bytes on every number of nodes that it accepts, and
 * refuses exactly what its preconditions exclude.
 */
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include "topo.h"
#include "topologies.h"
#include "walk.h"

static const int nodes[] = {WALK_NODES};

static void
test_right_on_free_clock(void **state)
{
	char text[100];

	(void)state;
	for (size_t i = 0; i < COUNT(nodes); i++)
		for (int kind = 0; kind < VCUBE_KINDS; kind++)
			if (vc_kind_of_nodes(kind, nodes[i], text))
				make_walk(text, (struct walk){
					.most = kind == VCUBE_FULL ? most_for(nodes[i]) : 8});
}

/* And on small topologies of families that do not have every number of nodes. */
static void
test_right_on_any_wires(void **state)
{
	const char *text;

	(void)state;
	for (int i = 0; (text = example_at(i)) != NULL; i++) {
		vcube_topology *const t = topology_of(text);
		char timed[100];

		snprintf(timed, sizeof timed, "%s clock=virtual routing=any", text);
		if (t->family->of_nodes == NULL && t->nodes <= 16) {
			make_walk(text, (struct walk){.most = 8});
			make_walk(timed, (struct walk){.most = 8});
		}
		vcube_topology_free(t);
	}
}

static void
test_right_in_any_order(void **state)
{
	char text[100];

	(void)state;
	for (unsigned i = 0; i < 6; i++) {
		snprintf(text, sizeof text, "full:%d strict=yes fuzz=%u", i < 3 ? 8 : 7,
			 (unsigned)(seed % 1000000) + i + 1);
		make_walk(text, (struct walk){.most = 1000});
	}
}

/* Small channels delay senders, but must not change the result. */
static void
test_right_with_capacity(void **state)
{
	(void)state;
	make_walk("full:8 capacity=8KiB", (struct walk){.most = 1000});
	make_walk("full:7 capacity=8KiB clock=virtual", (struct walk){.most = 1000});
}

/* Groups of a machine of 16. */

static int
thirds(int rank)
{
	return rank % 3;
}

static int
thirteen(int rank)
{
	return rank < 13 ? 7 : VCUBE_NO_COLOR;
}

static void
test_right_in_groups(void **state)
{
	int (*const splits[])(int) = {rows, columns, halves, evens, thirds, thirteen, everybody};

	(void)state;
	for (size_t i = 0; i < COUNT(splits); i++)
		for (int reversed = 0; reversed < 2; reversed++)
			make_walk("hypercube:4", (struct walk){.most = 8, .split = splits[i],
							       .reversed = reversed});
}

/* Refusals. */

static int
try_once(vcube_node *self, void *arg)
{
	struct trial t = *(struct trial *)arg;

	return try_collective(self, NULL, &t);
}

static void
try_refused(const struct vcube_algorithm *a, int p, const struct element *element)
{
	struct trial t = {.collective = a->collective, .algorithm = a, .count = 3,
			  .element = element};
	vcube_machine *const machine = open_machine("full:%d", p);
	char words[100];

	snprintf(words, sizeof words, "%s.%s needs ", vcube_collective_name(a->collective), a->name);
	run_for(machine, try_once, &t, VCUBE_EPRECOND);
	error_has(vcube_run_error(machine), VCUBE_EPRECOND, words);
	vcube_close(machine);
}

static const struct vcube_setting unset[VCUBE_OPTIONS_MAX];

static void
test_refused_when_preconditions_say_so(void **state)
{
	const struct vcube_algorithm *a;
	int refused = 0;

	(void)state;
	for (int i = 0; (a = vcube_algorithm_at(i)) != NULL; i++)
		for (size_t k = 0; k < 2 * COUNT(nodes); k++) {
			const struct element *const e = element_for(a->collective, k % 2);
			const int p = nodes[k / 2];
			const bool no = is_refused(a, p, e->op);
			const struct vcube_terms terms = {.p = p, .set = unset};

			assert_int_equal(vcube_algorithm_fits(a, &terms, e->op, NULL),
					 no ? VCUBE_EPRECOND : 0);
			if (no) {
				try_refused(a, p, e);
				refused++;
			}
		}
	assert_true(refused > 20);
}

/* Nobody leaves a barrier before all have entered. */

struct gate {
	const struct vcube_algorithm *algorithm;
	_Atomic(int) came;
};

static int
pass(vcube_node *self, void *arg)
{
	struct gate *const g = arg;

	for (int round = 1; round <= 20; round++) {
		for (uint64_t i = vcube_random(self) % 2000; i > 0; i--)
			atomic_signal_fence(memory_order_seq_cst);
		atomic_fetch_add(&g->came, 1);
		if (vcube_barrier(self, NULL, g->algorithm->name) != 0)
			return vcube_failed(self);
		if (atomic_load(&g->came) < round * vcube_size(self))
			return vcube_fail(self, "through %s in round %d before all came",
					  g->algorithm->name, round);
	}
	return 0;
}

static void
test_barriers_hold(void **state)
{
	struct gate g = {NULL, 0};
	char text[100];
	int barriers = 0;

	(void)state;
	for (int i = 0; (g.algorithm = vcube_algorithm_at(i)) != NULL; i++)
		for (size_t k = 0; !has_blocks(g.algorithm->collective) && k < COUNT(nodes); k++) {
			if (is_refused(g.algorithm, nodes[k], NULL))
				continue;
			barriers++;
			for (unsigned fuzz = 0; fuzz < 3; fuzz++) {
				atomic_store(&g.came, 0);
				snprintf(text, sizeof text, "full:%d fuzz=%u", nodes[k],
					 fuzz ? (unsigned)(seed % 1000) + fuzz : 0);
				try_well(text, pass, &g);
			}
		}
	assert_true(barriers > 10);
}

/* The registry. */

static void
test_registry_is_whole(void **state)
{
	const struct vcube_algorithm *a, *b;
	unsigned general = 0;
	int n = 0;

	(void)state;
	for (; (a = vcube_algorithm_at(n)) != NULL; n++) {
		assert_non_null(vcube_collective_name(a->collective));
		assert_true(a->name[0] && a->text[0] && a->formula[0] && a->paper != NULL);
		assert_true(a->cost != NULL && a->run != NULL);
		assert_ptr_equal(vcube_algorithm_find(a->collective, a->name, NULL), a);
		for (int j = 0; j < n; j++) {
			b = vcube_algorithm_at(j);
			assert_false(a->collective == b->collective && !strcmp(a->name, b->name));
		}
		if (a->needs == 0)
			general |= 1u << a->collective;
	}
	assert_null(vcube_algorithm_at(-1));
	assert_null(vcube_algorithm_at(n + 1));
	/* each collective works on any number of nodes with any operator */
	assert_int_equal(general, (1u << VCUBE_COLLECTIVES_COUNT) - 1);
}

static void
test_names_are_told(void **state)
{
	struct vcube_error error;

	(void)state;
	for (int c = 0; c < VCUBE_COLLECTIVES_COUNT; c++)
		assert_int_equal(vcube_collective_parse(vcube_collective_name(c), &error), c);
	assert_null(vcube_collective_name(VCUBE_COLLECTIVES_COUNT));
	assert_null(vcube_collective_text(-1));
	assert_null(vcube_collective_shape(-1));
	assert_null(vcube_collective_shape(VCUBE_COLLECTIVES_COUNT));
	assert_int_equal(vcube_collective_parse("allgathre", &error), -1);
	error_has(&error, VCUBE_EUNKNOWN, "'allgathre'; there are allgather, reduce_scatter, ");
	error_has(&error, VCUBE_EUNKNOWN, ", barrier");
	assert_null(vcube_algorithm_find(VCUBE_BARRIER, "ring", &error));
	error_has(&error, VCUBE_EUNKNOWN, "'ring' of barrier; there are hypercube, ");
	assert_null(vcube_algorithm_find(99, "ring", &error));
	error_has(&error, VCUBE_EINVAL, "99");
}

/* The trees that algorithms use. */
static void
test_branches(void **state)
{
	(void)state;
	for (int p = 1; p <= 40; p++)
		for (int root = 0; root < p; root++)
			for (int rank = 0, sum = 0; rank < p; rank++) {
				int parent;
				struct vcube_branch b = vcube_branch_of(p, root, rank, &parent);
				int levels = 0;

				assert_true(b.head == rank && b.lo <= rank && rank < b.hi);
				assert_int_equal(parent < 0, rank == root);
				assert_true((p & (p - 1)) || parent < 0 ||
					    ((parent ^ rank) & ((parent ^ rank) - 1)) == 0);
				for (; vcube_branch_size(b) > 1; levels++) {
					struct vcube_branch stem, twig;
					int above;

					vcube_branch_split(b, &stem, &twig);
					assert_int_equal(vcube_branch_size(stem) + vcube_branch_size(twig),
							 vcube_branch_size(b));
					assert_true(stem.hi == twig.lo || twig.hi == stem.lo);
					assert_int_equal(stem.head, rank);
					vcube_branch_of(p, root, twig.head, &above);
					assert_int_equal(above, rank);
					b = stem;
				}
				assert_true(1 << levels < 2 * p);
				sum += levels;
				assert_true(rank < p - 1 || sum == p - 1);
			}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_registry_is_whole),
		TEST(test_names_are_told),
		TEST(test_branches),
		TEST(test_right_on_free_clock),
		TEST(test_right_on_any_wires),
		TEST(test_right_in_any_order),
		TEST(test_right_with_capacity),
		TEST(test_right_in_groups),
		TEST(test_refused_when_preconditions_say_so),
		TEST(test_barriers_hold),
	};

	return RUN_TESTS(tests);
}
