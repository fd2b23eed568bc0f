/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Text and lists that grow.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vcube.h>
#include "base/status.h"
#include "base/text.h"

#define WIDTH 79

static void *
there(void *memory)
{
	if (!memory)
		exit(complain(STATUS_LIMIT, "out of memory"));
	return memory;
}

void *
grow(void *block, size_t count, size_t size)
{
	return there(reallocarray(block, count ? count : 1, size));
}

char *
text(const char *format, ...)
{
	va_list arguments;
	char *made = NULL;

	va_start(arguments, format);
	if (vasprintf(&made, format, arguments) < 0)
		made = NULL;
	va_end(arguments);
	return there(made);
}

void
text_free(char **words)
{
	free(*words);
}

void
join(char **list, const char *separator, const char *word)
{
	char *longer = *list ? text("%s%s%s", *list, separator, word) : text("%s", word);

	free(*list);
	*list = longer;
}

char *
no_such(const char *what, const char *name, const char *names)
{
	char nearest[VCUBE_NEAREST_ROOM];

	return text("no %s '%s'; there are %s%s", what, name, names,
		    vcube_nearest(name, names, nearest));
}

void
print_wrapped(const char *words, int at)
{
	print_wrapped_to(words, at, WIDTH);
}

/* Return how many characters of a word fit into a line: all, or, if it is too long, those
 * up to a "|". */
static int
piece(const char *word, int room)
{
	const int length = (int)strcspn(word, " ");
	int end = length > room ? room : 0;

	while (end > 0 && word[end - 1] != '|')
		end--;
	return end > 0 ? end : length;
}

void
print_wrapped_to(const char *words, int at, int width)
{
	int column = at;

	while (*words) {
		const int length = piece(words, width - at);

		if (column > at && column + 1 + length > width) {
			printf("\n%*s", at, "");
			column = at;
		}
		column += printf("%s%.*s", column > at ? " " : "", length, words);
		words += length;
		if (*words && *words != ' ')
			column = width;         /* the rest of the word takes the next line */
		words += strspn(words, " ");
	}
	putchar('\n');
}
