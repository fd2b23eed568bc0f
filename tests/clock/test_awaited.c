/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Messages whose senders wait until they are taken, for receives that were posted before: node 1
 * sends to node 0, which has posted the receives and waits for node 2, which polls until node 1 has
 * ended. In every way to wait for a send, with every clock, node 0 must take them meanwhile.
 */
#include "support.h"

enum { A, B, C, NODES, MOST = 2 };
enum { TO_A = 1, TO_C = 2, TO_A_AT_LAST = 3 };

/* How node 1 sends. */
struct way {
	enum { SEND, WAIT, TEST, WAITANY, SYNCHRONOUS, BESIDE } how;
	bool behind;                    /* another message that waits for nothing */
	bool from_any;                  /* node 0 receives from any, first from node 2 */
};

static int
beside(vcube_node *self, void *bytes)
{
	return vcube_tsend(self, NULL, A, TO_A, bytes, 100);
}

/* Ends a send as the way says. */
static int
end(vcube_node *self, const struct way *way, vcube_request *r)
{
	int index;

	if (way->how == WAITANY)
		return vcube_waitany(self, &r, 1, &index, NULL);
	return finish_request(self, r, way->how == TEST, NULL);
}

static int
send_on(vcube_node *self, const struct way *way)
{
	char bytes[100] = "";
	vcube_request *first = NULL;

	if (way->behind)
		first = vcube_tisend(self, NULL, A, TO_A, bytes, 10);
	switch (way->how) {
	case SEND:
		vcube_tsend(self, NULL, A, TO_A, bytes, sizeof bytes);
		break;
	case SYNCHRONOUS:
		vcube_tssend(self, NULL, A, TO_A, bytes, sizeof bytes);
		break;
	case BESIDE:
		vcube_wait(self, vcube_async(self, NULL, beside, bytes), NULL);
		break;
	default:
		end(self, way, vcube_tisend(self, NULL, A, TO_A, bytes, sizeof bytes));
	}
	vcube_tsend(self, NULL, C, TO_C, "", 0);
	return vcube_wait(self, first, NULL);
}

static int
poll(vcube_node *self, const struct way *way)
{
	vcube_request *const r = vcube_tirecv(self, NULL, B, TO_C, NULL, 0);
	vcube_request *const first = way->from_any ? vcube_tisend(self, NULL, A, TO_A, "", 1) : NULL;

	finish_request(self, r, true, NULL);
	vcube_tsend(self, NULL, A, TO_A_AT_LAST, "", 0);
	return vcube_wait(self, first, NULL);
}

static int
receive_late(vcube_node *self, const struct way *way)
{
	const int count = 1 + way->behind + way->from_any;
	vcube_request *posted[MOST + 1];
	char bytes[MOST + 1][100];

	for (int i = 0; i < count; i++)
		posted[i] = vcube_tirecv(self, NULL, way->from_any ? VCUBE_ANY : B, TO_A, bytes[i],
					 sizeof bytes[i]);
	vcube_trecv(self, NULL, C, TO_A_AT_LAST, NULL, 0, NULL);
	return vcube_waitall(self, posted, count);
}

static int
program(vcube_node *self, void *arg)
{
	const struct way *const way = arg;

	switch (vcube_rank(self)) {
	case A:
		return receive_late(self, way);
	case B:
		return send_on(self, way);
	default:
		return poll(self, way);
	}
}

/* Runs it; returns its virtual time. */
static vcube_time
try(const char *text, const struct way *way)
{
	vcube_machine *const m = open_machine("full:3 %s %s", text,
					      way->how == SYNCHRONOUS ? "" : "capacity=9");
	vcube_time time;

	run_well(m, program, (void *)way);
	time = vcube_run_time(m);
	vcube_close(m);
	return time;
}

/* Each way in turn. */
static bool
next(struct way *way)
{
	if ((way->behind = !way->behind))
		return true;
	if ((way->from_any = !way->from_any))
		return true;
	return ++way->how <= BESIDE;
}

static void
test_on_the_host(void **state)
{
	static const char *const texts[] = {
		"", "threads=one", "threads=cores", "fuzz=7", "fuzz=8", "strict=1", "clock=wall",
		"clock=wall threads=one", "clock=wall startup=1ms",
	};

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct way way = {SEND, false, false};

		do
			try(texts[i], &way);
		while (next(&way));
	}
}

#define TIMED "clock=virtual startup=10us per_byte=1ns poll=1us "

/* Every clock and every order of nodes takes each of them at the same time. */
static void
test_in_virtual_time(void **state)
{
	static const char *const texts[] = {
		TIMED "routing=none", TIMED "threads=one", TIMED "routing=none threads=one",
		TIMED "threads=cores", TIMED "routing=none threads=cores", TIMED "fuzz=7",
		TIMED "routing=none fuzz=8",
	};
	struct way way = {SEND, false, false};

	(void)state;
	do {
		const vcube_time time = try(TIMED, &way);

		for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
			assert_int_equal(try(texts[i], &way), time);
	} while (next(&way));
}

