/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One-to-all broadcast along a binomial tree: a node with the data sends it to the head of
 * the other part of its branch, and goes on with its own part.
 *
 * The nodes that have the data, p = 8, root 5:
 *
 *   node      0  1  2  3  4  5  6  7
 *   start                    x
 *   step 1       x           x           5 -> 1
 *   step 2       x     x     x     x     1 -> 3   5 -> 7
 *   step 3    x  x  x  x  x  x  x  x     1 -> 0   3 -> 2   5 -> 4   7 -> 6
 *
 * Invariant: before a step, the head of each branch has the data, and branches are
 * disjoint.
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	int parent, n = 0;
	struct vcube_branch mine = vcube_branch_of(c->size, c->root, c->rank, &parent), twig;
	vcube_request *sent[8 * sizeof n];

	vcube_step(self, "broadcast");
	if (parent >= 0)
		vcube_recv(self, c->group, parent, c->out, c->bytes, NULL);
	while (vcube_branch_size(mine) > 1) {
		vcube_branch_split(mine, &mine, &twig);
		sent[n++] = vcube_isend(self, c->group, twig.head, c->out, c->bytes);
	}
	vcube_waitall(self, sent, n);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	return vcube_log2_ceil(t->p) * vcube_message_time(t, t->m);
}

const struct vcube_algorithm vc_algorithm_bcast_binomial = {
	.collective = VCUBE_BCAST,
	.name = "binomial",
	.text = "nodes with the data pass it on along a binomial tree",
	.paper = "Kumar et al., section 4.1 (equation 4.1)",
	.native = 1u << VCUBE_HYPERCUBE | 1u << VCUBE_FULL,
	.steps = "ceil(log p)",
	.volume = "m ceil(log p)",
	.formula = "(ts + tw m) ceil(log p)",
	.waits = VCUBE_WAITS_FOR_PARENT,
	.cost = cost,
	.run = run,
};
