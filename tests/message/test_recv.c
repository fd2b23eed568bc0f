/* SPDX-License-Identifier: BSD-2-Clause */
/* Receiving from any node, and behind receives that were posted before. */
#include <string.h>
#include "support.h"

#define US ((vcube_time)1000000)        /* a microsecond; also the default start-up */
#define MESSAGE (US + 8000)             /* 8 bytes over a link, by default */

/* From any: all send to node 0, which receives each message once, in order. */
static int
crowd(vcube_node *self, void *arg)
{
	enum { EACH = 60, MOST = 16 };
	const int me = vcube_rank(self), p = vcube_size(self);
	int got[MOST] = {0}, word[25];
	struct vcube_status status;

	(void)arg;
	for (int i = 0; me != 0 && i < EACH; i++) {
		const size_t length = i % 3 ? 8 : sizeof word;

		memset(word, 0, sizeof word);
		word[0] = me;
		word[1] = i;
		vcube_send(self, NULL, 0, word, length);
	}
	for (int i = 0; me == 0 && i < EACH * (p - 1); i++) {
		if (vcube_recv(self, NULL, VCUBE_ANY, word, sizeof word, &status) != 0)
			break;
		CHECK(self, status.from == word[0] && status.from > 0 && status.from < p);
		CHECK(self, word[1] == got[word[0]]++);
		CHECK(self, status.bytes == (word[1] % 3 ? 8 : sizeof word));
	}
	return vcube_failed(self);
}

static void
test_any_gets_each_once(void **state)
{
	(void)state;
	try_everywhere("full:2", crowd, NULL);
	try_everywhere("full:7", crowd, NULL);
	host_busy();
	try_well("full:16", crowd, NULL);
	host_idle();
}

/* The same machine again and again, with channels of earlier runs, whose messages were
 * received from any or from named nodes, or not opened. */
static int
some_of_them(vcube_node *self, void *arg)
{
	const unsigned senders = *(const unsigned *)arg;
	const int me = vcube_rank(self), p = vcube_size(self);
	int word = me, left = __builtin_popcount(senders & ~1u);

	if (me != 0 && senders >> me & 1)
		vcube_send(self, NULL, 0, &word, sizeof word);
	for (int r = 1; me == 0 && senders & 1 && r < p; r++)
		if (senders >> r & 1)
			vcube_recv(self, NULL, r, &word, sizeof word, NULL);
	for (int i = 0; me == 0 && !(senders & 1) && i < left; i++) {
		vcube_recv(self, NULL, VCUBE_ANY, &word, sizeof word, NULL);
		CHECK(self, senders >> word & 1);
	}
	return vcube_failed(self);
}

static void
test_any_in_later_runs(void **state)
{
	vcube_machine *timed = open_machine("full:6 clock=virtual"), *freely = open_machine("full:6");

	(void)state;
	for (unsigned i = 0; i < 300; i++) {
		/* 0x2f, named: all; then one at a time, and random ones */
		unsigned senders = i == 0 ? 0x3f : i < 7 ? 1u << (i - 1) : (unsigned)(seed + i * 40503u) % 64;

		run_well(timed, some_of_them, &senders);
		run_well(freely, some_of_them, &senders);
	}
	vcube_close(timed);
	vcube_close(freely);
}

/* Virtual: the earliest arrival first, ties to the lowest rank. */
static const vcube_time departure[] = {0, 5 * US, 3 * US, 3 * US, 1 * US};

static int
earliest_first(vcube_node *self, void *arg)
{
	static const int order[] = {4, 2, 3, 1};
	const vcube_time *expected = arg;
	struct vcube_status status;
	int64_t word = 0;

	vcube_compute(self, departure[vcube_rank(self)]);
	if (vcube_rank(self) != 0)
		return vcube_send(self, NULL, 0, &word, 8);
	for (int i = 0; i < 4; i++) {
		vcube_recv(self, NULL, VCUBE_ANY, &word, 8, &status);
		CHECK(self, status.from == order[i]);
		CHECK(self, status.arrival == departure[order[i]] + MESSAGE);
		CHECK(self, vcube_now(self) == expected[i]);
	}
	return vcube_failed(self);
}

static void
test_any_is_the_earliest(void **state)
{
	/* one port: each receive takes as long as its message */
	vcube_time one[] = {
		1 * US + MESSAGE, 3 * US + MESSAGE, 3 * US + 2 * MESSAGE, 3 * US + 3 * MESSAGE,
	};
	vcube_time all[] = {
		1 * US + MESSAGE, 3 * US + MESSAGE, 3 * US + MESSAGE, 5 * US + MESSAGE,
	};

	(void)state;
	host_busy();
	for (int i = 0; i < 20; i++) {
		try_well("full:5 clock=virtual", earliest_first, one);
		try_well("full:5 clock=virtual ports=all", earliest_first, all);
		try_well("full:5 clock=virtual fuzz=77", earliest_first, one);
	}
	host_idle();
}

