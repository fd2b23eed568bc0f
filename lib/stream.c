/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include "host.h"
#include "stream.h"

#ifdef __SSE2__

#include <emmintrin.h>

/* There if the program has a sanitizer, which sees memcpy() but not these stores. */
void *__tsan_get_current_fiber(void) __attribute__((weak));
void __asan_unpoison_memory_region(const volatile void *memory, size_t bytes)
	__attribute__((weak));

static bool
is_watched(void)
{
	return __tsan_get_current_fiber != NULL || __asan_unpoison_memory_region != NULL;
}

/* Writes whole lines. */
static void
write_lines(char *into, const char *from, size_t lines)
{
	for (size_t i = 0; i < lines; i++, into += VC_LINE, from += VC_LINE) {
		const __m128i *const line = (const __m128i *)from;
		const __m128i a = _mm_loadu_si128(line), b = _mm_loadu_si128(line + 1);
		const __m128i c = _mm_loadu_si128(line + 2), d = _mm_loadu_si128(line + 3);

		_mm_stream_si128((__m128i *)into, a);
		_mm_stream_si128((__m128i *)into + 1, b);
		_mm_stream_si128((__m128i *)into + 2, c);
		_mm_stream_si128((__m128i *)into + 3, d);
	}
	/* These stores are ordered with no others, not even with a later release. */
	_mm_sfence();
}

void
vc_stream(void *into, const void *from, size_t bytes)
{
	const size_t before = -(uintptr_t)into % VC_LINE;
	size_t lines, after;

	if (bytes < before || is_watched()) {
		memcpy(into, from, bytes);
		return;
	}
	lines = (bytes - before) / VC_LINE;
	after = before + lines * VC_LINE;
	memcpy(into, from, before);
	write_lines((char *)into + before, (const char *)from + before, lines);
	memcpy((char *)into + after, (const char *)from + after, bytes - after);
}

#else

void
vc_stream(void *into, const void *from, size_t bytes)
{
	memcpy(into, from, bytes);
}

#endif
