/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all broadcast as p broadcasts over d edge-disjoint spanning trees of a cube, from
 * one source after the other.
 *
 * Invariant: the next source is busy until the end of the current broadcast (see
 * topo/pipe.c), so the whole takes p times as long as one broadcast.
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	vcube_copy(self, vcube_out(c, c->rank), c->in, c->bytes);
	for (int source = 0; source < c->size; source++) {
		vcube_step(self, "broadcast the next block");
		vcube_bcast_trees(self, c, source, vcube_out(c, source), c->count, c->set[0].value);
	}
}

static vcube_time
cost(const struct vcube_terms *t)
{
	return t->p > 1 ? t->k.copy * (vcube_time)t->m + t->p * vcube_bcast_trees_time(t) : 0;
}

const struct vcube_algorithm vc_algorithm_allgather_trees = {
	.collective = VCUBE_ALLGATHER,
	.name = "trees",
	.text = "broadcasts over log p edge-disjoint spanning trees, one source after the other",
	.paper = "Mathur and Johnsson, section 5 (alternative 1)",
	.needs = VCUBE_NEEDS_POWER_OF_TWO,
	.options = (const struct vcube_option[]){VCUBE_PACKET_OPTION, {0}},
	.native = 1u << VCUBE_HYPERCUBE | 1u << VCUBE_FULL,
	.steps = "p (m/packet + log p), p > 2",
	.volume = "m (p - 1)",
	.formula = "p (ts + tw packet)(m / packet + log p), p > 2",
	.cost = cost,
	.run = run,
};
