/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <vcube/error.h>

enum { LONGEST = 32, LEAST_PART = 3 };

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

/* Returns the Levenshtein distance; row[j] is that of the first i letters to the first j. */
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

/* Returns whether `part` occurs in `whole`. */
static int
is_part(const char *part, int length, const char *whole, int whole_length)
{
	if (length < LEAST_PART)
		return 0;
	for (int i = 0; i + length <= whole_length; i++) {
		int same = 0;

		while (same < length && !differ(part[same], whole[i + same]))
			same++;
		if (same == length)
			return 1;
	}
	return 0;
}

/* Returns the distance in letters. If one word is a part of the other, it is at most `most`. */
static int
how_far(const char *word, int length, const char *name, int most)
{
	const char *const begin = name + strspn(name, "-");
	const int end = (int)strcspn(begin, ",:=");
	const int far = end > LONGEST ? LONGEST : distance(word, length, begin, end);

	if (far > most && (is_part(word, length, begin, end) || is_part(begin, end, word, length)))
		return most;
	return far;
}

const char *
vcube_nearest(const char *word, const char *names, char text[VCUBE_NEAREST_ROOM])
{
	const char *const begin = word + strspn(word, "-");
	const int length = (int)strnlen(begin, LONGEST + 1), most = length < 4 ? 1 : 2;
	int best = most + 1;

	text[0] = '\0';
	if (length > LONGEST)
		return text;
	for (const char *name = names; *name != '\0'; name += strspn(name, ", ")) {
		const int far = how_far(begin, length, name, most);

		if (far < best) {
			snprintf(text, VCUBE_NEAREST_ROOM, "; did you mean %.*s?",
				 (int)strcspn(name, ",:="), name);
			best = far;
		}
		name += strcspn(name, ",");
	}
	return text;
}
