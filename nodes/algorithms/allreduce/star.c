/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-reduce through rank 0: it receives the term of each node, adds them in rank order,
 * and sends each node the sum. On a real machine its port is the bottleneck; on a host
 * with fewer processors than nodes this is the fastest way for short blocks, since a node
 * waits only once.
 *
 *   node      0     1     2     3
 *   to 0      0-3   1     2     3
 *   from 0    0-3   0-3   0-3   0-3      the terms in the sum of each node
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	vcube_step(self, "sum up");
	if (c->rank == 0) {
		vcube_star_combine(self, c, c->in, c->out, 1);
		vcube_star_deal(self, c, c->out, 0, c->bytes, NULL);
		return;
	}
	vcube_star_give(self, c, c->in, c->bytes);
	vcube_recv(self, c->group, 0, c->out, c->bytes, NULL);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	if (t->p == 1)
		return vcube_star_copy(t, 1);
	return vcube_star_combine_time(t, 1) + vcube_star_deal_time(t, 1);
}

const struct vcube_algorithm vc_algorithm_allreduce_star = {
	.collective = VCUBE_ALLREDUCE,
	.name = "star",
	.text = "through one node: slow on the machine, fast on the host",
	.paper = "",
	.native = 1u << VCUBE_FULL,
	.steps = "2 (p - 1)",
	.volume = "m (p - 1)",
	.formula = "2 (ts + tw m)(p - 1)",
	.waits = VCUBE_WAITS_FOR_ROOT,
	.cost = cost,
	.run = run,
};
