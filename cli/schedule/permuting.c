/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <vcube/authoring.h>
#include "base/status.h"
#include "base/text.h"
#include "schedule/permuting.h"

/* Return the first character of a number, behind blanks and comments; EOF at the end. */
static int
next_character(FILE *in)
{
	bool comment = false;
	int c;

	do {
		c = fgetc(in);
		comment = c == '#' || (comment && c != '\n');
	} while (c != EOF && (comment || c == ',' || c == '/' || isspace(c)));
	return c;
}

/* Read the next number; false at the end. */
static bool
read_number(FILE *in, const char *word, unsigned *number)
{
	int c = next_character(in);

	if (c == EOF)
		return false;
	if (!isdigit(c))
		die(STATUS_USAGE, "--permute %s: '%c' is no number; f and g are whole numbers from 0 on", word,
		    c);
	for (*number = 0; isdigit(c); c = fgetc(in))
		*number = *number > VCUBE_THREADS_MAX ? *number : *number * 10 + (unsigned)(c - '0');
	ungetc(c, in);
	return true;
}

static void
check_permutation(const char *word, const char *name, const unsigned *numbers, size_t k)
{
	bool *const seen = grow(NULL, k, sizeof *seen);

	for (size_t i = 0; i < k; i++) {
		if (numbers[i] >= k)
			die(STATUS_USAGE, "--permute %s: %s(%zu) is %u; there are 0 to %zu", word, name, i,
			    numbers[i], k - 1);
		if (seen[numbers[i]])
			die(STATUS_USAGE, "--permute %s: %s is no permutation: it has %u twice", word, name,
			    numbers[i]);
		seen[numbers[i]] = true;
	}
	discard(seen);
}

static struct permuting
read_both(FILE *in, const char *word, int d)
{
	const size_t k = (size_t)1 << d;
	unsigned *const both = grow(NULL, 2 * k, sizeof *both);
	unsigned number;
	size_t count = 0;

	while (count <= 2 * k && read_number(in, word, &number))
		if (count++ < 2 * k)
			both[count - 1] = number;
	if (ferror(in))
		die(STATUS_USAGE, "--permute %s: it cannot be read: %s", word, strerror(errno));
	if (count != 2 * k)
		die(STATUS_USAGE, "--permute %s: %s %zu numbers; f and g have %zu each", word,
		    count < 2 * k ? "only" : "more than", count < 2 * k ? count : 2 * k, k);
	fclose(in);
	check_permutation(word, "f", both, k);
	check_permutation(word, "g", both + k, k);
	return (struct permuting){ .f = both, .g = both + k };
}

static struct permuting
named(int permutation, int d)
{
	const unsigned k = 1u << d;
	unsigned *const both = grow(NULL, 2 * (size_t)k, sizeof *both);

	for (unsigned i = 0; i < k; i++) {
		both[i] = vcube_permutation_node(permutation, i, d);
		both[k + i] = vcube_permutation_block(permutation, i, d);
	}
	return (struct permuting){ .f = both, .g = both + k };
}

struct permuting
permuting_of(const char *word, int d)
{
	const bool list = strchr(word, '/') && !word[strspn(word, "0123456789,/")];
	char *names = NULL;
	FILE *in;

	for (int i = 0; i < VCUBE_PERMUTATIONS_COUNT; i++) {
		if (strcmp(word, vcube_permutation_name(i)) == 0)
			return named(i, d);
		join(&names, ", ", vcube_permutation_name(i));
	}
	in = list ? fmemopen((void *)(uintptr_t)word, strlen(word), "r") : fopen(word, "re");
	if (!in)
		die(STATUS_USAGE, "--permute %s: no list such as 1,0/0,1, and as a file: %s; the names are %s",
		    word, strerror(errno), names);
	return read_both(in, word, d);
}
