/* SPDX-License-Identifier: BSD-2-Clause */
/* Watches: every algorithm of the registry shows its memory, at each of its steps. */
#include <string.h>
#include "walk.h"

enum { NODES = 4 };

/* Every algorithm marks steps, at which each node shows its call's memory; and
 * its results are as right as they are when nobody looks. */
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
		/* deeper, it is in one that the algorithm calls */
		t->wrong += (v.depth == 1 && v.algorithm != t->algorithm) || step == 0 || name == NULL;
		/* of blocks of any length, all of a node's may be empty */
		if (t->algorithm->collective != VCUBE_BARRIER &&
		    t->algorithm->collective != VCUBE_ALLTOALLV)
			t->wrong += !shows(machine, r, "in") && !shows(machine, r, "out");
		/* and a barrier has none to show */
		if (t->algorithm->collective == VCUBE_BARRIER)
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
		TEST(test_every_algorithm),
	};

	return RUN_TESTS(tests);
}
