/* SPDX-License-Identifier: BSD-2-Clause */
/* Sessions: MPI without MPI_Init, again and again, beside it, and what is wrong about them. */
#include <string.h>
#include "ranks.h"

enum { MOST = 7 };

static MPI_Session
open_session(void)
{
	MPI_Session session;

	WELL(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session));
	return session;
}

/* Makes a communicator of a set of processes. */
static MPI_Comm
comm_of(MPI_Session session, const char *set, const char *string)
{
	MPI_Group group;
	MPI_Comm comm;

	WELL(MPI_Group_from_session_pset(session, set, &group));
	WELL(MPI_Comm_create_from_group(group, string, MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
	WELL(MPI_Group_free(&group));
	return comm;
}

/* Returns the size of a communicator that works. */
static int
use(MPI_Comm comm)
{
	int rank, size, sum;

	WELL(MPI_Comm_rank(comm, &rank));
	WELL(MPI_Comm_size(comm, &size));
	WELL(MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm));
	EXPECT(sum == size * (size - 1) / 2);
	WELL(MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &sum, 1, MPI_INT,
			  (rank + size - 1) % size, 0, comm, MPI_STATUS_IGNORE));
	EXPECT(sum == (rank + size - 1) % size);
	return size;
}

static int
again(int argc, char **argv)
{
	(void)argc, (void)argv;
	for (int round = 0; round < 3; round++) {
		MPI_Session session = open_session();
		MPI_Comm world = comm_of(session, "mpi://WORLD", "world");
		MPI_Comm self = comm_of(session, "mpi://self", "self");
		int flag;

		EXPECT(use(world) == vcube_size(vcube_mpi_node()));
		EXPECT(use(self) == 1);
		EXPECT(MPI_Session_f2c(MPI_Session_c2f(session)) == session);
		WELL(MPI_Comm_free(&world));
		WELL(MPI_Comm_free(&self));
		WELL(MPI_Session_finalize(&session));
		EXPECT(session == MPI_SESSION_NULL);
		WELL(MPI_Initialized(&flag));
		EXPECT(!flag);
	}
	return 0;
}

/* Communicators that sessions make, and theirs, have one predefined attribute. */
static void
check_attributes(MPI_Comm comm, int others)
{
	static const int keys[] = {MPI_TAG_UB, MPI_HOST, MPI_IO, MPI_WTIME_IS_GLOBAL, MPI_APPNUM,
		MPI_UNIVERSE_SIZE, MPI_LASTUSEDCODE};
	int flag, *value;

	for (size_t i = 0; i < COUNT(keys); i++) {
		WELL(MPI_Comm_get_attr(comm, keys[i], &value, &flag));
		EXPECT(flag == (keys[i] == MPI_TAG_UB || others));
	}
}

static int
attributes(int argc, char **argv)
{
	MPI_Session session = open_session();
	MPI_Comm comm = comm_of(session, "mpi://WORLD", "attributes"), part;

	check_attributes(comm, 0);
	WELL(MPI_Comm_split(comm, 0, 0, &part));
	check_attributes(part, 0);
	WELL(MPI_Comm_free(&part));
	WELL(MPI_Comm_free(&comm));
	WELL(MPI_Init(&argc, &argv));
	check_attributes(MPI_COMM_WORLD, 1);
	WELL(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
	check_attributes(comm, 1);
	WELL(MPI_Comm_free(&comm));
	WELL(MPI_Finalize());
	return MPI_Session_finalize(&session);
}

/* The session is open before MPI_Init and after MPI_Finalize. */
static int
beside(int argc, char **argv)
{
	MPI_Session session = open_session();
	MPI_Comm comm = comm_of(session, "mpi://WORLD", "beside");
	int flag;

	WELL(MPI_Init(&argc, &argv));
	EXPECT(use(MPI_COMM_WORLD) == use(comm));
	WELL(MPI_Initialized(&flag));
	EXPECT(flag);
	WELL(MPI_Finalize());
	WELL(MPI_Finalized(&flag));
	EXPECT(flag);
	use(comm);
	WELL(MPI_Comm_free(&comm));
	return MPI_Session_finalize(&session);
}

static int
sets(int argc, char **argv)
{
	static const char *const names[] = {"mpi://WORLD", "mpi://SELF"};
	MPI_Session session = open_session();
	int count;

	(void)argc, (void)argv;
	WELL(MPI_Session_get_num_psets(session, MPI_INFO_NULL, &count));
	EXPECT(count == 2);
	for (int i = 0; i < count; i++) {
		char name[MPI_MAX_PSET_NAME_LEN] = "", number[8], found[8];
		int length = 0, room = sizeof found, flag;
		MPI_Info info;

		WELL(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, NULL));
		EXPECT((size_t)length == strlen(names[i]) + 1);
		WELL(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, name));
		EXPECT(strcmp(name, names[i]) == 0);
		length = 4;
		WELL(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, name));
		EXPECT(strcmp(name, "mpi") == 0);
		WELL(MPI_Session_get_pset_info(session, names[i], &info));
		WELL(MPI_Info_get_string(info, "mpi_size", &room, found, &flag));
		snprintf(number, sizeof number, "%d", i == 0 ? vcube_size(vcube_mpi_node()) : 1);
		EXPECT(flag && strcmp(found, number) == 0);
		WELL(MPI_Info_free(&info));
	}
	return MPI_Session_finalize(&session);
}

