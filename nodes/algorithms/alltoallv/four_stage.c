/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Irregular all-to-all on an array of any number of nodes, in four exchanges: a node
 * scatters its elements for each destination along its row and then along its column, so
 * that all nodes hold equal shares for each destination; then they collect the shares
 * along the rows into the destination's column, and along the columns into the
 * destination. So messages are few and of similar length, whatever the blocks are.
 *
 * The elements for node 2 at each node, p = 4, where node 0 has 8 for it and node 3 has 4:
 *
 *   start     scattered in rows   in columns   collected in rows   in columns
 *   8 .       4 4                 3 3          6 .                  . .
 *   . 4       2 2                 3 3          6 .                 12 .
 *
 * If the last row of the array is incomplete, it sends the buckets of the columns that it
 * does not reach to nodes of other rows: see vcube/array.h.
 *
 * The paper has a barrier before each stage. There is none here unless asked for, since messages
 * from one node to another keep their order, so that stages do not mix.
 * It deals elements one by one, each labelled with its destination; here only if asked to.
 */
#include <vcube/authoring.h>

enum { MODE, BARRIER, DEAL };

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const struct vcube_stages stages = {
		.array = vcube_array_of(c->size),
		.count = 4,
		.stage = {{.in_rows = true, .scatters = true}, {.in_rows = false, .scatters = true},
			  {.in_rows = true, .scatters = false}, {.in_rows = false, .scatters = false}},
	};

	const int barriers = c->set[BARRIER].value ? VCUBE_STAGES_BARRIERS : 0;
	const int by_element = c->set[DEAL].value ? VCUBE_STAGES_BY_ELEMENT : 0;

	vcube_stages_run(self, c, &stages,
			 (enum vcube_stages_modes)(c->set[MODE].value | barriers | by_element));
}

/*
 * Theorem 2: s (s + 1) m bytes in each stage, s = ceil(sqrt p), m = L / p. Rounding may add
 * two elements for each member to a message, and a message has a header: of p destinations
 * in two stages, of s in the third and of one in the last; or each element a label.
 */
static vcube_time
cost(const struct vcube_terms *t)
{
	const struct vcube_array a = vcube_array_of(t->p);
	const vcube_time rows = vcube_array_row_steps(&a), columns = vcube_array_column_steps(&a);
	const vcube_time s = a.columns > a.rows ? a.columns : a.rows, p = t->p;
	const bool dealt = t->set[DEAL].value;
	const vcube_time messages = 2 * (rows + columns), m = vcube_stages_bytes(t, t->m, dealt);
	const vcube_time tallies = dealt ? 0 : 8 * ((rows + columns) * p + rows * s + columns);
	const vcube_time more = 2 * (p + s) * vcube_stages_bytes(t, t->unit, dealt);
	const vcube_time barriers = t->set[BARRIER].value
		? 4 * vcube_barrier_time(t, vcube_log2_ceil(t->p)) : 0;

	return barriers + vcube_stages_time(t, messages,
					    4 * s * (s + 1) * m + messages * more + tallies,
					    s * (s + 1) * (4 * m + (vcube_time)t->m) + messages * more);
}

const struct vcube_algorithm vc_algorithm_alltoallv_four_stage = {
	.collective = VCUBE_ALLTOALLV,
	.name = "four-stage",
	.text = "scattered along rows and columns, then collected along rows and columns",
	.paper = "Liu, Wang and Prasanna, algorithm A4",
	.options = (const struct vcube_option[]){[MODE] = VCUBE_STAGES_MODE,
		[BARRIER] = {"barrier", "no|yes", "a barrier before each stage, as in the paper"},
		[DEAL] = VCUBE_STAGES_DEAL, {0}},
	.steps = "at most 4 ceil(sqrt p) + 2",
	.volume = "at most 4 m q (q + 1) + (4 q + 2)(p + q)(2 u + 4), q = ceil(sqrt p)",
	.formula = "at most (4 s + 2) ts + 4 s (s + 1) tw m, s = ceil(sqrt p), and 16 bytes and 2 "
		   "elements a message and member; 2 s^2 m bytes of buffers, or 3 s^2 m with dual",
	.cost = cost,
	.run = run,
};
