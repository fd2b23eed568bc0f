/* SPDX-License-Identifier: BSD-2-Clause */
/* A channel's capacity: which senders wait for room, and until when. */
#include <string.h>
#include "support.h"

/* --- who waits --------------------------------------------------------------------- */

#define US ((vcube_time)1000000)        /* a microsecond; also the default start-up */
#define MESSAGE (US + 8000)             /* 8 bytes over a link, by default */

enum { MOST = 100000 };

/* The textbook's ring: works for small messages, hangs for large ones. */
static int
shift(vcube_node *self, void *arg)
{
	const size_t bytes = *(const size_t *)arg;
	const int p = vcube_size(self), me = vcube_rank(self);
	unsigned char *data = take_block(self, MOST);

	if (data == NULL)
		return vcube_failed(self);
	for (unsigned i = 0; i < 4; i++) {
		fill(data, bytes, me, (me + 1) % p, i);
		vcube_send(self, NULL, (me + 1) % p, data, bytes);
		memset(data, 0, bytes);
		vcube_recv(self, NULL, (me + p - 1) % p, data, bytes, NULL);
		if (vcube_failed(self))
			break;
		CHECK(self, is_filled(data, bytes, (me + p - 1) % p, me, i));
	}
	return vcube_failed(self);
}

static void
try_shift(const char *capacity, const char *how, size_t bytes, int code)
{
	vcube_machine *machine = open_machine("ring:4 capacity=%s %s", capacity, how);

	run_for(machine, shift, &bytes, code);
	if (code != 0) {
		report_has(machine, "for room on the channel to");
		report_has(machine, "cycle: 0 -> 1 -> 2 -> 3 -> 0");
		report_has(machine, "test_capacity.c:");
	}
	/* and the machine works as before */
	bytes = 0;
	run_for(machine, shift, &bytes, strcmp(capacity, "0") == 0 ? VCUBE_EDEADLOCK : 0);
	vcube_close(machine);
}

static void
test_small_works_large_hangs(void **state)
{
	static const char *const how[] = {"clock=free", "clock=virtual", "fuzz=11", "strict=yes"};

	(void)state;
	for (int i = 0; i < 4; i++) {
		try_shift("unlimited", how[i], MOST, 0);
		try_shift("1000", how[i], 1000, 0);
		try_shift("1000", how[i], 1001, VCUBE_EDEADLOCK);
		try_shift("8", how[i], 8, 0);
		try_shift("8", how[i], 9, VCUBE_EDEADLOCK);
		try_shift("0", how[i], 0, VCUBE_EDEADLOCK);
		try_shift("0", how[i], 1, VCUBE_EDEADLOCK);
	}
}

/* A call that does both at once does not hang, whatever the capacity. */
static int
both_at_once(vcube_node *self, void *arg)
{
	const size_t bytes = *(const size_t *)arg;
	const int p = vcube_size(self), me = vcube_rank(self);
	const int right = (me + 1) % p, left = (me + p - 1) % p;
	unsigned char *data = take_block(self, MOST), *into = take_block(self, MOST);
	unsigned char *other = take_block(self, MOST);
	struct vcube_pair pairs[2] = {
		{left, data, bytes, into, bytes}, {right, data, bytes, other, bytes},
	};
	vcube_request *r[2];

	if (other == NULL)
		return vcube_failed(self);
	for (unsigned i = 0; i < 20; i++) {
		fill(data, bytes, me, right, i);
		vcube_sendrecv(self, NULL, right, data, bytes, left, into, bytes, NULL);
		CHECK(self, vcube_failed(self) || is_filled(into, bytes, left, me, i));
		r[0] = vcube_irecv(self, NULL, left, into, bytes);
		r[1] = vcube_isend(self, NULL, right, data, bytes);
		vcube_waitall(self, r, 2);
		CHECK(self, vcube_failed(self) || is_filled(into, bytes, left, me, i));
		vcube_exchange(self, NULL, me ^ 1, data, bytes, into, bytes, NULL);
		vcube_exchange_all(self, NULL, pairs, 2);
	}
	return vcube_failed(self);
}

