/* SPDX-License-Identifier: BSD-2-Clause */
/* MPI's virtual topologies: balanced grids, places and neighbors of grids and graphs, collectives
 * among neighbors, and ranks reordered so that neighbors are near. */
#include "ranks.h"

static __thread int me, size;

static void
begin(int *argc, char ***argv)
{
	WELL(MPI_Init(argc, argv));
	WELL(MPI_Comm_rank(MPI_COMM_WORLD, &me));
	WELL(MPI_Comm_size(MPI_COMM_WORLD, &size));
}

enum { DIMS = 5 };

static const struct {
	int nodes, dimensions, given[DIMS], wanted[DIMS];
} balanced[] = {
	{1, 1, {0}, {1}},
	{6, 2, {0, 0}, {3, 2}},
	{7, 2, {0, 0}, {7, 1}},
	{6, 3, {0, 3, 0}, {2, 3, 1}},
	{12, 3, {0, 0, 0}, {3, 2, 2}},
	{16, 2, {0, 0}, {4, 4}},
	{16, 3, {0, 0, 0}, {4, 2, 2}},
	{64, 4, {0, 0, 0, 0}, {4, 4, 2, 2}},
	{100, 2, {0, 0}, {10, 10}},
	{36, 3, {0, 0, 0}, {4, 3, 3}},
	{5040, 3, {0, 0, 0}, {21, 16, 15}},
	{24, 2, {4, 6}, {4, 6}},
	{1001, 3, {0, 0, 0}, {13, 11, 7}},
	{65536, 2, {0, 0}, {256, 256}},
	{134064, 5, {0, 0, 0, 0, 0}, {19, 14, 9, 8, 7}},
};

static int
dims(int argc, char **argv)
{
	int size_of[2] = {4, 0};
	MPI_Comm grid = MPI_COMM_WORLD;

	begin(&argc, &argv);
	for (size_t i = 0; i < COUNT(balanced); i++) {
		int made[DIMS];

		for (int d = 0; d < balanced[i].dimensions; d++)
			made[d] = balanced[i].given[d];
		WELL(MPI_Dims_create(balanced[i].nodes, balanced[i].dimensions, made));
		for (int d = 0; d < balanced[i].dimensions; d++)
			EXPECT(made[d] == balanced[i].wanted[d]);
	}
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	EXPECT(MPI_Dims_create(6, 2, size_of) == MPI_ERR_DIMS);
	EXPECT(MPI_Cart_create(MPI_COMM_WORLD, 1, size_of, size_of, 0, &grid) == MPI_ERR_DIMS);
	EXPECT(grid == MPI_COMM_NULL);
	return MPI_Finalize();
}

RANKS_TEST(test_dims, 1, dims)

static int
grid(int argc, char **argv)
{
	int sizes[2] = {3, 2}, periodic[2] = {1, 0}, coords[2], got[3][2], kind, source, dest, rank;
	MPI_Comm cart, row, copy;

	begin(&argc, &argv);
	WELL(MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, periodic, 0, &cart));
	EXPECT((cart == MPI_COMM_NULL) == (me >= 6));
	if (cart == MPI_COMM_NULL)
		return MPI_Finalize();
	WELL(MPI_Topo_test(cart, &kind));
	EXPECT(kind == MPI_CART);
	WELL(MPI_Cartdim_get(cart, &rank));
	EXPECT(rank == 2);
	WELL(MPI_Comm_dup(cart, &copy));
	WELL(MPI_Cart_get(copy, 2, got[0], got[1], got[2]));
	EXPECT(got[0][0] == 3 && got[0][1] == 2 && got[1][0] == 1 && got[1][1] == 0);
	EXPECT(got[2][0] == me / 2 && got[2][1] == me % 2);
	WELL(MPI_Comm_free(&copy));
	for (int i = 0; i < 6; i++) {
		WELL(MPI_Cart_coords(cart, i, 2, coords));
		EXPECT(coords[0] == i / 2 && coords[1] == i % 2);
		coords[0] -= 3;
		WELL(MPI_Cart_rank(cart, coords, &rank));
		EXPECT(rank == i);
	}
	WELL(MPI_Cart_shift(cart, 0, 1, &source, &dest));
	EXPECT(source == (me + 4) % 6 && dest == (me + 2) % 6);
	WELL(MPI_Cart_shift(cart, 1, 1, &source, &dest));
	EXPECT(source == (me % 2 ? me - 1 : MPI_PROC_NULL));
	EXPECT(dest == (me % 2 ? MPI_PROC_NULL : me + 1));
	WELL(MPI_Cart_sub(cart, (int[]){0, 1}, &row));
	WELL(MPI_Cart_get(row, 2, got[0], got[1], got[2]));
	EXPECT(got[0][0] == 2 && got[1][0] == 0 && got[2][0] == me % 2);
	WELL(MPI_Comm_rank(row, &rank));
	EXPECT(rank == me % 2);
	WELL(MPI_Comm_free(&row));
	WELL(MPI_Comm_free(&cart));
	return MPI_Finalize();
}

