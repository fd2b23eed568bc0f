/* SPDX-License-Identifier: BSD-2-Clause */
/* Exploration: programs have as many orders as they must have, failing orders replay, programs
 * that rely on buffers or on more than messages are told, and what a limit leaves out is said. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "support.h"

typedef int explorer(vcube_machine *machine, vcube_program *program, void *arg,
		     const struct vcube_explore_limits *limits, struct vcube_explored *result);

static struct vcube_explored
explore_by(explorer *by, const char *machine_text, vcube_program *program, void *arg,
	   const struct vcube_explore_limits *limits, int code)
{
	vcube_machine *const m = open_machine("%s", machine_text);
	struct vcube_explored result;
	const int got = by(m, program, arg, limits, &result);

	if (got != code)
		fail_msg("%s: %d instead of %d: %s\n%s", machine_text, got, code, result.error.text,
			 result.report != NULL ? result.report : "");
	vcube_close(m);
	return result;
}

static struct vcube_explored
explore_here(const char *machine_text, vcube_program *program, void *arg,
	     const struct vcube_explore_limits *limits, int code)
{
	return explore_by(vcube_explore, machine_text, program, arg, limits, code);
}

static void
same_text(const char *text, const char *other)
{
	assert_string_equal(text != NULL ? text : "", other != NULL ? other : "");
}

static void
same_result(const struct vcube_explored *a, const struct vcube_explored *b)
{
	same_text(a->report, b->report);
	same_text(a->first, b->first);
	same_text(a->shortest, b->shortest);
	same_text(a->error.text, b->error.text);
	assert_int_equal(a->guesses, b->guesses);
	assert_int_equal(a->cut, b->cut);
	assert_int_equal(a->unsafe, b->unsafe);
	assert_int_equal(a->left_out, b->left_out);
}

/* More processes than these would take too long. */
enum { PROCESSES = 40, SENDERS = 4 };

/* In this process; and unless it takes long, in a process for each order, with the same result. */
static struct vcube_explored
explore(const char *machine_text, vcube_program *program, void *arg,
	const struct vcube_explore_limits *limits, int code)
{
	struct vcube_explored result = explore_here(machine_text, program, arg, limits, code), apart;

	if (strstr(machine_text, "explore=clock") != NULL || result.runs > PROCESSES ||
	    (limits != NULL && limits->time > 0))
		return result;
	apart = explore_by(vcube_explore_apart, machine_text, program, arg, limits, code);
	same_result(&result, &apart);
	vcube_explored_clear(&apart);
	return result;
}

/* --- programs with a known number of orders ---------------------------------- */

static int
gather(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), p = vcube_size(self);
	int word = me;

	(void)arg;
	if (me > 0)
		return vcube_send(self, NULL, 0, &word, sizeof word);
	for (int i = 1; i < p && vcube_recv(self, NULL, VCUBE_ANY, &word, sizeof word, NULL) == 0; i++)
		vcube_outcome(self, (uint64_t)word);
	return vcube_failed(self);
}

/* Node 0 sends to the last node at once, and around through all others. */
static int
chain(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), last = vcube_size(self) - 1;
	int word = me;

	(void)arg;
	if (me == 0) {
		vcube_send(self, NULL, 1, &word, sizeof word);
		vcube_send(self, NULL, last, &word, sizeof word);
	} else if (me < last) {
		vcube_recv(self, NULL, me - 1, &word, sizeof word, NULL);
		vcube_send(self, NULL, me + 1, &word, sizeof word);
	} else {
		struct vcube_status status;

		vcube_recv(self, NULL, VCUBE_ANY, &word, sizeof word, &status);
		vcube_outcome(self, (uint64_t)status.from);
		vcube_recv(self, NULL, VCUBE_ANY, &word, sizeof word, NULL);
	}
	return vcube_failed(self);
}

/* A master gives five jobs to two workers, and the next one to whoever has done one. */
static int
farm(vcube_node *self, void *arg)
{
	enum { JOBS = 5, STOP = -1 };
	const int me = vcube_rank(self);
	struct vcube_status status;
	int job, given = 0;

	(void)arg;
	while (me > 0 && vcube_recv(self, NULL, 0, &job, sizeof job, NULL) == 0 && job != STOP)
		vcube_send(self, NULL, 0, &job, sizeof job);
	for (int to = 1; me == 0 && to < vcube_size(self); to++, given++)
		vcube_send(self, NULL, to, &given, sizeof given);
	for (int done = 0; me == 0 && done < JOBS; done++) {
		vcube_recv(self, NULL, VCUBE_ANY, &job, sizeof job, &status);
		vcube_outcome(self, (uint64_t)status.from);
		job = given < JOBS ? given++ : STOP;
		vcube_send(self, NULL, status.from, &job, sizeof job);
	}
	return vcube_failed(self);
}

/* Forks are the nodes behind the philosophers. Philosopher i takes fork i, then fork i + 1. */
static int
philosopher(vcube_node *self, int me, int n)
{
	const int fork[2] = {n + me, n + (me + 1) % n};

	for (int i = 0; i < 2; i++) {
		vcube_send(self, NULL, fork[i], &me, sizeof me);
		vcube_recv(self, NULL, fork[i], &me, sizeof me, NULL);
	}
	for (int i = 0; i < 2; i++)
		vcube_send(self, NULL, fork[i], &me, sizeof me);
	return vcube_failed(self);
}

static int
dine(vcube_node *self, void *arg)
{
	const int n = vcube_size(self) / 2, me = vcube_rank(self);
	const int owner = me - n, other = (owner + n - 1) % n;
	struct vcube_status status;
	int word, next;

	(void)arg;
	if (me < n)
		return philosopher(self, me, n);
	vcube_recv(self, NULL, VCUBE_ANY, &word, sizeof word, &status);
	for (int i = 0; i < 2; i++) {
		next = i == 0 ? status.from : status.from == owner ? other : owner;
		if (i == 1)
			vcube_recv(self, NULL, next, &word, sizeof word, NULL);
		vcube_send(self, NULL, next, &next, sizeof next);
		vcube_recv(self, NULL, next, &word, sizeof word, NULL);
	}
	return vcube_failed(self);
}

