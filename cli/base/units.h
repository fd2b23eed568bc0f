/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sizes and times as people write them, and the names of clocks.
 */
#ifndef UNITS_H
#define UNITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Parse a size such as "64", "8KiB", "1MiB" or "2GiB"; false for anything else. */
bool size_parse(const char *text, size_t *bytes);

/* Format exactly: "1000 B", "15 KiB"; "1.5 us", "1 us". */
char *size_text(uint64_t bytes);
char *time_exact(int64_t picoseconds);

/* Format rounded to `digits` digits: "30.36 us". */
char *time_text(int64_t picoseconds, int digits);

/* Return the name of an enum vcube_clock. */
const char *clock_name(int clock);

#endif
