/* SPDX-License-Identifier: BSD-2-Clause */
/* Calls that run beside the program: collectives at the same time, in any order of waits, under
 * every clock. */
#include <string.h>
#include "support.h"

enum { MOST = 16, AT_ONCE = 4 };

/* A collective of its own, and what it should give. */
struct job {
	vcube_group *group;
	int which;
	int64_t in[MOST], out[MOST];
	int code;
};

static int
collective(vcube_node *self, void *arg)
{
	struct job *const j = arg;

	switch (j->which % 4) {
	case 0:
		return j->code = vcube_allreduce(self, j->group, j->in, j->out, 1, VCUBE_INT64,
						 VCUBE_SUM, NULL);
	case 1:
		return j->code = vcube_alltoall(self, j->group, j->in, j->out, 1, VCUBE_INT64, NULL);
	case 2:
		return j->code = vcube_allgather(self, j->group, j->in, j->out, 1, VCUBE_INT64, NULL);
	default:
		j->out[0] = j->in[0];
		return j->code = vcube_bcast(self, j->group, j->which % vcube_group_size(self, j->group),
					     j->out, 1, VCUBE_INT64, NULL);
	}
}

static int64_t
value_of(int which, int from, int to)
{
	return which * 10000 + from * 100 + to;
}

static vcube_request *
start(vcube_node *self, vcube_group *group, struct job *j, int which)
{
	*j = (struct job){.group = group, .which = which};
	for (int i = 0; i < vcube_group_size(self, group); i++)
		j->in[i] = value_of(which, vcube_group_rank(self, group), i);
	return vcube_async(self, group, collective, j);
}

static bool
is_right(const vcube_node *self, const struct job *j)
{
	const int p = vcube_group_size(self, j->group), me = vcube_group_rank(self, j->group);
	int64_t sum = 0;

	for (int i = 0; i < p; i++) {
		sum += value_of(j->which, i, 0);
		if ((j->which % 4 == 1 && j->out[i] != value_of(j->which, i, me)) ||
		    (j->which % 4 == 2 && j->out[i] != value_of(j->which, i, 0)))
			return false;
	}
	return j->code == 0 && (j->which % 4 != 0 || j->out[0] == sum) &&
	       (j->which % 4 != 3 || j->out[0] == value_of(j->which, j->which % p, 0));
}

static void
wait_one(vcube_node *self, vcube_request *request, int how)
{
	int done = 0;

	if (how == 0)
		vcube_wait(self, request, NULL);
	while (how != 0 && !done && !vcube_failed(self))
		vcube_test(self, request, &done, NULL);
}

/* Several at once on all nodes and on halves of them, with messages of the program and a
 * collective of its own between start and wait; waited for in an order of each node's. */
static int
at_once(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), p = vcube_size(self), how = *(int *)arg;
	const int right = (me + 1) % p, left = (me + p - 1) % p;
	vcube_request *request[2 * AT_ONCE];
	struct job job[2 * AT_ONCE];
	vcube_group *half;
	int64_t sum = 0, mine = 1;
	int from;

	vcube_split(self, NULL, me % 2, me, &half);
	for (int round = 0; round < 3 && !vcube_failed(self); round++) {
		for (int i = 0; i < AT_ONCE; i++) {
			request[2 * i] = start(self, NULL, &job[2 * i], round + i);
			request[2 * i + 1] = start(self, half, &job[2 * i + 1], round + i + 1);
		}
		vcube_tsend(self, NULL, right, 4, &me, sizeof me);
		vcube_allreduce(self, NULL, &mine, &sum, 1, VCUBE_INT64, VCUBE_SUM, NULL);
		vcube_trecv(self, NULL, VCUBE_ANY, 4, &from, sizeof from, NULL);
		CHECK(self, vcube_failed(self) || (sum == p && from == left));
		for (int i = 0; i < 2 * AT_ONCE; i++)
			wait_one(self, request[(i + me) % (2 * AT_ONCE)], how);
		for (int i = 0; i < 2 * AT_ONCE; i++)
			CHECK(self, vcube_failed(self) || is_right(self, &job[i]));
	}
	return vcube_failed(self);
}

