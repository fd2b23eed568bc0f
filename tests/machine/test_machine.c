/* SPDX-License-Identifier: BSD-2-Clause */
/* Machines: several at once, in sequence, and again after any failure. */
#include <dirent.h>
#include <pthread.h>
#include <string.h>
#include "mixture.h"
#include "support.h"

/* A thread with machines of its own: returns a sentence if something is wrong, since
 * cmocka's assertions work only in the main thread. */
static const char *
own_machines(unsigned number)
{
	static const char *const texts[] = {
		"full:4", "full:6 clock=virtual", "full:3 fuzz=9", "full:5 capacity=5000 strict=yes",
		"full:2 pin=no", "full:7 clock=virtual ports=all",
	};
	struct mixture m = {.seed = seed + number, .rounds = 4}, again;
	struct vcube_error error;
	vcube_machine *machine = vcube_open(texts[number % 6], &error);

	if (machine == NULL)
		return "it does not open";
	for (int i = 0; i < 3; i++) {
		again = m;
		if (vcube_run(machine, mixture, &again) != 0)
			return vcube_run_report(machine);
	}
	vcube_close(machine);
	return NULL;
}

static void *
many_machines(void *arg)
{
	const char *wrong = NULL;

	for (unsigned i = 0; wrong == NULL && i < 25; i++)
		wrong = own_machines(*(unsigned *)arg + i);
	return (void *)wrong;
}

static void
test_several_at_once(void **state)
{
	enum { THREADS = 5 };
	pthread_t thread[THREADS];
	unsigned number[THREADS];
	void *wrong;

	(void)state;
	for (unsigned i = 0; i < THREADS; i++) {
		number[i] = 100 * i + i;
		assert_int_equal(pthread_create(&thread[i], NULL, many_machines, &number[i]), 0);
	}
	for (int i = 0; i < THREADS; i++) {
		pthread_join(thread[i], &wrong);
		if (wrong != NULL)
			fail_msg("%s", (const char *)wrong);
	}
}

/* Many are open at the same time, and each keeps its own state. */
static int
leave_mark(vcube_node *self, void *arg)
{
	vcube_compute(self, *(const int *)arg * 1000 + vcube_rank(self));
	vcube_step(self, "mark");
	return 0;
}

static void
test_many_open(void **state)
{
	enum { OPEN = 40 };
	vcube_machine *machine[OPEN];
	struct vcube_stats stats;

	(void)state;
	for (int i = 0; i < OPEN; i++)
		machine[i] = open_machine("ring:%d clock=virtual heap=64KiB", 1 + i % 7);
	for (int i = 0; i < OPEN; i++)
		run_well(machine[i], leave_mark, &i);
	for (int i = 0; i < OPEN; i++) {
		assert_int_equal(vcube_machine_nodes(machine[i]), 1 + i % 7);
		assert_int_equal(vcube_run_time(machine[i]), 1000 * i + i % 7);
		for (int r = 0; r <= i % 7; r++) {
			vcube_run_stats(machine[i], r, &stats);
			assert_int_equal(stats.time, 1000 * i + r);
			assert_int_equal(stats.steps, 1);
		}
	}
	for (int i = 0; i < OPEN; i += 2)
		vcube_close(machine[i]);
	for (int i = 1; i < OPEN; i += 2) {
		run_well(machine[i], leave_mark, &i);
		vcube_close(machine[i]);
	}
}

/* A node may have a machine of its own. */
static int
machine_within(vcube_node *self, void *arg)
{
	struct vcube_error error;
	vcube_machine *inner = vcube_open("full:3 clock=virtual heap=64KiB", &error);
	struct mixture m = {.seed = *(uint64_t *)arg + (uint64_t)vcube_rank(self), .rounds = 2};
	char byte = 0, other;
	int code;

	if (inner == NULL)
		return vcube_fail(self, "%s", error.text);
	code = vcube_run(inner, mixture, &m);
	vcube_close(inner);
	if (code != 0)
		return vcube_fail(self, "the machine within ends with %d", code);
	return vcube_exchange(self, NULL, vcube_rank(self) ^ 1, &byte, 1, &other, 1, NULL);
}

static void
test_machines_within_machines(void **state)
{
	(void)state;
	try_well("full:4", machine_within, &seed);
	try_well("full:2 clock=virtual", machine_within, &seed);
	try_well("full:2 fuzz=3", machine_within, &seed);
}

