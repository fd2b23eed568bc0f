/* SPDX-License-Identifier: BSD-2-Clause */
/* Machines whose nodes share threads, threads=one and threads=cores: times, results and reports are
 * those of nodes with threads; and what threads=auto is for which machines. tests/clock/test_wall
 * has the wall clock. */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include "node.h"
#include "processors.h"
#include "support.h"

/* A clock of the host that goes on by a microsecond at each look, however long the host took; 0:
 * its own. */
static _Atomic(int64_t) slow_clock;

int __wrap_clock_gettime(clockid_t clock, struct timespec *t);
int __real_clock_gettime(clockid_t clock, struct timespec *t);
int
__wrap_clock_gettime(clockid_t clock, struct timespec *t)
{
	int64_t ns;

	if (clock != CLOCK_MONOTONIC || atomic_load(&slow_clock) == 0)
		return __real_clock_gettime(clock, t);
	ns = atomic_fetch_add(&slow_clock, 1000);
	*t = (struct timespec){.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};
	return 0;
}

/* How machines share threads: all nodes one, or so many. */
static const struct way {
	const char *word;
	int threads;
} ways[] = {
	{ "threads=one", 1 }, { "threads=cores", 1 }, { "threads=cores", 2 }, { "threads=cores", 3 },
};
#define FOR_EACH_WAY(way) \
	for (const struct way *way = ways; way < ways + COUNT(ways); way++)

static vcube_machine *
open_shared(const struct way *way, const char *text)
{
	vcube_machine *m;

	pretend_processors(way->threads);
	m = open_machine("%s %s", text, way->word);
	pretend_processors(0);
	return m;
}

/* The same machine with a thread for each node, and with fewer. */
struct pair {
	vcube_machine *each, *few;
};

static struct pair
open_pair(const struct way *way, const char *text)
{
	return (struct pair){ open_machine("%s", text), open_shared(way, text) };
}

static void
close_pair(struct pair p)
{
	vcube_close(p.each);
	vcube_close(p.few);
}

static void
same_run(struct pair p)
{
	assert_int_equal(vcube_run_time(p.each), vcube_run_time(p.few));
	assert_string_equal(vcube_run_report(p.each), vcube_run_report(p.few));
}

struct turns {
	int count, rank[16];
};

static int
take_turns(vcube_node *self, void *arg)
{
	struct turns *const t = arg;

	for (int i = 0; i < 2; i++) {
		vcube_compute(self, 1000000000);
		vcube_now(self);
		t->rank[t->count++] = vcube_rank(self);
	}
	return vcube_failed(self);
}

/* In real time, those that can run do so in the order in which they became able to, on a host that
 * does not stop them before all have begun to wait. */
static void
test_turns_in_order(void **state)
{
	vcube_machine *const m = open_machine("full:8 clock=wall threads=one");
	const int64_t began = vc_host_ns();
	struct turns t = {0};

	(void)state;
	atomic_store(&slow_clock, began);
	run_well(m, take_turns, &t);
	assert_true(atomic_exchange(&slow_clock, 0) - began > 2000000);         /* two waits */
	assert_int_equal(t.count, 16);
	for (int i = 0; i < t.count; i++)
		assert_int_equal(t.rank[i], i % 8);
	vcube_close(m);
}

/* Collectives, requests, receives from any, and groups; `into` depends on the order of all that
 * came. */
static int
mixture(vcube_node *self, void *into)
{
	const int p = vcube_size(self), me = vcube_rank(self);
	int64_t sum = me + 1, *all = vcube_alloc(self, (size_t)p * 8);
	int64_t got = 0, came = 0;
	vcube_group *half = NULL;
	vcube_request *r;

	if (all == NULL)
		return vcube_failed(self);
	vcube_scan(self, NULL, &sum, &sum, 1, VCUBE_INT64, VCUBE_SUM, NULL);
	vcube_allgather(self, NULL, &sum, all, 1, VCUBE_INT64, NULL);
	r = vcube_irecv(self, NULL, (me + 1) % p, &got, 8);
	vcube_compute(self, 1000 * (vcube_time)(me % 3));
	vcube_send(self, NULL, (me + p - 1) % p, &all[me], 8);
	vcube_wait(self, r, NULL);
	if (me != 0)
		vcube_send(self, NULL, 0, &sum, 8);
	for (int i = 1; me == 0 && i < p; i++) {
		vcube_recv(self, NULL, VCUBE_ANY, &came, 8, NULL);
		got = got % 1000003 * 31 + came;
	}
	vcube_split(self, NULL, me % 2, me, &half);
	vcube_barrier(self, half, NULL);
	((int64_t *)into)[me] = got;
	return vcube_failed(self);
}