static int
levels(int argc, char **argv)
{
	static const char *const names[] = {"MPI_THREAD_SINGLE", "MPI_THREAD_FUNNELED",
		"MPI_THREAD_SERIALIZED", "MPI_THREAD_MULTIPLE"};

	(void)argc, (void)argv;
	for (size_t i = 0; i < COUNT(names); i++) {
		char found[32];
		int room = sizeof found, flag;
		MPI_Session session;
		MPI_Comm comm;
		MPI_Info info;

		WELL(MPI_Info_create(&info));
		WELL(MPI_Info_set(info, "thread_level", names[i]));
		WELL(MPI_Session_init(info, MPI_ERRORS_RETURN, &session));
		WELL(MPI_Info_free(&info));
		WELL(MPI_Session_get_info(session, &info));
		WELL(MPI_Info_get_string(info, "thread_level", &room, found, &flag));
		EXPECT(flag && strcmp(found, names[i]) == 0);
		WELL(MPI_Info_free(&info));
		comm = comm_of(session, "mpi://WORLD", names[i]);
		use(comm);
		WELL(MPI_Comm_free(&comm));
		WELL(MPI_Session_finalize(&session));
	}
	return 0;
}

/* The even ranks, and the odd ones, each with the other side. */
static int
sides(int argc, char **argv)
{
	const int rank = vcube_rank(vcube_mpi_node()), size = vcube_size(vcube_mpi_node());
	MPI_Session session = open_session();
	MPI_Group all, side[2];
	MPI_Comm inter, both;
	int remote, number;

	(void)argc, (void)argv;
	WELL(MPI_Group_from_session_pset(session, "mpi://WORLD", &all));
	for (int i = 0; i < 2; i++) {
		int ranges[][3] = {{i, size - 1, 2}};

		if (i < size)
			WELL(MPI_Group_range_incl(all, 1, ranges, &side[i]));
	}
	if (size > 1) {
		WELL(MPI_Intercomm_create_from_groups(side[rank % 2], 0, side[1 - rank % 2], 0, "sides",
						      MPI_INFO_NULL, MPI_ERRORS_RETURN, &inter));
		WELL(MPI_Comm_remote_size(inter, &remote));
		EXPECT(remote == (rank % 2 == 0 ? size / 2 : (size + 1) / 2));
		WELL(MPI_Allreduce(&rank, &number, 1, MPI_INT, MPI_MIN, inter));
		EXPECT(number == 1 - rank % 2);
		WELL(MPI_Intercomm_merge(inter, rank % 2, &both));
		EXPECT(use(both) == size);
		WELL(MPI_Comm_free(&both));
		WELL(MPI_Comm_free(&inter));
		WELL(MPI_Group_free(&side[1]));
	}
	WELL(MPI_Group_free(&side[0]));
	WELL(MPI_Group_free(&all));
	return MPI_Session_finalize(&session);
}

static int codes;

static void
note(MPI_Session *session, int *code, ...)
{
	(void)session;
	codes += *code;
}

static void
note_of_comm(MPI_Comm *comm, int *code, ...)
{
	EXPECT(*comm == MPI_COMM_NULL);
	codes += *code;
}

/* Errors of calls that are given an error handler go there, though others end the run. */
static int
given(int argc, char **argv)
{
	MPI_Session session = open_session(), other;
	MPI_Errhandler handler, of_session;
	MPI_Group group, none = MPI_GROUP_NULL;
	MPI_Comm comm;
	MPI_Info info;
	int length = 100;

	(void)argc, (void)argv;
	WELL(MPI_Info_create(&info));
	WELL(MPI_Info_set(info, "thread_level", "MPI_THREAD_MANY"));
	EXPECT(MPI_Session_init(info, MPI_ERRORS_RETURN, &other) == MPI_ERR_INFO_VALUE);
	EXPECT(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, NULL) == MPI_ERR_ARG);
	WELL(MPI_Info_free(&info));
	EXPECT(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 0, &length, NULL) == MPI_ERR_ARG);
	WELL(MPI_Group_from_session_pset(session, "mpi://WORLD", &group));
	EXPECT(MPI_Comm_create_from_group(group, NULL, MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm)
	       == MPI_ERR_ARG);
	EXPECT(MPI_Intercomm_create_from_groups(group, 5, group, 0, "given", MPI_INFO_NULL,
						MPI_ERRORS_RETURN, &comm) == MPI_ERR_RANK);
	WELL(MPI_Comm_create_errhandler(note_of_comm, &handler));
	codes = 0;
	EXPECT(MPI_Comm_create_from_group(none, "given", MPI_INFO_NULL, handler, &comm) == MPI_ERR_GROUP);
	EXPECT(codes == MPI_ERR_GROUP);
	WELL(MPI_Errhandler_free(&handler));
	WELL(MPI_Session_create_errhandler(note, &of_session));
	codes = 0;
	EXPECT(MPI_Session_init(MPI_INFO_NULL, of_session, NULL) == MPI_ERR_ARG && codes == MPI_ERR_ARG);
	WELL(MPI_Errhandler_free(&of_session));
	WELL(MPI_Group_free(&group));
	return MPI_Session_finalize(&session);
}

