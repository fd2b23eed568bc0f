/* SPDX-License-Identifier: BSD-2-Clause */
/* Lines of addresses; see the header. */
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

/* Starts addr2line; returns what it prints, or NULL. It needs no environment: what the program was
 * started with may be meant for that alone. */
static FILE *
ask(const char *file, const uintptr_t *at, int count, pid_t *child)
{
	char name[] = "addr2line", options[] = "-aiCfse", path[PATH_MAX];
	char address[VC_LINES_AT_ONCE][ADDRESS_ROOM];
	char *argv[VC_LINES_AT_ONCE + 4] = {name, options, path}, *const nothing[] = {NULL};
	posix_spawn_file_actions_t actions;
	int ends[2];

	/* /proc/self is another process there */
	if (realpath(file, path) == NULL || pipe2(ends, O_CLOEXEC) != 0)
		return NULL;
	for (int i = 0; i < count; i++) {
		snprintf(address[i], ADDRESS_ROOM, "0x%zx", (size_t)at[i]);
		argv[i + 3] = address[i];
	}
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	if (posix_spawnp(child, name, &actions, NULL, argv, nothing) != 0)
		*child = -1;
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	return fdopen(ends[0], "r");
}

/* Reads of each place "0x12", then pairs of lines: "main", and "prog.c:12" and perhaps more words. */
static int
read_answers(FILE *answers, vc_line_told *told, void *arg)
{
	char function[LINE_ROOM], line[LINE_ROOM];
	int place = -1;

	while (fgets(function, sizeof function, answers) != NULL) {
		if (strncmp(function, "0x", 2) == 0) {
			place++;
			continue;
		}
		if (fgets(line, sizeof line, answers) == NULL || place < 0)
			break;
		function[strcspn(function, "\n")] = '\0';
		line[strcspn(line, " \n")] = '\0';
		told(arg, place, function, line[0] == '?' || strstr(line, ":?") != NULL ||
		     strstr(line, ":0") != NULL ? NULL : line);
	}
	return place + 1;
}

int
vc_addr2line(const char *file, const uintptr_t *at, int count, vc_line_told *told, void *arg)
{
	pid_t child = -1;
	FILE *const answers = ask(file, at, count, &child);
	int done = 0;

	if (answers != NULL) {
		done = read_answers(answers, told, arg);
		fclose(answers);
	}
	if (child > 0)
		waitpid(child, NULL, 0);
	return done;
}
