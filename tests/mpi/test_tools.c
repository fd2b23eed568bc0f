/* SPDX-License-Identifier: BSD-2-Clause */
/* The tool information interface: variables, their handles and sessions, and what is refused. */
#include <string.h>
#include "ranks.h"

static void
begin(void)
{
	int provided;

	WELL(MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided));
	EXPECT(provided <= MPI_THREAD_MULTIPLE);
}

static int
control(const char *name)
{
	int index;

	WELL(MPI_T_cvar_get_index(name, &index));
	return index;
}

/* Reads a variable of this type. */
static void
read_control(const char *name, MPI_Datatype type, int elements, void *value)
{
	MPI_T_cvar_handle handle;
	MPI_Datatype found;
	int count;

	WELL(MPI_T_cvar_get_info(control(name), NULL, NULL, NULL, &found, NULL, NULL, NULL, NULL,
				 NULL));
	EXPECT(found == type);
	WELL(MPI_T_cvar_handle_alloc(control(name), NULL, &handle, &count));
	EXPECT(count <= elements);
	WELL(MPI_T_cvar_read(handle, value));
	EXPECT(MPI_T_cvar_write(handle, value) == MPI_T_ERR_CVAR_SET_NEVER);
	WELL(MPI_T_cvar_handle_free(&handle));
	EXPECT(handle == MPI_T_CVAR_HANDLE_NULL);
}

/* Every variable has its name, and the enumeration the clock's. */
static int
controls(int argc, char **argv)
{
	char name[64], text[128], machine[512];
	int count, length, room, number, bind, scope, value;
	unsigned long long bytes;
	MPI_T_enum clocks;

	(void)argc, (void)argv;
	begin();
	WELL(MPI_T_cvar_get_num(&count));
	for (int i = 0; i < count; i++) {
		length = sizeof name;
		room = sizeof text;
		WELL(MPI_T_cvar_get_info(i, name, &length, NULL, NULL, NULL, text, &room, &bind,
					 &scope));
		EXPECT((size_t)length == strlen(name) + 1 && (size_t)room == strlen(text) + 1);
		EXPECT(bind == MPI_T_BIND_NO_OBJECT && scope == MPI_T_SCOPE_CONSTANT);
		EXPECT(control(name) == i);
	}
	length = 3;
	WELL(MPI_T_cvar_get_info(control("nodes"), name, &length, NULL, NULL, NULL, NULL, NULL, NULL,
				 NULL));
	EXPECT(strcmp(name, "no") == 0 && length == 6);
	read_control("nodes", MPI_INT, 1, &number);
	EXPECT(number == vcube_size(vcube_mpi_node()));
	read_control("strict", MPI_INT, 1, &number);
	EXPECT(number == 1);
	read_control("capacity", MPI_UNSIGNED_LONG_LONG, 1, &bytes);
	EXPECT(bytes == 4096);
	read_control("heap", MPI_UNSIGNED_LONG_LONG, 1, &bytes);
	EXPECT(bytes == 1 << 20);
	read_control("machine", MPI_CHAR, sizeof machine, machine);
	EXPECT(strncmp(machine, "full:2 clock=virtual", 20) == 0);
	read_control("clock", MPI_INT, 1, &number);
	WELL(MPI_T_cvar_get_info(control("clock"), NULL, NULL, NULL, NULL, &clocks, NULL, NULL, NULL,
				 NULL));
	length = sizeof name;
	WELL(MPI_T_enum_get_info(clocks, &count, name, &length));
	EXPECT(count == 3 && strcmp(name, "clock") == 0);
	for (int i = 0; i < count; i++) {
		length = sizeof name;
		WELL(MPI_T_enum_get_item(clocks, i, &value, name, &length));
		EXPECT((value == number) == (strcmp(name, "virtual") == 0));
	}
	return MPI_T_finalize();
}

