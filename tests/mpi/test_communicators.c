/* SPDX-License-Identifier: BSD-2-Clause */
/* Communicators: copies, parts, chosen members, intercommunicators and what merges of them;
 * messages of one never reach another. */
#include <string.h>
#include "ranks.h"

static __thread int me, size;

static void
begin(int *argc, char ***argv)
{
	WELL(MPI_Init(argc, argv));
	WELL(MPI_Comm_rank(MPI_COMM_WORLD, &me));
	WELL(MPI_Comm_size(MPI_COMM_WORLD, &size));
}

/* Each member sends its rank in the world to the next one, and gets that of the one before. */
static int
from_the_left(MPI_Comm comm)
{
	int rank, count, got = -1;

	WELL(MPI_Comm_rank(comm, &rank));
	WELL(MPI_Comm_size(comm, &count));
	WELL(MPI_Sendrecv(&me, 1, MPI_INT, (rank + 1) % count, 0, &got, 1, MPI_INT,
			  (rank + count - 1) % count, 0, comm, MPI_STATUS_IGNORE));
	return got;
}

static void
expect_place(MPI_Comm comm, int rank, int count)
{
	int value;

	WELL(MPI_Comm_rank(comm, &value));
	EXPECT(value == rank);
	WELL(MPI_Comm_size(comm, &value));
	EXPECT(value == count);
}

static int
contexts(int argc, char **argv)
{
	MPI_Comm copy, again;
	int compared, out[3] = {1, 2, 3}, in[3];
	MPI_Request requests[3];

	begin(&argc, &argv);
	WELL(MPI_Comm_dup(MPI_COMM_WORLD, &copy));
	WELL(MPI_Comm_dup(copy, &again));
	expect_place(again, me, size);
	WELL(MPI_Comm_compare(MPI_COMM_WORLD, again, &compared));
	EXPECT(compared == MPI_CONGRUENT);
	WELL(MPI_Comm_compare(copy, copy, &compared));
	EXPECT(compared == MPI_IDENT);
	/* sent in one order, received in another, with the same tag */
	WELL(MPI_Isend(&out[0], 1, MPI_INT, me, 0, MPI_COMM_WORLD, &requests[0]));
	WELL(MPI_Isend(&out[1], 1, MPI_INT, me, 0, copy, &requests[1]));
	WELL(MPI_Isend(&out[2], 1, MPI_INT, me, 0, again, &requests[2]));
	WELL(MPI_Recv(&in[2], 1, MPI_INT, me, MPI_ANY_TAG, again, MPI_STATUS_IGNORE));
	WELL(MPI_Recv(&in[1], 1, MPI_INT, me, MPI_ANY_TAG, copy, MPI_STATUS_IGNORE));
	WELL(MPI_Recv(&in[0], 1, MPI_INT, me, MPI_ANY_TAG, MPI_COMM_WORLD,
		      MPI_STATUS_IGNORE));
	EXPECT(memcmp(in, out, sizeof in) == 0);
	WELL(MPI_Waitall(3, requests, MPI_STATUSES_IGNORE));
	EXPECT(from_the_left(again) == (me + size - 1) % size);
	WELL(MPI_Comm_free(&copy));
	EXPECT(copy == MPI_COMM_NULL);
	EXPECT(from_the_left(again) == (me + size - 1) % size);
	WELL(MPI_Comm_free(&again));
	return MPI_Finalize();
}

RANKS_TEST(test_contexts, 4, contexts)

static int
parts(int argc, char **argv)
{
	MPI_Comm part, none;
	int count;

	begin(&argc, &argv);
	count = (size + 1 - me % 2) / 2;
	WELL(MPI_Comm_split(MPI_COMM_WORLD, me % 2, me, &part));
	expect_place(part, me / 2, count);
	WELL(MPI_Comm_free(&part));
	WELL(MPI_Comm_split(MPI_COMM_WORLD, me % 2, -me, &part));       /* the last comes first */
	expect_place(part, count - 1 - me / 2, count);
	EXPECT(from_the_left(part) % 2 == me % 2);
	WELL(MPI_Comm_free(&part));
	WELL(MPI_Comm_split(MPI_COMM_WORLD, 0, 5, &part));      /* equal keys keep the order */
	expect_place(part, me, size);
	WELL(MPI_Comm_split(part, me == 0 ? MPI_UNDEFINED : 1, 0, &none));
	EXPECT((none == MPI_COMM_NULL) == (me == 0));
	if (none != MPI_COMM_NULL) {
		expect_place(none, me - 1, size - 1);
		WELL(MPI_Comm_free(&none));
	}
	WELL(MPI_Comm_free(&part));
	WELL(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, -me, MPI_INFO_NULL, &part));
	expect_place(part, size - 1 - me, size);
	WELL(MPI_Comm_free(&part));
	return MPI_Finalize();
}