/* A receive is cancelled before or after its message is there. */
static int
cancel(vcube_node *self, void *arg)
{
	struct vcube_status status = {.cancelled = false};
	vcube_request *r;
	int word = 0;

	(void)arg;
	if (vcube_rank(self) == 1)
		return vcube_tsend(self, NULL, 0, 3, &word, sizeof word);
	r = vcube_tirecv(self, NULL, 1, 3, &word, sizeof word);
	vcube_cancel(self, r);
	vcube_wait(self, r, &status);
	vcube_outcome(self, status.cancelled);
	return status.cancelled ? vcube_trecv(self, NULL, 1, 3, &word, sizeof word, NULL)
				: vcube_failed(self);
}

/* Node 0 probes for a message, then looks for one that comes later unless the first is late. */
static int
probe_first(vcube_node *self, void *arg)
{
	static const int from[] = {VCUBE_NOBODY, VCUBE_NOBODY, 3, VCUBE_NOBODY};
	const int me = vcube_rank(self);
	int word = 0, there;

	(void)arg;
	if (me > 0) {
		vcube_trecv(self, NULL, from[me], 0, &word, sizeof word, NULL);
		return vcube_tsend(self, NULL, me == 3 ? 2 : 0, 0, &word, sizeof word);
	}
	vcube_tprobe(self, NULL, 1, 0, NULL);
	vcube_tiprobe(self, NULL, 2, 0, &there, NULL);
	vcube_outcome(self, (uint64_t)there);
	vcube_trecv(self, NULL, 1, 0, &word, sizeof word, NULL);
	return vcube_trecv(self, NULL, 2, 0, &word, sizeof word, NULL);
}

/* Node 0 takes a message out of matching, then looks for the next one, which the first cannot
 * be. */
static int
claim_first(vcube_node *self, void *arg)
{
	vcube_message *message;
	int word = 0, there;

	(void)arg;
	if (vcube_rank(self) == 1) {
		vcube_tsend(self, NULL, 0, 0, &word, sizeof word);
		return vcube_tsend(self, NULL, 0, 0, &word, sizeof word);
	}
	vcube_mprobe(self, NULL, 1, 0, &message, NULL);
	vcube_tiprobe(self, NULL, 1, 0, &there, NULL);
	vcube_outcome(self, (uint64_t)there);
	vcube_mrecv(self, NULL, message, &word, sizeof word, NULL);
	return vcube_trecv(self, NULL, 1, 0, &word, sizeof word, NULL);
}

/* A send that a test has found done, and that the program keeps, is done for the next test, too. */
static int
keep_a_send(vcube_node *self, void *arg)
{
	int word = 0, done, again = 1;
	vcube_request *r;

	(void)arg;
	if (vcube_rank(self) == 1)
		return vcube_trecv(self, NULL, 0, 0, &word, sizeof word, NULL);
	r = vcube_tisend(self, NULL, 1, 0, &word, sizeof word);
	vcube_is_done(self, r, &done, NULL);
	if (done)
		vcube_is_done(self, r, &again, NULL);
	if (!again)
		return vcube_fail(self, "the send is done no more");
	return vcube_wait(self, r, NULL);
}

/* Node 1 tests a synchronous send while its confirmation may be late, after a send that waited for
 * a posted receive of a node that waits for node 0. */
static int
confirm_late(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	int word = 0, into = 0, done = 0;
	vcube_request *r;

	(void)arg;
	if (me == 0) {
		vcube_trecv(self, NULL, 1, 0, &word, sizeof word, NULL);
		vcube_trecv(self, NULL, 1, 3, &word, sizeof word, NULL);
		return vcube_tsend(self, NULL, 2, 2, &word, sizeof word);
	}
	if (me == 2) {
		r = vcube_tirecv(self, NULL, 1, 1, &into, sizeof into);
		vcube_trecv(self, NULL, 0, 2, &word, sizeof word, NULL);
		return vcube_wait(self, r, NULL);
	}
	r = vcube_tissend(self, NULL, 0, 0, &word, sizeof word);
	vcube_tsend(self, NULL, 2, 1, &word, sizeof word);
	vcube_test(self, r, &done, NULL);
	vcube_tsend(self, NULL, 0, 3, &word, sizeof word);
	return done ? vcube_failed(self) : vcube_wait(self, r, NULL);
}

#define IN_TIME "clock=virtual routing=none"

