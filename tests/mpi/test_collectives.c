/* SPDX-License-Identifier: BSD-2-Clause */
/* MPI's blocking collectives: on intra- and intercommunicators, with every root, in place, with
 * types that have gaps or run backwards, with operators that do not commute, and
 * by every algorithm that can be chosen. */
#include <stdlib.h>
#include <string.h>
#include <vcube/authoring.h>
#include "ranks.h"

enum { MOST = 9, ELEMENTS = 5, CELLS = 4096, EMPTY = -1 };

/* Of this rank */
static __thread struct {
	MPI_Comm comm;
	bool inter;
	int rank, size, peers, side;    /* side: 0 or 1, of an intercommunicator */
	int cells_in[CELLS], cells_out[CELLS];
	int *in, *out;                  /* element 0 of each */
} my;

/* An element: ints that it has, cells from one to the next, cell of each int. */
static const struct shape {
	int ints, extent, cell[2];
} shapes[] = {
	{1, 1, {0}},
	{1, 3, {0}},
	{2, 2, {0, 1}},
	{2, 3, {0, -1}},        /* backwards */
};

static __thread const struct shape *shape;
static __thread MPI_Datatype type;

static void
make_type(void)
{
	MPI_Aint places[2];
	MPI_Datatype bare;

	for (int k = 0; k < shape->ints; k++)
		places[k] = shape->cell[k] * (MPI_Aint)sizeof(int);
	WELL(MPI_Type_create_hindexed_block(shape->ints, 1, places, MPI_INT, &bare));
	WELL(MPI_Type_create_resized(bare, 0, shape->extent * (MPI_Aint)sizeof(int), &type));
	WELL(MPI_Type_free(&bare));
	WELL(MPI_Type_commit(&type));
}

/* The number in int k of element i of what `from` has for `to`. */
static int
number(int from, int to, int i, int k)
{
	return ((from * 20 + to) * 20 + i) * 2 + k;
}

/* Elements at .. at + count - 1 become the first of what `from` has for `to`. */
static void
put(int *buffer, int at, int count, int from, int to)
{
	for (int i = 0; i < count; i++)
		for (int k = 0; k < shape->ints; k++)
			buffer[(at + i) * shape->extent + shape->cell[k]] = number(from, to, i, k);
}

/* They are these numbers; then they are marked as seen. */
static void
expect(int *buffer, int at, int count, int from, int to)
{
	for (int i = 0; i < count; i++)
		for (int k = 0; k < shape->ints; k++) {
			int *cell = &buffer[(at + i) * shape->extent + shape->cell[k]];

			EXPECT(*cell == number(from, to, i, k));
			*cell = EMPTY;
		}
}

static void
clear(void)
{
	for (int i = 0; i < CELLS; i++)
		my.cells_in[i] = my.cells_out[i] = EMPTY;
	my.in = my.cells_in + CELLS / 4;
	my.out = my.cells_out + CELLS / 4;
}

/* Nothing was written besides what has been seen. */
static void
expect_no_more(void)
{
	for (int i = 0; i < CELLS; i++)
		EXPECT(my.cells_out[i] == EMPTY);
}

/* The root argument of a process, if `root` of side `side` is the root. */
static int
root_of(int side, int root)
{
	if (!my.inter || my.side != side)
		return root;
	return my.rank == root ? MPI_ROOT : MPI_PROC_NULL;
}

static bool
is_root(int argument)
{
	return my.inter ? argument == MPI_ROOT : argument == my.rank;
}

/* Does this process send to the root, or receive from it? */
static bool
is_peer(int argument)
{
	return argument >= 0;
}

/* Ranks of the side that has the root, seen from here */
static int
roots(int side)
{
	return !my.inter || my.side == side ? my.size : my.peers;
}

typedef void collective(int argument, int root, int count, bool in_place);

static void
bcast(int argument, int root, int count, bool in_place)
{
	(void)in_place;
	if (is_root(argument))
		put(my.out, 0, count, root, 0);
	WELL(MPI_Bcast(my.out, count, type, argument, my.comm));
	if (argument != MPI_PROC_NULL)
		expect(my.out, 0, count, root, 0);
}

static void
gather(int argument, int root, int count, bool in_place)
{
	const void *in = in_place && is_root(argument) ? MPI_IN_PLACE : my.in;

	(void)root;
	put(in == MPI_IN_PLACE ? my.out + my.rank * count * shape->extent : my.in, 0, count, my.rank,
	    0);
	WELL(MPI_Gather(in, count, type, my.out, count, type, argument, my.comm));
	for (int i = 0; is_root(argument) && i < my.peers; i++)
		expect(my.out, i * count, count, i, 0);
}

