/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reproductions: figures of the papers beside what this library makes of them.
 * A reproduction is a function that compares row by row, in groups; each group
 * says by how much rows may differ.
 */
#ifndef REPRODUCE_H
#define REPRODUCE_H

#include <stdbool.h>
#include <stdio.h>
#include <vcube.h>

struct comparison;

struct reproduction {
	const char *name;
	const char *text;       /* what is compared with what */
	/* 0, or an exit status after a sentence on stderr. */
	int (*run)(struct comparison *c);
};

/* The list, ends with a NULL name (reproductions.c). */
extern const struct reproduction reproductions[];

int reproduce_kumar(struct comparison *c);
int reproduce_bokhari(struct comparison *c);
int reproduce_liu(struct comparison *c);
int reproduce_cm200_table7(struct comparison *c);
int reproduce_cm200_table11(struct comparison *c);
int reproduce_cm200_table13(struct comparison *c);
int reproduce_cm200_table15(struct comparison *c);

/* How much rows may differ, in percent of the paper's value: the median, and the
 * most; both without sign. */
struct bounds {
	double median, most;
};

/* Begins a group of rows. With a median of less than 0 nothing is demanded: the
 * errors are shown, and that is all. */
void compare_group(struct comparison *c, const char *title, const char *unit, struct bounds bounds);
/* Of how many nodes machines are run at most. */
int compare_nodes_most(const struct comparison *c);
/* A row; the paper's value may be NAN, and then there is no row. */
void compare(struct comparison *c, double paper, double ours, const char *label, ...)
	__attribute__((format(printf, 4, 5)));
/* A row that is not a number: it is as in the paper, or it is not. */
void compare_text(struct comparison *c, const char *paper, const char *ours, const char *label, ...)
	__attribute__((format(printf, 4, 5)));

/*
 * The virtual time of one collective, from a run whose nodes all have blocks of
 * `count` doubles; `how` as for the library's functions. 0, or an exit status
 * after a sentence on stderr.
 */
int virtual_time(const struct vcube_desc *desc, int collective, size_t count, const char *how,
		 vcube_time *time);

/* A description from text, which is the command's own. To be cleared. */
struct vcube_desc describe(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
