/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Wrong use is refused with a sentence, affects no other node, and leaves the machine fit
 * for the next run: ranks, routes, lengths, memory, requests, and the library itself.
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include "support.h"

/* --- ranks, routes, lengths, memory ------------------------------------------------ */

enum { LONG = 5000 };

/* Every call that takes a partner, by number; NULL past the last. */
enum { CALLS = 8 };
static const char *const names[CALLS] = {
	"vcube_send", "vcube_recv", "vcube_recv_within", "vcube_isend", "vcube_irecv",
	"vcube_sendrecv", "vcube_exchange", "vcube_exchange_all",
};

/* Makes call n with this partner, and lengths to send and to receive. */
static int
call(vcube_node *self, int n, vcube_group *group, int peer, void *out, size_t bytes, void *in,
     size_t room)
{
	const struct vcube_pair pair = {peer, out, bytes, in, room};

	switch (n) {
	case 0:
		return vcube_send(self, group, peer, out, bytes);
	case 1:
		return vcube_recv(self, group, peer, in, room, NULL);
	case 2:
		return vcube_recv_within(self, group, peer, in, room, 1000000000000, NULL);
	case 3:
		return vcube_wait(self, vcube_isend(self, group, peer, out, bytes), NULL);
	case 4:
		return vcube_wait(self, vcube_irecv(self, group, peer, in, room), NULL);
	case 5:
		return vcube_sendrecv(self, group, peer, out, bytes, peer, in, room, NULL);
	case 6:
		return vcube_exchange(self, group, peer, out, bytes, in, room, NULL);
	default:
		return vcube_exchange_all(self, group, &pair, 1);
	}
}

struct misuse {
	int call, peer;
	bool grouped;
};

static int
out_of_range(vcube_node *self, void *arg)
{
	const struct misuse *m = arg;
	vcube_group *group = NULL;
	char byte = 0;

	if (m->grouped)
		vcube_split(self, NULL, 0, -vcube_rank(self), &group);
	if (vcube_rank(self) != 0)
		return 0;
	return call(self, m->call, group, m->peer, &byte, 1, &byte, 1);
}

static void
test_ranks_out_of_range(void **state)
{
	static const int peers[] = {3, 4, -2, INT32_MAX, VCUBE_NOBODY + 1, VCUBE_ANY};

	(void)state;
	for (int n = 0; n < CALLS; n++)
		for (int i = 0; i < 6; i++) {
			struct misuse m = {n, peers[i], i % 2};
			vcube_machine *machine = open_machine("full:3 clock=%s", i % 2 ? "virtual" : "free");
			const bool any = peers[i] == VCUBE_ANY;

			/* a receive from any is none of these */
			if (!any || (n != 1 && n != 2)) {
				run_for(machine, out_of_range, &m, VCUBE_EINVAL);
				report_has(machine, names[n]);
				if (!any || n != 4)
					report_has(machine, "in a group of 3 (0 to 2)");
				assert_int_equal(vcube_run_failure(machine, 1)->code, 0);
			}
			vcube_close(machine);
		}
}

/* Partners that are not neighbours, with routing=none: opposites on a ring of 4. */
static int
no_neighbour(vcube_node *self, void *arg)
{
	const struct misuse *m = arg;
	const int me = vcube_rank(self);
	char byte = 0, other;

	if (me == 0)
		return call(self, m->call, NULL, 2, &byte, 1, &other, 1);
	if (me == 2 && m->grouped)
		return call(self, m->call, NULL, 0, &byte, 1, &other, 1);
	return 0;
}

static void
test_neighbours_alone(void **state)
{
	static const char *const machines[] = {
		"ring:4 clock=virtual routing=none", "ring:4 routing=none", "ring:4 routing=none fuzz=1",
		"hypercube:2 mapping=0,1,3,2 clock=virtual routing=none account=yes",
	};

	(void)state;
	for (int n = 0; n < CALLS; n++)
		for (int i = 0; i < 4; i++) {
			struct misuse m = {n, 2, false};
			vcube_machine *machine = open_machine("%s", machines[i]);

			/* 0 and 2 are opposite on the first three; on the last, rank 2 is
			 * at position 3, opposite to 0 */
			run_for(machine, no_neighbour, &m, VCUBE_EROUTE);
			report_has(machine, "node 0 and node 2 are not neighbours on ");
			report_has(machine, i == 3 ? "hypercube:2" : "ring:4");
			report_has(machine, "routing=none");
			vcube_close(machine);
		}
	/* otherwise the message arrives */
	for (int n = 5; n < CALLS; n++)
		try_well("ring:4 clock=free", no_neighbour, &(struct misuse){n, 2, true});
}

