/* SPDX-License-Identifier: BSD-2-Clause */
/* An exploration; see the header. */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vcube.h>
#include "base/status.h"
#include "orders.h"

static bool
is_file(int file)
{
	struct stat status;

	return fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

/* Put the file of this name in the place of standard input. */
static void
put(const char *path, off_t offset)
{
	const int file = open(path, O_RDONLY | O_CLOEXEC);

	if (file < 0)
		return;
	lseek(file, offset, SEEK_SET);
	dup2(file, STDIN_FILENO);
	close(file);
}

void
orders_keep_input(void)
{
	if (!is_file(STDIN_FILENO))
		put("/dev/null", 0);
}

/* Copies would move one offset, so each opens the file again. */
void
orders_begin_copy(void)
{
	rank_process = getpid();
	if (is_file(STDIN_FILENO))
		put("/proc/self/fd/0", lseek(STDIN_FILENO, 0, SEEK_CUR));
}

static void
show_progress(void *arg, const struct vcube_explored *explored)
{
	const struct program *program = arg;

	progress_show("%s: %" PRIu64 " orders, %" PRIu64 " failed", program->argv[0], explored->orders,
		      explored->failed);
}

/* An order is one or more keys with their values, between blanks. */
static void
print_options(FILE *out, const char *order)
{
	fputs("to run the first one alone, without --explore:", out);
	while (*order) {
		const int length = (int)strcspn(order, " ");

		fprintf(out, " --set %.*s", length, order);
		order += length + strspn(order + length, " ");
	}
	fputs("\n", out);
}

int
orders_run(vcube_machine *machine, struct program *program, struct vcube_error *error)
{
	const struct vcube_explore_limits limits = { .progress = show_progress, .arg = program };
	struct vcube_explored explored;
	const int code = vcube_explore_apart(machine, rank_run, program, &limits, &explored);

	progress_clear();
	if (code == 0)
		printf("%s", explored.report);
	if (code == VCUBE_EINVAL || code == VCUBE_EHOST)
		*error = explored.error;
	if (explored.first) {
		fprintf(stderr, "%s", vcube_run_report(machine));
		print_options(stderr, explored.first);
	}
	vcube_explored_clear(&explored);
	return code;
}