static int
graphs(int argc, char **argv)
{
	/* a star: 0 is in the middle */
	static const int index[] = {3, 4, 5, 6}, edges[] = {1, 2, 3, 0, 0, 0};
	int list[3], count, more, kind, weighted, weights[3];
	int left, right;
	MPI_Comm graph;

	begin(&argc, &argv);
	left = (me + size - 1) % size;
	right = (me + 1) % size;
	WELL(MPI_Graph_create(MPI_COMM_WORLD, 4, index, edges, 0, &graph));
	EXPECT((graph == MPI_COMM_NULL) == (me >= 4));
	if (graph != MPI_COMM_NULL) {
		WELL(MPI_Topo_test(graph, &kind));
		EXPECT(kind == MPI_GRAPH);
		WELL(MPI_Graphdims_get(graph, &count, &more));
		EXPECT(count == 4 && more == 6);
		WELL(MPI_Graph_neighbors_count(graph, 0, &count));
		WELL(MPI_Graph_neighbors(graph, 0, 3, list));
		EXPECT(count == 3 && list[0] == 1 && list[1] == 2 && list[2] == 3);
		WELL(MPI_Graph_neighbors(graph, 2, 3, list));
		EXPECT(list[0] == 0);
		WELL(MPI_Comm_free(&graph));
	}
	/* a ring, of which each process tells the edge of the one to its right */
	WELL(MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &right, (int[]){1}, (int[]){(right + 1) % size},
				   (int[]){right * 10}, MPI_INFO_NULL, 0, &graph));
	WELL(MPI_Dist_graph_neighbors_count(graph, &count, &more, &weighted));
	EXPECT(count == 1 && more == 1 && weighted);
	WELL(MPI_Dist_graph_neighbors(graph, 1, list, weights, 1, list + 1, weights + 1));
	EXPECT(list[0] == left && list[1] == right && weights[0] == left * 10
	       && weights[1] == me * 10);
	WELL(MPI_Neighbor_allgather(&me, 1, MPI_INT, list, 1, MPI_INT, graph));
	EXPECT(list[0] == left);
	WELL(MPI_Comm_free(&graph));
	return MPI_Finalize();
}

/* Each sends its neighbors numbers that tell the two of them and the direction apart. */
static int
around(int argc, char **argv)
{
	int out[4], in[4], neighbor[4], dims[2] = {0, 0}, periodic[2] = {1, 1};
	MPI_Comm cart;

	begin(&argc, &argv);
	WELL(MPI_Dims_create(size, 2, dims));
	WELL(MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periodic, 0, &cart));
	for (int d = 0; d < 2; d++)
		WELL(MPI_Cart_shift(cart, d, 1, &neighbor[2 * d], &neighbor[2 * d + 1]));
	for (int i = 0; i < 4; i++)
		out[i] = me * 10 + i;
	WELL(MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, cart));
	for (int i = 0; i < 4; i++)
		EXPECT(in[i] == neighbor[i] * 10 + (i ^ 1));
	WELL(MPI_Neighbor_alltoallv(out, (int[]){1, 1, 1, 1}, (int[]){3, 2, 1, 0}, MPI_INT, in,
				    (int[]){1, 1, 1, 1}, (int[]){0, 1, 2, 3}, MPI_INT, cart));
	for (int i = 0; i < 4; i++)
		EXPECT(in[i] == neighbor[i] * 10 + 3 - (i ^ 1));
	WELL(MPI_Neighbor_allgatherv(&me, 1, MPI_INT, in, (int[]){1, 1, 1, 1}, (int[]){1, 0, 3, 2},
				     MPI_INT, cart));
	for (int i = 0; i < 4; i++)
		EXPECT(in[i ^ 1] == neighbor[i]);
	WELL(MPI_Comm_free(&cart));
	return MPI_Finalize();
}

