/* SPDX-License-Identifier: BSD-2-Clause */
/* Stepping: the observer sees every step, in order, while nothing moves. */
#include <string.h>
#include "mixture.h"
#include "support.h"

enum { NODES = 5, STEPS = 12 };

/* The nodes write, and the observer reads without a lock: ThreadSanitizer would report it
 * if anything moved meanwhile. */
struct scene {
	uint64_t place[NODES];
	uint64_t calls, wrong, stop_at;
	uint64_t numbers[200];
	char names[200][12];
};

/* Reads all places for a while. In lockstep all nodes are at the same one. */
static int
watch(vcube_machine *machine, uint64_t step, const char *name, void *arg)
{
	struct scene *s = arg;
	uint64_t before[NODES];

	memcpy(before, s->place, sizeof before);
	for (volatile int i = 0; i < 20000; i++)
		;
	s->wrong += memcmp(before, s->place, sizeof before) != 0;
	s->wrong += vcube_machine_nodes(machine) != NODES;
	if (s->calls < 200) {
		s->numbers[s->calls] = step;
		snprintf(s->names[s->calls], sizeof s->names[0], "%s", name);
	}
	s->calls++;
	return s->calls == s->stop_at;
}

static const char *const step_names[] = {"odd", "even"};

/* All nodes make the same steps, with messages in between. */
static int
lockstep(vcube_node *self, void *arg)
{
	struct scene *s = arg;
	const int me = vcube_rank(self), p = vcube_size(self);
	int word = me;

	for (int i = 1; i <= STEPS; i++) {
		s->place[me]++;
		vcube_step(self, step_names[i % 2 == 0]);
		vcube_send(self, NULL, (me + 1) % p, &word, sizeof word);
		vcube_recv(self, NULL, (me + p - 1) % p, &word, sizeof word, NULL);
	}
	return vcube_failed(self);
}

static const char *const machines[] = {
	"full:5", "full:5 clock=virtual", "full:5 fuzz=4", "full:5 clock=virtual fuzz=5 pin=no",
};
enum { MACHINES = COUNT(machines) };

static void
test_steps_in_order(void **state)
{
	(void)state;
	for (int i = 0; i < MACHINES; i++) {
		vcube_machine *machine = open_machine("%s", machines[i]);
		struct vcube_stats stats;

		for (int again = 0; again < 10; again++) {
			struct scene s = {.calls = 0};

			vcube_on_step(machine, watch, &s);
			run_well(machine, lockstep, &s);
			assert_int_equal(s.calls, STEPS);
			assert_int_equal(s.wrong, 0);
			for (uint64_t k = 0; k < STEPS; k++) {
				assert_int_equal(s.numbers[k], k + 1);
				assert_string_equal(s.names[k], step_names[k % 2]);
			}
			for (int r = 0; r < NODES; r++) {
				vcube_run_stats(machine, r, &stats);
				assert_int_equal(stats.steps, STEPS);
			}
		}
		/* without an observer nobody is called */
		struct scene s = {.calls = 0};

		vcube_on_step(machine, NULL, NULL);
		run_well(machine, lockstep, &s);
		assert_int_equal(s.calls, 0);
		vcube_close(machine);
	}
}

/* At each step every node has reached it: nobody is ahead or behind. */
static int
watch_lockstep(vcube_machine *machine, uint64_t step, const char *name, void *arg)
{
	struct scene *s = arg;

	for (int r = 0; r < NODES; r++)
		s->wrong += s->place[r] != step;
	return watch(machine, step, name, arg);
}

static void
test_all_have_come(void **state)
{
	(void)state;
	host_busy();
	for (int i = 0; i < MACHINES; i++) {
		vcube_machine *machine = open_machine("%s", machines[i]);
		struct scene s = {.calls = 0};

		vcube_on_step(machine, watch_lockstep, &s);
		run_well(machine, lockstep, &s);
		assert_int_equal(s.wrong, 0);
		assert_int_equal(s.calls, STEPS);
		vcube_close(machine);
	}
	host_idle();
}

/* Node 0 makes three steps while node 1 waits for it and the others for time to pass; then
 * node 1 makes its own. The lowest goes first. */
