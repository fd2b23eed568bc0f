/* SPDX-License-Identifier: BSD-2-Clause */
#include "lib/nearest.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 32 };

static int
least(int a, int b)
{
	return a < b ? a : b;
}

static int
differ(char a, char b)
{
	return tolower((unsigned char)a) != tolower((unsigned char)b);
}

/* Levenshtein's distance; row[j] is that of the first i letters to the first j. */
static int
distance(const char *a, int a_length, const char *b, int b_length)
{
	int row[LONGEST + 1];

	for (int j = 0; j <= b_length; j++)
		row[j] = j;
	for (int i = 1; i <= a_length; i++) {
		int diagonal = row[0]++;

		for (int j = 1; j <= b_length; j++) {
			const int above = row[j];

			row[j] = least(least(above, row[j - 1]) + 1, diagonal + differ(a[i - 1], b[j - 1]));
			diagonal = above;
		}
	}
	return row[b_length];
}

const char *
vc_nearest(const char *word, const char *names, char text[VC_NEAREST_ROOM])
{
	const int length = (int)strnlen(word, LONGEST + 1);
	int best = length < 4 ? 2 : 3;

	text[0] = '\0';
	if (length > LONGEST)
		return text;
	for (const char *name = names; *name != '\0'; name += strspn(name, ", ")) {
		const int end = (int)strcspn(name, ",");
		const int far = end > LONGEST ? best : distance(word, length, name, end);

		if (far < best) {
			snprintf(text, VC_NEAREST_ROOM, "; did you mean %.*s?", end, name);
			best = far;
		}
		name += end;
	}
	return text;
}