/* A message that is too long fails only its receiver, and stays within its buffer. Sends
 * `bytes` to a buffer of `room`. */
struct lengths {
	int call;
	size_t bytes, room;
};

static int
too_long(vcube_node *self, void *arg)
{
	const struct lengths *l = arg;
	const bool both = l->call >= 5;
	unsigned char out[LONG], in[LONG];
	const int me = vcube_rank(self);

	memset(out, 0x11, sizeof out);
	memset(in, 0xee, sizeof in);
	if (me == 0)
		return both ? call(self, l->call, NULL, 1, out, l->bytes, in, 1)
			    : call(self, l->room % 2 ? 0 : 3, NULL, 1, out, l->bytes, in, 1);
	call(self, l->call, NULL, l->call == 1 && l->room == 0 ? VCUBE_ANY : 0, out, 1, in, l->room);
	for (size_t i = l->room; i < sizeof in; i++)
		if (in[i] != 0xee)
			return 99;
	return vcube_failed(self);
}

static void
test_too_long_a_message(void **state)
{
	static const size_t rooms[] = {0, 1, 8, 24, 40, 999, 1000};
	static const size_t more[] = {1, 41, 4000};
	char words[200];

	(void)state;
	for (int n = 1; n < CALLS; n++)
		for (int i = 0; i < 7; i++)
			for (int k = 0; k < 3 && n != 3; k++) {
				struct lengths l = {n, rooms[i] + more[k], rooms[i]};
				vcube_machine *machine =
					open_machine("full:2 %s", k ? "clock=virtual" : "fuzz=2");

				run_for(machine, too_long, &l, VCUBE_ETRUNC);
				snprintf(words, sizeof words, "a message of %zu bytes from node 0 is "
					 "longer than the buffer of %zu bytes", l.bytes, l.room);
				error_has(vcube_run_failure(machine, 1), VCUBE_ETRUNC, words);
				assert_int_equal(vcube_run_result(machine, 1), VCUBE_ETRUNC);
				assert_int_equal(vcube_run_failure(machine, 0)->code, 0);
				vcube_close(machine);
			}
}

/* Refused arguments of calls without a partner. */
static int
bad_arguments(vcube_node *self, void *arg)
{
	struct vcube_pair pair = {0};
	char byte;

	if (*(const int *)arg == 0)
		return vcube_recv_within(self, NULL, 0, &byte, 1, -1, NULL);
	if (*(const int *)arg == 1)
		return vcube_exchange_all(self, NULL, &pair, -1);
	vcube_free(self, &byte);
	return vcube_failed(self);
}

static void
test_bad_arguments(void **state)
{
	static const char *const words[] = {
		"a limit of -1 ps is negative", "a count of -1 is negative",
		"is not the address of a block",
	};

	(void)state;
	for (int how = 0; how < 3; how++) {
		vcube_machine *machine = open_machine("linear:1");

		run_for(machine, bad_arguments, &how, VCUBE_EINVAL);
		report_has(machine, words[how]);
		vcube_close(machine);
	}
}

/* --- requests: forgotten, waited for twice, NULL ----------------------------------- */

/* Forgotten: 0 an isend, 1 a lent one, 2 an irecv, 3 an irecv that completed during a later
 * receive. */
static int
forget(vcube_node *self, void *arg)
{
	const int what = *(const int *)arg;
	const int me = vcube_rank(self);
	char *data = take_block(self, LONG), first = 0;

	if (data == NULL)
		return vcube_failed(self);
	memset(data, what, LONG);
	if (me == 0 && what < 2)
		vcube_isend(self, NULL, 1, data, what ? LONG : 8); /* forgotten */
	if (me == 1 && what < 2)
		return vcube_recv(self, NULL, 0, data, LONG, NULL);
	if (me == 0 && what >= 2)
		vcube_irecv(self, NULL, 1, &first, 1); /* also forgotten */
	if (me == 0 && what == 3)
		return vcube_recv(self, NULL, 1, data, 1, NULL);
	for (int i = 0; me == 1 && what == 3 && i < 2; i++)
		vcube_send(self, NULL, 0, data, 1);
	return vcube_failed(self);
}

