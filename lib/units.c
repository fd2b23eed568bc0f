/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "units.h"

struct unit {
	const char *name;
	uint64_t scale;
};

/* Largest first; the last one applies without a unit. */
static const struct unit sizes[] = {
	{ "GiB", 1 << 30 }, { "MiB", 1 << 20 }, { "KiB", 1 << 10 }, { "", 1 },
};
static const struct unit times[] = {
	{ "s", 1000000000000 }, { "ms", 1000000000 }, { "us", 1000000 }, { "ns", 1000 },
	{ "ps", 1 }, { "", 1 },
};
static const struct unit none[] = {
	{ "", 1 },
};

static const char too_large[] = "it is too large";

/* Appends the digits at *text to the number. Returns false on overflow. */
static bool
digits(const char **text, uint64_t *number)
{
	for (; **text >= '0' && **text <= '9'; (*text)++)
		if (__builtin_mul_overflow(*number, 10, number) ||
		    __builtin_add_overflow(*number, (uint64_t)(**text - '0'), number))
			return false;
	return true;
}

static const struct unit *
find(const struct unit *units, const char *name)
{
	for (; strcmp(units->name, name) != 0; units++)
		if (!*units->name)
			return NULL;
	return units;
}

/* Divides the product of the two by a prime factor. Returns false if it is no divisor. */
static bool
cancel(uint64_t *a, uint64_t *b, unsigned factor)
{
	uint64_t *divisible = *a % factor == 0 ? a : b;

	if (*divisible % factor != 0)
		return false;
	*divisible /= factor;
	return true;
}

static const char *
parse(const char *text, const struct unit *units, uint64_t *result)
{
	const char *const start = text, *point = NULL;
	const struct unit *unit;
	uint64_t number = 0, scale;
	long places = 0;

	if (!digits(&text, &number))
		return too_large;
	if (*text == '.' && text > start) {
		point = ++text;
		if (!digits(&text, &number))
			return "it has too many digits";
		places = text - point;
	}
	if (text == start && *text == '-' && text[1] >= '0' && text[1] <= '9')
		return "it is less than 0";
	if (text == start || (point && places == 0))
		return "it is not a number";
	unit = find(units, text);
	if (!unit)
		return "the number has an unknown unit";
	for (scale = unit->scale; places > 0; places--)
		if (!cancel(&number, &scale, 2) || !cancel(&number, &scale, 5))
			return "it is not a whole number of its smallest unit";
	if (__builtin_mul_overflow(number, scale, &number))
		return too_large;
	*result = number;
	return NULL;
}

const char *
vc_parse_number(const char *text, uint64_t *number)
{
	return parse(text, none, number);
}

const char *
vc_parse_size(const char *text, uint64_t *bytes)
{
	return parse(text, sizes, bytes);
}

const char *
vc_parse_time(const char *text, int64_t *time)
{
	uint64_t number;
	const char *why = parse(text, times, &number);

	if (!why && number > INT64_MAX)
		return too_large;
	if (!why)
		*time = (int64_t)number;
	return why;
}

const char *
vc_parse_chance(const char *text, uint64_t whole, uint64_t *part)
{
	const struct unit units[] = { { "%", whole / 100 }, { "", whole } };
	uint64_t number;
	const char *why = parse(text, units, &number);

	if (!why && number > whole)
		return "it is more than 1";
	if (!why)
		*part = number;
	return why;
}

static const struct unit *
largest(const struct unit *units, uint64_t number)
{
	while (number % units->scale != 0)
		units++;
	return units;
}

const char *
vc_print_size(uint64_t bytes, char text[VC_UNITS_ROOM])
{
	const struct unit *unit = largest(sizes, bytes);

	snprintf(text, VC_UNITS_ROOM, "%" PRIu64 "%s", bytes / unit->scale, bytes ? unit->name : "");
	return text;
}

const char *
vc_print_time(int64_t time, char text[VC_UNITS_ROOM])
{
	const struct unit *unit;

	if (time <= 0) {
		snprintf(text, VC_UNITS_ROOM, "%" PRId64, time);
		return text;
	}
	unit = largest(times, (uint64_t)time);
	snprintf(text, VC_UNITS_ROOM, "%" PRIu64 "%s", (uint64_t)time / unit->scale, unit->name);
	return text;
}

const char *
vc_say_time(int64_t time, char text[VC_UNITS_ROOM])
{
	static const char *const names[] = {"ps", "ns", "us", "ms", "s"};
	int64_t scale = 1;
	int unit = 0, digits = 0, length;

	while (unit < 4 && time / scale >= 1000) {
		scale *= 1000;
		unit++;
		digits += 3;
	}
	length = snprintf(text, VC_UNITS_ROOM, digits ? "%" PRId64 ".%0*" PRId64 : "%" PRId64, time / scale,
			  digits, time % scale);
	while (digits > 0 && text[length - 1] == '0') {
		length--;
		digits--;
	}
	if (text[length - 1] == '.')
		length--;
	snprintf(text + length, VC_UNITS_ROOM - (size_t)length, " %s", names[unit]);
	return text;
}

const char *
vc_print_chance(uint64_t part, uint64_t whole, char text[VC_UNITS_ROOM])
{
	char *end = text + sprintf(text, "%" PRIu64, part / whole);

	if (part % whole != 0)
		*end++ = '.';
	for (uint64_t rest = part % whole; rest != 0; rest = 10 * rest % whole)
		*end++ = (char)('0' + 10 * rest / whole);
	*end = '\0';
	return text;
}
