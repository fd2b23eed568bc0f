/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The wall clock: no event is early. Times are checked against lower bounds only: on a busy
 * host everything may be late.
 */
#include <string.h>
#include <time.h>
#include "tracing.h"
#include "walk.h"

#define MS ((vcube_time)1000000000)
#define START MS                        /* of a message, on most machines here */
#define WALL " clock=wall startup=1ms per_byte=1ns"

/* The host's clock in picoseconds. */
static vcube_time
host(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (now.tv_sec * INT64_C(1000000000) + now.tv_nsec) * 1000;
}

/* --- never early --------------------------------------------------------------- */

/* When the other side has sent, by the host's clock: the program does not touch a node
 * meanwhile, so only messages are shared. */
struct letter {
	vcube_time sent;
	char text[9992];
};

enum { SHORT = sizeof(vcube_time), LONG = sizeof(struct letter) };

/* Sends a message in each way, and receives one likewise. */
static int
letters(vcube_node *self, void *arg)
{
	struct letter *out = take_block(self, LONG), *in = take_block(self, LONG);
	const int other = 1 - vcube_rank(self);
	const int ways = 6;

	(void)arg;
	if (out == NULL || in == NULL)
		return vcube_failed(self);
	for (int i = 0; i < 2 * ways && vcube_failed(self) == 0; i++) {
		const size_t bytes = i < ways ? SHORT : LONG;
		struct vcube_status status = {.arrival = 0};
		vcube_request *r;
		int done = 0;

		vcube_align(self, NULL);
		out->sent = host();
		switch (i % ways) {
		case 0:
			vcube_send(self, NULL, other, out, bytes);
			vcube_recv(self, NULL, other, in, LONG, &status);
			break;
		case 1:
			vcube_exchange(self, NULL, other, out, bytes, in, LONG, &status);
			break;
		case 2:
			r = vcube_isend(self, NULL, other, out, bytes);
			vcube_recv(self, NULL, VCUBE_ANY, in, LONG, &status);
			vcube_wait(self, r, NULL);
			CHECK(self, vcube_now(self) >= status.arrival);
			CHECK(self, host() >= out->sent + START + 1000 * (vcube_time)bytes);
			break;
		case 3:
			vcube_send(self, NULL, other, out, bytes);
			r = vcube_irecv(self, NULL, other, in, LONG);
			while (!done && vcube_failed(self) == 0)
				vcube_test(self, r, &done, &status);
			break;
		case 4:
			vcube_send(self, NULL, other, out, bytes);
			while (vcube_recv_within(self, NULL, other, in, LONG, MS / 4, &status) ==
			       VCUBE_ETIMEDOUT)
				;
			break;
		default:
			vcube_send(self, NULL, other, out, bytes);
			vcube_probe(self, NULL, other, &status);
			CHECK(self, status.arrival <= vcube_now(self));
			vcube_recv(self, NULL, other, in, LONG, &status);
		}
		CHECK(self, host() >= in->sent + START + 1000 * (vcube_time)bytes);
		CHECK(self, status.arrival <= vcube_now(self));
		CHECK(self, status.bytes == bytes);
	}
	return vcube_failed(self);
}

static void
test_never_early(void **state)
{
	static const char *const how[] = {
		"", "ports=all", "routing=none", "capacity=64KiB", "strict=yes pin=no",
		"switching=store-and-forward duplex=half",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(how); i++) {
		char text[100];

		snprintf(text, sizeof text, "linear:2" WALL " %s", how[i]);
		try_well(text, letters, NULL);
	}
}

/* A node that the host delays goes on as if it were not, but what it sends is not due before
 * that. */
static int
send_late(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	const vcube_time time = vcube_now(self), then = host();
	struct vcube_status status = {.arrival = 0};
	vcube_time least = 0;

	(void)arg;
	if (me == 1) {
		vcube_exchange(self, NULL, 0, &least, sizeof least, &least, sizeof least, NULL);
		vcube_send(self, NULL, 0, &least, sizeof least);
		while (host() < then + 9 * MS)          /* where nodes share a thread, delays node 0 */
			;
	} else if (me == 0) {
		vcube_exchange(self, NULL, 1, &least, sizeof least, &least, sizeof least, NULL);
		vcube_recv(self, NULL, 1, &least, sizeof least, NULL);
		least = time + host() - then;
		vcube_send(self, NULL, 2, &least, sizeof least);
	} else {
		vcube_recv(self, NULL, 0, &least, sizeof least, &status);
		CHECK(self, status.arrival >= least);
	}
	return vcube_failed(self);
}

static void
test_not_due_before_sent(void **state)
{
	(void)state;
	try_well("full:3 clock=wall startup=100us per_byte=0", send_late, NULL);
}

