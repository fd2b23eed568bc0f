/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions of libc that vcuberun, the main program, exports, so that they replace libc's in
 * copies and in libraries: what libc's do to the process, they do to the rank that calls them.
 */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vcube/mpi.h>
#include "leave.h"
#include "output.h"
#include "rank.h"
#include "theirs.h"

#define EXPORTED __attribute__((visibility("default")))

const char *__tsan_default_suppressions(void);

/* Does a rank call? Not so in a child of fork(). */
static bool
in_rank(void)
{
	return rank_here && getpid() == rank_process;
}

EXPORTED void
exit(int status)
{
	if (in_rank())
		rank_exit(status);
	if (!rank_here)
		leave(status);
	fflush(NULL);
	_exit(status);
}

EXPORTED void
_exit(int status)
{
	if (in_rank())
		rank_exit_now(status);
	THEIRS(_exit)(status);
	__builtin_unreachable();
}

EXPORTED void
_Exit(int status)
{
	_exit(status);
}

EXPORTED void
quick_exit(int status)
{
	_exit(status);
}

/* A library has the environment of the rank that calls it, as the program does by mpi/own/. */
EXPORTED char *
getenv(const char *name)
{
	return rank_here ? rank_here->copy.own->getenv(name) : THEIRS(getenv)(name);
}

EXPORTED char *
secure_getenv(const char *name)
{
	return rank_here ? rank_here->copy.own->getenv(name) : THEIRS(secure_getenv)(name);
}

EXPORTED int
setenv(const char *name, const char *value, int overwrite)
{
	return rank_here ? rank_here->copy.own->setenv(name, value, overwrite) :
	       THEIRS(setenv)(name, value, overwrite);
}

EXPORTED int
putenv(char *entry)
{
	return rank_here ? rank_here->copy.own->putenv(entry) : THEIRS(putenv)(entry);
}

EXPORTED int
unsetenv(const char *name)
{
	return rank_here ? rank_here->copy.own->unsetenv(name) : THEIRS(unsetenv)(name);
}

EXPORTED int
clearenv(void)
{
	return rank_here ? rank_here->copy.own->clearenv() : THEIRS(clearenv)();
}

EXPORTED int
fflush(FILE *stream)
{
	if (!stream || stream == stdout || stream == stderr)
		output_flush();
	return THEIRS(fflush)(stream);
}

/* Our streams are no files; those of a program are. */
EXPORTED int
fileno(FILE *stream)
{
	return stream == stdout ? STDOUT_FILENO : stream == stderr ? STDERR_FILENO :
	       THEIRS(fileno)(stream);
}

/* Lines are also those of programs, and of Fortran, that do without stdio. */
EXPORTED ssize_t
write(int file, const void *bytes, size_t count)
{
	if (in_rank() && (file == STDOUT_FILENO || file == STDERR_FILENO))
		return output_write(file, bytes, count);
	return THEIRS(write)(file, bytes, count);
}

static bool
is_shared(FILE *stream)
{
	return rank_here && (stream == stdout || stream == stderr || stream == stdin ||
			     stream == rank_no_input());
}

/* What one rank closes, the others still use. */
EXPORTED int
fclose(FILE *stream)
{
	return is_shared(stream) ? fflush(stream) : THEIRS(fclose)(stream);
}

/* Our streams have no buffer, which all ranks would share. */
EXPORTED int
setvbuf(FILE *stream, char *buffer, int mode, size_t size)
{
	if (is_shared(stream))
		return 0;
	return THEIRS(setvbuf)(stream, buffer, mode, size);
}

EXPORTED void
setbuf(FILE *stream, char *buffer)
{
	setvbuf(stream, buffer, buffer ? _IOFBF : _IONBF, BUFSIZ);
}

EXPORTED void
setlinebuf(FILE *stream)
{
	setvbuf(stream, NULL, _IOLBF, 0);
}

/* What a rank puts in the place of a stream, which other ranks still use */
EXPORTED FILE *
freopen(const char *path, const char *mode, FILE *stream)
{
	FILE *opened;
	int file;

	if (!in_rank() || !is_shared(stream))
		return THEIRS(freopen)(path, mode, stream);
	if (!path)
		return stream;
	opened = fopen(path, mode);
	if (!opened)
		return NULL;
	if (stream != stdout && stream != stderr)
		return *rank_here->copy.own->input = opened;
	file = dup(THEIRS(fileno)(opened));
	fclose(opened);
	if (file < 0)
		return NULL;
	output_turn(stream == stdout ? STDOUT_FILENO : STDERR_FILENO, file);
	return stream;
}

/* Another file in the place of standard output or error; or that of the process again, which the
 * rank had kept */
static int
turn(int from, int to)
{
	struct stat given, ours;
	int file = 0;

	if (fstat(from, &given))
		return -1;
	if (fstat(to, &ours) || given.st_dev != ours.st_dev || given.st_ino != ours.st_ino) {
		file = dup(from);
		if (file < 0)
			return -1;
	}
	output_turn(to, file);
	return to;
}

EXPORTED int
dup2(int from, int to)
{
	if (in_rank() && from != to && (to == STDOUT_FILENO || to == STDERR_FILENO))
		return turn(from, to);
	return THEIRS(dup2)(from, to);
}

/* A thread, and the rank that it belongs to */
struct thread {
	struct rank *rank;
	void *(*run)(void *arg);
	void *arg;
};

static void *
run_thread(void *arg)
{
	struct thread t = *(struct thread *)arg;
	void *result;

	free(arg);
	rank_here = t.rank;
	result = t.run(t.arg);
	if (result == &vcube_mpi_thread_ended)
		leave_soon(t.rank, "an MPI call failed in a thread other than its first", false);
	return result;
}

static int
create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *arg)
{
	struct thread *t = malloc(sizeof *t);
	int code;

	if (!t)
		return EAGAIN;
	*t = (struct thread) { rank_here, run, arg };
	code = THEIRS(pthread_create)(thread, attributes, run_thread, t);
	if (code)
		free(t);
	return code;
}

EXPORTED int
pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *arg)
{
	if (!in_rank())
		return THEIRS(pthread_create)(thread, attributes, run, arg);
	return vcube_mpi_thread_create(create, thread, attributes, run, arg);
}

EXPORTED int
pthread_join(pthread_t thread, void **result)
{
	if (!in_rank())
		return THEIRS(pthread_join)(thread, result);
	return vcube_mpi_thread_join(THEIRS(pthread_join), thread, result);
}

/* --- for sanitizers */

/* The library orders threads by means that the thread sanitizer does not see, unless it was
 * built with that. */
EXPORTED const char *
__tsan_default_suppressions(void)
{
#ifdef __SANITIZE_THREAD__
	return "";
#else
	return "called_from_lib:libvcube.so\ncalled_from_lib:libvcube-mpi.so\n";
#endif
}
