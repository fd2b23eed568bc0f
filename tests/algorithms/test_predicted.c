/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is predicted is what a run with threads takes, to the picosecond: the whole registry at
 * home, with local work, hops, overheads, all ports, profiles and any root; and away from home,
 * where messages share links. The choice of the virtual clock is the fastest.
 */
#include <string.h>
#include "support.h"

enum { UNIT = 4 };

static const char local[] = "copy=7ns combine=11ns combine_startup=31ns reorder=13ns "
	"reorder_block=19ns scatter=23ns index=3ns index_startup=5ns";

static const char *const costs[] = {
	"", local, "per_hop=101ns", "send_overhead=203ns recv_overhead=107ns", "ports=all",
	"ports=all copy=5ns combine=2ns send_overhead=10ns", "profile=sp2-mpich", "profile=paragon",
	"exchange_startup=3us", "duplex=half",
	"barrier=13us barrier_doubling=7us send_overhead=11ns recv_overhead=5ns per_hop=101ns",
	"barrier=0 ports=all", "switching=store-and-forward per_hop=5ns", "width=3", "capacity=0",
	"exchange_all_gather=7ps exchange_all_longest=3ns",
};

static const char *const machines[] = {
	"full:1", "full:2", "full:3", "full:7", "full:13", "full:16", "hypercube:1", "hypercube:2",
	"hypercube:3", "hypercube:4", "ring:5", "ring:8", "linear:6", "mesh:3x3", "torus:4x4",
	"mesh:3x5", "torus:3x5", "fattree:4x2", "star:4", "dragonfly:2x4x2",
};

struct call {
	const struct vcube_algorithm *algorithm;
	size_t count;
	int root;
};

static const struct vcube_op any = {.name = "any", .commutative = 1};

static int
call_as_set(vcube_node *self, const struct call *c, const struct vcube_setting *set)
{
	const size_t p = (size_t)vcube_size(self), all = c->count * UNIT * p + 1;
	char *in = take_block(self, all), *out = take_block(self, all);
	size_t *counts = take_block(self, 2 * p * sizeof *counts);
	const struct vcube_call call = {
		.collective = c->algorithm->collective, .root = c->root, .in = in, .out = out,
		.count = c->count, .type = VCUBE_INT32, .op = VCUBE_SUM,
		.in_counts = counts, .in_offsets = counts + p,
		.out_counts = counts, .out_offsets = counts + p, .set = set,
	};

	if (vcube_failed(self))
		return vcube_failed(self);
	memset(in, 1, all);
	memset(out, 2, all);
	for (size_t i = 0; i < p; i++) {
		counts[i] = c->count;
		counts[p + i] = i * c->count;
	}
	vcube_call(self, c->algorithm, &call);
	vcube_free(self, counts);
	vcube_free(self, out);
	vcube_free(self, in);
	return vcube_failed(self);
}

static int
call(vcube_node *self, void *arg)
{
	return call_as_set(self, arg, NULL);
}

struct set_call {
	struct call call;
	const struct vcube_setting *set;
};

static int
call_with_set(vcube_node *self, void *arg)
{
	const struct set_call *c = arg;

	return call_as_set(self, &c->call, c->set);
}

/* The run and the prediction agree, or both say that there is no way. Returns the time. */
static vcube_time
compare(vcube_machine *machine, const struct call *c, enum vcube_certainty *certainty)
{
	const struct vcube_desc *desc = vcube_machine_desc(machine);
	struct vcube_terms t = vcube_terms_of(desc, vcube_machine_nodes(machine), c->count * UNIT);
	const struct vcube_predicted_call call_of = {
		.algorithm = c->algorithm, .terms = &t, .op = &any, .root = c->root,
	};
	struct vcube_prediction predicted = {.time = -1};
	struct vcube_error error = {0};
	struct call copy = *c;

	t.unit = UNIT;
	if (vcube_algorithm_fits(c->algorithm, &t, &any, NULL) != 0)
		return -1;
	run_well(machine, call, &copy);
	assert_int_equal(vcube_predict(desc, &call_of, 0, &predicted, &error), 0);
	*certainty = predicted.certainty;
	if (predicted.certainty != VCUBE_EXACT)
		print_message("certainty %d\n", (int)predicted.certainty);
	if (predicted.certainty != VCUBE_EXACT || predicted.time != vcube_run_time(machine))
		fail_msg("%s.%s, root %d, %zu bytes: predicted %lld ps, took %lld",
			 vcube_collective_name(c->algorithm->collective), c->algorithm->name, c->root, t.m,
			 (long long)predicted.time, (long long)vcube_run_time(machine));
	return predicted.time;
}

