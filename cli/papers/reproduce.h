/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reproductions: figures of the papers beside ours. A reproduction is a function that
 * compares row by row, in groups; each group has its bounds.
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

/* What is compared: the function reproduce_FUNCTION, its name, the numbers of nodes and
 * whether also the sizes that it takes, and what it compares with what. */
#define REPRODUCTIONS(X) \
	X(kumar, "kumar-equations", NODES_NONE, false, \
	  "Kumar et al., equations 4.2 to 4.4: broadcast and reduction, all to all, against " \
	  "virtual runs") \
	X(bokhari, "bokhari-crossovers", NODES_CUBES, true, \
	  "Bokhari's machines: which partition is best for a complete exchange, and from which " \
	  "block on, derived from his constants, against predicted costs") \
	X(liu, "liu-table1", NODES_NONE, false, \
	  "Liu, Wang and Prasanna, Table 1: messages on five machines, against virtual runs") \
	X(transfers, "mathur-table2", NODES_CUBES, true, \
	  "Mathur and Johnsson, Table 2: element transfers, one after the other, in broadcast " \
	  "and reduction, all to all, and in each with a transposition, counted in virtual runs") \
	X(cm200_table4, "cm200-table4", NODES_CUBES, true, \
	  "Mathur and Johnsson, Table 4: broadcast, all to all, along d cycles and one, on 16 " \
	  "nodes, without the transposition, against virtual runs") \
	X(cm200_table7, "cm200-table7", NODES_CUBES, true, \
	  "the same, Table 7: along d cycles, on 2 to 2048 nodes, indices worked out or moved") \
	X(cm200_table11, "cm200-table11", NODES_CUBES, true, \
	  "the same, Table 11: along d cycles and one, on 16 nodes") \
	X(cm200_table13, "cm200-table13", NODES_CUBES, true, \
	  "the same, Table 13: reduction, all to all, on 16 nodes") \
	X(cm200_table15, "cm200-table15", NODES_CUBES, true, \
	  "the same, Table 15: reduction, all to all, totals, on 2 to 512 nodes") \
	X(breakeven, "cm200-table9", NODES_CUBES, false, \
	  "the same, Table 9: from how many words on d cycles take less time than one, by the " \
	  "paper's formulas and by ours") \
	X(formulas, "cm200-formulas", NODES_NONE, false, \
	  "the same, the formulas of section 6 beside Tables 7 and 11") \
	X(irregular, "irregular", NODES_ANY, true, \
	  "Liu, Wang and Prasanna, Figures 15 to 23: which is the fastest on T3D and SP2, of " \
	  "which size: A1 direct, A2 two-stage, A3 mesh, A4 four-stage; b blocking, n1 and n2 " \
	  "not, with one and two buffers") \
	X(irregular_bytes, "irregular-bytes", NODES_ANY, true, \
	  "the same, with sizes in bytes, as those of messages are, and not in elements") \
	X(constants, "irregular-constants", NODES_SQUARES, true, \
	  "the same: up to which size A3 takes less time than A4, and with which start-ups what " \
	  "their text says of them would come out") \
	X(bokhari_networks, "bokhari-networks", NODES_CUBES, false, \
	  "Bokhari's crossovers on a hypercube, a mesh and a fat tree, from routed runs with " \
	  "contention") \
	X(cube_on_ring, "cube-on-ring", NODES_NONE, false, \
	  "Kumar et al., Figure 4.12: the last step of the hypercube's broadcast on a ring") \
	X(switching, "switching", NODES_NONE, false, \
	  "Kumar et al.: a message over several hops, cut through or stored and forwarded") \
	X(ports, "ports", NODES_NONE, false, \
	  "Kumar et al.'s lower bound for one port, and d cycles on all ports") \
	X(exclusive_or, "exclusive-or", NODES_NONE, false, \
	  "the direct exchange's schedule waits for no link on a hypercube, and does on a mesh")

#define X(function, name, nodes, sizes, text) int reproduce_##function(struct comparison *c);
REPRODUCTIONS(X)
#undef X

extern const struct reproduction reproductions[];       /* ends with a NULL name */

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