RANKS_TEST(test_parts, 7, parts)

/* Of groups, collectively over all and over the members alone. */
static int
chosen(int argc, char **argv)
{
	int range[1][3] = {{0, 0, 2}}, member, rank;
	MPI_Group world, even;
	MPI_Comm made;

	begin(&argc, &argv);
	range[0][0] = (size - 1) / 2 * 2;
	range[0][2] = -2;
	WELL(MPI_Comm_group(MPI_COMM_WORLD, &world));
	WELL(MPI_Group_range_incl(world, 1, range, &even));
	WELL(MPI_Group_rank(even, &member));
	for (int way = 0; way < 2; way++) {
		made = MPI_COMM_NULL;
		if (way == 0)
			WELL(MPI_Comm_create(MPI_COMM_WORLD, even, &made));
		else if (member != MPI_UNDEFINED)
			WELL(MPI_Comm_create_group(MPI_COMM_WORLD, even, 17, &made));
		EXPECT((made == MPI_COMM_NULL) == (member == MPI_UNDEFINED));
		if (made == MPI_COMM_NULL)
			continue;
		WELL(MPI_Comm_rank(made, &rank));
		EXPECT(rank == member);
		EXPECT(from_the_left(made) % 2 == 0);
		WELL(MPI_Comm_free(&made));
	}
	WELL(MPI_Group_free(&even));
	WELL(MPI_Group_free(&world));
	return MPI_Finalize();
}

RANKS_TEST(test_chosen, 7, chosen)

/* Even and odd ranks face each other; then they merge. */
static int
inter(int argc, char **argv)
{
	MPI_Comm half, inter, copy, parts, merged;
	int flag, there, rank, got, here, compared;
	MPI_Group group;

	begin(&argc, &argv);
	if (size < 2)
		return MPI_Finalize();
	WELL(MPI_Comm_split(MPI_COMM_WORLD, me % 2, me, &half));
	WELL(MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - me % 2, 5, &inter));
	WELL(MPI_Comm_test_inter(inter, &flag));
	EXPECT(flag);
	WELL(MPI_Comm_remote_size(inter, &there));
	WELL(MPI_Comm_size(inter, &here));
	EXPECT(there == (size + me % 2) / 2 && here + there == size);
	expect_place(inter, me / 2, here);
	WELL(MPI_Comm_remote_group(inter, &group));
	WELL(MPI_Group_size(group, &got));
	EXPECT(got == there);
	WELL(MPI_Group_free(&group));

	/* to everybody on the other side, with any source */
	for (int i = 0; i < there; i++)
		WELL(MPI_Send(&me, 1, MPI_INT, i, 3, inter));
	for (int i = 0; i < there; i++) {
		MPI_Status status;

		WELL(MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 3, inter, &status));
		EXPECT(got % 2 != me % 2 && got / 2 == status.MPI_SOURCE);
	}
	WELL(MPI_Comm_dup(inter, &copy));
	WELL(MPI_Comm_compare(inter, copy, &compared));
	EXPECT(compared == MPI_CONGRUENT);
	WELL(MPI_Barrier(copy));
	WELL(MPI_Comm_split(copy, me / 2 % 2, 0, &parts));
	EXPECT((parts == MPI_COMM_NULL) == (me / 2 % 2 == 1 && (size == 3)));
	if (parts != MPI_COMM_NULL) {
		WELL(MPI_Barrier(parts));
		WELL(MPI_Comm_free(&parts));
	}
	for (int high = 0; high < 2; high++) {
		WELL(MPI_Intercomm_merge(inter, me % 2 == high, &merged));
		WELL(MPI_Comm_rank(merged, &rank));
		EXPECT(rank == me / 2 + (me % 2 == high ? there : 0));
		EXPECT(from_the_left(merged) >= 0);
		WELL(MPI_Comm_free(&merged));
	}
	WELL(MPI_Intercomm_merge(inter, 1, &merged));
	WELL(MPI_Comm_rank(merged, &rank));
	EXPECT(rank == me / 2 + (me % 2 == 1 ? there : 0));
	WELL(MPI_Comm_free(&merged));
	WELL(MPI_Comm_free(&copy));
	WELL(MPI_Comm_free(&inter));
	WELL(MPI_Comm_free(&half));
	return MPI_Finalize();
}

RANKS_TEST(test_inter, 7, inter)

static __thread int copies;

static int
copy_attribute(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag)
{
	(void)comm, (void)keyval, (void)extra;
	copies++;
	*(void **)out = (char *)in + 1;
	*flag = in != NULL;
	return MPI_SUCCESS;
}

static int
refuse_copy(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag)
{
	(void)comm, (void)keyval, (void)extra, (void)in, (void)out, (void)flag;
	return MPI_ERR_OTHER;
}

