/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The subjects of vcube list, each derived from a table of the library or the command.
 */
#ifndef SUBJECTS_H
#define SUBJECTS_H

#include <stdbool.h>

/* One thing of a subject. Its strings are made by text(), and to be freed. */
struct item {
	char *name;             /* as a program wants it */
	char *label;            /* as people are shown it */
	char *text;
};

struct subject {
	const char *name;
	const char *text;
	bool overview;          /* part of `vcube list` without a subject */
	const char *const (*rows)[2];   /* name and text of each item, to NULL; or .. */
	/* .. item number i; false past the end. */
	bool (*item)(int i, struct item *item);
	/* Prints the subject for people, where labels and texts are not enough;
	 * NULL where they are. */
	void (*print)(void);
};

/* Item number i of a subject; false past the end. */
bool subject_item(const struct subject *subject, int i, struct item *item);

extern const struct subject subjects[];         /* ends with a NULL name */

/* NULL: there is none of that name. */
const struct subject *subject_find(const char *name);

void item_free(struct item *item);

/* The names of a subject, "run, step, predict"; to be freed. */
char *subject_names(const char *subject);

/* The algorithms at length (list_algorithms.c). */
void print_algorithms(void);

#endif
