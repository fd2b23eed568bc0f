/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The futex: threads sleep while a word has a value, until they are woken. It is the kernel's
 * or, where configure finds none or is given --disable-futex, that of futex.c.
 *
 * vc_futex_wait() sleeps while *word == value, at most until `deadline` on the host's monotonic
 * clock in nanoseconds (-1: no deadline). It may return early, so callers read the word again.
 *
 * vc_futex_wake() wakes up to `most` threads that sleep on the word; call it after the word has
 * changed. It does not touch the word, whose memory may be gone by then.
 */
#ifndef VC_FUTEX_H
#define VC_FUTEX_H

#include <stdatomic.h>
#include <stdint.h>

#ifdef HAVE_FUTEX
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

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
#else
void vc_futex_wait(_Atomic(uint32_t) *word, uint32_t value, int64_t deadline);
void vc_futex_wake(_Atomic(uint32_t) *word, int most);
#endif

#endif
