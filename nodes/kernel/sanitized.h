/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What sanitizers want to know when a thread changes its stack. Without sanitizers
 * that is nothing.
 */
#ifndef VC_SANITIZED_H
#define VC_SANITIZED_H

#include <stddef.h>

#if defined __has_include
#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#endif
#endif
/* NULL unless the sanitizer is there. It may be there though the library is built without it, for
 * the sake of the program. */
void *__tsan_get_current_fiber(void) __attribute__((weak));
void *__tsan_create_fiber(unsigned flags) __attribute__((weak));
void __tsan_destroy_fiber(void *fiber) __attribute__((weak));
void __tsan_switch_to_fiber(void *fiber, unsigned flags) __attribute__((weak));
void __sanitizer_start_switch_fiber(void **mine, const void *stack, size_t bytes)
	__attribute__((weak));
void __sanitizer_finish_switch_fiber(void *mine, const void **stack, size_t *bytes)
	__attribute__((weak));
void __asan_unpoison_memory_region(const volatile void *memory, size_t bytes)
	__attribute__((weak));

/* Tells valgrind of a stack; returns the number by which to forget it. */
static inline unsigned
vc_sanitized_stack(char *lowest, size_t bytes)
{
	(void)lowest, (void)bytes;
#ifdef VALGRIND_STACK_REGISTER
	return VALGRIND_STACK_REGISTER(lowest, lowest + bytes);
#else
	return 0;
#endif
}

static inline void
vc_sanitized_forget(unsigned number)
{
	(void)number;
#ifdef VALGRIND_STACK_DEREGISTER
	VALGRIND_STACK_DEREGISTER(number);
#endif
}

/* ThreadSanitizer counts entries and exits of functions for each fiber: one that is entered in a
 * fiber must not be left in another. */
#define VC_WHERE_CALLED inline __attribute__((always_inline))

struct vc_sanitized {
	void *fiber, *resumer;          /* threads of ThreadSanitizer */
	const void *stack, *bottom;     /* its own, and the resumer's */
	size_t stack_bytes, bytes;
};

/* A course begins on this stack, where an earlier one may have ended amid its calls. */
static inline void
vc_sanitized_begin(struct vc_sanitized *f, const void *stack, size_t bytes)
{
	if (__asan_unpoison_memory_region != NULL)
		__asan_unpoison_memory_region(stack, bytes);
	f->stack = stack;
	f->stack_bytes = bytes;
	if (__tsan_create_fiber != NULL)
		f->fiber = __tsan_create_fiber(0);
}

static inline void
vc_sanitized_end(struct vc_sanitized *f)
{
	if (__tsan_destroy_fiber != NULL)
		__tsan_destroy_fiber(f->fiber);
}

/* The resumer, before it switches to the fiber; returns what it passes to the next. */
static VC_WHERE_CALLED void *
vc_sanitized_resume(struct vc_sanitized *f)
{
	void *mine = NULL;

	if (__sanitizer_start_switch_fiber != NULL)
		__sanitizer_start_switch_fiber(&mine, f->stack, f->stack_bytes);
	if (__tsan_switch_to_fiber != NULL) {
		f->resumer = __tsan_get_current_fiber();
		__tsan_switch_to_fiber(f->fiber, 0);
	}
	return mine;
}

/* The resumer, when the fiber has switched back. */
static VC_WHERE_CALLED void
vc_sanitized_return(struct vc_sanitized *f, void *mine)
{
	if (__sanitizer_finish_switch_fiber != NULL)
		__sanitizer_finish_switch_fiber(mine, &f->stack, &f->stack_bytes);
}

/* The fiber, before it switches back; `mine` is NULL if it never returns. */
static VC_WHERE_CALLED void
vc_sanitized_leave(void **mine, struct vc_sanitized *f)
{
	if (__sanitizer_start_switch_fiber != NULL)
		__sanitizer_start_switch_fiber(mine, f->bottom, f->bytes);
	if (__tsan_switch_to_fiber != NULL) {
		f->fiber = __tsan_get_current_fiber();
		__tsan_switch_to_fiber(f->resumer, 0);
	}
}

/* The fiber, when it begins or goes on. */
static VC_WHERE_CALLED void
vc_sanitized_arrive(void *mine, struct vc_sanitized *f)
{
	if (__sanitizer_finish_switch_fiber != NULL)
		__sanitizer_finish_switch_fiber(mine, &f->bottom, &f->bytes);
}

#endif
