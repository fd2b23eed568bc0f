/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Injected faults that a program gets over: that the same seed does the same on machines
 * of every way of keeping time, what arrives and when, and what is told of it. How runs
 * end of faults is in test_fault_ends.c.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "nodes/network/fault.h"
#include "tests/support.h"

enum { NODES = 4, MESSAGES = 40, SEEN = 2 * MESSAGES };

/* Machines on which neighbours can talk: by stamps, by journals, by turns, in real time. */
static const char *const machines[] = {
	"clock=free", "clock=free fuzz=7", "clock=virtual routing=none", "clock=virtual",
	"clock=virtual routing=none fuzz=5", "clock=virtual fuzz=9",
	"clock=virtual switching=store-and-forward", "clock=virtual ports=all capacity=1MiB",
	"clock=free capacity=1MiB", "clock=virtual routing=none capacity=1MiB",
	"clock=wall startup=1us per_byte=1ns",
};
#define MACHINES (COUNT(machines))

/* --- what arrives ------------------------------------------------------------- */

/* What a node got from its left neighbour: the number of each message, and which of
 * its bits was not what it should be, -1: none. */
struct seen {
	struct { int number; long flipped; vcube_time arrival; } list[SEEN];
	int count;
};

struct collected {
	size_t bytes;
	bool lend;
	struct seen by[NODES];
	uint64_t faults[VCUBE_FAULTS_COUNT];
	struct vcube_fault first[VC_FAULTS_KEPT];
	int listed;
	vcube_time time;
};

/* Which bit differs from what was sent as this number; -1: none, -2: several. */
static long
flipped_bit(const unsigned char *data, const unsigned char *want, size_t bytes)
{
	long found = -1;

	for (size_t i = 0; i < bytes; i++) {
		const unsigned char x = data[i] ^ want[i];

		if (x != 0 && (found != -1 || (x & (x - 1)) != 0))
			return -2;
		if (x != 0)
			found = (long)(8 * i) + __builtin_ctz(x);
	}
	return found;
}

/* The number of a message: the one from which it differs in a bit at most. */
static int
number_of(const unsigned char *data, size_t bytes, int from, int to, long *flipped)
{
	unsigned char *const want = malloc(bytes + 1);
	int number = 0;

	for (; number < MESSAGES; number++) {
		fill(want, bytes, from, to, (unsigned)number);
		if ((*flipped = flipped_bit(data, want, bytes)) != -2)
			break;
	}
	free(want);
	return number < MESSAGES ? number : -1;
}

static int
receive_all(vcube_node *self, struct collected *c, unsigned char *data)
{
	const int me = vcube_rank(self), left = (me + NODES - 1) % NODES;
	struct seen *s = &c->by[me];
	/* By the host's clock it is all there by now; by the wall clock it is due long before
	 * the limit, however late the host is. */
	const vcube_time limit = self->wall ? 10000000000 : self->timed ? 1000000000000 : 0;
	struct vcube_status status;

	while (vcube_recv_within(self, NULL, left, data, c->bytes, limit, &status) == 0) {
		CHECK(self, s->count < SEEN);
		s->list[s->count].number = number_of(data, c->bytes, left, me,
						     &s->list[s->count].flipped);
		s->list[s->count++].arrival = status.arrival;
	}
	return vcube_failed(self);
}

/* All send to their right; when all have, each takes what there is. */
static int
collect(vcube_node *self, void *arg)
{
	struct collected *c = arg;
	const int me = vcube_rank(self), right = (me + 1) % NODES;
	vcube_request *request[MESSAGES];
	unsigned char *data[MESSAGES], *into = take_block(self, c->bytes + 1);

	c->by[me].count = 0;
	for (int i = 0; i < MESSAGES; i++) {
		data[i] = take_block(self, c->bytes + 1);
		fill(data[i], c->bytes, me, right, (unsigned)i);
		if (c->lend)
			request[i] = vcube_isend(self, NULL, right, data[i], c->bytes);
		else
			vcube_send(self, NULL, right, data[i], c->bytes);
	}
	vcube_align(self, NULL);
	receive_all(self, c, into);
	if (c->lend)
		vcube_waitall(self, request, MESSAGES);
	for (int i = 0; i < MESSAGES; i++)
		CHECK(self, is_filled(data[i], c->bytes, me, right, (unsigned)i));
	vcube_align(self, NULL);
	return vcube_failed(self);
}