static int
errors(int argc, char **argv)
{
	MPI_Session session = open_session(), none = MPI_SESSION_NULL;
	MPI_Errhandler handler, found;
	MPI_Group group;
	MPI_Comm comm;
	int length = 0;

	(void)argc, (void)argv;
	EXPECT(MPI_Group_from_session_pset(session, "mpi://none", &group) == MPI_ERR_ARG);
	EXPECT(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 2, &length, NULL) == MPI_ERR_ARG);
	WELL(MPI_Session_create_errhandler(note, &handler));
	WELL(MPI_Session_set_errhandler(session, handler));
	WELL(MPI_Session_get_errhandler(session, &found));
	EXPECT(found == handler);
	codes = 0;
	WELL(MPI_Session_call_errhandler(session, 5));
	EXPECT(codes == 5);
	WELL(MPI_Errhandler_free(&found));
	WELL(MPI_Errhandler_free(&handler));
	WELL(MPI_Init(NULL, NULL));
	WELL(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
	EXPECT(MPI_Session_finalize(&none) == MPI_ERR_SESSION);
	WELL(MPI_Group_from_session_pset(session, "mpi://WORLD", &group));
	EXPECT(MPI_Comm_create_from_group(group, NULL, MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm)
	       == MPI_ERR_ARG);
	WELL(MPI_Group_free(&group));
	WELL(MPI_Session_finalize(&session));
	return MPI_Finalize();
}

static int
no_world(int argc, char **argv)
{
	(void)argv;
	open_session();
	return MPI_Comm_size(MPI_COMM_WORLD, &argc);
}

static int
no_finalize(int argc, char **argv)
{
	(void)argc, (void)argv;
	open_session();
	return 0;
}

static int
after_the_end(int argc, char **argv)
{
	MPI_Session session = open_session();

	(void)argc, (void)argv;
	WELL(MPI_Session_finalize(&session));
	return MPI_Session_finalize(&session);
}

static int
no_level(int argc, char **argv)
{
	MPI_Session session;
	MPI_Info info;

	(void)argc, (void)argv;
	WELL(MPI_Info_create(&info));
	WELL(MPI_Info_set(info, "thread_level", "MPI_THREAD_MANY"));
	return MPI_Session_init(info, MPI_ERRORS_ARE_FATAL, &session);
}

static int
leak(int argc, char **argv)
{
	MPI_Session session = open_session();

	(void)argc, (void)argv;
	comm_of(session, "mpi://WORLD", "leak");
	return MPI_Session_finalize(&session);
}

static const struct {
	const char *machine;
	vcube_mpi_program *main;
	const char *words;
} refused[] = {
	{"full:2", no_world, "MPI_Comm_size on rank 0: communicator MPI_COMM_WORLD: MPI_Init, "
		"which creates it, has not been called (MPI_ERR_COMM)"},
	{"full:2", no_finalize, "rank 0 ended without MPI_Session_finalize"},
	{"full:2", after_the_end, "MPI_Session_finalize on rank 0: it was called after "
		"MPI_Session_finalize"},
	{"full:2", no_level, "session that is to begin: MPI_THREAD_MANY is not a level of thread support (MPI_ERR_INFO_VALUE)"},
	{"full:2 strict=yes", leak, "communicator created at"},
};

static void
test_refused(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(refused); i++)
		run_ranks_refused(refused[i].machine, refused[i].main, refused[i].words);
}

RANKS_TEST(test_again, MOST, again)
RANKS_TEST(test_attributes, 3, attributes)
RANKS_TEST(test_beside, MOST, beside)
RANKS_TEST(test_sets, 3, sets)
RANKS_TEST(test_levels, 3, levels)
RANKS_TEST(test_sides, MOST, sides)
RANKS_TEST(test_given, 1, given)
RANKS_TEST(test_errors, 1, errors)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_again),
		TEST(test_attributes),
		TEST(test_beside),
		TEST(test_sets),
		TEST(test_levels),
		TEST(test_sides),
		TEST(test_given),
		TEST(test_errors),
		TEST(test_refused),
	};

	return RUN_TESTS(tests);
}
