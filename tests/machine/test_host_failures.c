/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The host refuses memory, mappings and threads, one call after another: each time the
 * result is a clean error or none, and nothing leaks. Linked as tests/support/refuse.h
 * says.
 */
#include <malloc.h>
#include <string.h>
#include "mixture.h"
#include "refuse.h"
#include "support.h"

static struct given before;

static void
remember(void)
{
	before = refuse_given();
}

static void
nothing_left(void)
{
	const struct given now = refuse_given();

	assert_int_equal(now.blocks, before.blocks);
	assert_int_equal(now.mappings, before.mappings);
	assert_int_equal(now.threads, before.threads);
}

/* Programs, and how they end if nothing is refused. */

static int
mixed(vcube_node *self, void *arg)
{
	return mixture(self, arg);
}

/* What takes memory in a node: many requests, long queues, long messages,
 * channels to all, groups, more pairs than fit a stack frame. */
static int
greedy(vcube_node *self, void *arg)
{
	enum { COUNT = 70 };
	const int me = vcube_rank(self), p = vcube_size(self);
	const int right = (me + 1) % p, left = (me + p - 1) % p;
	vcube_request *r[2 * COUNT];
	struct vcube_pair pairs[COUNT];
	unsigned char out[3000], in[3000];
	vcube_group *group[3];

	(void)arg;
	fill(out, sizeof out, me, right, 1);
	for (int i = 0; i < COUNT; i++)
		r[i] = vcube_isend(self, NULL, right, out, i % 8 ? 8 : sizeof out);
	for (int i = 0; i < COUNT; i++)
		r[COUNT + i] = vcube_irecv(self, NULL, left, in, sizeof in);
	vcube_waitall(self, r, 2 * COUNT);
	for (int i = 0; i < 3; i++)
		vcube_split(self, i ? group[0] : NULL, i == 1 && me == 0 ? VCUBE_NO_COLOR : me % (i + 1),
			    -me, &group[i]);
	vcube_group_free(self, group[0]);
	for (int i = 0; i < COUNT; i++)
		pairs[i] = (struct vcube_pair){(i + me) % p, out, 10, in + 10 * i, 10};
	/* to each as many as from each */
	if (vcube_failed(self) == 0 && COUNT % p == 0)
		vcube_exchange_all(self, NULL, pairs, COUNT);
	return vcube_failed(self);
}

static int
stuck(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), p = vcube_size(self);
	unsigned char data[600];
	vcube_request *r;

	fill(data, sizeof data, me, 0, 1);
	r = vcube_isend(self, NULL, (me + 2) % p, data, sizeof data);
	vcube_recv(self, NULL, (me + 1) % p, arg, 0, NULL);
	return vcube_wait(self, r, NULL);
}

static int
fails(vcube_node *self, void *arg)
{
	(void)arg;
	return vcube_rank(self) == 1 ? vcube_fail(self, "on purpose") : vcube_align(self, NULL);
}

static int
unreceived(vcube_node *self, void *arg)
{
	(void)arg;
	return vcube_send(self, NULL, 0, "more than lies in a slot: forty bytes and some more", 50);
}

/* Detours around links that are down; node 0 plans changes. */
static int
around(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), p = vcube_size(self);
	char byte = 0;

	(void)arg;
	if (me == 0 && vcube_machine_desc(vcube_machine_of(self))->clock == VCUBE_CLOCK_VIRTUAL)
		vcube_plan_links(self, "1ps:all:per_hop=3ns,5ns:2>3:down");
	for (int i = 0; i < 3; i++) {
		vcube_send(self, NULL, (me + 1) % p, &byte, 1);
		vcube_recv(self, NULL, (me + p - 1) % p, &byte, 1, NULL);
	}
	return vcube_failed(self);
}

/* Algorithms that share tables, in runs whose history is kept. */
static int
collective(vcube_node *self, void *arg)
{
	double in[8] = {vcube_rank(self)}, out[8];

	(void)arg;
	vcube_alltoall(self, NULL, in, out, 1, VCUBE_DOUBLE, "aapc2");
	return vcube_bcast(self, NULL, 0, out, 5, VCUBE_DOUBLE, "trees");
}

struct scene {
	vcube_program *program;
	const char *text;
	int code;
};
static const struct scene scenes[] = {
	{mixed, "full:4", 0},
	{mixed, "full:4 clock=virtual capacity=4000", 0},
	{mixed, "full:4 fuzz=3 strict=yes mapping=3,1,0,2", 0},
	{greedy, "full:2", 0},
	{greedy, "full:7 clock=virtual capacity=100KiB", 0},
	{greedy, "full:5 fuzz=8 limit=100s", 0},
	{greedy, "mesh:1x2", 0},
	{stuck, "full:4", VCUBE_EDEADLOCK},
	{stuck, "full:4 clock=virtual", VCUBE_EDEADLOCK},
	{fails, "hypercube:2 mapping=gray", VCUBE_EPROGRAM},
	{unreceived, "fattree:2x2", VCUBE_EUNRECEIVED},
	{unreceived, "full:3 drop=1 crash=2@9", VCUBE_EFAULT},
	{greedy, "full:2 clock=virtual jitter=5us corrupt=0.5", 0},
	{around, "ring:4 clock=virtual links=0>1:down,all:per_byte=1us changes=1us:all:per_byte=2ns", 0},
	{around, "ring:4 links=0>1:down", 0},
	{around, "linear:4 clock=virtual changes=0:0-1:down", VCUBE_EFAULT},
	{around, "ring:4 clock=wall startup=1us links=0>1:down jitter=2us", 0},
	{stuck, "full:4 clock=wall startup=1us", VCUBE_EDEADLOCK},
	{collective, "hypercube:2 clock=virtual", 0},
	{collective, "hypercube:2 clock=virtual profile=sp2 capacity=64KiB", 0},
	{mixed, "full:8 threads=cores", 0},
	{collective, "hypercube:3 clock=virtual threads=cores", 0},
	{collective, "hypercube:3 threads=one", 0},
};
enum { SCENES = COUNT(scenes) };

