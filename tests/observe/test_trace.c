/* SPDX-License-Identifier: BSD-2-Clause */
/* Traces record what happened, the same in every run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "mixture.h"
#include "tracing.h"
#include "walk.h"

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

/* A random program with events of all kinds: they add up. */
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
			/* every picosecond of the clock belongs to some event */
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
		run_well(machine, mixed, &m);           /* and a run that is not recorded */
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

/* With every algorithm: its trace opens, and is the same twice, with contents. */
static int
take_part(vcube_node *self, void *arg)
{
	const struct vcube_algorithm *a = arg;
	struct trial trial = {
		.collective = a->collective, .algorithm = a, .count = 3,
		.seed = 1,              /* not any: some make all unequal blocks empty */
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
		assert_true((contents > 0) == has_blocks(a->collective));
		vcube_trace_close(t);
	}
	vcube_close(machine);
}

/* Two collectives beside the program, which is in a third: their beginnings and ends, under
 * every clock. */
struct beside {
	int64_t in, out[8];
};

static int
sum_beside(vcube_node *self, void *arg)
{
	struct beside *const b = arg;

	return vcube_allreduce(self, NULL, &b->in, b->out, 1, VCUBE_INT64, VCUBE_SUM, "doubling");
}

static int
root_beside(vcube_node *self, void *arg)
{
	struct beside *const b = arg;

	return vcube_bcast(self, NULL, 2, b->out, 1, VCUBE_INT64, "binomial");
}

static int
overlapping(vcube_node *self, void *arg)
{
	struct beside sum = {.in = vcube_rank(self)}, root = {.in = 0};
	vcube_request *first, *second;

	(void)arg;
	first = vcube_async(self, NULL, sum_beside, &sum);
	second = vcube_async(self, NULL, root_beside, &root);
	vcube_barrier(self, NULL, NULL);
	vcube_wait(self, second, NULL);
	return vcube_wait(self, first, NULL);
}

/* What the events of one node say of its calls */
struct calls {
	const struct vcube_event *start[2], *last;
	int starts, dones, calls, returns, groups;
};

static void
take_call(const vcube_trace *t, struct calls *c, const struct vcube_event *e)
{
	const struct vcube_event *s;

	switch (e->kind) {
	case VCUBE_EVENT_START:
		assert_in_range(c->starts, 0, 1);
		c->start[c->starts++] = e;
		assert_true(e->number == 4 && e->amount == 8 && e->span == 1 && e->peer == (int)e->rank);
		break;
	case VCUBE_EVENT_GROUP:
		assert_true((c->last->kind == VCUBE_EVENT_START) == (e->detail == 0));
		if (e->detail == 0)
			assert_true((int)e->number == c->groups++);
		assert_int_equal(e->amount, c->groups == 2 && e->detail == 0 ? 2 : 0);
		break;
	case VCUBE_EVENT_DONE:
		assert_true((int)e->number < c->starts);
		s = c->start[e->number];
		assert_true(e->text == s->text && e->peer == s->peer && e->time >= s->time);
		/* elsewhere events are moved until their causes come first */
		if (vcube_trace_head(t)->clock == VCUBE_CLOCK_VIRTUAL)
			assert_int_equal(e->time - e->span, s->time);
		assert_string_equal(vcube_trace_text(t, e->text),
				    e->number == 0 ? "allreduce.doubling" : "bcast.binomial");
		c->dones++;
		break;
	case VCUBE_EVENT_WATCH:
		fail_msg("memory of a call beside the program is watched");
		break;
	default:
		c->calls += e->kind == VCUBE_EVENT_CALL;
		c->returns += e->kind == VCUBE_EVENT_RETURN;
	}
	c->last = e;
}

static void
test_overlapping(void **state)
{
	static const char *const texts[] = {"hypercube:2 clock=virtual", "full:4 clock=virtual threads=one",
					    "full:4 clock=wall", "full:4", "mesh:2x2 clock=virtual routing=any switching=store-and-forward",
					    "full:4 clock=virtual capacity=4000"};

	(void)state;
	for (size_t i = 0; i < COUNT(texts); i++) {
		struct calls c[4] = {{.starts = 0}};
		vcube_trace *t = record(texts[i], overlapping, NULL, 0, NULL);
		const struct vcube_event *e;

		while ((e = vcube_trace_next(t)) != NULL)
			if (e->kind != VCUBE_EVENT_HOP && e->kind != VCUBE_EVENT_ARRIVE)
				take_call(t, &c[e->rank], e);
		for (int r = 0; r < 4; r++)
			assert_true(c[r].starts == 2 && c[r].dones == 2 && c[r].groups == 2 && c[r].calls == 1 &&
				    c[r].returns == 1);
		vcube_trace_close(t);
	}
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
		TEST(test_overlapping),
	};

	return RUN_IN_FOLDER(tests);
}