static bool
has_root_of(const struct vcube_algorithm *a)
{
	return vcube_collective_shape(a->collective)->traits & VCUBE_ROOTED;
}

static void
test_runs_take_the_predicted_time(void **state)
{
	static const size_t counts[] = {2, 25, 800, 0};
	const size_t cases = COUNT(machines) * COUNT(costs);

	(void)state;
	for (size_t i = first_case(1, cases); i < cases; i += next_case()) {
		const char *const where = machines[i / COUNT(costs)];
		vcube_machine *machine = open_machine("%s clock=virtual threads=one heap=32MiB %s", where,
						      costs[i % COUNT(costs)]);
		const int p = vcube_machine_nodes(machine);

		print_message("%s %s\n", where, costs[i % COUNT(costs)]);
		/* a quarter of the registry on each, all of it with each of the costs */
		for (int k = (int)(i + i / COUNT(costs)) % 4; vcube_algorithm_at(k) != NULL; k += 4) {
			struct call c = {vcube_algorithm_at(k), counts[(i + (size_t)k) % COUNT(counts)], 0};
			enum vcube_certainty certainty;

			compare(machine, &c, &certainty);
			if (!has_root_of(c.algorithm))
				continue;
			c.root = p - 1 - k % p;
			compare(machine, &c, &certainty);
		}
		vcube_close(machine);
	}
}

/* The choice is as fast as the fastest, where blocks need not be rounded. */
static void
test_the_choice_is_the_fastest(void **state)
{
	const size_t cases = COUNT(machines) * COUNT(costs);

	(void)state;
	for (size_t i = first_case(2, cases); i < cases; i += 7 * next_case()) {
		vcube_machine *machine = open_machine("%s clock=virtual threads=one heap=32MiB %s",
						      machines[i / COUNT(costs)], costs[i % COUNT(costs)]);
		const struct vcube_desc *desc = vcube_machine_desc(machine);
		struct vcube_terms t = vcube_terms_of(desc, vcube_machine_nodes(machine), 48 * UNIT);
		enum vcube_certainty certainty;

		t.unit = UNIT;
		for (int collective = 0; collective < VCUBE_COLLECTIVES_COUNT; collective++) {
			const struct vcube_algorithm *a, *chosen =
				vcube_algorithm_choose(desc, collective, &t, &any, NULL);
			vcube_time time, least = INT64_MAX, mine = 0;

			if (vcube_collective_shape(collective)->traits & VCUBE_COUNTS)
				continue;
			for (int k = 0; (a = vcube_algorithm_at(k)) != NULL; k++) {
				const struct call c = {a, 48, 0};

				if (a->collective != collective || (time = compare(machine, &c, &certainty)) < 0)
					continue;
				least = time < least ? time : least;
				mine = a == chosen ? time : mine;
			}
			if (mine != least)
				fail_msg("%s.%s on %s %s takes %lld ps, the best %lld",
					 vcube_collective_name(collective), chosen->name,
					 machines[i / COUNT(costs)], costs[i % COUNT(costs)],
					 (long long)mine, (long long)least);
		}
		vcube_close(machine);
	}
}

/* In every mode, elements dealt as blocks or one by one, of any lengths. */
static size_t
uneven_length(void *arg, int from, int to)
{
	(void)arg;
	return (size_t)((7 * from + 3 * to) % 11 < 4 ? 0 : (5 * from + to) % 23) * UNIT;
}

