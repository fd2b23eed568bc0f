/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all reduction by recursive halving for any number of nodes: of the sums that it
 * still holds, each node sends the farther half to the node at half the distance.
 *
 * The destinations of the sums that a node holds, p = 5:
 *
 *   node      0        1        2        3        4
 *   start     0-4      1-0      2-1      3-2      4-3     (in a circle)
 *   step 1    0-2      1-3      2-4      3-0      4-1     the last two go 3 on
 *   step 2    0-1      1-2      2-3      3-4      4-0     the last one goes 2 on
 *   step 3    0        1        2        3        4       the last one goes 1 on
 *
 * Invariant: node r holds sums for r, r+1, .., r+n-1, and the nodes that hold a sum for the
 * same destination have no term in common. Terms are not in rank order: the operator must
 * commute.
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size, me = c->rank, half = (p + 1) / 2;
	const size_t m = c->bytes, all = vcube_units(c, 0, p), first = m * vcube_units(c, me, p - me);
	const size_t room = vcube_units_round(c, me, half);
	char *const sums = vcube_scratch(self, m * (all + room)), *got;

	if (sums == NULL)
		return;
	got = sums + m * all;
	vcube_watch(self, "sums", sums, c->type, c->count * all);
	vcube_watch(self, "got", got, c->type, c->count * room);
	vcube_copy(self, sums, (const char *)c->in + m * vcube_units(c, 0, me), first);
	vcube_copy(self, sums + first, c->in, m * vcube_units(c, 0, me));
	for (int n = p; n > 1; n = (n + 1) / 2) {
		const int far = (n + 1) / 2, give = n - far;
		const size_t take = vcube_units_round(c, me, give);

		vcube_step(self, "give half");
		vcube_sendrecv(self, c->group, (me + far) % p, 
			       sums + m * vcube_units_round(c, me, far),
			       m * vcube_units_round(c, me + far, give),
			       (me + p - far) % p, got, m * take, NULL);
		vcube_combine(self, c, got, sums, far > 1 ? sums : c->out, take);
	}
	vcube_free(self, sums);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	vcube_time sum = t->p * t->k.copy * (vcube_time)t->m;

	for (int n = t->p; n > 1; n = (n + 1) / 2)
		sum += vcube_startup_time(t) + n / 2 * t->k.per_byte * (vcube_time)t->m
			+ vcube_combine_time(t, (size_t)(n / 2) * (t->m / t->unit));
	return sum;
}

const struct vcube_algorithm vc_algorithm_reduce_scatter_halving = {
	.collective = VCUBE_REDUCE_SCATTER,
	.name = "halving",
	.text = "sends the farther half of its sums half as far, in every step",
	.paper = "Traeff 2024",
	.needs = VCUBE_NEEDS_COMMUTATIVE,
	.native = 1u << VCUBE_FULL,
	.steps = "ceil(log p)",
	.volume = "m (p - 1)",
	.formula = "ts ceil(log p) + tw m (p - 1)",
	.unequal = VCUBE_REDUCE_SCATTERV,
	.cost = cost,
	.run = run,
};
