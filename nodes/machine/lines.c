/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lines of addresses: addr2line, which comes with the linker, reads them of the file that holds
 * the address. It is asked once for all addresses in a row that lie in one file.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "lines.h"

enum { AT_ONCE = 32, LINE_ROOM = 512, ADDRESS_ROOM = 20 };

struct place {
	const char *file;               /* NULL: not known */
	const char *symbol;             /* or NULL */
	uintptr_t at;                   /* in the file */
};

/* A return address is that of the instruction behind the call. */
static struct place
find(void *frame)
{
	void *const call = (char *)frame - 1;
	Dl_info info;
#ifdef RTLD_DL_LINKMAP
	struct link_map *map = NULL;

	if (dladdr1(call, &info, (void **)&map, RTLD_DL_LINKMAP) == 0 || map == NULL)
		return (struct place){.file = NULL};
	return (struct place){
		.file = map->l_name[0] != '\0' ? map->l_name : "/proc/self/exe",
		.symbol = info.dli_sname, .at = (uintptr_t)call - (uintptr_t)map->l_addr,
	};
#else
	/* right for code that can lie anywhere, as is usual */
	if (dladdr(call, &info) == 0)
		return (struct place){.file = NULL};
	return (struct place){
		.file = info.dli_fname, .symbol = info.dli_sname,
		.at = (uintptr_t)call - (uintptr_t)info.dli_fbase,
	};
#endif
}

/* Starts addr2line; returns what it prints, or NULL. */
static FILE *
ask(const char *file, char addresses[][ADDRESS_ROOM], int count, pid_t *child)
{
	char name[] = "addr2line", options[] = "-aiCfse", path[4096];
	char *argv[AT_ONCE + 4] = {name, options, path};
	posix_spawn_file_actions_t actions;
	int ends[2];

	/* /proc/self is another process there */
	if (realpath(file, path) == NULL || pipe2(ends, O_CLOEXEC) != 0)
		return NULL;
	for (int i = 0; i < count; i++)
		argv[i + 3] = addresses[i];
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	if (posix_spawnp(child, name, &actions, NULL, argv, environ) != 0)
		*child = -1;
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	return fdopen(ends[0], "r");
}

static void
write_symbol(FILE *out, int rank, const struct place *p)
{
	if (p->symbol != NULL)
		fprintf(out, "node %d in %s\n", rank, p->symbol);
}

/* Writes what addr2line says of some places: for each "0x12", then pairs of lines, "main" and
 * "prog.c:12" and perhaps more words. More than one pair: functions that were inlined. */
static int
write_answers(FILE *out, int rank, FILE *answers, const struct place *places)
{
	char function[LINE_ROOM], line[LINE_ROOM];
	int i = -1;

	while (fgets(function, sizeof function, answers) != NULL) {
		if (strncmp(function, "0x", 2) == 0) {
			i++;
			continue;
		}
		if (fgets(line, sizeof line, answers) == NULL || i < 0)
			break;
		function[strcspn(function, "\n")] = '\0';
		line[strcspn(line, " \n")] = '\0';
		if (line[0] != '?')
			fprintf(out, "node %d in %s at %s\n", rank, function, line);
		else if (places[i].symbol != NULL)
			write_symbol(out, rank, &places[i]);
	}
	return i + 1;
}

static void
write_some(FILE *out, int rank, const struct place *places, int count)
{
	char addresses[AT_ONCE][ADDRESS_ROOM];
	pid_t child = -1;
	FILE *answers;
	int done = 0;

	for (int i = 0; i < count; i++)
		snprintf(addresses[i], ADDRESS_ROOM, "0x%zx", (size_t)places[i].at);
	answers = ask(places[0].file, addresses, count, &child);
	if (answers != NULL) {
		done = write_answers(out, rank, answers, places);
		fclose(answers);
	}
	if (child > 0)
		waitpid(child, NULL, 0);
	for (; done < count; done++)
		write_symbol(out, rank, &places[done]);
}

void
vc_lines_write(FILE *out, int rank, void *const *frames, int count)
{
	struct place some[AT_ONCE];
	int n = 0;

	for (int i = 0; i < count; i++) {
		const struct place p = find(frames[i]);

		if (n > 0 && (n == AT_ONCE || p.file == NULL || strcmp(p.file, some[0].file) != 0)) {
			write_some(out, rank, some, n);
			n = 0;
		}
		if (p.file != NULL)
			some[n++] = p;
	}
	if (n > 0)
		write_some(out, rank, some, n);
}