/* Overheads and work keep a node busy: node 0 says since when. */
static int
keep_busy(vcube_node *self, void *arg)
{
	const vcube_time begin = host();
	vcube_time now = vcube_now(self);

	(void)arg;
	vcube_compute(self, 2 * MS);
	vcube_charge(self, VCUBE_WORK_COPY, 1000);      /* 1 ms */
	if (vcube_rank(self) == 0) {
		CHECK(self, vcube_now(self) >= now + 3 * MS);
		CHECK(self, host() >= begin + 3 * MS);
		vcube_send(self, NULL, 1, &now, sizeof now);
		vcube_send(self, NULL, 1, &now, sizeof now);
		CHECK(self, vcube_now(self) >= now + 7 * MS);
	} else {
		vcube_recv(self, NULL, 0, &now, sizeof now, NULL);
		vcube_recv(self, NULL, 0, &now, sizeof now, NULL);
		/* 3 ms of work, two overheads, a start-up, and one more overhead */
		CHECK(self, vcube_now(self) >= now + 8 * MS + MS / 2);
	}
	return 0;
}

static void
test_work_and_overheads(void **state)
{
	vcube_machine *m = open_machine("linear:2 clock=wall startup=1ms copy=1us per_byte=0 "
					"send_overhead=2ms recv_overhead=500us");

	(void)state;
	run_well(m, keep_busy, NULL);
	assert_true(vcube_run_time(m) >= 8 * MS + MS / 2);
	vcube_close(m);
}

/* --- formulas --------------------------------------------------------------------- */

static int
collective(vcube_node *self, void *arg)
{
	struct trial t = *(const struct trial *)arg;

	return try_collective(self, NULL, &t);
}

/* Where the formula is exact, it is a lower bound; and the data are right. */
static void
test_collectives(void **state)
{
	static const struct { const char *machine; int collective; const char *how; } what[] = {
		{"ring:8", VCUBE_ALLGATHER, "ring"},
		{"hypercube:3", VCUBE_ALLGATHER, "hypercube"},
		{"torus:4x4", VCUBE_ALLGATHER, "mesh"},
		{"hypercube:4", VCUBE_ALLTOALL, "standard"},
		{"hypercube:4", VCUBE_REDUCE_SCATTER, "hypercube"},
		{"hypercube:3", VCUBE_ALLREDUCE, "hypercube"},
		{"hypercube:3", VCUBE_BCAST, "binomial"},
		{"hypercube:3", VCUBE_BARRIER, "dissemination"},
		{"ring:7", VCUBE_ALLTOALL, NULL},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(what); i++) {
		vcube_machine *m = open_machine("%s clock=wall startup=200us", what[i].machine);
		const int p = vcube_machine_nodes(m);
		struct trial t = {
			.collective = what[i].collective, .how = what[i].how, .count = 20,
			.element = element_for(what[i].collective, true), .seed = seed,
			.algorithm = what[i].how ? vcube_algorithm_find(what[i].collective,
									what[i].how, NULL) : NULL,
		};
		struct vcube_terms terms = vcube_terms_of(vcube_machine_desc(m), p,
							  t.count * t.element->size);

		terms.unit = t.element->size;
		run_well(m, collective, &t);
		if (t.algorithm != NULL)
			assert_true(vcube_run_time(m) >= t.algorithm->cost(&terms));
		vcube_close(m);
	}
}

/* --- links --------------------------------------------------------------------------- */

static int
meet_at_two(vcube_node *self, void *arg)
{
	char bytes[1000] = {0};

	(void)arg;
	if (vcube_rank(self) < 2) {
		vcube_send(self, NULL, 2, bytes, sizeof bytes);
	} else if (vcube_rank(self) == 2) {
		vcube_recv(self, NULL, 0, bytes, sizeof bytes, NULL);
		vcube_recv(self, NULL, 1, bytes, sizeof bytes, NULL);
	}
	return 0;
}

/* Two messages over one link take at least twice as long as one. */
static void
test_contention(void **state)
{
	static const char *const how[] = {"ports=one", "ports=all", "switching=store-and-forward"};
	const vcube_time least = START + 1000 * (vcube_time)1000;

	(void)state;
	for (size_t i = 0; i < COUNT(how); i++) {
		vcube_machine *m = open_machine("linear:3" WALL " %s", how[i]);
		struct vcube_link_stats link, most = {.busy = 0};
		struct vcube_parts parts;

		run_well(m, meet_at_two, NULL);
		for (long l = 0; vcube_run_link(m, l, &link) == 0; l++)
			if (most.busy < link.busy)
				most = link;
		assert_int_equal(most.from, 1);
		assert_int_equal(most.to, 2);
		assert_int_equal(most.messages, 2);
		/* with store-and-forward only the first link has a start-up */
		assert_true(most.busy >= (i < 2 ? 2 * least : least));
		assert_true(vcube_run_time(m) >= most.busy);
		assert_int_equal(vcube_run_critical(m, &parts), VCUBE_EINVAL);
		vcube_close(m);
	}
}

enum { QUEUED = 8 };

static const vcube_time LENGTH = 5 * MS;        /* of a message below */

