/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The memory of all nodes at a moment as a table: a column for each node, a row
 * for each cell of what they watch by one name. As in the papers' figures, but
 * that those have nodes side by side, too.
 */
#ifndef TABLE_H
#define TABLE_H

#include "recording.h"

struct vc_table {
	const char *name;
	int depth;
	size_t rows;                    /* that are kept */
	size_t count;                   /* that there are */
	int width;                      /* of the widest cell, at least that of a rank */
};

/* The table number i of a moment: names in the order in which nodes, from rank 0,
 * have them. False: there are fewer. */
bool vc_table_at(const struct vc_recording *r, const struct vc_moment *m, int i,
		 struct vc_table *table);
/* How wide it is at any moment, so that it stays where it is from step to step. */
int vc_table_widest(const struct vc_recording *r, const struct vc_table *table);
/* A cell's text; "" where the node has none. */
const char *vc_table_cell(const struct vc_moment *m, const struct vc_table *table, int rank,
			  size_t row);
/* Are all its cells the same at an earlier moment? */
bool vc_table_same(const struct vc_recording *r, const struct vc_moment *before,
		   const struct vc_moment *m, const struct vc_table *table);

#endif
