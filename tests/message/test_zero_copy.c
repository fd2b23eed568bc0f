/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lent buffers: messages arrive whole whichever side copies them, and after the wait, or after
 * a send that offers its buffer, it belongs to the program again.
 */
#include <string.h>
#include "node.h"
#include "support.h"

/* Bytes that are lent for sure, that may be lent, and that a send offers. */
enum { MOST = 5000, LENT = 1500, LONG = 600 << 10 };

/* How a buffer passes to the receiver: until the wait; until the last poll; while the send
 * lasts. */
enum way { WAITED, POLLED, OFFERED };

static void
pass(vcube_node *self, enum way way, const void *data, size_t bytes)
{
	if (way == OFFERED)
		vcube_send(self, NULL, 1, data, bytes);
	else
		finish_request(self, vcube_isend(self, NULL, 1, data, bytes), way == POLLED, NULL);
}

/* Then the buffer belongs to the program: it holds another message. */
static int
reuse(vcube_node *self, void *arg)
{
	const enum way *const way = arg;
	const size_t bytes = *way == OFFERED ? LONG : MOST;
	const unsigned count = *way == OFFERED ? 5 : 50;
	const int me = vcube_rank(self);
	unsigned char *data = take_block(self, bytes);

	if (data == NULL)
		return vcube_failed(self);
	for (unsigned i = 0; me == 0 && i < count; i++) {
		fill(data, bytes, 0, 1, i);
		pass(self, *way, data, bytes);
		memset(data, 0x77, bytes);
	}
	/* node 1 does not receive before all were sent and overwritten */
	vcube_align(self, NULL);
	for (unsigned i = 0; me == 1 && i < count; i++) {
		vcube_recv(self, NULL, 0, data, bytes, NULL);
		CHECK(self, vcube_failed(self) || is_filled(data, bytes, 0, 1, i));
	}
	return vcube_failed(self);
}

static void
test_buffers_can_be_reused(void **state)
{
	(void)state;
	for (enum way way = WAITED; way <= OFFERED; way++)
		try_everywhere("linear:2", reuse, &way);
}

/* The same while the receiver takes the messages: it gets each from the buffer or from the
 * copy, never a mixture. */
static int
contended(vcube_node *self, void *arg)
{
	const enum way *const way = arg;
	const size_t bytes = *way == OFFERED ? LONG : LENT;
	const unsigned count = *way == OFFERED ? 50 : 1500;
	const int me = vcube_rank(self);
	unsigned char *data = take_block(self, bytes);

	for (unsigned i = 0; data != NULL && i < count; i++) {
		if (me == 0) {
			fill(data, bytes, 0, 1, i);
			pass(self, *way, data, bytes);
			memset(data, 0x77, bytes);
		} else {
			/* after a random delay */
			for (uint64_t k = vcube_random(self) % (2 * bytes); k > 0; k--)
				vcube_random(self);
			vcube_recv(self, NULL, 0, data, bytes, NULL);
			CHECK(self, vcube_failed(self) || is_filled(data, bytes, 0, 1, i));
		}
	}
	return vcube_failed(self);
}

static void
test_copied_or_lent_never_mixed(void **state)
{
	static enum way ways[] = {WAITED, OFFERED};

	(void)state;
	for (size_t i = 0; i < COUNT(ways); i++) {
		try_well("linear:2", contended, &ways[i]);
		host_busy();
		try_well("linear:2 pin=no", contended, &ways[i]);
		host_idle();
	}
}

/* Each sends to the other before it receives: neither waits for the other. */
static int
head_on(vcube_node *self, void *arg)
{
	const size_t bytes = *(const size_t *)arg;
	const unsigned count = bytes == LONG ? 5 : 500;
	const int me = vcube_rank(self), other = 1 - me;
	unsigned char *mine = take_block(self, bytes), *theirs = take_block(self, bytes);

	for (unsigned i = 0; mine != NULL && theirs != NULL && i < count; i++) {
		fill(mine, bytes, me, other, i);
		vcube_tsend(self, NULL, other, 7, mine, bytes);
		vcube_send(self, NULL, other, mine, bytes);
		memset(mine, 0x77, bytes);
		vcube_recv(self, NULL, other, theirs, bytes, NULL);
		CHECK(self, vcube_failed(self) || is_filled(theirs, bytes, other, me, i));
		vcube_trecv(self, NULL, other, 7, theirs, bytes, NULL);
		CHECK(self, vcube_failed(self) || is_filled(theirs, bytes, other, me, i));
	}
	return vcube_failed(self);
}

