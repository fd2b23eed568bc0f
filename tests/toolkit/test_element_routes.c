/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Elements exchanged by schedules on cubes take the planned routes, for the planned
 * time.
 */
#include <string.h>
#include "support.h"

enum { NODES = 64, DIMENSIONS = 6 };

/*
 * When an element crosses which dimension, in the memory of the nodes: as its schedule
 * says; and for how many steps it is in flight. The element of node j for node i is TAG + j
 * p + i, a value that no other memory has; it is where it was last seen for the first time,
 * as it visits no node twice.
 */
#define TAG 0x5a5a5a5a00000000u

struct ways {
	int d;
	const char *how;
	bool seen[NODES][NODES * NODES];        /* [node][element] */
	int at[NODES * NODES];                  /* [element]: the node */
	int step[NODES * NODES][DIMENSIONS];    /* in which it crosses it, from 1; 0: in none */
	int steps;
	bool amiss;
};

static void
note(struct ways *s, int node, uint64_t value)
{
	const uint64_t e = value - TAG;
	int k;

	if (e >> 2 * s->d != 0 || s->seen[node][e])
		return;
	k = vcube_log2((unsigned)(s->at[e] ^ node));
	s->amiss |= node != (s->at[e] ^ 1 << k) || s->step[e][k] != 0;
	s->seen[node][e] = true;
	s->step[e][k] = s->steps;
	s->at[e] = node;
}

static int
follow(vcube_machine *m, uint64_t step, const char *name, void *arg)
{
	struct ways *const s = arg;
	struct vcube_watched w;

	(void)step;
	for (int node = 0; node < 1 << s->d && s->steps > 0; node++)
		for (int i = 0; vcube_watched(m, node, i, &w) == 0; i++)
			for (size_t k = 0; k < w.count; k++)
				note(s, node, ((const uint64_t *)w.pointer)[k]);
	s->steps += strcmp(name, "exchange") == 0;
	return 0;
}

static int
exchange_tags(vcube_node *self, void *arg)
{
	const struct ways *const s = arg;
	const size_t p = (size_t)vcube_size(self), me = (size_t)vcube_rank(self);
	uint64_t *const in = take_block(self, 8 * p), *const out = take_block(self, 8 * p);

	CHECK(self, in != NULL && out != NULL);
	memset(out, 0, 8 * p);
	for (size_t i = 0; i < p; i++)
		in[i] = TAG + me * p + i;
	return vcube_alltoall(self, NULL, in, out, 1, VCUBE_UINT64, s->how);
}

/* The step in which the schedule moves the element at the address across the dimension. */
static int
planned_step(const vcube_schedule *schedule, int address, int k)
{
	int all[NODES];

	for (int step = 0; step < vcube_schedule_steps(schedule); step++)
		for (int i = vcube_schedule_at(schedule, step, 0, k, 0, all, NODES); i > 0; i--)
			if (all[i - 1] == address)
				return step + 1;
	return 0;
}

static int
span_of(const struct ways *s, int e)
{
	int first = 0, last = 0;

	for (int k = 0; k < s->d; k++) {
		const int step = s->step[e][k];

		if (step > 0 && (first == 0 || step < first))
			first = step;
		last = step > last ? step : last;
	}
	return first > 0 ? last - first + 1 : 0;
}

/* Returns the longest time of an element in flight. */
static int
goes_as_planned(int d, const char *how, struct vcube_schedule_plan plan)
{
	static struct ways s;
	vcube_machine *const m = open_machine("hypercube:%d routing=none", d);
	vcube_schedule *schedule;
	const int p = 1 << d;
	int most = 0;

	plan.dimensions = d;
	schedule = vcube_schedule_build(&plan, NULL);
	s = (struct ways){.d = d, .how = how};
	for (int e = 0; e < p * p; e++) {
		s.seen[e / p][e] = true;
		s.at[e] = e / p;
	}
	vcube_on_step(m, follow, &s);
	run_well(m, exchange_tags, &s);
	assert_false(s.amiss);
	for (int e = 0; e < p * p; e++) {
		assert_int_equal(s.at[e], e % p);
		for (int k = 0; k < d; k++)
			assert_int_equal(s.step[e][k], planned_step(schedule, e / p ^ e % p, k));
		if (span_of(&s, e) > most)
			most = span_of(&s, e);
	}
	vcube_schedule_free(schedule);
	vcube_close(m);
	return most;
}

static void
test_elements_go_as_planned(void **state)
{
	(void)state;
	for (int d = 1; d <= DIMENSIONS; d++) {
		const int half = 1 << d >> 1, tail = half > d ? d + half % d : d;
		const struct { const char *how; struct vcube_schedule_plan plan; int span; } trials[] = {
			{"aapc1", {.algorithm = VCUBE_AAPC1}, d},
			{"aapc2", {.algorithm = VCUBE_AAPC2}, half},
			{"aapc3", {.algorithm = VCUBE_AAPC3}, tail},
			{"aapc4", {.algorithm = VCUBE_AAPC4}, d},
			{"aapc1:block=yes", {.algorithm = VCUBE_AAPC1, .block = true}, d},
			{"aapc3:block=yes", {.algorithm = VCUBE_AAPC3, .block = true}, tail},
			{"aapc4:block=yes", {.algorithm = VCUBE_AAPC4, .block = true}, d},
			{"aapc4:width=3", {.algorithm = VCUBE_AAPC4, .width = 3}, 0},
		};

		for (size_t i = 0; i < COUNT(trials); i++) {
			const int span = goes_as_planned(d, trials[i].how, trials[i].plan);

			assert_true(trials[i].span == 0 || span == trials[i].span);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_elements_go_as_planned),
	};

	return RUN_TESTS(tests);
}
