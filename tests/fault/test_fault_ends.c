/* SPDX-License-Identifier: BSD-2-Clause */
/* Injected faults that end a run: it ends under every clock, and the report says why. */
#include <string.h>
#include "faulty.h"

enum { NODES = 4, MESSAGES = 40 };

/* --- drop ----------------------------------------------------------------------- */

/* Passes messages around a ring; returns at the first failure. */
static int
rounds(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), p = vcube_size(self);
	char *out = take_block(self, 64), *in = take_block(self, 64);

	(void)arg;
	for (int i = 0; i < MESSAGES && !vcube_failed(self); i++)
		vcube_sendrecv(self, NULL, (me + 1) % p, out, 64, (me + p - 1) % p, in, 64, NULL);
	return 0;
}

static void
a_drop_ends_and_is_named(void **state)
{
	(void)state;
	for (size_t i = 0; i < FAULTY_MACHINES; i++) {
		vcube_machine *m = open_machine("ring:4 seed=1 drop=1%% %s", faulty_machines[i]);
		struct vcube_fault fault = {.number = 0};
		char text[200];

		run_for(m, rounds, NULL, VCUBE_EFAULT);
		assert_true(vcube_run_faults(m, VCUBE_FAULT_DROP) > 0);
		report_has(m, "injected faults: ");
		/* the report names the one on which the lowest rank waits */
		for (int k = 0; vcube_run_fault(m, k, &fault) == 0 && fault.to != 0; k++)
			;
		assert_int_equal(fault.kind, VCUBE_FAULT_DROP);
		assert_int_equal(fault.to, 0);
		assert_int_equal(fault.from, 3);
		assert_int_equal(fault.time >= 0, strstr(faulty_machines[i], "free") == NULL);
		vcube_fault_text(&fault, text, sizeof text);
		error_has(vcube_run_error(m), VCUBE_EFAULT, "an injected fault ended the run: message ");
		error_has(vcube_run_error(m), VCUBE_EFAULT, text);
		error_has(vcube_run_error(m), VCUBE_EFAULT, "node 0 waits to receive from node 3");
		vcube_close(m);
	}
}

static void
a_receive_from_any_misses_it(void **state)
{
	(void)state;
	for (int any = 0; any < 2; any++) {
		for (size_t i = 0; i < FAULTY_MACHINES; i++) {
			vcube_machine *m = open_machine("ring:4 drop=1 %s", faulty_machines[i]);
			bool from_any = any;

			run_for(m, one_message, &from_any, VCUBE_EFAULT);
			error_has(vcube_run_error(m), VCUBE_EFAULT, "message 0 from node 1 to node 0 (4 bytes");
			vcube_close(m);
		}
	}
}

/* Node 0 has lost nothing from node 1, which sends nothing; the lost message is node 2's. */
static int
wait_for_another(vcube_node *self, void *arg)
{
	char byte = 0;

	(void)arg;
	if (vcube_rank(self) == 2)
		vcube_send(self, NULL, 0, &byte, 1);
	if (vcube_rank(self) == 0)
		vcube_recv(self, NULL, 1, &byte, 1, NULL);
	return vcube_failed(self);
}

static void
a_drop_of_another_is_not_blamed(void **state)
{
	(void)state;
	for (size_t i = 0; i < FAULTY_MACHINES; i++) {
		vcube_machine *m = open_machine("full:3 drop=1 %s", faulty_machines[i]);

		run_for(m, wait_for_another, NULL, VCUBE_EFAULT);
		report_lacks(m, "an injected fault ended the run: message ");
		error_has(vcube_run_error(m), VCUBE_EFAULT, "after injected faults (1 drop; the first to node 0: "
			  "message 0 from node 2 to node 0 (1 bytes");
		vcube_close(m);
	}
}

/* --- duplicate, corrupt -------------------------------------------------------------- */

static void
a_duplicate_is_left_over(void **state)
{
	(void)state;
	for (size_t i = 0; i < FAULTY_MACHINES; i++) {
		vcube_machine *m = open_machine("ring:4 duplicate=1 %s", faulty_machines[i]);
		bool any = false;

		run_for(m, one_message, &any, VCUBE_EFAULT);
		error_has(vcube_run_error(m), VCUBE_EFAULT, "after injected faults (1 duplicate; the first: "
			  "message 0 from node 1 to node 0 (4 bytes");
		error_has(vcube_run_error(m), VCUBE_EFAULT, "a message of 4 bytes");
		vcube_close(m);
	}
}

/* A program that checks its data and finds them wrong. */
static int
look_closely(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), p = vcube_size(self);
	unsigned char *out = take_block(self, 500), *in = take_block(self, 500);

	(void)arg;
	fill(out, 500, me, (me + 1) % p, 0);
	vcube_sendrecv(self, NULL, (me + 1) % p, out, 500, (me + p - 1) % p, in, 500, NULL);
	CHECK(self, is_filled(in, 500, (me + p - 1) % p, me, 0));
	return 0;
}

static void
wrong_data_after_a_corruption(void **state)
{
	(void)state;
	for (size_t i = 0; i < FAULTY_MACHINES; i++) {
		vcube_machine *m = open_machine("ring:4 corrupt=1 %s", faulty_machines[i]);

		run_for(m, look_closely, NULL, VCUBE_EFAULT);
		error_has(vcube_run_error(m), VCUBE_EFAULT, "after injected faults (4 corrupt; the first to "
			  "node 0: message 0 from node 3 to node 0 (500 bytes");
		error_has(vcube_run_error(m), VCUBE_EFAULT, "was corrupted: bit ");
		error_has(vcube_run_error(m), VCUBE_EFAULT, "is_filled(in");
		assert_int_equal(vcube_run_failure(m, 0)->code, VCUBE_EPROGRAM);
		vcube_close(m);
	}
}