/* Runs the scene, which must end as it should or with VCUBE_EHOST. Returns the number of
 * calls that could have been refused. */
static long
play(const struct scene *s, long number, bool all)
{
	struct mixture m = {.seed = seed, .rounds = 5, .patient = true};
	struct vcube_error error = {0};
	vcube_machine *machine;
	long calls;
	int code;

	refuse(number, all);
	machine = vcube_open(s->text, &error);
	if (machine == NULL) {
		calls = refuse_calls();
		refuse(0, false);
		if (error.code != VCUBE_EHOST || error.text[0] == '\0')
			fail_msg("refusal %ld: \"%s\" does not open: %d \"%s\"", number, s->text,
				 error.code, error.text);
		return calls;
	}
	code = s->program == collective ? vcube_keep_history(machine, 1) : 0;
	if (code == 0)
		code = vcube_run(machine, s->program, &m);
	calls = refuse_calls();
	refuse(0, false);
	if (code != s->code && code != VCUBE_EHOST)
		fail_msg("refusal %ld: \"%s\" ends with %d: %s", number, s->text, code,
			 vcube_run_report(machine));
	if (s->program != collective) {
		assert_int_equal(vcube_run_error(machine)->code, code);
		assert_true(code == 0 || vcube_run_report(machine)[0] != '\0');
	}
	/* and it works as if new */
	run_for(machine, s->program, &m, s->code);
	vcube_close(machine);
	return calls;
}

/* Fresh memory holds this byte in place of 0, so that what nobody has set shows. */
static void
fill_fresh_memory(int byte)
{
#ifdef M_PERTURB
	mallopt(M_PERTURB, byte);
#else
	(void)byte;
#endif
}

/* Refuses the first call, then the second, up to one more than there are; or some of them. */
static void
refuse_each(bool all)
{
	fill_fresh_memory(0xa5);
	for (int i = 0; i < SCENES; i++) {
		long number = 1 + (long)first_case((uint64_t)i, 16), calls;

		remember();
		calls = play(&scenes[i], 0, false);
		nothing_left();
		assert_in_range(calls, 21, 1999);
		while (number <= calls + 1 && number < 2000) {
			calls = play(&scenes[i], number, all);
			nothing_left();
			number += (long)next_case();
		}
		/* one past the last that was tried */
		assert_in_range(number, up_to(22, 2), 1999);
	}
	fill_fresh_memory(0);
}

static void
test_one_refusal(void **state)
{
	(void)state;
	refuse_each(false);
}

static void
test_refusals_from_then_on(void **state)
{
	(void)state;
	refuse_each(true);
}

/* A mapping that does not fit is refused before anything begins. */
static void
test_more_than_there_is(void **state)
{
	static const char *const texts[] = {
		"full:16384 heap=1TiB", "hypercube:14 stack=1024GiB heap=1024GiB",
	};
	struct vcube_error error;

	(void)state;
	remember();
	for (int i = 0; i < 2; i++) {
		assert_null(vcube_open(texts[i], &error));
		assert_true(error.text[0] != '\0' && error.code != 0);
		nothing_left();
	}
}

/* Thousands of machines, one after another, of all kinds and results. */
static void
test_thousands_leave_nothing(void **state)
{
	(void)state;
	remember();
	for (int i = 0; i < up_to(2000, 500); i++) {
		play(&scenes[7 + i % 4], 0, false);
		if (i % 300 == 0)
			play(&scenes[i / 300 % 7], 0, false);
		nothing_left();
	}
}

/* A machine that runs again and again does not grow. */
static void
test_runs_do_not_grow(void **state)
{
	(void)state;
	for (int i = 0; i < SCENES; i++) {
		/* bookings in real time vary; shared threads have no fuzz */
		if (strstr(scenes[i].text, "clock=wall") != NULL ||
		    strstr(scenes[i].text, "threads=") != NULL)
			continue;
		/* one node at a time, so that every run takes the same */
		vcube_machine *machine = open_machine("%s%s", scenes[i].text,
						      strstr(scenes[i].text, "fuzz") ? "" : " fuzz=2");
		struct mixture m = {.seed = seed, .rounds = 5, .patient = true};

		/* queues and pools reach their sizes in the first runs */
		for (int k = 0; k < 5; k++)
			run_for(machine, scenes[i].program, &m, scenes[i].code);
		remember();
		for (int k = 0; k < up_to(20, 5); k++) {
			run_for(machine, scenes[i].program, &m, scenes[i].code);
			nothing_left();
		}
		vcube_close(machine);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_one_refusal),
		TEST(test_refusals_from_then_on),
		TEST(test_more_than_there_is),
		TEST(test_thousands_leave_nothing),
		TEST(test_runs_do_not_grow),
	};

	return RUN_TESTS(tests);
}
