/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all broadcast on a ring of an even number of nodes, in both directions at once:
 * each node exchanges with its two neighbours in turn, first its block, then the pair of
 * blocks that it received last. Half the start-ups of a ring in one direction.
 *
 * Which pairs of blocks a node holds (a for 01, b for 23, c for 45), p = 6:
 *
 *   node      0     1     2     3     4     5
 *   step 1    a     a     b     b     c     c       0 = 1   2 = 3   4 = 5
 *   step 2    ac    ab    ab    bc    bc    ac      1 = 2   3 = 4   5 = 0
 *   step 3    abc   in every node                   0 = 1   2 = 3   4 = 5
 *
 * Invariant: after step i, a node of pair u holds i pairs around u that are consecutive on
 * the ring; the ends grow in turn.
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size, me = c->rank, pairs = p / 2, own = me / 2;
	const int toward = me % 2 == 0 ? 1 : -1;   /* to the other node of its pair */
	const int near = me + toward, far = (me + p - toward) % p;
	char *const out = c->out;

	vcube_copy(self, vcube_out(c, me), c->in, vcube_in_bytes(c, 0));
	vcube_step(self, "exchange blocks");
	vcube_sendrecv(self, c->group, near, vcube_out(c, me), vcube_out_bytes(c, me),
		       near, vcube_out(c, near), vcube_out_bytes(c, near), NULL);
	for (int i = 1, give = own; i < pairs; i++) {
		const int peer = i % 2 ? far : near, apart = (i + 1) / 2;
		const int take = (own + pairs + (i % 2 ? -toward : toward) * apart) % pairs;

		vcube_step(self, "exchange pairs");
		vcube_sendrecv(self, c->group, peer,
			       out + c->bytes * vcube_units(c, 0, 2 * give),
			       c->bytes * vcube_units(c, 2 * give, 2), peer,
			       out + c->bytes * vcube_units(c, 0, 2 * take),
			       c->bytes * vcube_units(c, 2 * take, 2), NULL);
		give = take;
	}
}

static vcube_time
cost(const struct vcube_terms *t)
{
	return t->p / 2 * vcube_startup_time(t)
		+ ((t->p - 1) * t->k.per_byte + t->k.copy) * (vcube_time)t->m;
}

const struct vcube_algorithm vc_algorithm_allgather_neighbor = {
	.collective = VCUBE_ALLGATHER,
	.name = "neighbor",
	.text = "exchanges with the two neighbours in turn",
	.paper = "Chen et al. 2005",
	.needs = VCUBE_NEEDS_EVEN,
	.native = 1u << VCUBE_RING | 1u << VCUBE_FULL,
	.steps = "p/2",
	.volume = "m (p - 1)",
	.formula = "ts p/2 + tw m (p - 1)",
	.unequal = VCUBE_ALLGATHERV,
	.cost = cost,
	.run = run,
};
