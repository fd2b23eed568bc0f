/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcube launch: starts processes that share machines, connected by pairs of sockets. They find
 * their descriptors in VCUBE_SOCKETS, and VCUBE_TRANSPORT says that machines use them.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/status.h"
#include "base/text.h"
#include "commands.h"

enum { PROCESSES_MOST = 128 };

/* How long, in seconds, the others of a process that has died have to say so. */
enum { GRACE = 5 };

struct launch {
	int count;
	char **program;         /* with its arguments, up to NULL */
};

/* pair[i][j] is the end that process i has of the socket to process j. */
static int pair[PROCESSES_MOST][PROCESSES_MOST];
static pid_t started[PROCESSES_MOST];
static int count;
static struct rlimit descriptors;       /* that a program may have */

static void
connect_all(void)
{
	struct rlimit most;
	int ends[2];

	/* most shells allow 1024, and 33 processes have more */
	getrlimit(RLIMIT_NOFILE, &descriptors);
	most = descriptors;
	most.rlim_cur = most.rlim_max;
	setrlimit(RLIMIT_NOFILE, &most);
	for (int i = 0; i < count; i++)
		for (int j = 0; j < i; j++) {
			if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0)
				die(STATUS_FAILED, "the host refused the %d sockets of %d processes (%s); "
				    "allow more by ulimit -n, or start fewer", count * (count - 1), count,
				    strerror(errno));
			pair[i][j] = ends[0];
			pair[j][i] = ends[1];
		}
}

/* The process: keeps its own descriptors, and becomes the program. */
static void
become(int process, char **program)
{
	char *place = text("%d:", process);

	for (int j = 0; j < count; j++) {
		if (j != process && fcntl(pair[process][j], F_SETFD, 0) < 0)
			die(STATUS_FAILED, "a socket cannot be kept (%s)", strerror(errno));
		place = text("%s%s%d", place, j > 0 ? "," : "", j == process ? -1 : pair[process][j]);
	}
	setrlimit(RLIMIT_NOFILE, &descriptors);
	setenv("VCUBE_SOCKETS", place, 1);
	setenv("VCUBE_TRANSPORT", "sockets", 1);
	execvp(program[0], program);
	/* all complain of the same, except of a host that is short of something */
	if (process > 0 && errno != ENOMEM && errno != EAGAIN)
		_exit(STATUS_FAILED);
	die(STATUS_FAILED, "%s cannot be started (%s)", program[0], strerror(errno));
}

static void
start(int process, char **program)
{
	const pid_t command = getpid();

	fflush(NULL);
	started[process] = fork();
	if (started[process] < 0)
		die(STATUS_FAILED, "the host refused process %d of %d (%s)", process, count,
		    strerror(errno));
	if (started[process] > 0)
		return;
	/* no process outlives the command, not even if that ends before this is said */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() == command)
		become(process, program);
	_exit(STATUS_FAILED);
}

static void
close_all(void)
{
	for (int i = 0; i < count; i++)
		for (int j = 0; j < count; j++)
			if (i != j)
				close(pair[i][j]);
}

static void
end_rest(int number)
{
	(void)number;
	for (int i = 0; i < count; i++)
		if (started[i] > 0)
			kill(started[i], SIGKILL);
}

static int
number_of(pid_t pid)
{
	int i = 0;

	while (i < count && started[i] != pid)
		i++;
	return i;
}

/* Wait for one process. Return its exit status; 128 and the signal's number if one ended it. */
static int
await_one(int *process, bool *died)
{
	int how;
	pid_t pid;

	while ((pid = wait(&how)) < 0 && errno == EINTR)
		;
	*process = pid < 0 ? count : number_of(pid);
	*died = pid > 0 && WIFSIGNALED(how);
	if (*process < count)
		started[*process] = 0;
	return *died ? 128 + WTERMSIG(how) : pid > 0 ? WEXITSTATUS(how) : 0;
}

/* Wait for all. The first process that a signal ended decides the status, then the lowest one
 * that failed. */
static int
await_all(void)
{
	int status = 0, lowest = count, process;
	bool died, any = false;

	for (int left = count; left > 0; left--) {
		const int one = await_one(&process, &died);

		if (died && !any) {
			any = true;
			status = one;
			complain(STATUS_FAILED, "process %d of %d has died (%s)", process, count,
				 strsignal(one - 128));
			/* the others end by themselves, unless they are outside of the library */
			alarm(GRACE);
		}
		if (one != 0 && !any && process < lowest) {
			lowest = process;
			status = one;
		}
	}
	return status;
}

static void
take(void *into, char *word, struct argp_state *state)
{
	struct launch *l = into;
	char *end;
	const long n = strtol(word, &end, 10);

	if (*end || n < 1 || n > PROCESSES_MOST)
		argp_error(state, "'%s' is not a number of processes: 1 to %d",
			   word, PROCESSES_MOST);
	l->count = (int)n;
	l->program = state->argv + state->next;
	/* as other commands that start one: what follows is theirs no more */
	l->program += l->program[0] != NULL && strcmp(l->program[0], "--") == 0;
	state->next = state->argc;
}

static void
check(void *into, struct argp_state *state)
{
	const struct launch *l = into;

	if (l->count == 0 || !l->program[0])
		argp_error(state, "name a number of processes and a program, such as 4 vcube run allgather");
}

static int
run(int argc, char **argv)
{
	struct launch l = { 0 };

	command_parse(&launch_command, argc, argv, &l);
	/* who starts the command may ignore it, and then there is nothing to wait for */
	signal(SIGCHLD, SIG_DFL);
	count = l.count;
	connect_all();
	for (int i = 0; i < count; i++)
		start(i, l.program);
	close_all();
	signal(SIGALRM, end_rest);
	return await_all();
}

const struct command launch_command = {
	.name = "launch",
	.summary = "start processes of this host that share machines",
	.form = "N PROGRAM [ARGUMENT...]",
	.doc = "Starts a program in N processes, which share each machine that it opens: every "
	       "process runs a part of the nodes.\vThe exit status is that of the lowest process "
	       "that fails. If a signal ends one, all end.\n\n"
	       "Example:\n\n  vcube launch 4 vcube run allgather -t hypercube:6",
	.values = "...",
	.in_order = true,
	.word = take,
	.end = check,
	.run = run,
};
