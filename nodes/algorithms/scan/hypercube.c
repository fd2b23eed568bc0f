/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prefix sums on a hypercube, in the pattern of all-to-all broadcast: neighbours exchange
 * the sums over their subcubes, and the higher rank also adds what it receives to its
 * result.
 *
 * The terms in a node's result (and in its total), p = 4:
 *
 *   node      0          1          2          3
 *   start     0    (0)   1    (1)   2    (2)   3    (3)
 *   step 1    0  (0-1)   0-1 (0-1)  2  (2-3)   2-3 (2-3)
 *   step 2    0  (0-3)   0-1 (0-3)  0-2 (0-3)  0-3 (0-3)
 *
 * Invariant: after step i, the total is the sum over the 2^i consecutive ranks of the
 * node's subcube, the result that over those up to its own. Lower ranks are the left
 * operand: rank order.
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int me = c->rank;
	char *const got = vcube_scratch(self, 2 * c->bytes), *sum;
	const void *total = c->in;

	if (got == NULL)
		return;
	sum = got + c->bytes;
	vcube_watch(self, "got", got, c->type, c->count);
	vcube_watch(self, "total", sum, c->type, c->count);
	vcube_copy(self, c->out, c->in, c->bytes);
	for (int bit = 1; bit < c->size; bit *= 2) {
		const int peer = me ^ bit;

		vcube_step(self, "exchange totals");
		vcube_sendrecv(self, c->group, peer, total, c->bytes, peer, got, c->bytes, NULL);
		if (peer < me)
			vcube_combine(self, c, got, total, sum, 1);
		else
			vcube_combine(self, c, total, got, sum, 1);
		if (peer < me)
			vcube_combine(self, c, got, c->out, c->out, 1);
		total = sum;
	}
	vcube_free(self, got);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	return t->k.copy * (vcube_time)t->m + vcube_log2((unsigned)t->p)
		* (vcube_message_time(t, t->m) + 2 * vcube_combine_time(t, t->m / t->unit));
}

const struct vcube_algorithm vc_algorithm_scan_hypercube = {
	.collective = VCUBE_SCAN,
	.name = "hypercube",
	.text = "exchanges of subcube totals along each dimension",
	.paper = "Kumar et al., section 4.3",
	.needs = VCUBE_NEEDS_POWER_OF_TWO,
	.native = 1u << VCUBE_HYPERCUBE | 1u << VCUBE_FULL,
	.steps = "log p",
	.volume = "m log p",
	.formula = "(ts + tw m) log p",
	.cost = cost,
	.run = run,
};
