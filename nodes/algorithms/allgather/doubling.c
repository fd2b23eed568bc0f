/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all broadcast by recursive doubling for any number of nodes: q nodes, the greatest
 * power of two up to p, are corners of a hypercube and exchange all their blocks along
 * each dimension. Each of the r = p - q other nodes relies on a corner, the rank below,
 * which takes its block first and sends it all blocks in the end.
 *
 * Which blocks a node holds, p = 6, corners 0, 2, 4 and 5:
 *
 *   node      0     1     2     3     4     5
 *   start     0     1     2     3     4     5
 *   fold      0-1         2-3
 *   step 1    0-3         0-3         4-5   4-5
 *   step 2    0-5         0-5         0-5   0-5
 *   unfold          0-5         0-5
 *
 * Invariant: the blocks of a subcube of corners and of the nodes that rely on them are
 * consecutive.
 */
#include <vcube/authoring.h>

/* Returns the rank of corner number `corner`, or p past the last one. */
static int
rank_of(int corner, int folded)
{
	return corner + (corner < folded ? corner : folded);
}

/* Returns the run of ranks of n corners from `first` on. */
struct span {
	int lo, hi;
};

static struct span
span_of(int first, int n, int folded)
{
	return (struct span){rank_of(first, folded), rank_of(first + n, folded)};
}

static void
by_a_corner(vcube_node *self, const struct vcube_call *c)
{
	vcube_step(self, "fold");
	vcube_wait(self, vcube_isend(self, c->group, c->rank - 1, c->in, vcube_in_bytes(c, 0)), NULL);
	vcube_recv(self, c->group, c->rank - 1, c->out, c->bytes * vcube_units(c, 0, c->size), NULL);
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size, me = c->rank, q = 1 << vcube_log2((unsigned)p), folded = p - q;
	const int corner = me < 2 * folded ? me / 2 : me - folded;
	char *const out = c->out;

	if (me < 2 * folded && me % 2 == 1) {
		by_a_corner(self, c);
		return;
	}
	vcube_copy(self, vcube_out(c, me), c->in, vcube_in_bytes(c, 0));
	vcube_step(self, "fold");
	if (me < 2 * folded)
		vcube_recv(self, c->group, me + 1, vcube_out(c, me + 1), vcube_out_bytes(c, me + 1),
			   NULL);
	for (int n = 1; n < q; n *= 2) {
		const int first = corner & -n, peer = rank_of(corner ^ n, folded);
		const struct span give = span_of(first, n, folded), take = span_of(first ^ n, n, folded);

		vcube_step(self, "exchange");
		vcube_sendrecv(self, c->group,
			       peer, out + c->bytes * vcube_units(c, 0, give.lo),
			       c->bytes * vcube_units(c, give.lo, give.hi - give.lo),
			       peer, out + c->bytes * vcube_units(c, 0, take.lo),
			       c->bytes * vcube_units(c, take.lo, take.hi - take.lo), NULL);
	}
	vcube_step(self, "unfold");
	if (me < 2 * folded)
		vcube_wait(self, vcube_isend(self, c->group, me + 1, c->out,
						c->bytes * vcube_units(c, 0, p)), NULL);
}

/* The time of corner 0, which has the most blocks to exchange and ends last. */
static vcube_time
cost(const struct vcube_terms *t)
{
	const int q = 1 << vcube_log2((unsigned)t->p), folded = t->p - q;
	const vcube_time hop = vcube_startup_time(t), block = t->k.per_byte * (vcube_time)t->m;
	const vcube_time copy = t->k.copy * (vcube_time)t->m;
	vcube_time sum = copy;

	if (folded > 0)
		sum = (hop + block > copy ? hop + block : copy) + hop + t->p * block;
	for (int n = 1; n < q; n *= 2)
		sum += hop + rank_of(n, folded) * block;
	return sum;
}

const struct vcube_algorithm vc_algorithm_allgather_doubling = {
	.collective = VCUBE_ALLGATHER,
	.name = "doubling",
	.text = "exchanges of all blocks held, some nodes through the rank below",
	.paper = "Thakur, Rabenseifner and Gropp 2005",
	.native = 1u << VCUBE_FULL,
	.steps = "2 ceil(log p) - floor(log p)",
	.volume = "at most m (3 p - 4)",
	.formula = "with q = 2^floor(log p), r = p - q: sum over n = 1, 2, .. q/2 of "
		"(ts + tw m (n + min(n, r))), r > 0: + 2 ts + tw m (p + 1)",
	.unequal = VCUBE_ALLGATHERV,
	.cost = cost,
	.run = run,
};
