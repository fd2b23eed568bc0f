/* SPDX-License-Identifier: BSD-2-Clause */
/* Traces: what is recorded is what has happened, the same in every run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/mixture.h"
#include "tests/tracing.h"
#include "tests/walk.h"

static void
check_events(vcube_trace *t, const char *const *wanted, size_t count)
{
	const struct vcube_event *e;
	char text[200];

	for (size_t i = 0; (e = vcube_trace_next(t)) != NULL; i++) {
		print(t, e, text, sizeof text);
		assert_true(i < count);
		assert_string_equal(text, wanted[i]);
	}
	assert_null(vcube_trace_at(t, count));
	vcube_trace_close(t);
}

static void
test_everything(void **state)
{
	static const char *const wanted[] = {
		"0+0 0 run >-1 #0 *0 .0 ''",
		"0+0 0 step >-1 #1 *0 .0 'alone'",
		"0+0 1 step >-1 #1 *0 .0 'alone'",
		"1000+1000 0 work >-1 #0 *100 .0 'copy'",
		"1000+0 0 watch >0 #4 *2 .2 'in'",
		"1000+1000 1 work >-1 #0 *100 .0 'copy'",
		"6000+5000 1 work >-1 #0 *0 .255 'compute'",
		"6000+0 1 watch >0 #4 *2 .2 'in'",
		"6000+0 1 recv >0 #0 *0 .0 ''",
		"101000+0 0 send >1 #0 *200 .0 ''",
		"201000+1100000 0 send >1 #1 *50 .0 ''",
		"1301000+1200000 1 arrive >0 #0 *200 .0 ''",
		"1401000+1395000 1 got >0 #0 *200 .0 ''",
		"1401000+0 1 recv >0 #0 *0 .1 ''",
		"2351000+2150000 0 sent >1 #1 *50 .0 ''",
		"2351000+1050000 1 arrive >0 #1 *50 .0 ''",
		"2451000+100000 0 align >-1 #0 *0 .0 ''",
		"2451000+0 0 recv >1 #0 *0 .0 ''",
		"2451000+1050000 1 got >0 #1 *50 .0 ''",
		"2451000+0 1 align >-1 #0 *0 .0 ''",
		"2451000+0 1 recv >0 #0 *0 .0 ''",
		"2458000+7000 0 got >1 #0 *0 .1 ''",
		"2458000+2 0 call >0 #2 *8 .2 'allreduce.hypercube'",
		"2458000+0 0 group >0 #0 *0 .1 'sum'",
		"2458000+0 0 watch >1 #4 *2 .2 'in'",
		"2458000+0 0 watch >1 #4 *2 .2 'out'",
		"2458000+0 0 watch >1 #4 *2 .2 'got'",
		"2458000+0 0 step >-1 #2 *0 .1 'exchange sums'",
		"2458000+7000 1 got >0 #0 *0 .1 ''",
		"2458000+2 1 call >1 #2 *8 .2 'allreduce.hypercube'",
		"2458000+0 1 group >0 #0 *0 .1 'sum'",
		"2458000+0 1 watch >1 #4 *2 .2 'in'",
		"2458000+0 1 watch >1 #4 *2 .2 'out'",
		"2458000+0 1 watch >1 #4 *2 .2 'got'",
		"2458000+0 1 step >-1 #2 *0 .1 'exchange sums'",
		"2558000+0 0 send >1 #2 *8 .0 ''",
		"2558000+0 0 recv >1 #0 *0 .0 ''",
		"2558000+0 1 send >0 #0 *8 .0 ''",
		"2558000+0 1 recv >0 #0 *0 .0 ''",
		"3566000+1008000 0 arrive >1 #0 *8 .0 ''",
		"3566000+1008000 1 arrive >0 #2 *8 .0 ''",
		"3666000+1108000 0 got >1 #0 *8 .0 ''",
		"3666000+1108000 1 got >0 #2 *8 .0 ''",
		"3668000+2000 0 work >-1 #0 *2 .10 'combine'",
		"3668000+0 0 watch >1 #4 *0 .2 'got'",
		"3668000+1210000 0 return >0 #2 *0 .1 'allreduce.hypercube'",
		"3668000+2000 1 work >-1 #0 *2 .10 'combine'",
		"3668000+0 1 watch >1 #4 *0 .2 'got'",
		"3668000+1210000 1 return >1 #2 *0 .1 'allreduce.hypercube'",
		"3668000+0 0 end >-1 #0 *0 .0 ''",
	};

	(void)state;
	check_events(record(EVERYTHING, everything, NULL, 0, NULL), wanted, COUNT(wanted));
}

static void
test_head(void **state)
{
	const struct vcube_trace_options options = {.title = "one of everything"};
	vcube_trace *t = record(EVERYTHING " seed=77", everything, NULL, 0, &options);
	const struct vcube_trace_head *h = vcube_trace_head(t);
	const struct vcube_event *e;

	(void)state;
	assert_int_equal(h->nodes, 2);
	assert_int_equal(h->clock, VCUBE_CLOCK_VIRTUAL);
	assert_int_equal(h->seed, 77);
	assert_int_equal(h->time, 3668000);
	assert_int_equal(h->code, 0);
	assert_int_equal(h->lost, 0);
	assert_string_equal(vcube_trace_text(t, h->title), "one of everything");
	assert_string_equal(vcube_trace_text(t, h->topology), "hypercube:1");
	assert_string_equal(vcube_trace_text(t, h->mapping), "binary");
	assert_non_null(strstr(vcube_trace_text(t, h->machine), "hypercube:1 clock=virtual"));
	assert_non_null(strstr(vcube_trace_text(t, h->machine), "seed=77"));
	assert_string_equal(vcube_trace_text(t, h->error), "");
	assert_string_equal(vcube_trace_text(t, h->texts), "");
	vcube_trace_seek(t, 1301000);
	assert_int_equal(vcube_trace_next(t)->kind, VCUBE_EVENT_ARRIVE);
	vcube_trace_seek(t, 1301001);
	assert_int_equal(vcube_trace_next(t)->kind, VCUBE_EVENT_GOT);
	vcube_trace_seek(t, -1);
	assert_int_equal((e = vcube_trace_next(t))->kind, VCUBE_EVENT_RUN);
	assert_null(vcube_trace_contents(t, e));
	vcube_trace_seek(t, 3668001);
	assert_null(vcube_trace_next(t));
	assert_null(vcube_event_name(-1));
	assert_null(vcube_event_name(VCUBE_EVENTS_COUNT));
	vcube_trace_close(t);
	vcube_trace_close(NULL);
}

/* A program that does much, of all kinds, at random: the events add up. */
struct account {
	uint64_t sent, got, bytes, steps;
	vcube_time busy, spans;
};