static void
compare(struct pair p)
{
	int64_t each[16], few[16];

	for (int run = 0; run < 2; run++) {
		run_for(p.each, mixture, each, 0);
		run_for(p.few, mixture, few, 0);
		same_run(p);
		assert_memory_equal(each, few, (size_t)vcube_machine_nodes(p.few) * sizeof *few);
	}
	close_pair(p);
}

static void
test_times_and_results(void **state)
{
	static const char *const machines[] = { "full:2", "ring:7 startup=1us", "hypercube:4",
		"torus:4x4 ports=all", "fattree:2x3 routing=any switching=store-and-forward", "mesh:3x5 capacity=64",
		"full:8 jitter=5us", "ring:6 strict=yes" };
	char text[100];

	(void)state;
	FOR_EACH_WAY(way)
		for (size_t i = 0; i < COUNT(machines); i++) {
			snprintf(text, sizeof text, "%s clock=virtual", machines[i]);
			compare(open_pair(way, text));
		}
}

/* Every node but the last polls for what the next one sends after work. */
static int
polls(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), last = vcube_size(self) - 1;
	int token = 0, done = me == last;
	vcube_request *r = me < last ? vcube_irecv(self, NULL, me + 1, &token, sizeof token) : NULL;

	(void)arg;
	vcube_compute(self, 1000);
	while (!done && vcube_failed(self) == 0)
		vcube_test(self, r, &done, NULL);
	if (me > 0)
		vcube_send(self, NULL, me - 1, &token, sizeof token);
	return vcube_failed(self);
}

static void
test_a_poll_lets_others_run(void **state)
{
	(void)state;
	FOR_EACH_WAY(way) {
		struct pair p = open_pair(way, "full:9 clock=virtual");

		run_for(p.few, polls, NULL, 0);
		close_pair(p);
	}
}

static int
circle(vcube_node *self, void *arg)
{
	int token;

	(void)arg;
	return vcube_recv(self, NULL, (vcube_rank(self) + 1) % vcube_size(self), &token, sizeof token, NULL);
}

static void
test_the_same_report(void **state)
{
	(void)state;
	FOR_EACH_WAY(way) {
		struct pair p = open_pair(way, "ring:5 clock=virtual");

		run_for(p.each, circle, NULL, VCUBE_EDEADLOCK);
		run_for(p.few, circle, NULL, VCUBE_EDEADLOCK);
		same_run(p);
		assert_non_null(strstr(vcube_run_report(p.few), "node 4"));
		close_pair(p);
	}
}

static int
for_ever(vcube_node *self, void *arg)
{
	int token = 0;

	(void)arg;
	while (vcube_failed(self) == 0)
		vcube_exchange(self, NULL, vcube_rank(self) ^ 1, &token, sizeof token, &token, sizeof token, NULL);
	return vcube_failed(self);
}

static void
test_a_limit_ends_it(void **state)
{
	static const char *const machines[] = { "full:4 clock=virtual limit=20ms", "full:4 limit=20ms" };

	(void)state;
	FOR_EACH_WAY(way)
		for (size_t i = 0; i < COUNT(machines); i++) {
			vcube_machine *const machine = open_shared(way, machines[i]);

			run_for(machine, for_ever, NULL, VCUBE_ELIMIT);
			report_has(machine, "the run took longer than its limit of 20 ms");
			vcube_close(machine);
		}
}

/* Waits again and again with limits that are soon over, while another one has to act. */
static int
impatient(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), p = vcube_size(self);
	int ball = me, code = VCUBE_ETIMEDOUT;

	(void)arg;
	for (int i = 0; i < 50; i++, code = VCUBE_ETIMEDOUT) {
		if (me == i % p)
			vcube_send(self, NULL, (me + 1) % p, &i, sizeof i);
		while (me == (i + 1) % p && code == VCUBE_ETIMEDOUT)
			code = vcube_recv_within(self, NULL, i % 2 ? VCUBE_ANY : i % p, &ball, sizeof ball,
						 i % 3 * 20000000, NULL);
		CHECK(self, me != (i + 1) % p || ball == i);
	}
	return vcube_failed(self);
}

