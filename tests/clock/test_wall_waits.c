/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The wall clock: what ends a wait, and which message comes first. No assertion demands an
 * upper bound of time.
 */
#include "tracing.h"

#define MS ((vcube_time)1000000000)

/* --- waits that end, and waits for ever ---------------------------------------- */

/* The others wait for node 0, which is busy, and for a message in flight; then all wait for
 * ever. */
static int
wait_for_ever(vcube_node *self, void *arg)
{
	const int p = vcube_size(self), me = vcube_rank(self);
	char byte = 0;

	(void)arg;
	if (me == 0)
		vcube_compute(self, 3 * MS);
	for (int i = 0; i < 3; i++)
		vcube_sendrecv(self, NULL, (me + 1) % p, &byte, 1, (me + p - 1) % p, &byte, 1, NULL);
	CHECK(self, vcube_now(self) >= 3 * MS);
	return vcube_recv(self, NULL, me == 0 ? VCUBE_ANY : (me + 1) % p, &byte, 1, NULL);
}

static void
test_deadlock(void **state)
{
	vcube_machine *m = open_machine("ring:5 clock=wall startup=2ms");

	(void)state;
	for (int i = 0; i < 2; i++) {
		run_for(m, wait_for_ever, NULL, VCUBE_EDEADLOCK);
		report_has(m, "waits to receive from node 4");
		report_has(m, "waits to receive from any node");
		assert_true(vcube_run_time(m) >= 6 * MS);
	}
	vcube_close(m);
}

/* Node 0 fails while its message to the waiting node is in flight. */
static int
fail_early(vcube_node *self, void *arg)
{
	char byte = 0;

	(void)arg;
	if (vcube_rank(self) == 0) {
		vcube_send(self, NULL, 1, &byte, 1);
		return vcube_fail(self, "as it was to be");
	}
	vcube_recv(self, NULL, 0, &byte, 1, NULL);
	CHECK(self, vcube_now(self) >= 5 * MS);
	vcube_recv(self, NULL, vcube_rank(self) - 1, &byte, 1, NULL);
	return vcube_failed(self);
}

static void
test_failure(void **state)
{
	vcube_machine *m = open_machine("linear:2 clock=wall startup=5ms");

	(void)state;
	run_for(m, fail_early, NULL, VCUBE_EPROGRAM);
	assert_int_equal(vcube_run_failure(m, 1)->code, VCUBE_EPEER);
	vcube_close(m);
}

/* Two collectives at once. */
static int
differ(vcube_node *self, void *arg)
{
	int64_t in[4] = {0}, out[4];

	(void)arg;
	if (vcube_rank(self) == 2)
		return vcube_allgather(self, NULL, in, out, 1, VCUBE_INT64, "ring");
	return vcube_alltoall(self, NULL, in, out, 1, VCUBE_INT64, "pairwise");
}

static int
wait_long(vcube_node *self, void *arg)
{
	char byte = 0;

	(void)arg;
	if (vcube_rank(self) == 0)
		vcube_compute(self, 1000000 * MS);
	else
		vcube_exchange(self, NULL, 3 - vcube_rank(self), &byte, 1, &byte, 1, NULL);
	vcube_now(self);
	return vcube_failed(self);
}

static void
test_ends(void **state)
{
	(void)state;
	try_for("ring:4 clock=wall", differ, NULL, VCUBE_EMISMATCH);
	try_for("full:3 clock=wall startup=1000s limit=10ms", wait_long, NULL, VCUBE_ELIMIT);
}

/* --- order ------------------------------------------------------------------------ */

enum { FAR = 4 };

/* Before its due time a message is invisible to every call. It says when it was sent. */
static int
look_for_it(vcube_node *self, void *arg)
{
	struct vcube_status status;
	vcube_time sent = vcube_now(self);

	(void)arg;
	if (vcube_rank(self) == 0)
		return vcube_send(self, NULL, 1, &sent, sizeof sent);
	for (int i = 0; i < 100; i++) {
		const int from = i % 2 ? 0 : VCUBE_ANY;
		const vcube_time limit = i % 3 == 0 ? 0 : MS / 2, asked = vcube_now(self);
		const int code = vcube_recv_within(self, NULL, from, &sent, sizeof sent, limit,
						   &status);

		CHECK(self, code == 0 || code == VCUBE_ETIMEDOUT);
		CHECK(self, vcube_now(self) >= (code == 0 ? sent + 5 * MS : asked + limit));
		if (code == 0) {
			CHECK(self, status.arrival <= vcube_now(self) && status.from == 0);
			return 0;
		}
	}
	return vcube_recv(self, NULL, 0, &sent, sizeof sent, NULL);
}

/* All have sent before anybody receives: messages come in the order of their arrivals. */
static int
come_in_order(vcube_node *self, void *arg)
{
	const int p = vcube_size(self), me = vcube_rank(self);
	struct vcube_status status;
	vcube_time last = 0;
	char data[4000] = {0};

	(void)arg;
	if (me != 0)
		vcube_send(self, NULL, 0, data, (size_t)(4000 / me));
	vcube_align(self, NULL);
	for (int i = 1; me == 0 && i < p; i++) {
		vcube_recv(self, NULL, VCUBE_ANY, data, sizeof data, &status);
		CHECK(self, status.arrival >= last && status.arrival <= vcube_now(self));
		last = status.arrival;
	}
	return vcube_failed(self);
}

static void
test_order(void **state)
{
	(void)state;
	try_well("linear:2 clock=wall startup=5ms", look_for_it, NULL);
	try_well("full:8 clock=wall ports=all startup=1ms per_byte=1us", come_in_order, NULL);
	try_well("full:8 clock=wall ports=one startup=1ms per_byte=1us", come_in_order, NULL);
}

/* One port: messages from several nodes arrive one after another. */
static int
funnel(vcube_node *self, void *arg)
{
	char byte = 0;

	(void)arg;
	if (vcube_rank(self) != 0)
		return vcube_send(self, NULL, 0, &byte, 1);
	for (int i = 1; i < vcube_size(self); i++)
		vcube_recv(self, NULL, i, &byte, 1, NULL);
	CHECK(self, vcube_now(self) >= FAR * MS);
	return vcube_failed(self);
}

/* The sender continues when there is room: the receiver must have taken a message. */
static int
rendezvous(vcube_node *self, void *arg)
{
	char byte = 0;

	(void)arg;
	if (vcube_rank(self) == 1)
		return vcube_recv(self, NULL, 0, &byte, 1, NULL);
	if (vcube_rank(self) == 0) {
		vcube_send(self, NULL, 1, &byte, 1);
		CHECK(self, vcube_now(self) >= 3 * MS);
	}
	return vcube_failed(self);
}

static void
test_ports_and_room(void **state)
{
	(void)state;
	try_well("full:5 clock=wall startup=1ms per_byte=0", funnel, NULL);
	try_well("linear:3 clock=wall startup=3ms capacity=0", rendezvous, NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_deadlock),
		TEST(test_failure),
		TEST(test_ends),
		TEST(test_order),
		TEST(test_ports_and_room),
	};

	return RUN_IN_BOTH(RUN_TESTS(tests));
}