static void
collect_on(vcube_machine *m, struct collected *c)
{
	run_well(m, collect, c);
	for (int kind = 0; kind < VCUBE_FAULTS_COUNT; kind++)
		c->faults[kind] = vcube_run_faults(m, kind);
	memset(c->first, 0, sizeof c->first);
	for (c->listed = 0; vcube_run_fault(m, c->listed, &c->first[c->listed]) == 0; c->listed++)
		if (c->listed == VC_FAULTS_KEPT - 1)
			break;
	c->time = vcube_run_time(m);
}

static void
assert_same_messages(const struct collected *a, const struct collected *b)
{
	for (int r = 0; r < NODES; r++) {
		assert_int_equal(a->by[r].count, b->by[r].count);
		for (int i = 0; i < a->by[r].count; i++) {
			assert_int_equal(a->by[r].list[i].number, b->by[r].list[i].number);
			assert_int_equal(a->by[r].list[i].flipped, b->by[r].list[i].flipped);
		}
	}
	for (int kind = 0; kind < VCUBE_FAULTS_COUNT; kind++)
		if (kind != VCUBE_FAULT_JITTER)
			assert_int_equal(a->faults[kind], b->faults[kind]);
}

static bool
differ(const struct collected *a, const struct collected *b)
{
	for (int r = 0; r < NODES; r++) {
		if (a->by[r].count != b->by[r].count)
			return true;
		for (int i = 0; i < a->by[r].count; i++)
			if (a->by[r].list[i].number != b->by[r].list[i].number)
				return true;
	}
	return false;
}

#define SOME "drop=0.1 duplicate=15%% corrupt=0.2"

/* One seed does the same on every machine, for short, long and lent messages. */
static void
same_everywhere(void **state)
{
	static const struct { size_t bytes; bool lend; } kinds[] = {
		{8, false}, {24, false}, {1000, false}, {1000, true}, {40, true},
	};

	(void)state;
	for (size_t k = 0; k < COUNT(kinds); k++) {
		struct collected first = {.bytes = kinds[k].bytes, .lend = kinds[k].lend};

		for (size_t i = 0; i < MACHINES; i++) {
			struct collected c = first;
			vcube_machine *m = open_machine("ring:4 seed=%d " SOME " %s", (int)(seed % 1000),
							machines[i]);

			collect_on(m, i == 0 ? &first : &c);
			if (i > 0)
				assert_same_messages(&first, &c);
			/* and again on the same machine */
			collect_on(m, &c);
			assert_same_messages(&first, &c);
			vcube_close(m);
		}
	}
}

static void
other_seed_other_faults(void **state)
{
	struct collected a = {.bytes = 100}, b = a;
	vcube_machine *m = open_machine("ring:4 seed=1 " SOME), *n = open_machine("ring:4 seed=2 " SOME);

	(void)state;
	collect_on(m, &a);
	collect_on(n, &b);
	assert_true(differ(&a, &b));
	vcube_close(m);
	vcube_close(n);
}

/* What one kind does is the same with and without the others. */
static void
kinds_are_independent(void **state)
{
	struct collected all = {.bytes = 100}, one = all;
	vcube_machine *m = open_machine("ring:4 seed=3 drop=0.1 corrupt=0.2"),
		      *n = open_machine("ring:4 seed=3 drop=0.1");

	(void)state;
	collect_on(m, &all);
	collect_on(n, &one);
	assert_false(differ(&all, &one));
	assert_int_equal(all.faults[VCUBE_FAULT_DROP], one.faults[VCUBE_FAULT_DROP]);
	assert_int_equal(one.faults[VCUBE_FAULT_CORRUPT], 0);
	vcube_close(m);
	vcube_close(n);
}

