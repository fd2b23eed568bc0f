/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lines of the program for reports: addr2line, which comes with the linker, reads them of the
 * file that is mapped at the address. Copies of a program have their text from one file, so an
 * address of any of them is looked up as a place in that, once.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "explain.h"

enum { FILE_ROOM = 4096 };

/* A place in a file, and what is known of it. */
struct known {
	struct known *next;
	uintptr_t at;
	char *file;
	char text[PLACE_ROOM];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct known *known;

/* Finds the file that is mapped at an address. */
static bool
find_file(const void *address, char file[FILE_ROOM])
{
	FILE *maps = fopen("/proc/self/maps", "re");
	char line[FILE_ROOM + 100];
	uintptr_t from, to;
	bool found = false;

	while (!found && maps != NULL && fgets(line, sizeof line, maps) != NULL)
		found = sscanf(line, "%zx-%zx %*s %*s %*s %*s %4095[^\n]", &from, &to, file) == 3
			&& (uintptr_t)address - from < to - from && file[0] == '/';
	if (maps != NULL)
		fclose(maps);
	return found;
}

/* Reads what addr2line prints: "main", then "prog.c:12" and perhaps more words. Without a line
 * the text is "main()". */
static bool
read_lines(int from, char text[PLACE_ROOM])
{
	FILE *lines = fdopen(from, "r");
	char function[PLACE_ROOM] = "?";
	bool found;

	if (lines == NULL) {
		close(from);
		return false;
	}
	found = fgets(function, sizeof function, lines) != NULL
		&& fgets(text, PLACE_ROOM, lines) != NULL;
	fclose(lines);
	if (!found)
		return false;
	text[strcspn(text, " \n")] = '\0';
	if (text[0] != '?' && strstr(text, ":?") == NULL && strstr(text, ":0") == NULL)
		return true;
	function[strcspn(function, "\n")] = '\0';
	snprintf(text, PLACE_ROOM, "%.150s()", function);
	return function[0] != '?';
}

static bool
ask(const char *file, uintptr_t at, char text[PLACE_ROOM])
{
	char name[] = "addr2line", options[] = "-Cfse", address[32];
	char *const argv[] = {name, options, (char *)file, address, NULL};
	char *const nothing[] = {NULL};
	posix_spawn_file_actions_t actions;
	int ends[2], status;
	pid_t child;
	bool found;

	snprintf(address, sizeof address, "0x%zx", (size_t)at);
	if (pipe2(ends, O_CLOEXEC) != 0)
		return false;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	if (posix_spawnp(&child, name, &actions, NULL, argv, nothing) != 0)
		child = -1;
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	found = read_lines(ends[0], text);
	return child > 0 && waitpid(child, &status, 0) == child && found;
}

/* The function, where there is no addr2line */
static void
name_function(const Dl_info *info, uintptr_t at, const void *address, char text[PLACE_ROOM])
{
	const char *file = info->dli_fname == NULL ? "?" : info->dli_fname;

	if (info->dli_sname != NULL)
		snprintf(text, PLACE_ROOM, "%.120s+0x%zx", info->dli_sname,
			 (size_t)((uintptr_t)address - (uintptr_t)info->dli_saddr));
	else
		snprintf(text, PLACE_ROOM, "%.120s+0x%zx",
			 strrchr(file, '/') == NULL ? file : strrchr(file, '/') + 1, (size_t)at);
}

static const struct known *
find(const char *file, uintptr_t at)
{
	const struct known *k = known;

	while (k != NULL && (k->at != at || strcmp(k->file, file) != 0))
		k = k->next;
	return k;
}

static void
remember(const char *file, uintptr_t at, const char *text)
{
	struct known *k = malloc(sizeof *k);

	if (k == NULL)
		return;
	*k = (struct known){.next = known, .at = at, .file = strdup(file)};
	snprintf(k->text, sizeof k->text, "%s", text);
	if (k->file == NULL)
		free(k);
	else
		known = k;
}

const char *
vcm_place(const void *site, char text[PLACE_ROOM])
{
	const char *call = (const char *)site - 1;      /* before its return */
	const struct known *k;
	char file[FILE_ROOM];
	Dl_info info = {0};
	uintptr_t at;

	if (site == NULL || dladdr(call, &info) == 0 || !find_file(call, file)) {
		snprintf(text, PLACE_ROOM, "an unknown place");
		return text;
	}
	at = (uintptr_t)call - (uintptr_t)info.dli_fbase;
	pthread_mutex_lock(&lock);
	k = find(file, at);
	if (k != NULL) {
		snprintf(text, PLACE_ROOM, "%s", k->text);
	} else {
		if (!ask(file, at, text))
			name_function(&info, at, call, text);
		remember(file, at, text);
	}
	pthread_mutex_unlock(&lock);
	return text;
}
