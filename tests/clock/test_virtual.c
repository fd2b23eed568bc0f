/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Virtual time is the same bit for bit: a hundred times, under load, and in every order
 * of nodes.
 */
#include <string.h>
#include "mixture.h"
#include "support.h"

enum { NODES = 8 };

/* All that a run can show: clocks, counts, observations. */
struct trace {
	struct vcube_stats stats[NODES];
	uint64_t seen[NODES];
	vcube_time time;
};

static void
trace(vcube_machine *machine, const struct mixture *plan, struct trace *t)
{
	struct mixture m = *plan;

	memset(t, 0, sizeof *t);
	run_well(machine, mixture, &m);
	for (int r = 0; r < NODES; r++) {
		vcube_run_stats(machine, r, &t->stats[r]);
		t->seen[r] = m.seen[r];
	}
	t->time = vcube_run_time(machine);
	assert_true(t->time > 0);
}

static const char *const machines[] = {
	"full:8 clock=virtual",
	"full:8 clock=virtual ports=all send_overhead=100ns recv_overhead=70ns "
	"links=0-1:per_byte=5ns changes=20us:2>3:per_hop=2us,30us:all:per_byte=700ps",
	"full:8 clock=virtual capacity=64KiB exchange_startup=3us exchange_all_startup=1us",
	"full:8 clock=virtual startup=0 per_byte=0 poll=50ns",
	"full:8 clock=virtual capacity=16KiB routing=none",
	"ring:8 clock=virtual switching=store-and-forward per_hop=30ns",
	"torus:2x4 clock=virtual ports=all duplex=half channels=2 "
	"changes=10us:0-1:down,12us:axis1:per_byte=3ns,40us:0-1:up",
	"fattree:2x3 clock=virtual capacity=64KiB width=3 granule=64",
};
enum { MACHINES = sizeof machines / sizeof machines[0],
       STAMPED = 4 };   /* on the first ones all nodes are neighbours and links are plain */

static void
test_same_times_under_load(void **state)
{
	struct mixture plan = {.rounds = 2};
	struct trace first, again;

	(void)state;
	for (int i = 0; i < MACHINES; i++) {
		vcube_machine *machine = open_machine("%s", machines[i]);

		plan.seed = seed + (unsigned)i;
		trace(machine, &plan, &first);
		host_busy();
		for (int k = 0; k < up_to(100, 20); k++) {
			trace(machine, &plan, &again);
			assert_memory_equal(&again, &first, sizeof first);
		}
		host_idle();
		vcube_close(machine);
	}
}

static void
test_same_times_in_every_order(void **state)
{
	struct mixture plan = {.rounds = 5};
	struct trace first, again;

	(void)state;
	for (int i = 0; i < MACHINES; i++) {
		vcube_machine *machine = open_machine("%s", machines[i]);

		plan.seed = seed + (unsigned)i;
		trace(machine, &plan, &first);
		vcube_close(machine);
		for (unsigned fuzz = 1; fuzz <= 4; fuzz++) {
			machine = open_machine("%s fuzz=%u pin=%s", machines[i], fuzz,
					       fuzz % 2 ? "yes" : "no");
			trace(machine, &plan, &again);
			assert_memory_equal(&again, &first, sizeof first);
			vcube_close(machine);
		}
	}
}

/* Journals and stamps compute the same times. */
static void
test_same_times_by_journals_and_stamps(void **state)
{
	static const char *const how[] = {"routing=any", "routing=none", "routing=none account=yes"};
	struct mixture plan = {.rounds = 10};
	struct trace times[3];

	(void)state;
	for (int i = 0; i < STAMPED; i++) {
		plan.seed = seed + (unsigned)i;
		for (int k = 0; k < 3; k++) {
			vcube_machine *machine = open_machine("%s %s", machines[i], how[k]);

			trace(machine, &plan, &times[k]);
			vcube_close(machine);
			for (int r = 0; r < NODES; r++)
				times[k].stats[r].parts = (struct vcube_parts){0};
		}
		assert_memory_equal(&times[0], &times[1], sizeof times[0]);
		assert_memory_equal(&times[0], &times[2], sizeof times[0]);
	}
}

/* Another program has other times: the comparison can fail. */
static void
test_other_times_for_another_seed(void **state)
{
	struct mixture plan = {.rounds = 30, .seed = seed}, other = {.rounds = 30, .seed = seed + 1};
	vcube_machine *machine = open_machine("%s", machines[0]);
	struct trace first, second;

	(void)state;
	trace(machine, &plan, &first);
	trace(machine, &other, &second);
	assert_memory_not_equal(&first, &second, sizeof first);
	vcube_close(machine);
}

/* A node that is slow on the host is not slow by its own clock: one that works for long,
 * and one that waits for the host's clock, end as without. */
static int
slow_on_the_host(vcube_node *self, void *arg)
{
	const uint64_t work = *(const uint64_t *)arg;
	char byte = 0;

	for (uint64_t i = 0; vcube_rank(self) == 1 && i < work; i++)
		vcube_random(self);
	if (vcube_rank(self) != 0)
		return vcube_send(self, NULL, 0, &byte, 1);
	for (int i = 1; i < vcube_size(self); i++) {
		struct vcube_status status;

		vcube_recv(self, NULL, VCUBE_ANY, &byte, 1, &status);
		CHECK(self, vcube_failed(self) || status.from == i);
	}
	return vcube_failed(self);
}

static void
test_slow_nodes_are_not_late(void **state)
{
	uint64_t work[] = {0, 1000000, 20000000};

	(void)state;
	for (int i = 0; i < 3; i++)
		try_well("full:6 clock=virtual", slow_on_the_host, &work[i]);
}

/* With and without an observer, too. */
static int
look(vcube_machine *machine, uint64_t step, const char *name, void *arg)
{
	struct vcube_view view;

	(void)step;
	(void)name;
	for (int r = 0; r < vcube_machine_nodes(machine); r++)
		if (vcube_node_view(machine, r, &view) != 0)
			return 1;
	++*(int *)arg;
	return 0;
}

static int
stepped_mixture(vcube_node *self, void *arg)
{
	struct mixture *m = arg;
	struct mixture part = {.seed = m->seed, .rounds = 3};

	for (int i = 0; i < 4; i++) {
		vcube_step(self, "part");
		part.seed++;
		mixture(self, &part);
		m->seen[vcube_rank(self)] ^= part.seen[vcube_rank(self)] + (uint64_t)vcube_now(self);
	}
	return vcube_failed(self);
}

static void
test_no_mark_on_virtual_time(void **state)
{
	struct mixture plain = {.seed = seed}, stepped = {.seed = seed};
	vcube_machine *machine = open_machine("full:5 clock=virtual");
	vcube_time time;
	int calls = 0;

	(void)state;
	run_well(machine, stepped_mixture, &plain);
	time = vcube_run_time(machine);
	vcube_on_step(machine, look, &calls);
	run_well(machine, stepped_mixture, &stepped);
	assert_int_equal(calls, 4);
	assert_true(vcube_run_time(machine) == time && time > 0);
	assert_memory_equal(&plain, &stepped, sizeof plain);
	vcube_close(machine);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_same_times_under_load),
		TEST(test_same_times_in_every_order),
		TEST(test_same_times_by_journals_and_stamps),
		TEST(test_other_times_for_another_seed),
		TEST(test_slow_nodes_are_not_late),
		TEST(test_no_mark_on_virtual_time),
	};

	return RUN_TESTS(tests);
}
