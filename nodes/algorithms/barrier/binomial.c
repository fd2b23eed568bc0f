/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Barrier along a binomial tree: empty messages go up to rank 0 when all nodes below have
 * arrived, and down again. Twice the time of exchanges, with 2p - 2 messages.
 *
 * The nodes of which a node knows that they have arrived, p = 6:
 *
 *   node      0     1     2     3     4     5
 *   up 1      0-1         2-3         4-5
 *   up 2      0-3                     4-5
 *   up 3      0-5
 *   down 1    all                     all
 *   down 2    all         all         all
 *   down 3    all   in every node
 *
 * Invariant: on the way up, a node knows of consecutive ranks from its own on.
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size, me = c->rank;
	int bit;

	vcube_step(self, "up");
	for (bit = 1; bit < p && !(me & bit); bit *= 2)
		if (me + bit < p)
			vcube_recv(self, c->group, me + bit, NULL, 0, NULL);
	if (me > 0) {
		vcube_send(self, c->group, me - bit, NULL, 0);
		vcube_recv(self, c->group, me - bit, NULL, 0, NULL);
	}
	vcube_step(self, "down");
	while (bit /= 2)
		if (me + bit < p)
			vcube_send(self, c->group, me + bit, NULL, 0);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	return 2 * vcube_log2_ceil(t->p) * vcube_startup_time(t);
}

const struct vcube_algorithm vc_algorithm_barrier_binomial = {
	.collective = VCUBE_BARRIER,
	.name = "binomial",
	.text = "up a binomial tree and down again, with few messages",
	.paper = "Kumar et al., section 4.3",
	.native = 1u << VCUBE_HYPERCUBE | 1u << VCUBE_FULL,
	.waits = VCUBE_WAITS_FOR_PARENT,
	.steps = "2 ceil(log p)",
	.volume = "0",
	.formula = "2 ts ceil(log p)",
	.cost = cost,
	.run = run,
};
