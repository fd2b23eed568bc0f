/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all broadcast on a hypercube: along each dimension, from the lowest, neighbours
 * exchange all blocks that they hold.
 *
 * Who holds what, p = 8:
 *
 *   node      0         1         2         3         4         5  ..
 *   start     0         1         2         3         4         5
 *   step 1    01        01        23        23        45        45
 *   step 2    0123      0123      0123      0123      4567      4567
 *   step 3    01234567  in every node
 *
 * Invariant: after step i, a node holds the 2^i blocks of its subcube of the dimensions so
 * far; their numbers are consecutive.
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int me = c->rank;
	char *const out = c->out;

	vcube_copy(self, vcube_out(c, me), c->in, vcube_in_bytes(c, 0));
	for (int n = 1; n < c->size; n *= 2) {
		const int give = me & -n, take = give ^ n;

		vcube_step(self, "exchange");
		vcube_sendrecv(self, c->group,
			       me ^ n, out + c->bytes * vcube_units(c, 0, give),
			       c->bytes * vcube_units(c, give, n),
			       me ^ n, out + c->bytes * vcube_units(c, 0, take),
			       c->bytes * vcube_units(c, take, n), NULL);
	}
}

static vcube_time
cost(const struct vcube_terms *t)
{
	return vcube_log2((unsigned)t->p) * vcube_startup_time(t)
		+ ((t->p - 1) * t->k.per_byte + t->k.copy) * (vcube_time)t->m;
}

const struct vcube_algorithm vc_algorithm_allgather_hypercube = {
	.collective = VCUBE_ALLGATHER,
	.name = "hypercube",
	.text = "exchanges of all blocks held, along each dimension",
	.paper = "Kumar et al., Algorithm 4.7",
	.needs = VCUBE_NEEDS_POWER_OF_TWO,
	.native = 1u << VCUBE_HYPERCUBE | 1u << VCUBE_FULL,
	.steps = "log p",
	.volume = "m (p - 1)",
	.formula = "ts log p + tw m (p - 1)",
	.unequal = VCUBE_ALLGATHERV,
	.cost = cost,
	.run = run,
};