/* From any member of a group: messages of others wait, though they are older. */
static int
within_a_group(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), p = vcube_size(self);
	vcube_group *odd_and_0;
	struct vcube_status status;
	int word = me;

	(void)arg;
	/* keys reverse the order: node 0 is the last of its group */
	vcube_split(self, NULL, me != 0 && me % 2 == 0, -me, &odd_and_0);
	if (me % 2 == 0 && me != 0)
		vcube_send(self, NULL, 0, &word, sizeof word);
	vcube_align(self, NULL);
	if (me % 2 == 1)
		vcube_send(self, NULL, 0, &word, sizeof word);
	for (int i = 0; me == 0 && i < p / 2; i++) {
		vcube_recv(self, odd_and_0, VCUBE_ANY, &word, sizeof word, &status);
		CHECK(self, word % 2 == 1 && vcube_group_node(self, odd_and_0, status.from) == word);
	}
	for (int i = 0; me == 0 && i < p - 1 - p / 2; i++) {
		vcube_recv(self, NULL, VCUBE_ANY, &word, sizeof word, &status);
		CHECK(self, word % 2 == 0 && status.from == word);
	}
	return vcube_failed(self);
}

static void
test_any_of_a_group(void **state)
{
	(void)state;
	try_everywhere("full:9", within_a_group, NULL);
}

/* A posted irecv gets the first message of its node, whatever call is made later; and it
 * delays no message of another node. */
static int
behind_an_irecv(vcube_node *self, void *arg)
{
	const int *how = arg;
	int first = -1, second = -1;
	struct vcube_status status;
	vcube_request *r;

	if (vcube_rank(self) == 1)
		for (int i = 100; i < (how[0] == 2 ? 101 : 102); i++)
			vcube_send(self, NULL, 0, &i, sizeof i);
	if (vcube_rank(self) == 2 && how[0] == 2)
		vcube_send(self, NULL, 0, &(int){101}, sizeof(int));
	if (vcube_rank(self) != 0)
		return vcube_failed(self);
	r = vcube_irecv(self, NULL, 1, &first, sizeof first);
	vcube_recv(self, NULL, how[1], &second, sizeof second, &status);
	CHECK(self, status.from == how[0]);
	vcube_wait(self, r, &status);
	CHECK(self, status.from == 1 && first == 100 && second == 101);
	return vcube_failed(self);
}

static void
test_irecvs_come_first(void **state)
{
	/* from whom the second message comes, and which call receives it */
	static const int how[][2] = {{1, 1}, {1, VCUBE_ANY}, {2, 2}, {2, VCUBE_ANY}};

	(void)state;
	for (int i = 0; i < 4; i++)
		for (int k = 0; k < 10; k++)
			try_everywhere("full:3", behind_an_irecv, (void *)how[i]);
}

/* A time limit includes the irecvs before it; they stay. */
static int
limit_behind_an_irecv(vcube_node *self, void *arg)
{
	int first = -1, second = -1, peer = 1 - vcube_rank(self);
	vcube_request *r = vcube_irecv(self, NULL, peer, &first, sizeof first);

	(void)arg;
	CHECK(self, vcube_recv_within(self, NULL, peer, &second, sizeof second, US, NULL) ==
			    VCUBE_ETIMEDOUT);
	vcube_align(self, NULL);
	vcube_send(self, NULL, peer, &(int){1}, sizeof(int));
	vcube_send(self, NULL, peer, &(int){2}, sizeof(int));
	vcube_recv_within(self, NULL, peer, &second, sizeof second, 1000000 * US, NULL);
	vcube_wait(self, r, NULL);
	CHECK(self, first == 1 && second == 2);
	return vcube_failed(self);
}

/* So does the send of a call in both directions. */
static int
both_ways_behind_an_irecv(vcube_node *self, void *arg)
{
	const int exchange = *(const int *)arg;
	int first = -1, second = -1, mine = 7, peer = 1 - vcube_rank(self);
	vcube_request *r;

	if (vcube_rank(self) == 1) {
		vcube_recv(self, NULL, peer, &mine, sizeof mine, NULL);
		vcube_send(self, NULL, peer, &(int){1}, sizeof(int));
		vcube_send(self, NULL, peer, &(int){2}, sizeof(int));
		return vcube_failed(self);
	}
	r = vcube_irecv(self, NULL, peer, &first, sizeof first);
	if (exchange)
		vcube_exchange(self, NULL, peer, &mine, sizeof mine, &second, sizeof second, NULL);
	else
		vcube_sendrecv(self, NULL, peer, &mine, sizeof mine, peer, &second, sizeof second,
			       NULL);
	vcube_wait(self, r, NULL);
	CHECK(self, first == 1 && second == 2);
	return vcube_failed(self);
}

static void
test_irecvs_hold_up_nothing(void **state)
{
	int no = 0, yes = 1;

	(void)state;
	try_everywhere("full:2", limit_behind_an_irecv, NULL);
	try_everywhere("full:2", both_ways_behind_an_irecv, &no);
	try_everywhere("full:2", both_ways_behind_an_irecv, &yes);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_any_gets_each_once),
		TEST(test_any_in_later_runs),
		TEST(test_any_is_the_earliest),
		TEST(test_any_of_a_group),
		TEST(test_irecvs_come_first),
		TEST(test_irecvs_hold_up_nothing),
	};

	return RUN_TESTS(tests);
}
