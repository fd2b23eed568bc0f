/* SPDX-License-Identifier: BSD-2-Clause */
/* Messages arrive whole, once and in order: every call, every length. */
#include <string.h>
#include "support.h"

/* Lengths around what a slot carries under either clock, and what two, and most; around the
 * longest short message; and a lent one. */
static const size_t lengths[] = {
	0, 1, 8, 23, 24, 25, 39, 40, 41, 99, 100, 101, 160, 161, 511, 512, 513, 1024, 1025, 4096, 1 << 20,
};
enum { LENGTHS = sizeof lengths / sizeof lengths[0], LONGEST = 1 << 20, MARGIN = 64 };

/* Nothing was written behind a message of `bytes` in a buffer with a margin. */
static bool
is_margin(const unsigned char *data, size_t bytes)
{
	for (size_t i = bytes; i < bytes + MARGIN; i++)
		if (data[i] != 0xee)
			return false;
	return true;
}

/* Receives message `number` of `bytes` into a larger buffer, and checks all of it. */
static int
take(vcube_node *self, int from, unsigned char *data, size_t bytes, unsigned number)
{
	struct vcube_status status = {.from = -7, .bytes = 77, .arrival = -7};

	memset(data + bytes, 0xee, MARGIN);
	if (vcube_recv(self, NULL, from, data, bytes + MARGIN, &status) != 0)
		return vcube_failed(self);
	CHECK(self, is_filled(data, bytes, from, vcube_rank(self), number));
	CHECK(self, is_margin(data, bytes));
	CHECK(self, status.from == from && status.bytes == bytes);
	CHECK(self, status.arrival >= 0 && status.arrival <= vcube_now(self));
	return 0;
}

static int
give(vcube_node *self, int to, unsigned char *data, size_t bytes, unsigned number)
{
	fill(data, bytes, vcube_rank(self), to, number);
	vcube_send(self, NULL, to, data, bytes);
	/* it was copied: the buffer may change */
	memset(data, 0xdd, bytes);
	return vcube_failed(self);
}

/* Node 0 sends all lengths, one after the other; node 1 sends them back. */
static int
every_length(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), other = 1 - me;
	unsigned char *data = take_block(self, LONGEST + MARGIN);

	(void)arg;
	if (data == NULL)
		return vcube_failed(self);
	for (unsigned round = 0; round < 2; round++)
		for (unsigned i = 0; i < LENGTHS; i++)
			if (round == (unsigned)me)
				give(self, other, data, lengths[i], i);
			else
				take(self, other, data, lengths[i], i);
	vcube_free(self, data);
	return 0;
}

static void
test_every_length(void **state)
{
	(void)state;
	try_everywhere("full:2", every_length, NULL);
}

/* To itself: sent first, received later, by each of the calls. */
static int
to_oneself(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	unsigned char *data = take_block(self, LONGEST + MARGIN);
	unsigned char *into = take_block(self, LONGEST + MARGIN);

	(void)arg;
	if (into == NULL)
		return vcube_failed(self);
	for (unsigned i = 0; i < LENGTHS; i++)
		give(self, me, data, lengths[i], i);
	for (unsigned i = 0; i < LENGTHS; i++)
		take(self, me, into, lengths[i], i);
	for (unsigned i = 0; i < LENGTHS; i++) {
		const struct vcube_pair pair = {me, data, lengths[i], into, LONGEST};

		fill(data, lengths[i], me, me, i);
		vcube_sendrecv(self, NULL, me, data, lengths[i], me, into, LONGEST, NULL);
		CHECK(self, is_filled(into, lengths[i], me, me, i));
		memset(into, 0, LONGEST);
		vcube_exchange(self, NULL, me, data, lengths[i], into, LONGEST, NULL);
		CHECK(self, is_filled(into, lengths[i], me, me, i));
		memset(into, 0, LONGEST);
		vcube_exchange_all(self, NULL, &pair, 1);
		CHECK(self, is_filled(into, lengths[i], me, me, i));
	}
	CHECK(self, is_wall(self) || vcube_now(self) == 0);     /* no link is used */
	return 0;
}

static void
test_to_oneself(void **state)
{
	(void)state;
	try_everywhere("linear:1", to_oneself, NULL);
	try_everywhere("ring:3", to_oneself, NULL);
}

/* The textbook's ring: all send to the right, then all receive from the left. */
static int
shift(vcube_node *self, void *arg)
{
	const size_t bytes = *(const size_t *)arg;
	const int p = vcube_size(self), me = vcube_rank(self);
	const int right = (me + 1) % p, left = (me + p - 1) % p;
	unsigned char *data = take_block(self, bytes + MARGIN);

	if (data == NULL)
		return vcube_failed(self);
	for (unsigned i = 0; i < 3; i++) {
		give(self, right, data, bytes, i);
		take(self, left, data, bytes, i);
	}
	for (unsigned i = 3; i < 6; i++)
		give(self, right, data, bytes, i);
	for (unsigned i = 3; i < 6; i++)
		take(self, left, data, bytes, i);
	return 0;
}