static void
add_up(struct account *a, const struct vcube_event *e, vcube_time overhead)
{
	switch (e->kind) {
	case VCUBE_EVENT_SEND:
		a->sent++;
		a->bytes += e->amount;
		a->spans += overhead;
		break;
	case VCUBE_EVENT_GOT:
		a->got += e->detail == 0;
		a->spans += e->span;
		break;
	case VCUBE_EVENT_STEP:
		a->steps++;
		break;
	case VCUBE_EVENT_SENT:
	case VCUBE_EVENT_ALIGN:
	case VCUBE_EVENT_POLL:
	case VCUBE_EVENT_PROBE:
	case VCUBE_EVENT_WORK:
		a->spans += e->span;
		break;
	default:
		break;
	}
}

static void
test_accounts(void **state)
{
	static const char *const texts[] = {
		"full:5 clock=virtual", "full:5 clock=virtual ports=all send_overhead=3ns recv_overhead=5ns",
		"full:5 clock=virtual capacity=2000", "full:5 clock=virtual fuzz=9 copy=3ps",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(texts); i++) {
		struct mixture m = {.seed = seed, .rounds = 60};
		vcube_machine *machine = open_machine("%s", texts[i]);
		struct account a[5] = {{0}};
		const struct vcube_event *e;
		uint64_t got = 0, sent = 0, arrived = 0;
		vcube_trace *t;

		start(machine, TRACE, NULL);
		run_well(machine, mixed, &m);
		t = open_trace(TRACE);
		while ((e = vcube_trace_next(t)) != NULL) {
			add_up(&a[e->rank], e, vcube_machine_desc(machine)->cost.send_overhead);
			arrived += e->kind == VCUBE_EVENT_ARRIVE;
		}
		for (int r = 0; r < 5; r++) {
			struct vcube_stats stats;

			vcube_run_stats(machine, r, &stats);
			assert_int_equal(a[r].sent, stats.messages);
			assert_int_equal(a[r].bytes, stats.bytes);
			assert_int_equal(a[r].steps, stats.steps);
			/* every picosecond of the clock is in some event */
			assert_int_equal(a[r].spans, stats.time);
			sent += a[r].sent;
			got += a[r].got;
		}
		assert_int_equal(sent, got);
		assert_int_equal(sent, arrived);
		assert_true(sent > 60);
		vcube_trace_close(t);
		vcube_close(machine);
	}
}

/* The same run makes the same bytes: busy host, other schedule, later run. */
static void
test_same_bytes(void **state)
{
	static const char *const texts[] = {
		"full:5 clock=virtual", "full:5 clock=virtual pin=no fuzz=3",
	};
	const struct vcube_trace_options options = {.contents = 64};
	char *first, *again;
	size_t bytes, bytes_again;

	(void)state;
	for (size_t i = 0; i < COUNT(texts); i++) {
		vcube_machine *machine = open_machine("%s", texts[i]);
		struct mixture m = {.seed = seed, .rounds = 10};

		start(machine, TRACE, &options);
		run_well(machine, mixed, &m);
		first = slurp(TRACE, &bytes);
		run_well(machine, mixed, &m);           /* and one that is not recorded */
		host_busy();
		for (int k = 0; k < 5; k++) {
			start(machine, OTHER, &options);
			run_well(machine, mixed, &m);
			again = slurp(OTHER, &bytes_again);
			assert_int_equal(bytes, bytes_again);
			assert_memory_equal(first, again, bytes);
			free(again);
		}
		host_idle();
		free(first);
		vcube_close(machine);
	}
}

