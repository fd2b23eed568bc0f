/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all broadcast in ceil(log p) steps for any number of nodes: in every step, each
 * node receives as many blocks as it holds, or as it still needs, from a node twice as
 * many ranks ahead as in the step before.
 *
 * Which blocks a node holds, p = 5:
 *
 *   node      0        1        2        3        4
 *   start     0        1        2        3        4
 *   step 1    0-1      1-2      2-3      3-4      4-0
 *   step 2    0-3      1-4      2-0      3-1      4-2
 *   step 3    0-4      1-0      2-1      3-2      4-3
 *
 * Invariant: after the step with distance n, node r holds the 2n blocks of r, r+1, ..,
 * one after the other.
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size, me = c->rank;
	const size_t first = c->bytes * vcube_units(c, me, p - me);
	char *const held = vcube_scratch(self, c->bytes * vcube_units(c, 0, p));

	if (held == NULL)
		return;
	vcube_watch(self, "held", held, c->type, c->count * vcube_units(c, 0, p));
	vcube_copy(self, held, c->in, vcube_in_bytes(c, 0));
	for (int n = 1; n < p; n *= 2) {
		const int blocks = n < p - n ? n : p - n;

		vcube_step(self, "shift");
		vcube_sendrecv(self, c->group, (me + p - n) % p, held,
			       c->bytes * vcube_units_round(c, me, blocks), (me + n) % p,
			       held + c->bytes * vcube_units_round(c, me, n),
			       c->bytes * vcube_units_round(c, me + n, blocks), NULL);
	}
	vcube_copy(self, (char *)c->out + c->bytes * vcube_units(c, 0, me), held, first);
	vcube_copy(self, c->out, held + first, c->bytes * vcube_units(c, 0, me));
	vcube_free(self, held);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	return vcube_log2_ceil(t->p) * vcube_startup_time(t)
		+ ((t->p - 1) * t->k.per_byte + (t->p + 1) * t->k.copy) * (vcube_time)t->m;
}

const struct vcube_algorithm vc_algorithm_allgather_bruck = {
	.collective = VCUBE_ALLGATHER,
	.name = "bruck",
	.text = "at twice the distance in every step, receives as many blocks as it holds",
	.paper = "Bruck et al. 1997",
	.native = 1u << VCUBE_FULL,
	.steps = "ceil(log p)",
	.volume = "m (p - 1)",
	.formula = "ts ceil(log p) + tw m (p - 1)",
	.unequal = VCUBE_ALLGATHERV,
	.cost = cost,
	.run = run,
};
