/* SPDX-License-Identifier: BSD-2-Clause */
/* Which processors are threads of one core, from files as those of the host. */
#include <errno.h>
#include <sys/stat.h>
#include "core.h"
#include "folder.h"

static void
tell(int processor, const char *threads)
{
	char name[60];

	snprintf(name, sizeof name, "cpu%d", processor);
	assert_return_code(mkdir(in_folder(name), 0777), errno);
	snprintf(name, sizeof name, "cpu%d/topology", processor);
	assert_return_code(mkdir(in_folder(name), 0777), errno);
	snprintf(name, sizeof name, "cpu%d/topology/thread_siblings_list", processor);
	write_text(name, threads);
}

static bool
are_one_core(int a, int b)
{
	return vc_is_one_core(folder, (const int[]){a, b}, 2);
}

static void
test_threads_of_a_core(void **state)
{
	(void)state;
	tell(0, "0,4\n");
	tell(4, "0,4\n");
	tell(1, "1,5\n");
	assert_true(are_one_core(0, 4));
	assert_false(are_one_core(0, 1));
	assert_false(vc_is_one_core(folder, (const int[]){0, 4, 1}, 3));
}

static void
test_one_processor(void **state)
{
	(void)state;
	assert_false(vc_is_one_core(folder, (const int[]){0}, 1));
}

static void
test_host_that_does_not_tell(void **state)
{
	(void)state;
	tell(7, "");
	tell(8, "");
	assert_false(are_one_core(7, 8));
	assert_false(are_one_core(0, 99));
	assert_false(are_one_core(99, 0));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_threads_of_a_core),
		cmocka_unit_test(test_one_processor),
		cmocka_unit_test(test_host_that_does_not_tell),
	};

	return RUN_IN_FOLDER(tests);
}
