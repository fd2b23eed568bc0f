/* SPDX-License-Identifier: BSD-2-Clause */
/* Threads of ranks make any calls of MPI at the same time, and are refused where they may not;
 * a run whose threads all wait is a deadlock. */
#include <stdlib.h>
#include <string.h>
#include "ranks.h"

enum { RANKS = 8, THREADS = 8, ROUNDS = 2, TAG_SHARED = 1000 };

static int threads;     /* of a rank, in the test that runs */

struct mate {
	pthread_t thread;
	int number, me, size;
	MPI_Comm comm;          /* of the threads of this number */
	int taken;              /* what it got of TAG_SHARED */
};

static void
start(struct mate *m, void *(*run)(void *arg))
{
	EXPECT(vcube_mpi_thread_create(pthread_create, &m->thread, NULL, run, m) == 0);
}

/* One whose end nobody waits for. */
static void
start_alone(struct mate *m, void *(*run)(void *arg))
{
	start(m, run);
	EXPECT(pthread_detach(m->thread) == 0);
}

static void *
end(const struct mate *m)
{
	void *result = NULL;

	EXPECT(vcube_mpi_thread_join(pthread_join, m->thread, &result) == 0);
	return result;
}

static void
begin(struct mate *m, int level)
{
	int provided;

	WELL(MPI_Init_thread(NULL, NULL, level, &provided));
	EXPECT(provided == level);
	memset(m, 0, sizeof *m);
	m->comm = MPI_COMM_WORLD;
	WELL(MPI_Comm_rank(MPI_COMM_WORLD, &m->me));
	WELL(MPI_Comm_size(MPI_COMM_WORLD, &m->size));
}

/* --- everything at once ------------------------------------------------------ */

static void
pass_on(struct mate *m, MPI_Comm comm, int tag)
{
	const int right = (m->me + 1) % m->size, left = (m->me + m->size - 1) % m->size;
	int out = m->me * 100 + m->number, in = -1;
	MPI_Status status;

	WELL(MPI_Sendrecv(&out, 1, MPI_INT, right, tag, &in, 1, MPI_INT, left, tag, comm, &status));
	EXPECT(in == left * 100 + m->number && status.MPI_SOURCE == left);
}

/* Rank 0 of a communicator hears from all, in any order; everybody gets an answer. */
static void
gather_from_any(struct mate *m)
{
	int value = m->me, heard = 0, answer = -1;
	MPI_Status status;

	for (int i = 0; i < m->size && m->me == 0; i++) {
		if (i == 0)
			WELL(MPI_Send(&value, 1, MPI_INT, 0, 7, MPI_COMM_SELF));
		if (i == 0) {
			WELL(MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 7, MPI_COMM_SELF, &status));
			continue;
		}
		WELL(MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, m->comm, &status));
		EXPECT(value == status.MPI_SOURCE && status.MPI_TAG == 3);
		heard++;
		WELL(MPI_Send(&heard, 1, MPI_INT, status.MPI_SOURCE, 4, m->comm));
	}
	if (m->me == 0)
		return;
	WELL(MPI_Ssend(&value, 1, MPI_INT, 0, 3, m->comm));
	WELL(MPI_Recv(&answer, 1, MPI_INT, 0, 4, m->comm, MPI_STATUS_IGNORE));
	EXPECT(answer >= 1 && answer < m->size);
}

/* All threads of a rank probe for the same messages: each is taken once. */
static void
take_one(struct mate *m)
{
	const int right = (m->me + 1) % m->size;
	MPI_Message message;
	MPI_Status status;
	int count;

	WELL(MPI_Send(&m->number, 1, MPI_INT, right, TAG_SHARED, MPI_COMM_WORLD));
	WELL(MPI_Mprobe(MPI_ANY_SOURCE, TAG_SHARED, MPI_COMM_WORLD, &message, &status));
	WELL(MPI_Get_count(&status, MPI_INT, &count));
	EXPECT(count == 1);
	WELL(MPI_Mrecv(&m->taken, 1, MPI_INT, &message, MPI_STATUS_IGNORE));
}

static void
exchange(struct mate *m)
{
	int out[RANKS], in[RANKS], done = 0, index;
	MPI_Request requests[2 * RANKS];

	for (int i = 0; i < m->size; i++) {
		out[i] = m->me * 1000 + i * 10 + m->number;
		WELL(MPI_Irecv(&in[i], 1, MPI_INT, i, m->number, MPI_COMM_WORLD, &requests[i]));
	}
	for (int i = 0; i < m->size; i++)
		WELL(MPI_Isend(&out[i], 1, MPI_INT, i, m->number, MPI_COMM_WORLD,
			       &requests[m->size + i]));
	WELL(MPI_Waitany(2 * m->size, requests, &index, MPI_STATUS_IGNORE));
	EXPECT(index >= 0 && index < 2 * m->size && requests[index] == MPI_REQUEST_NULL);
	for (index = 0; index < m->size && m->number % 2 == 0; index++)
		for (done = 0; !done;)
			WELL(MPI_Test(&requests[index], &done, MPI_STATUS_IGNORE));
	WELL(MPI_Waitall(2 * m->size, requests, MPI_STATUSES_IGNORE));
	for (int i = 0; i < m->size; i++)
		EXPECT(in[i] == i * 1000 + m->me * 10 + m->number);
}

