/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Machines that processes share: results and reports are those of one process. The test forks
 * the processes, connected as vcube launch does it. With a transport as its argument, it is one
 * of the processes that somebody else has started, such as mpirun.
 */
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include "node.h"
#include "oracle.h"
#include "confirmations.h"
#include "support.h"

enum { PROCESSES_MOST = 8, REPORT = 20000 };

/* The virtual time that processes can keep */
#define STAMPED "clock=virtual routing=none"

/* What a program does, on which machine. */
struct scenario {
	vcube_program *program;
	const char *machine;
	int code;               /* with which its run ends */
};

static void
ends_as(vcube_machine *machine, const struct scenario *s, char *report)
{
	const int code = vcube_run(machine, s->program, NULL);

	if (code != s->code)
		fail_msg("%s", vcube_run_report(machine));
	snprintf(report, REPORT, "%s", vcube_run_report(machine));
	for (int r = 0; r < vcube_machine_nodes(machine); r++) {
		const size_t used = strlen(report);
		struct vcube_stats stats = {0};

		/* the free clock's choice of algorithms may differ */
		if (s->code == 0 && strstr(s->machine, STAMPED) != NULL)
			vcube_run_stats(machine, r, &stats);
		snprintf(report + used, REPORT - used, "%d: %d %s, %lld ps, %llu messages\n", r,
			 vcube_run_result(machine, r), vcube_run_failure(machine, r)->text,
			 (long long)stats.time, (unsigned long long)stats.messages);
	}
}

static int pair[PROCESSES_MOST][PROCESSES_MOST];

static void
connect_all(int count)
{
	int ends[2];

	for (int i = 0; i < count; i++)
		for (int j = 0; j < i; j++) {
			assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
			pair[i][j] = ends[0];
			pair[j][i] = ends[1];
		}
}

/* Becomes process number `process`: knows its own descriptors alone. */
static void
become(int process, int count)
{
	char place[200];
	int used = snprintf(place, sizeof place, "%d:", process);

	for (int i = 0; i < count; i++)
		for (int j = 0; j < count; j++)
			if (i != j && i != process)
				close(pair[i][j]);
	for (int j = 0; j < count; j++)
		used += snprintf(place + used, sizeof place - (size_t)used, "%s%d", j > 0 ? "," : "",
				 j == process ? -1 : pair[process][j]);
	setenv("VCUBE_SOCKETS", place, 1);
}

/* Runs body(process, count, arg) in so many processes; each returns 0 if all was right. */
static void
in_processes(int count, int (*body)(int process, int count, void *arg), void *arg,
	     const int *ends)
{
	pid_t child[PROCESSES_MOST];
	int how;

	connect_all(count);
	fflush(NULL);
	for (int i = 0; i < count; i++) {
		child[i] = fork();
		assert_true(child[i] >= 0);
		if (child[i] == 0) {
			become(i, count);
			/* a failed assertion ends the process, not the test that forked it */
			setenv("CMOCKA_TEST_ABORT", "1", 1);
			_exit(body(i, count, arg));
		}
	}
	for (int i = 0; i < count; i++)
		for (int j = 0; j < count; j++)
			if (i != j)
				close(pair[i][j]);
	for (int i = 0; i < count; i++) {
		assert_int_equal(waitpid(child[i], &how, 0), child[i]);
		if (ends != NULL && ends[i] < 0)
			assert_true(WIFSIGNALED(how) && WTERMSIG(how) == -ends[i]);
		else if (!WIFEXITED(how) || WEXITSTATUS(how) != 0)
			fail_msg("process %d of %d ends with %x", i, count, how);
	}
}

/* --- programs ----------------------------------------------------------------- */

static int
rank_of(vcube_node *self)
{
	return vcube_rank(self);
}

/* Each waits for the next one. */
static int
circle(vcube_node *self, void *arg)
{
	int got;

	(void)arg;
	return vcube_recv(self, NULL, (rank_of(self) + 1) % vcube_size(self), &got, sizeof got, NULL);
}

