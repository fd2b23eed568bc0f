/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all reduction by reduce-and-spread: every node computes all sums, by the
 * butterfly, and selects its own. The links carry log p times as much as necessary, in
 * log p steps.
 *
 * Invariant: the all-reduce treats the p blocks as one block, so the bounds of its pieces
 * are independent of the blocks.
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const size_t n = c->count * (size_t)c->size;
	char *const sums = vcube_scratch(self, c->bytes * (size_t)c->size);

	if (sums == NULL)
		return;
	vcube_watch(self, "sums", sums, c->type, n);
	vcube_step(self, "reduce and spread");
	vcube_allreduce(self, c->group, c->in, sums, n, c->type, c->op, "butterfly");
	vcube_step(self, "select");
	vcube_copy(self, c->out, sums + c->bytes * (size_t)c->rank, c->bytes);
	vcube_free(self, sums);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	struct vcube_terms whole = *t;

	whole.m *= (size_t)t->p;
	return vcube_algorithm_find(VCUBE_ALLREDUCE, "butterfly", NULL)->cost(&whole)
		+ t->k.copy * (vcube_time)t->m;
}

const struct vcube_algorithm vc_algorithm_reduce_scatter_spread = {
	.collective = VCUBE_REDUCE_SCATTER,
	.name = "spread",
	.text = "every node computes all sums, by the butterfly, and selects its own",
	.paper = "Mathur and Johnsson, section 5 (reduce-and-spread)",
	.needs = VCUBE_NEEDS_POWER_OF_TWO | VCUBE_NEEDS_COMMUTATIVE,
	.native = 1u << VCUBE_HYPERCUBE | 1u << VCUBE_FULL,
	.steps = "log p",
	.volume = "m p log p",
	.formula = "(ts + tw m p) log p; all ports: (ts + tw ceil(m p / log p)) log p",
	.cost = cost,
	.run = run,
};