static void
test_at_once(void **state)
{
	(void)state;
	for (int p = 2; p <= 9; p += p < 4 ? 1 : 5)
		for (size_t k = first_case((uint64_t)p, 2); k < 2; k += next_case()) {
			int how = (int)k;
			char text[20];

			snprintf(text, sizeof text, "full:%d", p);
			try_everywhere(text, at_once, &how);
		}
}

/* The first of a collective and a message. */
static int
first_of_two(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	vcube_request *request[2];
	struct job job;
	int value = me, index, seen = 0;

	(void)arg;
	request[0] = start(self, NULL, &job, 0);
	request[1] = vcube_tirecv(self, NULL, 0, 9, &value, sizeof value);
	for (int to = 0; me == 0 && to < vcube_size(self); to++)
		vcube_tsend(self, NULL, to, 9, &to, sizeof to);
	for (int i = 0; i < 2; i++) {
		vcube_waitany(self, request, 2, &index, NULL);
		CHECK(self, vcube_failed(self) || (index >= 0 && request[index] != NULL));
		if (vcube_failed(self))
			return vcube_failed(self);
		request[index] = NULL;
		seen += index + 1;
	}
	CHECK(self, seen == 3 && value == me && is_right(self, &job));
	return vcube_failed(self);
}

static void
test_first_of_two(void **state)
{
	(void)state;
	try_everywhere("full:5", first_of_two, NULL);
}

/* A message that a collective beside the program meets completes the receive that the program
 * waits in. */
static int
passed_on(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), how = *(int *)arg;
	int value = me, got = -1;
	vcube_request *beside, *posted;
	struct job job;

	if (me == 0 && how == 0)
		vcube_trecv(self, NULL, 1, 5, &got, sizeof got, NULL);
	beside = start(self, NULL, &job, 0);
	if (me == 0 && how > 0) {
		vcube_tsend(self, NULL, 1, 5, &value, sizeof value);
	} else if (me == 1 && how == 0) {
		vcube_tssend(self, NULL, 0, 5, &value, sizeof value);
	} else if (me == 1) {
		posted = vcube_tirecv(self, NULL, how == 1 ? 0 : VCUBE_ANY, 5, &got, sizeof got);
		vcube_wait(self, posted, NULL);
	}
	vcube_wait(self, beside, NULL);
	CHECK(self, vcube_failed(self) || is_right(self, &job));
	CHECK(self, vcube_failed(self) || got == (me == 0 && how == 0 ? 1 : me == 1 && how > 0 ? 0 : -1));
	return vcube_barrier(self, NULL, NULL);
}

static void
test_passed_on(void **state)
{
	(void)state;
	for (int how = 0; how < 3; how++)
		try_everywhere("full:2", passed_on, &how);
}

static const char *const clocks[] = {"routing=none", "routing=any"};

/* The times of a run do not depend on how the host interleaves the nodes. */
static void
test_times(void **state)
{
	int how = 0;

	(void)state;
	for (size_t c = 0; c < COUNT(clocks); c++) {
		vcube_time time = 0;

		for (unsigned fuzz = 0; fuzz < 6; fuzz++) {
			vcube_machine *const m = open_machine("full:6 clock=virtual %s fuzz=%u startup=1us "
							      "per_byte=1ns", clocks[c], fuzz);

			run_well(m, at_once, &how);
			if (fuzz > 0)
				assert_int_equal(vcube_run_time(m), time);
			time = vcube_run_time(m);
			vcube_close(m);
		}
	}
}

/* Receives a message, by a wait for the first of one. */
static int
receive_beside(vcube_node *self, void *arg)
{
	int value, index;
	vcube_request *request = vcube_tirecv(self, NULL, 1, 1, &value, sizeof value);

	(void)arg;
	return vcube_waitany(self, &request, 1, &index, NULL);
}