/* One fails; others wait for it, and for those who do. */
static int
failing(vcube_node *self, void *arg)
{
	int got;

	(void)arg;
	if (rank_of(self) == 5)
		return vcube_fail(self, "my disk is full");
	return vcube_recv(self, NULL, rank_of(self) + 1 < 8 ? rank_of(self) + 1 : 5, &got, sizeof got,
			  NULL);
}

/* Some wait for any, the rest has returned. */
static int
waiting_for_any(vcube_node *self, void *arg)
{
	int got;

	(void)arg;
	return rank_of(self) % 3 == 0 ? vcube_recv(self, NULL, VCUBE_ANY, &got, sizeof got, NULL) : 0;
}

/* The halves meet, but one member of each has gone to another meeting. */
static int
missing_members(vcube_node *self, void *arg)
{
	const int me = rank_of(self);
	vcube_group *half;

	(void)arg;
	if (vcube_split(self, NULL, me % 2, -me, &half) != 0)
		return 1;
	return vcube_align(self, me == 2 || me == 7 ? NULL : half);
}

static int
different_calls(vcube_node *self, void *arg)
{
	int64_t number = rank_of(self), sum;

	(void)arg;
	if (rank_of(self) == 3)
		return vcube_barrier(self, NULL, "hypercube");
	return vcube_allreduce(self, NULL, &number, &sum, 1, VCUBE_INT64, &vcube_op_sum,
			       "ring");
}

/* In groups, and in another order at one member. */
static int
different_orders(vcube_node *self, void *arg)
{
	const int me = rank_of(self);
	vcube_group *half, *quarter;
	int64_t number = me, sum;

	(void)arg;
	if (vcube_split(self, NULL, me / 4, me, &half) != 0 ||
	    vcube_split(self, half, me % 2, me, &quarter) != 0)
		return 1;
	for (int i = 0; i < 2; i++)
		if (vcube_allreduce(self, (me == 6) == i ? half : quarter, &number, &sum, 1, VCUBE_INT64,
				    &vcube_op_sum, "doubling") != 0)
			return 1;
	return 0;
}

static int
left_over(vcube_node *self, void *arg)
{
	const int me = rank_of(self);
	char block[20000] = "";

	(void)arg;
	if (me == 1 || me == 6)
		return vcube_send(self, NULL, 7 - me, block, me == 1 ? sizeof block : 8);
	return 0;
}

/* The root of a bcast has returned from it; the others made another call. */
static int
left_calls(vcube_node *self, void *arg)
{
	int64_t number = 1;

	(void)arg;
	if (rank_of(self) == 4)
		return vcube_bcast(self, NULL, 4, &number, 1, VCUBE_INT64, "binomial");
	return 0;
}

static int
too_long(vcube_node *self, void *arg)
{
	const int me = rank_of(self);
	int64_t block[2] = {0};

	(void)arg;
	if (me == 2)
		return vcube_send(self, NULL, 5, block, sizeof block);
	return me == 5 ? vcube_recv(self, NULL, 2, block, 8, NULL) : 0;
}

static int
returning(vcube_node *self, void *arg)
{
	(void)arg;
	return rank_of(self) == 6 ? 42 : 0;
}

/* Sums go round in groups of all kinds; everybody gives its own. */
static int
busy(vcube_node *self, void *arg)
{
	const int me = rank_of(self), nodes = vcube_size(self);
	int64_t number = me, sum = 0, total = 0;
	vcube_group *part;

	(void)arg;
	for (int i = 1; i <= 20; i++) {
		if (vcube_split(self, NULL, me % i, (me * 7) % nodes, &part) != 0 ||
		    vcube_align(self, part) != 0 ||
		    vcube_allreduce(self, part, &number, &sum, 1, VCUBE_INT64,
				    &vcube_op_sum, NULL) != 0 ||
		    vcube_align(self, part) != 0)
			return 1;
		for (int other = me % i; other < nodes; other += i)
			sum -= other;
		if (sum != 0)
			return vcube_fail(self, "node %d has a wrong sum in round %d", me, i);
		vcube_group_free(self, part);
		total += i;
	}
	total += me;
	return vcube_give(self, &total, sizeof total);
}