static void
scatter(int argument, int root, int count, bool in_place)
{
	void *out = in_place && is_root(argument) ? MPI_IN_PLACE : my.out;

	for (int i = 0; is_root(argument) && i < my.peers; i++)
		put(my.in, i * count, count, root, i);
	WELL(MPI_Scatter(my.in, count, type, out, count, type, argument, my.comm));
	if (is_peer(argument) && out != MPI_IN_PLACE)
		expect(my.out, 0, count, root, my.rank);
}

/* Blocks of i + 1 elements, or fewer, from the last to the first, with a gap between them. */
static __thread int counts[MOST], offsets[MOST];

static int
count_of(int i, int count)
{
	return (i + count) % (ELEMENTS + 1);
}

static void
lay_out(int count, int blocks)
{
	for (int i = 0; i < blocks; i++) {
		counts[i] = count_of(i, count);
		offsets[i] = (blocks - 1 - i) * (ELEMENTS + 1);
	}
}

static void
gatherv(int argument, int root, int count, bool in_place)
{
	const void *in = in_place && is_root(argument) ? MPI_IN_PLACE : my.in;

	(void)root;
	lay_out(count, my.peers);
	put(in == MPI_IN_PLACE ? my.out + offsets[my.rank] * shape->extent : my.in, 0,
	    count_of(my.rank, count), my.rank, 0);
	WELL(MPI_Gatherv(in, count_of(my.rank, count), type, my.out, counts, offsets, type, argument,
			 my.comm));
	for (int i = 0; is_root(argument) && i < my.peers; i++)
		expect(my.out, offsets[i], counts[i], i, 0);
}

static void
scatterv(int argument, int root, int count, bool in_place)
{
	void *out = in_place && is_root(argument) ? MPI_IN_PLACE : my.out;

	lay_out(count, my.peers);
	for (int i = 0; is_root(argument) && i < my.peers; i++)
		put(my.in, offsets[i], counts[i], root, i);
	WELL(MPI_Scatterv(my.in, counts, offsets, type, out, count_of(my.rank, count), type, argument,
			  my.comm));
	if (is_peer(argument) && out != MPI_IN_PLACE)
		expect(my.out, 0, count_of(my.rank, count), root, my.rank);
}

static void
allgather(int argument, int root, int count, bool in_place)
{
	(void)argument, (void)root;
	put(in_place ? my.out + my.rank * count * shape->extent : my.in, 0, count, my.rank, 0);
	WELL(MPI_Allgather(in_place ? MPI_IN_PLACE : my.in, count, type, my.out, count, type,
			   my.comm));
	for (int i = 0; i < my.peers; i++)
		expect(my.out, i * count, count, i, 0);
}

static void
allgatherv(int argument, int root, int count, bool in_place)
{
	(void)argument, (void)root;
	lay_out(count, my.peers);
	put(in_place ? my.out + offsets[my.rank] * shape->extent : my.in, 0, count_of(my.rank, count),
	    my.rank, 0);
	WELL(MPI_Allgatherv(in_place ? MPI_IN_PLACE : my.in, count_of(my.rank, count), type, my.out,
			    counts, offsets, type, my.comm));
	for (int i = 0; i < my.peers; i++)
		expect(my.out, offsets[i], counts[i], i, 0);
}

static void
alltoall(int argument, int root, int count, bool in_place)
{
	(void)argument, (void)root;
	for (int i = 0; i < my.peers; i++)
		put(in_place ? my.out : my.in, i * count, count, my.rank, i);
	WELL(MPI_Alltoall(in_place ? MPI_IN_PLACE : my.in, count, type, my.out, count, type,
			  my.comm));
	for (int i = 0; i < my.peers; i++)
		expect(my.out, i * count, count, i, my.rank);
}

/* From `from` to `to` go as many elements as from `to` to `from`, so that it works in place. */
static void
lay_out_pairs(int count)
{
	for (int i = 0; i < my.peers; i++) {
		counts[i] = count_of(i + my.rank, count);
		offsets[i] = (my.peers - 1 - i) * (ELEMENTS + 1);
	}
}

