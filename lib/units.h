/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sizes and times as people write them: "16MiB", "1.5us". Pure functions.
 *
 * Parsing is exact: a fraction must be a whole number of the smallest unit, and a value too
 * large for the type is refused. Parsers return NULL, or what is wrong, in words that
 * follow a colon; then they write nothing. Printing and parsing are inverses.
 */
#ifndef VC_UNITS_H
#define VC_UNITS_H

#include <stdint.h>

/* Digits only. */
const char *vc_parse_number(const char *text, uint64_t *number);
/* Bytes; KiB, MiB, GiB. */
const char *vc_parse_size(const char *text, uint64_t *bytes);
/* Picoseconds; ps, ns, us, ms, s. Not negative. */
const char *vc_parse_time(const char *text, int64_t *time);

/* A part of `whole`, a power of ten: "0.25" or "25%". */
const char *vc_parse_chance(const char *text, uint64_t whole, uint64_t *part);

/* Room for any printed value. */
#define VC_UNITS_ROOM 32

/* Print in the largest unit of which the value is a whole number. Return `text`. */
const char *vc_print_size(uint64_t bytes, char text[VC_UNITS_ROOM]);
const char *vc_print_time(int64_t time, char text[VC_UNITS_ROOM]);
/* For people, exactly: "2.048 us". Return `text`. */
const char *vc_say_time(int64_t time, char text[VC_UNITS_ROOM]);
/* As a decimal fraction. */
const char *vc_print_chance(uint64_t part, uint64_t whole, char text[VC_UNITS_ROOM]);

#endif