/* One machine through every kind of run: each run is as if it were the first. */
struct fate {
	int kind;                       /* 0 well, 1 fails, 2 deadlock, 3 unreceived, 4 limit */
	uint64_t seen;
};

static int
meet_fate(vcube_node *self, void *arg)
{
	struct fate *f = arg;
	const int me = vcube_rank(self), p = vcube_size(self);
	vcube_group *group;
	char data[3000] = {0};
	void *block = vcube_alloc(self, 5000);

	vcube_split(self, NULL, me % 2, -me, &group);
	if (block == NULL || vcube_now(self) != 0)
		return vcube_fail(self, "there is something left of the run before");
	if (f->kind == 1 && me == p - 1)
		return vcube_fail(self, "fate");
	if (f->kind == 3)
		vcube_wait(self, vcube_isend(self, NULL, (me + 1) % p, data, sizeof data), NULL);
	if (f->kind == 2)
		vcube_send(self, NULL, (me + 1) % p, data, 100);
	if (f->kind == 2)
		return vcube_recv(self, NULL, (me + 2) % p, data, 100, NULL);
	while (f->kind == 4 && vcube_failed(self) == 0)
		vcube_align(self, NULL);
	vcube_send(self, NULL, (me + 1) % p, data, 50);
	vcube_recv(self, NULL, (me + p - 1) % p, data, sizeof data, NULL);
	if (me == 0)
		f->seen = (uint64_t)vcube_now(self) ^ vcube_random(self);
	return vcube_failed(self);
}

static void
test_again_after_every_fate(void **state)
{
	static const char *const texts[] = {
		"full:6 limit=30ms", "full:6 clock=virtual limit=30ms", "full:6 fuzz=5 limit=30ms",
		"full:6 capacity=10000 strict=yes limit=30ms",
	};
	static const int codes[] = {
		0, VCUBE_EPROGRAM, VCUBE_EDEADLOCK, VCUBE_EUNRECEIVED, VCUBE_ELIMIT,
	};

	(void)state;
	for (int i = 0; i < 4; i++) {
		vcube_machine *machine = open_machine("%s", texts[i]);
		struct fate first = {0}, f;

		vcube_close(machine);
		/* the long limit is for machines that must end well */
		machine = open_machine("%.*s", (int)(strstr(texts[i], " limit") - texts[i]), texts[i]);
		run_well(machine, meet_fate, &first);
		vcube_close(machine);
		machine = open_machine("%s", texts[i]);
		for (int k = 0; k < 60; k++) {
			/* each kind follows each other kind */
			f.kind = k % 2 ? k / 2 % 5 : k / 10 % 5;
			vcube_run(machine, meet_fate, &f);
			/* on a slow host the limit may come first, in any kind */
			if (vcube_run_error(machine)->code == VCUBE_ELIMIT)
				continue;
			assert_int_equal(vcube_run_error(machine)->code, codes[f.kind]);
			if (f.kind == 0)
				assert_true(f.seen == first.seen);
		}
		vcube_close(machine);
	}
}

/* After a thousand machines, no more files and mappings are open than before. */
static int
entries(const char *path)
{
	DIR *dir = opendir(path);
	int n = 0;

	while (dir != NULL && readdir(dir) != NULL)
		n++;
	if (dir != NULL)
		closedir(dir);
	return n;
}

static void
test_nothing_stays_open(void **state)
{
	int files, threads;

	(void)state;
	try_well("full:1", leave_mark, &(int){0});
	files = entries("/proc/self/fd");
	threads = entries("/proc/self/task");
	for (int i = 0; i < up_to(1000, 200); i++) {
		vcube_machine *machine = open_machine("full:%d heap=64KiB", 1 + i % 9);

		if (i % 3)
			run_well(machine, leave_mark, &i);
		vcube_close(machine);
	}
	assert_int_equal(entries("/proc/self/fd"), files);
	assert_int_equal(entries("/proc/self/task"), threads);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_several_at_once),
		TEST(test_many_open),
		TEST(test_machines_within_machines),
		TEST(test_again_after_every_fate),
		TEST(test_nothing_stays_open),
	};

	return RUN_TESTS(tests);
}
