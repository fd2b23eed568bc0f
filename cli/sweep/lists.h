/* SPDX-License-Identifier: BSD-2-Clause */
/* The lists of `vcube run`, worked out: collectives, topologies and sizes. */
#ifndef LISTS_H
#define LISTS_H

#include "sweep/plan.h"

/* An algorithm to run, or all of a collective's. */
struct choice {
	int collective;
	const struct vcube_algorithm *algorithm;
	char *how;              /* its name and options as given, or NULL */
	bool all;               /* every algorithm of the collective */
};

struct lists {
	struct choice *choices;
	struct place { char *text; int nodes; } *places;
	size_t *sizes;
	int choice_count, place_count, size_count;
};

/* 0, or an exit status, upon which something has been printed. To be freed either way. */
int lists_make(struct lists *lists, const struct run_options *options);
void lists_free(struct lists *lists);

#endif