/* The line of this file with these words. */
static int
line_of(const char *words)
{
	char line[300];
	FILE *file = fopen(__FILE__, "r");

	for (int n = 1; file != NULL && fgets(line, sizeof line, file) != NULL; n++)
		if (strstr(line, words) != NULL) {
			fclose(file);
			return n;
		}
	if (file != NULL)
		fclose(file);
	return 0;
}

static void
test_forgotten_requests(void **state)
{
	const char *machines[] = {"full:2", "full:2 clock=virtual", "full:2 fuzz=12"};
	char place[600];

	(void)state;
	for (int k = 0; k < 3; k++)
		for (int what = 0; what < 4; what++) {
			vcube_machine *machine = open_machine("%s", machines[k]);

			run_for(machine, forget, &what, VCUBE_EREQUEST);
			assert_int_equal(vcube_run_failure(machine, 0)->code, VCUBE_EREQUEST);
			assert_int_equal(vcube_run_failure(machine, 1)->code, 0);
			/* outside its tree the file may not exist */
			snprintf(place, sizeof place, "%s:%d", __FILE__,
				 line_of(what < 2 ? "/* forgotten */" : "/* also forgotten */"));
			report_has(machine, strstr(place, ":0") ? __FILE__ ":" : place);
			report_has(machine, what < 2 ? "vcube_isend of " : "vcube_irecv from node 1");
			vcube_close(machine);
		}
}

/* A request that was waited for is none any more. */
static int
twice(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self), *how = arg;
	vcube_request *r = vcube_isend(self, NULL, me, &me, sizeof me);
	int got, done;

	vcube_recv(self, NULL, me, &got, sizeof got, NULL);
	vcube_wait(self, r, NULL);
	return *how ? vcube_wait(self, r, NULL) : vcube_test(self, r, &done, NULL);
}

static int
of_nobody(vcube_node *self, void *arg)
{
	vcube_request *none[2] = {NULL, NULL};
	struct vcube_status status;
	int done = 0;

	(void)arg;
	CHECK(self, vcube_wait(self, NULL, &status) == 0 && vcube_waitall(self, none, 2) == 0);
	CHECK(self, vcube_test(self, NULL, &done, &status) == 0 && done);
	CHECK(self, vcube_irecv(self, NULL, VCUBE_ANY, &done, sizeof done) == NULL);
	CHECK(self, vcube_wait(self, NULL, NULL) == VCUBE_EINVAL);
	return 0;
}

static void
test_no_requests(void **state)
{
	vcube_machine *machine = open_machine("linear:1");
	int test = 0, wait = 1;

	(void)state;
	run_for(machine, twice, &test, VCUBE_EREQUEST);
	report_has(machine, "waited for before");
	run_for(machine, twice, &wait, VCUBE_EREQUEST);
	report_has(machine, "waited for before");
	run_for(machine, of_nobody, NULL, VCUBE_EINVAL);
	report_has(machine, "VCUBE_ANY");
	vcube_close(machine);
}

/* --- the library: NULL for memory, runs within runs, threads that exit ------------- */

/* Calls with NULL for memory, and the sentence of each. */
enum { LIBRARY_CALLS = 13 };

