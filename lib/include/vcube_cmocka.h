/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Assertions for unit tests with cmocka. Include cmocka.h, and what that needs, first:
 *
 *   assert_vcube_run("ring:8 clock=virtual", program, NULL);
 *   assert_vcube_time(7 * 1064000);
 *   assert_vcube_fails("ring:8", stuck, NULL, VCUBE_EDEADLOCK, "0,3");
 *
 * A test that fails prints the run's report: who waits where, for whom. Main thread only.
 */
#ifndef VCUBE_CMOCKA_H
#define VCUBE_CMOCKA_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vcube.h>

/*
 * Runs the program on a machine of its own, which must succeed.
 *
 * assert_vcube_fails(): it must end with this code of vcube/error.h. `ranks` lists, in
 * ascending order, the nodes that must have failed with it, and all of them: "0,3"; NULL: any.
 */
#define assert_vcube_run(description, program, arg) \
	vcube_assert_run_(description, program, arg, VCUBE_OK, NULL, __FILE__, __LINE__)
#define assert_vcube_fails(description, program, arg, code, ranks) \
	vcube_assert_run_(description, program, arg, code, ranks, __FILE__, __LINE__)

/* What the last of these runs came to: its virtual time in picoseconds, and the messages and
 * bytes that all nodes sent. */
#define assert_vcube_time(picoseconds) \
	vcube_assert_equal_("time, in ps", vcube_last_run_()->time, picoseconds, __FILE__, __LINE__)
#define assert_vcube_messages(count) \
	vcube_assert_equal_("messages", vcube_last_run_()->messages, count, __FILE__, __LINE__)
#define assert_vcube_bytes(count) \
	vcube_assert_equal_("bytes sent", vcube_last_run_()->bytes, count, __FILE__, __LINE__)

/* What the macros call */

struct vcube_last_run_ {
	int64_t time, messages, bytes;
};

static inline struct vcube_last_run_ *
vcube_last_run_(void)
{
	static struct vcube_last_run_ last;

	return &last;
}

static inline void
vcube_note_run_(const vcube_machine *machine)
{
	struct vcube_last_run_ *const last = vcube_last_run_();

	*last = (struct vcube_last_run_){ vcube_run_time(machine), 0, 0 };
	for (int rank = 0; rank < vcube_machine_nodes(machine); rank++) {
		struct vcube_stats stats;

		vcube_run_stats(machine, rank, &stats);
		last->messages += (int64_t)stats.messages;
		last->bytes += (int64_t)stats.bytes;
	}
}

/* cmocka cuts off a long message, so each line is one. */
static inline void
vcube_print_lines_(const char *lines)
{
	while (*lines) {
		const int length = (int)strcspn(lines, "\n");

		print_error("%.*s\n", length, lines);
		lines += length + (lines[length] == '\n');
	}
}

/* Returns whether exactly the nodes of the list have failed with this code, and prints it if
 * not. */
static inline int
vcube_is_by_(const vcube_machine *machine, int code, const char *ranks)
{
	const size_t room = 12 * (size_t)vcube_machine_nodes(machine) + 1;
	char *const found = (char *)calloc(room, 1);
	size_t used = 0;
	int same;

	if (!found)
		return 0;
	for (int rank = 0; rank < vcube_machine_nodes(machine); rank++)
		if (vcube_run_failure(machine, rank)->code == code)
			used += (size_t)snprintf(found + used, room - used, used ? ",%d" : "%d", rank);
	same = strcmp(found, ranks) == 0;
	if (!same)
		print_error("the nodes that failed so are '%s', not '%s'\n", found, ranks);
	free(found);
	return same;
}

static inline void
vcube_assert_run_(const char *description, vcube_program *program, void *arg, int code,
		  const char *ranks, const char *file, int line)
{
	struct vcube_error error;
	vcube_machine *const machine = vcube_open(description, &error);
	int ended, right;

	if (!machine) {
		print_error("ERROR: %s\n", error.text);
		_fail(file, line);
		return;
	}
	ended = vcube_run(machine, program, arg);
	vcube_note_run_(machine);
	right = ended == code && (!ranks || vcube_is_by_(machine, code, ranks));
	if (!right) {
		print_error("ERROR: the run on %s ended with: %s; wanted: %s\n", description,
			    vcube_strerror(ended), vcube_strerror(code));
		vcube_print_lines_(vcube_run_report(machine));
	}
	vcube_close(machine);
	if (!right)
		_fail(file, line);
}

static inline void
vcube_assert_equal_(const char *what, int64_t found, int64_t wanted, const char *file, int line)
{
	if (found == wanted)
		return;
	print_error("ERROR: %s: %" PRId64 ", wanted: %" PRId64 "\n", what, found, wanted);
	_fail(file, line);
}

#endif
