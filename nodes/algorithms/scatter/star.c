/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One-to-all personalized communication from the root to each node directly: no block moves
 * twice, but each is a message from the single port of the root. On a host, where a
 * receiver copies its block directly from the root's memory, this is the fastest way.
 *
 * The destinations of each node's blocks, p = 4, root 0:
 *
 *   node      0     1     2     3
 *   start     0-3
 *   send      0     1     2     3
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	vcube_step(self, "send");
	if (c->rank == c->root)
		vcube_star_deal(self, c, c->in, c->bytes, c->bytes, c->out);
	else
		vcube_recv(self, c->group, c->root, c->out, vcube_out_bytes(c, 0), NULL);
}

/* The copy of the root's own block overlaps the messages. */
static vcube_time
cost(const struct vcube_terms *t)
{
	return vcube_star_most(vcube_star_copy(t, 1), vcube_star_deal_time(t, 1));
}

const struct vcube_algorithm vc_algorithm_scatter_star = {
	.collective = VCUBE_SCATTER,
	.name = "star",
	.text = "from the root to each node directly, fast on the host",
	.paper = "",
	.native = 1u << VCUBE_FULL,
	.steps = "p - 1",
	.volume = "m (p - 1)",
	.formula = "(ts + tw m)(p - 1)",
	.waits = VCUBE_WAITS_FOR_ROOT,
	.unequal = VCUBE_SCATTERV,
	.cost = cost,
	.run = run,
};
