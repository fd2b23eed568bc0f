/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Barrier through rank 0: each node sends it an empty message, and it answers all. On a
 * real machine its port is the bottleneck; on a host with fewer processors than nodes this
 * is the fastest way, since a node waits only once.
 *
 *   node      0     1     2     3
 *   to 0      0-3   1     2     3
 *   from 0    0-3   0-3   0-3   0-3      nodes known to have arrived
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	vcube_step(self, "tell");
	if (c->rank > 0) {
		vcube_send(self, c->group, 0, NULL, 0);
		vcube_recv(self, c->group, 0, NULL, 0, NULL);
		return;
	}
	for (int r = 1; r < c->size; r++)
		vcube_recv(self, c->group, r, NULL, 0, NULL);
	for (int r = 1; r < c->size; r++)
		vcube_send(self, c->group, r, NULL, 0);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	return 2 * (t->p - 1) * vcube_startup_time(t);
}

const struct vcube_algorithm vc_algorithm_barrier_star = {
	.collective = VCUBE_BARRIER,
	.name = "star",
	.text = "through one node: slow on the machine, fast on the host",
	.paper = "",
	.native = 1u << VCUBE_FULL,
	.steps = "2 (p - 1)",
	.volume = "0",
	.formula = "2 ts (p - 1)",
	.waits = VCUBE_WAITS_FOR_ROOT,
	.cost = cost,
	.run = run,
};
