/* SPDX-License-Identifier: BSD-2-Clause */
/* MPI's collectives beside the program: many at once, finished in any order, and persistent ones
 * that are started again and again. */
#include <string.h>
#include "ranks.h"

enum { MOST = 9, ROUNDS = 3, EACH = 6 };

/* Of this rank */
static __thread int me, size;

static void
begin(int *argc, char ***argv)
{
	WELL(MPI_Init(argc, argv));
	WELL(MPI_Comm_rank(MPI_COMM_WORLD, &me));
	WELL(MPI_Comm_size(MPI_COMM_WORLD, &size));
}

/* Keeps the left operand, but adds up the count of those combined in the second int: what is
 * left of all operands is that of rank 0. */
static void
first(void *in, void *inout, int *len, MPI_Datatype *type)
{
	int *left = in, *right = inout;

	(void)type;
	for (int i = 0; i < *len; i += 2) {
		right[i] = left[i];
		right[i + 1] += left[i + 1];
	}
}

/* One of each shape at once. */
struct round {
	int sum, word, all[MOST], from_each[MOST], to_each[MOST], pair[2], result[2], prefix;
	int counts[MOST], places[MOST];
	MPI_Request requests[EACH];
};

static void
set(struct round *r, int number)
{
	*r = (struct round){.word = me == number % size ? 100 + number : -1, .pair = {me + number, 1}};
	for (int i = 0; i < size; i++) {
		r->to_each[i] = me * 10 + i + number;
		r->counts[i] = 1;
		r->places[i] = i;
	}
}

static void
expect(const struct round *r, int number)
{
	EXPECT(r->sum == size * (size - 1) / 2);
	EXPECT(r->word == 100 + number);
	for (int i = 0; i < size; i++)
		EXPECT(r->all[i] == i && r->from_each[i] == i * 10 + me + number);
	EXPECT(r->result[0] == number && r->result[1] == size);
	EXPECT(r->prefix == me * (me + 1) / 2);
}

static void
start_all(struct round *r, int number, MPI_Op op)
{
	WELL(MPI_Iallreduce(&me, &r->sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r->requests[0]));
	WELL(MPI_Ibcast(&r->word, 1, MPI_INT, number % size, MPI_COMM_WORLD, &r->requests[1]));
	WELL(MPI_Iallgatherv(&me, 1, MPI_INT, r->all, r->counts, r->places, MPI_INT, MPI_COMM_WORLD,
			     &r->requests[2]));
	WELL(MPI_Ialltoall(r->to_each, 1, MPI_INT, r->from_each, 1, MPI_INT, MPI_COMM_WORLD,
			   &r->requests[3]));
	WELL(MPI_Iallreduce(r->pair, r->result, 2, MPI_INT, op, MPI_COMM_WORLD, &r->requests[4]));
	WELL(MPI_Iscan(&me, &r->prefix, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r->requests[5]));
}

static int
many(int argc, char **argv)
{
	struct round rounds[ROUNDS];
	MPI_Op op;

	begin(&argc, &argv);
	WELL(MPI_Op_create(first, 0, &op));
	for (int order = 0; order < 3; order++) {
		int flag = 0, index;

		for (int i = 0; i < ROUNDS; i++) {
			set(&rounds[i], i);
			start_all(&rounds[i], i, op);
		}
		WELL(MPI_Barrier(MPI_COMM_WORLD));
		for (int i = ROUNDS; i-- > 0;) {
			if (order == 0)
				WELL(MPI_Waitall(EACH, rounds[i].requests, MPI_STATUSES_IGNORE));
			for (int k = 0; order == 1 && k < EACH; k++)
				WELL(MPI_Waitany(EACH, rounds[i].requests, &index, MPI_STATUS_IGNORE));
			for (flag = order != 2; !flag;)
				WELL(MPI_Testall(EACH, rounds[i].requests, &flag, MPI_STATUSES_IGNORE));
			expect(&rounds[i], i);
		}
	}
	WELL(MPI_Op_free(&op));
	return MPI_Finalize();
}

