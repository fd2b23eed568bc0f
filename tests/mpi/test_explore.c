/* SPDX-License-Identifier: BSD-2-Clause */
/* Exploration of MPI programs: each has as many orders as it must have, what fails in one order
 * fails in it again, alone, and each order begins with fresh variables. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include "ranks.h"

#define WORLD MPI_COMM_WORLD
enum { TAG = 3, SENDERS_MOST = 8 };

/* Ranks that fail, or whose process ends, free nothing. */
const char *__asan_default_options(void);

const char *
__asan_default_options(void)
{
	return "detect_leaks=0";
}

static int
rank_here(void)
{
	int rank;

	WELL(MPI_Comm_rank(WORLD, &rank));
	return rank;
}

static int
ranks_here(void)
{
	int size;

	WELL(MPI_Comm_size(WORLD, &size));
	return size;
}

/* What rank 0 has come to. */
static void
note(int value)
{
	vcube_outcome(vcube_mpi_node(), (uint64_t)value);
}

/* --- ranks that send, and rank 0, which takes what comes ---------------------- */

typedef void take(int senders);

/* Each sends its rank. */
static int
gather(take *from)
{
	int rank;

	WELL(MPI_Init(NULL, NULL));
	rank = rank_here();
	if (rank > 0)
		WELL(MPI_Send(&rank, 1, MPI_INT, 0, TAG, WORLD));
	else
		from(ranks_here() - 1);
	WELL(MPI_Finalize());
	return 0;
}

static int
receive(int source)
{
	MPI_Status status;
	int word;

	WELL(MPI_Recv(&word, 1, MPI_INT, source, TAG, WORLD, &status));
	EXPECT(word == status.MPI_SOURCE);
	return word;
}

static void
take_any(int senders)
{
	for (int i = 0; i < senders; i++)
		note(receive(MPI_ANY_SOURCE));
}

static void
take_sum(int senders)
{
	int sum = 0;

	for (int i = 0; i < senders; i++)
		sum += receive(MPI_ANY_SOURCE);
	note(sum);
}

static void
take_probed(int senders)
{
	MPI_Status status;

	for (int i = 0; i < senders; i++) {
		WELL(MPI_Probe(MPI_ANY_SOURCE, TAG, WORLD, &status));
		note(receive(status.MPI_SOURCE));
	}
}

static void
take_matched(int senders)
{
	MPI_Message message;
	MPI_Status status;
	int word;

	for (int i = 0; i < senders; i++) {
		WELL(MPI_Mprobe(MPI_ANY_SOURCE, TAG, WORLD, &message, &status));
		WELL(MPI_Mrecv(&word, 1, MPI_INT, &message, MPI_STATUS_IGNORE));
		note(word);
	}
}

/* Looks once for the message of rank 1. */
static void
look_once(int senders)
{
	int there;

	(void)senders;
	WELL(MPI_Iprobe(1, TAG, WORLD, &there, MPI_STATUS_IGNORE));
	note(there);
	receive(1);
}

