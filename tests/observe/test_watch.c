/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Watched memory that an observer sees at a step: its owners, refusals, and every
 * algorithm at each of its steps.
 */
#include <string.h>
#include "walk.h"

/* --- what an observer sees --------------------------------------------------------- */

/* What the observer saw: all watches of node 0 as "name:depth=first element ". */
struct scene {
	int calls, wrong;
	char seen[12][120];
};

static void
see(const vcube_machine *machine, int rank, char *text, size_t room)
{
	struct vcube_watched w;

	*text = '\0';
	for (int i = 0; vcube_watched(machine, rank, i, &w) == 0; i++)
		snprintf(text + strlen(text), room - strlen(text), "%s:%d*%zu=%d ", w.name,
			 w.depth, w.count, *(const int32_t *)w.pointer);
}

static int
look(vcube_machine *machine, uint64_t step, const char *name, void *arg)
{
	struct scene *s = arg;

	(void)name;
	s->wrong += step != (uint64_t)s->calls + 1;
	if (s->calls < (int)COUNT(s->seen))
		see(machine, 0, s->seen[s->calls], sizeof s->seen[0]);
	s->calls++;
	return 0;
}

/* Runs a program under the observer, which must see this of node 0. */
static void
observe(const char *text, vcube_program *program, const char *const *seen, int steps)
{
	vcube_machine *machine = open_machine("%s", text);
	struct scene s = {.calls = 0};

	vcube_on_step(machine, look, &s);
	for (int again = 0; again < 2; again++) {
		s.calls = 0;
		run_well(machine, program, NULL);
		assert_int_equal(s.calls, steps);
		assert_int_equal(s.wrong, 0);
		for (int i = 0; i < steps; i++)
			assert_string_equal(s.seen[i], seen[i]);
	}
	vcube_close(machine);
}

static int
watches(vcube_node *self, void *arg)
{
	const int32_t one[2] = {1, 2}, two = 3;
	char name[] = "one";            /* names are compared as texts */
	int32_t *heap, *moved, *wall;

	(void)arg;
	vcube_step(self, "nothing");
	vcube_watch(self, "one", one, VCUBE_INT32, 2);
	vcube_watch(self, "two", &two, VCUBE_INT32, 1);
	vcube_step(self, "two watches");
	vcube_watch(self, name, one + 1, VCUBE_INT32, 1);
	vcube_step(self, "the first replaced");
	vcube_watch(self, name, NULL, VCUBE_INT32, 0);
	vcube_watch(self, "none", NULL, 0, 0);
	vcube_step(self, "the first ended");
	heap = take_block(self, 400);
	wall = take_block(self, 16);
	CHECK(self, heap != NULL && wall != NULL);
	heap[99] = *wall = 9;
	vcube_watch(self, "tail", heap + 99, VCUBE_INT32, 1);
	vcube_watch(self, "wall", wall, VCUBE_INT32, 1);
	vcube_step(self, "in the heap");
	moved = vcube_resize(self, heap, 4000);
	CHECK(self, moved != NULL && moved != heap);
	vcube_step(self, "moved");
	vcube_watch(self, "tail", moved + 99, VCUBE_INT32, 1);
	vcube_free(self, wall);
	vcube_step(self, "the wall given back");
	vcube_free(self, moved);
	vcube_step(self, "all given back");
	return vcube_failed(self);
}

static void
test_watches_come_and_go(void **state)
{
	static const char *const seen[] = {
		"", "one:0*2=1 two:0*1=3 ", "one:0*1=2 two:0*1=3 ", "two:0*1=3 ",
		"two:0*1=3 tail:0*1=9 wall:0*1=9 ", "two:0*1=3 wall:0*1=9 ",
		"two:0*1=3 tail:0*1=9 ", "two:0*1=3 ",
	};

	(void)state;
	observe("full:4", watches, seen, COUNT(seen));
	observe("full:4 clock=virtual strict=yes", watches, seen, COUNT(seen));
	observe("full:4 fuzz=3", watches, seen, COUNT(seen));
}

/* More than the first room holds, and one that gets shorter again. */
static int
many(vcube_node *self, void *arg)
{
	static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
	static const int32_t values[COUNT(names)] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

	(void)arg;
	for (size_t i = 0; i < COUNT(names); i++)
		vcube_watch(self, names[i], &values[i], VCUBE_INT32, 1);
	vcube_step(self, "all");
	for (size_t i = 0; i < COUNT(names); i += 2)
		vcube_watch(self, names[i], NULL, VCUBE_INT32, 0);
	vcube_step(self, "every other");
	return vcube_failed(self);
}