static int
persistent(int argc, char **argv)
{
	MPI_Request requests[3];
	int sum, word, out = 0, all[MOST];

	begin(&argc, &argv);
	WELL(MPI_Allreduce_init(&out, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL,
				&requests[0]));
	WELL(MPI_Bcast_init(&word, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]));
	WELL(MPI_Gather_init(&out, 1, MPI_INT, all, 1, MPI_INT, size - 1, MPI_COMM_WORLD,
			     MPI_INFO_NULL, &requests[2]));
	for (int i = 0; i < 5; i++) {
		out = me + i;
		word = me == 0 ? i : -1;
		for (int k = 0; k < 3; k++)     /* in an order of its own */
			WELL(MPI_Start(&requests[(k + me) % 3]));
		WELL(MPI_Waitall(3, requests, MPI_STATUSES_IGNORE));
		EXPECT(sum == size * (size - 1) / 2 + i * size && word == i);
		for (int k = 0; me == size - 1 && k < size; k++)
			EXPECT(all[k] == k + i);
	}
	for (int i = 0; i < 3; i++)
		WELL(MPI_Request_free(&requests[i]));
	return MPI_Finalize();
}

/* The barrier is over for nobody before the last has come. */
static int
barrier(int argc, char **argv)
{
	MPI_Request request;
	int flag, word;

	begin(&argc, &argv);
	if (me == size - 1)
		for (int i = 0; i < size - 1; i++)
			WELL(MPI_Recv(&word, 1, MPI_INT, i, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
	WELL(MPI_Ibarrier(MPI_COMM_WORLD, &request));
	if (me < size - 1) {
		WELL(MPI_Test(&request, &flag, MPI_STATUS_IGNORE));
		EXPECT(!flag);
		WELL(MPI_Send(&me, 1, MPI_INT, size - 1, 0, MPI_COMM_WORLD));
	}
	WELL(MPI_Wait(&request, MPI_STATUS_IGNORE));
	return MPI_Finalize();
}

static int
copies(int argc, char **argv)
{
	MPI_Comm made[ROUNDS];
	MPI_Request requests[ROUNDS];
	int sum;

	begin(&argc, &argv);
	for (int i = 0; i < ROUNDS; i++)
		WELL(MPI_Comm_idup(MPI_COMM_WORLD, &made[i], &requests[i]));
	WELL(MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
	WELL(MPI_Waitall(ROUNDS, requests, MPI_STATUSES_IGNORE));
	for (int i = 0; i < ROUNDS; i++) {
		WELL(MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_SUM, made[i]));
		EXPECT(sum == size * (size - 1) / 2);
		WELL(MPI_Comm_free(&made[i]));
	}
	return MPI_Finalize();
}

/* Buffers, types and operators of the program may go while the collective runs. */
static int
left_alone(int argc, char **argv)
{
	int in[4] = {1, 2, 3, 4}, out[4] = {0};
	MPI_Request request;
	MPI_Datatype pair;
	MPI_Comm copy;

	begin(&argc, &argv);
	WELL(MPI_Type_contiguous(2, MPI_INT, &pair));
	WELL(MPI_Type_commit(&pair));
	WELL(MPI_Comm_dup(MPI_COMM_WORLD, &copy));
	WELL(MPI_Iscatter(in, 2, pair, out, 2, pair, 0, MPI_COMM_SELF, &request));
	WELL(MPI_Wait(&request, MPI_STATUS_IGNORE));
	EXPECT(memcmp(in, out, sizeof in) == 0);
	memset(out, 0, sizeof out);
	if (me > 0)
		memset(in, 0, sizeof in);
	WELL(MPI_Ibcast(in, 2, pair, 0, copy, &request));
	WELL(MPI_Type_free(&pair));
	WELL(MPI_Comm_free(&copy));
	WELL(MPI_Wait(&request, MPI_STATUS_IGNORE));
	EXPECT(in[0] == 1 && in[3] == 4);
	return MPI_Finalize();
}

RANKS_TEST(test_many, MOST, many)
RANKS_TEST(test_persistent, MOST, persistent)
RANKS_TEST(test_barrier, 5, barrier)
RANKS_TEST(test_copies, 5, copies)
RANKS_TEST(test_left_alone, 4, left_alone)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_many),
		TEST(test_persistent),
		TEST(test_barrier),
		TEST(test_copies),
		TEST(test_left_alone),
	};

	return RUN_TESTS(tests);
}