static void
test_both_ways_never_hang(void **state)
{
	static const char *const capacities[] = {"0", "1", "100", "unlimited"};
	static const char *const how[] = {"clock=free", "clock=virtual", "fuzz=5"};
	char text[100];

	(void)state;
	for (size_t bytes = 0; bytes <= MOST; bytes = bytes ? 10 * bytes : 10)
		for (int i = 0; i < 4; i++)
			for (size_t k = first_case(bytes + (size_t)i, 3); k < 3; k += next_case()) {
				snprintf(text, sizeof text, "ring:4 capacity=%s %s", capacities[i],
					 how[k]);
				try_well(text, both_at_once, &bytes);
			}
}

/* A channel to itself has room as well, or none. */
static int
self_twice(vcube_node *self, void *arg)
{
	char data[16] = "to myself";

	(void)arg;
	vcube_send(self, NULL, vcube_rank(self), data, 8);
	vcube_send(self, NULL, vcube_rank(self), data, 8);
	vcube_recv(self, NULL, vcube_rank(self), data, 8, NULL);
	vcube_recv(self, NULL, vcube_rank(self), data, 8, NULL);
	return vcube_failed(self);
}

static void
test_room_for_oneself(void **state)
{
	(void)state;
	try_well("linear:1 capacity=16", self_twice, NULL);
	try_for("linear:1 capacity=15", self_twice, NULL, VCUBE_EDEADLOCK);
	try_for("linear:1 capacity=0 clock=virtual", self_twice, NULL, VCUBE_EDEADLOCK);
}

/* Requests may be waited for in any order: once the last one is within the capacity,
 * so are those before it. */
static int
backwards(vcube_node *self, void *arg)
{
	const vcube_time *end = arg;
	int64_t word[4] = {0};
	vcube_request *sent[4];

	if (vcube_rank(self) == 1)
		vcube_compute(self, 10 * US);
	for (int i = 0; i < 4; i++)
		if (vcube_rank(self) == 0)
			sent[i] = vcube_isend(self, NULL, 1, &word[i], 8);
		else
			vcube_recv(self, NULL, 0, &word[i], 8, NULL);
	for (int i = 3; i >= 0 && vcube_rank(self) == 0; i--)
		vcube_wait(self, sent[i], NULL);
	if (end != NULL)
		CHECK(self, vcube_now(self) == end[vcube_rank(self)]);
	return vcube_failed(self);
}

static void
test_waiting_for_room_backwards(void **state)
{
	/* one port: a message is taken when it is through, after the one before; with room
	 * for two, the fourth is within the capacity when the second is */
	vcube_time none[] = {10 * US + 3 * MESSAGE, 10 * US + 3 * MESSAGE};
	vcube_time two[] = {10 * US + MESSAGE, 10 * US + 3 * MESSAGE};

	(void)state;
	try_well("linear:2 capacity=8", backwards, NULL);
	try_well("linear:2 capacity=16 fuzz=3", backwards, NULL);
	try_well("linear:2 capacity=0 clock=wall", backwards, NULL);
	try_well("linear:2 clock=virtual capacity=0", backwards, none);
	try_well("linear:2 clock=virtual capacity=16", backwards, two);
	try_well("linear:2 clock=virtual capacity=16 routing=none", backwards, two);
}

/* The receiver is far ahead of what the sender has read: unread credit piles up. */
static int
far_behind(vcube_node *self, void *arg)
{
	enum { SMALL = 100, ROUNDS = 30 };
	char data[1000] = {0};

	(void)arg;
	for (int round = 0; round < ROUNDS; round++) {
		for (int i = 0; i < SMALL; i++)
			if (vcube_rank(self) == 0)
				vcube_send(self, NULL, 1, data, (size_t)i % 11);
			else
				vcube_recv(self, NULL, 0, data, 11, NULL);
		/* by now all has been received */
		vcube_align(self, NULL);
		if (vcube_rank(self) == 0)
			vcube_send(self, NULL, 1, data, sizeof data);
		else
			vcube_recv(self, NULL, 0, data, sizeof data, NULL);
	}
	return vcube_failed(self);
}

