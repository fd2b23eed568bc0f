/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The wall clock: links, faults and steps, reported lateness, and refusals. No assertion
 * demands an upper bound of time.
 */
#include "lateness.h"
#include "tracing.h"

#define MS ((vcube_time)1000000000)

/* Between nodes 2 and 3. */
static int
ping_through(vcube_node *self, void *arg)
{
	const int other = 5 - vcube_rank(self);
	char byte = 0;

	(void)arg;
	for (int i = 0; i < 5; i++)
		vcube_exchange(self, NULL, other, &byte, 1, &byte, 1, NULL);
	return vcube_failed(self);
}

/* A link goes down in time, and another one is slow: 0 > 2 > 1 takes 5 ms more. */
static int
go_round(vcube_node *self, void *arg)
{
	char byte = 0;

	(void)arg;
	if (vcube_rank(self) == 2)
		vcube_plan_links(self, "1000s:1>0:down");
	vcube_compute(self, 5 * MS);
	if (vcube_rank(self) == 0)
		return vcube_send(self, NULL, 1, &byte, 1);
	if (vcube_rank(self) == 1) {
		vcube_recv(self, NULL, 0, &byte, 1, NULL);
		CHECK(self, vcube_now(self) >= 11 * MS);
	}
	return vcube_failed(self);
}

static int
find_no_way(vcube_node *self, void *arg)
{
	char byte = 0;

	if (vcube_rank(self) == 0)
		return vcube_send(self, NULL, 1, &byte, 1);
	return vcube_rank(self) == 1 ? vcube_recv(self, NULL, 0, &byte, 1, NULL)
				     : ping_through(self, arg);
}

static void
test_links(void **state)
{
	vcube_machine *m;

	(void)state;
	try_well("full:3 clock=wall startup=1ms links=2>1:per_hop=5ms changes=4ms:0>1:down", go_round, NULL);
	m = open_machine("linear:4 clock=wall links=0-1:down");
	run_for(m, find_no_way, NULL, VCUBE_EFAULT);
	report_has(m, "link 0>1 is down");
	assert_int_equal(vcube_run_failure(m, 1)->code, VCUBE_EPEER);
	assert_int_equal(vcube_run_failure(m, 2)->code, 0);
	vcube_close(m);
}

/* Around a ring; nothing is visible before it arrives. */
static int
go_about(vcube_node *self, void *arg)
{
	const int p = vcube_size(self), me = vcube_rank(self);
	struct vcube_status status;
	char byte = 0;

	(void)arg;
	for (int i = 0; i < 30; i++) {
		vcube_sendrecv(self, NULL, (me + 1) % p, &byte, 1, (me + p - 1) % p, &byte, 1, &status);
		if (vcube_failed(self) != 0)
			return 0;
		CHECK(self, status.arrival <= vcube_now(self));
	}
	return 0;
}

static void
test_faults(void **state)
{
	(void)state;
	try_well("ring:3 clock=wall jitter=2ms seed=3", go_about, NULL);
	try_for("ring:4 clock=wall drop=5% seed=1", go_about, NULL, VCUBE_EFAULT);
	try_for("ring:4 clock=wall crash=2@1ms startup=1ms", go_about, NULL, VCUBE_EFAULT);
}

/* --- reports ------------------------------------------------------------------------ */

static int
ping_pong(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	char byte = 0;

	(void)arg;
	vcube_step(self, "begin");
	for (int i = 0; i < 20; i++) {
		if (me == i % 2)
			vcube_send(self, NULL, 1 - me, &byte, 1);
		else
			vcube_recv(self, NULL, 1 - me, &byte, 1, NULL);
	}
	vcube_step(self, "end");
	return vcube_failed(self);
}

static void
test_lateness(void **state)
{
	vcube_machine *m = open_machine("linear:2 clock=wall startup=300us");
	vcube_machine *free_one = open_machine("linear:2"), *other = open_machine("linear:2 clock=virtual");
	struct vcube_lateness late;

	(void)state;
	for (int i = 0; i < 2; i++) {
		run_well(m, ping_pong, NULL);
		assert_int_equal(vcube_run_lateness(m, &late), 0);
		assert_int_equal(late.messages, 20);
		assert_true(late.waited <= late.messages);
		assert_true(late.median <= late.p99 && late.p99 <= late.most);
		assert_true(late.waited == 0 || late.most > 0);
		/* a node that is late catches up by a millisecond at most, and all further delay
		 * stays; lateness is rounded up to nanoseconds */
		assert_true(vcube_run_time(m) >= 20 * MS * 3 / 10 + (late.most > MS ? late.most - MS - 1000 : 0));
	}
	assert_int_equal(vcube_run_lateness(free_one, &late), VCUBE_EINVAL);
	assert_int_equal(vcube_run_lateness(other, &late), VCUBE_EINVAL);
	vcube_close(m);
	vcube_close(free_one);
	vcube_close(other);
}

