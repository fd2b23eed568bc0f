/* SPDX-License-Identifier: BSD-2-Clause */
/* The end of the process that all ranks share. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>
#include "base/status.h"
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

/* Why the process ends. A rank that was stopped may say so before the one that stopped it. */
struct reason {
	int rank, status;
	bool stopped;
	char why[800];
};

static pthread_mutex_t telling = PTHREAD_MUTEX_INITIALIZER;
static struct reason reason;            /* under `telling` */

static void *
wait_and_leave(void *arg)
{
	(void)arg;
	sleep(1);
	pthread_mutex_lock(&telling);
	dprintf(STDERR_FILENO, "vcuberun: rank %d ended the run (%s); the ranks still "
		"running were ended\n", reason.rank, reason.why);
	leave(reason.status);
}

/* The run has failed, also where the rank's status has no bits that a process can end with. */
static void
give(const struct rank *rank, const char *why, bool stopped)
{
	reason.rank = rank->number;
	reason.status = rank->status & 0xff ? rank->status & 0xff : STATUS_FAILED;
	reason.stopped = stopped;
	snprintf(reason.why, sizeof reason.why, "%s", why);
}

void
leave_soon(const struct rank *rank, const char *why, bool stopped)
{
	static bool begun;
	pthread_t thread;

	pthread_mutex_lock(&telling);
	if (!begun || (reason.stopped && !stopped))
		give(rank, why, stopped);
	if (!begun && THEIRS(pthread_create)(&thread, NULL, wait_and_leave, NULL) == 0)
		pthread_detach(thread);
	begun = true;
	pthread_mutex_unlock(&telling);
}
