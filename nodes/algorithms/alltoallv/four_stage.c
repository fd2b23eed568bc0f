/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Irregular all-to-all on an array of any number of nodes, in four exchanges: what
 * a node has for each destination is scattered along its row, and then along the
 * columns, whereupon all nodes hold the same of what is for anyone; then it is
 * collected along the rows into the columns, and along these into the nodes, of
 * its destinations. So the messages are few, and none is much longer than another
 * whatever the blocks are.
 *
 * Elements for node 2 in the hands of each node, p = 4, where node 0 has 8 for it,
 * and node 3 has 4:
 *
 *   start     scattered in rows   in columns   collected in rows   in columns
 *   8 .       4 4                 3 3          6 .                  . .
 *   . 4       2 2                 3 3          6 .                 12 .
 *
 * Where the last row of the array is incomplete, it sends what is for the columns
 * that it does not reach to nodes of other rows there: see vcube/array.h.
 *
 * No barrier stands between the stages, as it does in the paper: messages of one
 * node to another keep their order, and none is taken for that of another stage.
 */
#include <vcube/authoring.h>

enum { MODE };

static const struct vcube_option options[] = {[MODE] = VCUBE_STAGES_MODE, {0}};

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const struct vcube_stages stages = {
		.array = vcube_array_of(c->size),
		.count = 4,
		.stage = {{.in_rows = true, .scatters = true}, {.in_rows = false, .scatters = true},
			  {.in_rows = true, .scatters = false}, {.in_rows = false, .scatters = false}},
	};

	vcube_stages_run(self, c, &stages, (enum vcube_stages_modes)c->set[MODE].value);
}

/*
 * Theorem 2: s (s + 1) m bytes in each stage, s = ceil(sqrt p), m = L / p. A
 * message may have two elements more for each member, since their numbers are
 * whole, and has a header: of p destinations in two stages, of s, and of one.
 */
static vcube_time
cost(const struct vcube_terms *t)
{
	const struct vcube_array a = vcube_array_of(t->p);
	const vcube_time rows = vcube_array_row_steps(&a), columns = vcube_array_column_steps(&a);
	const vcube_time s = a.columns > a.rows ? a.columns : a.rows, p = t->p;
	const vcube_time messages = 2 * (rows + columns), m = (vcube_time)t->m;
	const vcube_time tallies = 8 * ((rows + columns) * p + rows * s + columns);
	const vcube_time more = 2 * (p + s) * (vcube_time)t->unit;

	return vcube_stages_time(t, messages, 4 * s * (s + 1) * m + messages * more + tallies,
			      5 * s * (s + 1) * m + messages * more);
}

const struct vcube_algorithm vc_algorithm_alltoallv_four_stage = {
	.collective = VCUBE_ALLTOALLV,
	.name = "four-stage",
	.text = "scattered along rows and columns, then collected along rows and columns",
	.paper = "Liu, Wang and Prasanna, algorithm A4",
	.options = options,
	.steps = "at most 4 ceil(sqrt p) + 2",
	.volume = "at most 4 m q (q + 1) + (4 q + 2)(p + q)(2 u + 4), q = ceil(sqrt p)",
	.formula = "at most (4 s + 2) ts + 4 s (s + 1) tw m, s = ceil(sqrt p), and 16 bytes and 2 "
		   "elements a message and member; 2 s^2 m bytes of buffers, or 3 s^2 m with dual",
	.cost = cost,
	.run = run,
};