/* Whatever algorithm: its trace opens, and is the same twice, contents and all. */
static int
take_part(vcube_node *self, void *arg)
{
	const struct vcube_algorithm *a = arg;
	struct trial trial = {
		.collective = a->collective, .algorithm = a, .count = 3, .seed = seed,
		.element = element_for(a->collective, true),
		.root = has_root(a->collective) ? 2 : 0,
	};

	return try_collective(self, NULL, &trial);
}

static void
test_every_algorithm(void **state)
{
	const struct vcube_trace_options options = {.contents = 1000};
	vcube_machine *machine = open_machine("full:4 clock=virtual copy=1ps reorder=2ps");
	const struct vcube_algorithm *a;
	char *first, *again, name[200];
	size_t bytes, bytes_again;

	(void)state;
	for (int i = 0; (a = vcube_algorithm_at(i)) != NULL; i++) {
		const struct vcube_event *e;
		int calls = 0, returns = 0, contents = 0;
		vcube_trace *t;

		start(machine, TRACE, &options);
		run_well(machine, take_part, (void *)a);
		start(machine, OTHER, &options);
		run_well(machine, take_part, (void *)a);
		first = slurp(TRACE, &bytes);
		again = slurp(OTHER, &bytes_again);
		assert_int_equal(bytes, bytes_again);
		assert_memory_equal(first, again, bytes);
		free(first);
		free(again);
		snprintf(name, sizeof name, "%s.%s", vcube_collective_name(a->collective), a->name);
		t = open_trace(TRACE);
		while ((e = vcube_trace_next(t)) != NULL) {
			const char *text = vcube_trace_text(t, e->text);

			calls += e->kind == VCUBE_EVENT_CALL && strcmp(text, name) == 0;
			returns += e->kind == VCUBE_EVENT_RETURN && strcmp(text, name) == 0;
			contents += e->kind == VCUBE_EVENT_MEMORY && e->number > 0;
		}
		assert_int_equal(calls, 4);
		assert_int_equal(returns, 4);
		assert_true((contents > 0) == (a->collective != VCUBE_BARRIER));
		vcube_trace_close(t);
	}
	vcube_close(machine);
}

/* Contents: as they were at each step, cut to what is wanted. */
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
		/* what does not change is there once */
		assert_int_equal(vcube_trace_head(t)->data_bytes,
				 kept[k] < 32 ? 3 * 20 * 16 : 3 * 40 * 32);
		vcube_trace_close(t);
	}
}

/* The free clock: the host's times, in order, and nothing arrives. */
/* What is watched in a call within a call lies deeper than there are nodes. */
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

static void
test_free_clock(void **state)
{
	struct mixture m = {.seed = seed, .rounds = 20, .patient = true};
	vcube_trace *t = record("full:5", mixed, &m, 0, NULL);
	const struct vcube_event *e;
	vcube_time end = 0;
	uint64_t sent = 0, got = 0;

	(void)state;
	while ((e = vcube_trace_next(t)) != NULL) {
		sent += e->kind == VCUBE_EVENT_SEND;
		got += e->kind == VCUBE_EVENT_GOT && e->detail == 0;
		assert_true(e->kind != VCUBE_EVENT_ARRIVE && e->kind != VCUBE_EVENT_HOP);
		end = e->time;
	}
	assert_int_equal(sent, got);
	assert_true(sent > 20 && end > 0 && end == vcube_trace_head(t)->time);
	assert_true(end < (vcube_time)DEADLINE * 1000000000000);
	vcube_trace_close(t);
}

/* Two messages over one link of a line, one behind the other: 1 us a start-up, 1 ns a
 * byte, 50 ns a link. */
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
	/* 1>2 is down, so all the way round, and all of it at once */
	static const char *const round[] = {
		"2>3 #0 over 2>3: 1150000+1150000",
		"1>3 #0 over 1>0: 1200000+1200000",
		"1>3 #0 over 0>3: 1200000+1200000",
	};

	(void)state;
	check_hops("linear:4 " COSTS " switching=store-and-forward", 1, stored, 3);
	check_hops("ring:4 " COSTS " links=1>2:down", 1, round, 3);
	/* told by the topology, the start and the arrival */
	check_hops("linear:4 " COSTS, 1, NULL, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_everything),
		TEST(test_head),
		TEST(test_accounts),
		TEST(test_same_bytes),
		TEST(test_every_algorithm),
		TEST(test_contents),
		TEST(test_depth),
		TEST(test_free_clock),
		TEST(test_hops),
	};

	return RUN_IN_FOLDER(tests);
}
