/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The subjects of vcube list, each derived from a table of the library or the command.
 */
#ifndef SUBJECTS_H
#define SUBJECTS_H

#include <stdbool.h>

/* One item of a subject */
struct item {
	const char *name;       /* for programs */
	const char *label;      /* for people */
	const char *text;
};

struct subject {
	const char *name;
	const char *text;
	bool overview;          /* part of `vcube list` without a subject */
	const char *const (*rows)[2];   /* name and text of each item, to NULL; or, if NULL: */
	/* Fill in item number i; false past the end. */
	bool (*item)(int i, struct item *item);
	/* Print the subject for people; NULL if labels and texts are enough. */
	void (*print)(void);
};

/* Fill in item number i of a subject; false past the end. */
bool subject_item(const struct subject *subject, int i, struct item *item);

extern const struct subject subjects[];         /* ends with a NULL name */

/* Find a subject by name; NULL if unknown. */
const struct subject *subject_find(const char *name);

/* Join the names of a subject: "run, step, predict". */
char *subject_names(const char *subject);

#endif
