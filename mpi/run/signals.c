/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Signals that end the process: which rank they came from, in which of its threads ever. Of the
 * first the library then reports the call and the lines.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>
#include "deadly.h"
#include "rank.h"
#include "signals.h"

/* Those of the library, which handles what nobody did when the machine was opened */
static struct sigaction before[VC_DEADLY];
static pthread_once_t taken = PTHREAD_ONCE_INIT;

/* By which programs, and what starts them, end a process */
static const int ending[] = { SIGHUP, SIGINT, SIGQUIT, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2 };

static void
write_text(const char *text, int length)
{
	/* which, unlike our write(), takes no lock */
	if (writev(STDERR_FILENO, &(struct iovec) { (char *)text, (size_t)length }, 1) < 0)
		return;
}

static void
say(const struct rank *rank, int signal)
{
	char text[160];
	/* glibc's snprintf() neither allocates nor locks for these */
	write_text(text, snprintf(text, sizeof text, "vcuberun: rank %d was killed by signal %d (%s)%s\n",
				  rank->number, signal, sigdescr_np(signal),
				  rank == rank_ended ? " after its program had ended" : ""));
}

/* The signal does what it does once its handler returns. */
static void
end_by(int signal)
{
	sigaction(signal, &(struct sigaction) { .sa_handler = SIG_DFL }, NULL);
	raise(signal);
}

/* Say it, and let the signal do what it does. */
static void
name_rank(int signal, siginfo_t *info, void *context)
{
	const struct rank *const rank = rank_here;

	if (rank && pthread_equal(rank->thread, pthread_self())) {
		say(rank, signal);
		for (size_t i = 0; i < VC_DEADLY; i++)
			if (vc_deadly[i].number == signal)
				before[i].sa_sigaction(signal, info, context);
		return;
	}
	end_by(signal);
	if (rank || rank_ended)
		say(rank ? rank : rank_ended, signal);
}

/* Of a signal that a rank sends to the process, any thread gets it, so nobody knows which rank did.
 * Who sends one from another process knows it. */
static void
name_sender(int signal, siginfo_t *info, void *context)
{
	char text[160];

	(void)context;
	end_by(signal);
	if ((info->si_code != SI_USER && info->si_code != SI_TKILL) || info->si_pid != rank_process)
		return;
	if (rank_here && info->si_code == SI_TKILL)
		say(rank_here, signal);
	else
		write_text(text, snprintf(text, sizeof text, "vcuberun: a rank killed all by signal %d (%s)\n",
					  signal, sigdescr_np(signal)));
}

/* What the library does not handle, the program does, or a sanitizer. */
static void
take(void)
{
	const struct sigaction ours = { .sa_sigaction = name_rank, .sa_flags = SA_SIGINFO | SA_ONSTACK };
	const struct sigaction other = { .sa_sigaction = name_sender, .sa_flags = SA_SIGINFO | SA_ONSTACK };
	struct sigaction now;

	for (size_t i = 0; i < VC_DEADLY; i++)
		if (sigaction(vc_deadly[i].number, NULL, &before[i]) == 0 &&
		    before[i].sa_flags & SA_SIGINFO)
			sigaction(vc_deadly[i].number, &ours, NULL);
	for (size_t i = 0; i < sizeof ending / sizeof *ending; i++)
		if (sigaction(ending[i], NULL, &now) == 0 && !(now.sa_flags & SA_SIGINFO) &&
		    now.sa_handler == SIG_DFL)
			sigaction(ending[i], &other, NULL);
}

void *
signals_begin(void)
{
	const size_t size = (size_t)sysconf(_SC_SIGSTKSZ);
	stack_t stack;

	pthread_once(&taken, take);
	if (sigaltstack(NULL, &stack) != 0 || !(stack.ss_flags & SS_DISABLE))
		return NULL;
	stack = (stack_t) { .ss_sp = malloc(size), .ss_size = size };
	if (stack.ss_sp)
		sigaltstack(&stack, NULL);
	return stack.ss_sp;
}

void
signals_end(void *stack)
{
	if (!stack)
		return;
	sigaltstack(&(stack_t) { .ss_flags = SS_DISABLE }, NULL);
	free(stack);
}
