/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Text and lists that grow.
 */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vcube.h>
#include "base/status.h"
#include "base/text.h"

#define WIDTH 79

/* What precedes each block: a ring of all of them, so that leak checkers can reach each. */
struct block {
	struct block *next, *before;
	size_t bytes;
	max_align_t content[];
};

static struct block blocks = { &blocks, &blocks, 0 };

static struct block *
block_of(const void *content)
{
	return (struct block *)((uintptr_t)content - offsetof(struct block, content));
}

static void
take_out(struct block *b)
{
	b->next->before = b->before;
	b->before->next = b->next;
}

void *
grow(void *content, size_t count, size_t size)
{
	struct block *b = content ? block_of(content) : NULL;
	const size_t old = b ? b->bytes : 0;
	size_t bytes, whole;

	if (b)
		take_out(b);
	if (__builtin_mul_overflow(count, size, &bytes) ||
	    __builtin_add_overflow(bytes, sizeof *b, &whole) || !(b = realloc(b, whole)))
		die(STATUS_LIMIT, "out of memory");
	if (bytes > old)
		memset((char *)b->content + old, 0, bytes - old);
	*b = (struct block) { &blocks, blocks.before, bytes };
	b->before->next = blocks.before = b;
	return b->content;
}

void
discard(const void *content)
{
	if (content) {
		take_out(block_of(content));
		free(block_of(content));
	}
}

char *
text(const char *format, ...)
{
	va_list arguments, again;
	int length;
	char *made;

	va_start(arguments, format);
	va_copy(again, arguments);
	length = vsnprintf(NULL, 0, format, arguments);
	made = grow(NULL, (size_t)length + 1, 1);
	vsnprintf(made, (size_t)length + 1, format, again);
	va_end(again);
	va_end(arguments);
	return made;
}

void
write_number(FILE *out, int64_t number)
{
	char digits[24], *const end = digits + sizeof digits, *at = end;
	uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;

	do
		*--at = (char)('0' + rest % 10);
	while (rest /= 10);
	if (number < 0)
		*--at = '-';
	fwrite(at, 1, (size_t)(end - at), out);
}

void
join(char **list, const char *separator, const char *word)
{
	char *longer = *list ? text("%s%s%s", *list, separator, word) : text("%s", word);

	discard(*list);
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
print_quoted(FILE *out, char quote, const char *word)
{
	putc(quote, out);
	for (; *word; word++) {
		if (*word == quote)
			putc(quote, out);
		putc(*word, out);
	}
	putc(quote, out);
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
