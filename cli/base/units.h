/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sizes, times and rates as people write them, and the names of clocks.
 */
#ifndef UNITS_H
#define UNITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Parse a size such as "64", "8KiB", "1M" or "2gb"; false for anything else. */
bool size_parse(const char *text, size_t *bytes);

/* Format exactly: "1000 B", "15 KiB"; "1.5 us", "1 us". */
char *size_text(uint64_t bytes);
char *time_exact(int64_t picoseconds);

/* Format rounded to `digits` digits: "30.36 us". */
char *time_text(int64_t picoseconds, int digits);

/* Format a rate, in bytes a second, rounded to three digits: "1.23 GB/s", by powers of 1000. */
char *rate_text(int64_t rate);

/* Add durations; a sum that int64_t cannot hold is the longest one. */
static inline int64_t
sum_of_times(int64_t a, int64_t b)
{
	int64_t sum;

	return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}

/* Return the name of an enum vcube_clock. */
const char *clock_name(int clock);

#endif