/* A call beside the program takes a message while the program waits for the others. */
static int
align_beside(vcube_node *self, void *arg)
{
	vcube_request *beside = NULL;

	(void)arg;
	if (vcube_rank(self) == 0)
		beside = vcube_async(self, NULL, receive_beside, NULL);
	if (vcube_rank(self) == 1) {
		vcube_tsend(self, NULL, 0, 1, &(int){1}, sizeof(int));
		vcube_compute(self, 20000000);
	}
	vcube_align(self, NULL);
	CHECK(self, vcube_now(self) == 20000000);
	return vcube_wait(self, beside, NULL);
}

/* The message that a call beside the program has taken says nothing of those that the program
 * waits for then: that of node 2, which comes at 11 us, and the second one of node 1, which
 * comes later. */
static int
end_beside(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), how = *(int *)arg;
	struct vcube_status status = {.from = -1};
	vcube_request *beside, *posted[2];
	int value[2], index, code;

	if (me == 1)
		vcube_tsend(self, NULL, 0, 1, &me, sizeof me);
	vcube_compute(self, me == 1 ? 20000000 : me == 2 ? 10000000 : 0);
	if (me != 0)
		return vcube_send(self, NULL, 0, &me, sizeof me);
	beside = vcube_async(self, NULL, receive_beside, NULL);
	if (how == 0) {
		code = vcube_recv_within(self, NULL, 2, value, sizeof *value, 5000000, NULL);
		CHECK(self, code == VCUBE_ETIMEDOUT && vcube_now(self) == 5000000);
	}
	if (how == 1) {
		for (int i = 0; i < 2; i++)
			posted[i] = vcube_irecv(self, NULL, i + 1, &value[i], sizeof *value);
		vcube_waitany(self, posted, 2, &index, NULL);
		CHECK(self, index == 1);
		vcube_wait(self, posted[0], NULL);
	} else {
		vcube_recv(self, NULL, VCUBE_ANY, value, sizeof *value, &status);
		CHECK(self, status.from == 2);
		vcube_recv(self, NULL, 1, value, sizeof *value, NULL);
	}
	return vcube_wait(self, beside, NULL);
}

static void
test_waits_beside(void **state)
{
	(void)state;
	for (size_t c = 0; c < COUNT(clocks); c++) {
		vcube_machine *const m = open_machine("full:3 clock=virtual %s startup=1us per_byte=0",
						      clocks[c]);

		run_well(m, align_beside, NULL);
		for (int how = 0; how < 3; how++)
			run_well(m, end_beside, &how);
		vcube_close(m);
	}
}

/* --- calls beside the program that test in a loop --- */

struct testing {
	vcube_request *told;
	int how;
};

static int
test_until_told(vcube_node *self, void *arg)
{
	struct testing *const t = arg;

	wait_one(self, t->told, 1);
	return 0;
}

static int
receive_and_tell(vcube_node *self, void *arg)
{
	struct testing *const t = arg;
	const int me = vcube_rank(self), p = vcube_size(self);
	int left = -1;
	vcube_request *const r = vcube_tirecv(self, NULL, (me + p - 1) % p, 1, &left, sizeof left);

	wait_one(self, r, t->how % 2);
	CHECK(self, vcube_failed(self) || left == (me + p - 1) % p);
	vcube_complete(self, t->told);
	return 0;
}

/* The first call tests before the second has begun, which ends what that tests for once the left
 * neighbour has sent; that is after its own first call has begun to test. */
static int
test_beside(vcube_node *self, void *arg)
{
	struct testing t = {.told = vcube_promise(self), .how = *(int *)arg};
	const int me = vcube_rank(self), p = vcube_size(self);
	vcube_request *request[2];

	request[0] = vcube_async(self, NULL, test_until_told, &t);
	vcube_tsend(self, NULL, (me + 1) % p, 1, &me, sizeof me);
	request[1] = vcube_async(self, NULL, receive_and_tell, &t);
	for (int i = 0; i < 2; i++)
		wait_one(self, request[i], t.how / 2);
	return vcube_failed(self);
}