/* The free clock's limits are of the host's time. */
static int
waits_in_vain(vcube_node *self, void *arg)
{
	const vcube_time limit = 2000000000;
	int word;

	(void)arg;
	CHECK(self, vcube_recv_within(self, NULL, VCUBE_ANY, &word, sizeof word,
				      limit * (vcube_rank(self) + 1), NULL) == VCUBE_ETIMEDOUT);
	return vcube_failed(self);
}

static void
test_time_limits_of_waits(void **state)
{
	(void)state;
	FOR_EACH_WAY(way) {
		vcube_machine *const m = open_shared(way, "ring:6");

		run_well(m, impatient, NULL);
		run_well(m, waits_in_vain, NULL);
		vcube_close(m);
	}
	try_well("ring:5 clock=wall startup=1us threads=one", impatient, NULL);
	try_for("full:6 clock=wall startup=1000s limit=10ms threads=one", circle, NULL, VCUBE_EDEADLOCK);
}

static void
test_the_free_clock(void **state)
{
	int64_t each[16], few[16];

	(void)state;
	FOR_EACH_WAY(way)
		for (int nodes = 2; nodes <= 16; nodes += 7) {
			char text[40];
			struct pair p;

			snprintf(text, sizeof text, "full:%d capacity=64", nodes);
			p = open_pair(way, text);
			run_for(p.each, mixture, each, 0);
			run_for(p.few, mixture, few, 0);
			/* node 0's depends on the order in which all came */
			assert_memory_equal(each + 1, few + 1, (size_t)(nodes - 1) * sizeof *few);
			run_for(p.few, polls, NULL, 0);
			run_for(p.few, circle, NULL, VCUBE_EDEADLOCK);
			close_pair(p);
		}
}

/* Each sends to random others, and takes as many messages as come: all say how many they send to
 * whom. */
static int
torrent(vcube_node *self, void *arg)
{
	const int p = vcube_size(self), sends = 400;
	int64_t *sent = vcube_alloc(self, (size_t)p * sizeof *sent), due = 0, taken = 0, word;
	int *to = vcube_alloc(self, sends * sizeof *to);

	(void)arg;
	if (sent == NULL || to == NULL)
		return vcube_failed(self);
	memset(sent, 0, (size_t)p * sizeof *sent);
	for (int i = 0; i < sends; i++)
		sent[to[i] = (int)(vcube_random(self) % (uint64_t)p)]++;
	vcube_reduce_scatter(self, NULL, sent, &due, 1, VCUBE_INT64, VCUBE_SUM, NULL);
	for (int i = 0; i < sends; i++) {
		vcube_send(self, NULL, to[i], &sent[i % p], sizeof *sent);
		for (; taken < due && vcube_recv_within(self, NULL, VCUBE_ANY, &word, sizeof word, 0, NULL) == 0;
		     taken++)
			;
	}
	for (; taken < due; taken++)
		vcube_recv(self, NULL, VCUBE_ANY, &word, sizeof word, NULL);
	return vcube_failed(self);
}

static void
test_torrents(void **state)
{
	static const char *const machines[] = {
		"full:3", "full:40", "full:12 capacity=128", "full:12 clock=virtual",
	};

	(void)state;
	FOR_EACH_WAY(way)
		for (size_t i = first_case(1, COUNT(machines)); i < COUNT(machines); i += next_case()) {
			vcube_machine *const m = open_shared(way, machines[i]);

			for (int run = 0; run < 3; run++)
				run_well(m, torrent, NULL);
			vcube_close(m);
		}
}

/* Node 2 ends its thread, which others share, and for which node 0 waits or not. */
static int
ends_its_thread(vcube_node *self, void *arg)
{
	char byte;

	if (vcube_rank(self) == 2)
		pthread_exit(NULL);
	vcube_exchange(self, NULL, vcube_rank(self) ^ 1, &byte, 1, &byte, 1, NULL);
	return arg != NULL && vcube_rank(self) == 0 ? vcube_recv(self, NULL, 2, &byte, 1, NULL) : 0;
}

