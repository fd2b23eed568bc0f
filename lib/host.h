/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What differs between hosts: the pause instruction, cache lines, and annotations for
 * sanitizers.
 */
#ifndef VC_HOST_H
#define VC_HOST_H

#include <stdint.h>
#include <time.h>

#define VC_LINE 64              /* bytes of a cache line */
#define VC_ALIGNED _Alignas(VC_LINE)

#define vc_likely(x) __builtin_expect(!!(x), 1)
#define vc_unlikely(x) __builtin_expect(!!(x), 0)

/* Pauses between two reads of memory that another processor will change. */
static inline void
vc_pause(void)
{
#if defined __x86_64__ || defined __i386__
	__builtin_ia32_pause();
#elif defined __aarch64__
	__asm__ volatile("yield");
#endif
}

/* Asks for a cache line that will soon be written. Compilers make a prefetch of gcc's builtin that
 * asks for it to read, unless they know the processor; those without the instruction ignore it. */
static inline void
vc_expect_to_write(const void *line)
{
#if defined __x86_64__
	__asm__ volatile("prefetchw %0" : : "m"(*(const char *)line));
#else
	__builtin_prefetch(line, 1);
#endif
}

/*
 * liburcu is not instrumented, so ThreadSanitizer cannot see that one thread's insertion
 * into its tables and queues happened before another thread's removal.
 */
#if defined __has_feature
#if __has_feature(thread_sanitizer)
#define VC_TSAN 1
#endif
#elif defined __SANITIZE_THREAD__
#define VC_TSAN 1
#endif
#ifdef __SANITIZE_THREAD__
#undef VC_TSAN
#define VC_TSAN 1
#endif
#ifdef VC_TSAN
void __tsan_acquire(void *address);
void __tsan_release(void *address);
#define VC_HAPPENS_BEFORE(address) __tsan_release(address)
#define VC_HAPPENS_AFTER(address) __tsan_acquire(address)
#else
#define VC_HAPPENS_BEFORE(address) ((void)(address))
#define VC_HAPPENS_AFTER(address) ((void)(address))
#endif

/* Returns one of the host's clocks in nanoseconds. */
static inline int64_t
vc_clock_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Returns the host's monotonic clock in nanoseconds. */
static inline int64_t
vc_host_ns(void)
{
	return vc_clock_ns(CLOCK_MONOTONIC);
}

/* Returns the host's cheapest clock, in its own units. */
static inline int64_t
vc_host_ticks(void)
{
#if defined __x86_64__ || defined __i386__
	return (int64_t)__builtin_ia32_rdtsc();
#elif defined __aarch64__
	int64_t ticks;

	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
	return ticks;
#else
	return vc_host_ns();
#endif
}

#endif
