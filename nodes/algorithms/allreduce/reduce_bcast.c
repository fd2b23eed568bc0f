/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-reduce by reduction to rank 0 and broadcast from there, both along the same binomial
 * tree: twice the time of exchanges on a hypercube, a fraction of the messages (2p - 2),
 * and for any number of nodes.
 *
 * The terms in a node's sum, p = 6:
 *
 *   node      0     1     2     3     4     5
 *   start     0     1     2     3     4     5
 *   up 1      0-1         2-3         4-5
 *   up 2      0-3                     4-5
 *   up 3      0-5
 *   down 1    0-5                     0-5
 *   down 2    0-5         0-5         0-5
 *   down 3    0-5   in every node
 *
 * Invariant: on the way up, a node has the sum over consecutive ranks from its own on; so
 * the terms are in rank order.
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size, me = c->rank;
	void *const got = vcube_scratch(self, c->bytes);
	vcube_request *sent[8 * sizeof p];
	const void *sum = c->in;
	int bit, n = 0;

	vcube_watch(self, "got", got, c->type, c->count);
	for (bit = 1; bit < p && !(me & bit); bit *= 2) {
		if (me + bit >= p)
			continue;
		vcube_step(self, "reduce");
		vcube_recv(self, c->group, me + bit, got, c->bytes, NULL);
		vcube_combine(self, c, sum, got, c->out, 1);
		sum = c->out;
	}
	vcube_free(self, got);
	vcube_step(self, "broadcast");
	if (me > 0) {
		vcube_wait(self, vcube_isend(self, c->group, me - bit, sum, c->bytes), NULL);
		vcube_recv(self, c->group, me - bit, c->out, c->bytes, NULL);
	}
	while (bit /= 2)
		if (me + bit < p)
			sent[n++] = vcube_isend(self, c->group, me + bit, c->out, c->bytes);
	vcube_waitall(self, sent, n);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	const int steps = vcube_log2_ceil(t->p);

	return 2 * steps * vcube_message_time(t, t->m)
		+ steps * vcube_combine_time(t, t->m / t->unit);
}

const struct vcube_algorithm vc_algorithm_allreduce_reduce_bcast = {
	.collective = VCUBE_ALLREDUCE,
	.name = "reduce-bcast",
	.text = "up a binomial tree and down again, with few messages",
	.paper = "Kumar et al., section 4.3",
	.native = 1u << VCUBE_HYPERCUBE | 1u << VCUBE_FULL,
	.loose = VCUBE_LOOSE_IN_PARTS,
	.waits = VCUBE_WAITS_FOR_PARENT,
	.steps = "2 ceil(log p)",
	.volume = "m ceil(log p)",
	.formula = "2 (ts + tw m) ceil(log p)",
	.cost = cost,
	.run = run,
};
