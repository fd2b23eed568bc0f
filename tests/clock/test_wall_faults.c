/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The wall clock: of 10,000 messages as many are dropped as asked, delays are spread evenly up
 * to the jitter that was asked, and both strike the messages that they strike under the virtual
 * clock. Times are those that the clock computed: the host's speed does not count.
 */
#include "tracing.h"

enum { MESSAGES = 10000, CLASSES = 20 };

#define US ((vcube_time)1000000)
#define STARTUP US
#define JITTER (4 * US)
#define GAP (6 * US)            /* no message meets another one */
#define LINE "linear:2 startup=1us per_byte=0 jitter=4us drop=5%% seed=2026"

/* Messages are that far apart. Node 1 receives `arrive` of them; -1: until none comes. */
static int
send_all(vcube_node *self, void *arg)
{
	const int arrive = *(const int *)arg;
	char byte = 0;

	if (vcube_rank(self) == 0)
		for (int i = 0; i < MESSAGES && !vcube_failed(self); i++) {
			vcube_compute(self, GAP);
			vcube_send(self, NULL, 1, &byte, 1);
		}
	else if (arrive < 0)
		while (vcube_recv_within(self, NULL, 0, &byte, 1, 1000 * GAP, NULL) == 0)
			;
	else
		for (int i = 0; i < arrive && !vcube_failed(self); i++)
			vcube_recv(self, NULL, 0, &byte, 1, NULL);
	return vcube_failed(self);
}

/* What a clock computed, from the trace. */
struct times {
	bool drop[MESSAGES];
	/* of the others: when each is through the link, and when it arrives */
	vcube_time through[MESSAGES], due[MESSAGES];
	int sent, left, arrived;
};

static void
run_under(const char *clock, int arrive, struct times *t)
{
	vcube_machine *m = open_machine(LINE " clock=%s", clock);
	vcube_trace *trace = record_on(m, send_all, &arrive, 0, NULL);
	const struct vcube_event *e;

	while ((e = vcube_trace_next(trace)) != NULL) {
		assert_true(t->sent < MESSAGES || e->kind != VCUBE_EVENT_SEND);
		if (e->kind == VCUBE_EVENT_SEND)
			t->drop[t->sent++] = e->number >= UINT32_C(0x80000000);
		else if (e->kind == VCUBE_EVENT_HOP)
			t->through[t->left++] = e->time;
		else if (e->kind == VCUBE_EVENT_ARRIVE)
			t->due[t->arrived++] = e->time;
	}
	assert_int_equal(t->sent, MESSAGES);
	assert_int_equal(t->left, t->arrived);
	assert_int_equal(vcube_run_faults(m, VCUBE_FAULT_DROP), MESSAGES - t->arrived);
	vcube_trace_close(trace);
	vcube_close(m);
}

/* Fails if an even spread misses the delays so in less than one of a thousand seeds. */
static void
check_spread(const struct times *t)
{
	const double each = (double)t->arrived / CLASSES;
	double chi_square = 0;
	int of[CLASSES] = {0};

	for (int i = 0; i < t->arrived; i++) {
		assert_in_range(t->due[i] - t->through[i], 0, JITTER);
		of[(t->due[i] - t->through[i]) * CLASSES / (JITTER + 1)]++;
	}
	for (int k = 0; k < CLASSES; k++)
		chi_square += (of[k] - each) * (of[k] - each) / each;
	if (chi_square >= 43.82)
		fail_msg("chi-square of the delays, of 19 degrees of freedom: %.1f", chi_square);
}

/* A host that is far behind sends messages closer together than asked; none overtakes. */
static void
test_faults(void **state)
{
	static struct times asked, real;
	vcube_time last = 0;

	(void)state;
	asked = real = (struct times){.sent = 0};
	run_under("virtual", -1, &asked);
	check_spread(&asked);
	/* 5 %: 500, and a standard deviation of 21.8 */
	assert_in_range(MESSAGES - asked.arrived, 500 - 72, 500 + 72);
	run_under("wall", asked.arrived, &real);
	assert_memory_equal(real.drop, asked.drop, sizeof real.drop);
	assert_int_equal(real.arrived, asked.arrived);
	for (int i = 0; i < real.arrived; i++) {
		const vcube_time due = real.through[i] + asked.due[i] - asked.through[i];

		last = due < last ? last : due;
		assert_int_equal(real.due[i], last);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_faults),
	};

	return RUN_IN_BOTH(RUN_IN_FOLDER(tests));
}