static void
test_tests_beside(void **state)
{
	(void)state;
	for (int how = 0; how < 4; how++)
		try_everywhere("full:4", test_beside, &how);
}

/* The first of a call's requests, while the program waits for a message from any. */
static int
wait_for_first(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), p = vcube_size(self);
	char in, out = 0;
	vcube_request *request[] = {
		vcube_tirecv(self, NULL, (me + p - 1) % p, 2, &in, 1),
		vcube_tissend(self, NULL, (me + 1) % p, 2, &out, 1),
	};

	(void)arg;
	for (int i = 0, at; i < 2 && !vcube_failed(self); i++)
		if (vcube_waitany(self, request, 2, &at, NULL) == 0)
			request[at] = NULL;
	return 0;
}

/* Node 1 sends node 0 what that has posted a receive from any for, and has no room for it. */
static int
take_programs(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	char bytes[100] = "", small = 0;
	vcube_request *request[2] = {NULL}, *beside;

	(void)arg;
	if (me == 1)
		vcube_send(self, NULL, 2, &small, 1);
	if (me == 2)
		vcube_recv(self, NULL, 1, &small, 1, NULL);
	if (me == 0)
		request[0] = vcube_tirecv(self, NULL, VCUBE_ANY, 1, bytes, sizeof bytes);
	if (me == 1)
		request[1] = vcube_tissend(self, NULL, 0, 1, bytes, sizeof bytes);
	beside = vcube_async(self, NULL, wait_for_first, NULL);
	vcube_wait(self, request[0], NULL);
	vcube_wait(self, beside, NULL);
	return vcube_wait(self, request[1], NULL);
}

/* A call takes the message that the program waits for, and ends: the program goes on. */
static void
test_programs_message(void **state)
{
	(void)state;
	for (int i = 0; i < 2; i++) {
		vcube_machine *const m = open_machine("full:3 clock=virtual startup=1us per_byte=10ns "
						      "send_overhead=200ns recv_overhead=300ns "
						      "ports=all capacity=1 routing=%s", i ? "any" : "none");

		run_well(m, take_programs, NULL);
		vcube_close(m);
	}
}

/* Sends to the next node, which confirms it, and receives from the one before. */
static int
confirm_around(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), p = vcube_size(self);
	int from = -1;
	vcube_request *const r = vcube_tirecv(self, NULL, (me + p - 1) % p, 1, &from, sizeof from);

	(void)arg;
	vcube_tssend(self, NULL, (me + 1) % p, 1, &me, sizeof me);
	return vcube_wait(self, r, NULL);
}

/* Meanwhile node 0 sends a message to itself, and has posted a receive for it and for its
 * confirmation. */
static int
confirm_itself(vcube_node *self, void *arg)
{
	(void)arg;
	for (int i = 0; i < 20 && !vcube_failed(self); i++) {
		vcube_request *const beside = vcube_async(self, NULL, confirm_around, NULL);
		vcube_request *received = NULL, *sent = NULL;
		char in[10], out[10] = "";

		if (vcube_rank(self) == 0) {
			received = vcube_tirecv(self, NULL, VCUBE_ANY, 2, in, sizeof in);
			sent = vcube_tissend(self, NULL, 0, 2, out, sizeof out);
		}
		vcube_wait(self, beside, NULL);
		vcube_wait(self, received, NULL);
		vcube_wait(self, sent, NULL);
	}
	return vcube_failed(self);
}

static void
test_oldest_gets(void **state)
{
	static const char *const texts[] = {"clock=wall", "clock=wall threads=one", "clock=virtual", "clock=free"};

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		vcube_machine *const m = open_machine("full:4 startup=20us %s", texts[i]);

		run_well(m, confirm_itself, NULL);
		vcube_close(m);
	}
}

/* A call beside the program starts two more, and itself sends and receives, before it waits for
 * them or tests. */