/* Long and short messages from all to one, taken in any order; a deadline that passes. */
static int
gathering(vcube_node *self, void *arg)
{
	static const size_t lengths[] = {0, 8, 40, 41, 5000, 200000};
	const int me = rank_of(self), count = sizeof lengths / sizeof *lengths;
	unsigned char *block = vcube_alloc(self, 200000);
	struct vcube_status status;

	(void)arg;
	if (block == NULL)
		return 1;
	for (int i = 0; i < count && me != 0; i++) {
		memset(block, me + i, lengths[i]);
		vcube_send(self, NULL, 0, block, lengths[i]);
	}
	for (int i = 0; i < count * (vcube_size(self) - 1) && me == 0; i++) {
		int which = 0;

		vcube_recv(self, NULL, VCUBE_ANY, block, 200000, &status);
		while (which < count && lengths[which] != status.bytes)
			which++;
		for (size_t b = 0; b < status.bytes; b++)
			if (block[b] != (unsigned char)(status.from + which))
				return vcube_fail(self, "byte %zu from node %d is wrong", b, status.from);
	}
	if (me != 3)
		return vcube_failed(self);
	return vcube_recv_within(self, NULL, 2, block, 1, 1000000000, NULL) == VCUBE_ETIMEDOUT ? 0 : 1;
}

/* Messages of all kinds between named nodes, and work, so that clocks go apart. */
static int
named(vcube_node *self, void *arg)
{
	const int me = rank_of(self), nodes = vcube_size(self);
	char in[300], out[300] = "";
	struct vcube_status status;

	(void)arg;
	for (int i = 1; i <= 30; i++) {
		const int to = (me + i) % nodes, from = (me + (nodes - 1) * i) % nodes;
		const size_t bytes = (size_t)(i * 7919 % 300);
		vcube_request *late = vcube_irecv(self, NULL, from, in, bytes), *early;

		vcube_compute(self, (me * 31 + i * 17) % 50 * 100000);
		early = vcube_isend(self, NULL, to, out, bytes);
		vcube_exchange(self, NULL, me ^ 1, out, 8, in, 8, NULL);
		vcube_wait(self, late, NULL);
		vcube_wait(self, early, NULL);
		vcube_tsend(self, NULL, to, 2, out, 1);
		vcube_tsend(self, NULL, to, 1, out, 50);
		vcube_trecv(self, NULL, from, 1, in, 50, &status);
		vcube_compute(self, (vcube_time)status.bytes * 1000);
		vcube_trecv(self, NULL, from, 2, in, 1, NULL);
		vcube_sendrecv(self, NULL, from, out, bytes, to, in, bytes, NULL);
		if (i % 7 == 0)
			vcube_align(self, NULL);
	}
	return vcube_failed(self);
}

/* Long messages go round: a node alone in its process lends them, and writes to them at once. One
 * may be stored where it is received as it comes, but not if others are before it: a receive that
 * was posted earlier, or a message with a tag. */