static int
call_with_null(vcube_node *self, int n)
{
	char byte = 0;
	const struct vcube_pair pair = {0, &byte, 1, NULL, 1};
	struct vcube_call nothing = {.collective = VCUBE_BARRIER};

	switch (n) {
	case 0:
		return vcube_send(self, NULL, 0, NULL, 8);
	case 1:
		return vcube_recv(self, NULL, 0, NULL, 8, NULL);
	case 2:
		return vcube_recv_within(self, NULL, 0, NULL, 8, 1, NULL);
	case 3:
		return vcube_wait(self, vcube_isend(self, NULL, 0, NULL, 8), NULL);
	case 4:
		return vcube_wait(self, vcube_irecv(self, NULL, 0, NULL, 8), NULL);
	case 5:
		return vcube_sendrecv(self, NULL, 0, NULL, 8, 0, &byte, 1, NULL);
	case 6:
		return vcube_exchange(self, NULL, 0, &byte, 1, NULL, 8, NULL);
	case 7:
		return vcube_exchange_all(self, NULL, &pair, 1);
	case 8:
		return vcube_split(self, NULL, 0, 0, NULL);
	case 9:
		return vcube_plan_links(self, NULL);
	case 10:
		return vcube_call(self, NULL, &nothing);
	case 11:
		return vcube_call(self, vcube_algorithm_at(0), NULL);
	default:
		vcube_watch(self, NULL, &byte, VCUBE_INT8, 1);
		return vcube_failed(self);
	}
}

static int
gives_null(vcube_node *self, void *arg)
{
	return vcube_rank(self) == 0 ? call_with_null(self, *(const int *)arg) : 0;
}

static int
well(vcube_node *self, void *arg)
{
	(void)arg;
	return vcube_align(self, NULL);
}

static void
test_null(void **state)
{
	static const char *const said[LIBRARY_CALLS] = {
		"vcube_send: data is NULL, but 8 bytes are requested",
		"vcube_recv: data is NULL, but 8 bytes are requested",
		"vcube_recv_within: data is NULL", "vcube_isend: data is NULL",
		"vcube_irecv: data is NULL", "vcube_sendrecv: data is NULL",
		"vcube_exchange: data is NULL", "vcube_exchange_all: data is NULL, but 1 bytes",
		"vcube_split: part, where the group goes, is NULL",
		"vcube_plan_links: the list of changes is NULL", "vcube_call: the algorithm is NULL",
		"vcube_call: the call is NULL", "vcube_watch: the name is NULL",
	};
	static const char *const more[] = {"", "strict=yes", "capacity=0", "routing=none account=yes"};

	(void)state;
	for (int n = 0; n < LIBRARY_CALLS; n++)
		for (int i = 0; i < 4; i++) {
			vcube_machine *machine = open_machine("ring:3 clock=virtual %s", more[i]);

			run_for(machine, gives_null, &n, VCUBE_EINVAL);
			report_has(machine, said[n]);
			run_well(machine, well, NULL);
			vcube_close(machine);
		}
}

/* A length that is really a negative number. */
static int
sends_too_much(vcube_node *self, void *arg)
{
	const int how = *(const int *)arg, to = vcube_rank(self) ^ 1;
	const size_t much = (size_t)-how - 5;
	char byte = 0;

	if (vcube_rank(self) > 1)
		return 0;
	if (how == 0)
		return vcube_send(self, NULL, to, &byte, much);
	if (how == 1)
		return vcube_wait(self, vcube_isend(self, NULL, to, &byte, much), NULL);
	if (how == 2)
		return vcube_sendrecv(self, NULL, to, &byte, much, to, &byte, 1, NULL);
	return vcube_exchange_all(self, NULL, &(struct vcube_pair){to, &byte, much, &byte, 1}, 1);
}

static void
test_more_than_memory(void **state)
{
	static const char *const more[] = {"", "clock=virtual", "clock=virtual routing=none",
					   "clock=virtual granule=64 corrupt=1", "fuzz=4"};

	(void)state;
	for (int how = 0; how < 4; how++)
		for (int i = 0; i < 5; i++) {
			vcube_machine *machine = open_machine("ring:3 %s", more[i]);

			run_for(machine, sends_too_much, &how, VCUBE_EINVAL);
			report_has(machine, "is more than memory holds");
			run_well(machine, well, NULL);
			vcube_close(machine);
		}
}

/* No bytes need no memory. */
static int
sends_nothing(vcube_node *self, void *arg)
{
	struct vcube_status status = {.bytes = 1};
	const int me = vcube_rank(self);

	(void)arg;
	vcube_send(self, NULL, me, NULL, 0);
	vcube_recv(self, NULL, me, NULL, 0, &status);
	CHECK(self, status.bytes == 0);
	return vcube_exchange(self, NULL, me ^ 1, NULL, 0, NULL, 0, NULL);
}

static void
test_nothing_is_null(void **state)
{
	(void)state;
	try_everywhere("hypercube:2", sends_nothing, NULL);
}