/* A histogram of nanoseconds: exact up to 31, and within a 32nd above. */
static void
check_lateness(int least, int most, vcube_time median, vcube_time p99)
{
	struct vc_lateness l;
	struct vcube_lateness sum;

	vc_lateness_reset(&l);
	for (int ns = least; ns <= most; ns++) {
		vc_lateness_count(&l, false);
		vc_lateness_add(&l, ns * 1000 - 999, ns % 2 > 0);
	}
	vc_lateness_count(&l, false);
	vc_lateness_sum(&l, &sum);
	assert_int_equal(sum.messages, most - least + 2);
	assert_int_equal(sum.waited, most - least + 1);
	assert_int_equal(sum.median, median * 1000);
	assert_int_equal(sum.p99, p99 * 1000);
	assert_int_equal(sum.most, most * 1000);
}

static void
test_sums_of_lateness(void **state)
{
	(void)state;
	check_lateness(7, 7, 7, 7);
	check_lateness(1, 30, 15, 30);
	check_lateness(32, 63, 47, 63);
	check_lateness(1, 200, 101, 199);
	check_lateness(1001, 2000, 1503, 2000);
	check_lateness(2048, 2049, 2049, 2049);
	check_lateness(2048, 2111, 2111, 2111);
}

/* The observer sees nodes at a step when all have reached it, also those that wait for
 * time. */
static int
see(vcube_machine *m, uint64_t step, const char *name, void *arg)
{
	int *seen = arg;
	struct vcube_view view;

	(void)name;
	for (int r = 0; r < vcube_machine_nodes(m); r++)
		if (vcube_node_view(m, r, &view) != 0 || view.state != VCUBE_STATE_STEP ||
		    view.steps != step)
			return 1;
	++*seen;
	return 0;
}

static void
test_steps(void **state)
{
	vcube_machine *m = open_machine("linear:2 clock=wall startup=100us");
	int seen = 0;

	(void)state;
	vcube_on_step(m, see, &seen);
	run_well(m, ping_pong, NULL);
	assert_int_equal(seen, 2);
	vcube_close(m);
}

static void
test_trace(void **state)
{
	vcube_machine *m = open_machine("linear:2 clock=wall startup=300us per_byte=0");
	vcube_trace *t = record_on(m, ping_pong, NULL, 0, NULL);
	vcube_time sent = 0, arrived = 0;
	const struct vcube_event *e;
	int messages = 0;

	(void)state;
	assert_int_equal(vcube_trace_head(t)->clock, VCUBE_CLOCK_WALL);
	assert_int_equal(vcube_trace_head(t)->time, vcube_run_time(m));
	while ((e = vcube_trace_next(t)) != NULL) {
		if (e->kind == VCUBE_EVENT_SEND) {
			sent = e->time;
		} else if (e->kind == VCUBE_EVENT_ARRIVE) {
			arrived = e->time;
			assert_true(arrived >= sent + MS * 3 / 10);
			messages++;
		} else if (e->kind == VCUBE_EVENT_GOT) {
			assert_true(e->time >= arrived);
		}
	}
	assert_int_equal(messages, 20);
	vcube_trace_close(t);
	vcube_close(m);
}

static void
test_refused(void **state)
{
	struct vcube_error error;

	(void)state;
	assert_null(vcube_open("ring:4 clock=wall fuzz=7", &error));
	error_has(&error, VCUBE_EINVAL, "if one node ran at a time, and needs fuzz=0");
	assert_null(vcube_open("ring:4 clock=wall digest=yes", &error));
	error_has(&error, VCUBE_EINVAL, "needs digest=no");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_links),
		TEST(test_faults),
		TEST(test_lateness),
		TEST(test_sums_of_lateness),
		TEST(test_steps),
		TEST(test_trace),
		TEST(test_refused),
	};

	return RUN_IN_BOTH(RUN_IN_FOLDER(tests));
}
