/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A run of the command in a process of its own.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "base/status.h"
#include "base/text.h"
#include "commands.h"
#include "lab/job.h"

enum {
	OUTPUT_MOST = 64 << 20, SAID_MOST = 32 << 10, FILE_MOST = 1 << 30, PIPE_BYTES = 1 << 20,
	READY = 8 << 20,
};

int64_t
job_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Have the host give at once what memory a run takes: it is slower page by page. */
static void
make_ready(void)
{
	char *memory;

	mallopt(M_MMAP_THRESHOLD, 2 * READY);
	mallopt(M_TRIM_THRESHOLD, INT_MAX);
	memory = malloc(READY);
	if (memory) {
		char *const page = memory + (-(uintptr_t)memory & 4095);

		madvise(page, READY - 4096, MADV_POPULATE_WRITE);
	}
	free(memory);
}

/* What a child has open: the command line comes from CHILD_WORDS, and results go to CHILD_OUT,
 * so that what programs print is not among them. */
enum { CHILD_OUT = 3, CHILD_WORDS, CHILD_FDS };

/* In the child: nothing of the server's stays open, and relative paths lead nowhere. */
static void
part_from_server(int words, int out, int err, int said, pid_t parent)
{
	const struct rlimit no_core = { 0, 0 }, files = { FILE_MOST, FILE_MOST };
	const int nothing = open("/dev/null", O_RDWR);
	sigset_t none;

	/* out of each other's way */
	words = fcntl(words, F_DUPFD, CHILD_FDS);
	out = fcntl(out, F_DUPFD, CHILD_FDS);
	err = fcntl(err, F_DUPFD, CHILD_FDS);
	said = fcntl(said, F_DUPFD, CHILD_FDS);

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(STATUS_FAILED);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	setrlimit(RLIMIT_CORE, &no_core);
	setrlimit(RLIMIT_FSIZE, &files);
	if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(said, 1) < 0 || dup2(err, 2) < 0 ||
	    dup2(out, CHILD_OUT) < 0 || dup2(words, CHILD_WORDS) < 0 || chdir("/") ||
	    close_range(CHILD_FDS, UINT_MAX, 0))
		_exit(STATUS_FAILED);
	fcntl(CHILD_OUT, F_SETFD, FD_CLOEXEC);
	fcntl(CHILD_WORDS, F_SETFD, FD_CLOEXEC);
	results_apart(fdopen(CHILD_OUT, "w"));
}

/* Wait for the command line; the server may end before it has one. */
static char **
take_words(int from, int *argc)
{
	const ssize_t size = recv(from, NULL, 0, MSG_PEEK | MSG_TRUNC);
	char **argv = NULL, *words;
	int count = 0;

	if (size <= 0)
		_exit(STATUS_FINE);
	words = grow(NULL, (size_t)size, 1);
	if (recv(from, words, (size_t)size, 0) != size)
		_exit(STATUS_FAILED);
	for (ssize_t at = 0; at < size; at += (ssize_t)strlen(words + at) + 1)
		APPEND(argv, count, words + at);
	*argc = count;
	APPEND(argv, count, NULL);
	return argv;
}

/* The command is there already: to load it again would take longer than many a run. */
_Noreturn static void
become(int words, int out, int err, int said, pid_t parent)
{
	char **argv;
	int argc;

	part_from_server(words, out, err, said, parent);
	make_ready();
	argv = take_words(CHILD_WORDS, &argc);
	exit(command_line(argc, argv));
}

/* The pipes between the two, by what passes; the server has the first end of each, and the child
 * the second. */
enum { WORDS, OUT, ERR, SAID, PIPES };

static bool
open_pipes(int (*pipes)[2])
{
	memset(pipes, -1, PIPES * sizeof *pipes);
	return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pipes[WORDS]) == 0 &&
	       pipe2(pipes[OUT], O_CLOEXEC) == 0 && pipe2(pipes[ERR], O_CLOEXEC) == 0 &&
	       pipe2(pipes[SAID], O_CLOEXEC) == 0;
}

static void
close_ends(int (*pipes)[2], int end)
{
	for (int i = 0; i < PIPES; i++)
		if (pipes[i][end] >= 0)
			close(pipes[i][end]);
}

bool
job_prepare(struct job *job)
{
	const pid_t parent = getpid();
	int pipes[PIPES][2];
	const bool open = open_pipes(pipes);

	*job = (struct job) { .pid = open ? fork() : -1 };
	if (job->pid == 0)
		become(pipes[WORDS][1], pipes[OUT][1], pipes[ERR][1], pipes[SAID][1], parent);
	close_ends(pipes, 1);
	if (job->pid < 0) {
		close_ends(pipes, 0);
		job->pid = 0;
		return false;
	}
	job->words = pipes[WORDS][0];
	job->out.fd = pipes[OUT][0];
	job->err.fd = pipes[ERR][0];
	job->said.fd = pipes[SAID][0];
	setpgid(job->pid, job->pid);
	fcntl(job->out.fd, F_SETPIPE_SZ, PIPE_BYTES);   /* or as much as the host allows */
	fcntl(job->out.fd, F_SETFL, O_NONBLOCK);
	fcntl(job->err.fd, F_SETFL, O_NONBLOCK);
	fcntl(job->said.fd, F_SETFL, O_NONBLOCK);
	return true;
}