RANKS_TEST(test_around, 9, around)

/* --- reordering */

/* Hops to a neighbor; binary mapping */
static int
hops_to(MPI_Comm comm, int other)
{
	const vcube_machine *machine = vcube_machine_of(vcube_mpi_node());
	MPI_Group here, world;
	int from, to;

	if (other == MPI_PROC_NULL)
		return 0;
	WELL(MPI_Comm_group(comm, &here));
	WELL(MPI_Comm_group(MPI_COMM_WORLD, &world));
	WELL(MPI_Group_translate_ranks(here, 1, &other, world, &to));
	WELL(MPI_Comm_rank(MPI_COMM_WORLD, &from));
	WELL(MPI_Group_free(&here));
	WELL(MPI_Group_free(&world));
	return vcube_topology_distance(vcube_machine_topology(machine), from, to);
}

static int
sum_of(MPI_Comm comm, int mine)
{
	int sum;

	WELL(MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm));
	return sum;
}

/* A grid on a machine, and the most hops that its edges may have */
static const struct {
	const char *machine;
	int dimensions, sizes[DIMS], periodic, most;
} nearby[] = {
	{"hypercube:6", 2, {8, 8}, 1, 128},             /* Gray code: all are neighbors */
	{"hypercube:4 clock=virtual routing=any", 2, {2, 8}, 1, 32},
	{"hypercube:6", 3, {4, 4, 4}, 1, 192},
	{"hypercube:6", 1, {64}, 1, 64},
	{"torus:8x8", 2, {8, 8}, 1, 128},               /* as they are */
	{"torus:8x8", 1, {64}, 1, 64},
	{"mesh:8x8", 1, {64}, 0, 63},                   /* a snake */
	{"torus:8x8", 2, {16, 4}, 1, 240},              /* 384 in order of ranks */
	{"mesh:4x4", 2, {4, 4}, 1, 48},
	{"ring:9", 2, {3, 3}, 1, 40},
	{"hypercube:4", 2, {3, 5}, 0, 28},              /* not all are nodes */
	{"full:6", 2, {2, 3}, 1, 12},
	{"debruijn:2x3", 1, {8}, 1, 11},
	{"hypercube:1", 1, {2}, 0, 1},
};

static size_t row;

static int
near_in_grid(int argc, char **argv)
{
	int periodic[DIMS], source, dest, sum[2], rank, mapped, coords[DIMS];
	MPI_Comm cart;

	begin(&argc, &argv);
	for (int d = 0; d < DIMS; d++)
		periodic[d] = nearby[row].periodic;
	WELL(MPI_Cart_map(MPI_COMM_WORLD, nearby[row].dimensions, nearby[row].sizes, periodic, &mapped));
	for (int reorder = 0; reorder < 2; reorder++) {
		WELL(MPI_Cart_create(MPI_COMM_WORLD, nearby[row].dimensions, nearby[row].sizes,
				     periodic, reorder, &cart));
		if (cart == MPI_COMM_NULL)
			continue;
		WELL(MPI_Comm_rank(cart, &rank));
		WELL(MPI_Cart_coords(cart, rank, nearby[row].dimensions, coords));
		WELL(MPI_Cart_rank(cart, coords, &dest));
		EXPECT(dest == rank);
		EXPECT(reorder ? rank == mapped : rank == me);
		sum[reorder] = 0;
		for (int d = 0; d < nearby[row].dimensions; d++) {
			WELL(MPI_Cart_shift(cart, d, 1, &source, &dest));
			sum[reorder] += hops_to(cart, dest);
		}
		sum[reorder] = sum_of(cart, sum[reorder]);
		WELL(MPI_Comm_free(&cart));
	}
	if (mapped != MPI_UNDEFINED) {
		EXPECT(sum[1] <= sum[0]);
		EXPECT(sum[1] <= nearby[row].most);
	}
	return MPI_Finalize();
}