static int
inherited(int argc, char **argv)
{
	char memory[2], *value, name[MPI_MAX_OBJECT_NAME];
	MPI_Errhandler handler;
	int key[3], flag, length;
	MPI_Comm copy;
	MPI_Info info;

	copies = 0;
	begin(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	WELL(MPI_Info_create(&info));
	WELL(MPI_Info_set(info, "mpi_assert_no_any_tag", "1"));
	WELL(MPI_Comm_set_info(MPI_COMM_WORLD, info));
	WELL(MPI_Info_free(&info));
	WELL(MPI_Comm_create_keyval(copy_attribute, MPI_COMM_NULL_DELETE_FN, &key[0], NULL));
	WELL(MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &key[1], NULL));
	WELL(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key[2], NULL));
	for (int i = 0; i < 3; i++)
		WELL(MPI_Comm_set_attr(MPI_COMM_WORLD, key[i], memory));
	WELL(MPI_Comm_dup(MPI_COMM_WORLD, &copy));
	EXPECT(copies == 1);
	for (int i = 0; i < 3; i++) {
		WELL(MPI_Comm_get_attr(copy, key[i], &value, &flag));
		EXPECT(flag == (i < 2));
		EXPECT(!flag || value == memory + (i == 0));
	}
	WELL(MPI_Comm_get_errhandler(copy, &handler));
	EXPECT(handler == MPI_ERRORS_RETURN);
	WELL(MPI_Comm_get_info(copy, &info));
	WELL(MPI_Info_get_nkeys(info, &length));
	EXPECT(length == 1);
	WELL(MPI_Info_free(&info));
	WELL(MPI_Comm_get_name(copy, name, &length));
	EXPECT(length == 0);
	WELL(MPI_Comm_set_name(copy, "the copy"));
	WELL(MPI_Comm_get_name(copy, name, &length));
	EXPECT(strcmp(name, "the copy") == 0 && length == 8);
	WELL(MPI_Comm_free(&copy));
	WELL(MPI_Comm_dup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, &copy));
	WELL(MPI_Comm_get_info(copy, &info));
	WELL(MPI_Info_get_nkeys(info, &length));
	EXPECT(length == 0);
	WELL(MPI_Info_free(&info));
	WELL(MPI_Comm_free(&copy));

	WELL(MPI_Comm_create_keyval(refuse_copy, MPI_COMM_NULL_DELETE_FN, &key[2], NULL));
	WELL(MPI_Comm_set_attr(MPI_COMM_WORLD, key[2], memory));
	EXPECT(MPI_Comm_dup(MPI_COMM_WORLD, &copy) == MPI_ERR_OTHER);
	EXPECT(copy == MPI_COMM_NULL);
	return MPI_Finalize();
}

RANKS_TEST(test_inherited, 3, inherited)

static int
wrong(int argc, char **argv)
{
	MPI_Comm comm = MPI_COMM_WORLD, copy, freed;
	int value;

	begin(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	EXPECT(MPI_Comm_free(&comm) == MPI_ERR_COMM);
	EXPECT(MPI_Comm_split(MPI_COMM_WORLD, -3, 0, &copy) == MPI_ERR_ARG);
	EXPECT(MPI_Intercomm_merge(MPI_COMM_WORLD, 0, &copy) == MPI_ERR_COMM);
	WELL(MPI_Comm_dup(MPI_COMM_WORLD, &copy));
	freed = copy;
	WELL(MPI_Comm_free(&copy));
	EXPECT(MPI_Comm_rank(freed, &value) == MPI_ERR_COMM);
	EXPECT(MPI_Comm_rank(MPI_COMM_NULL, &value) == MPI_ERR_COMM);
	EXPECT(MPI_Comm_size(MPI_COMM_WORLD, NULL) == MPI_ERR_ARG);
	EXPECT(MPI_Comm_group(MPI_COMM_WORLD, NULL) == MPI_ERR_ARG);
	EXPECT(MPI_Comm_get_info(MPI_COMM_WORLD, NULL) == MPI_ERR_ARG);
	EXPECT(MPI_Comm_dup(MPI_COMM_WORLD, NULL) == MPI_ERR_ARG);
	EXPECT(MPI_Comm_split(MPI_COMM_WORLD, 0, 0, NULL) == MPI_ERR_ARG);
	EXPECT(MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 0, 0, NULL) == MPI_ERR_ARG);
	EXPECT(MPI_Intercomm_create(MPI_COMM_WORLD, 0, MPI_COMM_WORLD, 0, 0, &copy) == MPI_ERR_COMM);
	WELL(MPI_Barrier(MPI_COMM_WORLD));
	return MPI_Finalize();
}

RANKS_TEST(test_wrong, 2, wrong)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_contexts),
		TEST(test_parts),
		TEST(test_chosen),
		TEST(test_inter),
		TEST(test_inherited),
		TEST(test_wrong),
	};

	return RUN_TESTS(tests);
}
