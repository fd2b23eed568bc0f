/* SPDX-License-Identifier: BSD-2-Clause */
/* The kernel's futex: sleeps while a word has a value, and wakes the sleepers. */
#ifndef VC_FUTEX_H
#define VC_FUTEX_H

#include <linux/futex.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Sleeps while *word == value, at most until `deadline` on the host's monotonic clock in
 * nanoseconds (-1: no deadline). May return early. */
static inline void
vc_futex_wait(_Atomic(uint32_t) *word, uint32_t value, int64_t deadline)
{
	struct timespec at = {.tv_sec = deadline / 1000000000, .tv_nsec = deadline % 1000000000};

	/* the bitset form takes an absolute time */
	syscall(SYS_futex, word, FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG, value,
		deadline < 0 ? NULL : &at, NULL, FUTEX_BITSET_MATCH_ANY);
}

static inline void
vc_futex_wake(_Atomic(uint32_t) *word, int most)
{
	syscall(SYS_futex, word, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, most, NULL, NULL, 0);
}

#endif
