/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Complete exchange without a detour: every node sends every other its block.
 *
 * Who sends whom at each step (row = step, column = node), p = 4, by exclusive
 * or; and p = 3, where that leads out of the group, by shift:
 *
 *   step 1    1 0 3 2         1 2 0
 *   step 2    2 3 0 1         2 0 1
 *   step 3    3 2 1 0
 *
 * Each step is a permutation, and under e-cube routing the exclusive ors share
 * no link. The steps follow from the one port of each node: nobody waits for
 * them. Small blocks are on their way at once, of large ones the sender keeps
 * the only copy until the receiver comes for it.
 */
#include <vcube.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size, me = c->rank;
	const bool cube = (p & (p - 1)) == 0;
	vcube_request **const sent = vcube_scratch(self, (size_t)p * sizeof *sent);

	if (sent == NULL)
		return;
	vcube_step(self, "send");
	for (int i = 1; i < p; i++) {
		const int to = cube ? me ^ i : (me + i) % p;

		sent[i] = vcube_isend(self, c->group, to, vcube_in(c, to), c->bytes);
	}
	vcube_step(self, "receive");
	vcube_copy(self, vcube_out(c, me), vcube_in(c, me), c->bytes);
	for (int i = 1; i < p; i++) {
		const int from = cube ? me ^ i : (me + p - i) % p;

		vcube_recv(self, c->group, from, vcube_out(c, from), c->bytes, NULL);
	}
	vcube_waitall(self, sent + 1, p - 1);
	vcube_free(self, sent);
}

/* The copy of the own block hides behind the first message. */
static vcube_time
cost(const struct vcube_terms *t)
{
	const vcube_time message = t->k.startup + t->k.per_hop + t->k.per_byte * (vcube_time)t->m;
	const vcube_time copy = t->k.copy * (vcube_time)t->m;

	return (t->p - 1) * message + (copy > message ? copy - message : 0);
}

const struct vcube_algorithm vc_a2a_alltoall_direct = {
	.collective = VCUBE_ALLTOALL,
	.name = "direct",
	.text = "every block straight to where it belongs",
	.paper = "Bokhari, section 2.2 (Direct_exchange)",
	.home = 1u << VCUBE_FULL,
	.formula = "(ts + tw m)(p - 1)",
	.cost = cost,
	.run = run,
};