static void *
run_again(void *machine)
{
	return vcube_run(machine, well, NULL) == VCUBE_EINVAL ? machine : NULL;
}

/* A machine that another thread runs, closes and explores while it is running. */
static int
is_run_again(vcube_node *self, void *arg)
{
	struct vcube_explored explored;
	vcube_machine *const m = vcube_machine_of(self);
	pthread_t thread;
	void *refused;

	(void)arg;
	CHECK(self, pthread_create(&thread, NULL, run_again, m) == 0);
	pthread_join(thread, &refused);
	CHECK(self, refused == m);
	vcube_align(self, NULL);
	if (vcube_rank(self) != 1)
		return 0;
	CHECK(self, vcube_explore(m, well, NULL, NULL, &explored) == VCUBE_EINVAL);
	vcube_explored_clear(&explored);
	return 0;
}

static int
runs_itself(vcube_node *self, void *arg)
{
	(void)arg;
	return vcube_rank(self) == 2 ? vcube_run(vcube_machine_of(self), well, NULL) : 0;
}

static int
closes_itself(vcube_node *self, void *arg)
{
	(void)arg;
	if (vcube_rank(self) == 2)
		vcube_close(vcube_machine_of(self));
	return vcube_failed(self);
}

/* And one that opens another, which is permitted. */
static int
runs_another(vcube_node *self, void *arg)
{
	struct vcube_error error;
	vcube_machine *inner = vcube_open("ring:3 clock=virtual", &error);
	int code;

	(void)arg;
	if (inner == NULL)
		return vcube_fail(self, "%s", error.text);
	code = vcube_run(inner, well, NULL);
	vcube_close(inner);
	return code;
}

static void
test_runs_within_runs(void **state)
{
	vcube_machine *machine = open_machine("ring:4");

	(void)state;
	run_for(machine, is_run_again, NULL, VCUBE_EINVAL);
	report_has(machine, "vcube_explore");
	report_has(machine, ": node 1 passes the machine that runs it");
	run_for(machine, runs_itself, NULL, VCUBE_EINVAL);
	report_has(machine, "vcube_run");
	report_has(machine, ": node 2 passes the machine that runs it");
	run_for(machine, closes_itself, NULL, VCUBE_EINVAL);
	report_has(machine, "vcube_close");
	report_has(machine, ": node 2 passes the machine that runs it");
	run_well(machine, well, NULL);
	vcube_close(machine);
	try_everywhere("ring:4", runs_another, NULL);
}

static int
gives_itself(vcube_node *self, void *arg)
{
	if (vcube_rank(self) == 0)
		*(vcube_node **)arg = self;
	return 0;
}

static void
test_nodes_after_the_run(void **state)
{
	vcube_machine *machine = open_machine("ring:4");
	vcube_node *node;
	int x = 1;

	(void)state;
	run_well(machine, gives_itself, &node);
	assert_int_equal(vcube_send(node, NULL, 1, &x, sizeof x), VCUBE_EINVAL);
	assert_int_equal(vcube_recv(node, NULL, 1, &x, sizeof x, NULL), VCUBE_EINVAL);
	assert_int_equal(vcube_barrier(node, NULL, NULL), VCUBE_EINVAL);
	assert_int_equal(vcube_run_failure(machine, 0)->code, 0);
	run_well(machine, gives_itself, &node);
	vcube_close(machine);
}

/* One node's thread ends, while others wait for it or not. */
static int
ends_its_thread(vcube_node *self, void *arg)
{
	char byte;

	if (vcube_rank(self) == 1)
		pthread_exit(NULL);
	return *(const bool *)arg ? vcube_recv(self, NULL, 1, &byte, 1, NULL) : 0;
}

static void
test_threads_that_end(void **state)
{
	static const char *const more[] = {"", "clock=virtual", "clock=wall", "fuzz=1"};

	(void)state;
	for (int i = 0; i < 8; i++) {
		const bool awaited = i % 2;
		vcube_machine *machine = open_machine("ring:4 threads=yes %s", more[i / 2]);

		run_for(machine, ends_its_thread, (void *)&awaited, VCUBE_EPROGRAM);
		report_has(machine, "the program of node 1 ended its thread instead of returning");
		assert_int_equal(vcube_run_failure(machine, 0)->code, awaited ? VCUBE_EPEER : 0);
		run_well(machine, well, NULL);
		vcube_close(machine);
	}
}

