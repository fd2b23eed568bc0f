/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sizes and times as people write them, and the names of clocks.
 */
#ifndef UNITS_H
#define UNITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Parse "64", "8KiB", "1MiB", "2GiB"; false for anything else. */
bool size_parse(const char *text, size_t *bytes);

/* Exact: "1000 B", "15 KiB"; "1.5 us", "1 us". To be freed. */
char *size_text(uint64_t bytes);
char *time_exact(int64_t picoseconds);

/* Rounded to that many digits: "30.36 us". To be freed. */
char *time_text(int64_t picoseconds, int digits);

/* Of an enum vcube_clock. */
const char *clock_name(int clock);

#endif
