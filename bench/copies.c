/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Measures what a copy of an MPI program costs: loaded from a file of its own, as dlopen()
 * does it, and as vcuberun does it, with the text of all copies shared. Each measurement
 * runs in a process of its own.
 *
 *   copies PROGRAM
 */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/status.h"
#include "copy.h"
#include "measure.h"
#include "needs.h"

/* KiB of this process; of pages that several mappings share, each has its part */
static long
memory(void)
{
	FILE *file = fopen("/proc/self/smaps_rollup", "re");
	char line[128];
	long size = 0;

	while (file && fgets(line, sizeof line, file))
		if (sscanf(line, "Pss: %ld", &size) == 1)
			break;
	if (file)
		fclose(file);
	return size;
}

static void
load(const struct image *image, int count)
{
	struct vcube_error error;
	struct copy copy;

	for (int i = 0; i < count; i++)
		if (copy_load(&copy, image, i, &error))
			die(STATUS_FAILED, "%s", error.text);
}

/* The first copy loads the libraries, which are not counted. */
static void
measure(const char *path, int count, bool shared)
{
	struct vcube_error error;
	struct image image;
	struct copy first;
	long before;
	double begin, time;

	if (image_open(&image, path, &error) || needs_find(&image, NULL, NULL, &error) ||
	    copy_load(&first, &image, count, &error) || (!shared && copy_keep_files(&error)))
		die(STATUS_FAILED, "%s", error.text);
	before = memory();
	begin = measure_now();
	load(&image, count);
	time = measure_now() - begin;
	printf("%6d copies, %-19s %8.3f ms and %6.1f KiB each\n", count,
	       shared ? "text shared:" : "a file each:", time / 1e6 / count,
	       (double)(memory() - before) / count);
	fflush(stdout);
	copy_remove_files();
	_exit(0);
}

int
main(int argc, char **argv)
{
	static const int counts[] = { 64, 1024, 4096 };
	int status;

	command_name = "copies";
	if (argc != 2)
		die(STATUS_USAGE, "name a program that vcubecc has linked");
	for (int i = 0; i < 6; i++) {
		if (fork() == 0)
			measure(argv[1], counts[i / 2], i % 2);
		if (wait(&status) < 0)
			die(STATUS_FAILED, "a measurement did not start");
		if (WIFSIGNALED(status))
			die(STATUS_FAILED, "a measurement ended by %s", strsignal(WTERMSIG(status)));
		if (status != 0)
			return 1;       /* it has said why */
	}
	return 0;
}
