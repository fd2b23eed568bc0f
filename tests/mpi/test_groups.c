/* SPDX-License-Identifier: BSD-2-Clause */
/* MPI's groups: chosen ranks and ranges, set operations in order, translation, comparison. */
#include "ranks.h"

enum { RANKS = 8, MOST = 8 };

struct ranks {
	int count;
	int rank[MOST];
};

static MPI_Group
group_of(const struct ranks *r)
{
	MPI_Group world, group;

	WELL(MPI_Comm_group(MPI_COMM_WORLD, &world));
	WELL(MPI_Group_incl(world, r->count, r->rank, &group));
	WELL(MPI_Group_free(&world));
	return group;
}

/* Frees the group. */
static void
expect_group(MPI_Group group, const struct ranks *wanted)
{
	MPI_Group world;
	int size, me, rank, all[RANKS] = {0, 1, 2, 3, 4, 5, 6, 7}, place[RANKS];

	WELL(MPI_Comm_group(MPI_COMM_WORLD, &world));
	WELL(MPI_Group_size(group, &size));
	EXPECT(size == wanted->count);
	EXPECT((size == 0) == (group == MPI_GROUP_EMPTY));
	WELL(MPI_Group_translate_ranks(group, size, all, world, place));
	for (int i = 0; i < size; i++)
		EXPECT(place[i] == wanted->rank[i]);
	WELL(MPI_Comm_rank(MPI_COMM_WORLD, &me));
	WELL(MPI_Group_rank(group, &rank));
	EXPECT(rank == MPI_UNDEFINED || wanted->rank[rank] == me);
	WELL(MPI_Group_translate_ranks(world, RANKS, all, group, place));
	EXPECT(place[me] == rank);
	WELL(MPI_Group_free(&group));
	WELL(MPI_Group_free(&world));
	EXPECT(group == MPI_GROUP_NULL);
}

static const struct {
	struct ranks a, b, united, common, left;
	int compared;
} sets[] = {
	{{0}, {0}, {0}, {0}, {0}, MPI_IDENT},
	{{3, {0, 1, 2}}, {0}, {3, {0, 1, 2}}, {0}, {3, {0, 1, 2}}, MPI_UNEQUAL},
	{{0}, {2, {6, 5}}, {2, {6, 5}}, {0}, {0}, MPI_UNEQUAL},
	{{3, {4, 2, 0}}, {3, {0, 4, 7}}, {4, {4, 2, 0, 7}}, {2, {4, 0}}, {1, {2}}, MPI_UNEQUAL},
	{{3, {1, 2, 3}}, {3, {1, 2, 3}}, {3, {1, 2, 3}}, {3, {1, 2, 3}}, {0}, MPI_IDENT},
	{{3, {1, 2, 3}}, {3, {3, 1, 2}}, {3, {1, 2, 3}}, {3, {1, 2, 3}}, {0}, MPI_SIMILAR},
	{{2, {7, 6}}, {2, {1, 0}}, {4, {7, 6, 1, 0}}, {0}, {2, {7, 6}}, MPI_UNEQUAL},
};

static int
set_operations(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	for (size_t i = 0; i < COUNT(sets); i++) {
		MPI_Group a = group_of(&sets[i].a), b = group_of(&sets[i].b), made;
		int compared;

		WELL(MPI_Group_union(a, b, &made));
		expect_group(made, &sets[i].united);
		WELL(MPI_Group_intersection(a, b, &made));
		expect_group(made, &sets[i].common);
		WELL(MPI_Group_difference(a, b, &made));
		expect_group(made, &sets[i].left);
		WELL(MPI_Group_compare(a, b, &compared));
		EXPECT(compared == sets[i].compared);
		WELL(MPI_Group_free(&a));
		WELL(MPI_Group_free(&b));
	}
	return MPI_Finalize();
}