static int
uneven(vcube_node *self, void *arg)
{
	struct scene *s = arg;
	const int me = vcube_rank(self);
	int word = 0;

	for (int i = 0; me == 0 && i < 3; i++) {
		s->place[me]++;
		vcube_step(self, "alone");
	}
	if (me == 0)
		vcube_send(self, NULL, 1, &word, sizeof word);
	for (int i = 0; me > 1 && i < 5; i++) {
		vcube_recv_within(self, NULL, 0, &word, sizeof word, 50000000, NULL);
		s->place[me]++;
	}
	if (me == 1)
		vcube_recv(self, NULL, 0, &word, sizeof word, NULL);
	s->place[me]++;
	if (me < 2)
		vcube_step(self, me ? "one" : "zero");
	return vcube_failed(self);
}

static void
test_uneven_steps(void **state)
{
	static const char *const names[] = {"alone", "alone", "alone", "one", "zero"};
	static const uint64_t numbers[] = {1, 2, 3, 1, 4};

	(void)state;
	for (int i = 0; i < MACHINES; i++) {
		vcube_machine *machine = open_machine("%s", machines[i]);

		for (int again = 0; again < 10; again++) {
			struct scene s = {.calls = 0};

			vcube_on_step(machine, watch, &s);
			run_well(machine, uneven, &s);
			assert_int_equal(s.wrong, 0);
			assert_int_equal(s.calls, 5);
			for (int k = 0; k < 5; k++) {
				assert_int_equal(s.numbers[k], numbers[k]);
				assert_string_equal(s.names[k], names[k]);
			}
		}
		vcube_close(machine);
	}
}

/* Ended by the observer at its third call: all nodes fail with the limit. */
static void
test_stopped_by_the_observer(void **state)
{
	(void)state;
	for (int i = 0; i < MACHINES; i++) {
		vcube_machine *machine = open_machine("%s", machines[i]);
		struct scene s = {.stop_at = 3};

		vcube_on_step(machine, watch, &s);
		run_for(machine, lockstep, &s, VCUBE_ELIMIT);
		assert_int_equal(s.calls, 3);
		for (int r = 0; r < NODES; r++)
			assert_int_equal(vcube_run_failure(machine, r)->code, VCUBE_ELIMIT);
		s = (struct scene){.calls = 0};
		run_well(machine, lockstep, &s);
		assert_int_equal(s.calls, STEPS);
		vcube_close(machine);
	}
}

/* A deadlock after some steps is still one, and a failed node is at no step. */
static int
step_and_hang(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	char byte;

	(void)arg;
	vcube_step(self, "last");
	if (me == 4) {
		vcube_fail(self, "enough");
		vcube_step(self, "never seen");
		return vcube_failed(self);
	}
	return vcube_recv(self, NULL, (me + 1) % 4, &byte, 1, NULL);
}

static void
test_deadlock_behind_steps(void **state)
{
	(void)state;
	for (int i = 0; i < MACHINES; i++) {
		vcube_machine *machine = open_machine("%s", machines[i]);
		struct scene s = {.calls = 0};

		vcube_on_step(machine, watch, &s);
		run_for(machine, step_and_hang, NULL, VCUBE_EPROGRAM);
		assert_int_equal(s.calls, 1);
		report_has(machine, "cycle: 0 -> 1 -> 2 -> 3 -> 0");
		report_has(machine, "step last");
		vcube_close(machine);
	}
}

/* Nodes reach their steps through each other, so that some are at a later one. */
static int
staggered(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	char byte = 0;

	(void)arg;
	if (me > 0)
		vcube_recv(self, NULL, me - 1, &byte, 1, NULL);
	for (int i = 0; i < 3; i++) {
		vcube_step(self, "one of three");
		if (i == 0 && me + 1 < vcube_size(self))
			vcube_send(self, NULL, me + 1, &byte, 1);
	}
	return vcube_failed(self);
}

/* Observes once, and asks for no more. */
static int
look_away(vcube_machine *machine, uint64_t step, const char *name, void *arg)
{
	(void)step;
	(void)name;
	++*(int *)arg;
	vcube_on_step(machine, NULL, NULL);
	return 0;
}

static void
test_observers_of_the_next_run(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(machines); i++) {
		vcube_machine *machine = open_machine("%s", machines[i]);
		int looks = 0, before;

		vcube_on_step(machine, look_away, &looks);
		run_well(machine, staggered, NULL);
		assert_in_range(looks, 3, 15);
		before = looks;
		run_well(machine, staggered, NULL);
		assert_int_equal(looks, before);
		vcube_close(machine);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_steps_in_order),
		TEST(test_all_have_come),
		TEST(test_uneven_steps),
		TEST(test_stopped_by_the_observer),
		TEST(test_deadlock_behind_steps),
		TEST(test_observers_of_the_next_run),
	};

	return RUN_TESTS(tests);
}
