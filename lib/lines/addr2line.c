/* SPDX-License-Identifier: BSD-2-Clause */
/* Lines of addresses; see the header. */
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "addr2line.h"

enum { LINE_ROOM = 512, ADDRESS_ROOM = 20 };

/* A return address is that of the instruction behind the call. */
struct vc_code
vc_code_of(const void *returns_to)
{
	const char *const call = (const char *)returns_to - 1;
	struct vc_code code = {.file = NULL};
	uintptr_t base;
	Dl_info info;
#ifdef RTLD_DL_LINKMAP
	struct link_map *map = NULL;

	if (dladdr1(call, &info, (void **)&map, RTLD_DL_LINKMAP) == 0 || map == NULL)
		return code;
	code.file = map->l_name[0] != '\0' ? map->l_name : "/proc/self/exe";
	base = (uintptr_t)map->l_addr;
#else
	/* right for code that can lie anywhere, as is usual */
	if (dladdr(call, &info) == 0)
		return code;
	code.file = info.dli_fname;
	base = (uintptr_t)info.dli_fbase;
#endif
	code.at = (uintptr_t)call - base;
	code.symbol = info.dli_sname;
	code.past = (uintptr_t)call - (uintptr_t)info.dli_saddr;
	return code;
}

/* What addr2line prints. */
struct answers {
	int from;
	ssize_t at, end;
	char text[1024];
};

/*
 * Other threads may have held any lock when the process was copied. Those of a sanitizer are taken
 * by dup2() and _exit(), so the kernel is asked directly.
 */
static _Noreturn void
become(const char *name, char *const *argv, int out, int errors)
{
	char *const nothing[] = {NULL};         /* what the program was started with may be meant for
						   that alone */

	syscall(SYS_dup3, out, STDOUT_FILENO, 0);
	syscall(SYS_dup3, errors, STDERR_FILENO, 0);
	execvpe(name, argv, nothing);
	for (;;)
		syscall(SYS_exit_group, 127);
}

/* Starts addr2line. Returns its process, or -1. Calls no malloc(), whose lock the caller may
 * hold. */
static pid_t
ask(const char *file, const uintptr_t *at, int count, int *answers)
{
	char name[] = "addr2line", options[] = "-aiCfse", path[PATH_MAX];
	char address[VC_LINES_AT_ONCE][ADDRESS_ROOM];
	char *argv[VC_LINES_AT_ONCE + 4] = {name, options, path};
	int ends[2], nowhere;
	pid_t child;

	/* /proc/self is another process there */
	if (realpath(file, path) == NULL || pipe2(ends, O_CLOEXEC) != 0)
		return -1;
	for (int i = 0; i < count; i++) {
		snprintf(address[i], ADDRESS_ROOM, "0x%zx", (size_t)at[i]);
		argv[i + 3] = address[i];
	}
	nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
	child = _Fork();
	if (child == 0)
		become(name, argv, ends[1], nowhere);
	close(nowhere);
	close(ends[1]);
	*answers = ends[0];
	if (child < 0)
		close(ends[0]);
	return child;
}

/* Returns the next byte, or -1 at the end. */
static int
next_byte(struct answers *a)
{
	if (a->at == a->end) {
		a->at = 0;
		a->end = read(a->from, a->text, sizeof a->text);
	}
	if (a->end <= 0) {
		a->end = a->at = 0;
		return -1;
	}
	return (unsigned char)a->text[a->at++];
}

/* Reads a line, cut to fit, without its end. Returns false if there is none. */
static bool
next_line(struct answers *a, char line[LINE_ROOM])
{
	size_t n = 0;
	int c;

	while ((c = next_byte(a)) >= 0 && c != '\n')
		if (n < LINE_ROOM - 1)
			line[n++] = (char)c;
	line[n] = '\0';
	return c >= 0 || n > 0;
}

/* Reads of each place "0x12", then pairs of lines: "main", and "prog.c:12" and perhaps more
 * words. */
static int
read_answers(struct answers *answers, vc_line_told *told, void *arg)
{
	char function[LINE_ROOM], line[LINE_ROOM];
	int place = -1;

	while (next_line(answers, function)) {
		if (strncmp(function, "0x", 2) == 0) {
			place++;
			continue;
		}
		if (!next_line(answers, line) || place < 0)
			break;
		line[strcspn(line, " ")] = '\0';
		told(arg, place, function, line[0] == '?' || strstr(line, ":?") != NULL ||
		     strstr(line, ":0") != NULL ? NULL : line);
	}
	return place + 1;
}

int
vc_addr2line(const char *file, const uintptr_t *at, int count, vc_line_told *told, void *arg)
{
	struct answers answers = {.at = 0, .end = 0};
	const pid_t child = ask(file, at, count, &answers.from);
	int done;

	if (child < 0)
		return 0;
	done = read_answers(&answers, told, arg);
	close(answers.from);
	waitpid(child, NULL, 0);
	return done;
}
