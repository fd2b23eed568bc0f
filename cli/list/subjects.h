/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The subjects of vcube list: every one is told from the library's or the
 * command's own tables.
 */
#ifndef SUBJECTS_H
#define SUBJECTS_H

#include <stdbool.h>

/* One thing of a subject. Filled in with text(), to be freed. */
struct item {
	char *name;             /* as a program wants it */
	char *label;            /* as people are shown it */
	char *text;
};

struct subject {
	const char *name;
	const char *text;
	bool overview;          /* part of `vcube list` without a subject */
	/* Item number i; false past the end. */
	bool (*item)(int i, struct item *item);
	/* Prints the subject for people, where labels and texts are not enough;
	 * NULL where they are. */
	void (*print)(void);
};

extern const struct subject subjects[];         /* ends with a NULL name */

/* NULL: there is none of that name. */
const struct subject *subject_find(const char *name);

void item_free(struct item *item);

/* A subject as `vcube list` shows it (list.c). */
void subject_print(const char *subject);

/* The names of a subject, "run, step, predict"; to be freed. */
char *subject_names(const char *subject);

/* The sentence on a name that is none of them, with the one that was probably meant:
 * "no subcommand 'lst'; there are run, list; did you mean list?"; to be freed. */
char *no_such(const char *what, const char *name, const char *names);

/* Prints words that start in column `at`, and goes on there in new lines. */
void print_wrapped(const char *words, int at);

/* So that no line is longer than width, but for a word that is. */
void print_wrapped_to(const char *words, int at, int width);

/* The algorithms at length (list_algorithms.c). */
void print_algorithms(void);

#endif
