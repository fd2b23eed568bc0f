/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Mathur and Johnsson, Table 19: products of a P x P matrix and a vector on a CM-200, by formula:
 * its nodes form an array as square as may be, each with P / N words of either vector. The router
 * transposes one vector; it is broadcast, all to all, within the columns; each node multiplies;
 * and the sums are reduced within the rows. Broadcast and reduction go along one cycle or along d,
 * whatever is faster. An operation takes as long as the row of 8,192 on 256 nodes leaves for it.
 */
#include <math.h>
#include <string.h>
#include "base/text.h"
#include "papers/reproduce.h"

static double
faster(const struct vcube_desc *desc, int collective, int nodes, long words)
{
	return fmin(formula_time(desc, collective, "cycle:index=local", nodes, words),
		    formula_time(desc, collective, "dcycles:index=local", nodes, words)) / 1e3;
}

/* Return the time of all but the operations, in milliseconds. */
static double
communication(const struct vcube_desc *desc, int nodes, long order)
{
	const int d = vcube_log2((unsigned)nodes), rows = 1 << d / 2;
	const long words = order / nodes;

	return router_transposition(words) + faster(desc, VCUBE_ALLGATHER, rows, words) +
	       faster(desc, VCUBE_REDUCE_SCATTER, nodes / rows, words);
}

static double
operations(long order)
{
	return 2 * (double)order * (double)order;
}

/* Return the milliseconds of an operation of one node. */
static double
operation(const struct vcube_desc *desc, double mflops)
{
	enum { NODES = 256, ORDER = 8192 };
	const double time = operations(ORDER) / mflops / 1e3;

	return (time - communication(desc, NODES, ORDER)) * NODES / operations(ORDER);
}

static bool
is_of(const struct tsv *table, int row, const char *product)
{
	return strcmp(tsv_text(table, row, "product"), product) == 0;
}

static void
compare_product(struct comparison *c, const struct tsv *table, const struct vcube_desc *desc,
		const char *product)
{
	double each = 0;

	compare_group(c, text("%s, Mflop/s", product), "", (struct bounds) { 10, 20 });
	for (int row = 0; row < table->rows; row++)
		if (is_of(table, row, product) && tsv_number(table, row, "nodes") == 256 &&
		    tsv_number(table, row, "order") == 8192)
			each = operation(desc, tsv_number(table, row, "mflops"));
	for (int row = 0; row < table->rows; row++) {
		const int nodes = (int)tsv_number(table, row, "nodes");
		const long order = (long)tsv_number(table, row, "order");

		if (is_of(table, row, product))
			compare(c, (double)order, tsv_number(table, row, "mflops"), operations(order) / 1e3 /
				(communication(desc, nodes, order) + operations(order) / nodes * each),
				"%d nodes, order %ld", nodes, order);
	}
}

void
reproduce_products(struct comparison *c)
{
	const struct tsv table = tsv_open("cm200-table19");
	struct vcube_desc desc = describe("full:2 profile=cm200");

	compare_panel(c, "Table 19", "order", "Mflop/s");
	compare_product(c, &table, &desc, "matrix-vector");
	compare_product(c, &table, &desc, "vector-matrix");
	vcube_desc_clear(&desc);
}
