/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-one personalized communication from each node directly to the root: no block moves
 * twice, but each is a message to the single port of the root. On a host with fewer
 * processors than nodes this is the fastest way, since only the root waits.
 *
 * The blocks of each node, p = 4, root 0:
 *
 *   node      0     1     2     3
 *   start     0     1     2     3
 *   send      0-3
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	vcube_step(self, "send");
	if (c->rank == c->root)
		vcube_star_collect(self, c, c->in, c->out, c->bytes);
	else
		vcube_star_give(self, c, c->in, vcube_in_bytes(c, 0));
}

static vcube_time
cost(const struct vcube_terms *t)
{
	return t->p == 1 ? vcube_star_copy(t, 1) : vcube_star_collect_time(t, 1);
}

const struct vcube_algorithm vc_algorithm_gather_star = {
	.collective = VCUBE_GATHER,
	.name = "star",
	.text = "from each node directly to the root, fast on the host",
	.paper = "",
	.native = 1u << VCUBE_FULL,
	.steps = "p - 1",
	.volume = "m",
	.formula = "(ts + tw m)(p - 1)",
	.waits = VCUBE_WAITS_FOR_ROOT,
	.unequal = VCUBE_GATHERV,
	.cost = cost,
	.run = run,
};
