/* SPDX-License-Identifier: BSD-2-Clause */
/* A rank: its copy of the program, from the constructors to the exit status. */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <vcube.h>
#include <vcube/mpi.h>
#include "leave.h"
#include "orders.h"
#include "rank.h"
#include "signals.h"

_Thread_local struct rank *rank_here, *rank_ended;
pid_t rank_process;

/* Copy the arguments, which a program may change, into one block. */
static char **
copy_arguments(int argc, char **argv)
{
	size_t bytes = ((size_t)argc + 1) * sizeof *argv;
	char **copy, *text;

	for (int i = 0; i < argc; i++)
		bytes += strlen(argv[i]) + 1;
	copy = malloc(bytes);
	if (!copy)
		return NULL;
	text = (char *)(copy + argc + 1);
	for (int i = 0; i < argc; i++) {
		copy[i] = text;
		text = stpcpy(text, argv[i]) + 1;
	}
	copy[argc] = NULL;
	return copy;
}

static FILE *nothing;

static void
open_nothing(void)
{
	nothing = fopen("/dev/null", "re");
}

FILE *
rank_no_input(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, open_nothing);
	return nothing;
}

/* A library has its own state of libc, too, if it was linked as a program is. */
static void
set_variables(const struct rank *rank, const struct own *own)
{
	*own->thread = rank->thread;
	*own->environment = rank->environment;
	*own->input = rank->number == 0 ? stdin : rank_no_input();
}

/* One rank at a time: libraries that all ranks share expect that nothing runs beside the first
 * constructors of a process. That of std::cout is not even complete for the second caller. */
static void
construct(const struct rank *rank, int argc)
{
	static pthread_mutex_t constructing = PTHREAD_MUTEX_INITIALIZER;

	pthread_mutex_lock(&constructing);
	copy_construct(&rank->copy, argc, rank->arguments, rank->environment);
	pthread_mutex_unlock(&constructing);
}

/* What vcube_mpi_main() runs as the program */
static int
run_copy(int argc, char **argv)
{
	struct rank *rank = rank_here;
	int status;

	rank->arguments = copy_arguments(argc, argv);
	rank->environment = environment_of(rank->number, vcube_size(vcube_mpi_node()));
	if (!rank->arguments || !rank->environment) {
		vcube_fail(vcube_mpi_node(), "no memory for the arguments of rank %d", rank->number);
		return 1;
	}
	for (int i = 0; i < rank->copy.image->library_count; i++)
		if (rank->copy.libraries[i].own)
			set_variables(rank, rank->copy.libraries[i].own);
	set_variables(rank, rank->copy.own);
	construct(rank, argc);
	status = rank->copy.own->main(argc, rank->arguments, *rank->copy.own->environment);
	rank_exit(status);
}

void
rank_exit(int status)
{
	struct rank *rank = rank_here;

	if (!pthread_equal(pthread_self(), rank->thread))
		leave_from_thread(rank, status & 0xff);
	copy_destroy(&rank->copy);
	rank_exit_now(status);
}

void
rank_exit_now(int status)
{
	if (!pthread_equal(pthread_self(), rank_here->thread))
		leave_from_thread(rank_here, status & 0xff);
	vcube_mpi_exit(status & 0xff);
}

int
rank_load(struct program *program, int ranks, struct vcube_error *error)
{
	int code = 0;

	rank_process = getpid();
	program->ranks = calloc((size_t)ranks, sizeof *program->ranks);
	if (!program->ranks) {
		snprintf(error->text, sizeof error->text, "no memory for %d ranks", ranks);
		return error->code = VCUBE_EHOST;
	}
	for (int i = 0; i < ranks && !code; i++) {
		program->ranks[i].number = i;
		code = copy_load(&program->ranks[i].copy, &program->image, i, error);
	}
	return code;
}

void
rank_unload(struct program *program, int ranks)
{
	for (int i = 0; program->ranks && i < ranks; i++) {
		free(program->ranks[i].arguments);
		free(program->ranks[i].environment);
		copy_free(&program->ranks[i].copy);
	}
	free(program->ranks);
}

/* In an exploration, an order in which a rank ends with a status has failed, and what it has
 * printed is its outcome. */
static int
result_of(vcube_node *self, const struct rank *rank)
{
	vcube_outcome(self, rank->printed);
	return rank->status;
}

/* Has another rank ended the run? That one says what it did. */
static bool
was_stopped(const vcube_node *self)
{
	return vcube_failed(self) == VCUBE_EABORT &&
	       strstr(vcube_failure(self)->text, " was stopped");
}

int
rank_run(vcube_node *self, void *arg)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	const struct program *program = arg;
	struct rank *rank = &program->ranks[vcube_rank(self)];
	void *stack = signals_begin();
	char name[16];

	if (program->explores)
		pthread_once(&once, orders_begin_copy);
	rank->thread = pthread_self();
	snprintf(name, sizeof name, "rank %d", rank->number);
	pthread_setname_np(rank->thread, name);         /* debuggers show it */
	rank_here = rank;
	unshare(CLONE_FS);      /* a folder and umask of its own, where the host lets it */
	rank->status = vcube_mpi_main(self, run_copy, program->argc, program->argv);
	output_end();
	if (vcube_failed(self) == VCUBE_EPROGRAM || vcube_failed(self) == VCUBE_EABORT)
		leave_soon(rank, vcube_failure(self)->text, was_stopped(self));
	rank_here = NULL;
	rank_ended = rank;
	signals_end(stack);
	return program->explores ? result_of(self, rank) : 0;
}
