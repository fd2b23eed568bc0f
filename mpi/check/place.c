/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lines of the program for reports. They are read of the file that is mapped at the address:
 * copies of a program have their text from one file, so an address of any of them is looked up
 * as a place in that, once.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "addr2line.h"
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

/* Without a line the text is "main()"; of functions that were inlined there the innermost
 * counts. */
static void
take(void *text, int place, const char *function, const char *line)
{
	(void)place;
	if (*(char *)text != '\0')
		return;
	if (line != NULL)
		snprintf(text, PLACE_ROOM, "%s", line);
	else if (function[0] != '?')
		snprintf(text, PLACE_ROOM, "%.150s()", function);
}

/* The function, where there is no addr2line */
static void
name_function(const struct vc_code *code, char text[PLACE_ROOM])
{
	const char *const name = strrchr(code->file, '/');

	if (code->symbol != NULL)
		snprintf(text, PLACE_ROOM, "%.120s+0x%zx", code->symbol, (size_t)code->past);
	else
		snprintf(text, PLACE_ROOM, "%.120s+0x%zx", name == NULL ? code->file : name + 1,
			 (size_t)code->at);
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
	const struct vc_code code = vc_code_of(site);
	const struct known *k;
	char file[FILE_ROOM];

	text[0] = '\0';
	if (site == NULL || code.file == NULL || !find_file((const char *)site - 1, file)) {
		snprintf(text, PLACE_ROOM, "an unknown location");
		return text;
	}
	pthread_mutex_lock(&lock);
	k = find(file, code.at);
	if (k != NULL) {
		snprintf(text, PLACE_ROOM, "%s", k->text);
	} else {
		vc_addr2line(file, &code.at, 1, take, text);
		if (text[0] == '\0')
			name_function(&code, text);
		remember(file, code.at, text);
	}
	pthread_mutex_unlock(&lock);
	return text;
}
