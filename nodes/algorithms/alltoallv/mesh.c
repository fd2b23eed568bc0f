/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Irregular all-to-all on a square array: elements from (i, j) to (k, l) move along the row
 * to (i, l), then along the column. Few messages, but a node may hold all elements from
 * its row to its column.
 *
 * The blocks for node 5 at each node, p = 9 (row i, column j):
 *
 *   start       after the rows      after the columns
 *   x x x       . . 3               . . .
 *   x x x       . . 3               . . 9
 *   x x x       . . 3               . . .
 */
#include <vcube/authoring.h>

enum { MODE, DEAL };

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const struct vcube_stages stages = {
		.array = vcube_array_of(c->size),
		.count = 2,
		.stage = {{.in_rows = true, .scatters = false}, {.in_rows = false, .scatters = false}},
	};

	const int by_element = c->set[DEAL].value ? VCUBE_STAGES_BY_ELEMENT : 0;

	vcube_stages_run(self, c, &stages, (enum vcube_stages_modes)(c->set[MODE].value | by_element));
}

/* A message has q blocks, and a header of q destinations, then of one; or each element has a
 * label, which is not delivered. */
static vcube_time
cost(const struct vcube_terms *t)
{
	const bool dealt = t->set[DEAL].value;
	const vcube_time p = t->p, q = vcube_array_of(t->p).columns;
	const vcube_time m = vcube_stages_bytes(t, t->m, dealt), headers = dealt ? 0 : 8 * q + 8;

	return vcube_stages_time(t, 2 * (q - 1), (q - 1) * (2 * q * m + headers),
				 2 * p * m + p * (vcube_time)t->m);
}

const struct vcube_algorithm vc_algorithm_alltoallv_mesh = {
	.collective = VCUBE_ALLTOALLV,
	.name = "mesh",
	.text = "along the rows of a square, then along its columns",
	.paper = "Liu, Wang and Prasanna, algorithm A3 (Hambrusch, Khokhar and Liu)",
	.needs = VCUBE_NEEDS_SQUARE,
	.options = (const struct vcube_option[]){[MODE] = VCUBE_STAGES_MODE,
		[DEAL] = VCUBE_STAGES_DEAL, {0}},
	.steps = "2 (sqrt p - 1)",
	.volume = "(2 m q + 8 (q + 1))(q - 1), q = sqrt p",
	.formula = "(2 ts + 2 tw m q + 8 tw (q + 1))(q - 1), q = sqrt p, where all blocks are of m bytes",
	.cost = cost,
	.run = run,
};