/* By hand: a message takes 10 us. Node 0 takes that of node 1 when it arrives; node 1 then sends to
 * node 2, and that to node 0. A confirmation takes as long as a message. */
static void
test_taken_on_arrival(void **state)
{
	struct way way = {SEND, false, false};

	(void)state;
	for (; way.how <= BESIDE; way.how++)
		assert_int_equal(try("clock=virtual startup=10us per_byte=0 poll=1us", &way),
				 (way.how == SYNCHRONOUS ? 40 : 30) * (vcube_time)1000000);
}

/* --- while all poll in step ------------------------------------------------------- */

enum step { ROOM, CONFIRMATION, BESIDE_POLLS, POLLS_BESIDE, STEPS };

static int
send_to_next(vcube_node *self, bool poll)
{
	char bytes[100] = "";
	const int next = (vcube_rank(self) + 1) % vcube_size(self);

	return finish_request(self, vcube_tisend(self, NULL, next, TO_A, bytes, sizeof bytes), poll, NULL);
}

static int
waits_beside(vcube_node *self, void *arg)
{
	(void)arg;
	return send_to_next(self, false);
}

static int
polls_beside(vcube_node *self, void *arg)
{
	(void)arg;
	return send_to_next(self, true);
}

/* The message before one that is to be confirmed comes first. */
static int
send_two(vcube_node *self)
{
	const int next = (vcube_rank(self) + 1) % vcube_size(self);
	vcube_request *const first = vcube_tisend(self, NULL, next, TO_A, "", 0);

	finish_request(self, vcube_tissend(self, NULL, next, TO_C, "", 0), true, NULL);
	return vcube_wait(self, first, NULL);
}

/* Each node sends to the next, which has posted receives. The higher ones begin a little later. */
static int
all_to_next(vcube_node *self, void *arg)
{
	const enum step step = *(const enum step *)arg;
	const int nodes = vcube_size(self), rank = vcube_rank(self), before = (rank + nodes - 1) % nodes;
	char bytes[2][100];
	vcube_request *posted[2] = {vcube_tirecv(self, NULL, before, TO_A, bytes[0], sizeof bytes[0]), NULL};

	if (rank >= nodes / 2)
		vcube_compute(self, 12100000);
	switch (step) {
	case ROOM:
		send_to_next(self, true);
		break;
	case CONFIRMATION:
		posted[1] = vcube_tirecv(self, NULL, before, TO_C, bytes[1], sizeof bytes[1]);
		send_two(self);
		break;
	default:
		finish_request(self, vcube_async(self, NULL, step == BESIDE_POLLS ? waits_beside : polls_beside,
						 NULL), step == BESIDE_POLLS, NULL);
	}
	return vcube_waitall(self, posted, 2);
}

static void
poll_in_step(int nodes)
{
	static const char *const texts[] = {"", "threads=one", "routing=none", "fuzz=7", "routing=none fuzz=8"};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		for (enum step step = ROOM; step < STEPS; step++) {
			vcube_machine *const m = open_machine("full:%d " TIMED "limit=20s %s %s", nodes, texts[i],
							      step == CONFIRMATION ? "" : "capacity=1");

			run_well(m, all_to_next, &step);
			vcube_close(m);
		}
}

/* Each of their clocks goes on before the next one polls. */
static void
test_polls_in_step(void **state)
{
	(void)state;
	poll_in_step(4);
}

static void
test_polls_for_itself(void **state)
{
	(void)state;
	poll_in_step(1);
}

/* --- while nodes ask with no time to wait ------------------------------------------- */

/* From node `from`, or from any. */
static void
ask_for(vcube_node *self, int from)
{
	while (vcube_recv_within(self, NULL, from, NULL, 0, 0, NULL) == VCUBE_ETIMEDOUT)
		vcube_compute(self, 300000);
}

static int
ask(vcube_node *self, void *arg)
{
	const bool from_any = *(const bool *)arg;
	vcube_request *posted;

	switch (vcube_rank(self)) {
	case A:
		posted = vcube_tirecv(self, NULL, B, TO_A, NULL, 0);
		ask_for(self, from_any ? VCUBE_ANY : C);
		return vcube_wait(self, posted, NULL);
	case B:
		vcube_tssend(self, NULL, A, TO_A, "", 0);
		return vcube_send(self, NULL, C, "", 0);
	default:
		ask_for(self, from_any ? VCUBE_ANY : B);
		return vcube_send(self, NULL, A, "", 0);
	}
}