static int
lending(vcube_node *self, void *arg)
{
	enum { BYTES = 100000, ROUNDS = 12 };
	const int me = rank_of(self), size = vcube_size(self), left = (me + size - 1) % size;
	const int right = (me + 1) % size;
	unsigned char *const mine = take_block(self, BYTES), *const got = take_block(self, BYTES);
	unsigned char *const first = take_block(self, BYTES), *const before = take_block(self, BYTES);

	(void)arg;
	for (int i = 0; i < ROUNDS; i++) {
		vcube_request *posted = NULL, *sent = NULL;
		char tagged = 0;

		memset(mine, 16 * i + me, BYTES);
		memset(first, 16 * i + me + 1, BYTES);
		if (i % 2 != 0) {
			posted = vcube_irecv(self, NULL, left, before, BYTES);
			sent = vcube_isend(self, NULL, right, first, BYTES);
		}
		if (i % 3 == 0)
			vcube_tsend(self, NULL, right, i, "t", 1);
		vcube_sendrecv(self, NULL, right, mine, BYTES, left, got, BYTES, NULL);
		if (i % 3 == 0)
			vcube_trecv(self, NULL, left, i, &tagged, 1, NULL);
		vcube_wait(self, posted, NULL);
		vcube_wait(self, sent, NULL);
		for (int k = 0; k < BYTES && vcube_failed(self) == 0; k++)
			if (got[k] != (unsigned char)(16 * i + left) ||
			    (posted != NULL && before[k] != (unsigned char)(16 * i + left + 1)))
				return vcube_fail(self, "bytes %d of round %d are %d and %d", k, i,
						  before[k], got[k]);
		if (vcube_failed(self) == 0 && i % 3 == 0 && tagged != 't')
			return vcube_fail(self, "what has a tag is %d in round %d", tagged, i);
	}
	vcube_free(self, mine);
	vcube_free(self, got);
	vcube_free(self, first);
	vcube_free(self, before);
	return vcube_failed(self);
}

/* a sum, as a program may write its own */
static void
add_up(const void *left, const void *right, void *into, size_t count, vcube_type type)
{
	const int *const l = left, *const r = right;
	int *const to = into;

	(void)type;
	for (size_t i = 0; i < count; i++)
		to[i] = l[i] + r[i];
}

/* Processes that were not forked have the operator's function at addresses of their own. */
static int
own_operator(vcube_node *self, void *arg)
{
	static const struct vcube_op op = {.name = "add_up", .commutative = 1, .apply = add_up};
	const int mine = vcube_rank(self), size = vcube_size(self);
	int sum = 0;

	(void)arg;
	vcube_allreduce(self, NULL, &mine, &sum, 1, VCUBE_BYTES(sizeof mine), &op, "reduce-bcast");
	CHECK(self, vcube_failed(self) || sum == size * (size - 1) / 2);
	return vcube_failed(self);
}

/* Node 0 takes the message of node 1 while it waits for node 2, which polls until then. */
static int
taken_meanwhile(vcube_node *self, void *arg)
{
	const int me = vcube_rank(self);
	int value = me, got = -1, done = 0;
	vcube_request *posted;

	(void)arg;
	if (me == 0) {
		posted = vcube_tirecv(self, NULL, 1, 1, &got, sizeof got);
		vcube_recv(self, NULL, 2, &value, sizeof value, NULL);
		vcube_wait(self, posted, NULL);
		CHECK(self, vcube_failed(self) || (value == 2 && got == 1));
	} else if (me == 1) {
		vcube_tssend(self, NULL, 0, 1, &value, sizeof value);
		vcube_send(self, NULL, 2, &value, sizeof value);
	} else if (me == 2) {
		posted = vcube_irecv(self, NULL, 1, &got, sizeof got);
		while (!done && !vcube_failed(self))
			vcube_test(self, posted, &done, NULL);
		vcube_send(self, NULL, 0, &value, sizeof value);
	}
	return vcube_failed(self);
}

static const struct scenario scenarios[] = {
	{ circle, "ring:8", VCUBE_EDEADLOCK },
	{ failing, "hypercube:3", VCUBE_EPROGRAM },
	{ waiting_for_any, "full:8", VCUBE_EDEADLOCK },
	{ missing_members, "full:8", VCUBE_EDEADLOCK },
	{ different_calls, "full:8", VCUBE_EMISMATCH },
	{ different_orders, "full:8", VCUBE_EMISMATCH },
	{ left_over, "full:8", VCUBE_EUNRECEIVED },
	{ left_calls, "full:8", VCUBE_EMISMATCH },
	{ too_long, "full:8", VCUBE_ETRUNC },
	{ returning, "ring:8", VCUBE_EPROGRAM },
	{ gathering, "ring:8", 0 },
	{ busy, "hypercube:4", 0 },
	{ lending, "ring:8", 0 },
	{ confirm_out_of_order, "ring:8", 0 },
	{ own_operator, "full:8", 0 },
	{ taken_meanwhile, "full:8", 0 },
	{ circle, "ring:8 " STAMPED, VCUBE_EDEADLOCK },
	{ missing_members, "full:8 " STAMPED, VCUBE_EDEADLOCK },
	{ busy, "full:16 " STAMPED, 0 },
	{ lending, "ring:8 " STAMPED, 0 },
	{ named, "full:8 " STAMPED " ports=all", 0 },
	{ named, "full:12 " STAMPED " send_overhead=200ns recv_overhead=100ns", 0 },
};