static MPI_T_pvar_handle
performance(MPI_T_pvar_session session, const char *name, int class)
{
	MPI_T_pvar_handle handle;
	int index, count;

	WELL(MPI_T_pvar_get_index(name, class, &index));
	WELL(MPI_T_pvar_handle_alloc(session, index, NULL, &handle, &count));
	EXPECT(count == 1);
	return handle;
}

static unsigned long long
value_of(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
	unsigned long long value;

	WELL(MPI_T_pvar_read(session, handle, &value));
	return value;
}

/* Messages of 8 bytes to the right */
static void
shift(int times)
{
	const double data = 1;
	double got;
	int rank, size;

	WELL(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
	WELL(MPI_Comm_size(MPI_COMM_WORLD, &size));
	while (times-- > 0)
		WELL(MPI_Sendrecv(&data, 1, MPI_DOUBLE, (rank + 1) % size, 0, &got, 1, MPI_DOUBLE,
				  (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
}

/* Handles count by themselves, while they are on. */
static int
counters(int argc, char **argv)
{
	MPI_T_pvar_handle messages, bytes, others;
	MPI_T_pvar_session session, second;
	unsigned long long value = 100;

	begin();
	WELL(MPI_Init(&argc, &argv));
	WELL(MPI_T_pvar_session_create(&session));
	WELL(MPI_T_pvar_session_create(&second));
	messages = performance(session, "messages_sent", MPI_T_PVAR_CLASS_COUNTER);
	bytes = performance(session, "bytes_sent", MPI_T_PVAR_CLASS_AGGREGATE);
	others = performance(second, "messages_sent", MPI_T_PVAR_CLASS_COUNTER);
	WELL(MPI_T_pvar_start(second, others));
	shift(2);
	EXPECT(value_of(session, messages) == 0);
	WELL(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES));
	WELL(MPI_T_pvar_start(session, messages));
	shift(3);
	EXPECT(value_of(session, messages) == 3 && value_of(session, bytes) == 24);
	WELL(MPI_T_pvar_stop(session, messages));
	shift(1);
	EXPECT(value_of(session, messages) == 3 && value_of(session, bytes) == 32);
	WELL(MPI_T_pvar_start(session, messages));
	shift(1);
	WELL(MPI_T_pvar_readreset(session, messages, &value));
	EXPECT(value == 4 && value_of(session, messages) == 0);
	value = 100;
	WELL(MPI_T_pvar_write(session, messages, &value));
	shift(1);
	EXPECT(value_of(session, messages) == 101);
	WELL(MPI_T_pvar_reset(session, MPI_T_PVAR_ALL_HANDLES));
	EXPECT(value_of(session, bytes) == 0);
	WELL(MPI_T_pvar_stop(session, MPI_T_PVAR_ALL_HANDLES));
	EXPECT(value_of(second, others) == 8);
	WELL(MPI_T_pvar_handle_free(session, &messages));
	EXPECT(messages == MPI_T_PVAR_HANDLE_NULL);
	WELL(MPI_T_pvar_session_free(&session));
	EXPECT(session == MPI_T_PVAR_SESSION_NULL);
	EXPECT(value_of(second, others) == 8);
	EXPECT(MPI_T_pvar_read(second, bytes, &value) == MPI_T_ERR_INVALID_HANDLE);
	WELL(MPI_Finalize());
	return MPI_T_finalize();
}

static int
levels(int argc, char **argv)
{
	MPI_T_pvar_session session;
	MPI_T_pvar_handle pending;
	MPI_Request requests[3];
	int rank, data[3];
	unsigned value;

	begin();
	WELL(MPI_Init(&argc, &argv));
	WELL(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
	WELL(MPI_T_pvar_session_create(&session));
	pending = performance(session, "requests_pending", MPI_T_PVAR_CLASS_LEVEL);
	for (int i = 0; i < 3; i++) {
		WELL(MPI_Irecv(&data[i], 1, MPI_INT, rank, i, MPI_COMM_WORLD, &requests[i]));
		WELL(MPI_T_pvar_read(session, pending, &value));
		EXPECT(value == (unsigned)i + 1);
	}
	for (int i = 0; i < 3; i++)
		WELL(MPI_Send(&i, 1, MPI_INT, rank, i, MPI_COMM_WORLD));
	WELL(MPI_Waitall(3, requests, MPI_STATUSES_IGNORE));
	WELL(MPI_T_pvar_read(session, pending, &value));
	EXPECT(value == 0);
	EXPECT(MPI_T_pvar_start(session, pending) == MPI_T_ERR_PVAR_NO_STARTSTOP);
	EXPECT(MPI_T_pvar_stop(session, pending) == MPI_T_ERR_PVAR_NO_STARTSTOP);
	EXPECT(MPI_T_pvar_reset(session, pending) == MPI_T_ERR_PVAR_NO_WRITE);
	EXPECT(MPI_T_pvar_write(session, pending, &value) == MPI_T_ERR_PVAR_NO_WRITE);
	EXPECT(MPI_T_pvar_readreset(session, pending, &value) == MPI_T_ERR_PVAR_NO_ATOMIC);
	WELL(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES));
	WELL(MPI_Finalize());
	return MPI_T_finalize();
}

/* Each category lists variables that there are. */
static int
categories(int argc, char **argv)
{
	int count, index, controls, performances, parts, events, list[32], all = 0, last;
	char name[64];

	(void)argc, (void)argv;
	begin();
	WELL(MPI_T_category_changed(&last));
	WELL(MPI_T_category_get_num(&count));
	for (int i = 0; i < count; i++) {
		int length = sizeof name;

		WELL(MPI_T_category_get_info(i, name, &length, NULL, NULL, &controls, &performances,
					     &parts));
		WELL(MPI_T_category_get_index(name, &index));
		EXPECT(index == i && parts == 0);
		WELL(MPI_T_category_get_cvars(i, 32, list));
		for (int j = 0; j < controls; j++)
			WELL(MPI_T_cvar_get_info(list[j], NULL, NULL, NULL, NULL, NULL, NULL, NULL,
						 NULL, NULL));
		WELL(MPI_T_category_get_pvars(i, 32, list));
		for (int j = 0; j < performances; j++)
			WELL(MPI_T_pvar_get_info(list[j], NULL, NULL, NULL, NULL, NULL, NULL, NULL,
						 NULL, NULL, NULL, NULL, NULL));
		WELL(MPI_T_category_get_categories(i, 0, NULL));
		WELL(MPI_T_category_get_events(i, 0, NULL));
		WELL(MPI_T_category_get_num_events(i, &events));
		EXPECT(events == 0);
		all += controls + performances;
	}
	WELL(MPI_T_cvar_get_num(&controls));
	WELL(MPI_T_pvar_get_num(&performances));
	EXPECT(all == controls + performances);
	WELL(MPI_T_event_get_num(&events));
	EXPECT(events == 0);
	WELL(MPI_T_source_get_num(&events));
	EXPECT(events == 0);
	return MPI_T_finalize();
}

/* Errors are returned, whatever the error handlers are. */
static int
refused(int argc, char **argv)
{
	MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL, second;
	MPI_T_pvar_handle counter = MPI_T_PVAR_HANDLE_NULL;
	MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
	MPI_T_event_registration registration;
	int number, count;

	(void)argc, (void)argv;
	EXPECT(MPI_T_finalize() == MPI_T_ERR_NOT_INITIALIZED);
	EXPECT(MPI_T_cvar_get_num(&number) == MPI_T_ERR_NOT_INITIALIZED);
	EXPECT(MPI_T_init_thread(MPI_THREAD_SINGLE, NULL) == MPI_T_ERR_INVALID);
	begin();
	begin();
	WELL(MPI_T_finalize());
	EXPECT(MPI_T_cvar_get_num(NULL) == MPI_T_ERR_INVALID);
	EXPECT(MPI_T_cvar_get_index("none", &number) == MPI_T_ERR_INVALID_NAME);
	EXPECT(MPI_T_pvar_get_index("messages_sent", MPI_T_PVAR_CLASS_TIMER, &number)
	       == MPI_T_ERR_INVALID_NAME);
	EXPECT(MPI_T_category_get_index("none", &number) == MPI_T_ERR_INVALID_NAME);
	EXPECT(MPI_T_event_get_index("none", &number) == MPI_T_ERR_INVALID_NAME);
	EXPECT(MPI_T_cvar_get_info(99, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
	       == MPI_T_ERR_INVALID_INDEX);
	EXPECT(MPI_T_pvar_get_info(-1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
				   NULL, NULL) == MPI_T_ERR_INVALID_INDEX);
	EXPECT(MPI_T_category_get_cvars(9, 0, NULL) == MPI_T_ERR_INVALID_INDEX);
	EXPECT(MPI_T_event_handle_alloc(0, NULL, MPI_INFO_NULL, &registration)
	       == MPI_T_ERR_INVALID_INDEX);
	EXPECT(MPI_T_cvar_handle_alloc(-1, NULL, &handle, &count) == MPI_T_ERR_INVALID_INDEX);
	EXPECT(MPI_T_cvar_handle_free(&handle) == MPI_T_ERR_INVALID_HANDLE);
	EXPECT(MPI_T_enum_get_info(MPI_T_ENUM_NULL, &number, NULL, NULL)
	       == MPI_T_ERR_INVALID_HANDLE);
	EXPECT(MPI_T_pvar_session_free(&session) == MPI_T_ERR_INVALID_SESSION);
	EXPECT(MPI_T_pvar_handle_alloc(session, 0, NULL, &counter, &count)
	       == MPI_T_ERR_INVALID_SESSION);
	EXPECT(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES) == MPI_T_ERR_INVALID_SESSION);
	WELL(MPI_T_pvar_session_create(&session));
	WELL(MPI_T_pvar_session_create(&second));
	EXPECT(MPI_T_pvar_handle_alloc(session, 99, NULL, &counter, &count)
	       == MPI_T_ERR_INVALID_INDEX);
	EXPECT(MPI_T_pvar_start(session, counter) == MPI_T_ERR_INVALID_HANDLE);
	EXPECT(MPI_T_pvar_read(session, MPI_T_PVAR_ALL_HANDLES, &number)
	       == MPI_T_ERR_INVALID_HANDLE);
	WELL(MPI_T_pvar_handle_alloc(session, 0, NULL, &counter, &count));
	EXPECT(MPI_T_pvar_start(second, counter) == MPI_T_ERR_INVALID_HANDLE);
	EXPECT(MPI_T_pvar_handle_free(second, &counter) == MPI_T_ERR_INVALID_HANDLE);
	WELL(MPI_T_cvar_handle_alloc(0, NULL, &handle, &count));
	WELL(MPI_T_finalize());
	begin();
	EXPECT(MPI_T_cvar_read(handle, &number) == MPI_T_ERR_INVALID_HANDLE);
	EXPECT(MPI_T_pvar_session_free(&session) == MPI_T_ERR_INVALID_SESSION);
	return MPI_T_finalize();
}

static void
test_controls(void **state)
{
	(void)state;
	run_ranks("full:2 clock=virtual capacity=4KiB heap=1MiB strict=yes", controls);
}

RANKS_TEST(test_counters, 4, counters)
RANKS_TEST(test_levels, 2, levels)
RANKS_TEST(test_categories, 1, categories)
RANKS_TEST(test_refused, 2, refused)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_controls),
		TEST(test_counters),
		TEST(test_levels),
		TEST(test_categories),
		TEST(test_refused),
	};

	return RUN_TESTS(tests);
}