static int
start_more(vcube_node *self, void *arg)
{
	const int how = *(int *)arg, me = vcube_rank(self), p = vcube_size(self);
	const int right = (me + 1) % p, left = (me + p - 1) % p;
	vcube_request *request[2];
	struct job job[2];
	int from = -1;

	for (int i = 0; i < 2; i++)
		request[i] = start(self, NULL, &job[i], i);
	vcube_tsend(self, NULL, right, 3, &me, sizeof me);
	vcube_trecv(self, NULL, left, 3, &from, sizeof from, NULL);
	CHECK(self, vcube_failed(self) || from == left);
	for (int i = 1; i >= 0; i--)
		wait_one(self, request[i], how);
	for (int i = 0; i < 2; i++)
		CHECK(self, vcube_failed(self) || is_right(self, &job[i]));
	return 0;
}

static int
nest(vcube_node *self, void *arg)
{
	vcube_request *const outer = vcube_async(self, NULL, start_more, arg);
	int64_t sum = 0, mine = 1;

	vcube_allreduce(self, NULL, &mine, &sum, 1, VCUBE_INT64, VCUBE_SUM, NULL);
	CHECK(self, vcube_failed(self) || sum == vcube_size(self));
	return vcube_wait(self, outer, NULL);
}

static void
test_nested(void **state)
{
	(void)state;
	for (int how = 0; how < 2; how++)
		try_everywhere("full:4", nest, &how);
}

/* Receives the message of node 0 with a tag, and waits for it or tests. */
struct receiving {
	int tag, how;
};

static int
receive_tagged(vcube_node *self, void *arg)
{
	const struct receiving *const r = arg;
	int got = -1;

	wait_one(self, vcube_tirecv(self, NULL, 0, r->tag, &got, sizeof got), r->how);
	CHECK(self, vcube_failed(self) || got == r->tag);
	return 0;
}

/* What a test finds first may be another call's, which waits for it. */
static int
test_anothers(vcube_node *self, void *arg)
{
	struct receiving first = {.tag = 1, .how = *(int *)arg % 2}, second = {.tag = 2, .how = *(int *)arg / 2};
	vcube_request *request[2];

	if (vcube_rank(self) == 0) {
		vcube_compute(self, 10000000);
		vcube_tsend(self, NULL, 1, 1, &first.tag, sizeof first.tag);
		vcube_tsend(self, NULL, 1, 2, &second.tag, sizeof second.tag);
	} else {
		request[0] = vcube_async(self, NULL, receive_tagged, &first);
		request[1] = vcube_async(self, NULL, receive_tagged, &second);
		vcube_waitall(self, request, 2);
	}
	return vcube_failed(self);
}

static void
test_anothers_message(void **state)
{
	(void)state;
	for (int how = 0; how < 4; how++)
		try_everywhere("full:2", test_anothers, &how);
}

static int
wrong(vcube_node *self, void *arg)
{
	const char *which = arg;
	struct job job;
	vcube_request *const r = start(self, NULL, &job, strcmp(which, "differ") ? 0 : vcube_rank(self));

	return strcmp(which, "forgotten") == 0 ? 0 : vcube_wait(self, r, NULL);
}

static int
alone(vcube_node *self, void *arg)
{
	return vcube_rank(self) == 0 ? wrong(self, arg) : 0;
}

static void
test_refused(void **state)
{
	(void)state;
	run_refused("full:2", wrong, "forgotten", VCUBE_EREQUEST, "was never waited for");
	run_refused("full:2", wrong, "differ", VCUBE_EDEADLOCK, "for a call that runs beside");
	run_refused("full:2", alone, "alone", VCUBE_EDEADLOCK, "for a call that runs beside");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_at_once),
		TEST(test_first_of_two),
		TEST(test_passed_on),
		TEST(test_times),
		TEST(test_waits_beside),
		TEST(test_tests_beside),
		TEST(test_anothers_message),
		TEST(test_programs_message),
		TEST(test_oldest_gets),
		TEST(test_nested),
		TEST(test_refused),
	};

	return RUN_TESTS(tests);
}