enum { SCENARIOS = sizeof scenarios / sizeof *scenarios };

/* --- the tests ------------------------------------------------------------------ */

struct wanted {
	const char *transport, *spread;
	char report[SCENARIOS][REPORT];         /* of one process */
};

static void
run_in_one_process(struct wanted *wanted)
{
	for (int i = 0; i < SCENARIOS; i++) {
		vcube_machine *machine = open_machine("%s", scenarios[i].machine);

		ends_as(machine, &scenarios[i], wanted->report[i]);
		vcube_close(machine);
	}
}

/* All scenarios one after the other, twice each. Negative: whoever started the processes knows
 * their number. */
static int
all_scenarios(int process, int count, void *arg)
{
	const struct wanted *wanted = arg;
	static char report[REPORT];

	for (int i = 0; i < SCENARIOS; i++) {
		vcube_machine *machine = open_machine("%s transport=%s spread=%s", scenarios[i].machine,
						      wanted->transport, wanted->spread);

		if (process >= 0)
			assert_int_equal(vcube_process(machine), process);
		if (count >= 0)
			assert_int_equal(vcube_processes(machine), count);
		else
			assert_true(vcube_processes(machine) > 1);
		for (int again = 0; again < 2; again++) {
			ends_as(machine, &scenarios[i], report);
			assert_string_equal(report, wanted->report[i]);
		}
		vcube_close(machine);
	}
	return 0;
}

static void
test_reports(void **state)
{
	static struct wanted wanted = {.transport = "sockets", .spread = "blocks"};

	(void)state;
	run_in_one_process(&wanted);
	for (int count = 1; count <= PROCESSES_MOST; count += count < 4 ? 1 : 4)
		in_processes(count, all_scenarios, &wanted, NULL);
	wanted.spread = "robin";
	in_processes(3, all_scenarios, &wanted, NULL);
}

static int
given_by_value(int process, int count, void *arg)
{
	vcube_machine *machine = open_machine("torus:5x4 transport=sockets");

	(void)process, (void)count, (void)arg;
	run_for(machine, busy, NULL, 0);
	for (int r = 0; r < 20; r++) {
		size_t bytes;
		const int64_t *total = vcube_given(machine, r, &bytes);
		struct vcube_stats stats;

		assert_int_equal(bytes, sizeof *total);
		assert_int_equal(*total, 210 + r);
		vcube_run_stats(machine, r, &stats);
		assert_true(stats.messages > 0);
	}
	vcube_close(machine);
	return 0;
}

static void
test_results(void **state)
{
	(void)state;
	in_processes(6, given_by_value, NULL, NULL);
}

/* Every collective, with blocks of several lengths, by the algorithm that the library selects */
static int
selecting(vcube_node *self, void *arg)
{
	static const size_t counts[] = {1, 40, 3000};
	int code = 0;

	(void)arg;
	for (int c = 0; c < VCUBE_COLLECTIVES_COUNT && code == 0; c++)
		for (size_t i = 0; i < COUNT(counts) && code == 0; i++) {
			struct trial trial = {
				.collective = c, .element = element_for(c, true), .count = counts[i],
			};

			code = try_collective(self, NULL, &trial);
		}
	return code;
}

