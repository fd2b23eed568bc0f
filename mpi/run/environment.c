/* SPDX-License-Identifier: BSD-2-Clause */
/* The environment with which a rank begins. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "rank.h"

/* Launchers set them; all ranks are on one host. */
static const char *const of_rank[] = {
	"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_LOCAL_RANK", "PMI_RANK", "MPI_LOCALRANKID",
};
static const char *const of_ranks[] = {
	"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE", "PMI_SIZE", "MPI_LOCALNRANKS",
};
#define NAMES (sizeof of_rank / sizeof *of_rank)
#define ROOM 48         /* of one of them, with its value */

extern char **environ;

static bool
has_name(const char *entry, const char *name)
{
	const size_t length = strlen(name);

	return strncmp(entry, name, length) == 0 && entry[length] == '=';
}

static bool
is_ours(const char *entry)
{
	for (size_t i = 0; i < NAMES; i++)
		if (has_name(entry, of_rank[i]) || has_name(entry, of_ranks[i]))
			return true;
	return false;
}

char **
environment_of(int rank, int ranks)
{
	size_t given = 0, n = 0;
	char **all, *room;

	while (environ && environ[given])
		given++;
	all = malloc((given + 2 * NAMES + 1) * sizeof *all + 2 * NAMES * ROOM);
	if (!all)
		return NULL;
	room = (char *)(all + given + 2 * NAMES + 1);
	for (size_t i = 0; i < given; i++)
		if (!is_ours(environ[i]))
			all[n++] = environ[i];
	for (size_t i = 0; i < 2 * NAMES; i++, room += ROOM) {
		snprintf(room, ROOM, "%s=%d", i < NAMES ? of_rank[i] : of_ranks[i - NAMES],
			 i < NAMES ? rank : ranks);
		all[n++] = room;
	}
	all[n] = NULL;
	return all;
}
