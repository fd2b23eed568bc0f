/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Traces: contents of memory, nested calls, lost messages, times of the free clock, and
 * links crossed.
 */
#include <stdio.h>
#include <string.h>
#include "mixture.h"
#include "tracing.h"

/* Contents: as at each step, cut to the wanted length. */
static int
counts(vcube_node *self, void *arg)
{
	uint64_t value[4] = {0};

	(void)arg;
	vcube_watch(self, "value", value, VCUBE_UINT64, 4);
	for (unsigned i = 0; i < 40; i++) {
		value[0] = i / 2;
		value[3] = i;
		vcube_step(self, "count");
	}
	return vcube_failed(self);
}

static void
test_contents(void **state)
{
	static const size_t kept[] = {16, 32, 100};

	(void)state;
	for (size_t k = 0; k < COUNT(kept); k++) {
		const struct vcube_trace_options options = {.contents = kept[k]};
		vcube_trace *t = record("full:3", counts, NULL, 0, &options);
		const struct vcube_event *e;
		uint64_t seen[3] = {0}, value[4] = {0};

		while ((e = vcube_trace_next(t)) != NULL) {
			if (e->kind != VCUBE_EVENT_MEMORY)
				continue;
			assert_int_equal(e->span, 32);
			assert_int_equal(e->number, kept[k] < 32 ? kept[k] : 32);
			assert_int_equal(e->detail, VCUBE_UINT64);
			assert_string_equal(vcube_trace_text(t, e->text), "value");
			memcpy(value, vcube_trace_contents(t, e), e->number);
			assert_int_equal(value[0], seen[e->rank] / 2);
			if (e->number == 32)
				assert_int_equal(value[3], seen[e->rank]);
			seen[e->rank]++;
		}
		assert_int_equal(seen[0] + seen[1] + seen[2], 120);
		/* what does not change is stored once */
		assert_int_equal(vcube_trace_head(t)->data_bytes,
				 kept[k] < 32 ? 3 * 20 * 16 : 3 * 40 * 32);
		vcube_trace_close(t);
	}
}

/* More than nodes set aside at once. */
static int
shows_much(vcube_node *self, void *arg)
{
	const size_t bytes = 100000;
	unsigned char *const much = take_block(self, bytes);

	(void)arg;
	if (much == NULL)
		return vcube_failed(self);
	vcube_watch(self, "much", much, VCUBE_UINT8, bytes);
	for (unsigned i = 0; i < 3; i++) {
		fill(much, bytes, vcube_rank(self), 0, i);
		vcube_step(self, "shown");
	}
	return vcube_failed(self);
}

static void
test_large_contents(void **state)
{
	const struct vcube_trace_options options = {.contents = SIZE_MAX};
	vcube_trace *t = record("full:2", shows_much, NULL, 0, &options);
	const struct vcube_event *e;
	unsigned seen[2] = {0};

	(void)state;
	while ((e = vcube_trace_next(t)) != NULL) {
		if (e->kind != VCUBE_EVENT_MEMORY)
			continue;
		assert_int_equal(e->number, 100000);
		assert_true(is_filled(vcube_trace_contents(t, e), e->number, e->rank, 0, seen[e->rank]));
		seen[e->rank]++;
	}
	assert_true(seen[0] == 3 && seen[1] == 3);
	vcube_trace_close(t);
}

/* Memory watched in a nested call lies deeper than the nodes' own. */
static int
nests(vcube_node *self, void *arg)
{
	const double in[2] = {vcube_rank(self), 1};
	double out = 0;

	(void)arg;
	return vcube_reduce_scatter(self, NULL, in, &out, 1, VCUBE_DOUBLE, VCUBE_SUM, "spread");
}

static void
test_depth(void **state)
{
	const struct vcube_trace_options options = {.contents = 8};
	const char *const machines[] = {"full:2", "full:2 clock=virtual"};

	(void)state;
	for (int i = 0; i < 2; i++) {
		vcube_trace *t = record(machines[i], nests, NULL, 0, &options);
		const struct vcube_event *e;
		int deepest = 0;

		while ((e = vcube_trace_next(t)) != NULL)
			if (e->kind == VCUBE_EVENT_MEMORY && e->peer > deepest)
				deepest = e->peer;
		assert_int_equal(deepest, 2);
		vcube_trace_close(t);
	}
}