/* Processes with other numbers of processors, on hosts that differ */
static int
selecting_on_other_hosts(int process, int count, void *arg)
{
	vcube_machine *machine = open_machine("full:12 transport=sockets pin=no");

	(void)count, (void)arg;
	machine->processors = process == 0 ? 1 : 16;
	run_for(machine, selecting, NULL, 0);
	vcube_close(machine);
	return 0;
}

static void
test_selection(void **state)
{
	(void)state;
	in_processes(2, selecting_on_other_hosts, NULL, NULL);
}

static int
giving_processors(vcube_node *self, void *arg)
{
	cpu_set_t set;

	(void)arg;
	assert_int_equal(sched_getaffinity(0, sizeof set, &set), 0);
	return vcube_give(self, &set, sizeof set);
}

static const cpu_set_t *
processors_of(vcube_machine *machine, int rank)
{
	size_t bytes;
	const cpu_set_t *const set = vcube_given(machine, rank, &bytes);

	assert_int_equal(bytes, sizeof *set);
	return set;
}

/* Nodes of different processes have no processor in common. */
static int
own_processors(int process, int count, void *arg)
{
	vcube_machine *machine = open_machine("ring:4 transport=sockets");

	(void)process, (void)count, (void)arg;
	run_for(machine, giving_processors, NULL, 0);
	for (int r = 0; r < 2; r++) {
		cpu_set_t common;

		CPU_AND(&common, processors_of(machine, r), processors_of(machine, r + 2));
		assert_int_equal(CPU_COUNT(&common), 0);
	}
	vcube_close(machine);
	return 0;
}

static void
test_processors(void **state)
{
	cpu_set_t all;

	(void)state;
	assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
	if (CPU_COUNT(&all) < 2 || CPU_COUNT(&all) < sysconf(_SC_NPROCESSORS_ONLN))
		skip();
	in_processes(2, own_processors, NULL, NULL);
}

/* Node 4 ends its process while the others wait for it, or for time to pass. */
static int
dying(vcube_node *self, void *arg)
{
	int got;

	(void)arg;
	if (rank_of(self) == 4)
		raise(SIGKILL);
	if (rank_of(self) == 1)
		return vcube_recv_within(self, NULL, 0, &got, sizeof got, VCUBE_TIME_MAX, NULL);
	return vcube_recv(self, NULL, 4, &got, sizeof got, NULL);
}

static int
one_dies(int process, int count, void *arg)
{
	vcube_machine *machine = open_machine("ring:6 transport=sockets");

	(void)process, (void)count, (void)arg;
	run_for(machine, dying, NULL, VCUBE_EHOST);
	assert_string_equal(vcube_run_error(machine)->text, "process 2 of 3 has died");
	/* and no later run can begin */
	run_for(machine, circle, NULL, VCUBE_EHOST);
	vcube_close(machine);
	return 0;
}

static void
test_death(void **state)
{
	(void)state;
	in_processes(3, one_dies, NULL, (const int[]){0, 0, -SIGKILL});
}

/* Process 1 dies, so process 0 fails and ends; only then process 2 looks, and sees both ends. */
static int
one_ends_for_another(int process, int count, void *arg)
{
	struct pollfd other = { .fd = pair[process][0], .events = POLLRDHUP };
	struct vcube_error error;

	(void)count, (void)arg;
	if (process == 1)
		raise(SIGKILL);
	if (process == 2)
		assert_int_equal(poll(&other, 1, -1), 1);
	assert_null(vcube_open("ring:6 transport=sockets", &error));
	assert_string_equal(error.text, "process 1 of 3 has died");
	return 0;
}

static void
test_first_death_is_named(void **state)
{
	(void)state;
	in_processes(3, one_ends_for_another, NULL, (const int[]){0, -SIGKILL, 0});
}

