/* SPDX-License-Identifier: BSD-2-Clause */
/* MPI's errors: classes, codes and texts, those of the program, and handlers of each kind. */
#include <string.h>
#include "ranks.h"

static const struct {
	int class;
	const char *text;
} classes[] = {
#define X(constant, value, text) {constant, #constant ": " text},
	VCUBE_MPI_ERRORS(X)
#undef X
};

static int
classes_have_texts(int argc, char **argv)
{
	(void)argc, (void)argv;
	for (size_t i = 0; i < COUNT(classes); i++) {
		char text[MPI_MAX_ERROR_STRING];
		int class, length;

		WELL(MPI_Error_class(classes[i].class, &class));
		EXPECT(class == classes[i].class);
		WELL(MPI_Error_string(class, text, &length));
		EXPECT(strcmp(text, classes[i].text) == 0 && length == (int)strlen(text));
	}
	return 0;
}

RANKS_TEST(test_classes_have_texts, 1, classes_have_texts)

static int
last_used_code(void)
{
	int *value, flag;

	WELL(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &value, &flag));
	EXPECT(flag);
	return *value;
}

static int
added_codes(int argc, char **argv)
{
	int class, other, code, of, length;
	char text[MPI_MAX_ERROR_STRING];

	MPI_Init(&argc, &argv);
	EXPECT(last_used_code() == MPI_ERR_LASTCODE);
	WELL(MPI_Add_error_class(&class));
	EXPECT(class > MPI_ERR_LASTCODE && last_used_code() == class);
	WELL(MPI_Add_error_code(class, &code));
	EXPECT(code != class && last_used_code() == code);
	WELL(MPI_Error_class(code, &of));
	EXPECT(of == class);
	WELL(MPI_Error_string(code, text, &length));
	EXPECT(length == 0 && text[0] == '\0');
	WELL(MPI_Add_error_string(code, "out of coffee"));
	WELL(MPI_Error_string(code, text, &length));
	EXPECT(strcmp(text, "out of coffee") == 0 && length == 13);
	WELL(MPI_Add_error_code(MPI_ERR_OTHER, &other));
	WELL(MPI_Error_class(other, &of));
	EXPECT(of == MPI_ERR_OTHER);
	WELL(MPI_Remove_error_string(code));
	WELL(MPI_Error_string(code, text, &length));
	EXPECT(length == 0);
	WELL(MPI_Remove_error_code(other));
	EXPECT(last_used_code() == code);

	WELL(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
	EXPECT(MPI_Error_class(other, &of) == MPI_ERR_ARG);
	EXPECT(MPI_Add_error_string(MPI_ERR_RANK, "not ours") == MPI_ERR_ARG);
	EXPECT(MPI_Add_error_code(code, &other) == MPI_ERR_ARG);
	EXPECT(MPI_Error_string(-1, text, &length) == MPI_ERR_ARG);
	return MPI_Finalize();
}

RANKS_TEST(test_added_codes, 2, added_codes)

static __thread int calls, seen;
static __thread MPI_Comm on;

static void
note(MPI_Comm *comm, int *code, ...)
{
	calls++;
	seen = *code;
	on = *comm;
}

static int
handlers(int argc, char **argv)
{
	MPI_Errhandler mine, got;
	MPI_Group group;

	calls = 0;
	MPI_Init(&argc, &argv);
	WELL(MPI_Comm_get_errhandler(MPI_COMM_WORLD, &got));
	EXPECT(got == MPI_ERRORS_ARE_FATAL);
	WELL(MPI_Errhandler_free(&got));
	EXPECT(got == MPI_ERRHANDLER_NULL);
	WELL(MPI_Comm_create_errhandler(note, &mine));
	WELL(MPI_Comm_set_errhandler(MPI_COMM_SELF, mine));
	WELL(MPI_Comm_get_errhandler(MPI_COMM_SELF, &got));
	EXPECT(got == mine);
	WELL(MPI_Errhandler_free(&got));
	WELL(MPI_Errhandler_free(&mine));       /* the communicator still has it */
	EXPECT(mine == MPI_ERRHANDLER_NULL);
	EXPECT(MPI_Comm_remote_group(MPI_COMM_SELF, &group) == MPI_ERR_COMM);
	EXPECT(calls == 1 && seen == MPI_ERR_COMM && on == MPI_COMM_SELF);
	WELL(MPI_Comm_call_errhandler(MPI_COMM_SELF, MPI_ERR_TOPOLOGY));
	EXPECT(calls == 2 && seen == MPI_ERR_TOPOLOGY);

	WELL(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
	EXPECT(MPI_Comm_remote_size(MPI_COMM_WORLD, &seen) == MPI_ERR_COMM);
	EXPECT(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRHANDLER_NULL) == MPI_ERR_ERRHANDLER);
	WELL(MPI_Win_create_errhandler((MPI_Win_errhandler_function *)(void (*)(void))note, &mine));
	EXPECT(MPI_Comm_set_errhandler(MPI_COMM_WORLD, mine) == MPI_ERR_ERRHANDLER);
	got = mine;
	WELL(MPI_Errhandler_free(&mine));
	EXPECT(MPI_Errhandler_free(&got) == MPI_ERR_ERRHANDLER);
	return MPI_Finalize();
}

RANKS_TEST(test_handlers, 3, handlers)

static int
fatal(int argc, char **argv)
{
	MPI_Group group;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_name(MPI_COMM_WORLD, "all of us");
	return MPI_Comm_remote_group(MPI_COMM_WORLD, &group);
}

static int
aborting(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ABORT);
	return MPI_Comm_call_errhandler(MPI_COMM_SELF, MPI_ERR_NO_MEM);
}

static void
test_fatal(void **state)
{
	(void)state;
	run_ranks_refused("full:1", fatal, "MPI_Comm_remote_group on rank 0: communicator all of us: "
			  "it is not an intercommunicator (MPI_ERR_COMM)");
	run_ranks_refused("full:1", aborting, "MPI_Comm_call_errhandler on rank 0: communicator "
			  "MPI_COMM_SELF: the program raised error 39 (MPI_ERR_NO_MEM)");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_classes_have_texts),
		TEST(test_added_codes),
		TEST(test_handlers),
		TEST(test_fatal),
	};

	return RUN_TESTS(tests);
}
