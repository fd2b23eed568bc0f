/* SPDX-License-Identifier: BSD-2-Clause */
/* MPI programs as tests: on machines that must open, with runs that go well or are refused. */
#ifndef RANKS_H
#define RANKS_H

#include <mpi.h>
#include <vcube/mpi.h>
#include "support.h"

/* In an MPI program: the rank fails with the place and the words, if it is not so. */
#define EXPECT(condition) \
	do { \
		if (!(condition)) { \
			vcube_fail(vcube_mpi_node(), VCUBE_HERE ": %s", #condition); \
			vcube_mpi_exit(1); \
		} \
	} while (0)
/* The call succeeds. */
#define WELL(call) EXPECT((call) == MPI_SUCCESS)

/* Runs an MPI program on a machine of its own; the test fails if the run does. */
void run_ranks(const char *machine, vcube_mpi_program *main);
/* The same on full:N for N from 1 to `most`, with the free and with the virtual clock; under
 * sanitizers on one of so many, which `key` varies. */
void run_sizes(uint64_t key, int most, vcube_mpi_program *main);
/* A run that fails; its report has these words. */
void run_ranks_refused(const char *machine, vcube_mpi_program *main, const char *words);

/* A test that is an MPI program, on up to `most` ranks. */
#define RANKS_TEST(name, most, main) \
	static void name(void **state) { (void)state; run_sizes(__LINE__, most, main); }

#endif
