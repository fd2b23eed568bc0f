/* SPDX-License-Identifier: BSD-2-Clause */
/* Receiving within a time limit: to the picosecond, and by the host's clock. */
#include "support.h"

#define US ((vcube_time)1000000)        /* a microsecond; also the default start-up */
#define MESSAGE (US + 8000)             /* 8 bytes over a link, by default */

/* Time limits under the virtual clock: exactly to the picosecond. */
static int
limits(vcube_node *self, void *arg)
{
	const int from = *(const int *)arg;
	int64_t word = 5;
	struct vcube_status status;

	if (vcube_rank(self) == 1) {
		vcube_compute(self, 10 * US);
		vcube_send(self, NULL, 0, &word, 8);
		vcube_send(self, NULL, 0, &word, 8);
		return vcube_failed(self);
	}
	CHECK(self, vcube_recv_within(self, NULL, from, &word, 8, 0, NULL) == VCUBE_ETIMEDOUT);
	CHECK(self, vcube_now(self) == 0 && vcube_failed(self) == 0);
	CHECK(self, vcube_recv_within(self, NULL, from, &word, 8, 5 * US, NULL) == VCUBE_ETIMEDOUT);
	CHECK(self, vcube_now(self) == 5 * US);
	CHECK(self, vcube_recv_within(self, NULL, from, &word, 8, 5 * US + MESSAGE - 1, NULL) ==
			    VCUBE_ETIMEDOUT);
	CHECK(self, vcube_now(self) == 10 * US + MESSAGE - 1);
	CHECK(self, vcube_recv_within(self, NULL, from, &word, 8, 1, &status) == 0);
	CHECK(self, vcube_now(self) == 10 * US + MESSAGE && status.arrival == vcube_now(self));
	CHECK(self, status.from == 1 && status.bytes == 8);
	/* a limit beyond the end of time is none */
	CHECK(self, vcube_recv_within(self, NULL, from, &word, 8, INT64_MAX - 1, NULL) == 0);
	CHECK(self, vcube_now(self) == 10 * US + 2 * MESSAGE);
	return 0;
}

static void
test_limits_to_the_picosecond(void **state)
{
	int from[] = {1, VCUBE_ANY};

	(void)state;
	host_busy();
	for (int i = 0; i < 20; i++) {
		try_well("full:2 clock=virtual", limits, &from[i % 2]);
		try_well("full:2 clock=virtual fuzz=3", limits, &from[i % 2]);
	}
	host_idle();
}

/* A message that completes a receive posted before does not end the limit, nor lead a receive from
 * any to its sender's next one. */
static int
limits_behind_posted(vcube_node *self, void *arg)
{
	static const char data[10000];
	const int from = *(const int *)arg, rank = vcube_rank(self);
	char early[8], late[sizeof data];
	struct vcube_status status;
	vcube_request *request;

	if (rank == 1) {
		vcube_send(self, NULL, 0, data, 0);
		vcube_send(self, NULL, 0, data, sizeof data);
	} else if (rank == 2) {
		vcube_compute(self, 8 * US);
		vcube_send(self, NULL, 0, data, 0);
	}
	if (rank > 0)
		return vcube_failed(self);
	request = vcube_irecv(self, NULL, 1, early, sizeof early);
	CHECK(self, vcube_recv_within(self, NULL, from, late, sizeof late, 3 * US, NULL) ==
			    VCUBE_ETIMEDOUT);
	CHECK(self, vcube_now(self) == 3 * US);
	for (int i = 0; i < 2; i++) {
		const int next = (from == VCUBE_ANY) == (i == 0) ? 2 : 1;

		vcube_recv(self, NULL, from == VCUBE_ANY ? from : next, late, sizeof late, &status);
		CHECK(self, status.from == next && status.arrival == (next == 2 ? 9 : 12) * US);
	}
	return vcube_wait(self, request, NULL);
}

static int
any_behind_posted(vcube_node *self, void *arg)
{
	static const char data[10000];
	const int rank = vcube_rank(self);
	char room[sizeof data];
	struct vcube_status status;
	vcube_request *request;

	(void)arg;
	if (rank == 1)
		vcube_send(self, NULL, 0, data, 0);
	if (rank == 2)
		vcube_compute(self, 2 * US);
	if (rank > 0)
		return vcube_send(self, NULL, 0, data, rank == 1 ? sizeof data : 0);
	request = vcube_irecv(self, NULL, 1, room, 0);
	vcube_recv(self, NULL, VCUBE_ANY, room, sizeof room, &status);
	CHECK(self, status.from == 2 && status.arrival == 3 * US);
	vcube_recv(self, NULL, VCUBE_ANY, room, sizeof room, &status);
	CHECK(self, status.from == 1 && status.arrival == 12 * US);
	return vcube_wait(self, request, NULL);
}

static void
test_limits_behind_posted_receives(void **state)
{
	static const char *const ways[] = {
		"", "threads=one", "threads=cores", "routing=none", "switching=store-and-forward", "fuzz=3",
	};
	int from[] = {1, VCUBE_ANY};

	(void)state;
	for (size_t i = 0; i < COUNT(ways); i++) {
		for (int k = 0; k < 2; k++) {
			vcube_machine *const m = open_machine("full:3 clock=virtual %s", ways[i]);

			run_well(m, limits_behind_posted, &from[k]);
			run_well(m, any_behind_posted, NULL);
			vcube_close(m);
		}
	}
}

/* The greatest limit is a limit: it ends behind all times, where none would be a deadlock. */
static int
limit_behind_all(vcube_node *self, void *arg)
{
	int word;

	(void)arg;
	if (vcube_rank(self) == 0)
		vcube_recv_within(self, NULL, 1, &word, sizeof word, INT64_MAX, NULL);
	return vcube_failed(self);
}

static void
test_greatest_limit(void **state)
{
	(void)state;
	try_for("full:2 clock=virtual", limit_behind_all, NULL, VCUBE_ELIMIT);
}

/* The free clock: a limit that passes is no failure, and takes no message. */
static int
host_limits(vcube_node *self, void *arg)
{
	const int peer = 1 - vcube_rank(self);
	const int from = *(int *)arg == VCUBE_ANY ? VCUBE_ANY : peer;
	int word = 7;

	for (int i = 0; i < 3; i++)
		CHECK(self, vcube_recv_within(self, NULL, from, &word, sizeof word, i * US, NULL) ==
				    VCUBE_ETIMEDOUT);
	CHECK(self, vcube_failed(self) == 0 && vcube_now(self) == 0);
	vcube_align(self, NULL);
	vcube_send(self, NULL, peer, &word, sizeof word);
	CHECK(self, vcube_recv_within(self, NULL, from, &word, sizeof word, INT64_MAX - 1, NULL) == 0);
	return vcube_failed(self);
}

static void
test_limits_of_the_host(void **state)
{
	int any = VCUBE_ANY, other = -2;

	(void)state;
	for (int i = 0; i < 5; i++) {
		try_well("full:2", host_limits, &any);
		try_well("full:2", host_limits, &other);
		try_well("full:2 fuzz=4", host_limits, &any);
		try_well("full:2 fuzz=4", host_limits, &other);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_limits_to_the_picosecond),
		TEST(test_limits_behind_posted_receives),
		TEST(test_greatest_limit),
		TEST(test_limits_of_the_host),
	};

	return RUN_TESTS(tests);
}