/* Process 1 opens another machine where the others run the first again. */
static int
one_strays(int process, int count, void *arg)
{
	vcube_machine *machine = open_machine("ring:6 transport=sockets");
	struct vcube_error error;

	(void)count, (void)arg;
	run_for(machine, busy, NULL, 0);
	for (int again = 0; again < 2 && process != 1; again++) {
		run_for(machine, busy, NULL, VCUBE_EINVAL);
		error_has(vcube_run_error(machine), VCUBE_EINVAL, "process 1 of 3 opens a machine while "
			  "this one begins a run; all processes open the same machines");
	}
	vcube_close(machine);
	if (process != 1)
		return 0;
	assert_null(vcube_open("ring:6 transport=sockets", &error));
	error_has(&error, VCUBE_EINVAL, "process 0 of 3 begins a run while this one opens a machine");
	return 0;
}

static void
test_other_order_is_refused(void **state)
{
	(void)state;
	in_processes(3, one_strays, NULL, NULL);
}

/* Process 1 has too little memory for the first machine. */
static int
one_cannot_open(int process, int count, void *arg)
{
	const struct rlimit little = { 1 << 30, 1 << 30 };
	vcube_machine *machine;
	struct vcube_error error;

	(void)count, (void)arg;
	if (process == 1)
		assert_int_equal(setrlimit(RLIMIT_AS, &little), 0);
	assert_null(vcube_open("ring:6 heap=1GiB transport=sockets", &error));
	error_has(&error, VCUBE_EHOST, "the host refused");
	if (process != 1)
		error_has(&error, VCUBE_EHOST, "process 1 cannot open the machine: ");
	machine = open_machine("ring:6 heap=1MiB transport=sockets");
	run_for(machine, busy, NULL, 0);
	vcube_close(machine);
	return 0;
}

static void
test_all_learn_who_cannot_open(void **state)
{
	const char *const sanitizer = getenv("SANITIZE");

	(void)state;
	if (sanitizer != NULL && *sanitizer != '\0')
		skip();                 /* it takes terabytes of addresses */
	in_processes(3, one_cannot_open, NULL, NULL);
}

/* The difference is behind a long list, whose equal start is left out. */
static void
refuse_long_difference(int process)
{
	char mapping[4000] = "";
	struct vcube_error error;
	struct vcube_desc desc;
	int length = 0;

	for (int r = 999; r > 1; r--)
		length += snprintf(mapping + length, sizeof mapping - (size_t)length, "%d,", r);
	strcat(mapping, process == 0 ? "0,1" : "1,0");
	vcube_desc_init(&desc);
	assert_int_equal(vcube_desc_parse(&desc, "ring:1000 transport=sockets", NULL), 0);
	assert_int_equal(vcube_desc_set(&desc, "mapping", mapping, NULL), 0);
	assert_null(vcube_open_desc(&desc, &error));
	assert_non_null(strstr(error.text, process == 0 ? "'... 1,0 transport=sockets' there, '... 0,1 "
			       : "'... 0,1 transport=sockets' there, '... 1,0 "));
	vcube_desc_clear(&desc);
}

/* Each process opens a machine of its own. */
static int
refusing(int process, int count, void *arg)
{
	static const char *const needs[][2] = {
		{ "clock=virtual", "clock=virtual with routing=none" }, { "clock=wall", "clock=free" },
		{ "clock=virtual routing=none account=yes", "plain links" },
		{ "capacity=1KiB", "capacity=unlimited" }, { "fuzz=3", "fuzz=0" },
		{ "drop=1%", "no faults" }, { "clock=virtual threads=no", "clock=free" },
		{ "threads=no", "threads=yes" }, { "strict=yes", "strict=no" },
		{ "explore=both", "explore=no" },
	};
	struct vcube_error error;
	vcube_machine *machine, *second;
	char text[100];

	(void)count, (void)arg;
	for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
		snprintf(text, sizeof text, "ring:4 transport=sockets %s", needs[i][0]);
		assert_null(vcube_open(text, &error));
		assert_non_null(strstr(error.text, needs[i][1]));
		assert_non_null(strstr(error.text, "transport=sockets spreads nodes over processes"));
	}
	assert_null(vcube_open("full:1 transport=sockets", &error));
	assert_non_null(strstr(error.text, "too few for 2 processes"));
	snprintf(text, sizeof text, "ring:%d transport=sockets", 4 + process);
	assert_null(vcube_open(text, &error));
	assert_non_null(strstr(error.text, "opened another machine"));
	refuse_long_difference(process);
	machine = open_machine("ring:4 transport=sockets");
	second = vcube_open("ring:4 transport=sockets", &error);
	assert_null(second);
	assert_non_null(strstr(error.text, "carries one at a time"));
	vcube_close(machine);
	assert_null(vcube_open("ring:4 transport=./no-such-module.so", &error));
	assert_non_null(strstr(error.text, "cannot be opened"));
	return 0;
}