static void
test_near_in_grid(void **state)
{
	(void)state;
	for (row = 0; row < COUNT(nearby); row++)
		run_ranks(nearby[row].machine, near_in_grid);
}

/* A ring in an order that has nothing to do with ranks: what comes after and before a node */
static int
after(int node)
{
	return (node + 5) % size;
}

static int
before(int node)
{
	return (node + size - 5) % size;
}

/* The process has the neighbors of its new rank, in their order; returns the sum of hops. */
static int
ring_hops(MPI_Comm graph, bool distributed)
{
	int rank, in[2], out[2], weights[4], got[2], sum;

	WELL(MPI_Comm_rank(graph, &rank));
	if (distributed) {
		WELL(MPI_Dist_graph_neighbors(graph, 2, in, weights, 2, out, weights + 2));
		EXPECT(weights[0] == 10 * before(rank) && weights[2] == 10 * rank);
		EXPECT(in[0] == before(rank) && out[0] == after(rank));
		sum = hops_to(graph, out[0]);
	} else {
		WELL(MPI_Graph_neighbors(graph, rank, 2, out));
		EXPECT(out[0] == after(rank) && out[1] == before(rank));
		sum = hops_to(graph, out[0]);
	}
	WELL(MPI_Neighbor_allgather(&rank, 1, MPI_INT, got, 1, MPI_INT, graph));
	EXPECT(got[0] == (distributed ? before(rank) : after(rank)));
	sum = sum_of(graph, sum);
	WELL(MPI_Comm_free(&graph));
	return sum;
}

static int
near_in_graph(int argc, char **argv)
{
	int index[32], edges[64], next, last, weight, sum, mapped, rank;
	MPI_Comm graph;

	begin(&argc, &argv);
	for (int i = 0; i < size; i++) {
		index[i] = 2 * i + 2;
		edges[2 * i] = after(i);
		edges[2 * i + 1] = before(i);
	}
	WELL(MPI_Graph_map(MPI_COMM_WORLD, size, index, edges, &mapped));
	WELL(MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, 1, &graph));
	WELL(MPI_Comm_rank(graph, &rank));
	EXPECT(rank == mapped);
	EXPECT(ring_hops(graph, false) <= size + 2);

	/* each tells of the edge from itself; then of one from its neighbor */
	next = after(me);
	last = before(me);
	weight = 10 * me;
	for (int reorder = 0; reorder < 2; reorder++) {
		WELL(MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &me, (int[]){1}, &next, &weight,
					   MPI_INFO_NULL, reorder, &graph));
		sum = ring_hops(graph, true);
		EXPECT(!reorder || sum <= size + 2);
		WELL(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &last, (int[]){10 * last}, 1,
						    &next, &weight, MPI_INFO_NULL, reorder, &graph));
		sum = ring_hops(graph, true);
		EXPECT(!reorder || sum <= size + 2);
	}
	return MPI_Finalize();
}

static void
test_near_in_graph(void **state)
{
	static const char *const machines[] = {
		"hypercube:4", "torus:4x4 clock=virtual routing=any", "mesh:4x8", "ring:12", "full:7",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(machines); i++)
		run_ranks(machines[i], near_in_graph);
}

static void
test_places(void **state)
{
	(void)state;
	run_ranks("full:6", grid);
	run_ranks("full:8 clock=virtual", grid);
	run_ranks("full:4", graphs);
	run_ranks("full:6 clock=virtual", graphs);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_dims),
		TEST(test_places),
		TEST(test_around),
		TEST(test_near_in_grid),
		TEST(test_near_in_graph),
	};

	return RUN_TESTS(tests);
}
