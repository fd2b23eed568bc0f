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
#include <vcube/authoring.h>

struct comparison;

/* Which numbers of nodes a reproduction takes instead of the paper's. */
enum takes_nodes { NODES_NONE, NODES_CUBES, NODES_SQUARES, NODES_ANY };

struct reproduction {
	const char *name;
	const char *text;       /* what is compared with what */
	enum takes_nodes nodes;
	bool sizes;             /* it takes sizes instead of the paper's */
	/* 0, or an exit status after a sentence on stderr. */
	int (*run)(struct comparison *c);
};

/* The list, ends with a NULL name (reproductions.c). */
extern const struct reproduction reproductions[];

int reproduce_kumar(struct comparison *c);
int reproduce_bokhari(struct comparison *c);
int reproduce_liu(struct comparison *c);
int reproduce_irregular(struct comparison *c);
int reproduce_irregular_bytes(struct comparison *c);
int reproduce_constants(struct comparison *c);
int reproduce_breakeven(struct comparison *c);
int reproduce_bokhari_networks(struct comparison *c);
int reproduce_cube_on_ring(struct comparison *c);
int reproduce_switching(struct comparison *c);
int reproduce_ports(struct comparison *c);
int reproduce_exclusive_or(struct comparison *c);
int reproduce_transfers(struct comparison *c);
int reproduce_formulas(struct comparison *c);
int reproduce_cm200_table4(struct comparison *c);
int reproduce_cm200_table7(struct comparison *c);
int reproduce_cm200_table11(struct comparison *c);
int reproduce_cm200_table13(struct comparison *c);
int reproduce_cm200_table15(struct comparison *c);

/* How much rows may differ, in percent of the paper's value: the median, and the
 * most; both without sign. */
struct bounds {
	double median, most;
};

/* Begins a group of rows, and a curve of its name. With a median of less than 0
 * nothing is demanded: the errors are shown, and that is all. */
void compare_group(struct comparison *c, const char *title, const char *unit, struct bounds bounds);
/* May a row have a machine of so many nodes? If not, it is left out, and of the
 * group's errors no median is demanded. */
bool compare_reaches(struct comparison *c, int nodes);
/* What was asked for instead of the paper's; none: a count of 0. */
struct numbers {
	const long *list;
	int count;
};
struct numbers compare_nodes(const struct comparison *c);
struct numbers compare_sizes(const struct comparison *c);
/* These, or where there are none the paper's. */
struct numbers numbers_or(struct numbers given, const long *paper, int count);
/* For plots: a panel for the rows from here on, what they stand along, and in which
 * unit they are; and their curve, which each group begins with one of its title. */
void compare_panel(struct comparison *c, const char *title, const char *axis, const char *unit);
void compare_curve(struct comparison *c, const char *curve);
/* A row, and where it stands on the axis. The paper's value may be NAN: then only
 * ours is shown. */
void compare(struct comparison *c, double x, double paper, double ours, const char *label, ...)
	__attribute__((format(printf, 5, 6)));
/* A row that is not a number: it is as in the paper, or it is not. */
void compare_text(struct comparison *c, const char *paper, const char *ours, const char *label, ...)
	__attribute__((format(printf, 4, 5)));
/* A row that is left out, and why. */
void compare_without(struct comparison *c, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* What a run came to: its time; of node 0 what it worked, by kind; and where
 * account is kept, how long messages waited for links, and how many went over the
 * busiest of them. */
struct virtual_run {
	vcube_time time, work[VCUBE_WORK_FLOP + 1];
	vcube_time contention;
	uint64_t busiest;
};

/*
 * One collective in virtual time, run with blocks of `count` doubles on all nodes;
 * `how` as for the library's functions. 0, or an exit status after a sentence on
 * stderr.
 */
int virtual_run(const struct vcube_desc *desc, int collective, size_t count, const char *how,
		struct virtual_run *run);
/* The same for a program; `what` is for messages. */
int virtual_program(const struct vcube_desc *desc, vcube_program *program, void *arg, const char *what,
		    struct virtual_run *run);
/* A collective's time alone. */
int virtual_time(const struct vcube_desc *desc, int collective, size_t count, const char *how,
		 vcube_time *time);

/* A description from text, which is the command's own. To be cleared. */
struct vcube_desc describe(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