static void
alltoallv(int argument, int root, int count, bool in_place)
{
	(void)argument, (void)root;
	lay_out_pairs(count);
	for (int i = 0; i < my.peers; i++)
		put(in_place ? my.out : my.in, offsets[i], counts[i], my.rank, i);
	WELL(MPI_Alltoallv(in_place ? MPI_IN_PLACE : my.in, counts, offsets, type, my.out, counts,
			   offsets, type, my.comm));
	for (int i = 0; i < my.peers; i++)
		expect(my.out, offsets[i], counts[i], i, my.rank);
}

/* Every second block travels as ints where that is the same. */
static void
alltoallw(int argument, int root, int count, bool in_place)
{
	MPI_Datatype types[MOST];
	int bytes[MOST];

	(void)argument, (void)root;
	lay_out_pairs(count);
	for (int i = 0; i < my.peers; i++) {
		put(in_place ? my.out : my.in, offsets[i], counts[i], my.rank, i);
		types[i] = shape->extent == 1 && i % 2 ? MPI_INT : type;
		bytes[i] = offsets[i] * shape->extent * (int)sizeof(int);
	}
	WELL(MPI_Alltoallw(in_place ? MPI_IN_PLACE : my.in, counts, bytes, types, my.out, counts,
			   bytes, types, my.comm));
	for (int i = 0; i < my.peers; i++)
		expect(my.out, offsets[i], counts[i], i, my.rank);
}

static void
barrier(int argument, int root, int count, bool in_place)
{
	(void)argument, (void)root, (void)count, (void)in_place;
	WELL(MPI_Barrier(my.comm));
}

static const struct {
	collective *call;
	bool rooted, in_place;
} moves[] = {
	{bcast, true, false},
	{gather, true, true},
	{scatter, true, true},
	{gatherv, true, true},
	{scatterv, true, true},
	{allgather, false, true},
	{allgatherv, false, true},
	{alltoall, false, true},
	{alltoallv, false, true},
	{alltoallw, false, true},
	{barrier, false, false},
};

static void
try_moves(void)
{
	for (size_t i = 0; i < COUNT(moves); i++)
		for (int in_place = 0; in_place <= (moves[i].in_place && !my.inter); in_place++)
			for (int side = 0; side <= my.inter; side++)
				for (int root = 0; root < (moves[i].rooted ? roots(side) : 1); root++)
					for (int count = 0; count <= ELEMENTS; count += 1 + count) {
						clear();
						moves[i].call(root_of(side, root), root, count, in_place);
						expect_no_more();
					}
}

/* The world; the same backwards; and even against odd ranks. */
enum { SAME, BACKWARDS, INTER, KINDS };

static bool
make_comm(int kind)
{
	MPI_Comm half;
	int me, size;

	WELL(MPI_Comm_rank(MPI_COMM_WORLD, &me));
	WELL(MPI_Comm_size(MPI_COMM_WORLD, &size));
	my.inter = kind == INTER;
	my.side = me % 2;
	if (kind == INTER && size < 2)
		return false;
	if (kind == INTER) {
		WELL(MPI_Comm_split(MPI_COMM_WORLD, me % 2, me, &half));
		WELL(MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - me % 2, 0, &my.comm));
		WELL(MPI_Comm_free(&half));
		WELL(MPI_Comm_remote_size(my.comm, &my.peers));
	} else {
		WELL(MPI_Comm_split(MPI_COMM_WORLD, 0, kind == SAME ? me : -me, &my.comm));
		WELL(MPI_Comm_size(my.comm, &my.peers));
	}
	WELL(MPI_Comm_rank(my.comm, &my.rank));
	WELL(MPI_Comm_size(my.comm, &my.size));
	return true;
}

static int
every_move(int argc, char **argv)
{
	WELL(MPI_Init(&argc, &argv));
	for (int kind = 0; kind < KINDS; kind++) {
		if (!make_comm(kind))
			continue;
		for (size_t i = 0; i < COUNT(shapes); i++) {
			shape = &shapes[i];
			make_type();
			try_moves();
			WELL(MPI_Type_free(&type));
		}
		WELL(MPI_Comm_free(&my.comm));
	}
	return MPI_Finalize();
}

/* --- reductions */

/* x -> a x + b: composing such functions is associative, and does not commute. */
struct affine {
	unsigned a, b;
};

static struct affine
compose(struct affine f, struct affine g)
{
	return (struct affine){f.a * g.a, f.a * g.b + f.b};
}

