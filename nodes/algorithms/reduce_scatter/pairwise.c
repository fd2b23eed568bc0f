/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all reduction in p - 1 steps, one partner at a time: in step i each node sends its
 * term to the node i ranks above, and adds the term that it receives from i ranks below.
 * It needs room for two blocks only, and any operator will do.
 *
 * Terms in the two sums of each node, p = 4:
 *
 *   node      0          1          2          3
 *   start     0          1          2          3
 *   step 1    0, 3       01         12         23
 *   step 2    0, 23      01, 3      012        123
 *   step 3    0, 123     01, 23     012, 3     0123
 *
 * Invariant: the first sum is over ranks up to the node's own, the second over ranks above
 * it up to the last; each new term precedes the sum, in rank order.
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size, me = c->rank;
	const size_t mine = vcube_units(c, me, 1), bytes = c->bytes * mine;
	char *const got = vcube_scratch(self, 2 * bytes), *above;

	if (got == NULL)
		return;
	above = got + bytes;
	vcube_watch(self, "got", got, c->type, c->count * mine);
	vcube_watch(self, "above", above, c->type, c->count * mine);
	vcube_copy(self, c->out, vcube_in(c, me), bytes);
	for (int i = 1; i < p; i++) {
		const int to = (me + i) % p, from = (me + p - i) % p;
		const bool fresh = from == p - 1 && me < p - 1;
		void *const sum = from < me ? c->out : above;

		vcube_step(self, "exchange terms");
		vcube_sendrecv(self, c->group, to, vcube_in(c, to), vcube_in_bytes(c, to),
			       from, fresh ? above : got, bytes, NULL);
		if (!fresh)
			vcube_combine(self, c, got, sum, sum, mine);
	}
	if (me < p - 1)
		vcube_combine(self, c, c->out, above, c->out, mine);
	vcube_free(self, got);
}

/* Of three nodes or more, some combine in every step and then their two sums. */
static vcube_time
cost(const struct vcube_terms *t)
{
	return t->k.copy * (vcube_time)t->m + (t->p - 1) * vcube_message_time(t, t->m)
		+ (t->p > 2 ? t->p : t->p - 1) * vcube_combine_time(t, t->m / t->unit);
}

const struct vcube_algorithm vc_algorithm_reduce_scatter_pairwise = {
	.collective = VCUBE_REDUCE_SCATTER,
	.name = "pairwise",
	.text = "terms from one partner after the other",
	.paper = "Thakur, Rabenseifner and Gropp 2005",
	.native = 1u << VCUBE_FULL,
	.steps = "p - 1",
	.volume = "m (p - 1)",
	.formula = "(ts + tw m)(p - 1)",
	.unequal = VCUBE_REDUCE_SCATTERV,
	.cost = cost,
	.run = run,
};