static void
test_sends_wait_for_nobody(void **state)
{
	static size_t lengths[] = {MOST, LONG};

	(void)state;
	for (size_t i = 0; i < COUNT(lengths); i++)
		try_everywhere("linear:2", head_on, &lengths[i]);
}

/* Nodes that send to each other wait for that before they wait for their receives, whose messages
 * they may take meanwhile. */
static int
crossed(vcube_node *self, void *arg)
{
	enum { EACH = 3, ROUNDS = 100 };
	const int me = vcube_rank(self), other = 1 - me;
	unsigned char *out = take_block(self, MOST), *in = take_block(self, EACH * MOST);
	vcube_request *requests[EACH];

	(void)arg;
	if (out == NULL || in == NULL)
		return vcube_failed(self);
	for (unsigned i = 0; i < ROUNDS; i++) {
		for (int k = 0; k < EACH; k++)
			requests[k] = vcube_irecv(self, NULL, other, in + k * MOST, MOST);
		for (unsigned k = 0; k < EACH; k++) {
			fill(out, MOST, me, other, i * EACH + k);
			vcube_wait(self, vcube_isend(self, NULL, other, out, MOST), NULL);
			memset(out, 0x77, MOST);
		}
		for (unsigned k = EACH; k-- > 0;) {
			vcube_wait(self, requests[k], NULL);
			CHECK(self, vcube_failed(self) ||
				    is_filled(in + k * MOST, MOST, other, me, i * EACH + k));
		}
	}
	return vcube_failed(self);
}

static void
test_sends_waited_for_first(void **state)
{
	(void)state;
	try_everywhere("linear:2", crossed, NULL);
}

/* A node that has failed still gets its buffer back, and its earlier messages are received. */
static int
fail_and_wait(vcube_node *self, void *arg)
{
	const bool poll = *(const bool *)arg;
	unsigned char data[LENT];
	vcube_request *r;
	int done;

	if (vcube_rank(self) == 0) {
		fill(data, sizeof data, 0, 1, 3);
		r = vcube_isend(self, NULL, 1, data, sizeof data);
		vcube_fail(self, "on purpose");
		if (poll)
			vcube_test(self, r, &done, NULL);
		else
			vcube_wait(self, r, NULL);
		memset(data, 0x77, sizeof data);
		return vcube_failed(self);
	}
	for (int i = 0; i < 30000; i++)
		vcube_random(self);
	vcube_recv(self, NULL, 0, data, sizeof data, NULL);
	return is_filled(data, sizeof data, 0, 1, 3) ? vcube_failed(self) : 99;
}

static void
test_failed_nodes_buffers(void **state)
{
	bool poll = false;

	(void)state;
	for (int i = 0; i < 60; i++, poll = !poll) {
		vcube_machine *machine = open_machine("full:2 fuzz=%d heap=64KiB", i % 3 ? i : 0);

		run_for(machine, fail_and_wait, &poll, VCUBE_EPROGRAM);
		assert_int_equal(vcube_run_result(machine, 1), 0);
		vcube_close(machine);
	}
}

/* Longer than all memory: the sender waits no longer than for what there is. */
static int
send_without_end(vcube_node *self, void *arg)
{
	char data[8] = "";

	(void)arg;
	if (vcube_rank(self) == 0)
		vcube_send(self, NULL, 1, data, SIZE_MAX / 2);
	return 0;
}

static void
test_no_memory_for_it(void **state)
{
	static const char *const ways[] = {"", "threads=one", "threads=cores", "clock=virtual"};

	(void)state;
	for (size_t i = 0; i < COUNT(ways); i++) {
		vcube_machine *machine = open_machine("full:2 %s", ways[i]);

		run_for(machine, send_without_end, NULL, VCUBE_EHOST);
		report_has(machine, "no memory for a message");
		vcube_close(machine);
	}
}

/* Else the tests of offers would test nothing. */
static void
test_long_buffers_are_offered(void **state)
{
	vcube_machine *machine = open_machine("linear:2");

	(void)state;
	assert_true(machine->offer_from <= LONG);
	vcube_close(machine);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_long_buffers_are_offered),
		TEST(test_buffers_can_be_reused),
		TEST(test_copied_or_lent_never_mixed),
		TEST(test_sends_wait_for_nobody),
		TEST(test_sends_waited_for_first),
		TEST(test_failed_nodes_buffers),
		TEST(test_no_memory_for_it),
	};

	return RUN_TESTS(tests);
}
