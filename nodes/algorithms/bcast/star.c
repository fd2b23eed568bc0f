/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One-to-all broadcast from the root to each node directly. On a real machine its port is
 * the bottleneck; on a host with fewer processors than nodes this is the fastest way for
 * short blocks, since nodes wait only for the root.
 *
 * The nodes that have the data, p = 4, root 0:
 *
 *   node      0  1  2  3
 *   start     x
 *   send      x  x  x  x
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	vcube_step(self, "send");
	if (c->rank == c->root)
		vcube_star_deal(self, c, c->out, 0, c->bytes, NULL);
	else
		vcube_recv(self, c->group, c->root, c->out, c->bytes, NULL);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	return vcube_star_deal_time(t, 1);
}

const struct vcube_algorithm vc_algorithm_bcast_star = {
	.collective = VCUBE_BCAST,
	.name = "star",
	.text = "from the root to each node directly, fast on the host",
	.paper = "",
	.native = 1u << VCUBE_FULL,
	.steps = "p - 1",
	.volume = "m (p - 1)",
	.formula = "(ts + tw m)(p - 1)",
	.waits = VCUBE_WAITS_FOR_ROOT,
	.cost = cost,
	.run = run,
};