/* The counts are what was seen, and so is the list. */
static void
check_counts(const struct collected *c)
{
	uint64_t lost = 0, twice = 0, spoiled = 0;

	for (int r = 0; r < NODES; r++) {
		const struct seen *s = &c->by[r];

		lost += MESSAGES;
		for (int i = 0; i < s->count; i++) {
			const bool again = i > 0 && s->list[i].number == s->list[i - 1].number;

			assert_true(s->list[i].number >= 0);
			assert_true(i == 0 || s->list[i].number >= s->list[i - 1].number);
			lost -= !again;
			twice += again;
			spoiled += !again && s->list[i].flipped >= 0;
		}
	}
	assert_int_equal(c->faults[VCUBE_FAULT_DROP], lost);
	assert_int_equal(c->faults[VCUBE_FAULT_DUPLICATE], twice);
	assert_int_equal(c->faults[VCUBE_FAULT_CORRUPT], spoiled);
	assert_true(lost > 0 && twice > 0 && spoiled > 0);
}

static void
check_list(const struct collected *c)
{
	vcube_time before = -1;

	assert_int_equal(c->listed, VC_FAULTS_KEPT - 1);
	for (int i = 0; i < c->listed; i++) {
		const struct vcube_fault *f = &c->first[i];
		const struct seen *s = &c->by[f->to];
		int found = 0;
		long flipped = -1;

		assert_int_equal(f->to, (f->from + 1) % NODES);
		assert_int_equal(f->bytes, c->bytes);
		assert_true(f->time >= before);
		before = f->time;
		for (int j = 0; j < s->count; j++)
			if (s->list[j].number == (int)f->number) {
				found++;
				flipped = s->list[j].flipped;
			}
		if (f->kind == VCUBE_FAULT_CORRUPT)
			assert_int_equal(flipped, f->bit);
		assert_int_equal(found, f->kind == VCUBE_FAULT_DROP ? 0 :
				 f->kind == VCUBE_FAULT_DUPLICATE ? 2 : found > 0 ? found : 1);
	}
	assert_true(before >= 0);
}

static void
counts_and_list(void **state)
{
	struct collected c = {.bytes = 100}, d;
	vcube_machine *m = open_machine("ring:4 clock=virtual seed=11 " SOME),
		      *n = open_machine("ring:4 clock=virtual routing=none seed=11 " SOME);

	(void)state;
	collect_on(m, &c);
	check_counts(&c);
	check_list(&c);
	/* stamps and journals agree on when that was */
	d = c;
	collect_on(n, &d);
	assert_int_equal(c.listed, d.listed);
	for (int i = 0; i < c.listed; i++) {
		assert_int_equal(c.first[i].kind, d.first[i].kind);
		assert_int_equal(c.first[i].from, d.first[i].from);
		assert_int_equal(c.first[i].number, d.first[i].number);
		assert_int_equal(c.first[i].time, d.first[i].time);
	}
	assert_int_equal(c.time, d.time);
	assert_int_equal(vcube_run_fault(m, -1, &c.first[0]), VCUBE_EUNKNOWN);
	assert_int_equal(vcube_run_fault(m, VC_FAULTS_KEPT, &c.first[0]), VCUBE_EUNKNOWN);
	assert_int_equal(vcube_run_faults(m, -1), 0);
	assert_int_equal(vcube_run_faults(m, VCUBE_FAULTS_COUNT), 0);
	vcube_close(m);
	vcube_close(n);
}

/* --- time limits, capacity, traces ---------------------------------------- */

/* Stop and wait: what is not acknowledged in time is sent again, until it is. */
static int
insist(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), peer = me ^ 1;
	int *resent = arg, number = 0, ack = -1;

	if (me % 2 == 0) {
		for (int i = 0; i < MESSAGES; i++, number++)
			for (ack = -1; ack != number && !vcube_failed(self);) {
				vcube_send(self, NULL, peer, &number, sizeof number);
				if (vcube_recv_within(self, NULL, peer, &ack, sizeof ack, 100000000, NULL))
					(*resent)++;
			}
		number = -1;
		for (int i = 0; i < 200; i++)
			vcube_send(self, NULL, peer, &number, sizeof number);
		while (vcube_recv_within(self, NULL, peer, &ack, sizeof ack, 100000000, NULL) == 0)
			;
		return vcube_failed(self);
	}
	for (int expected = 0; number >= 0 && !vcube_failed(self);) {
		vcube_recv(self, NULL, peer, &number, sizeof number, NULL);
		expected += number == expected;
		CHECK(self, number < expected);
		if (number >= 0)
			vcube_send(self, NULL, peer, &number, sizeof number);
	}
	while (vcube_recv_within(self, NULL, peer, &number, sizeof number, 100000000, NULL) == 0)
		;
	return vcube_failed(self);
}