static void
combine(const struct mate *m, MPI_Comm comm, int salt)
{
	int value = m->me + salt, sum = 0, all[RANKS];
	MPI_Request request;

	WELL(MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, comm));
	EXPECT(sum == m->size * (m->size - 1) / 2 + m->size * salt);
	WELL(MPI_Allgather(&value, 1, MPI_INT, all, 1, MPI_INT, comm));
	for (int i = 0; i < m->size; i++)
		EXPECT(all[i] == i + salt);
	WELL(MPI_Iallreduce(&value, &sum, 1, MPI_INT, MPI_MAX, comm, &request));
	WELL(MPI_Barrier(comm));
	WELL(MPI_Wait(&request, MPI_STATUS_IGNORE));
	EXPECT(sum == m->size - 1 + salt);
	value = m->me == m->size - 1 ? salt : -1;
	WELL(MPI_Bcast(&value, 1, MPI_INT, m->size - 1, comm));
	EXPECT(value == salt);
}

static void *
work(void *arg)
{
	struct mate *m = arg;
	MPI_Comm copy;
	int main;

	WELL(MPI_Is_thread_main(&main));
	EXPECT(main == (m->number == 0));
	for (int round = 0; round < ROUNDS; round++) {
		pass_on(m, MPI_COMM_WORLD, m->number);
		combine(m, m->comm, m->number);
		WELL(MPI_Comm_dup(m->comm, &copy));
		gather_from_any(m);
		exchange(m);
		combine(m, copy, 50 + m->number);
		pass_on(m, copy, 0);
		WELL(MPI_Comm_free(&copy));
	}
	take_one(m);
	return m;
}

static int
everything(int argc, char **argv)
{
	struct mate mates[THREADS];
	int sum = 0;

	(void)argc, (void)argv;
	begin(&mates[0], MPI_THREAD_MULTIPLE);
	for (int i = 0; i < threads; i++) {
		mates[i] = mates[0];
		mates[i].number = i;
		WELL(MPI_Comm_dup(MPI_COMM_WORLD, &mates[i].comm));
	}
	for (int i = 1; i < threads; i++)
		start(&mates[i], work);
	work(&mates[0]);
	for (int i = 1; i < threads; i++)
		EXPECT(end(&mates[i]) == &mates[i]);
	for (int i = 0; i < threads; i++) {
		sum += mates[i].taken;
		WELL(MPI_Comm_free(&mates[i].comm));
	}
	EXPECT(sum == threads * (threads - 1) / 2);
	return MPI_Finalize();
}

static void
run_everything(int count)
{
	static const int sizes[] = {1, 2, 3, 5, 8};
	char machine[60];

	threads = count;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		snprintf(machine, sizeof machine, "full:%d", sizes[i]);
		run_ranks(machine, everything);
		snprintf(machine, sizeof machine, "full:%d clock=virtual startup=1us poll=1us", sizes[i]);
		run_ranks(machine, everything);
	}
}

#define EVERYTHING(name, count) \
	static void name(void **state) { (void)state; run_everything(count); }
EVERYTHING(test_one_thread, 1)
EVERYTHING(test_two_threads, 2)
EVERYTHING(test_five_threads, 5)
EVERYTHING(test_eight_threads, 8)

static void
test_other_clocks(void **state)
{
	(void)state;
	threads = 3;
	run_ranks("ring:4 clock=wall", everything);
	run_ranks("full:4 clock=virtual ports=one startup=1us poll=1us capacity=4KiB", everything);
}

/* --- levels ------------------------------------------------------------------ */

static int
interleaved(int argc, char **argv)
{
	int provided;

	WELL(MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided));
	EXPECT(provided == MPI_THREAD_FUNNELED);
	return MPI_Finalize();
}

static void *
call(void *arg)
{
	struct mate *m = arg;
	int rank = -1, flag, provided;

	/* these are for any thread */
	WELL(MPI_Initialized(&flag));
	EXPECT(flag);
	WELL(MPI_Query_thread(&provided));
	WELL(MPI_Is_thread_main(&flag));
	EXPECT(!flag);
	m->taken = MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	EXPECT(rank == -1);
	return m;
}