static int
call_unevenly(vcube_node *self, void *arg)
{
	const size_t p = (size_t)vcube_size(self), me = (size_t)vcube_rank(self);
	size_t counts[4][64], all[2] = {0, 0};
	char *data[2];

	for (size_t i = 0; i < p; i++)
		for (int out = 0; out < 2; out++) {
			const int from = (int)(out ? i : me), to = (int)(out ? me : i);

			counts[2 * out][i] = uneven_length(NULL, from, to) / UNIT;
			counts[2 * out + 1][i] = all[out];
			all[out] += counts[2 * out][i];
		}
	for (int out = 0; out < 2; out++)
		data[out] = take_block(self, all[out] * UNIT + 1);
	memset(data[0], 1, all[0] * UNIT + 1);
	vcube_alltoallv(self, NULL, data[0], counts[0], counts[1], data[1], counts[2], counts[3],
			VCUBE_INT32, arg);
	return vcube_failed(self);
}

static void
test_relays_take_the_predicted_time(void **state)
{
	static char *const hows[] = {
		"four-stage", "four-stage:deal=element", "four-stage:deal=element:mode=blocking",
		"four-stage:deal=element:mode=dual", "four-stage:deal=element:barrier=yes",
		"two-stage:deal=element", "two-stage:deal=element:mode=dual", "mesh:deal=element",
		"mesh:deal=element:mode=dual",
	};
	static const char *const where[] = {"full:16", "full:9", "full:18", "torus:4x4", "ring:5"};
	const size_t cases = COUNT(where) * COUNT(costs);

	(void)state;
	for (size_t i = first_case(3, cases); i < cases; i += next_case()) {
		vcube_machine *machine = open_machine("%s clock=virtual threads=one heap=32MiB %s",
						      where[i / COUNT(costs)], costs[i % COUNT(costs)]);
		const struct vcube_desc *desc = vcube_machine_desc(machine);

		for (size_t k = 0; k < COUNT(hows); k++) {
			struct vcube_setting set[VCUBE_OPTIONS_MAX];
			struct vcube_terms t = vcube_terms_of(desc, vcube_machine_nodes(machine), 22 * UNIT);
			const struct vcube_predicted_call uneven = {
				.algorithm = vcube_algorithm_parse(VCUBE_ALLTOALLV, hows[k], set, NULL),
				.terms = &t, .op = &any, .length = uneven_length,
			};
			struct vcube_prediction predicted = {.time = -1};

			t.unit = UNIT;
			t.set = set;
			if (vcube_algorithm_fits(uneven.algorithm, &t, &any, NULL) != 0)
				continue;
			run_well(machine, call_unevenly, hows[k]);
			assert_int_equal(vcube_predict(desc, &uneven, 0, &predicted, NULL), 0);
			assert_int_equal(predicted.certainty, VCUBE_EXACT);
			if (predicted.time != vcube_run_time(machine))
				fail_msg("%s: predicted %lld ps, took %lld", hows[k],
					 (long long)predicted.time, (long long)vcube_run_time(machine));
		}
		vcube_close(machine);
	}
}

/* In Gray code order, ranks have other neighbours than on the machine. */
static void
test_orders_take_the_predicted_time(void **state)
{
	static const struct {
		int collective;
		char *how;
	} cases[] = {
		{VCUBE_ALLGATHER, "cycle:order=gray"}, {VCUBE_ALLGATHER, "dcycles:order=gray"},
		{VCUBE_REDUCE_SCATTER, "cycle:order=gray"}, {VCUBE_REDUCE_SCATTER, "dcycles:order=gray"},
	};
	static const char *const where[] = {"hypercube:3", "full:8", "hypercube:3 mapping=gray"};

	(void)state;
	for (size_t i = 0; i < COUNT(where) * COUNT(cases); i++) {
		vcube_machine *machine = open_machine("%s clock=virtual threads=one per_hop=1us",
						      where[i / COUNT(cases)]);
		const struct vcube_desc *desc = vcube_machine_desc(machine);
		struct vcube_terms t = vcube_terms_of(desc, 8, 24 * UNIT);
		struct vcube_setting set[VCUBE_OPTIONS_MAX];
		const struct vcube_predicted_call c = {
			.algorithm = vcube_algorithm_parse(cases[i % COUNT(cases)].collective,
							   cases[i % COUNT(cases)].how, set, NULL),
			.terms = &t, .op = VCUBE_SUM,
		};
		struct set_call once = {{c.algorithm, 24, 0}, set};
		struct vcube_prediction p;

		t.unit = UNIT;
		t.set = set;
		run_well(machine, call_with_set, &once);
		assert_int_equal(vcube_predict(desc, &c, 0, &p, NULL), 0);
		assert_int_equal(p.certainty, VCUBE_EXACT);
		assert_true(p.time == vcube_run_time(machine));
		vcube_close(machine);
	}
}

