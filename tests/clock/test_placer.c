/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Messages that are placed ahead, by a thread: times, links and paths are those of a replay that
 * places one after the other, on a host with one processor; also where the host refuses the thread.
 * Linked so that processors are pretended, and threads counted or refused, here.
 */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include "processors.h"
#include "same_times.h"
#include "support.h"

static _Atomic(int) threads;    /* begun by the machine */
static _Atomic(bool) refused;

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *), void *arg);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *), void *arg);
int
__wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *), void *arg)
{
	atomic_fetch_add(&threads, 1);
	return atomic_load(&refused) ? EAGAIN : __real_pthread_create(thread, attr, run, arg);
}

static vcube_machine *
open_on(int processors, const char *text)
{
	vcube_machine *m;

	pretend_processors(processors);
	m = open_machine("%s clock=virtual heap=64MiB", text);
	pretend_processors(0);
	return m;
}

static int
exchange(vcube_node *self, void *algorithm)
{
	const size_t p = (size_t)vcube_size(self);
	char *const in = take_block(self, 8 * p), *const out = take_block(self, 8 * p);

	return vcube_alltoall(self, NULL, in, out, 8, VCUBE_BYTES(1), algorithm);
}

/* Returns how many threads a run begins, which ends with this code. */
static int
begun(vcube_machine *m, const char *algorithm, int code)
{
	const int before = atomic_load(&threads);

	run_for(m, exchange, (void *)algorithm, code);
	return atomic_load(&threads) - before;
}

/* 240 nodes or more, so that there are messages enough; and how many threads help. */
struct ahead {
	const char *text, *algorithm;
	int helpers, code;
};

static const struct ahead noted[] = {
	{ "torus:8x8x4 threads=no", "direct", 1, 0 },
	{ "mesh:16x15 threads=no", "pairwise", 1, 0 },
	{ "mesh:16x16 threads=no send_overhead=1us recv_overhead=2us", "spread", 1, 0 },
	{ "torus:16x16 threads=no switching=store-and-forward per_hop=1us", "direct", 1, 0 },
	{ "torus:16x16 threads=no channels=2 duplex=half", "direct", 1, 0 },
	{ "fattree:4x4 threads=no startup=0", "direct", 1, 0 },
	{ "hypercube:8 threads=no routing=any", "aapc4", 1, 0 },
	/* nothing is known ahead, or does not come about */
	{ "torus:16x16 threads=no ports=all", "direct", 0, 0 },
	{ "torus:16x16 threads=no startup=1000s", "direct", 1, VCUBE_ELIMIT },
	/* few messages */
	{ "torus:8x8 threads=no", "direct", 0, 0 },
};

/* Journals that nodes write, in one thread for each processor */
static const struct ahead carried[] = {
	{ "torus:8x8x4 threads=cores", "direct", 1, 0 },
	{ "torus:8x8x4 threads=cores jitter=5us", "direct", 1, 0 },
	{ "torus:8x8x4 threads=cores capacity=256", "direct", 1, 0 },
};

/* On a host with two processors, `more` threads begin than on one, and the times are the same. */
static void
assert_helped(const struct ahead *a, int more)
{
	vcube_machine *const one = open_on(1, a->text), *const two = open_on(2, a->text);

	for (int repeated = 0; repeated < 2; repeated++) {
		const int alone = begun(one, a->algorithm, a->code), helped = begun(two, a->algorithm, a->code);

		assert_int_equal(helped - alone, more);
		if (a->code == 0)
			assert_same_times(one, two);
		assert_string_equal(vcube_run_report(one), vcube_run_report(two));
	}
	vcube_close(one);
	vcube_close(two);
}

static void
test_times_are_the_same(void **state)
{
	(void)state;
	for (size_t i = first_case(1, COUNT(noted)); i < COUNT(noted); i += next_case())
		assert_helped(&noted[i], noted[i].helpers);
	for (size_t i = first_case(2, COUNT(carried)); i < COUNT(carried); i += next_case())
		assert_helped(&carried[i], 1 + carried[i].helpers);
}

static void
test_a_refused_thread_is_not_missed(void **state)
{
	vcube_machine *const one = open_on(1, noted[0].text), *const two = open_on(2, noted[0].text);

	(void)state;
	assert_int_equal(begun(one, noted[0].algorithm, 0), 0);
	atomic_store(&refused, true);
	assert_int_equal(begun(two, noted[0].algorithm, 0), 1);
	atomic_store(&refused, false);
	assert_same_times(one, two);
	vcube_close(one);
	vcube_close(two);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_times_are_the_same),
		TEST(test_a_refused_thread_is_not_missed),
	};

	return RUN_TESTS(tests);
}