/* Elements of the type: two ints in any of the shapes that have two. */
static void
compose_all(void *in, void *inout, int *len, MPI_Datatype *datatype)
{
	unsigned *left = in, *right = inout;

	EXPECT(*datatype == type);
	for (int i = 0; i < *len; i++, left += shape->extent, right += shape->extent) {
		const int a = shape->cell[0], b = shape->cell[1];
		const struct affine f = compose((struct affine){left[a], left[b]},
						(struct affine){right[a], right[b]});

		right[a] = f.a;
		right[b] = f.b;
	}
}

static __thread MPI_Op op;
static __thread bool sums;      /* of ints; else compositions */

static struct affine
operand(int rank, int i)
{
	return (struct affine){(unsigned)(2 * rank + 3), (unsigned)(7 * i + rank)};
}

/* What ranks first .. last - 1 have for element i, combined. */
static struct affine
combined(int first, int last, int i)
{
	struct affine f = operand(first, i);

	for (int r = first + 1; r < last; r++)
		f = sums ? (struct affine){f.a + operand(r, i).a, f.b + operand(r, i).b}
			: compose(f, operand(r, i));
	return f;
}

static void
set(int *buffer, int i, struct affine f)
{
	buffer[i * shape->extent + shape->cell[0]] = (int)f.a;
	if (shape->ints == 2)
		buffer[i * shape->extent + shape->cell[1]] = (int)f.b;
}

/* Elements at .. are those that number `from` .. of all. */
static void
expect_combined(int at, int count, int first, int last, int from)
{
	for (int i = 0; i < count; i++) {
		int *element = my.out + (at + i) * shape->extent;
		const struct affine f = combined(first, last, from + i);

		EXPECT(element[shape->cell[0]] == (int)f.a);
		element[shape->cell[0]] = EMPTY;
		if (shape->ints == 2) {
			EXPECT(element[shape->cell[1]] == (int)f.b);
			element[shape->cell[1]] = EMPTY;
		}
	}
}

/* Where the operands are: in `out`, in place. */
static const void *
operands(int count, bool in_place)
{
	for (int i = 0; i < count; i++)
		set(in_place ? my.out : my.in, i, operand(my.rank, i));
	return in_place ? MPI_IN_PLACE : my.in;
}

static void
forget(int count)
{
	for (int i = 0; i < count; i++)
		set(my.out, i, (struct affine){(unsigned)EMPTY, (unsigned)EMPTY});
}

static void
reduce(int argument, int root, int count, bool in_place)
{
	const void *in = operands(count, in_place && is_root(argument));

	(void)root;
	WELL(MPI_Reduce(in, my.out, count, type, op, argument, my.comm));
	if (is_root(argument))
		expect_combined(0, count, 0, my.peers, 0);
}

static void
allreduce(int argument, int root, int count, bool in_place)
{
	(void)argument, (void)root;
	WELL(MPI_Allreduce(operands(count, in_place), my.out, count, type, op, my.comm));
	expect_combined(0, count, 0, my.peers, 0);
}

static void
scan(int argument, int root, int count, bool in_place)
{
	(void)argument, (void)root;
	if (my.inter)
		return;
	WELL(MPI_Scan(operands(count, in_place), my.out, count, type, op, my.comm));
	expect_combined(0, count, 0, my.rank + 1, 0);
}

static void
exscan(int argument, int root, int count, bool in_place)
{
	(void)argument, (void)root;
	if (my.inter)
		return;
	WELL(MPI_Exscan(operands(count, in_place), my.out, count, type, op, my.comm));
	if (my.rank > 0)
		expect_combined(0, count, 0, my.rank, 0);
	else if (in_place)
		forget(count);
}

static void
reduce_scatter_block(int argument, int root, int count, bool in_place)
{
	const int total = count * my.size * (my.inter ? my.peers : 1);

	(void)argument, (void)root;
	WELL(MPI_Reduce_scatter_block(operands(total, in_place), my.out,
				      my.inter ? count * my.peers : count, type, op, my.comm));
	expect_combined(0, my.inter ? count * my.peers : count, 0, my.peers,
			my.rank * (my.inter ? count * my.peers : count));
	if (in_place)
		forget(total);
}

/* On an intercommunicator both sides divide as many elements. */
static void
reduce_scatter(int argument, int root, int count, bool in_place)
{
	int total = 0, mine = 0;

	(void)argument, (void)root;
	for (int i = 0; i < my.size; i++) {
		counts[i] = my.inter ? (i == 0 ? 2 * count : 0) : count_of(i, count);
		mine += i < my.rank ? counts[i] : 0;
		total += counts[i];
	}
	WELL(MPI_Reduce_scatter(operands(total, in_place), my.out, counts, type, op, my.comm));
	expect_combined(0, counts[my.rank], 0, my.peers, mine);
	if (in_place)
		forget(total);
}