/* The results of a call are recorded when it returns. */
static void
test_results_of_calls(void **state)
{
	const struct vcube_trace_options options = {.contents = 8};
	vcube_trace *t = record("full:2", nests, NULL, 0, &options);
	const struct vcube_event *e;
	double out[2] = {0};

	(void)state;
	while ((e = vcube_trace_next(t)) != NULL)
		if (e->kind == VCUBE_EVENT_MEMORY && strcmp(vcube_trace_text(t, e->text), "out") == 0)
			memcpy(&out[e->rank], vcube_trace_contents(t, e), e->number);
	assert_true(out[0] == 1 && out[1] == 2);
	vcube_trace_close(t);
}

/* Dropped messages have unique numbers, and do not arrive. */
static int
sends_in_vain(vcube_node *self, void *arg)
{
	char byte = 0;

	(void)arg;
	for (int i = 0; vcube_rank(self) == 0 && i < 3; i++)
		vcube_send(self, NULL, 1, &byte, 1);
	return vcube_failed(self);
}

static void
test_lost_messages(void **state)
{
	static const char *const machines[] = {
		"full:2 drop=1", "full:2 drop=1 clock=virtual", "full:2 drop=1 clock=virtual routing=none",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(machines); i++) {
		vcube_trace *t = record(machines[i], sends_in_vain, NULL, 0, NULL);
		const struct vcube_event *e;
		uint32_t number = 0x80000000;

		while ((e = vcube_trace_next(t)) != NULL) {
			assert_true(e->kind != VCUBE_EVENT_ARRIVE && e->kind != VCUBE_EVENT_RECV);
			if (e->kind == VCUBE_EVENT_SEND)
				assert_int_equal(e->number, number++);
		}
		assert_int_equal(number, 0x80000003);
		vcube_trace_close(t);
	}
}

/* The free clock: the host's times, in order, and no arrivals. */
static void
test_free_clock(void **state)
{
	struct mixture m = {.seed = seed, .rounds = 20, .patient = true};
	vcube_trace *t = record("full:5", mixed, &m, 0, NULL);
	const struct vcube_event *e;
	vcube_time end = 0;
	uint64_t sent = 0, got = 0;
	uint32_t sends[5][5] = {{0}};

	(void)state;
	while ((e = vcube_trace_next(t)) != NULL) {
		sent += e->kind == VCUBE_EVENT_SEND;
		got += e->kind == VCUBE_EVENT_GOT && e->detail == 0;
		/* nothing is received before it was sent */
		if (e->kind == VCUBE_EVENT_SEND)
			sends[e->rank][e->peer]++;
		else if (e->kind == VCUBE_EVENT_GOT && e->detail == 0)
			assert_true(e->number < sends[e->peer][e->rank]);
		assert_true(e->kind != VCUBE_EVENT_ARRIVE && e->kind != VCUBE_EVENT_HOP);
		end = e->time;
	}
	assert_int_equal(sent, got);
	assert_true(sent > 20 && end > 0 && end == vcube_trace_head(t)->time);
	assert_true(end < (vcube_time)DEADLINE * 1000000000000);
	vcube_trace_close(t);
}

/* Messages of all lengths, each in its slot, in several, in a block or lent, by the program and by
 * an algorithm of the library: all are in the trace, with their lengths, and received in order
 * after they were sent. */
static const size_t lengths[] = {1, 8, 40, 41, 512, 513, 1023, 1024, 1025, 5000};

static int
exchange_by_hand(vcube_node *self, size_t bytes, char *out, char *in)
{
	const int p = vcube_size(self), me = vcube_rank(self);
	vcube_request *sent[5];

	fill(out, bytes, me, 0, 0);
	for (int i = 1; i < p; i++)
		sent[i] = vcube_isend(self, NULL, (me + i) % p, out, bytes);
	for (int i = 1; i < p; i++) {
		vcube_recv(self, NULL, (me + p - i) % p, in, bytes, NULL);
		CHECK(self, is_filled(in, bytes, (me + p - i) % p, 0, 0));
	}
	return vcube_waitall(self, sent + 1, p - 1);
}

static int
exchange_lengths(vcube_node *self, void *arg)
{
	const size_t most = 5000 * (size_t)vcube_size(self);
	char *const out = take_block(self, most), *const in = take_block(self, most);

	(void)arg;
	for (size_t k = 0; k < 4 * COUNT(lengths); k++) {
		const size_t bytes = lengths[k % COUNT(lengths)];

		if (exchange_by_hand(self, bytes, out, in) != 0)
			return 1;
		fill(out, most, 0, 0, 1);
		vcube_alltoall(self, NULL, out, in, bytes, VCUBE_INT8, "direct");
	}
	return vcube_failed(self);
}