static void
test_once(int senders)
{
	MPI_Request request;
	int word, done;

	(void)senders;
	WELL(MPI_Irecv(&word, 1, MPI_INT, 1, TAG, WORLD, &request));
	WELL(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
	note(done);
	WELL(MPI_Wait(&request, MPI_STATUS_IGNORE));
}

static void
post(int senders, int *words, MPI_Request *requests)
{
	for (int i = 0; i < senders; i++)
		WELL(MPI_Irecv(&words[i], 1, MPI_INT, i + 1, TAG, WORLD, &requests[i]));
}

static void
wait_for_any(int senders)
{
	MPI_Request requests[SENDERS_MOST];
	int words[SENDERS_MOST], which;

	post(senders, words, requests);
	for (int i = 0; i < senders; i++) {
		WELL(MPI_Waitany(senders, requests, &which, MPI_STATUS_IGNORE));
		note(words[which]);
	}
}

/* Of two, one is the first that is done, and the other is then done, too, or not: four orders, of
 * which two differ only in which was the first of both. */
static void
wait_for_some(int senders)
{
	MPI_Request requests[SENDERS_MOST];
	int words[SENDERS_MOST], which[SENDERS_MOST], count;

	post(senders, words, requests);
	for (int done = 0; done < senders; done += count) {
		WELL(MPI_Waitsome(senders, requests, &count, which, MPI_STATUSES_IGNORE));
		note(count);
		note(count < senders ? words[which[0]] : 0);
	}
}

/* Each subset of them may be done. */
static void
test_some(int senders)
{
	MPI_Request requests[SENDERS_MOST];
	int words[SENDERS_MOST], which[SENDERS_MOST], count, done = 0;

	post(senders, words, requests);
	WELL(MPI_Testsome(senders, requests, &count, which, MPI_STATUSES_IGNORE));
	for (int i = 0; i < count; i++)
		done |= 1 << which[i];
	note(done);
	WELL(MPI_Waitall(senders, requests, MPI_STATUSES_IGNORE));
}

/* The first that is done, or none */
static void
test_any(int senders)
{
	MPI_Request requests[SENDERS_MOST];
	int words[SENDERS_MOST], which, done;

	post(senders, words, requests);
	WELL(MPI_Testany(senders, requests, &which, &done, MPI_STATUS_IGNORE));
	note(done ? which : senders);
	WELL(MPI_Waitall(senders, requests, MPI_STATUSES_IGNORE));
}

/* --- what goes wrong if rank 2 comes first */

static void
want_one_first(void (*otherwise)(void))
{
	if (receive(MPI_ANY_SOURCE) == 2)
		otherwise();
	receive(2);
}

static void
call_abort(void)
{
	MPI_Abort(WORLD, 9);
}

static void
deadlock(void)
{
	receive(2);
}

static void
leave(void)
{
	vcube_mpi_exit(4);
}

static void
truncate_message(void)
{
	MPI_Recv(NULL, 0, MPI_INT, 1, TAG, WORLD, MPI_STATUS_IGNORE);
}

static void
kill_process(void)
{
	raise(SIGKILL);
}

#define WRONG(name, otherwise) \
	static void take_or_##name(int senders) { (void)senders; want_one_first(otherwise); } \
	static int or_##name(int argc, char **argv) \
	{ \
		(void)argc, (void)argv; \
		return gather(take_or_##name); \
	}
WRONG(abort, call_abort)
WRONG(deadlock, deadlock)
WRONG(leave, leave)
WRONG(truncate, truncate_message)
WRONG(kill, kill_process)

#define GATHERS(name) \
	static int name##_ranks(int argc, char **argv) \
	{ \
		(void)argc, (void)argv; \
		return gather(name); \
	}
GATHERS(take_any)
GATHERS(take_sum)
GATHERS(take_probed)
GATHERS(take_matched)
GATHERS(look_once)
GATHERS(test_once)
GATHERS(wait_for_any)
GATHERS(wait_for_some)
GATHERS(test_some)
GATHERS(test_any)

/* --- other programs ----------------------------------------------------------- */

/* Named receives and collectives have one order. */
static int
collectives(int argc, char **argv)
{
	MPI_Request request;
	MPI_Comm half;
	int rank, sum;

	WELL(MPI_Init(&argc, &argv));
	rank = rank_here();
	WELL(MPI_Comm_split(WORLD, rank % 2, 0, &half));
	WELL(MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, half));
	WELL(MPI_Ibcast(&sum, 1, MPI_INT, 0, WORLD, &request));
	WELL(MPI_Wait(&request, MPI_STATUS_IGNORE));
	WELL(MPI_Comm_free(&half));
	WELL(MPI_Finalize());
	return 0;
}

static int
head_on(int argc, char **argv)
{
	int rank, word = 0;

	WELL(MPI_Init(&argc, &argv));
	rank = rank_here();
	WELL(MPI_Send(&word, 1, MPI_INT, 1 - rank, TAG, WORLD));
	WELL(MPI_Recv(&word, 1, MPI_INT, 1 - rank, TAG, WORLD, MPI_STATUS_IGNORE));
	WELL(MPI_Finalize());
	return 0;
}

/* Rank 0 receives what the others send while all are in a barrier. */
static int
meet(int argc, char **argv)
{
	MPI_Request requests[SENDERS_MOST];
	int words[SENDERS_MOST], rank, others;

	WELL(MPI_Init(&argc, &argv));
	rank = rank_here();
	others = ranks_here() - 1;
	for (int i = 0; rank == 0 && i < others; i++)
		WELL(MPI_Irecv(&words[i], 1, MPI_INT, MPI_ANY_SOURCE, TAG, WORLD, &requests[i]));
	if (rank > 0)
		WELL(MPI_Ssend(&rank, 1, MPI_INT, 0, TAG, WORLD));
	WELL(MPI_Barrier(WORLD));
	if (rank == 0)
		WELL(MPI_Waitall(others, requests, MPI_STATUSES_IGNORE));
	for (int i = 0; rank == 0 && i < others; i++)
		note(words[i]);
	WELL(MPI_Finalize());
	return 0;
}

static int begun;
static _Thread_local int begun_here;

static void
take_fresh(int senders)
{
	EXPECT(++begun == 1 && ++begun_here == 1);
	take_any(senders);
}
GATHERS(take_fresh)

/* Ranks take turns, so only one thread of each calls. */
static int
threads(int argc, char **argv)
{
	int provided;

	WELL(MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided));
	EXPECT(provided == MPI_THREAD_FUNNELED);
	WELL(MPI_Finalize());
	return 0;
}

