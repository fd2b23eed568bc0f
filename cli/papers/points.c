/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The points of a comparison.
 */
#include <stdlib.h>
#include "base/text.h"
#include "papers/points.h"

static int
find(const struct tsv *table, const char *size, long nodes, long wanted)
{
	for (int row = 0; row < table->rows; row++)
		if ((long)tsv_number(table, row, "nodes") == nodes &&
		    (long)tsv_number(table, row, size) == wanted)
			return row;
	return -1;
}

/* Return the numbers given, or else the distinct numbers of a column. The caller frees them. */
static struct numbers
given_or(struct numbers given, const struct tsv *table, const char *column)
{
	long *list = grow(NULL, (size_t)(given.count + table->rows) + 1, sizeof *list);
	int count = 0;

	for (; count < given.count; count++)
		list[count] = given.list[count];
	for (int row = 0; row < table->rows && given.count == 0; row++) {
		const long number = (long)tsv_number(table, row, column);
		int i = 0;

		while (i < count && list[i] != number)
			i++;
		if (i == count)
			list[count++] = number;
	}
	return (struct numbers) { list, count };
}

bool
points_by_size(const struct points *s)
{
	for (int i = 1; i < s->count; i++)
		if (s->list[i].nodes != s->list[0].nodes)
			return false;
	return true;
}

struct points
points_make(const struct comparison *c, const struct tsv *table, const char *size)
{
	const struct numbers nodes = given_or(compare_nodes(c), table, "nodes");
	const struct numbers sizes = given_or(compare_sizes(c), table, size);
	const bool given = compare_nodes(c).count + compare_sizes(c).count > 0;
	struct points s = { NULL, 0 };
	bool sized;

	for (int i = 0; i < nodes.count; i++)
		for (int j = 0; j < sizes.count; j++) {
			const int row = find(table, size, nodes.list[i], sizes.list[j]);

			if (given || row >= 0)
				APPEND(s.list, s.count, (struct point) {
					(int)nodes.list[i], sizes.list[j], row, 0 });
		}
	sized = points_by_size(&s);
	for (int i = 0; i < s.count; i++)
		s.list[i].axis = sized ? (double)s.list[i].size : s.list[i].nodes;
	free((void *)nodes.list);
	free((void *)sizes.list);
	return s;
}

void
points_free(struct points *s)
{
	free(s->list);
}
