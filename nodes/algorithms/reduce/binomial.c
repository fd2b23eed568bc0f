/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-one reduction, the reverse of the broadcast along a binomial tree: the head of a
 * branch adds the sum that the head of its other part has.
 *
 * The terms in a node's sum, p = 8, root 5:
 *
 *   node      0     1     2     3     4     5     6     7
 *   start     0     1     2     3     4     5     6     7
 *   step 1          0-1         2-3         4-5         6-7
 *   step 2          0-3                     4-7
 *   step 3                                  0-7
 *
 * Invariant: a head has the sum over all ranks of the part of a branch that it has heard
 * from. These ranks are consecutive, and lower ranks are the left operand: rank order,
 * with any root.
 */
#include <vcube/authoring.h>

/* Returns the place of the sum over a branch whose head is this node. */
static const void *
sum_up(vcube_node *self, const struct vcube_call *c, struct vcube_branch b, void *got, void *sum)
{
	struct vcube_branch stem, twig;
	const void *own;

	if (vcube_branch_size(b) == 1)
		return c->in;
	vcube_branch_split(b, &stem, &twig);
	own = sum_up(self, c, stem, got, sum);
	vcube_recv(self, c->group, twig.head, got, c->bytes, NULL);
	if (twig.lo < stem.lo)
		vcube_combine(self, c, got, own, sum, 1);
	else
		vcube_combine(self, c, own, got, sum, 1);
	return sum;
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	int parent;
	const struct vcube_branch mine = vcube_branch_of(c->size, c->root, c->rank, &parent);
	const bool leaf = vcube_branch_size(mine) == 1;
	char *const got = vcube_scratch(self, leaf ? 0 : 2 * c->bytes);
	const void *sum;

	if (got == NULL)
		return;
	vcube_watch(self, "got", got, c->type, leaf ? 0 : c->count);
	vcube_watch(self, "sum", got + c->bytes, c->type, leaf || parent < 0 ? 0 : c->count);
	vcube_step(self, "reduce");
	sum = sum_up(self, c, mine, got, parent < 0 ? c->out : got + c->bytes);
	if (parent >= 0)
		vcube_wait(self, vcube_isend(self, c->group, parent, sum, c->bytes), NULL);
	vcube_free(self, got);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	return vcube_log2_ceil(t->p) * (vcube_message_time(t, t->m)
			+ vcube_combine_time(t, t->m / t->unit));
}

const struct vcube_algorithm vc_algorithm_reduce_binomial = {
	.collective = VCUBE_REDUCE,
	.name = "binomial",
	.text = "sums grow on the way to the root of a binomial tree",
	.paper = "Kumar et al., section 4.1 (equation 4.1)",
	.native = 1u << VCUBE_HYPERCUBE | 1u << VCUBE_FULL,
	.loose = VCUBE_LOOSE_IN_PARTS,
	.steps = "ceil(log p)",
	.volume = "m",
	.formula = "(ts + tw m) ceil(log p)",
	.waits = VCUBE_WAITS_FOR_PARENT,
	.cost = cost,
	.run = run,
};
