/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all reduction on a hypercube, the reverse of all-to-all broadcast: along each
 * dimension, from the highest, neighbours send each other the sums for the other's side,
 * and add.
 *
 * The destinations of the sums that a node holds, p = 8:
 *
 *   node      0         1         2         3         4         5  ..
 *   start     01234567  in every node, of 1 term each
 *   step 1    0123      0123      0123      0123      4567      4567    2 terms
 *   step 2    01        01        23        23        45        45      4 terms
 *   step 3    0         1         2         3         4         5       8 terms
 *
 * Invariant: before the step along dimension i, a node holds the sums for the 2^(i+1) nodes
 * whose numbers differ from its own only in bits 0 to i. The terms of a sum are not in
 * rank order: the operator must commute.
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int me = c->rank, half = c->size / 2;
	const size_t room = vcube_units(c, me & half, half);
	char *const got = vcube_scratch(self, 2 * c->bytes * room);
	const char *held = c->in;       /* the sums for first, first + 1, .. */
	int first = 0;
	char *sums;

	if (got == NULL)
		return;
	sums = got + c->bytes * room;
	vcube_watch(self, "got", got, c->type, c->count * room);
	vcube_watch(self, "sums", sums, c->type, c->count * room);
	for (int n = half; n > 0; n /= 2) {
		const int keep = me & -n, give = keep ^ n;
		void *const into = n > 1 ? sums : c->out;

		vcube_step(self, "exchange halves");
		vcube_sendrecv(self, c->group, me ^ n,
			       held + c->bytes * vcube_units(c, first, give - first),
			       c->bytes * vcube_units(c, give, n), me ^ n, got,
			       c->bytes * vcube_units(c, keep, n), NULL);
		vcube_combine(self, c, held + c->bytes * vcube_units(c, first, keep - first), got, into,
			      vcube_units(c, keep, n));
		held = into;
		first = keep;
	}
	vcube_free(self, got);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	vcube_time sum = 0;

	for (int n = t->p / 2; n > 0; n /= 2)
		sum += vcube_startup_time(t) + n * t->k.per_byte * (vcube_time)t->m
			+ vcube_combine_time(t, (size_t)n * (t->m / t->unit));
	return sum;
}

const struct vcube_algorithm vc_algorithm_reduce_scatter_hypercube = {
	.collective = VCUBE_REDUCE_SCATTER,
	.name = "hypercube",
	.text = "exchanges of the neighbour's half of the sums, along each dimension",
	.paper = "Kumar et al., Algorithm 4.8",
	.needs = VCUBE_NEEDS_POWER_OF_TWO | VCUBE_NEEDS_COMMUTATIVE,
	.native = 1u << VCUBE_HYPERCUBE | 1u << VCUBE_FULL,
	.steps = "log p",
	.volume = "m (p - 1)",
	.formula = "ts log p + tw m (p - 1)",
	.unequal = VCUBE_REDUCE_SCATTERV,
	.cost = cost,
	.run = run,
};