static void
test_many(void **state)
{
	static const char *const seen[] = {
		"a:0*1=1 b:0*1=2 c:0*1=3 d:0*1=4 e:0*1=5 f:0*1=6 g:0*1=7 h:0*1=8 i:0*1=9 j:0*1=10 ",
		"b:0*1=2 d:0*1=4 f:0*1=6 h:0*1=8 j:0*1=10 ",
	};

	(void)state;
	observe("full:4", many, seen, COUNT(seen));
}

/* An algorithm that calls another one: each has its own watches. */
static void
run_outer(vcube_node *self, const struct vcube_call *c)
{
	int32_t sum = 5;

	vcube_watch(self, "sum", &sum, VCUBE_INT32, 1);
	vcube_step(self, "outer");
	vcube_allreduce(self, c->group, c->in, c->out, c->count, c->type, c->op, "hypercube");
	vcube_step(self, "outer again");
}

static int
nested(vcube_node *self, void *arg)
{
	static const struct vcube_algorithm outer = {
		.collective = VCUBE_ALLREDUCE, .name = "outer", .run = run_outer,
	};
	int32_t in = 1, out = 7;
	const struct vcube_call call = {
		.collective = VCUBE_ALLREDUCE, .in = &in, .out = &out, .count = 1,
		.type = VCUBE_INT32, .op = VCUBE_SUM,
	};

	(void)arg;
	vcube_watch(self, "out", &out, VCUBE_INT32, 1);
	vcube_call(self, &outer, &call);
	vcube_step(self, "after");
	vcube_allreduce(self, NULL, &out, &out, 1, VCUBE_INT32, VCUBE_SUM, "hypercube");
	return vcube_failed(self);
}

static void
test_calls_have_their_own(void **state)
{
	static const char *const seen[] = {
		"out:0*1=0 in:1*1=1 out:1*1=0 sum:1*1=5 ",
		"out:0*1=0 in:1*1=1 out:1*1=0 sum:1*1=5 in:2*1=1 out:2*1=0 got:2*1=0 ",
		"out:0*1=2 in:1*1=1 out:1*1=2 sum:1*1=5 in:2*1=1 out:2*1=2 got:2*1=1 ",
		"out:0*1=4 in:1*1=1 out:1*1=4 sum:1*1=5 ",
		"out:0*1=4 ",
		/* in is out: nothing is cleared */
		"out:0*1=4 in:1*1=4 out:1*1=4 got:1*1=0 ",
		"out:0*1=8 in:1*1=8 out:1*1=8 got:1*1=4 ",
	};

	(void)state;
	observe("full:4 clock=virtual", nested, seen, COUNT(seen));
}

/* Without an observer nothing is cleared or kept. */
static int
unobserved(vcube_node *self, void *arg)
{
	int32_t in = 1, *scratch;

	(void)arg;
	vcube_watch(self, "in", &in, VCUBE_INT32, 1);
	scratch = take_block(self, sizeof *scratch);
	*scratch = 77;
	vcube_watch(self, "scratch", scratch, VCUBE_INT32, 1);
	vcube_step(self, "unseen");
	return vcube_failed(self);
}

static void
test_nobody_looks(void **state)
{
	vcube_machine *machine = open_machine("full:2");
	struct vcube_watched w;

	(void)state;
	run_well(machine, unobserved, NULL);
	assert_int_equal(vcube_watched(machine, 0, 0, &w), VCUBE_EUNKNOWN);
	vcube_close(machine);
}

/* Refusals */

static int
without_a_name(vcube_node *self, void *arg)
{
	vcube_watch(self, NULL, arg, VCUBE_INT32, 1);
	return vcube_failed(self);
}

static int
without_memory(vcube_node *self, void *arg)
{
	(void)arg;
	vcube_watch(self, "void", NULL, VCUBE_INT32, 1);
	return vcube_failed(self);
}

static int
without_a_type(vcube_node *self, void *arg)
{
	vcube_watch(self, "it", arg, 40, 1);
	return vcube_failed(self);
}

static int
too_much(vcube_node *self, void *arg)
{
	vcube_watch(self, "it", arg, VCUBE_INT32, SIZE_MAX / 2);
	return vcube_failed(self);
}

