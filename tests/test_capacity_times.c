/* SPDX-License-Identifier: BSD-2-Clause */
/* A capacity as part of the machine: until when a sender waits for room. */
#include "support.h"

#define US ((vcube_time)1000000)        /* a microsecond; also the default start-up */
#define MESSAGE (US + 8000)             /* 8 bytes over a link, by default */

/* Three messages of 8 bytes through a channel that holds one. The receiver
 * comes at 10 us: the second send ends then. The third message starts then; its
 * send ends when the second was received: with one port, a message's time after
 * the first, with all ports at once. */
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

/* With none at all, a send ends when its message is received. */
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

/* A poll of a send is true from the time on at which there was room. */
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_time_of_waiting_for_room),
		TEST(test_time_of_a_rendezvous),
		TEST(test_polls_of_a_send),
	};

	return RUN_TESTS(tests);
}