/* As one message; false if nobody takes it. */
static bool
give_words(const struct job *job, int argc, char **argv)
{
	size_t size = 0;
	char *words;
	bool given;

	for (int i = 0; i < argc; i++)
		size += strlen(argv[i]) + 1;
	words = grow(NULL, size, 1);
	for (size_t i = 0, at = 0; at < size; at += strlen(argv[i++]) + 1)
		strcpy(words + at, argv[i]);
	given = send(job->words, words, size, MSG_NOSIGNAL) == (ssize_t)size;
	discard(words);
	return given;
}

bool
job_start(struct job *job, int argc, char **argv, int seconds)
{
	if (!job->pid || !give_words(job, argc, argv)) {
		job_end(job);           /* it may have been killed while it waited */
		if (!job_prepare(job) || !give_words(job, argc, argv)) {
			job_end(job);
			return false;
		}
	}
	job->seconds = seconds;
	job->deadline = job_now() + (int64_t)seconds * 1000;
	return true;
}

static void
keep(struct stream *s, const char *chunk, size_t size)
{
	const size_t room = s->size ? (size_t)1 << (64 - __builtin_clzl(s->size)) : 0;

	if (s->size + size >= room)
		s->data = grow(s->data, (size_t)1 << (64 - __builtin_clzl(s->size + size)), 1);
	memcpy(s->data + s->size, chunk, size);
	s->size += size;
	s->data[s->size] = '\0';
}

/* Read what there is; false once it is too much. */
static bool
read_all(struct stream *s)
{
	char chunk[65536];
	ssize_t got;

	while ((got = read(s->fd, chunk, sizeof chunk)) > 0) {
		if (s->size + (size_t)got > OUTPUT_MOST)
			return false;
		keep(s, chunk, (size_t)got);
	}
	return true;
}

/* Read what the program has printed, of which the beginning is kept. It may print faster than
 * anybody reads. */
static void
read_said(struct job *job)
{
	char chunk[65536];
	ssize_t got = sizeof chunk;

	for (int left = 16; left > 0 && (got = read(job->said.fd, chunk, sizeof chunk)) > 0; left--) {
		const size_t room = SAID_MOST - job->said.size;
		const size_t kept = (size_t)got < room ? (size_t)got : room;

		for (size_t i = 0; i < kept; i++)
			chunk[i] = chunk[i] ? chunk[i] : '?';
		if (kept > 0)
			keep(&job->said, chunk, kept);
		job->unsaid += (size_t)got - kept;
	}
}

static void
stop(struct job *job)
{
	kill(-job->pid, SIGKILL);
	while (waitpid(job->pid, &job->status, 0) < 0 && errno == EINTR)
		;
	job->pid = 0;
}

bool
job_poll(struct job *job)
{
	siginfo_t info = { 0 };

	if (job->pid == 0)
		return true;
	job->large = !read_all(&job->out) || !read_all(&job->err);
	read_said(job);
	job->late = job_now() >= job->deadline;
	/* Do not reap it yet: its number must stay its own until its group is killed. */
	if (waitid(P_PID, (id_t)job->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid)
		job->late = false;
	else if (!job->large && !job->late)
		return false;
	stop(job);
	read_all(&job->out);
	read_all(&job->err);
	read_said(job);
	return true;
}

static void
close_stream(struct stream *s)
{
	if (s->fd > 0)
		close(s->fd);
	discard(s->data);
	*s = (struct stream) { 0 };
}

void
job_end(struct job *job)
{
	if (job->pid)
		stop(job);
	close_stream(&job->out);
	close_stream(&job->err);
	close_stream(&job->said);
	if (job->words > 0)
		close(job->words);
	job->words = 0;
}

char *
job_said(const struct job *job, size_t *unsaid)
{
	/* a run that fails complains there */
	const bool complains = WIFEXITED(job->status) && WEXITSTATUS(job->status) != STATUS_FINE;
	const size_t size = complains ? 0 : job->err.size, most = size < SAID_MOST ? size : SAID_MOST;

	*unsaid = job->unsaid + size - most;
	return text("%s%.*s", job->said.size ? job->said.data : "", (int)most, size ? job->err.data : "");
}

bool
job_well(const struct job *job, char **sentence)
{
	*sentence = NULL;
	if (job->late)
		*sentence = text("The run took more than %d second%s, and was stopped; `vcube lab --seconds N' "
				 "gives it longer.", job->seconds, job->seconds == 1 ? "" : "s");
	else if (job->large)
		*sentence = text("The run wrote more than the lab shows, and was stopped.");
	else if (WIFSIGNALED(job->status))
		*sentence = text("The run crashed: %s. The lab goes on.", strsignal(WTERMSIG(job->status)));
	else if (job->out.size == 0)
		*sentence = text("%s", job->err.size ? job->err.data : "The run ended without a word.");
	return *sentence == NULL;
}