static void
test_refused(void **state)
{
	struct vcube_error error;

	(void)state;
	unsetenv("VCUBE_SOCKETS");
	assert_null(vcube_open("ring:4 transport=sockets", &error));
	assert_non_null(strstr(error.text, "start the program by vcube launch"));
	in_processes(2, refusing, NULL, NULL);
}

/* A process is alone by either word for it, and joins nobody. */
static void
test_alone(void **state)
{
	static const char *const words[] = { NULL, "none" };
	struct vcube_error error;

	(void)state;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		int processes = 0;

		assert_int_equal(vcube_join(words[i], &processes, &error), 0);
		assert_int_equal(processes, 1);
	}
}

/* In virtual time: what depends on all nodes' messages. */
static int
asking(vcube_node *self, void *arg)
{
	const char *const what = arg;
	vcube_request *request;
	int got, index;

	if (strcmp(what, "any") == 0)
		return vcube_recv(self, NULL, VCUBE_ANY, &got, sizeof got, NULL);
	if (strcmp(what, "limit") == 0)
		return vcube_recv_within(self, NULL, 0, &got, sizeof got, 5, NULL);
	if (strcmp(what, "beside") == 0)
		return vcube_async(self, NULL, returning, NULL) == NULL ? vcube_failed(self) : 1;
	request = vcube_irecv(self, NULL, 0, &got, sizeof got);
	if (strcmp(what, "test") == 0)
		return vcube_test(self, request, &index, NULL);
	return vcube_waitany(self, &request, 1, &index, NULL);
}

static int
asking_all(int process, int count, void *arg)
{
	static const char *const asked[][2] = {
		{ "any", "a receive from any node" }, { "limit", "a receive with a time limit" },
		{ "beside", "vcube_async" }, { "test", "a test whether" }, { "first", "vcube_waitany" },
	};
	vcube_machine *machine = open_machine("ring:4 transport=sockets " STAMPED);
	struct vcube_error error;

	(void)process, (void)count, (void)arg;
	for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
		run_for(machine, asking, (void *)asked[i][0], VCUBE_EINVAL);
		error_has(vcube_run_error(machine), VCUBE_EINVAL, asked[i][1]);
		error_has(vcube_run_error(machine), VCUBE_EINVAL, "use clock=free, or one process");
	}
	assert_int_equal(vcube_change_links(machine, "0-1:down", &error), VCUBE_EINVAL);
	error_has(&error, VCUBE_EINVAL, "use one process");
	vcube_close(machine);
	return 0;
}

static void
test_order_of_all_is_refused(void **state)
{
	(void)state;
	in_processes(3, asking_all, NULL, NULL);
}

static int
is_one_of_several(const char *transport)
{
	static struct wanted wanted = {.spread = "blocks"};

	wanted.transport = transport;
	run_in_one_process(&wanted);
	return all_scenarios(-1, -1, &wanted);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		TEST(test_reports),
		TEST(test_results),
		TEST(test_selection),
		TEST(test_processors),
		TEST(test_death),
		TEST(test_first_death_is_named),
		TEST(test_other_order_is_refused),
		TEST(test_all_learn_who_cannot_open),
		TEST(test_refused),
		TEST(test_alone),
		TEST(test_order_of_all_is_refused),
	};

	return argc > 1 ? is_one_of_several(argv[1]) : RUN_TESTS(tests);
}