/* An option of another meaning, whatever its name, changes no neighbours. */
static void
test_other_options_change_no_neighbours(void **state)
{
	static const struct vcube_option options[] = {{"order", "up|down", ""}, {0}};
	struct vcube_algorithm own = *vcube_algorithm_find(VCUBE_ALLGATHER, "hypercube", NULL);
	struct vcube_setting set[VCUBE_OPTIONS_MAX] = {{.value = 1}};
	vcube_machine *machine = open_machine("hypercube:9 clock=virtual threads=one");
	const struct vcube_desc *desc = vcube_machine_desc(machine);
	struct vcube_terms t = vcube_terms_of(desc, 512, UNIT);
	const struct vcube_predicted_call c = {.algorithm = &own, .terms = &t};
	struct vcube_prediction p;

	(void)state;
	own.options = options;
	t.set = set;
	assert_int_equal(vcube_predict(desc, &c, 0, &p, NULL), 0);
	assert_int_equal(p.certainty, VCUBE_EXACT);
	vcube_close(machine);
}

/* Costs that are as large as they may be neither overflow nor are taken for too long. */
static void
test_long_times(void **state)
{
	static const struct {
		const char *machine, *name;
		int collective, nodes;
		size_t bytes;
		vcube_time seconds;     /* -1: beyond the clocks */
	} cases[] = {
		{"hypercube:5 startup=1000s per_byte=0", "ring", VCUBE_ALLGATHER, 32, 1024, 31000},
		{"hypercube:5 startup=0 per_byte=1000s", "ring", VCUBE_ALLGATHER, 32, 37, 1147000},
		{"hypercube:5 startup=0 per_byte=1000s", "ring", VCUBE_ALLGATHER, 32, 38, -1},
		{"hypercube:4 startup=0 per_byte=1000s", "multiphase", VCUBE_ALLTOALL, 16, 64, 960000},
		{"hypercube:4 startup=0 per_byte=1000s", "multiphase", VCUBE_ALLTOALL, 16, 128, -1},
		{"hypercube:18 startup=0 per_byte=1000s", "multiphase", VCUBE_ALLTOALL, 1 << 18, 1 << 30, -1},
		{"hypercube:18 startup=0 per_byte=0 reorder=1000s", "multiphase", VCUBE_ALLTOALL, 1 << 18, 8, 0},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		const struct vcube_algorithm *a = vcube_algorithm_find(cases[i].collective, cases[i].name, NULL);
		struct vcube_setting set[VCUBE_OPTIONS_MAX] = {{.count = 0}};
		struct vcube_terms t;
		struct vcube_desc desc;

		vcube_desc_init(&desc);
		assert_int_equal(vcube_desc_parse(&desc, cases[i].machine, NULL), 0);
		t = vcube_terms_of(&desc, cases[i].nodes, cases[i].bytes);
		if (vcube_algorithm_cost(a, &t) != cases[i].seconds * (cases[i].seconds > 0 ? 1000000000000 : 1))
			fail_msg("%s: %lld ps", cases[i].machine, (long long)vcube_algorithm_cost(a, &t));
		if (a->resolve_options != NULL)
			a->resolve_options(&t, set);
		vcube_desc_clear(&desc);
	}
}

