/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A rank: its copy of the program, from the constructors to the exit status.
 */
#ifndef RANK_H
#define RANK_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <vcube/machine.h>
#include "copy.h"
#include "output.h"

struct rank {
	int number;
	int status;                     /* its exit status, after it has run */
	pthread_t thread;               /* its first */
	char **arguments, **environment;
	struct copy copy;
	struct line lines[2];           /* of standard output and error */
	uint64_t printed;               /* digest of what it has written to standard output */
};

/* What all ranks run. */
struct program {
	struct image image;
	int argc;
	char **argv;
	bool explores;                  /* it runs in many orders: orders.h */
	struct rank *ranks;
};

/* The rank of the calling thread, or NULL. Threads that a rank makes are of the same rank. */
extern _Thread_local struct rank *rank_here;
/* That of which the thread was, once its program has ended; or NULL */
extern _Thread_local struct rank *rank_ended;
/* The process of all ranks; children that they fork are none. */
extern pid_t rank_process;

/* Returns the environment with which a rank begins: that of the process, with the variables by
 * which programs find their rank before MPI_Init(); to be freed, but not its texts before. Returns
 * NULL without memory. */
char **environment_of(int rank, int ranks);

/* Returns the standard input of ranks other than 0: it is at its end. */
FILE *rank_no_input(void);

/* Loads the copies of all ranks: in one thread, before others begin, since the host maps memory
 * faster then. Returns 0, or VCUBE_EHOST with a sentence. rank_unload() releases the ranks; the
 * copies stay. */
int rank_load(struct program *program, int ranks, struct vcube_error *error);
void rank_unload(struct program *program, int ranks);

/* Runs a struct program on its ranks, to be passed to vcube_run(). */
int rank_run(vcube_node *self, void *program);

/* Ends the calling rank, as exit() and _exit() do. In another thread than the rank's first
 * the process ends. */
_Noreturn void rank_exit(int status);
_Noreturn void rank_exit_now(int status);

#endif