static void
test_news_of_room_grows(void **state)
{
	(void)state;
	try_well("linear:2 capacity=1000", far_behind, NULL);
	try_well("linear:2 capacity=1000 clock=virtual", far_behind, NULL);
	try_well("linear:2 capacity=1000 fuzz=2", far_behind, NULL);
}

/* --- until when -------------------------------------------------------------------- */

/* Three messages of 8 bytes through a channel that holds one. The receiver comes at 10 us:
 * the second send ends then, and the third message starts; its send ends when the second
 * was received: with one port a message's time after the first, with all ports at once. */
static int
narrow(vcube_node *self, void *arg)
{
	const vcube_time *expected = arg;
	int64_t word = 0;

	if (vcube_rank(self) == 1)
		vcube_compute(self, 10 * US);
	for (int i = 0; i < 3; i++) {
		if (vcube_rank(self) == 0)
			vcube_send(self, NULL, 1, &word, 8);
		else
			vcube_recv(self, NULL, 0, &word, 8, NULL);
		CHECK(self, vcube_now(self) == expected[3 * vcube_rank(self) + i]);
	}
	return vcube_failed(self);
}

static void
test_time_of_waiting_for_room(void **state)
{
	vcube_time one[] = {
		0, 10 * US, 10 * US + MESSAGE,
		10 * US, 10 * US + MESSAGE, 10 * US + 2 * MESSAGE,
	};
	vcube_time all[] = {
		0, 10 * US, 10 * US,
		10 * US, 10 * US, 10 * US + MESSAGE,
	};

	(void)state;
	host_busy();
	for (int i = 0; i < 20; i++) {
		try_well("linear:2 clock=virtual capacity=8", narrow, one);
		try_well("linear:2 clock=virtual capacity=15 fuzz=8", narrow, one);
		try_well("linear:2 clock=virtual capacity=8 ports=all", narrow, all);
	}
	host_idle();
}

/* With a capacity of 0, a send ends when its message is received. */
static int
rendezvous(vcube_node *self, void *arg)
{
	const vcube_time *begin = arg;
	const vcube_time arrival = begin[0] + MESSAGE;
	const vcube_time end = begin[1] > arrival ? begin[1] : arrival;
	int64_t word = 0;

	vcube_compute(self, begin[vcube_rank(self)]);
	if (vcube_rank(self) == 0)
		vcube_send(self, NULL, 1, &word, 8);
	else
		vcube_recv(self, NULL, 0, &word, 8, NULL);
	CHECK(self, vcube_now(self) == end);
	return vcube_failed(self);
}

static void
test_time_of_a_rendezvous(void **state)
{
	vcube_time late[] = {0, 5 * US}, early[] = {3 * US, 0}, just[] = {0, MESSAGE};

	(void)state;
	try_well("linear:2 clock=virtual capacity=0", rendezvous, late);
	try_well("linear:2 clock=virtual capacity=0", rendezvous, early);
	try_well("linear:2 clock=virtual capacity=0", rendezvous, just);
}

/* A poll of a send is true from the time on at which it has room. */
static int
polled(vcube_node *self, void *arg)
{
	int64_t word = 0;
	vcube_request *r;
	int done = 0, polls = 0;

	(void)arg;
	if (vcube_rank(self) == 1) {
		vcube_compute(self, 10 * US);
		return vcube_recv(self, NULL, 0, &word, 8, NULL);
	}
	r = vcube_isend(self, NULL, 1, &word, 8);
	while (!done && !vcube_failed(self)) {
		vcube_test(self, r, &done, NULL);
		polls += !done;
	}
	CHECK(self, polls == 10 && vcube_now(self) == 10 * US);
	return vcube_failed(self);
}

static void
test_polls_of_a_send(void **state)
{
	(void)state;
	host_busy();
	for (int i = 0; i < 20; i++)
		try_well("linear:2 clock=virtual capacity=0 poll=1us", polled, NULL);
	host_idle();
	try_well("linear:2 clock=virtual capacity=0 poll=1us fuzz=6", polled, NULL);
}

