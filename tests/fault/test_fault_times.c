/* SPDX-License-Identifier: BSD-2-Clause */
/* Injected faults and time: late arrivals, longer runs, load of links, and the trace. */
#include <stdio.h>
#include "faulty.h"

#define SOME "drop=0.1 duplicate=15%% corrupt=0.2"

/* A lost message is sent and never arrives; a duplicate is one more. */
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
				 FAULTY_NODES * FAULTY_MESSAGES + c.faults[VCUBE_FAULT_DUPLICATE]);
		assert_int_equal(count[VCUBE_EVENT_ARRIVE],
				 count[VCUBE_EVENT_SEND] - c.faults[VCUBE_FAULT_DROP]);
		vcube_trace_close(trace);
		vcube_close(m);
		remove(path);
	}
}

/* --- jitter ---------------------------------------------------------------------------- */

#define JITTER 7000000

/* Each arrival is at most so much later than without jitter, and after the one before; by
 * stamps and journals alike. */
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
	for (int r = 0; r < FAULTY_NODES; r++) {
		vcube_time last = 0;

		assert_int_equal(c[1].by[r].count, FAULTY_MESSAGES);
		for (int i = 0; i < FAULTY_MESSAGES; i++) {
			const vcube_time due = c[0].by[r].list[i].arrival, is = c[1].by[r].list[i].arrival;

			assert_in_range(is - due, 0, JITTER);
			assert_true(is >= last);
			assert_int_equal(c[2].by[r].list[i].arrival, is);
			later += is > due;
			last = is;
		}
	}
	assert_true(later > FAULTY_MESSAGES);
	assert_int_equal(c[1].time, c[2].time);
}

/* One message in each direction, nothing else: the delay is visible to the picosecond. */
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
	/* the sender does not notice it, and the receiver waits for it */
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
		for (int r = 0; r < FAULTY_NODES; r++) {
			struct vcube_stats stats;

			vcube_run_stats(m, r, &stats);
			assert_int_equal(sum(&stats.parts), stats.time);
			assert_int_equal(stats.messages, FAULTY_MESSAGES);
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
		TEST(arrivals_are_late_and_in_order),
		TEST(the_time_is_the_delay_more),
		TEST(account_adds_up),
		TEST(a_trace_of_faults),
	};

	return RUN_TESTS(tests);
}