/* With time limits a program gets through by itself, and that is a good run. */
static void
recovers_by_time_limits(void **state)
{
	static const char *const how[] = {
		"routing=none", "routing=any", "routing=any fuzz=3", "routing=any ports=all",
	};
	vcube_time time[4];
	int resent[4] = {0};

	(void)state;
	for (int i = 0; i < 4; i++) {
		vcube_machine *m = open_machine("ring:2 clock=virtual seed=5 drop=0.2 duplicate=0.1 "
						"jitter=10us %s", how[i]);

		run_well(m, insist, &resent[i]);
		assert_true(vcube_run_faults(m, VCUBE_FAULT_DROP) > 0);
		assert_true(resent[i] > 0);
		time[i] = vcube_run_time(m);
		vcube_close(m);
	}
	assert_int_equal(time[0], time[1]);
	assert_int_equal(time[0], time[2]);
	assert_int_equal(resent[0], resent[1]);
}

/* What was lost takes no room on a channel; what came twice takes it twice. */
static int
through_narrow(vcube_node *self, void *arg)
{
	char block[100] = {0};
	int *got = arg;

	if (vcube_rank(self) == 0)
		for (int i = 0; i < MESSAGES; i++)
			vcube_send(self, NULL, 1, block, sizeof block);
	if (vcube_rank(self) == 1)
		while (vcube_recv_within(self, NULL, 0, block, sizeof block, 1000000000, NULL) == 0)
			(*got)++;
	return vcube_failed(self);
}

static void
capacity_counts_what_arrives(void **state)
{
	static const char *const how[] = {"routing=none", "routing=any", "routing=any fuzz=2"};

	(void)state;
	for (int i = 0; i < 3; i++) {
		vcube_machine *m = open_machine("ring:2 clock=virtual seed=4 drop=0.3 duplicate=0.3 "
						"capacity=150 %s", how[i]);
		int got = 0;

		run_well(m, through_narrow, &got);
		assert_int_equal(got, MESSAGES + (int)vcube_run_faults(m, VCUBE_FAULT_DUPLICATE) -
				 (int)vcube_run_faults(m, VCUBE_FAULT_DROP));
		assert_true(vcube_run_faults(m, VCUBE_FAULT_DUPLICATE) > 0);
		assert_true(vcube_run_faults(m, VCUBE_FAULT_DROP) > 0);
		vcube_close(m);
	}
}

/* A message that was lost is sent, and never arrives; a copy is one more. */
static void
a_trace_of_faults(void **state)
{
	static const char *const how[] = {"routing=none", "routing=any"};

	(void)state;
	for (int i = 0; i < 2; i++) {
		char path[] = "test_fault.vtrace";
		vcube_machine *m = open_machine("ring:4 clock=virtual jitter=1us seed=8 " SOME " %s", how[i]);
		struct collected c = {.bytes = 100};
		const struct vcube_event *e;
		uint64_t count[VCUBE_EVENTS_COUNT] = {0};
		vcube_trace *trace;
		struct vcube_error error;

		assert_int_equal(vcube_trace_start(m, path, NULL, &error), 0);
		collect_on(m, &c);
		trace = vcube_trace_open(path, &error);
		assert_non_null(trace);
		for (uint64_t k = 0; (e = vcube_trace_at(trace, k)) != NULL; k++)
			if (e->kind != VCUBE_EVENT_GOT || e->number != UINT32_MAX)
				count[e->kind]++;
		assert_int_equal(count[VCUBE_EVENT_SEND],
				 NODES * MESSAGES + c.faults[VCUBE_FAULT_DUPLICATE]);
		assert_int_equal(count[VCUBE_EVENT_ARRIVE],
				 count[VCUBE_EVENT_SEND] - c.faults[VCUBE_FAULT_DROP]);
		vcube_trace_close(trace);
		vcube_close(m);
		remove(path);
	}
}

/* --- jitter ---------------------------------------------------------------------------- */

#define JITTER 7000000

