/* SPDX-License-Identifier: BSD-2-Clause */
/* Signals that end the process: which rank they came from. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>
#include "deadly.h"
#include "rank.h"
#include "signals.h"

/* Say it, and let the signal do what it does. */
static void
name_rank(int signal, siginfo_t *info, void *context)
{
	const struct rank *rank = rank_here;
	char text[128];
	int length;

	(void)info, (void)context;
	sigaction(signal, &(struct sigaction) { .sa_handler = SIG_DFL }, NULL);
	raise(signal);
	if (rank) {
		/* glibc's snprintf() neither allocates nor locks for these */
		length = snprintf(text, sizeof text, "vcuberun: rank %d was killed by signal %d (%s)\n",
				  rank->number, signal, sigdescr_np(signal));
		/* which, unlike our write(), takes no lock */
		if (writev(STDERR_FILENO, &(struct iovec) { text, (size_t)length }, 1) < 0)
			return;
	}
}

void
signals_open(void)
{
	vc_deadly_handle(name_rank);
}

void *
signals_begin(void)
{
	const size_t size = (size_t)sysconf(_SC_SIGSTKSZ);
	const stack_t stack = { .ss_sp = malloc(size), .ss_size = size };

	if (stack.ss_sp)
		sigaltstack(&stack, NULL);
	return stack.ss_sp;
}

void
signals_end(void *stack)
{
	sigaltstack(&(stack_t) { .ss_flags = SS_DISABLE }, NULL);
	free(stack);
}