static const struct {
	int count;
	int range[2][3];
	struct ranks in, out;
} ranges[] = {
	{0, {{0}}, {0}, {8, {0, 1, 2, 3, 4, 5, 6, 7}}},
	{1, {{0, 7, 1}}, {8, {0, 1, 2, 3, 4, 5, 6, 7}}, {0}},
	{1, {{1, 6, 2}}, {3, {1, 3, 5}}, {5, {0, 2, 4, 6, 7}}},
	{1, {{6, 0, -3}}, {3, {6, 3, 0}}, {5, {1, 2, 4, 5, 7}}},
	{1, {{4, 4, -1}}, {1, {4}}, {7, {0, 1, 2, 3, 5, 6, 7}}},
	{2, {{7, 5, -1}, {0, 1, 5}}, {4, {7, 6, 5, 0}}, {4, {1, 2, 3, 4}}},
	{1, {{0, 10, 7}}, {2, {0, 7}}, {6, {1, 2, 3, 4, 5, 6}}},
};

static int
rank_ranges(int argc, char **argv)
{
	MPI_Group world, made;

	MPI_Init(&argc, &argv);
	WELL(MPI_Comm_group(MPI_COMM_WORLD, &world));
	for (size_t i = 0; i < COUNT(ranges); i++) {
		int range[2][3];

		for (int k = 0; k < 6; k++)
			range[k / 3][k % 3] = ranges[i].range[k / 3][k % 3];
		WELL(MPI_Group_range_incl(world, ranges[i].count, range, &made));
		expect_group(made, &ranges[i].in);
		WELL(MPI_Group_range_excl(world, ranges[i].count, range, &made));
		expect_group(made, &ranges[i].out);
		WELL(MPI_Group_excl(world, ranges[i].in.count, ranges[i].in.rank, &made));
		expect_group(made, &ranges[i].out);
	}
	WELL(MPI_Group_free(&world));
	return MPI_Finalize();
}

static int
refusals(int argc, char **argv)
{
	int twice[] = {1, 1}, outside[] = {8}, backwards[][3] = {{4, 2, 1}}, still[][3] = {{0, 4, 0}};
	int nobody = MPI_PROC_NULL, rank;
	MPI_Group world, made;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	WELL(MPI_Comm_group(MPI_COMM_WORLD, &world));
	EXPECT(MPI_Group_incl(world, 2, twice, &made) == MPI_ERR_RANK);
	EXPECT(MPI_Group_excl(world, 1, outside, &made) == MPI_ERR_RANK);
	EXPECT(MPI_Group_incl(world, -1, twice, &made) == MPI_ERR_ARG);
	EXPECT(MPI_Group_range_incl(world, 1, backwards, &made) == MPI_ERR_ARG);
	EXPECT(MPI_Group_range_excl(world, 1, still, &made) == MPI_ERR_ARG);
	EXPECT(MPI_Group_translate_ranks(world, 1, outside, world, &rank) == MPI_ERR_RANK);
	WELL(MPI_Group_translate_ranks(world, 1, &nobody, world, &rank));
	EXPECT(rank == MPI_PROC_NULL);
	EXPECT(MPI_Group_size(MPI_GROUP_NULL, &rank) == MPI_ERR_GROUP);
	EXPECT(MPI_Group_size(world, NULL) == MPI_ERR_ARG);
	EXPECT(MPI_Group_rank(world, NULL) == MPI_ERR_ARG);
	EXPECT(MPI_Group_compare(world, world, NULL) == MPI_ERR_ARG);
	EXPECT(MPI_Group_union(world, world, NULL) == MPI_ERR_ARG);
	EXPECT(MPI_Group_range_incl(world, 1, backwards, NULL) == MPI_ERR_ARG);
	EXPECT(MPI_Group_translate_ranks(world, 1, &nobody, world, NULL) == MPI_ERR_ARG);
	made = world;
	WELL(MPI_Group_free(&world));
	WELL(MPI_Comm_group(MPI_COMM_SELF, &world));
	EXPECT(MPI_Group_union(world, (MPI_Group)MPI_COMM_WORLD, &made) == MPI_ERR_GROUP);
	WELL(MPI_Group_free(&world));
	return MPI_Finalize();
}

static void
test_groups(void **state)
{
	(void)state;
	run_ranks("full:8", set_operations);
	run_ranks("full:8", rank_ranges);
	run_ranks("full:8", refusals);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_groups),
	};

	return RUN_TESTS(tests);
}
