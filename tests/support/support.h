/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A deadline for every test, a printed seed, machines that must open, runs that must
 * succeed, and a busy host.
 */
#ifndef SUPPORT_H
#define SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>
#include <cmocka.h>
#include <vcube/authoring.h>
#include <vcube/observing.h>

/* The number of elements of an array. */
#define COUNT(array) (sizeof (array) / sizeof *(array))

/* Seconds for one test before SIGALRM ends the program. Far more than any needs. */
enum { DEADLINE = 400 };

/* A test with its deadline. */
#define TEST(function) cmocka_unit_test_setup(function, set_deadline)
int set_deadline(void **state);

/* Runs the tests (those whose names match $ONLY) after printing the seed: $SEED, or the
 * time. */
#define RUN_TESTS(tests) (begin_tests(), cmocka_run_group_tests(tests, NULL, NULL))
void begin_tests(void);
extern uint64_t seed;

/* The words that open_machine() adds to each description, such as " threads=one"; "" at first. */
extern const char *every_machine;
/* Runs the tests with nodes that are threads, then with nodes that share one. */
#define RUN_IN_BOTH(run) ((run) + (every_machine = " threads=one", (run)))

/*
 * Sweeps try all cases or, with $SHARE=N, about one Nth of them, drawn from the seed: every
 * algorithm with some of its cases, on small machines. So sanitizers can run all of them.
 * For loops over cases numbered from 0: where to begin, of `cases`, and the distance to the
 * next one.
 */
size_t first_case(uint64_t key, size_t cases);
size_t next_case(void);
/* The end of a loop over sizes: the second one if not all are tried. */
int up_to(int whole, int less);

/* In a program: the node fails with the place and the words if the condition is false. */
#define CHECK(self, condition) \
	do { \
		if (!(condition)) \
			return vcube_fail((self), VCUBE_HERE ": %s", #condition); \
	} while (0)

/* Opens a machine from its text; the test fails if it cannot. With $THREADS, those that permit it
 * have these threads, unless their text says which. */
vcube_machine *open_machine(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Makes a run that must end with this code; else the test fails, with the report. */
void run_for(vcube_machine *machine, vcube_program *program, void *arg, int code);
void run_well(vcube_machine *machine, vcube_program *program, void *arg);

/* The same on a machine of its own. */
void try_for(const char *text, vcube_program *program, void *arg, int code);
void try_well(const char *text, vcube_program *program, void *arg);

/* Makes a run that must fail with this code and these words; `arg` is the program's. */
void run_refused(const char *text, vcube_program *program, const char *arg, int code,
		 const char *words);

/* Clocks other than the wall clock, with threads in the host's order and in a random one. */
enum { CLOCKS = 4 };
extern const char *const each_clock[CLOCKS];

/* Makes a good run on this topology, with every clock, strict, limited and fuzzed. */
void try_everywhere(const char *topology, vcube_program *program, void *arg);

/* The last run's report, or its error, must have these words; else the test fails. */
void report_has(const vcube_machine *machine, const char *words);
void report_lacks(const vcube_machine *machine, const char *words);
void error_has(const struct vcube_error *error, int code, const char *words);

/* A vcube_program: rank 1 sends rank 0 an int, which receives it from there or, if the bool
 * at `arg` is true, from any. */
int one_message(vcube_node *self, void *arg);

/* What a node watches by this name, between two steps or after the run; false: nothing. */
bool find_watched(const vcube_machine *machine, int rank, const char *name,
		  struct vcube_watched *watched);

/* Is the node's time the host's? */
bool is_wall(vcube_node *self);

/* Ends a request, by polls or by a wait. */
int finish_request(vcube_node *self, vcube_request *request, bool poll, struct vcube_status *status);

/* A block of the node's heap; NULL: the node has failed. */
void *take_block(vcube_node *self, size_t bytes);

/* Bytes that distinguish messages by sender, receiver and number. */
void fill(void *data, size_t bytes, int from, int to, unsigned number);
bool is_filled(const void *data, size_t bytes, int from, int to, unsigned number);

/* Threads that keep the host's processors busy, so that nodes are delayed at any place. */
void host_busy(void);
void host_idle(void);

#endif
