/* SPDX-License-Identifier: BSD-2-Clause */
/* The schedule fuzzer: a seed replays one interleaving, and seeds differ. */
#include <string.h>
#include "mixture.h"
#include "support.h"

/* Events in their order. Under the fuzzer one node runs at a time, so this needs no lock
 * (ThreadSanitizer would report a race). */
enum { EVENTS = 4000 };
struct log {
	int count;
	struct { int rank, what, value; } event[EVENTS];
};

static void
note(struct log *log, vcube_node *self, int what, int value)
{
	if (log->count < EVENTS) {
		log->event[log->count].rank = vcube_rank(self);
		log->event[log->count].what = what;
		log->event[log->count++].value = value;
	}
}

/* Ring, crowd and impatience, without a barrier between them. */
static int
noisy(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), p = vcube_size(self);
	char large[200] = {0};
	int word = me, code;
	struct vcube_status status;

	for (int i = 0; i < 5; i++) {
		note(arg, self, 0, i);
		vcube_send(self, NULL, (me + 1) % p, large, sizeof large);
		note(arg, self, 1, i);
		vcube_recv(self, NULL, (me + p - 1) % p, large, sizeof large, NULL);
	}
	vcube_align(self, NULL);
	note(arg, self, 2, 0);
	for (int i = 0; me != 0 && i < 3; i++)
		vcube_wait(self, vcube_isend(self, NULL, 0, &word, sizeof word), NULL);
	for (int i = 0; me == 0 && i < 3 * (p - 1); i++) {
		vcube_recv(self, NULL, VCUBE_ANY, &word, sizeof word, &status);
		note(arg, self, 3, status.from);
	}
	vcube_align(self, NULL);
	for (int i = 0; me % 2 == 0 && i < 4; i++) {
		code = vcube_recv_within(self, NULL, VCUBE_ANY, &word, sizeof word,
					 1000000 * (i + me + 1), NULL);
		note(arg, self, 4, code);
	}
	return vcube_failed(self);
}

static void
record(vcube_machine *machine, struct log *log)
{
	memset(log, 0, sizeof *log);
	run_well(machine, noisy, log);
	assert_true(log->count > 50 && log->count < EVENTS);
}

static void
test_a_seed_is_an_interleaving(void **state)
{
	static struct log first, again;

	(void)state;
	for (int clock = 0; clock < 2; clock++)
		for (unsigned fuzz = 1; fuzz <= 10; fuzz++) {
			const char *text = clock ? "full:6 clock=virtual fuzz=%u" : "full:6 fuzz=%u";
			vcube_machine *machine = open_machine(text, fuzz), *other;

			record(machine, &first);
			record(machine, &again);
			assert_memory_equal(&first, &again, sizeof first);
			vcube_close(machine);
			host_busy();
			other = open_machine(text, fuzz);
			record(other, &again);
			vcube_close(other);
			host_idle();
			assert_memory_equal(&first, &again, sizeof first);
		}
}

/* The order in which node 0 hears from the senders. */
static int
order_of_arrival(vcube_node *self, void *arg)
{
	int *order = arg, word = 0;
	struct vcube_status status = {.from = -1};

	if (vcube_rank(self) != 0)
		return vcube_send(self, NULL, 0, &word, sizeof word);
	for (int i = 0; i < vcube_size(self) - 1; i++) {
		vcube_recv(self, NULL, VCUBE_ANY, &word, sizeof word, &status);
		order[i] = status.from;
	}
	return vcube_failed(self);
}

/* All orders of three senders occur within the first 200 seeds. */
static void
test_seeds_find_every_order(void **state)
{
	int order[3];
	bool found[4][4][4] = {{{false}}};
	int count = 0;

	(void)state;
	for (unsigned fuzz = 1; fuzz <= 200; fuzz++) {
		vcube_machine *machine = open_machine("full:4 heap=64KiB fuzz=%u", fuzz);

		run_well(machine, order_of_arrival, order);
		vcube_close(machine);
		count += !found[order[0]][order[1]][order[2]];
		found[order[0]][order[1]][order[2]] = true;
	}
	assert_int_equal(count, 6);
}

/* A program that is right in most orders: it takes the first of two workers that answers
 * for the second. A seed that finds it finds it every time. */
static int
usually_right(vcube_node *self, void *arg)
{
	int word = vcube_rank(self);

	(void)arg;
	if (vcube_rank(self) == 2)      /* usually the later one */
		for (int i = 0; i < 3; i++)
			vcube_send(self, NULL, 3, &word, sizeof word);
	if (vcube_rank(self) == 3)
		for (int i = 0; i < 3; i++)
			vcube_recv(self, NULL, 2, &word, sizeof word, NULL);
	if (vcube_rank(self) == 1 || vcube_rank(self) == 2)
		return vcube_send(self, NULL, 0, &word, sizeof word);
	if (vcube_rank(self) != 0)
		return vcube_failed(self);
	vcube_recv(self, NULL, VCUBE_ANY, &word, sizeof word, NULL);
	return vcube_recv(self, NULL, 2, &word, sizeof word, NULL);
}

static void
test_a_race_is_found_and_replayed(void **state)
{
	int codes[2] = {0};

	(void)state;
	for (unsigned fuzz = 1; fuzz <= 60; fuzz++) {
		vcube_machine *machine = open_machine("full:4 heap=64KiB fuzz=%u", fuzz);
		int first = vcube_run(machine, usually_right, NULL);

		assert_true(first == 0 || first == VCUBE_EDEADLOCK);
		codes[first != 0]++;
		for (int i = 0; i < 3; i++)
			assert_int_equal(vcube_run(machine, usually_right, NULL), first);
		vcube_close(machine);
	}
	assert_true(codes[0] > 0 && codes[1] > 0);
}

/* Everything at once, in 200 orders, under the free clock. */
static void
test_mixture(void **state)
{
	struct mixture m = {.rounds = 10}, again;
	char text[80];

	(void)state;
	for (unsigned fuzz = 1; fuzz <= 200; fuzz++) {
		m.seed = seed + fuzz / 10;
		snprintf(text, sizeof text, "full:%u fuzz=%u %s", 2 + fuzz % 6, fuzz,
			 fuzz % 3 ? "" : "capacity=20000 strict=yes");
		try_well(text, mixture, &m);
		again = m;
		if (fuzz % 10 == 0) {
			try_well(text, mixture, &again);
			assert_memory_equal(&m, &again, sizeof m);
		}
	}
	/* and in the host's order */
	for (unsigned i = 0; i < 20; i++) {
		m.seed = seed + i;
		snprintf(text, sizeof text, "full:%u pin=%s", 2 + i % 14, i % 2 ? "no" : "yes");
		try_well(text, mixture, &m);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_a_seed_is_an_interleaving),
		TEST(test_seeds_find_every_order),
		TEST(test_a_race_is_found_and_replayed),
		TEST(test_mixture),
	};

	return RUN_TESTS(tests);
}
