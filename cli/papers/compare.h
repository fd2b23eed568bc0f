/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The state of a comparison.
 */
#ifndef COMPARE_H
#define COMPARE_H

#include "papers/reproduce.h"

enum compare_form { COMPARE_TABLE, COMPARE_JSON };

/* The user's options */
struct compare_options {
	enum compare_form form;
	int nodes_most;
	struct numbers nodes, sizes;    /* in place of the paper's, unless empty */
	struct comparison_plot *plot;   /* NULL: no plot */
};

struct comparison {
	const struct reproduction *reproduction;
	const struct compare_options *options;
	/* The group */
	char title[80], curve[80];
	const char *unit;
	struct bounds bounds;
	double *error;          /* of each row that the paper has, in percent, unsigned */
	int errors;
	int texts, same;        /* of these, rows that are not numbers; and those as in the paper */
	int left_out;           /* rows that need too much */
	bool begun;             /* its head is printed */
	int failed;             /* groups that are too far off */
	int all_texts, all_same;        /* of all groups */
};

void compare_begin(struct comparison *c, const struct reproduction *r,
		   const struct compare_options *options);
/* End the comparison; return how many groups are too far off. */
int compare_end(struct comparison *c);

#endif
