/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Commands that a rank starts: libc's functions would give them the environment of the process,
 * where these, which replace them as those of interpose.c do, give that of the rank. Also in a
 * child of fork().
 */
#include <errno.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "rank.h"
#include "theirs.h"

#define EXPORTED __attribute__((visibility("default")))

typedef int execute_file(const char *file, char *const words[], char *const environment[]);

static char **
environment_here(void)
{
	return rank_here ? *rank_here->copy.own->environment : environ;
}

EXPORTED int
execv(const char *file, char *const words[])
{
	return execve(file, words, environment_here());
}

EXPORTED int
execvp(const char *file, char *const words[])
{
	return execvpe(file, words, environment_here());
}

/* On the stack: in a child of fork() others may hold the locks of malloc() for ever. */
static int
execute_list(execute_file *execute, const char *file, const char *first, va_list rest)
{
	va_list again;
	int count = 1;

	va_copy(again, rest);
	while (va_arg(again, char *))
		count++;
	va_end(again);
	char *words[count + 1];

	words[0] = (char *)first;
	for (int i = 1; i <= count; i++)
		words[i] = va_arg(rest, char *);
	return execute(file, words, environment_here());
}

#define EXECUTE_LIST(name, execute) \
	EXPORTED int \
	name(const char *file, const char *first, ...) \
	{ \
		va_list rest; \
		int code; \
\
		va_start(rest, first); \
		code = execute_list(execute, file, first, rest); \
		va_end(rest); \
		return code; \
	}

EXECUTE_LIST(execl, execve)
EXECUTE_LIST(execlp, execvpe)

EXPORTED int
system(const char *command)
{
	char *const words[] = { (char *)"sh", (char *)"-c", (char *)command, NULL };
	int status, code;
	pid_t child;

	if (!rank_here || !command)
		return THEIRS(system)(command);
	code = posix_spawn(&child, "/bin/sh", NULL, NULL, words, environment_here());
	if (code) {
		errno = code;
		return -1;
	}
	while ((code = waitpid(child, &status, 0)) < 0 && errno == EINTR)
		;
	return code < 0 ? -1 : status;
}

/* libc's knows how to end it, and takes `environ`. */
EXPORTED FILE *
popen(const char *command, const char *mode)
{
	static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
	FILE *stream;
	char **ours;

	if (!rank_here)
		return THEIRS(popen)(command, mode);
	pthread_mutex_lock(&opening);
	ours = environ;
	environ = environment_here();
	stream = THEIRS(popen)(command, mode);
	environ = ours;
	pthread_mutex_unlock(&opening);
	return stream;
}