/* Beyond what is worked out, a formula is exact at home, and a bound elsewhere. */
static void
test_bounds(void **state)
{
	static const struct {
		const char *machine, *name;
		int collective;
		enum vcube_certainty certainty;
	} cases[] = {
		{"hypercube:9", "hypercube", VCUBE_ALLGATHER, VCUBE_EXACT},
		{"ring:512", "hypercube", VCUBE_ALLGATHER, VCUBE_AT_LEAST},
		{"hypercube:9 ports=all", "star", VCUBE_ALLGATHER, VCUBE_ABOUT},
		{"full:300", "two-stage", VCUBE_ALLTOALLV, VCUBE_AT_MOST},
		{"full:300 combine=1ns", "binomial", VCUBE_REDUCE, VCUBE_AT_MOST},
		{"full:300 combine=1ns", "binomial", VCUBE_BCAST, VCUBE_EXACT},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct vcube_prediction p;
		struct vcube_terms t;
		struct vcube_desc desc;
		const struct vcube_predicted_call c = {
			.algorithm = vcube_algorithm_find(cases[i].collective, cases[i].name, NULL),
			.terms = &t, .op = &any,
		};

		vcube_desc_init(&desc);
		assert_int_equal(vcube_desc_parse(&desc, cases[i].machine, NULL), 0);
		t = vcube_terms_of(&desc, strncmp(cases[i].machine, "full", 4) == 0 ? 300 : 512, 8);
		assert_int_equal(vcube_predict(&desc, &c, 0, &p, NULL), 0);
		assert_int_equal(p.certainty, cases[i].certainty);
		assert_true(p.time == vcube_algorithm_cost(c.algorithm, &t));
		vcube_desc_clear(&desc);
	}
}

/* On many nodes a call is worked out if it sends few enough messages, on any host: 511 by a
 * tree. */
static void
test_few_messages_are_played(void **state)
{
	static const struct {
		const char *name;
		int collective;
		int64_t messages;
		enum vcube_certainty certainty;
	} cases[] = {
		{"binomial", VCUBE_BCAST, 511, VCUBE_EXACT}, {"binomial", VCUBE_BCAST, 510, VCUBE_AT_LEAST},
		{"star", VCUBE_GATHER, 511, VCUBE_EXACT}, {"star", VCUBE_GATHER, 510, VCUBE_AT_LEAST},
		{"two-stage", VCUBE_ALLTOALLV, INT64_C(1) << 40, VCUBE_ABOUT},
	};
	vcube_machine *machine = open_machine("ring:512 clock=virtual threads=one heap=1MiB");
	const struct vcube_desc *desc = vcube_machine_desc(machine);
	struct vcube_terms t = vcube_terms_of(desc, 512, 8);

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		const struct vcube_algorithm *a = vcube_algorithm_find(cases[i].collective, cases[i].name,
								       NULL);
		const struct vcube_predicted_call c = {.algorithm = a, .terms = &t, .op = &any};
		struct call once = {a, 8 / UNIT, 0};
		struct vcube_prediction p;

		t.unit = UNIT;
		assert_int_equal(vcube_predict(desc, &c, cases[i].messages, &p, NULL), 0);
		assert_int_equal(p.certainty, cases[i].certainty);
		if (p.certainty != VCUBE_EXACT) {
			assert_true(p.time == vcube_algorithm_cost(a, &t));
			continue;
		}
		run_well(machine, call, &once);
		assert_true(p.time == vcube_run_time(machine));
	}
	vcube_close(machine);
}

static void
test_what_cannot_run_is_refused(void **state)
{
	struct vcube_error error = {0};
	struct vcube_prediction p;
	struct vcube_terms t;
	struct vcube_desc desc;
	const struct vcube_predicted_call c = {
		.algorithm = vcube_algorithm_find(VCUBE_ALLGATHER, "star", NULL), .terms = &t,
	};

	(void)state;
	vcube_desc_init(&desc);
	assert_int_equal(vcube_desc_parse(&desc, "ring:8 routing=none", NULL), 0);
	t = vcube_terms_of(&desc, 8, 8);
	assert_int_equal(vcube_predict(&desc, &c, 0, &p, &error), VCUBE_EROUTE);
	error_has(&error, VCUBE_EROUTE, "node 0 and node 2 are not neighbours");
	assert_int_equal(vcube_desc_parse(&desc, "mapping=gray:3x3", NULL), 0);
	assert_int_equal(vcube_predict(&desc, &c, 0, &p, &error), VCUBE_EINVAL);
	vcube_desc_clear(&desc);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_runs_take_the_predicted_time),
		TEST(test_the_choice_is_the_fastest),
		TEST(test_relays_take_the_predicted_time),
		TEST(test_orders_take_the_predicted_time),
		TEST(test_other_options_change_no_neighbours),
		TEST(test_long_times),
		TEST(test_bounds),
		TEST(test_few_messages_are_played),
		TEST(test_what_cannot_run_is_refused),
	};

	return RUN_TESTS(tests);
}