/* --- all ---------------------------------------------------------------------- */

static int
launch(vcube_node *self, void *main)
{
	return vcube_mpi_main(self, *(vcube_mpi_program **)main, 0, NULL);
}

static struct vcube_explored
explore(const char *machine_text, vcube_mpi_program *main, int code)
{
	vcube_machine *const m = open_machine("%s", machine_text);
	struct vcube_explored result;
	const int got = vcube_explore_apart(m, launch, &main, NULL, &result);

	if (got != code)
		fail_msg("%s: %d instead of %d: %s\n%s", machine_text, got, code, result.error.text,
			 result.report != NULL ? result.report : "");
	print_message("%s: %s", machine_text, result.report);
	assert_int_equal(result.left_out, 0);
	vcube_close(m);
	return result;
}

static void
test_orders(void **state)
{
	static const struct {
		const char *machine;
		vcube_mpi_program *main;
		uint64_t orders, outcomes;
	} cases[] = {
		{ "full:3 explore=buffered", take_any_ranks, 2, 2 },
		{ "full:4 explore=buffered", take_any_ranks, 6, 6 },
		{ "full:5 explore=buffered", take_any_ranks, 24, 24 },
		{ "full:4 explore=synchronous", take_any_ranks, 6, 6 },
		{ "full:4 explore=both", take_any_ranks, 12, 6 },
		{ "full:4 explore=both strict=yes", take_any_ranks, 12, 6 },
		{ "full:4 explore=buffered", take_sum_ranks, 6, 1 },
		{ "full:4 explore=buffered", take_probed_ranks, 6, 6 },
		{ "full:4 explore=buffered", take_matched_ranks, 6, 6 },
		{ "full:2 explore=buffered", look_once_ranks, 2, 2 },
		{ "full:2 explore=buffered", test_once_ranks, 2, 2 },
		{ "full:4 explore=buffered", wait_for_any_ranks, 6, 6 },
		{ "full:3 explore=buffered", wait_for_some_ranks, 4, 3 },
		{ "full:5 explore=buffered", test_some_ranks, 16, 16 },
		{ "full:5 explore=buffered", test_any_ranks, 5, 5 },
		{ "full:5 explore=both", collectives, 2, 1 },
		{ "full:3 explore=buffered", meet, 2, 2 },
		{ "full:4 explore=buffered", meet, 6, 6 },
		{ "full:4 explore=synchronous", meet, 6, 6 },
		{ "full:4 explore=buffered", take_fresh_ranks, 6, 6 },
		{ "full:2 explore=buffered", threads, 1, 1 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct vcube_explored r = explore(cases[i].machine, cases[i].main, 0);

		assert_int_equal(r.orders, cases[i].orders);
		assert_int_equal(r.outcomes, cases[i].outcomes);
		vcube_explored_clear(&r);
	}
	assert_int_equal(begun, 0);
}

static void
test_failing(void **state)
{
	static const struct {
		vcube_mpi_program *main;
		int code;
		const char *words;
	} cases[] = {
		{ or_abort, VCUBE_EABORT, "aborted the run with code 9" },
		{ or_deadlock, VCUBE_EDEADLOCK, "waits in MPI_Recv(source 2" },
		{ or_leave, VCUBE_EPROGRAM, "rank 0 ended with status 4 between MPI_Init and MPI_Finalize" },
		{ or_truncate, VCUBE_EPROGRAM, "MPI_ERR_TRUNCATE" },
		{ or_kill, VCUBE_EPROGRAM, "a node ended the process by signal 9" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct vcube_explored r = explore("full:3 explore=buffered", cases[i].main, cases[i].code);

		if (strstr(r.error.text, cases[i].words) == NULL)
			fail_msg("case %zu: %s", i, r.error.text);
		assert_int_equal(r.orders, 2);
		assert_int_equal(r.failed, 1);
		assert_string_equal(r.first, "replay=0:2");
		if (cases[i].main != or_kill)
			run_ranks_refused("full:3 replay=0:2", cases[i].main, cases[i].words);
		run_ranks("full:3 replay=0:1", cases[i].main);
		vcube_explored_clear(&r);
	}
}

static void
test_unsafe(void **state)
{
	struct vcube_explored r = explore("full:2 explore=both", head_on, VCUBE_EDEADLOCK);

	(void)state;
	assert_true(r.unsafe);
	assert_string_equal(r.first, "capacity=0 replay=0:");
	run_ranks_refused("full:2 capacity=0 replay=0:", head_on, "waits in MPI_Send");
	vcube_explored_clear(&r);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_orders),
		TEST(test_failing),
		TEST(test_unsafe),
	};

	return RUN_TESTS(tests);
}
