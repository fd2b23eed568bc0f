/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prefix sums of any number of nodes: in step i, each node sends its sum to the node
 * 2^(i-1) ranks above, and combines the sum that it receives, on the left, with its own.
 *
 * The terms in a node's sum, p = 6:
 *
 *   node      0     1     2     3     4     5
 *   start     0     1     2     3     4     5
 *   step 1    0     0-1   1-2   2-3   3-4   4-5
 *   step 2    0     0-1   0-2   0-3   1-4   2-5
 *   step 3    0     0-1   0-2   0-3   0-4   0-5
 *
 * Invariant: after step i, a node has the sum over the 2^i ranks up to its own, or over all
 * of them if there are fewer.
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size, me = c->rank;
	void *const got = vcube_scratch(self, c->bytes);

	vcube_watch(self, "got", got, c->type, c->count);
	vcube_copy(self, c->out, c->in, c->bytes);
	for (int far = 1; far < p; far *= 2) {
		vcube_request *sent = NULL;

		vcube_step(self, "send up");
		if (me + far < p)
			sent = vcube_isend(self, c->group, me + far, c->out, c->bytes);
		if (me >= far)
			vcube_recv(self, c->group, me - far, got, c->bytes, NULL);
		vcube_wait(self, sent, NULL);
		if (me >= far)
			vcube_combine(self, c, got, c->out, c->out, 1);
	}
	vcube_free(self, got);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	return t->k.copy * (vcube_time)t->m
		+ vcube_log2_ceil(t->p) * (vcube_message_time(t, t->m)
			   + vcube_combine_time(t, t->m / t->unit));
}

const struct vcube_algorithm vc_algorithm_scan_doubling = {
	.collective = VCUBE_SCAN,
	.name = "doubling",
	.text = "sums go up by twice as many ranks in every step",
	.paper = "Hillis and Steele 1986",
	.native = 1u << VCUBE_FULL,
	.loose = VCUBE_LOOSE_IN_PARTS,
	.steps = "ceil(log p)",
	.volume = "m ceil(log p)",
	.formula = "(ts + tw m) ceil(log p)",
	.cost = cost,
	.run = run,
};