/* When node 1 had sent, and the arrivals of its message and of the last from node 0. */
struct between {
	vcube_time sent, own, last;
	_Atomic(bool) begun;            /* node 0 has sent, however late the host lets it */
};

/* Node 0 sends eight messages at once, which start one after the other. Node 1 sends one over
 * the same link when the first has started. */
static int
come_between(vcube_node *self, void *arg)
{
	struct between *const b = arg;
	vcube_request *r[QUEUED];
	struct vcube_status status;
	char byte = 0;

	switch (vcube_rank(self)) {
	case 0:
		for (int i = 0; i < QUEUED; i++)
			r[i] = vcube_isend(self, NULL, 2, &byte, 1);
		b->begun = true;
		vcube_waitall(self, r, QUEUED);
		CHECK(self, vcube_now(self) >= QUEUED * LENGTH);
		break;
	case 1:
		do {
			vcube_compute(self, LENGTH / 2);
			vcube_now(self);
		} while (!b->begun && vcube_failed(self) == 0);
		r[0] = vcube_isend(self, NULL, 2, &byte, 1);
		b->sent = vcube_now(self);
		vcube_wait(self, r[0], NULL);
		break;
	default:
		vcube_recv(self, NULL, 1, &byte, 1, &status);
		b->own = status.arrival;
		for (int i = 0; i < QUEUED; i++)
			vcube_recv(self, NULL, VCUBE_ANY, &byte, 1, &status);
		b->last = status.arrival;
	}
	return vcube_failed(self);
}

/* Messages take a link in the order of their starts, not of the calls that send them: the one
 * that comes between waits for the message on the link alone. A trace has the same times. */
static void
test_order_of_starts(void **state)
{
	static const char *const how[] = {"", "jitter=1us", "trace"};

	(void)state;
	for (size_t i = 0; i < COUNT(how); i++) {
		const bool traced = strcmp(how[i], "trace") == 0;
		vcube_machine *m = open_machine("linear:3 clock=wall per_byte=0 startup=5ms %s",
						traced ? "" : how[i]);
		struct between b = {.sent = 0};

		if (traced) {
			vcube_trace *const trace = record_on(m, come_between, &b, 0, NULL);
			const struct vcube_event *e;
			vcube_time last = 0;

			while ((e = vcube_trace_next(trace)) != NULL) {
				if (e->kind != VCUBE_EVENT_ARRIVE)
					continue;
				assert_true(e->time >= last + LENGTH);
				last = e->time;
			}
			/* node 1's, if the host let it send after all others */
			assert_true(last == (b.own > b.last ? b.own : b.last));
			vcube_trace_close(trace);
		} else {
			run_well(m, come_between, &b);
		}
		assert_true(b.own >= 2 * LENGTH);
		assert_true(b.own <= b.sent + 2 * LENGTH + MS / 1000);
		assert_true(b.last >= (QUEUED + 1) * LENGTH || b.sent > QUEUED * LENGTH);
		vcube_close(m);
	}
}

enum { MESSAGES = 40 };

/* Between any nodes, long and short messages, several at a time. */
static int
crowd(vcube_node *self, void *arg)
{
	const int p = vcube_size(self), me = vcube_rank(self);
	vcube_request *r[MESSAGES];
	char *data = take_block(self, 2000), *into = take_block(self, 2000);

	(void)arg;
	if (data == NULL || into == NULL)
		return vcube_failed(self);
	for (int i = 0; i < MESSAGES; i++) {
		const size_t bytes = vcube_random(self) % 2000;

		r[i] = vcube_isend(self, NULL, (me + i) % p, data, bytes);
	}
	for (int i = 0; i < MESSAGES; i++)
		vcube_recv(self, NULL, (me + p - i % p) % p, into, 2000, NULL);
	vcube_waitall(self, r, MESSAGES);
	return vcube_failed(self);
}

/* A link carries one message at a time: it is held no longer than the run. */
static void
test_one_at_a_time(void **state)
{
	static const char *const how[] = {
		"ring:6", "ring:6 ports=all", "hypercube:3 ports=all duplex=half",
		"mesh:3x3 switching=store-and-forward", "fattree:2x3 ports=all granule=64 width=2",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(how); i++) {
		vcube_machine *m = open_machine("%s clock=wall startup=5us seed=%d", how[i],
						(int)(seed % 1000000));
		struct vcube_link_stats link;

		run_well(m, crowd, NULL);
		for (long l = 0; vcube_run_link(m, l, &link) == 0; l++)
			assert_true(link.busy <= vcube_run_time(m));
		vcube_close(m);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_never_early),
		TEST(test_not_due_before_sent),
		TEST(test_work_and_overheads),
		TEST(test_collectives),
		TEST(test_contention),
		TEST(test_order_of_starts),
		TEST(test_one_at_a_time),
	};

	return RUN_IN_BOTH(RUN_IN_FOLDER(tests));
}