static const struct {
	collective *call;
	bool rooted;
} combinations[] = {
	{reduce, true}, {allreduce, false}, {scan, false}, {exscan, false},
	{reduce_scatter_block, false}, {reduce_scatter, false},
};

static void
try_combinations(void)
{
	for (size_t i = 0; i < COUNT(combinations); i++)
		for (int in_place = 0; in_place <= !my.inter; in_place++)
			for (int side = 0; side <= my.inter; side++)
				for (int root = 0; root < (combinations[i].rooted ? roots(side) : 1); root++)
					for (int count = 0; count <= ELEMENTS; count += 1 + count) {
						clear();
						combinations[i].call(root_of(side, root), root, count,
								     in_place);
						expect_no_more();
					}
}

static int
every_combination(int argc, char **argv)
{
	static const struct shape one = {1, 1, {0}};

	WELL(MPI_Init(&argc, &argv));
	for (int kind = 0; kind < KINDS; kind++) {
		if (!make_comm(kind))
			continue;
		sums = true;
		shape = &one;
		type = MPI_INT;
		op = MPI_SUM;
		try_combinations();
		sums = false;
		WELL(MPI_Op_create(compose_all, 0, &op));
		for (size_t i = 0; i < COUNT(shapes); i++) {
			shape = &shapes[i];
			if (shape->ints != 2)
				continue;
			make_type();
			try_combinations();
			WELL(MPI_Type_free(&type));
		}
		WELL(MPI_Op_free(&op));
		WELL(MPI_Comm_free(&my.comm));
	}
	return MPI_Finalize();
}

/* --- the rest */

/* Messages that are on their way do not meet collectives. */
static int
beside_messages(int argc, char **argv)
{
	int me, size, got, sum;
	MPI_Request request;

	WELL(MPI_Init(&argc, &argv));
	WELL(MPI_Comm_rank(MPI_COMM_WORLD, &me));
	WELL(MPI_Comm_size(MPI_COMM_WORLD, &size));
	WELL(MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request));
	WELL(MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
	WELL(MPI_Send(&sum, 1, MPI_INT, (me + 1) % size, 0, MPI_COMM_WORLD));
	WELL(MPI_Barrier(MPI_COMM_WORLD));
	WELL(MPI_Wait(&request, MPI_STATUS_IGNORE));
	EXPECT(got == size * (size - 1) / 2 && sum == got);
	return MPI_Finalize();
}

