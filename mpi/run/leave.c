/* SPDX-License-Identifier: BSD-2-Clause */
/* The end of the process that all ranks share. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>
#include "leave.h"
#include "output.h"
#include "theirs.h"

void
leave(int status)
{
	void (*check_leaks)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "__lsan_do_leak_check");

	THEIRS(fflush)(NULL);
	copy_remove_files();
	if (check_leaks)
		check_leaks();
	THEIRS(_exit)(status);
	__builtin_unreachable();
}

void
leave_from_thread(const struct rank *rank, int status)
{
	output_flush();
	dprintf(STDERR_FILENO, "vcuberun: a thread of rank %d other than its first called exit(%d), "
		"which ends all ranks\n", rank->number, status);
	leave(status);
}

struct reason {
	int rank, status;
	char why[800];
};

static void *
wait_and_leave(void *arg)
{
	const struct reason *reason = arg;

	sleep(1);
	dprintf(STDERR_FILENO, "vcuberun: rank %d ended the run (%s); the ranks still "
		"running were ended\n", reason->rank, reason->why);
	leave(reason->status);
}

void
leave_soon(const struct rank *rank, const char *why)
{
	static atomic_flag begun = ATOMIC_FLAG_INIT;
	static struct reason reason;
	pthread_t thread;

	if (atomic_flag_test_and_set(&begun))
		return;
	reason.rank = rank->number;
	reason.status = rank->status;
	snprintf(reason.why, sizeof reason.why, "%s", why);
	if (THEIRS(pthread_create)(&thread, NULL, wait_and_leave, &reason) == 0)
		pthread_detach(thread);
}
