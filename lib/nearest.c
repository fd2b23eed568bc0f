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

static int
are_swapped(const char *a, const char *b)
{
	return !differ(a[-2], b[-1]) && !differ(a[-1], b[-2]);
}

/* Returns the edit distance, in which two letters in the wrong order count once; row i has, at
 * j, that of the first i letters to the first j. Three rows are kept. */
static int
distance(const char *a, int a_length, const char *b, int b_length)
{
	int row[3][LONGEST + 1];

	for (int j = 0; j <= b_length; j++)
		row[0][j] = j;
	for (int i = 1; i <= a_length; i++) {
		int *const now = row[i % 3];
		const int *const above = row[(i + 2) % 3], *const before = row[(i + 1) % 3];

		now[0] = i;
		for (int j = 1; j <= b_length; j++) {
			now[j] = least(least(above[j], now[j - 1]) + 1,
				       above[j - 1] + differ(a[i - 1], b[j - 1]));
			if (i > 1 && j > 1 && are_swapped(a + i, b + j))
				now[j] = least(now[j], before[j - 2] + 1);
		}
	}
	return row[a_length % 3][b_length];
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