static void
check_lengths(const char *machine)
{
	vcube_trace *t = record(machine, exchange_lengths, NULL, 0, NULL);
	uint32_t sends[5][5] = {{0}}, gets[5][5] = {{0}};
	const struct vcube_event *e;

	while ((e = vcube_trace_next(t)) != NULL) {
		if (e->kind == VCUBE_EVENT_SEND) {
			assert_int_equal(e->number, sends[e->rank][e->peer]);
			assert_int_equal(e->amount, lengths[sends[e->rank][e->peer]++ / 2 % COUNT(lengths)]);
		} else if (e->kind == VCUBE_EVENT_GOT) {
			assert_int_equal(e->number, gets[e->peer][e->rank]);
			assert_int_equal(e->amount, lengths[gets[e->peer][e->rank]++ / 2 % COUNT(lengths)]);
			assert_true(gets[e->peer][e->rank] <= sends[e->peer][e->rank]);
		}
	}
	for (int i = 0; i < 25; i++)
		assert_int_equal(gets[i / 5][i % 5], i / 5 == i % 5 ? 0 : 8 * COUNT(lengths));
	vcube_trace_close(t);
}

static void
test_every_length(void **state)
{
	(void)state;
	check_lengths("full:5");
	check_lengths("full:5 fuzz=3");
	check_lengths("full:5 strict=yes");
	check_lengths("full:5 threads=one");
	check_lengths("full:5 clock=virtual");
}

/* Two successive messages over one link of a line: 1 us per start-up, 1 ns per byte, 50 ns
 * per link. */
static int
over_links(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), from = *(const int *)arg;
	char bytes[100] = {0};

	if (me == from || me == from + 1)
		vcube_send(self, NULL, 3, bytes, 100);
	if (me == 3)
		for (int i = 0; i < 2; i++)
			vcube_recv(self, NULL, from + i, bytes, 100, NULL);
	return 0;
}

static void
check_hops(const char *machine, int from, const char *const *wanted, size_t count)
{
	vcube_trace *t = record(machine, over_links, &from, 0, NULL);
	vcube_topology *topology =
		vcube_topology_parse(vcube_trace_text(t, vcube_trace_head(t)->topology), NULL);
	const struct vcube_event *e;
	size_t seen = 0;
	char text[100];

	while ((e = vcube_trace_next(t)) != NULL) {
		int a, b;

		if (e->kind != VCUBE_EVENT_HOP)
			continue;
		vcube_topology_link_ends(topology, (long)e->amount, &a, &b);
		snprintf(text, sizeof text, "%d>%d #%u over %d>%d: %lld+%lld", e->rank, e->peer,
			 e->number, a, b, (long long)e->time, (long long)e->span);
		assert_true(seen < count);
		assert_string_equal(text, wanted[seen]);
		seen++;
	}
	assert_int_equal(seen, count);
	vcube_topology_free(topology);
	vcube_trace_close(t);
}

#define COSTS "clock=virtual startup=1us per_byte=1ns per_hop=50ns"

static void
test_hops(void **state)
{
	/* link by link: the second message of 2>3 begins when it is free */
	static const char *const stored[] = {
		"1>3 #0 over 1>2: 1150000+1150000",
		"2>3 #0 over 2>3: 1150000+1150000",
		"1>3 #0 over 2>3: 1300000+150000",
	};
	/* 1>2 is down: the detour is the whole ring, held at once */
	static const char *const round[] = {
		"2>3 #0 over 2>3: 1150000+1150000",
		"1>3 #0 over 1>0: 1200000+1200000",
		"1>3 #0 over 0>3: 1200000+1200000",
	};

	(void)state;
	check_hops("linear:4 " COSTS " switching=store-and-forward", 1, stored, 3);
	check_hops("ring:4 " COSTS " links=1>2:down", 1, round, 3);
	/* derived from the topology, the start and the arrival */
	check_hops("linear:4 " COSTS, 1, NULL, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_contents),
		TEST(test_large_contents),
		TEST(test_depth),
		TEST(test_results_of_calls),
		TEST(test_lost_messages),
		TEST(test_free_clock),
		TEST(test_every_length),
		TEST(test_hops),
	};

	return RUN_IN_FOLDER(tests);
}
