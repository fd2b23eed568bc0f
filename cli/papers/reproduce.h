/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reproductions: the papers' results beside ours. A reproduction is a function that compares
 * row by row, in groups; each group has its bounds.
 */
#ifndef REPRODUCE_H
#define REPRODUCE_H

#include <stdbool.h>
#include <vcube/authoring.h>

struct comparison;

/* The numbers of nodes that a reproduction takes instead of the paper's */
enum takes_nodes { NODES_NONE, NODES_CUBES, NODES_SQUARES, NODES_ANY };

/* Compare. A run that fails ends the process. */
typedef void reproduce(struct comparison *c);

struct reproduction {
	const char *name;
	enum takes_nodes nodes;
	bool sizes;             /* it takes sizes instead of the paper's */
	reproduce *run;
	const char *text;       /* what it compares */
};

reproduce reproduce_kumar, reproduce_bokhari, reproduce_bokhari_figures, reproduce_bokhari_networks,
	reproduce_bokhari_table1,
	reproduce_liu, reproduce_transfers, reproduce_cm200, reproduce_breakeven, reproduce_formulas,
	reproduce_index, reproduce_irregular, reproduce_irregular_bytes, reproduce_irregular_dealt,
	reproduce_constants, reproduce_equations, reproduce_router, reproduce_products, reproduce_broadcasts,
	reproduce_cube_on_ring, reproduce_switching, reproduce_ports, reproduce_exclusive_or;

extern const struct reproduction reproductions[];       /* ends with a NULL name */

/* Numbers of the user; none if the count is 0 */
struct numbers {
	const long *list;
	int count;
};
/* Return the numbers given, or if there are none the paper's. */
struct numbers numbers_or(struct numbers given, const long *paper, int count);

/* How much rows may differ, in percent of the paper's value: the median and the most, both
 * unsigned. With a negative median, errors have no bound and are only shown. */
struct bounds {
	double median, most;
};
#define EXACT ((struct bounds) { 0, 1e-10 })
#define SHOWN ((struct bounds) { -1, 0 })

struct comparison {
	const struct reproduction *reproduction;
	/* The user's options */
	bool json;
	int nodes_most;
	struct numbers nodes, sizes;    /* in place of the paper's, unless empty */
	struct plot *plot;              /* NULL: no plot */
	/* The group */
	const char *title, *curve, *unit;
	struct bounds bounds;
	double *error;          /* of each row that the paper has, in percent, unsigned */
	int errors;
	int texts, same;        /* of these, rows that are not numbers; and those as in the paper */
	int left_out;           /* rows that need too much */
	bool begun;             /* its head is printed */
	/* All groups */
	int rows;               /* compared, or shown */
	int failed;             /* groups that are too far off */
	int all_texts, all_same;
	double scale;           /* of a row's unit in the plot */
};

void compare_begin(struct comparison *c, const struct reproduction *r);
void compare_end(struct comparison *c);
/* Begin a group of rows, and a curve of its name. */
void compare_group(struct comparison *c, const char *title, const char *unit, struct bounds bounds);
/* May a row have a machine of `nodes` nodes? If not, it is left out, and the group's errors
 * have no bound on their median. */
bool compare_reaches(struct comparison *c, int nodes);
/* For plots: begin a panel for the rows that follow, with its x axis and their unit; begin a
 * curve. Each group begins a curve of its title. */
void compare_panel(struct comparison *c, const char *title, const char *axis, const char *unit);
void compare_curve(struct comparison *c, const char *curve);
/* Compare a row at x on the axis. If the paper's value is NAN, show only ours. */
void compare(struct comparison *c, double x, double paper, double ours, const char *label, ...)
	__attribute__((format(printf, 5, 6)));
/* Compare a row that is not a number: it equals the paper's, or differs. */
void compare_text(struct comparison *c, const char *paper, const char *ours, const char *label, ...)
	__attribute__((format(printf, 4, 5)));
/* Print that a row is left out, and why. */
void compare_without(struct comparison *c, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Tables of the papers, cli/papers/data/NAME.tsv, which are built into the command. Tabs
 * separate the cells, the first line names the columns, "-" is an empty cell.
 */
extern const struct tsv_source {
	const char *name, *text;
} tsv_sources[];                /* ends with a NULL name */

struct tsv {
	char **cell;
	int rows, columns;      /* not counting the line of names, row -1 */
};

/* Open a table. A missing table or column ends the process: the tables are our own. */
struct tsv tsv_open(const char *name);
const char *tsv_text(const struct tsv *table, int row, const char *column);
/* Return a cell's number; NAN if it is empty. */
double tsv_number(const struct tsv *table, int row, const char *column);

/* The results of a run: its time; node 0's work, by kind; and, if links are accounted, how
 * long messages waited for links, and how many crossed the busiest link */
struct virtual_run {
	vcube_time time, work[VCUBE_WORK_FLOP + 1];
	vcube_time contention;
	uint64_t busiest;
};

/* Run one collective in virtual time on a machine, described as for vcube_open(), with blocks
 * of `count` doubles on all nodes; `how` is as for the library's functions. */
struct virtual_run virtual_run(const char *machine, int collective, size_t count, const char *how);
/* The same for a program, whose nodes need so many bytes of heap; messages call it `what`. */
struct virtual_run virtual_program(const char *machine, size_t heap, vcube_program *program,
				   void *arg, const char *what);
/* Free what such runs keep for the next one. */
void virtual_end(void);
/* Parse such a description. The caller clears it. */
struct vcube_desc describe(const char *machine);

/* Return the time of a collective by the algorithm's formula, in microseconds: blocks of 64-bit
 * words. */
double formula_time(const struct vcube_desc *desc, int collective, const char *how, int nodes,
		    long words);
/* Return how many milliseconds the CM-200's router takes to transpose a vector with this number of
 * 64-bit words on each node. */
double router_transposition(long words);

#endif
