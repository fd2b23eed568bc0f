/* SPDX-License-Identifier: BSD-2-Clause */
/* The end of the process that all ranks share. */
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
	dprintf(STDERR_FILENO, "vcuberun: a thread of rank %d that is not its first called exit(%d), "
		"which ends all ranks\n", rank->number, status);
	leave(status);
}
