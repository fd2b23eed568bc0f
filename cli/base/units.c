/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sizes, times and rates as people write them.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <vcube.h>
#include "base/text.h"
#include "base/units.h"

static const char *const size_units[] = { "B", "KiB", "MiB", "GiB" };
static const char *const time_units[] = { "ps", "ns", "us", "ms", "s" };

#define COUNT(array) ((int)(sizeof (array) / sizeof (array)[0]))

/* Return the number of the unit, such as KiB, K, kb or M, which all mean powers of 1024; -1 for
 * none. */
static int
size_unit(const char *word)
{
	static const char letters[] = "KMG";
	const char *letter = *word ? strchr(letters, toupper((unsigned char)*word)) : NULL;

	if (!*word || strcasecmp(word, "B") == 0)
		return 0;
	if (!letter)
		return -1;
	return !word[1] || strcasecmp(word + 1, "B") == 0 || strcasecmp(word + 1, "iB") == 0
		? (int)(letter - letters) + 1 : -1;
}

bool
size_parse(const char *word, size_t *bytes)
{
	char *end;
	unsigned long long number;
	int unit;

	if (!isdigit((unsigned char)*word))
		return false;
	errno = 0;
	number = strtoull(word, &end, 10);
	unit = size_unit(end);
	if (errno || unit < 0 || number > SIZE_MAX >> 10 * unit)
		return false;
	*bytes = (size_t)number << 10 * unit;
	return true;
}

char *
size_text(uint64_t bytes)
{
	int unit = 0;

	while (bytes && bytes % 1024 == 0 && unit < COUNT(size_units) - 1) {
		bytes /= 1024;
		unit++;
	}
	return text("%" PRIu64 " %s", bytes, size_units[unit]);
}

char *
time_exact(int64_t picoseconds)
{
	int64_t size = 1, rest;
	int unit = 0, digits;

	while (picoseconds / size >= 1000 && unit < COUNT(time_units) - 1) {
		size *= 1000;
		unit++;
	}
	rest = picoseconds % size;
	for (digits = 3 * unit; digits > 0 && rest % 10 == 0; digits--)
		rest /= 10;
	if (digits == 0)
		return text("%" PRId64 " %s", picoseconds / size, time_units[unit]);
	return text("%" PRId64 ".%0*" PRId64 " %s", picoseconds / size, digits, rest, time_units[unit]);
}

/* Format a value rounded to `digits` digits, in the largest unit, each 1000 of the one before, of
 * which there is one or more; nothing is smaller than one of the first. */
static char *
scaled_text(double value, int digits, const char *const *units, int count)
{
	double half = 0.5;
	int unit = 0, decimals;

	for (int i = 3; i < digits; i++)
		half /= 10;
	/* 999.96 in four digits is 1000, and that is 1.000 of the next unit. */
	while (unit < count - 1 && value >= 1000 - half) {
		value /= 1000;
		unit++;
	}
	decimals = unit == 0 ? 0 : digits - (value < 10 ? 1 : value < 100 ? 2 : 3);
	return text("%.*f %s", decimals > 0 ? decimals : 0, value, units[unit]);
}

char *
time_text(int64_t picoseconds, int digits)
{
	return scaled_text((double)picoseconds, digits, time_units, COUNT(time_units));
}

char *
rate_text(int64_t rate)
{
	static const char *const units[] = { "B/s", "kB/s", "MB/s", "GB/s", "TB/s" };

	return scaled_text((double)rate, 3, units, COUNT(units));
}

const char *
clock_name(int clock)
{
	switch (clock) {
#define X(kind, name, words) case kind: return name;
	VCUBE_CLOCKS(X)
#undef X
	}
	return "unknown";
}