static int
foreign(vcube_node *self, void *arg)
{
	vcube_watch(self, "it", arg, VCUBE_INT32, 1);
	return vcube_failed(self);
}

static void
test_refused(void **state)
{
	static const struct {
		vcube_program *program;
		int code;
		const char *words;
	} refusals[] = {
		{without_a_name, VCUBE_EINVAL, "the name is NULL"},
		{without_memory, VCUBE_EINVAL, "vcube_watch: void is NULL"},
		{without_a_type, VCUBE_EINVAL, "there is no type 40"},
		{too_much, VCUBE_EINVAL, "more than memory holds"},
		{foreign, VCUBE_EFOREIGN, "lie neither in a block"},
	};
	vcube_machine *machine = open_machine("full:2 strict=yes");
	struct vcube_watched w;
	int32_t outside = 0;

	(void)state;
	for (size_t i = 0; i < COUNT(refusals); i++) {
		run_for(machine, refusals[i].program, &outside, refusals[i].code);
		report_has(machine, refusals[i].words);
	}
	assert_int_equal(vcube_watched(machine, 2, 0, &w), VCUBE_EINVAL);
	assert_int_equal(vcube_watched(machine, -1, 0, &w), VCUBE_EINVAL);
	assert_int_equal(vcube_watched(machine, 0, -1, &w), VCUBE_EUNKNOWN);
	vcube_close(machine);
}

/* --- every algorithm --------------------------------------------------------------- */

enum { NODES = 4 };

/* Every algorithm marks steps, at which each node shows its call's memory; its results are
 * the same as without an observer. */
struct tour {
	const struct vcube_algorithm *algorithm;
	int steps, wrong;
};

static bool
shows(const vcube_machine *machine, int rank, const char *name)
{
	struct vcube_watched w;

	return find_watched(machine, rank, name, &w) && w.depth == 1 && w.count > 0;
}

static int
look_at_call(vcube_machine *machine, uint64_t step, const char *name, void *arg)
{
	struct tour *t = arg;
	struct vcube_watched w;
	struct vcube_view v;

	for (int r = 0; r < NODES; r++) {
		t->wrong += vcube_node_view(machine, r, &v) != 0;
		if (v.depth == 0 || v.state == VCUBE_STATE_ENDED)
			continue;
		t->steps += v.state == VCUBE_STATE_STEP;
		/* deeper: it is in a nested call of the algorithm */
		t->wrong += (v.depth == 1 && v.algorithm != t->algorithm) || step == 0 || name == NULL;
		/* with blocks of any length, all of a node's may be empty */
		if (has_blocks(t->algorithm->collective) &&
		    !(vcube_collective_shape(t->algorithm->collective)->traits &
		      (VCUBE_COUNTS | VCUBE_UNEQUAL)))
			t->wrong += !shows(machine, r, "in") && !shows(machine, r, "out");
		/* and a barrier has none */
		if (!has_blocks(t->algorithm->collective))
			t->wrong += find_watched(machine, r, "in", &w) || find_watched(machine, r, "out", &w);
	}
	return 0;
}

static int
take_part(vcube_node *self, void *arg)
{
	const struct tour *t = arg;

	for (int in_place = 0; in_place < 2; in_place++) {
		struct trial trial = {
			.collective = t->algorithm->collective, .algorithm = t->algorithm,
			.element = element_for(t->algorithm->collective, true),
			.count = 3, .seed = seed,
			.root = has_root(t->algorithm->collective) ? 2 : 0,
			.in_place = in_place,
		};

		try_collective(self, NULL, &trial);
	}
	return vcube_failed(self);
}

static void
test_every_algorithm(void **state)
{
	vcube_machine *machine = open_machine("full:%d clock=virtual", NODES);
	struct tour t;

	(void)state;
	for (int i = 0; (t.algorithm = vcube_algorithm_at(i)) != NULL; i++) {
		t.steps = t.wrong = 0;
		vcube_on_step(machine, look_at_call, &t);
		run_well(machine, take_part, &t);
		if (t.steps < NODES || t.wrong > 0)
			fail_msg("%s.%s: %d steps, %d wrong",
				 vcube_collective_name(t.algorithm->collective), t.algorithm->name,
				 t.steps, t.wrong);
	}
	vcube_close(machine);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_watches_come_and_go),
		TEST(test_many),
		TEST(test_calls_have_their_own),
		TEST(test_nobody_looks),
		TEST(test_refused),
		TEST(test_every_algorithm),
	};

	return RUN_TESTS(tests);
}