static void
test_orders(void **state)
{
	static const struct {
		const char *machine;
		vcube_program *program;
		uint64_t orders, failed;
	} cases[] = {
		{ "full:1 explore=buffered", gather, 1, 0 },
		{ "full:2 explore=buffered", gather, 1, 0 },
		{ "full:4 explore=buffered", gather, 6, 0 },
		{ "full:6 explore=buffered", gather, 120, 0 },
		{ "full:6 explore=synchronous", gather, 120, 0 },
		{ "full:8 explore=both", gather, 2 * 5040, 0 },
		{ "full:8 explore=buffered", chain, 2, 0 },
		{ "full:8 explore=both", chain, 4, 0 },
		{ "full:3 explore=buffered", farm, 16, 0 },
		{ "full:4 explore=buffered", dine, 3, 1 },
		{ "full:6 explore=buffered", dine, 7, 1 },
		{ "full:8 explore=buffered", dine, 15, 1 },
		{ "full:2 explore=buffered", cancel, 2, 0 },
		{ "full:2 explore=synchronous", cancel, 2, 0 },
		{ "full:4 explore=buffered", probe_first, 2, 0 },
		{ "full:4 explore=clock " IN_TIME, probe_first, 2, 0 },
		{ "full:2 explore=buffered", claim_first, 2, 0 },
		{ "full:2 explore=clock " IN_TIME, claim_first, 2, 0 },
		{ "full:2 explore=buffered", keep_a_send, 1, 0 },
		{ "full:2 explore=synchronous", keep_a_send, 2, 0 },
		{ "full:3 explore=buffered", confirm_late, 2, 0 },
		{ "full:3 explore=synchronous", confirm_late, 2, 0 },
		{ "full:6 explore=clock " IN_TIME, gather, 120, 0 },
		{ "full:8 explore=clock " IN_TIME, chain, 2, 0 },
		{ "full:3 explore=clock " IN_TIME, farm, 16, 0 },
		{ "full:4 explore=clock " IN_TIME, dine, 3, 1 },
		{ "full:8 explore=clock " IN_TIME, dine, 15, 1 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct vcube_explored r;

		if (cases[i].orders > (uint64_t)up_to(100000, 1000))
			continue;
		r = explore(cases[i].machine, cases[i].program, NULL, NULL,
			    cases[i].failed > 0 ? VCUBE_EDEADLOCK : 0);
		print_message("%s: %s", cases[i].machine, r.report);
		assert_int_equal(r.orders, cases[i].orders);
		assert_int_equal(r.failed, cases[i].failed);
		assert_int_equal(r.left_out, 0);
		assert_int_equal(r.runs, r.orders + r.guesses);
		vcube_explored_clear(&r);
	}
}

/* --- failing orders ---------------------------------------------------------- */

static void
test_replay(void **state)
{
	struct vcube_explored r = explore("full:6 explore=buffered", dine, NULL, NULL, VCUBE_EDEADLOCK);

	(void)state;
	assert_string_equal(r.first, "replay=3:0/4:1/5:2");
	assert_string_equal(r.shortest, r.first);
	for (int i = 0; i < 20; i++) {
		vcube_machine *const m = open_machine("full:6 %s", r.first);

		run_for(m, dine, NULL, VCUBE_EDEADLOCK);
		vcube_close(m);
		try_for("full:6 replay=3:2/4:1/5:2", dine, NULL, 0);
	}
	try_for("full:6 replay=3:2/4:0/5:1", dine, NULL, VCUBE_EINVAL);
	try_for("full:6 replay=3:-", dine, NULL, VCUBE_EINVAL);
	vcube_explored_clear(&r);
}

static int
wants_the_first(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	struct vcube_status status;
	int word = me;

	(void)arg;
	if (me > 0)
		return vcube_send(self, NULL, 0, &word, sizeof word);
	vcube_recv(self, NULL, VCUBE_ANY, &word, sizeof word, &status);
	if (word != 1)
		return vcube_fail(self, "node %d came first", word);
	return vcube_recv(self, NULL, 2, &word, sizeof word, NULL);
}

/* The delays that make it fail do so on a machine with threads, each time; without them it does
 * not. */
static void
test_delays(void **state)
{
	struct vcube_explored r = explore("full:3 explore=clock " IN_TIME, wants_the_first, NULL, NULL,
					  VCUBE_EPROGRAM);

	(void)state;
	assert_string_equal(r.first, "delay=1-0@0:1ps");
	assert_string_equal(r.shortest, r.first);
	assert_int_equal(r.orders, 2);
	assert_int_equal(r.failed, 1);
	for (int i = 0; i < 20; i++) {
		vcube_machine *const m = open_machine("full:3 " IN_TIME " %s", r.first);

		run_for(m, wants_the_first, NULL, VCUBE_EPROGRAM);
		vcube_close(m);
		try_for("full:3 " IN_TIME " delay=none", wants_the_first, NULL, 0);
	}
	vcube_explored_clear(&r);
}

/* A program that only calls vcube_run(). */
static void
test_unchanged_program(void **state)
{
	vcube_machine *const m = open_machine("full:3 explore=buffered");

	(void)state;
	for (int i = 0; i < 2; i++) {
		run_for(m, wants_the_first, NULL, VCUBE_EPROGRAM);
		assert_string_equal(vcube_run_error(m)->text, "node 2 came first");
		assert_non_null(strstr(vcube_run_report(m), "explored 2 orders in 2 runs: 2 outcomes\n"
						"  1 failed; the first: replay=0:2\n"
						"  the result may depend on the order: 1 receive\n"));
		assert_non_null(strstr(vcube_run_report(m), "could take the message of node 1 or of node 2"));
	}
	assert_int_equal(vcube_run(m, gather, NULL), 0);
	assert_non_null(strstr(vcube_run_report(m), "explored 2 orders in 2 runs: 2 outcomes\n"));
	vcube_close(m);
}

static int
head_on(vcube_node *self, void *arg)
{
	const int other = 1 - vcube_rank(self);
	int word = 0;

	(void)arg;
	vcube_send(self, NULL, other, &word, sizeof word);
	return vcube_recv(self, NULL, other, &word, sizeof word, NULL);
}

static void
test_unsafe(void **state)
{
	struct vcube_explored r = explore("full:2 explore=both", head_on, NULL, NULL, VCUBE_EDEADLOCK);

	(void)state;
	assert_true(r.unsafe);
	assert_string_equal(r.first, "capacity=0 replay=0:");
	try_for("full:2 capacity=0 replay=0:", head_on, NULL, VCUBE_EDEADLOCK);
	vcube_explored_clear(&r);
	r = explore("full:2 explore=buffered", head_on, NULL, NULL, 0);
	assert_false(r.unsafe);
	vcube_explored_clear(&r);
}

/* Node 0 waits for the first of a send, which node 1 takes or not, and a receive that never
 * comes. */
static int
first_of_a_send(vcube_node *self, void *arg)
{
	const bool taken = *(const bool *)arg;
	vcube_request *request[2];
	int word = 0, index;

	if (vcube_rank(self) == 1)
		return taken ? vcube_trecv(self, NULL, 0, 1, &word, sizeof word, NULL) : 0;
	request[0] = vcube_tisend(self, NULL, 1, 1, &word, sizeof word);
	request[1] = vcube_tirecv(self, NULL, 1, 2, &word, sizeof word);
	vcube_waitany(self, request, 2, &index, NULL);
	vcube_cancel(self, request[1]);
	return vcube_wait(self, request[1], NULL);
}

static void
test_send_without_end(void **state)
{
	static bool taken[2] = {false, true};
	struct vcube_explored r = explore("full:2 explore=synchronous", first_of_a_send, &taken[0], NULL,
					  VCUBE_EDEADLOCK);

	(void)state;
	assert_int_equal(r.orders, 1);
	assert_int_equal(r.failed, 1);
	vcube_explored_clear(&r);
	r = explore("full:2 explore=synchronous", first_of_a_send, &taken[1], NULL, 0);
	assert_int_equal(r.orders, 1);
	vcube_explored_clear(&r);
}

/* The posted receive of node 0 takes what node 1 or node 2 sends. Node 3 sends only if it is the
 * message of node 1, which waits for that. */
static int
awaits_a_posted_one(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	vcube_request *posted;
	int word = 0, early;

	(void)arg;
	if (me == 0) {
		posted = vcube_tirecv(self, NULL, VCUBE_ANY, 1, &early, sizeof early);
		vcube_trecv(self, NULL, 3, 2, &word, sizeof word, NULL);
		vcube_wait(self, posted, NULL);
		return vcube_trecv(self, NULL, VCUBE_ANY, 1, &word, sizeof word, NULL);
	}
	if (me == 1)
		vcube_tssend(self, NULL, 0, 1, &word, sizeof word);
	if (me == 3)
		vcube_trecv(self, NULL, 1, 2, &word, sizeof word, NULL);
	return vcube_tsend(self, NULL, me == 1 ? 3 : 0, me == 2 ? 1 : 2, &word, sizeof word);
}

static void
test_posted(void **state)
{
	struct vcube_explored r = explore("full:4 explore=buffered", awaits_a_posted_one, NULL, NULL,
					  VCUBE_EDEADLOCK);

	(void)state;
	assert_int_equal(r.left_out, 0);
	assert_int_equal(r.orders, 2);
	assert_int_equal(r.failed, 1);
	assert_string_equal(r.first, "replay=0:+1.2");
	try_for("full:4 replay=0:+1.2", awaits_a_posted_one, NULL, VCUBE_EDEADLOCK);
	try_for("full:4 replay=0:+1.1", awaits_a_posted_one, NULL, 0);
	try_for("full:4 replay=0:+1.3", awaits_a_posted_one, NULL, VCUBE_EINVAL);
	try_for("full:4 replay=0:+2.1", awaits_a_posted_one, NULL, VCUBE_EINVAL);
	vcube_explored_clear(&r);
}

/* Node 1 may receive before it sends or after that. Node 0 gets its message, which says nothing
 * about the confirmation of its own; once that is known it remains so. */
static int
hears_of_receipt(vcube_node *self, void *arg)
{
	vcube_request *r = NULL;
	vcube_message *found = NULL;
	int word = 0, other = 0, there = 0, done = 0, still = 0;

	(void)arg;
	if (vcube_rank(self) == 1) {
		vcube_improbe(self, NULL, 0, 1, &there, &found, NULL);
		if (there)
			vcube_mrecv(self, NULL, found, &other, sizeof other, NULL);
		vcube_outcome(self, (uint64_t)there);
		vcube_tsend(self, NULL, 0, 1, &word, sizeof word);
		return there ? vcube_failed(self)
			     : vcube_trecv(self, NULL, 0, 1, &other, sizeof other, NULL);
	}
	r = vcube_tissend(self, NULL, 1, 1, &word, sizeof word);
	vcube_trecv(self, NULL, 1, 1, &other, sizeof other, NULL);
	vcube_is_done(self, r, &done, NULL);
	vcube_outcome(self, (uint64_t)done);
	if (done) {
		vcube_test(self, r, &still, NULL);
		CHECK(self, still);
	}
	return still ? vcube_failed(self) : vcube_wait(self, r, NULL);
}

static void
test_confirmed(void **state)
{
	struct vcube_explored r = explore("full:2 explore=buffered", hears_of_receipt, NULL, NULL, 0);

	(void)state;
	assert_int_equal(r.outcomes, 4);
	vcube_explored_clear(&r);
}

/* --- faults ------------------------------------------------------------------ */

/* Each node but the last sends to the next. */
static int
hands_on(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	int word = 0;

	(void)arg;
	if (me > 0 && vcube_recv(self, NULL, me - 1, &word, sizeof word, NULL) != 0)
		return vcube_failed(self);
	return me < vcube_size(self) - 1 ? vcube_send(self, NULL, me + 1, &word, sizeof word) : 0;
}

/* Node 0 waits for its messages for some time only. */
static int
does_without(vcube_node *self, void *arg)
{
	int word = 0;

	(void)arg;
	if (vcube_rank(self) > 0)
		return vcube_send(self, NULL, 0, &word, sizeof word);
	for (int i = 1; i < vcube_size(self); i++)
		vcube_recv_within(self, NULL, i, &word, sizeof word, 1000, NULL);
	return vcube_failed(self);
}

static void
test_faults(void **state)
{
	const struct vcube_explore_limits limits = {.polls = 1};
	struct vcube_explored r;

	(void)state;
	/* of three messages, in a chain, each is missed; of the crashes only that of the last
	 * node's receive is not, for nobody waits for it */
	r = explore("full:4 explore=buffered faults=drop", hands_on, NULL, NULL, VCUBE_EFAULT);
	assert_int_equal(r.faults, 3);
	assert_int_equal(r.fatal, 3);
	assert_int_equal(r.orders, 4);
	assert_int_equal(r.outcomes, 1);
	assert_string_equal(r.first, "lose=0-1@0 replay=0:");
	assert_non_null(strstr(r.report, "3 failed, all with a fault; the first: lose=0-1@0"));
	assert_non_null(strstr(r.report, "3 faults tried, one at a time: with 3 of them an order failed"));
	vcube_explored_clear(&r);
	r = explore("full:4 explore=synchronous faults=crash", hands_on, NULL, NULL, VCUBE_EFAULT);
	assert_int_equal(r.faults, 6);
	assert_int_equal(r.fatal, 6);
	vcube_explored_clear(&r);
	r = explore("full:4 explore=buffered faults=crash", hands_on, NULL, NULL, VCUBE_EFAULT);
	assert_int_equal(r.faults, 6);
	assert_int_equal(r.fatal, 5);
	vcube_explored_clear(&r);
	/* without them, a node that does without what is missing ends well, whoever crashes */
	r = explore("full:3 explore=buffered faults=crash", does_without, NULL, &limits, VCUBE_EUNRECEIVED);
	assert_true(r.faults > 0);
	assert_int_equal(r.fatal, 0);
	vcube_explored_clear(&r);
}

/* The first failing order of a program, with its fault, fails alone on threads, too. */
static void
test_faults_again(void **state)
{
	const char *const machines[] = {
		"full:3 explore=buffered faults=drop", "full:3 explore=buffered faults=crash",
		"full:3 explore=synchronous faults=drop", "full:3 explore=synchronous faults=crash",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(machines); i++) {
		struct vcube_explored r = explore(machines[i], hands_on, NULL, NULL, VCUBE_EFAULT);
		vcube_machine *const m = open_machine("full:3 %s", r.first);

		assert_int_equal(vcube_run(m, hands_on, NULL), VCUBE_EFAULT);
		vcube_close(m);
		vcube_explored_clear(&r);
	}
}

/* --- what cannot be explored ------------------------------------------------- */

/* Each run sends to another node. */
static int
remembers(vcube_node *self, void *arg)
{
	int *const runs = arg, me = vcube_rank(self), word = 0;

	if (me == 0) {
		const int far = ++*runs > 1;

		vcube_send(self, NULL, 3, &word, far ? 1 : 2);
		vcube_recv(self, NULL, VCUBE_ANY, &word, sizeof word, NULL);
		return vcube_recv(self, NULL, VCUBE_ANY, &word, sizeof word, NULL);
	}
	return me < 3 ? vcube_send(self, NULL, 0, &word, sizeof word)
		      : vcube_recv(self, NULL, 0, &word, sizeof word, NULL);
}

/* Only the first run receives. */
static int
tires(vcube_node *self, void *arg)
{
	int *const runs = arg, me = vcube_rank(self), word = 0;

	if (me > 0)
		return vcube_send(self, NULL, 0, &word, sizeof word);
	if (++*runs > 1)
		return 0;
	vcube_recv(self, NULL, VCUBE_ANY, &word, sizeof word, NULL);
	return vcube_recv(self, NULL, VCUBE_ANY, &word, sizeof word, NULL);
}

static void
test_odd(void **state)
{
	vcube_program *const programs[] = {remembers, tires};

	(void)state;
	for (size_t i = 0; i < COUNT(programs); i++) {
		int runs = 0;
		struct vcube_explored r = explore_here(i == 0 ? "full:4 explore=buffered"
						       : "full:3 explore=buffered",
						       programs[i], &runs, NULL, VCUBE_EINVAL);

		assert_non_null(strstr(r.error.text, "node 0 acted differently than before at step 1"));
		vcube_explored_clear(&r);
	}
}

static void
refuse_machine(const char *text, const char *why)
{
	struct vcube_error error;

	assert_null(vcube_open(text, &error));
	if (strstr(error.text, why) == NULL)
		fail_msg("%s: %s", text, error.text);
}

static void
test_refused(void **state)
{
	vcube_machine *const m = open_machine("full:2");
	struct vcube_explored r;

	(void)state;
	assert_int_equal(vcube_explore(m, head_on, NULL, NULL, &r), VCUBE_EINVAL);
	assert_non_null(strstr(r.error.text, "explore=both"));
	vcube_explored_clear(&r);
	vcube_close(m);
	refuse_machine("full:2 explore=yes", "no such choice");
	refuse_machine("full:2 explore=both replay=0:1", "only one of them");
	refuse_machine("full:2 explore=both clock=virtual", "clock=free");
	refuse_machine("full:2 replay=0:1 fuzz=3", "fuzz=0");
	refuse_machine("full:2 explore=both capacity=0", "capacity=unlimited");
	refuse_machine("full:2 faults=drop", "explore=buffered");
	refuse_machine("full:2 explore=clock", "needs clock=virtual");
	refuse_machine("full:2 explore=clock clock=virtual", "needs routing=none");
	refuse_machine("full:2 explore=clock clock=virtual routing=none jitter=1us", "jitter 0");
	refuse_machine("full:2 explore=clock clock=virtual routing=none faults=drop", "needs faults=no");
	refuse_machine("full:2 explore=clock clock=virtual routing=none capacity=0", "capacity=unlimited");
	refuse_machine("full:2 explore=clock clock=virtual routing=none fuzz=3", "fuzz=0");
	refuse_machine("full:2 delay=0-1@0:1us", "clock=virtual");
	refuse_machine("full:2 clock=virtual delay=0-1@0", "no colon");
	refuse_machine("full:2 clock=virtual delay=0-1", "no @");
	refuse_machine("full:2 clock=virtual delay=0@1:1us", "does not name two nodes");
	refuse_machine("full:2 clock=virtual delay=0-2@0:1us", "there is no node 2");
	refuse_machine("full:2 clock=virtual delay=1-1@0:1us", "never late");
	refuse_machine("full:2 clock=virtual delay=0-1@0:2000s", "at most 1000s");
	refuse_machine("full:2 clock=virtual delay=0-1@0:1us,1-0@0:1us,0-1@0:2us", "has two delays");
	refuse_machine("full:2 explore=both faults=both drop=1%", "drop, duplicate, corrupt and jitter 0");
	refuse_machine("full:2 explore=both faults=both lose=0-1@0", "lose=none");
	refuse_machine("full:2 lose=0-2@0", "there is no node 2");
	refuse_machine("full:2 lose=1-1@0", "sends to itself is never lost");
	refuse_machine("full:2 replay=0:2", "there is no node 2");
	refuse_machine("full:2 replay=7:1", "there is no node 7");
	refuse_machine("full:2 replay=1", "its rank and a colon");
	refuse_machine("full:2 replay=0:x", "an answer is a rank");
	refuse_machine("full:2 replay=0:1;1:0", "separated by commas");
	refuse_machine("full:2 replay=0:1.", "an answer is a rank");
	refuse_machine("full:2 replay=0:-.1", "stands alone");
	refuse_machine("full:2 replay=0:99999999999", "an answer is a rank");
}

/* --- limits ------------------------------------------------------------------ */

/* Waits by testing. */
static int
waits_for_ever(vcube_node *self, void *arg)
{
	int word = 0, there = 0;

	if (vcube_rank(self) > 0)
		return arg != NULL ? vcube_tsend(self, NULL, 0, 1, &word, sizeof word) : 0;
	while (!there && vcube_tiprobe(self, NULL, 1, 1, &there, NULL) == 0)
		;
	return vcube_trecv(self, NULL, 1, 1, &word, sizeof word, NULL);
}

/* Tests the requests of several messages once each, then waits for what is left. */
static int
tests_each_once(vcube_node *self, void *arg)
{
	vcube_request *r[SENDERS];
	int word = vcube_rank(self), words[SENDERS], done[SENDERS];

	(void)arg;
	if (word > 0)
		return vcube_tsend(self, NULL, 0, 1, &word, sizeof word);
	for (int i = 0; i < SENDERS; i++)
		r[i] = vcube_tirecv(self, NULL, i + 1, 1, &words[i], sizeof words[i]);
	for (int i = 0; i < SENDERS; i++) {
		vcube_test(self, r[i], &done[i], NULL);
		vcube_outcome(self, (uint64_t)done[i]);
	}
	for (int i = 0; i < SENDERS; i++)
		if (!done[i])
			vcube_wait(self, r[i], NULL);
	return vcube_failed(self);
}

/* Looks for both messages in turns until it has found each. What it has found stays there. */
static int
looks_for_both(vcube_node *self, void *arg)
{
	int word = 0, there[2] = {0, 0};

	(void)arg;
	if (vcube_rank(self) > 0)
		return vcube_tsend(self, NULL, 0, 1, &word, sizeof word);
	while (vcube_failed(self) == 0 && !(there[0] && there[1]))
		for (int i = 0; i < 2; i++)
			vcube_tiprobe(self, NULL, i + 1, 1, &there[i], NULL);
	for (int i = 0; i < 2; i++)
		vcube_trecv(self, NULL, i + 1, 1, &word, sizeof word, NULL);
	return vcube_failed(self);
}

/* Each of several things may be tested in vain as often as the limit says, so each subset of them
 * is found; and loops that wait for several end. */
static void
test_polls_of_several(void **state)
{
	struct vcube_explored r = explore("full:5 explore=buffered", tests_each_once, NULL, NULL, 0);

	(void)state;
	assert_int_equal(r.outcomes, 1 << SENDERS);
	assert_int_equal(r.left_out, 0);
	vcube_explored_clear(&r);
	r = explore("full:3 explore=buffered", looks_for_both, NULL, NULL, 0);
	assert_int_equal(r.orders, 9);
	assert_int_equal(r.cut, 0);
	vcube_explored_clear(&r);
	r = explore("full:5 explore=clock " IN_TIME, tests_each_once, NULL, NULL, 0);
	assert_int_equal(r.left_out, 0);
	vcube_explored_clear(&r);
}

static void
test_limits(void **state)
{
	const struct vcube_explore_limits few = {.orders = 3}, first = {.first = 1}, short_time = {.time = 1},
					  shallow = {.depth = 50}, patient = {.polls = 6};
	const struct {
		const char *machine;
		vcube_program *program;
		void *arg;
		const struct vcube_explore_limits *limits;
		uint64_t orders, cut;
		int left_out, code;
	} cases[] = {
		{ "full:4 explore=buffered", gather, NULL, &few, 3, 0, VCUBE_LEFT_ORDERS, 0 },
		{ "full:4 explore=buffered", gather, NULL, &short_time, 0, 0, VCUBE_LEFT_TIME, 0 },
		{ "full:3 explore=both", wants_the_first, NULL, &first, 2, 0, VCUBE_LEFT_FIRST, VCUBE_EPROGRAM },
		{ "full:2 explore=buffered", waits_for_ever, "", NULL, 3, 0, VCUBE_LEFT_POLLS, 0 },
		{ "full:2 explore=buffered", waits_for_ever, "", &patient, 7, 0, VCUBE_LEFT_POLLS, 0 },
		{ "full:2 explore=buffered", waits_for_ever, NULL, &shallow, 0, 1, VCUBE_LEFT_DEPTH, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct vcube_explored r = explore(cases[i].machine, cases[i].program, cases[i].arg,
						  cases[i].limits, cases[i].code);

		print_message("%s", r.report);
		assert_int_equal(r.orders, cases[i].orders);
		assert_int_equal(r.cut, cases[i].cut);
		assert_int_equal(r.left_out, 1 << cases[i].left_out);
		assert_non_null(strstr(r.report, "not all orders: "));
		vcube_explored_clear(&r);
	}
}

/* --- what takes part --------------------------------------------------------- */

/* Groups, collectives, also nonblocking ones, lent buffers and a strict machine. */
static int
mixed(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), p = vcube_size(self);
	vcube_group *half;
	char *const large = vcube_alloc(self, 5000);
	int *const word = vcube_alloc(self, sizeof *word);
	vcube_request *r;

	(void)arg;
	CHECK(self, large != NULL && word != NULL && vcube_split(self, NULL, me % 2, me, &half) == 0);
	*word = me;
	memset(large, me, 5000);
	CHECK(self, vcube_barrier(self, half, NULL) == 0);
	r = vcube_isend(self, NULL, (me + 1) % p, large, 5000);
	if (me == 0) {
		for (int i = 1; i < 3; i++)
			vcube_trecv(self, NULL, VCUBE_ANY, 7, word, sizeof *word, NULL);
	} else if (me < 3) {
		vcube_tsend(self, NULL, 0, 7, word, sizeof *word);
	}
	CHECK(self, vcube_wait(self, r, NULL) == 0);
	CHECK(self, vcube_recv(self, NULL, (me + p - 1) % p, large, 5000, NULL) == 0);
	CHECK(self, large[4999] == (me + p - 1) % p);
	CHECK(self, vcube_barrier(self, NULL, NULL) == 0);
	vcube_group_free(self, half);
	return vcube_failed(self);
}

static void
test_mixed(void **state)
{
	struct vcube_explored r = explore("full:4 explore=buffered strict=yes", mixed, NULL, NULL, 0);

	(void)state;
	assert_int_equal(r.orders, 2);
	assert_int_equal(r.outcomes, 1);
	vcube_explored_clear(&r);
}

/* Node 1 fails; what it has sent before can be found, what it has not never comes. */
static int
survives(vcube_node *self, void *arg)
{
	int word = 0, there = 0;

	if (vcube_rank(self) > 0)
		return vcube_tsend(self, NULL, 0, 1, &word, sizeof word) ||
		       vcube_fail(self, "node 1 has enough");
	vcube_tiprobe(self, NULL, 1, 1, &there, NULL);
	vcube_outcome(self, (uint64_t)there);
	vcube_trecv(self, NULL, 1, 1, &word, sizeof word, NULL);
	for (there = 0; arg != NULL && !there && !vcube_failed(self);)
		vcube_tiprobe(self, NULL, 1, 1, &there, NULL);
	return vcube_failed(self);
}

static void
test_failed_peer(void **state)
{
	(void)state;
	for (int i = 0; i < 2; i++) {
		struct vcube_explored r = explore("full:2 explore=buffered", survives, i > 0 ? "" : NULL,
						  NULL, VCUBE_EPROGRAM);

		assert_int_equal(r.orders, 2);
		assert_int_equal(r.outcomes, 2);
		assert_int_equal(r.cut, 0);
		vcube_explored_clear(&r);
	}
}

/* Node 0 ends the process if the message of node 2 comes first. */
static int
ends_process(vcube_node *self, void (*end)(void))
{
	int word = vcube_rank(self);

	if (word > 0)
		return vcube_send(self, NULL, 0, &word, sizeof word);
	vcube_recv(self, NULL, VCUBE_ANY, &word, sizeof word, NULL);
	if (word == 2)
		end();
	return vcube_recv(self, NULL, VCUBE_ANY, &word, sizeof word, NULL);
}

static int
aborts(vcube_node *self, void *arg)
{
	(void)arg;
	return ends_process(self, abort);
}

/* --- a process for each order ------------------------------------------------ */

static int runs;
static _Thread_local int turns;

/* Each run is the first, and each node has a thread. */
static int
is_fresh(vcube_node *self, void *arg)
{
	(void)arg;
	if (vcube_rank(self) == 0)
		CHECK(self, ++runs == 1);
	CHECK(self, ++turns == 1);
	return wants_the_first(self, NULL);
}

static void
exit_with_7(void)
{
	_exit(7);
}

static int
exits(vcube_node *self, void *arg)
{
	(void)arg;
	return ends_process(self, exit_with_7);
}

/* Computes for ever if the message of node 2 comes first. */
static int
goes_round(vcube_node *self, void *arg)
{
	static volatile int round;
	int word = vcube_rank(self);

	(void)arg;
	if (word > 0)
		return vcube_send(self, NULL, 0, &word, sizeof word);
	vcube_recv(self, NULL, VCUBE_ANY, &word, sizeof word, NULL);
	while (word == 2)
		round++;
	return vcube_recv(self, NULL, VCUBE_ANY, &word, sizeof word, NULL);
}

static void
test_apart(void **state)
{
	static const struct {
		vcube_program *program;
		const char *error;
	} cases[] = {
		{ is_fresh, "node 2 came first" },
#ifndef __SANITIZE_ADDRESS__            /* which ends the process in its own way */
		{ aborts, "a node ended the process by signal 6 (Aborted)" },
#endif
		{ exits, "a node ended the process with status 7, before all nodes had returned" },
	};
	struct vcube_explore_limits limits = {.orders = 0};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		for (limits.workers = 1; limits.workers <= 3; limits.workers++) {
			struct vcube_explored r = explore_by(vcube_explore_apart, "full:3 explore=buffered",
							     cases[i].program, NULL, &limits, VCUBE_EPROGRAM);

			assert_string_equal(r.error.text, cases[i].error);
			assert_string_equal(r.first, "replay=0:2");
			assert_int_equal(r.orders, 2);
			assert_int_equal(r.failed, 1);
			assert_int_equal(r.outcomes, 2);
			vcube_explored_clear(&r);
		}
	assert_int_equal(runs, 0);
}

/* No run goes on for ever where there is a limit, and clock= is refused. */
static void
test_apart_limits(void **state)
{
	const struct vcube_explore_limits limits = {.time = 200000000000};
	struct vcube_explored r;

	(void)state;
	r = explore_by(vcube_explore_apart, "full:3 explore=buffered", goes_round, NULL, &limits, 0);
	/* a slow host has no time for the order that ends */
	assert_true(r.orders <= 1);
	assert_int_equal(r.left_out, 1 << VCUBE_LEFT_TIME);
	vcube_explored_clear(&r);
	r = explore_by(vcube_explore_apart, "full:3 explore=clock " IN_TIME, gather, NULL, NULL, VCUBE_EINVAL);
	assert_non_null(strstr(r.error.text, "explore=buffered"));
	vcube_explored_clear(&r);
}

/* The report is that of one process, though workers meet the end first. */
static void
end_process(int workers)
{
	struct vcube_explore_limits limits = {.orders = 0};
	static char text[1 << 16];      /* a sanitizer adds to it */
	size_t length = 0;
	ssize_t count;
	int ends[2], status;
	pid_t child;

	assert_int_equal(pipe(ends), 0);
	child = fork();
	if (child == 0) {
		dup2(ends[1], STDERR_FILENO);
		close(ends[0]);
		close(ends[1]);
		limits.workers = (unsigned)workers;
		explore_here("full:3 explore=buffered", aborts, NULL, &limits, 0);
		_exit(0);
	}
	close(ends[1]);
	while ((count = read(ends[0], text + length, sizeof text - 1 - length)) > 0)
		length += (size_t)count;
	close(ends[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
	assert_non_null(strstr(text, "node 0 died of SIGABRT"));
	assert_non_null(strstr(text, "in the order replay=0:2\n"));
}

static void
test_end_of_process(void **state)
{
	(void)state;
	end_process(1);
	end_process(3);
}

/* --- calls beside the program ------------------------------------------------ */

static int
meet(vcube_node *self, void *arg)
{
	(void)arg;
	return vcube_barrier(self, NULL, "dissemination");
}

static int
hear(vcube_node *self, void *word)
{
	return vcube_bcast(self, NULL, 1, word, 1, VCUBE_INT32, "binomial");
}

/* Tests a request, gives what that found, and waits for it. */
static int
look_once(vcube_node *self, vcube_request *r)
{
	int done = 0;

	vcube_test(self, r, &done, NULL);
	vcube_outcome(self, (uint64_t)done);
	return done ? vcube_failed(self) : vcube_wait(self, r, NULL);
}

/* The last node only waits. */
static int
meets_beside(vcube_node *self, void *arg)
{
	vcube_request *const r = vcube_async(self, NULL, meet, NULL);

	(void)arg;
	return vcube_rank(self) < vcube_size(self) - 1 ? look_once(self, r) : vcube_wait(self, r, NULL);
}

/* Node 1 comes to the barrier after the test of node 0. */
static int
meets_later(vcube_node *self, void *arg)
{
	vcube_request *r;
	int word = 0, done = 0;

	(void)arg;
	if (vcube_rank(self) == 1)
		vcube_recv(self, NULL, 0, &word, sizeof word, NULL);
	r = vcube_async(self, NULL, meet, NULL);
	if (vcube_rank(self) == 1)
		return vcube_wait(self, r, NULL);
	vcube_test(self, r, &done, NULL);
	vcube_outcome(self, (uint64_t)done);
	vcube_send(self, NULL, 1, &word, sizeof word);
	return done ? vcube_failed(self) : vcube_wait(self, r, NULL);
}

/* Node 0 has a message that node 1 sent after what the call wants; or node 2 did. */
static int
hears_first(vcube_node *self, void *arg)
{
	const int after = *(const int *)arg, me = vcube_rank(self);
	int word = 0, other = 0;
	vcube_request *r = vcube_async(self, NULL, hear, &word);

	if (me == after)
		vcube_send(self, NULL, 0, &other, sizeof other);
	if (me > 0)
		return vcube_wait(self, r, NULL);
	vcube_recv(self, NULL, after, &other, sizeof other, NULL);
	return look_once(self, r);
}

/* What a call beside the program has received need not have arrived for the program, nor need what
 * was sent before. */
static int
hears_beside(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	int word = 0, other = 0;
	vcube_request *heard;

	(void)arg;
	if (me == 1)
		vcube_send(self, NULL, 0, &other, sizeof other);
	heard = vcube_async(self, NULL, hear, &word);
	if (me == 2)
		vcube_send(self, NULL, 0, &other, sizeof other);
	if (me > 0)
		return vcube_wait(self, heard, NULL);
	vcube_recv(self, NULL, 2, &other, sizeof other, NULL);
	if (vcube_recv_within(self, NULL, 1, &other, sizeof other, 1000, NULL) == VCUBE_ETIMEDOUT) {
		vcube_outcome(self, 1);
		vcube_recv(self, NULL, 1, &other, sizeof other, NULL);
	}
	return vcube_wait(self, heard, NULL);
}

/* Goes on until the call is done. */
static int
polls_beside(vcube_node *self, void *arg)
{
	vcube_request *const r = vcube_async(self, NULL, meet, NULL);

	(void)arg;
	for (int done = 0; !done && vcube_failed(self) == 0;)
		vcube_test(self, r, &done, NULL);
	return vcube_failed(self);
}

/* One of two calls ends first. */
static int
waits_for_either(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	int word = 0, other = 0, which = -1;
	vcube_request *r[] = {vcube_async(self, NULL, meet, NULL), NULL};

	(void)arg;
	if (me == 1)
		vcube_send(self, NULL, 0, &word, sizeof word);
	if (me > 0)
		return vcube_wait(self, r[0], NULL);
	r[1] = vcube_irecv(self, NULL, 1, &other, sizeof other);
	vcube_waitany(self, r, 2, &which, NULL);
	vcube_outcome(self, (uint64_t)which);
	return vcube_wait(self, r[1 - which], NULL);
}

static int
is_impatient(vcube_node *self, void *arg)
{
	vcube_request *const r = vcube_async(self, NULL, meet, NULL);
	int done = 0;

	(void)arg;
	if (vcube_rank(self) == 0 && vcube_test(self, r, &done, NULL) == 0 && !done)
		return vcube_fail(self, "the barrier is not done");
	return done ? vcube_failed(self) : vcube_wait(self, r, NULL);
}

/* Calls beside the program are found done and not yet done, but nothing that cannot be. */
static void
test_beside(void **state)
{
	static const struct {
		const char *nodes;
		vcube_program *program;
		int arg;
		uint64_t outcomes, synchronous;
	} rows[] = {
		{"full:2", meets_beside, 0, 2, 2},
		{"full:3", meets_beside, 0, 4, 4},
		{"full:2", meets_later, 0, 1, 1},
		{"full:3", hears_first, 1, 1, 2},
		{"full:3", hears_first, 2, 2, 2},
		{"full:3", hears_beside, 0, 2, 2},
		{"full:3", polls_beside, 0, 1, 1},
		{"full:2", waits_for_either, 0, 2, 2},
	};

	(void)state;
	for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
		const bool waits = i % 2 == 1;
		const uint64_t due = waits ? rows[i / 2].synchronous : rows[i / 2].outcomes;
		struct vcube_explored r;
		int arg = rows[i / 2].arg;
		char text[60];

		snprintf(text, sizeof text, "%s explore=%s", rows[i / 2].nodes,
			 waits ? "synchronous" : "buffered");
		r = explore(text, rows[i / 2].program, &arg, NULL, 0);
		if (r.outcomes != due || r.failed != 0)
			fail_msg("row %zu, %s: %s", i / 2, text, r.report);
		vcube_explored_clear(&r);
	}
}

static void
test_beside_replays(void **state)
{
	struct vcube_explored r = explore("full:2 explore=buffered", is_impatient, NULL, NULL,
					  VCUBE_EPROGRAM);

	(void)state;
	assert_string_equal(r.first, "replay=0:-");
	assert_int_equal(r.orders, 2);
	try_for("full:2 replay=0:-", is_impatient, NULL, VCUBE_EPROGRAM);
	try_for("full:2 replay=0:0", is_impatient, NULL, 0);
	vcube_explored_clear(&r);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_orders),
		TEST(test_replay),
		TEST(test_delays),
		TEST(test_unchanged_program),
		TEST(test_unsafe),
		TEST(test_send_without_end),
		TEST(test_posted),
		TEST(test_confirmed),
		TEST(test_faults),
		TEST(test_faults_again),
		TEST(test_odd),
		TEST(test_refused),
		TEST(test_polls_of_several),
		TEST(test_limits),
		TEST(test_mixed),
		TEST(test_failed_peer),
		TEST(test_beside),
		TEST(test_beside_replays),
		TEST(test_apart),
		TEST(test_apart_limits),
		TEST(test_end_of_process),
	};

	return RUN_TESTS(tests);
}
