/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Text and lists that grow. They last until the process ends, unless discarded: a subcommand
 * does one thing, and what it makes for that is small. If memory runs out, the process ends
 * with a sentence. Main thread only.
 */
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* realloc() for `count` elements of that size; new ones are 0. */
void *grow(void *block, size_t count, size_t size);
/* Free a block, or NULL, early: it is large, or one of many. */
void discard(const void *block);

/* Append a value to a list of `count` elements, all appended: it doubles where it is full. */
#define APPEND(list, count, ...) \
	((list) = (count) & ((count) - 1) ? (list) \
		: grow((list), (count) ? 2 * (size_t)(count) : 1, sizeof *(list)), \
	 (void)((list)[(count)++] = (__VA_ARGS__)))

/* Print into a new string. */
char *text(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Write a number, faster than fprintf() does. */
void write_number(FILE *out, int64_t number);

/* Append a word to a list of words, which starts as NULL. */
void join(char **list, const char *separator, const char *word);

/*
 * Make the sentence for an unknown name, with the nearest of `names`: "no subcommand
 * 'lst'; there are run, list; did you mean list?".
 */
char *no_such(const char *what, const char *name, const char *names);

/* Print a word in quotes; those inside are doubled. */
void print_quoted(FILE *out, char quote, const char *word);

/* Print words from column `at` on, and wrap them to that column. */
void print_wrapped(const char *words, int at);

/* The same, with no line longer than `width` unless a single word is. */
void print_wrapped_to(const char *words, int at, int width);

#endif
