/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A comparison under way.
 */
#ifndef COMPARE_H
#define COMPARE_H

#include "papers/reproduce.h"

enum compare_form { COMPARE_TABLE, COMPARE_JSON };

/* What the user asked for. */
struct compare_options {
	enum compare_form form;
	int nodes_most;
	struct numbers nodes, sizes;    /* instead of the paper's, unless there are none */
	struct comparison_plot *plot;    /* NULL: no plot is asked for */
};

struct comparison {
	const struct reproduction *reproduction;
	const struct compare_options *options;
	/* The group */
	char title[80], curve[80];
	const char *unit;
	struct bounds bounds;
	double *error;          /* of each row that the paper has, in percent, without sign */
	int errors;
	int texts, same;        /* of these, rows that are not numbers; and those as in the paper */
	int left_out;           /* rows that need more than there is */
	bool begun;             /* its head is printed */
	int failed;             /* groups that were too far off */
	int all_texts, all_same;        /* of all groups */
};

void compare_begin(struct comparison *c, const struct reproduction *r,
		   const struct compare_options *options);
/* How many groups were too far off. */
int compare_end(struct comparison *c);

#endif