static int
wrong(int argc, char **argv)
{
	int in[4] = {0}, out[4] = {0}, ones[2] = {1, 1}, places[2] = {0, 1}, minus = -1;

	WELL(MPI_Init(&argc, &argv));
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	EXPECT(MPI_Bcast(in, 1, MPI_INT, 2, MPI_COMM_WORLD) == MPI_ERR_ROOT);
	EXPECT(MPI_Bcast(in, -1, MPI_INT, 0, MPI_COMM_WORLD) == MPI_ERR_COUNT);
	EXPECT(MPI_Bcast(in, 1, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD) == MPI_ERR_TYPE);
	EXPECT(MPI_Allreduce(in, out, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD) == MPI_ERR_OP);
	EXPECT(MPI_Allreduce(in, out, 1, MPI_FLOAT, MPI_BAND, MPI_COMM_WORLD) == MPI_ERR_OP);
	EXPECT(MPI_Allreduce(in, NULL, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD) == MPI_ERR_BUFFER);
	EXPECT(MPI_Allreduce(in, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD) == MPI_ERR_BUFFER);
	EXPECT(MPI_Allreduce(in, in, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD) == MPI_ERR_BUFFER);
	EXPECT(MPI_Scan(in, in + 1, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD) == MPI_ERR_BUFFER);
	EXPECT(MPI_Allgather(out, 1, MPI_INT, out, 1, MPI_INT, MPI_COMM_WORLD) == MPI_ERR_BUFFER);
	EXPECT(MPI_Alltoall(out, 1, MPI_INT, out, 1, MPI_INT, MPI_COMM_WORLD) == MPI_ERR_BUFFER);
	EXPECT(MPI_Alltoallv(out, ones, places, MPI_INT, out, ones, places, MPI_INT, MPI_COMM_WORLD)
	       == MPI_ERR_BUFFER);
	EXPECT(MPI_Reduce_scatter(out, out, ones, MPI_INT, MPI_SUM, MPI_COMM_WORLD) == MPI_ERR_BUFFER);
	WELL(MPI_Allreduce(in, in + 2, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	EXPECT(MPI_Gatherv(in, 1, MPI_INT, out, &minus, &minus, MPI_INT, 0, MPI_COMM_SELF)
	       == MPI_ERR_COUNT);
	EXPECT(MPI_Neighbor_allgather(in, 1, MPI_INT, out, 1, MPI_INT, MPI_COMM_WORLD)
	       == MPI_ERR_TOPOLOGY);
	EXPECT(MPI_Barrier(MPI_COMM_NULL) == MPI_ERR_COMM);
	return MPI_Finalize();
}

/* --- algorithms */

static void
choose(const char *name, const char *how)
{
	struct vcube_error error;

	if (vcube_mpi_choose(name, how, &error) != 0)
		fail_msg("%s", error.text);
}

/* Each algorithm moves and combines what it should, and leaves what it cannot to others. */
static void
test_every_algorithm(void **state)
{
	size_t cases = 0;       /* two for each algorithm */

	(void)state;
	while (vcube_algorithm_at((int)cases / 2) != NULL)
		cases++;
	for (size_t i = first_case(0, cases); i < cases; i += next_case()) {
		const struct vcube_algorithm *const a = vcube_algorithm_at((int)i / 2);
		const bool combines = vcube_collective_shape(a->collective)->traits & VCUBE_COMBINES;
		const char *name = vcube_collective_name(a->collective);

		choose(name, a->name);
		run_ranks(i % 2 == 0 ? "full:4" : i % 4 == 1 ? "full:3" : "full:6",
			  combines ? every_combination : every_move);
		choose(name, "auto");
	}
}

/* How long a call takes in which all begin at once */
static vcube_time
time_of(bool with_mpi, const char *how)
{
	vcube_node *self = vcube_mpi_node();
	char in[300] = {0}, out[8 * sizeof in];
	vcube_time start;

	vcube_align(self, NULL);
	start = vcube_now(self);
	if (with_mpi)
		WELL(MPI_Allgather(in, sizeof in, MPI_BYTE, out, sizeof in, MPI_BYTE, MPI_COMM_WORLD));
	else
		vcube_allgather(self, NULL, in, out, sizeof in, VCUBE_BYTES(1), how);
	return vcube_now(self) - start;
}

static const char *chosen;

static int
as_chosen(int argc, char **argv)
{
	WELL(MPI_Init(&argc, &argv));
	EXPECT(time_of(true, NULL) == time_of(false, chosen));
	EXPECT(time_of(false, "hypercube") != time_of(false, "dcycles"));
	return MPI_Finalize();
}

static void
test_chosen_algorithm(void **state)
{
	static const char *const names[] = {"hypercube", "dcycles", "auto"};
	struct vcube_error error;

	(void)state;
	for (size_t i = 0; i < COUNT(names); i++) {
		choose("allgather", names[i]);
		chosen = strcmp(names[i], "auto") == 0 ? NULL : names[i];
		run_ranks("hypercube:3 clock=virtual ports=all", as_chosen);
	}
	assert_int_equal(vcube_mpi_choose("allgathr", "ring", &error), VCUBE_EUNKNOWN);
	assert_non_null(strstr(error.text, "did you mean allgather?"));
	assert_int_equal(vcube_mpi_choose("allgather", "rng", &error), VCUBE_EUNKNOWN);
	assert_non_null(strstr(error.text, "did you mean ring?"));
	assert_int_equal(vcube_mpi_choose("alltoall", "multiphase:part=2", &error), VCUBE_EUNKNOWN);
	assert_non_null(strstr(error.text, "did you mean parts?"));
}

RANKS_TEST(test_every_move, MOST, every_move)
RANKS_TEST(test_every_combination, MOST, every_combination)
RANKS_TEST(test_beside_messages, 5, beside_messages)
RANKS_TEST(test_wrong, 2, wrong)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_every_move),
		TEST(test_every_combination),
		TEST(test_beside_messages),
		TEST(test_every_algorithm),
		TEST(test_chosen_algorithm),
		TEST(test_wrong),
	};

	return RUN_TESTS(tests);
}