/* Each arrival is at most so much later than without, and after the one before; and
 * the same by stamps and by journals. */
static void
arrivals_are_late_and_in_order(void **state)
{
	struct collected c[3] = {{.bytes = 100}, {.bytes = 100}, {.bytes = 100}};
	static const char *const how[] = {
		"routing=none", "routing=none jitter=7us", "routing=any jitter=7us",
	};
	int later = 0;

	(void)state;
	for (int i = 0; i < 3; i++) {
		vcube_machine *m = open_machine("ring:4 clock=virtual %s", how[i]);

		collect_on(m, &c[i]);
		assert_int_equal(c[i].faults[VCUBE_FAULT_JITTER] > 0, i > 0);
		assert_int_equal(c[i].listed, 0);
		vcube_close(m);
	}
	for (int r = 0; r < NODES; r++) {
		vcube_time last = 0;

		assert_int_equal(c[1].by[r].count, MESSAGES);
		for (int i = 0; i < MESSAGES; i++) {
			const vcube_time due = c[0].by[r].list[i].arrival, is = c[1].by[r].list[i].arrival;

			assert_in_range(is - due, 0, JITTER);
			assert_true(is >= last);
			assert_int_equal(c[2].by[r].list[i].arrival, is);
			later += is > due;
			last = is;
		}
	}
	assert_true(later > MESSAGES);
	assert_int_equal(c[1].time, c[2].time);
}

/* One message each way, nothing else: the delay is seen to the picosecond. */
static void
the_time_is_the_delay_more(void **state)
{
	vcube_machine *plain = open_machine("ring:4 clock=virtual"),
		      *late = open_machine("ring:4 clock=virtual jitter=7us"),
		      *same = open_machine("ring:4 clock=virtual jitter=7us duplicate=0.001");
	bool any = false;
	struct vcube_stats stats;

	(void)state;
	run_well(plain, one_message, &any);
	run_well(late, one_message, &any);
	run_well(same, one_message, &any);
	assert_int_equal(vcube_run_faults(late, VCUBE_FAULT_JITTER), 1);
	assert_in_range(vcube_run_time(late) - vcube_run_time(plain), 1, JITTER);
	assert_int_equal(vcube_run_time(late), vcube_run_time(same));
	/* which the sender does not notice, and the receiver spends waiting */
	vcube_run_stats(late, 1, &stats);
	assert_int_equal(stats.time, 0);
	vcube_run_stats(late, 0, &stats);
	assert_int_equal(stats.parts.waiting, vcube_run_time(late) - vcube_run_time(plain));
	vcube_close(plain);
	vcube_close(late);
	vcube_close(same);
}

static vcube_time
sum(const struct vcube_parts *p)
{
	assert_true(p->startup >= 0 && p->transfer >= 0 && p->waiting >= 0 && p->work >= 0);
	return p->startup + p->transfer + p->waiting + p->work;
}

static void
account_adds_up(void **state)
{
	static const char *const how[] = {"ports=one", "ports=all", "capacity=1000"};

	(void)state;
	for (int i = 0; i < 3; i++) {
		vcube_machine *m = open_machine("ring:4 clock=virtual jitter=7us duplicate=0.1 "
						"send_overhead=1us recv_overhead=2us %s", how[i]);
		struct collected c = {.bytes = 100, .lend = true};
		struct vcube_parts path;

		collect_on(m, &c);
		for (int r = 0; r < NODES; r++) {
			struct vcube_stats stats;

			vcube_run_stats(m, r, &stats);
			assert_int_equal(sum(&stats.parts), stats.time);
			assert_int_equal(stats.messages, MESSAGES);
		}
		assert_int_equal(vcube_run_critical(m, &path), 0);
		assert_int_equal(sum(&path), vcube_run_time(m));
		vcube_close(m);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(same_everywhere),
		TEST(other_seed_other_faults),
		TEST(kinds_are_independent),
		TEST(counts_and_list),
		TEST(recovers_by_time_limits),
		TEST(capacity_counts_what_arrives),
		TEST(arrivals_are_late_and_in_order),
		TEST(the_time_is_the_delay_more),
		TEST(account_adds_up),
		TEST(a_trace_of_faults),
	};

	return RUN_TESTS(tests);
}
