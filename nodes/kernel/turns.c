/* SPDX-License-Identifier: BSD-2-Clause */
/* Short turns of the processor; see turns.h. */
#include "turns.h"
#include <sched.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Found busy once, the host may only have mapped memory. */
enum { OFTEN = 3 };

/* The shortest turn that Linux gives, in nanoseconds. */
enum { TURN_NS = 100000 };

void
vc_turns_begin(struct vc_turns *turns)
{
	turns->found_busy = 0;
	atomic_store_explicit(&turns->are_short, false, memory_order_relaxed);
}

void
vc_turns_found_busy(struct vc_turns *turns)
{
	if (++turns->found_busy == OFTEN)
		atomic_store_explicit(&turns->are_short, true, memory_order_relaxed);
}

void
vc_turns_shorten(void)
{
#ifdef SYS_sched_setattr
	struct {
		uint32_t size, policy;
		uint64_t flags;
		int32_t nice;
		uint32_t priority;
		uint64_t turn, deadline, period;
	} attr = {.size = sizeof attr};

	/* older kernels and other policies have no such turns: then nothing changes */
	if (syscall(SYS_sched_getattr, 0, &attr, sizeof attr, 0) == 0 && attr.policy == SCHED_OTHER) {
		attr.turn = TURN_NS;
		syscall(SYS_sched_setattr, 0, &attr, 0);
	}
#endif
}
