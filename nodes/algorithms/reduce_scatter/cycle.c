/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all reduction along one Hamiltonian cycle of a cube, the Gray code:
 * the sum for each position of the cycle starts at the next node and goes once around the
 * cycle, and every node on its route adds its term.
 *
 * The terms in the sums that a node holds, p = 4 (row = position that the sum is for,
 * column = position of the node; a dot: it has moved on):
 *
 *   start           step 1          step 2          step 3
 *   0  1  2  3      0  .  12 3      0  .  .  123    0-3 .  .  .
 *   0  1  2  3      0  1  .  23     023 1  .  .     .  0-3 .  .
 *   0  1  2  3      03 1  2  .      .  013 2  .     .  .  0-3 .
 *   0  1  2  3      .  01 2  3      .  .  012 3     .  .  .  0-3
 *
 * Invariant: after step k, the node at position s holds the sum for position
 * s - k - 1 (mod p) over positions s - k to s. Terms are in the order of the cycle, not of
 * the ranks: the operator must commute.
 */
#include <string.h>
#include <vcube/authoring.h>

enum { ORDER, INDEX };
enum { NONE, LOCAL };

static const struct vcube_option options[] = {
	[ORDER] = VCUBE_ORDER_OPTION,
	[INDEX] = {"index", "none|local", "terms are added in place, or first copied to the place "
		   "that every node uses"},
	{0}
};

/* Returns this node's term of the sum for position s: in `in`, or copied to `own`. */
static const void *
term(vcube_node *self, const struct vcube_call *c, int s, char *own)
{
	const void *const lies = vcube_in(c, vcube_order_at(c->set[ORDER].value, s & (c->size - 1)));

	if (own == NULL)
		return lies;
	memcpy(own, lies, c->bytes);
	vcube_charge(self, VCUBE_WORK_REORDER_BLOCK, 1);
	vcube_charge(self, VCUBE_WORK_REORDER, c->bytes);
	return own;
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size, order = c->set[ORDER].value, s = vcube_order_place(order, c->rank);
	const int before = vcube_order_at(order, (s + p - 1) & (p - 1));
	const int after = vcube_order_at(order, (s + 1) & (p - 1));
	const size_t most = vcube_units_most(c), bytes = c->bytes * most;
	char *const got = vcube_scratch(self, 3 * bytes), *sum, *own;
	const void *give;

	if (got == NULL)
		return;
	sum = got + bytes;
	vcube_watch(self, "sum", sum, c->type, c->count * most);
	own = c->set[INDEX].value == LOCAL ? sum + bytes : NULL;
	give = term(self, c, s + p - 1, own);
	for (int k = 1; k < p; k++) {
		const size_t units = vcube_units(c, vcube_order_at(order, (s + p - 1 - k) & (p - 1)), 1);
		const int gone = vcube_order_at(order, (s + p - k) & (p - 1));

		vcube_step(self, "shift");
		vcube_sendrecv(self, c->group, after, give, vcube_in_bytes(c, gone), before, got,
			       c->bytes * units, NULL);
		if (k == p - 1)
			sum = c->out;
		vcube_combine(self, c, got, term(self, c, s + p - 1 - k, own), sum, units);
		give = sum;
	}
	vcube_free(self, got);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	const vcube_time p = t->p, m = (vcube_time)t->m;
	const vcube_time sum = (p - 1) * (vcube_startup_time(t) + t->k.per_byte * m
					  + vcube_combine_time(t, t->m / t->unit));

	if (p == 1 || t->set[INDEX].value == NONE)
		return sum;
	return sum + p * (t->k.reorder_block + t->k.reorder * m);
}

const struct vcube_algorithm vc_algorithm_reduce_scatter_cycle = {
	.collective = VCUBE_REDUCE_SCATTER,
	.name = "cycle",
	.text = "every sum goes once around a Hamiltonian cycle of the cube",
	.paper = "Mathur and Johnsson, section 4.1",
	.needs = VCUBE_NEEDS_POWER_OF_TWO | VCUBE_NEEDS_COMMUTATIVE,
	.options = options,
	.native = 1u << VCUBE_HYPERCUBE | 1u << VCUBE_FULL | VCUBE_NATIVE_ORDERED,
	.steps = "p - 1",
	.volume = "m (p - 1)",
	.formula = "(ts + tw m)(p - 1)",
	.unequal = VCUBE_REDUCE_SCATTERV,
	.unequal_options = INDEX,
	.cost = cost,
	.run = run,
};
