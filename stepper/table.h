/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The memory of all nodes at a moment as a table: a column for each node, a row for each
 * cell of the memory that they watch by one name, as in the papers' figures.
 */
#ifndef TABLE_H
#define TABLE_H

#include "recording.h"

struct vc_table {
	const char *name;
	int depth;
	size_t rows;                    /* those kept */
	size_t count;                   /* all rows */
	int width;                      /* of the widest cell or rank */
};

/* Find table number i of a moment: names in the order of nodes from rank 0. False if there
 * are fewer. */
bool vc_table_at(const struct vc_recording *r, const struct vc_moment *m, int i,
		 struct vc_table *table);
/* Return its width at its widest moment, so that it stays in place from step to step. */
int vc_table_widest(const struct vc_recording *r, const struct vc_table *table);
/* Return a cell's text; "" if the node has none. */
const char *vc_table_cell(const struct vc_moment *m, const struct vc_table *table, int rank,
			  size_t row);
/* Are all its cells the same as at an earlier moment? */
bool vc_table_same(const struct vc_recording *r, const struct vc_moment *before,
		   const struct vc_moment *m, const struct vc_table *table);

#endif
