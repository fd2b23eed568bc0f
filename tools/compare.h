/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A comparison under way, between the command and what compares.
 */
#ifndef COMPARE_H
#define COMPARE_H

#include "reproduce.h"

enum compare_form { COMPARE_TABLE, COMPARE_JSON };

struct comparison {
	const struct reproduction *reproduction;
	enum compare_form form;
	int nodes_most;
	/* The group */
	const char *title, *unit;
	struct bounds bounds;
	double *error;          /* of each row, in percent, without sign */
	int rows;
	int failed;             /* groups that were too far off */
};

void compare_begin(struct comparison *c, const struct reproduction *r, enum compare_form form,
		   int nodes_most);
/* How many groups were too far off. */
int compare_end(struct comparison *c);

#endif