/* Nothing to flip, and nothing that leaves the node. */
static int
nothing_to_spoil(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), right = (me + 1) % NODES, left = (me + 3) % NODES;
	int word = 77, got = 0;

	(void)arg;
	vcube_send(self, NULL, right, NULL, 0);
	vcube_recv(self, NULL, left, NULL, 0, NULL);
	for (int i = 0; i < MESSAGES; i++) {
		vcube_send(self, NULL, me, &word, sizeof word);
		vcube_recv(self, NULL, me, &got, sizeof got, NULL);
		CHECK(self, got == word);
	}
	return vcube_failed(self);
}

static int
to_self(vcube_node *self, void *arg)
{
	int word = 77, got = 0;

	(void)arg;
	for (int i = 0; i < MESSAGES; i++)
		vcube_sendrecv(self, NULL, vcube_rank(self), &word, sizeof word, vcube_rank(self),
			       &got, sizeof got, NULL);
	return vcube_failed(self) || got != word;
}

static void
what_cannot_be_spoiled(void **state)
{
	(void)state;
	for (size_t i = 0; i < FAULTY_MACHINES; i++) {
		vcube_machine *m = open_machine("ring:4 corrupt=1 %s", faulty_machines[i]),
			      *n = open_machine("ring:4 corrupt=1 drop=1 duplicate=1 jitter=1s %s",
						faulty_machines[i]);

		run_well(m, nothing_to_spoil, NULL);
		assert_int_equal(vcube_run_faults(m, VCUBE_FAULT_CORRUPT), 0);
		run_well(n, to_self, NULL);
		for (int kind = 0; kind < VCUBE_FAULTS_COUNT; kind++)
			assert_int_equal(vcube_run_faults(n, kind), 0);
		vcube_close(m);
		vcube_close(n);
	}
}

/* --- collectives ------------------------------------------------------------------ */

static int
gather_all(vcube_node *self, void *arg)
{
	int64_t mine = vcube_rank(self), *all = take_block(self, 16 * sizeof mine);

	(void)arg;
	for (int i = 0; i < 3; i++)
		vcube_allgather(self, NULL, &mine, all, 1, VCUBE_INT64, "hypercube");
	return 0;
}

/* Every run ends, and reports the faults if it did not end well. */
static void
collectives_end(void **state)
{
	static const char *const how[] = {
		"clock=free", "clock=virtual", "clock=virtual routing=none", "clock=free fuzz=1",
	};
	int ended = 0;

	(void)state;
	for (int s = 0; s < 40; s++) {
		vcube_machine *m = open_machine("hypercube:4 seed=%d drop=0.004 duplicate=0.004 %s",
						(int)(seed % 10000) + s, how[s % 4]);
		const int code = vcube_run(m, gather_all, NULL);
		uint64_t faults = 0;

		for (int kind = 0; kind < VCUBE_FAULTS_COUNT; kind++)
			faults += vcube_run_faults(m, kind);
		assert_int_equal(code, faults > 0 ? VCUBE_EFAULT : 0);
		ended += code != 0;
		vcube_close(m);
	}
	assert_in_range(ended, 1, 39);
}

/* Member i has i + j words for member j, several times. */
static int
exchange_uneven(vcube_node *self, void *how)
{
	const size_t p = (size_t)vcube_size(self), me = (size_t)vcube_rank(self);
	size_t in[16], out[16], at[16], to[16], used = 0;
	int64_t *data = take_block(self, 16 * 32 * sizeof *data);
	int64_t *got = take_block(self, 16 * 32 * sizeof *got);

	for (size_t i = 0; i < p; i++) {
		in[i] = out[i] = me + i;
		at[i] = to[i] = used;
		used += in[i];
	}
	memset(data, 1, used * sizeof *data);
	for (int i = 0; i < 3; i++)
		vcube_alltoallv(self, NULL, data, in, at, got, out, to, VCUBE_INT64, how);
	return 0;
}

/* A receiver that mistakes one step's bucket for another's detects it, and reads nothing
 * outside it. */
static void
a_bucket_of_another_step(void **state)
{
	static char *const how[] = {"two-stage", "mesh", "four-stage", "four-stage:mode=dual", "bruck",
		"four-stage:deal=element", "four-stage:deal=element:mode=dual"};
	int ended = 0;

	(void)state;
	for (int s = 0; s < 40; s++) {
		vcube_machine *m = open_machine("full:9 seed=%d drop=0.01 %s",
						(int)(seed % 10000) + s,
						s % 2 ? "clock=virtual" : "clock=free");
		const int code = vcube_run(m, exchange_uneven, how[s / 2 % (int)COUNT(how)]);

		assert_int_equal(code, vcube_run_faults(m, VCUBE_FAULT_DROP) > 0 ? VCUBE_EFAULT : 0);
		ended += code != 0;
		vcube_close(m);
	}
	assert_in_range(ended, 1, 40);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_drop_ends_and_is_named),
		TEST(a_receive_from_any_misses_it),
		TEST(a_drop_of_another_is_not_blamed),
		TEST(a_duplicate_is_left_over),
		TEST(wrong_data_after_a_corruption),
		TEST(what_cannot_be_spoiled),
		TEST(collectives_end),
		TEST(a_bucket_of_another_step),
	};

	return RUN_TESTS(tests);
}