static void
test_send_right_receive_left(void **state)
{
	static const char *const rings[] = {"ring:1", "ring:2", "ring:3", "ring:8"};
	size_t bytes = 4 << 20;

	(void)state;
	for (size_t k = 0; k < 4; k++)
		for (size_t i = first_case(k, LENGTHS); i < LENGTHS; i += next_case())
			try_everywhere(rings[k], shift, (void *)&lengths[i]);
	try_well("ring:3", shift, &bytes);
	try_well("ring:3 clock=virtual", shift, &bytes);
}

/* Both ways, with neighbours of a hypercube, by each of the calls. */
static int
both_ways(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), p = vcube_size(self);
	unsigned char *data = take_block(self, LONGEST), *into = take_block(self, LONGEST);
	struct vcube_status status;

	(void)arg;
	if (into == NULL)
		return vcube_failed(self);
	for (unsigned i = 0; i < LENGTHS; i++)
		for (int bit = 1; bit < p; bit *= 2) {
			const int peer = me ^ bit;
			/* the two directions may differ in length */
			const size_t mine = lengths[(i + (unsigned)me % 2) % LENGTHS];
			const size_t its = lengths[(i + (unsigned)peer % 2) % LENGTHS];

			fill(data, mine, me, peer, i);
			if (bit == 1)
				vcube_exchange(self, NULL, peer, data, mine, into, LONGEST, &status);
			else
				vcube_sendrecv(self, NULL, peer, data, mine, peer, into, LONGEST,
					       &status);
			CHECK(self, status.from == peer && status.bytes == its);
			CHECK(self, is_filled(into, its, peer, me, i));
		}
	return 0;
}

static void
test_both_ways(void **state)
{
	(void)state;
	try_everywhere("hypercube:2", both_ways, NULL);
}

/* All ports at once; also more pairs than the call keeps on its stack. */
static int
all_ports(vcube_node *self, void *arg)
{
	enum { MOST = 40, LENGTH = 300 };
	const int me = vcube_rank(self), p = vcube_size(self);
	static const size_t some[] = {0, 7, 24, 25, 41, LENGTH};
	unsigned char data[MOST][LENGTH], into[MOST][LENGTH];
	struct vcube_pair pairs[MOST];
	int n = 0;

	(void)arg;
	for (int other = 0; other < p; other++) {
		const unsigned number = (unsigned)(me ^ other);

		if (other == me)
			continue;
		fill(data[n], some[number % 6], me, other, number);
		pairs[n] = (struct vcube_pair){other, data[n], some[number % 6], into[n], LENGTH};
		n++;
	}
	vcube_exchange_all(self, NULL, pairs, n);
	for (int i = 0; i < n; i++) {
		const unsigned number = (unsigned)(me ^ pairs[i].peer);

		CHECK(self, is_filled(into[i], some[number % 6], pairs[i].peer, me, number));
	}
	return vcube_exchange_all(self, NULL, NULL, 0);
}

static void
test_all_ports(void **state)
{
	(void)state;
	try_everywhere("full:2", all_ports, NULL);
	try_everywhere("full:16", all_ports, NULL);
	try_everywhere("full:17", all_ports, NULL);
	try_everywhere("full:40", all_ports, NULL);
}

/* Thousands of messages at random lengths, far ahead of the receiver. */
static int
stream(vcube_node *self, void *arg)
{
	enum { COUNT = 4000, MOST = 3000 };
	const int me = vcube_rank(self);
	unsigned char data[MOST + MARGIN];
	uint64_t state = seed;

	(void)arg;
	for (unsigned i = 0; i < COUNT; i++) {
		const uint64_t r = state = state * 6364136223846793005u + 1442695040888963407u;
		const size_t bytes = r >> 60 == 0 ? r >> 33 & 2047 : r >> 33 & 63;

		if (me == 0)
			give(self, 1, data, bytes, i);
		else
			take(self, 0, data, bytes, i);
	}
	return 0;
}

static void
test_stream(void **state)
{
	(void)state;
	try_everywhere("linear:2", stream, NULL);
}

/* Machines of every order of magnitude: each node to a few others and back. */
static int
round_about(vcube_node *self, void *arg)
{
	const int p = vcube_size(self), me = vcube_rank(self);

	(void)arg;
	for (int d = 1; d < 40; d = 3 * d + 1) {
		const int to = (me + d) % p, from = (int)(((long)me - d % p + p) % p);
		int sent[20] = {me, d}, got[20];

		vcube_send(self, NULL, to, sent, sizeof sent);
		if (vcube_recv(self, NULL, from, got, sizeof got, NULL) != 0)
			return vcube_failed(self);
		CHECK(self, got[0] == from && got[1] == d);
	}
	return 0;
}

static void
test_every_size_of_machine(void **state)
{
	static const int nodes[] = {1, 2, 3, 5, 16, 64, 257, 1024};
	char text[80];

	(void)state;
	for (int i = 0; i < up_to(sizeof nodes / sizeof nodes[0], 6); i++)
		for (int how = 0; how < 3; how++) {
			snprintf(text, sizeof text, "full:%d heap=64KiB clock=%s%s", nodes[i],
				 how == 1 ? "virtual" : "free", how == 2 ? " fuzz=5" : "");
			try_well(text, round_about, NULL);
		}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_every_length),
		TEST(test_to_oneself),
		TEST(test_send_right_receive_left),
		TEST(test_both_ways),
		TEST(test_all_ports),
		TEST(test_stream),
		TEST(test_every_size_of_machine),
	};

	return RUN_TESTS(tests);
}
