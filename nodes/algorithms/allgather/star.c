/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all broadcast through rank 0: it receives the block of each node and sends all
 * blocks to each. On a real machine its port is the bottleneck; on a host with fewer
 * processors than nodes this is the fastest way for short blocks, since a node waits only
 * once.
 *
 *   node      0     1     2     3
 *   to 0      0-3   1     2     3
 *   from 0    0-3   0-3   0-3   0-3      the blocks of each node
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const size_t all = c->bytes * vcube_units(c, 0, c->size);

	vcube_step(self, "collect");
	if (c->rank == 0) {
		vcube_star_collect(self, c, c->in, c->out, c->bytes);
		vcube_star_deal(self, c, c->out, 0, all, NULL);
		return;
	}
	vcube_star_give(self, c, c->in, vcube_in_bytes(c, 0));
	vcube_recv(self, c->group, 0, c->out, all, NULL);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	if (t->p == 1)
		return vcube_star_copy(t, 1);
	return vcube_star_collect_time(t, 1) + vcube_star_deal_time(t, t->p);
}

const struct vcube_algorithm vc_algorithm_allgather_star = {
	.collective = VCUBE_ALLGATHER,
	.name = "star",
	.text = "through one node: slow on the machine, fast on the host",
	.paper = "",
	.native = 1u << VCUBE_FULL,
	.steps = "2 (p - 1)",
	.volume = "m p (p - 1)",
	.formula = "(2 ts + tw m (p + 1))(p - 1)",
	.waits = VCUBE_WAITS_FOR_ROOT,
	.unequal = VCUBE_ALLGATHERV,
	.cost = cost,
	.run = run,
};