static int
funneled_returns(int argc, char **argv)
{
	struct mate m;

	(void)argc, (void)argv;
	begin(&m, MPI_THREAD_FUNNELED);
	WELL(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
	start(&m, call);
	EXPECT(end(&m) == &m && m.taken == MPI_ERR_OTHER);
	return MPI_Finalize();
}

static int
funneled(int argc, char **argv)
{
	struct mate m;

	(void)argc, (void)argv;
	begin(&m, MPI_THREAD_FUNNELED);
	if (m.me == 1) {
		start(&m, call);
		EXPECT(end(&m) == &vcube_mpi_thread_ended);
	}
	return MPI_Barrier(MPI_COMM_WORLD);
}

static void *
hear(void *arg)
{
	struct mate *m = arg;

	WELL(MPI_Recv(&m->taken, 1, MPI_INT, m->me, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
	return m;
}

static int
serialized(int argc, char **argv)
{
	struct mate m;

	(void)argc, (void)argv;
	begin(&m, MPI_THREAD_SERIALIZED);
	start_alone(&m, hear);
	for (;;)
		WELL(MPI_Barrier(MPI_COMM_SELF));
	return 0;
}

static void
test_levels(void **state)
{
	(void)state;
	run_ranks("full:3 fuzz=5", interleaved);
	run_ranks("full:2", funneled_returns);
	run_ranks_refused("full:2", funneled, "was stopped");
	run_ranks_refused("full:1", serialized, "MPI_THREAD_SERIALIZED");
}

/* --- ends -------------------------------------------------------------------- */

/* The first thread waits for the end of another, which waits for ever. */
static int
join_for_ever(int argc, char **argv)
{
	struct mate m;

	(void)argc, (void)argv;
	begin(&m, MPI_THREAD_MULTIPLE);
	start(&m, hear);
	EXPECT(end(&m) == &vcube_mpi_thread_ended);
	return MPI_Finalize();
}

static int
wait_for_ever(int argc, char **argv)
{
	struct mate m[2];

	(void)argc, (void)argv;
	begin(&m[0], MPI_THREAD_MULTIPLE);
	m[1] = m[0];
	start_alone(&m[1], hear);
	hear(&m[0]);
	return MPI_Finalize();
}

static void *
finalize_elsewhere(void *arg)
{
	MPI_Finalize();
	return arg;
}

static int
finalize_in_thread(int argc, char **argv)
{
	struct mate m;

	(void)argc, (void)argv;
	begin(&m, MPI_THREAD_MULTIPLE);
	start(&m, finalize_elsewhere);
	end(&m);
	return MPI_Finalize();
}

/* A thread that computes may still send: no deadlock. */
static void *
send_late(void *arg)
{
	struct mate *m = arg;
	volatile int count = 0;

	while (count < 20000000)
		count++;
	WELL(MPI_Send(&m->number, 1, MPI_INT, (m->me + 1) % m->size, 5, MPI_COMM_WORLD));
	return m;
}

static int
wait_for_late(int argc, char **argv)
{
	struct mate m[2];
	int number;

	(void)argc, (void)argv;
	begin(&m[0], MPI_THREAD_MULTIPLE);
	m[1] = m[0];
	m[1].number = 17;
	start(&m[1], send_late);
	WELL(MPI_Recv(&number, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
	EXPECT(number == 17);
	EXPECT(end(&m[1]) == &m[1]);
	return MPI_Finalize();
}

/* What a thread receives is too long for it, while others have made calls since: the report names
 * its own call. */
static int
receive_too_much(int argc, char **argv)
{
	struct mate m;
	int numbers[2] = {0, 0};

	(void)argc, (void)argv;
	begin(&m, MPI_THREAD_MULTIPLE);
	if (m.me == 0) {
		start_alone(&m, send_late);
		MPI_Recv(numbers, 1, MPI_INT, 1, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	} else {
		WELL(MPI_Recv(numbers, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
		WELL(MPI_Send(numbers, 2, MPI_INT, 0, 6, MPI_COMM_WORLD));
	}
	return MPI_Finalize();
}

static void
test_ends(void **state)
{
	(void)state;
	run_sizes(__LINE__, 3, wait_for_late);
	run_ranks_refused("full:2", receive_too_much, "MPI_Recv on rank 0: communicator");
	run_ranks_refused("full:2", join_for_ever, "cycle: 1 -> 1");
	run_ranks_refused("full:2 clock=virtual", wait_for_ever, "cycle: 1 -> 1");
	run_ranks_refused("full:1", finalize_in_thread, "only the thread that called");
}

/* --- generalized requests ---------------------------------------------------- */

static int
query(void *extra, MPI_Status *status)
{
	status->MPI_SOURCE = *(int *)extra;
	status->MPI_TAG = MPI_UNDEFINED;
	MPI_Status_set_cancelled(status, 0);
	return MPI_Status_set_elements(status, MPI_INT, 0);
}

static int
free_nothing(void *extra)
{
	++*(int *)extra;
	return MPI_SUCCESS;
}

static int
cancel_nothing(void *extra, int complete)
{
	(void)extra, (void)complete;
	return MPI_SUCCESS;
}

struct promise {
	struct mate mate;
	int extra;
	MPI_Request request;
};

static void *
complete(void *arg)
{
	struct promise *p = arg;

	pass_on(&p->mate, MPI_COMM_WORLD, 9);
	p->extra = 40;
	WELL(MPI_Grequest_complete(p->request));
	return p;
}

static int
generalized(int argc, char **argv)
{
	struct promise p;
	MPI_Request handles[2];
	MPI_Status status;
	int index, in, flag;

	(void)argc, (void)argv;
	begin(&p.mate, MPI_THREAD_MULTIPLE);
	for (int i = 0; i < 3; i++) {
		WELL(MPI_Grequest_start(query, free_nothing, cancel_nothing, &p.extra, &p.request));
		handles[0] = p.request;
		WELL(MPI_Irecv(&in, 1, MPI_INT, p.mate.me, 11, MPI_COMM_WORLD, &handles[1]));
		WELL(MPI_Request_get_status(handles[0], &flag, &status));
		EXPECT(!flag);
		EXPECT(vcube_mpi_thread_create(pthread_create, &p.mate.thread, NULL, complete, &p) == 0);
		if (i == 0) {
			WELL(MPI_Wait(&handles[0], &status));
		} else if (i == 1) {
			WELL(MPI_Waitany(2, handles, &index, &status));
			EXPECT(index == 0);
		} else {
			EXPECT(end(&p.mate) == &p);
			WELL(MPI_Wait(&handles[0], &status));
		}
		EXPECT(status.MPI_SOURCE == 40 && p.extra == 41 && handles[0] == MPI_REQUEST_NULL);
		if (i < 2)
			EXPECT(end(&p.mate) == &p);
		WELL(MPI_Send(&i, 1, MPI_INT, p.mate.me, 11, MPI_COMM_WORLD));
		WELL(MPI_Wait(&handles[1], MPI_STATUS_IGNORE));
	}
	return MPI_Finalize();
}

RANKS_TEST(test_generalized, 3, generalized)

/* --- locks ------------------------------------------------------------------- */

struct locker {
	struct mate mate;
	MPI_Win win;
	int target;
};

/* Waits for a lock that its target holds, reads what that has written under it, and tells the
 * first target that the second one's lock is had. */
static void *
lock_and_read(void *arg)
{
	struct locker *l = arg;
	int value = -1;

	WELL(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, l->target, 0, l->win));
	WELL(MPI_Get(&value, 1, MPI_INT, l->target, 0, 1, MPI_INT, l->win));
	WELL(MPI_Win_unlock(l->target, l->win));
	EXPECT(value == l->target);
	if (l->target == 2)
		WELL(MPI_Send(&value, 1, MPI_INT, 1, 12, MPI_COMM_WORLD));
	return NULL;
}

/* Ranks 1 and 2 hold their own locks until rank 0 may ask for both: a grant is that of the lock
 * which a thread waits for, and not another's. */
static int
two_locks(int argc, char **argv)
{
	struct locker l[2];
	int *memory;
	MPI_Win win;

	(void)argc;
	(void)argv;
	begin(&l[0].mate, MPI_THREAD_MULTIPLE);
	WELL(MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD,
			      &memory, &win));
	*memory = -1;
	if (l[0].mate.me > 0)
		WELL(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, l[0].mate.me, 0, win));
	WELL(MPI_Barrier(MPI_COMM_WORLD));
	if (l[0].mate.me > 0) {
		if (l[0].mate.me == 1)
			WELL(MPI_Recv(memory, 1, MPI_INT, 0, 12, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
		*memory = l[0].mate.me;
		WELL(MPI_Win_unlock(l[0].mate.me, win));
	} else {
		l[1] = l[0];
		for (int i = 0; i < 2; i++) {
			l[i].win = win;
			l[i].target = 1 + i;
			start(&l[i].mate, lock_and_read);
		}
		end(&l[0].mate);
		end(&l[1].mate);
	}
	WELL(MPI_Win_free(&win));
	return MPI_Finalize();
}

static void
test_two_locks(void **state)
{
	(void)state;
	run_ranks("full:3", two_locks);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_one_thread),
		TEST(test_two_threads),
		TEST(test_five_threads),
		TEST(test_eight_threads),
		TEST(test_other_clocks),
		TEST(test_levels),
		TEST(test_ends),
		TEST(test_generalized),
		TEST(test_two_locks),
	};

	return RUN_TESTS(tests);
}
