/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A deadline for every test, a printed seed, machines that must open, runs that must go
 * well, and a busy host.
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

/* How many there are in an array. */
#define COUNT(array) (sizeof (array) / sizeof *(array))

/* Seconds for one test, or SIGALRM ends the program. Far more than any needs. */
enum { DEADLINE = 400 };

/* A test with its deadline. */
#define TEST(function) cmocka_unit_test_setup(function, set_deadline)
int set_deadline(void **state);

/* Runs the tests (of which $ONLY matches the name), after printing the seed:
 * $SEED, or the time. */
#define RUN_TESTS(tests) (begin_tests(), cmocka_run_group_tests(tests, NULL, NULL))
void begin_tests(void);
extern uint64_t seed;

/*
 * Sweeps try all there is, or, where $SHARE is N, about one Nth of it, drawn from
 * the seed: every algorithm with some of its cases, on machines that are not large.
 * So sanitizers get through all of them. For loops over cases that are numbered
 * from 0: where to begin, among `cases` of them, and how far the next one is.
 */
size_t first_case(uint64_t key, size_t cases);
size_t next_case(void);
/* The end of a loop over sizes: the second one, if not all is tried. */
int up_to(int whole, int less);

/* In a program: the node fails with the place and the words, if it is not so. */
#define CHECK(self, condition) \
	do { \
		if (!(condition)) \
			return vcube_fail((self), VCUBE_HERE ": %s", #condition); \
	} while (0)

/* A machine from its text; the test fails where there is none. */
vcube_machine *open_machine(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A run that ends with this code; else the test fails, with the report. */
void run_for(vcube_machine *machine, vcube_program *program, void *arg, int code);
void run_well(vcube_machine *machine, vcube_program *program, void *arg);

/* The same on a machine of its own. */
void try_for(const char *text, vcube_program *program, void *arg, int code);
void try_well(const char *text, vcube_program *program, void *arg);

/* A run that fails, with this code and these words; `arg` is the program's. */
void run_refused(const char *text, vcube_program *program, const char *arg, int code,
		 const char *words);

/* Clocks that are not the wall's, with threads as they come and in a drawn order. */
enum { CLOCKS = 4 };
extern const char *const each_clock[CLOCKS];

/* A run that goes well on this topology, with every clock, checked, limited and fuzzed. */
void try_everywhere(const char *topology, vcube_program *program, void *arg);

/* Does the last run's report, or its error, have these words? Else the test fails. */
void report_has(const vcube_machine *machine, const char *words);
void report_lacks(const vcube_machine *machine, const char *words);
void error_has(const struct vcube_error *error, int code, const char *words);

/* A vcube_program: rank 1 sends rank 0 an int, which receives it from there, or, if the
 * bool `arg` points to is true, from any. */
int one_message(vcube_node *self, void *arg);

/* What a node watches by this name, between two steps or after the run; false: nothing. */
bool find_watched(const vcube_machine *machine, int rank, const char *name,
		  struct vcube_watched *watched);

/* Is the node's time the host's? */
bool is_wall(vcube_node *self);

/* Ends a request, by polls or by a wait. */
int finish_request(vcube_node *self, vcube_request *request, bool poll, struct vcube_status *status);

/* A block of the node's heap; where there is none, NULL, and the node has failed. */
void *take_block(vcube_node *self, size_t bytes);

/* Bytes that tell sender, receiver and number of a message apart. */
void fill(void *data, size_t bytes, int from, int to, unsigned number);
bool is_filled(const void *data, size_t bytes, int from, int to, unsigned number);

/* Threads that keep the host's processors busy, so that nodes are held up at
 * any place. */
void host_busy(void);
void host_idle(void);

#endif
