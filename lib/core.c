/* SPDX-License-Identifier: BSD-2-Clause */
#include "core.h"
#include <stdio.h>
#include <string.h>

enum { THREADS_MOST = 8, TEXT = 100 };

/* Copies the list of the threads of a processor's core, as the host writes it. */
static bool
read_core(const char *folder, int processor, char text[TEXT])
{
	char path[300];
	FILE *file;
	bool told;

	snprintf(path, sizeof path, "%s/cpu%d/topology/thread_siblings_list", folder, processor);
	file = fopen(path, "re");
	if (file == NULL)
		return false;
	told = fgets(text, TEXT, file) != NULL;
	fclose(file);
	return told;
}

bool
vc_is_one_core(const char *folder, const int *processor, int n)
{
	char first[TEXT], other[TEXT];

	if (n < 2 || n > THREADS_MOST || !read_core(folder, processor[0], first))
		return false;
	for (int i = 1; i < n; i++)
		if (!read_core(folder, processor[i], other) || strcmp(first, other) != 0)
			return false;
	return true;
}
