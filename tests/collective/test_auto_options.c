/* SPDX-License-Identifier: BSD-2-Clause */
/* Unset options are computed from costs and sizes, and a call uses them. */
#include <string.h>
#include "node.h"
#include "on_host.h"
#include "support.h"

static bool
is_set(const struct vcube_setting *s)
{
	return s->count > 0;
}

/* Resolved options cost the same as unset ones, are stable, and are no worse than any
 * other: than `other`, for the first option. */
static int
check_settled(const struct vcube_algorithm *a, struct vcube_terms *t, int other)
{
	struct vcube_setting unset[VCUBE_OPTIONS_MAX] = {{0}}, set[VCUBE_OPTIONS_MAX] = {{0}};
	struct vcube_setting again[VCUBE_OPTIONS_MAX];
	vcube_time cost;

	t->set = unset;
	if (vcube_algorithm_fits(a, t, NULL, NULL) != 0)
		return 0;
	cost = a->cost(t);
	a->resolve_options(t, set);
	t->set = set;
	assert_int_equal(vcube_algorithm_fits(a, t, NULL, NULL), 0);
	assert_true(a->cost(t) == cost);
	memcpy(again, set, sizeof set);
	a->resolve_options(t, again);
	assert_memory_equal(again, set, sizeof set);
	if (is_set(&set[0]))
		assert_int_equal(set[0].value, set[0].number[0]);
	unset[0] = (struct vcube_setting){.value = other, .count = 1, .number = {other}};
	t->set = unset;
	if (vcube_algorithm_fits(a, t, NULL, NULL) == 0)
		assert_true(a->cost(t) >= cost);
	memcpy(again, unset, sizeof unset);
	a->resolve_options(t, again);
	assert_memory_equal(again, unset, sizeof unset);        /* set options stay */
	return is_set(&set[0]);
}

static void
test_settled(void **state)
{
	static const size_t sizes[] = {0, 8, 1000, 4096, 100000, 10000000};
	const struct vcube_algorithm *a;
	struct vcube_desc desc;
	int algorithms = 0;

	(void)state;
	vcube_desc_init(&desc);
	for (int i = 0; (a = vcube_algorithm_at(i)) != NULL; i++) {
		int settled = 0;

		if (a->resolve_options == NULL)
			continue;
		algorithms++;
		for (size_t k = 0; k < COUNT(sizes); k++)
			for (int p = 1; p <= 64; p++) {
				struct vcube_terms t = vcube_terms_of(&desc, p, sizes[k]);

				settled += check_settled(a, &t, p > 4 ? vcube_log2((unsigned)p) : 1000);
			}
		assert_true(settled > 0);
	}
	assert_int_equal(algorithms, 3);
	vcube_desc_clear(&desc);
}

/* A segment length that no option can have is not reported. */
static void
test_too_long_to_tell(void **state)
{
	const struct vcube_algorithm *const a = vcube_algorithm_find(VCUBE_BCAST, "chain", NULL);
	struct vcube_setting set[VCUBE_OPTIONS_MAX] = {{0}};
	struct vcube_desc desc;
	struct vcube_terms t;

	(void)state;
	vcube_desc_init(&desc);
	desc.cost.startup = 10000000000000;
	desc.cost.per_byte = 10000;
	t = vcube_terms_of(&desc, 3, (size_t)30000000000);
	a->resolve_options(&t, set);
	assert_false(is_set(&set[0]));
	t = vcube_terms_of(&desc, 3, (size_t)3000000000);
	a->resolve_options(&t, set);
	assert_true(is_set(&set[0]));
	vcube_desc_clear(&desc);
}

/* --- who divides, by which costs */

enum { LENGTH = 8192, CALLS = 3 };

/* So many prefix sums, by the algorithm that is named, or that the library selects */
static int
sum_up(vcube_node *self, const char *how, int calls)
{
	int64_t *const block = vcube_alloc(self, 2 * LENGTH * sizeof *block);

	CHECK(self, block != NULL);
	memset(block, 0, LENGTH * sizeof *block);
	for (int i = 0; i < calls; i++)
		vcube_scan(self, NULL, block, block + LENGTH, LENGTH, VCUBE_INT64, &vcube_op_sum, how);
	vcube_free(self, block);
	return vcube_failed(self);
}

static int
sums(vcube_node *self, void *how)
{
	return sum_up(self, how, CALLS);
}

/* Returns the segments of a chain's block with these costs; of the machine's if that is NULL. */
static uint64_t
segments(const struct vcube_desc *desc, const struct vcube_cost *k)
{
	const struct vcube_algorithm *const a = vcube_algorithm_find(VCUBE_SCAN, "chain", NULL);
	struct vcube_terms t = vcube_terms_of(desc, 8, LENGTH * sizeof (int64_t));
	struct vcube_setting set[VCUBE_OPTIONS_MAX] = {{0}};

	t.unit = sizeof (int64_t);
	if (k != NULL)
		t.k = *k;
	a->resolve_options(&t, set);
	return is_set(&set[0]) ? (t.m + (size_t)set[0].value - 1) / (size_t)set[0].value : 1;
}

/* Under the free clock the library divides by the host's costs where it selects; a named algorithm
 * sends the messages that are predicted. */
static void
test_selected_for_host(void **state)
{
	static const struct {
		const char *machine;
		char *how;
		bool on_host;
	} cases[] = {
		{"full:8 pin=no", NULL, true},
		{"full:8 pin=no", "chain", false},
		{"full:8 pin=no fuzz=1", NULL, false},
		{"full:8 clock=virtual", NULL, false},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		vcube_machine *m = open_machine("%s", cases[i].machine);
		const struct vcube_desc *const desc = vcube_machine_desc(m);
		const struct vc_host host = vc_host_threads(VCUBE_THREADS_YES, 1);
		const struct vcube_cost k = vc_host_costs(8, &host);
		const uint64_t on_host = segments(desc, &k), predicted = segments(desc, NULL);
		struct vcube_stats stats;

		assert_int_not_equal(on_host, predicted);
		m->processors = 1;
		run_for(m, sums, cases[i].how, 0);
		vcube_run_stats(m, 0, &stats);
		assert_int_equal(stats.messages, CALLS * (cases[i].on_host ? on_host : predicted));
		vcube_close(m);
	}
}

/* One call: a second one would tell by its number what the first has left. */
static int
sum_that_differs(vcube_node *self, void *how)
{
	return sum_up(self, vcube_rank(self) == 0 ? how : NULL, 1);
}

/* Segments of a call that names the chain do not suit one for which it was selected. */
static void
test_named_by_one_alone(void **state)
{
	vcube_machine *m = open_machine("full:8 pin=no");

	(void)state;
	m->processors = 1;
	run_for(m, sum_that_differs, "chain", VCUBE_EMISMATCH);
	vcube_close(m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_settled),
		TEST(test_too_long_to_tell),
		TEST(test_selected_for_host),
		TEST(test_named_by_one_alone),
	};

	return RUN_TESTS(tests);
}