/* Of threads that several nodes share; ThreadSanitizer does not let a coroutine end them. */
static void
test_a_node_ends_its_thread(void **state)
{
	(void)state;
#ifdef VC_TSAN
	skip();
#endif
	FOR_EACH_WAY(way) {
		vcube_machine *m;

		if (strcmp(way->word, "threads=one") == 0)
			continue;
		m = open_shared(way, "full:7");
		for (int awaited = 0; awaited < 2; awaited++) {
			run_for(m, ends_its_thread, awaited ? m : NULL, VCUBE_EPROGRAM);
			report_has(m, "the program of node 2 ended its thread instead of returning");
			assert_int_equal(vcube_run_failure(m, 0)->code, awaited ? VCUBE_EPEER : 0);
		}
		vcube_close(m);
	}
}

static int
shares(vcube_node *self, void *arg)
{
	return vcube_share(self, 1, arg, 0);
}

static void
test_threads_share_no_node(void **state)
{
	(void)state;
	FOR_EACH_WAY(way) {
		vcube_machine *const m = open_shared(way, "full:2");

		run_for(m, shares, NULL, VCUBE_EINVAL);
		report_has(m, "it needs threads=yes");
		vcube_close(m);
	}
}

/* On a host of four processors, which may be busy or not */
static void
test_auto(void **state)
{
	static const struct {
		const char *text;
		bool one, cores;        /* may be */
	} machines[] = {
		{ "full:600 clock=wall heap=4KiB", true, false }, { "full:4 clock=wall", false, false },
		{ "full:600 clock=wall hard_limit=yes limit=1s", false, false },
		{ "full:600 fuzz=1", false, false }, { "full:3 explore=both", true, false },
		{ "full:4", false, false }, { "full:5", true, true },
		{ "full:5 clock=virtual", true, true }, { "full:600 hard_limit=yes limit=1s", false, false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(machines); i++) {
		const struct way autos = {"threads=auto", 4};
		vcube_machine *const m = open_shared(&autos, machines[i].text);

		assert_true(machines[i].one || !m->in_one_thread);
		assert_true(machines[i].cores ? m->in_one_thread || m->carrier_count == 4
			    : m->carrier_count == 0 && m->in_one_thread == machines[i].one);
		/* what a run says of its machine does not depend on the host */
		assert_int_equal(vcube_machine_desc(m)->threads, VCUBE_THREADS_AUTO);
		vcube_close(m);
	}
}

static void
test_refused(void **state)
{
	static const char *const descriptions[][2] = {
		{ "ring:4 threads=one fuzz=1", "fuzz=0" },
		{ "ring:4 clock=virtual threads=one digest=yes", "digest=no" },
		{ "ring:4 clock=wall threads=one hard_limit=yes limit=1s", "hard_limit=no" },
		{ "ring:4 clock=virtual threads=one priority=realtime", "threads=yes" },
		{ "ring:4 explore=both threads=one", "threads=yes" },
		{ "ring:4 threads=cores fuzz=1", "fuzz=0" },
		{ "ring:4 threads=cores clock=virtual digest=yes", "digest=no" },
		{ "ring:4 threads=cores hard_limit=yes limit=1s", "hard_limit=no" },
		{ "ring:4 threads=cores clock=wall", "clock=free or clock=virtual" },
		{ "ring:4 threads=cores priority=realtime", "threads=yes" },
		{ "ring:4 threads=cores explore=both", "threads=yes" },
		{ "hypercube:2 threads=cores clock=virtual routing=none explore=clock", "threads=yes" },
		{ "ring:4 threads=cores transport=sockets", "threads=yes" },
		{ "ring:4 threads=two", "no such choice; it takes no|yes|one|auto|cores" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(descriptions); i++) {
		struct vcube_error error;

		assert_null(vcube_open(descriptions[i][0], &error));
		error_has(&error, VCUBE_EINVAL, descriptions[i][1]);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_times_and_results),
		TEST(test_a_poll_lets_others_run),
		TEST(test_turns_in_order),
		TEST(test_the_same_report),
		TEST(test_a_limit_ends_it),
		TEST(test_time_limits_of_waits),
		TEST(test_the_free_clock),
		TEST(test_torrents),
		TEST(test_a_node_ends_its_thread),
		TEST(test_threads_share_no_node),
		TEST(test_auto),
		TEST(test_refused),
	};

	return RUN_TESTS(tests);
}