static void
test_asks_without_time(void **state)
{
	static const char *const texts[] = {
		"", "threads=one", "threads=cores", "fuzz=7", "clock=wall", "clock=wall threads=one",
		TIMED, TIMED "threads=one", TIMED "routing=none", TIMED "fuzz=7",
	};

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		for (int from_any = 0; from_any < 2; from_any++) {
			bool any = from_any;
			vcube_machine *const m = open_machine("full:3 limit=20s %s", texts[i]);

			run_well(m, ask, &any);
			vcube_close(m);
		}
}

/* --- the first of several, behind an older receive ----------------------------------- */

/* What has come for the older receive of node 0 is not for the one that it waits for, with
 * another. */
static int
first_of_two(vcube_node *self, void *arg)
{
	const int from = *(const bool *)arg ? VCUBE_ANY : B;
	vcube_request *older, *two[2];
	int index;

	switch (vcube_rank(self)) {
	case A:
		older = vcube_tirecv(self, NULL, B, TO_A, NULL, 0);
		two[0] = vcube_tirecv(self, NULL, from, TO_A_AT_LAST, NULL, 0);
		two[1] = vcube_tirecv(self, NULL, C, TO_C, NULL, 0);
		vcube_waitany(self, two, 2, &index, NULL);
		CHECK(self, vcube_failed(self) || index == 1);
		vcube_tsend(self, NULL, B, TO_A, "", 0);
		vcube_wait(self, older, NULL);
		return vcube_wait(self, two[0], NULL);
	case B:
		vcube_tsend(self, NULL, A, TO_A, "", 0);
		vcube_trecv(self, NULL, A, TO_A, NULL, 0, NULL);
		return vcube_tsend(self, NULL, A, TO_A_AT_LAST, "", 0);
	default:
		vcube_compute(self, 50000000);
		return vcube_tsend(self, NULL, A, TO_C, "", 0);
	}
}

static void
test_first_behind_older(void **state)
{
	static const char *const texts[] = {
		"", "threads=one", "fuzz=7", "clock=wall", "clock=wall threads=one",
		TIMED, TIMED "threads=one", TIMED "routing=none", TIMED "fuzz=7",
	};

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		for (int from_any = 0; from_any < 2; from_any++) {
			bool any = from_any;
			vcube_machine *const m = open_machine("full:3 %s", texts[i]);

			run_well(m, first_of_two, &any);
			vcube_close(m);
		}
}

/* --- what a node waits for itself ------------------------------------------------- */

enum { OFTEN = 400 };

static int
all_to_first(vcube_node *self, void *arg)
{
	const int nodes = vcube_size(self);
	vcube_request *posted[8];

	(void)arg;
	if (vcube_rank(self) != 0)
		return vcube_tssend(self, NULL, 0, TO_A, "", 0);
	for (int i = 0; i < nodes - 1; i++)
		posted[i] = vcube_tirecv(self, NULL, VCUBE_ANY, TO_A, NULL, 0);
	return vcube_waitall(self, posted, nodes - 1);
}

/* By the wall clock a message may get due while its node is about to park, just for it: the
 * node takes it as one for any receive that it has posted, and the wait is over. That takes
 * many tries. */
static void
test_due_before_parking(void **state)
{
	vcube_machine *const m = open_machine("full:4 clock=wall startup=20us per_byte=0 capacity=9 threads=one");

	(void)state;
	for (int i = 0; i < OFTEN; i++)
		run_well(m, all_to_first, NULL);
	vcube_close(m);
}

/* Node 0 would take the message of node 1 after 1,000 s, and waits for node 2 without a limit. */
static int
due_late(vcube_node *self, void *arg)
{
	(void)arg;
	switch (vcube_rank(self)) {
	case A:
		vcube_tirecv(self, NULL, B, TO_A, NULL, 0);
		return vcube_trecv(self, NULL, C, TO_A, NULL, 0, NULL);
	case B:
		return vcube_tssend(self, NULL, A, TO_A, "", 0);
	default:
		return vcube_trecv(self, NULL, A, TO_C, NULL, 0, NULL);
	}
}

/* When a message is due is no limit of the wait. */
static void
test_stopped_before_due(void **state)
{
	vcube_machine *const m = open_machine("full:3 clock=wall startup=1000s limit=100ms");

	(void)state;
	run_for(m, due_late, NULL, VCUBE_ELIMIT);
	report_has(m, "while waiting to receive from node 2");
	report_lacks(m, "with a time limit");
	vcube_close(m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_on_the_host),
		TEST(test_in_virtual_time),
		TEST(test_taken_on_arrival),
		TEST(test_polls_in_step),
		TEST(test_polls_for_itself),
		TEST(test_asks_without_time),
		TEST(test_first_behind_older),
		TEST(test_due_before_parking),
		TEST(test_stopped_before_due),
	};

	return RUN_TESTS(tests);
}
