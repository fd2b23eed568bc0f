/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lines of addresses: known and unknown places, files without lines, and that the copy of the
 * process which becomes addr2line takes no lock. The linker sends calls that may take one to this
 * file, which counts those of the copy.
 */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include "addr2line.h"
#include "support.h"

/* --- calls that take locks where a sanitizer has its own */

int __real_open(const char *path, int flags);
int __wrap_open(const char *path, int flags);
int __real_close(int file);
int __wrap_close(int file);
int __real_dup2(int from, int to);
int __wrap_dup2(int from, int to);
_Noreturn void __real__exit(int status);
_Noreturn void __wrap__exit(int status);

static pid_t parent;
static atomic_int *taken;       /* by copies, which share this memory */

/* Another thread may have held the lock when the process was copied: nobody would release it. */
static void
take_lock(void)
{
	if (getpid() != parent)
		atomic_fetch_add(taken, 1);
}

int
__wrap_open(const char *path, int flags)
{
	take_lock();
	return __real_open(path, flags);
}

int
__wrap_close(int file)
{
	take_lock();
	return __real_close(file);
}

int
__wrap_dup2(int from, int to)
{
	take_lock();
	return __real_dup2(from, to);
}

_Noreturn void
__wrap__exit(int status)
{
	take_lock();
	__real__exit(status);
}

/* --- the tests */

enum { PLACES = 3, ROOM = 100 };

struct told {
	int count;
	char function[PLACES][ROOM], line[PLACES][ROOM];
};

static void
take(void *arg, int place, const char *function, const char *line)
{
	struct told *const told = arg;

	assert_in_range(place, 0, PLACES - 1);
	told->count++;
	snprintf(told->function[place], ROOM, "%s", function);
	snprintf(told->line[place], ROOM, "%s", line == NULL ? "none" : line);
}

/* Returns where it returns to, on the line of its caller; to compilers each call differs. */
static __attribute__((noinline)) const void *
here(void)
{
	__asm__ volatile("");
	return __builtin_return_address(0);
}

static void
test_lines_are_told(void **state)
{
	const int line = __LINE__;
	const struct vc_code first = vc_code_of(here());
	const struct vc_code second = vc_code_of(here());
	const uintptr_t at[PLACES] = {first.at, 1, second.at};
	struct told told = {.count = 0};
	char wanted[ROOM];

	(void)state;
	if (system("addr2line --version >/dev/null 2>&1") != 0)
		skip();
	assert_string_equal(first.file, second.file);
	assert_int_equal(vc_addr2line(first.file, at, PLACES, take, &told), PLACES);
	assert_int_equal(told.count, PLACES);
	for (int i = 0; i < PLACES; i += 2) {
		snprintf(wanted, sizeof wanted, "test_lines.c:%d", line + 1 + i / 2);
		assert_string_equal(told.line[i], wanted);
		assert_string_equal(told.function[i], "test_lines_are_told");
	}
	assert_string_equal(told.function[1], "??");
	assert_string_equal(told.line[1], "none");
	assert_int_equal(*taken, 0);
}

static void
test_no_lines(void **state)
{
	struct told told = {.count = 0};
	const uintptr_t at = 1;

	(void)state;
	assert_int_equal(vc_addr2line("/nonexistent", &at, 1, take, &told), 0);
	assert_int_equal(vc_addr2line("/dev/null", &at, 1, take, &told), 0);
	setenv("PATH", "/nonexistent", 1);
	assert_int_equal(vc_addr2line("/proc/self/exe", &at, 1, take, &told), 0);
	assert_int_equal(told.count, 0);
	assert_int_equal(*taken, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_lines_are_told),
		TEST(test_no_lines),
	};

	parent = getpid();
	taken = mmap(NULL, sizeof *taken, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	return taken == MAP_FAILED ? 1 : RUN_TESTS(tests);
}