/* The rank that calls align while all others call split. */
static int
meets_otherwise(vcube_node *self, void *arg)
{
	vcube_group *all, *part;

	vcube_split(self, NULL, 0, -vcube_rank(self), &all);
	if (vcube_rank(self) == *(const int *)arg)
		return vcube_align(self, all);
	return vcube_split(self, all, 0, 0, &part);
}

static void
test_two_kinds_of_meeting(void **state)
{
	(void)state;
	for (int odd = 0; odd < 4; odd++) {
		vcube_machine *machine = open_machine("ring:4 clock=%s", odd % 2 ? "free" : "virtual");

		run_for(machine, meets_otherwise, &odd, VCUBE_EMISMATCH);
		report_has(machine, odd == 3 ? "node 3 called vcube_align at " : "node 3 called vcube_split at ");
		report_has(machine, odd == 3 ? " where node 2 of the same group called vcube_split at "
					     : " of the same group called vcube_align at ");
		for (int r = 0; r < 4; r++)
			assert_int_equal(vcube_run_failure(machine, r)->code, VCUBE_EMISMATCH);
		run_well(machine, well, NULL);
		vcube_close(machine);
	}
}

/* --- threads that share a node, steps of a barrier ---------------------------- */

static int
signals_backwards(vcube_node *self, void *arg)
{
	(void)arg;
	return vcube_signal(self, NULL, 0, 0, -1);
}

static int
has_no_thread(vcube_node *self, void *arg)
{
	(void)arg;
	return vcube_share(self, 0, NULL, 0);
}

static int
keeps_too_much(vcube_node *self, void *arg)
{
	char own[VCUBE_OWN_MOST + 1];

	return vcube_share(self, 1, own, arg != NULL ? sizeof own : VCUBE_OWN_MOST);
}

static void
test_threads_and_steps(void **state)
{
	vcube_machine *machine = open_machine("full:1 threads=yes");

	(void)state;
	run_for(machine, keeps_too_much, machine, VCUBE_EINVAL);
	report_has(machine, "vcube_share: a thread has at most 64 bytes of its own, not 65");
	run_for(machine, has_no_thread, NULL, VCUBE_EINVAL);
	report_has(machine, "vcube_share: 0 threads: there is at least the node's own");
	run_for(machine, signals_backwards, NULL, VCUBE_EINVAL);
	report_has(machine, "vcube_signal: step -1 is negative: steps count from 0");
	run_well(machine, keeps_too_much, NULL);
	vcube_close(machine);
	machine = open_machine("full:1 fuzz=3");
	run_for(machine, keeps_too_much, NULL, VCUBE_EINVAL);
	report_has(machine, "it needs threads=yes, fuzz=0, digest=no, explore=no and replay=none");
	vcube_close(machine);
	machine = open_machine("full:1 digest=yes");
	run_for(machine, keeps_too_much, NULL, VCUBE_EINVAL);
	vcube_close(machine);
}

static int
recovers_from_no_function(vcube_node *self, void *arg)
{
	(void)arg;
	return vcube_async(self, NULL, NULL, NULL) == NULL && vcube_recover(self, NULL) == VCUBE_EINVAL ? 0 : 1;
}

/* A call that was refused leaves no request to wait for. */
static void
test_recovered(void **state)
{
	vcube_machine *const machine = open_machine("full:2");

	(void)state;
	run_well(machine, recovers_from_no_function, NULL);
	vcube_close(machine);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_ranks_out_of_range),
		TEST(test_neighbours_alone),
		TEST(test_too_long_a_message),
		TEST(test_bad_arguments),
		TEST(test_forgotten_requests),
		TEST(test_no_requests),
		TEST(test_null),
		TEST(test_more_than_memory),
		TEST(test_nothing_is_null),
		TEST(test_runs_within_runs),
		TEST(test_nodes_after_the_run),
		TEST(test_threads_that_end),
		TEST(test_two_kinds_of_meeting),
		TEST(test_threads_and_steps),
		TEST(test_recovered),
	};

	return RUN_TESTS(tests);
}