/* A message that is taken before those sent before it has room for itself, at that time; the others
 * have to wait for theirs. */
enum { EARLY = 20 };

static int
taken_early(vcube_node *self, void *arg)
{
	vcube_request *first[EARLY];
	int64_t word = 0;

	(void)arg;
	for (int i = 0; vcube_rank(self) == 0 && i < EARLY; i++)
		first[i] = vcube_tisend(self, NULL, 1, i, &word, 8);
	for (int i = EARLY; i < 2 * EARLY; i++)
		if (vcube_rank(self) == 0)
			vcube_tsend(self, NULL, 1, i, &word, 8);
		else
			vcube_trecv(self, NULL, 0, i, &word, 8, NULL);
	if (vcube_machine_desc(vcube_machine_of(self))->clock == VCUBE_CLOCK_VIRTUAL)
		CHECK(self, vcube_now(self) == 2 * EARLY * MESSAGE);
	if (vcube_rank(self) == 0) {
		vcube_waitall(self, first + 1, EARLY - 1);
		return vcube_wait(self, first[0], NULL);
	}
	vcube_compute(self, 10 * US);
	for (int i = EARLY; i-- > 0;)
		vcube_trecv(self, NULL, 0, i, &word, 8, NULL);
	return vcube_failed(self);
}

static void
test_room_of_those_taken_early(void **state)
{
	static const char *const ways[] = {
		"clock=free", "clock=free fuzz=7", "clock=free strict=yes", "clock=virtual",
		"clock=virtual routing=none", "clock=virtual threads=one", "clock=virtual threads=cores",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(ways); i++) {
		vcube_machine *machine = open_machine("full:2 capacity=0 %s", ways[i]);

		for (int again = 0; again < 3; again++)
			run_well(machine, taken_early, NULL);
		/* the port takes in one after the other, the first at once */
		if (strncmp(ways[i], "clock=virtual", 13) == 0)
			assert_int_equal(vcube_run_time(machine), (3 * EARLY - 1) * MESSAGE + 10 * US);
		vcube_close(machine);
	}
}

/* Waits for a message that is taken last, though one sent after it is taken first. */
static int
taken_last(vcube_node *self, void *arg)
{
	vcube_request *first;
	int64_t word = 0;

	(void)arg;
	if (vcube_rank(self) == 0) {
		first = vcube_tisend(self, NULL, 1, 0, &word, 8);
		vcube_tsend(self, NULL, 1, 1, &word, 8);
		vcube_wait(self, first, NULL);
		return vcube_tsend(self, NULL, 1, 2, &word, 8);
	}
	for (int i = 1; i <= 3; i++)
		vcube_trecv(self, NULL, 0, i % 3, &word, 8, NULL);
	return vcube_failed(self);
}

static void
test_no_room_by_a_later_one(void **state)
{
	static const char *const ways[] = {
		"clock=free", "clock=virtual", "clock=virtual routing=none", "clock=virtual threads=one",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(ways); i++) {
		vcube_machine *machine = open_machine("full:2 capacity=0 %s", ways[i]);

		run_for(machine, taken_last, NULL, VCUBE_EDEADLOCK);
		report_has(machine, "node 0 waits for room on the channel to node 1 (of 8 bytes)");
		vcube_close(machine);
		machine = open_machine("full:2 capacity=8 %s", ways[i]);
		run_well(machine, taken_last, NULL);
		vcube_close(machine);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_small_works_large_hangs),
		TEST(test_both_ways_never_hang),
		TEST(test_room_for_oneself),
		TEST(test_waiting_for_room_backwards),
		TEST(test_news_of_room_grows),
		TEST(test_time_of_waiting_for_room),
		TEST(test_time_of_a_rendezvous),
		TEST(test_polls_of_a_send),
		TEST(test_room_of_those_taken_early),
		TEST(test_no_room_by_a_later_one),
	};

	return RUN_TESTS(tests);
}
