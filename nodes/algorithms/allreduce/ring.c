/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-reduce on a ring: the block has p pieces; the sum of each goes around once and grows
 * on the way, and then goes around again, and each node keeps it. Each link carries the
 * block only twice, for any number of nodes.
 *
 * The terms in the sums of pieces (a, b, c) that a node has, p = 3:
 *
 *   node      0                1                2
 *   start     a0 b0 c0         a1 b1 c1         a2 b2 c2
 *   grow 1          c20        a01                 b12
 *   grow 2       b120                c201       a012
 *   keep 1    a    b              b    c        a       c
 *   keep 2    a    b    c   in every node
 *
 * Invariant: after i steps of growing, node r has i + 1 terms of piece r - i (mod p); after
 * i steps of keeping, it has the whole sums of pieces r + 1, r, .., r + 1 - i. Terms are in
 * ring order, not in rank order: the operator must commute.
 */
#include <vcube/authoring.h>

/* Returns a call on piece number i alone; larger pieces come first. */
static struct vcube_call
piece(const struct vcube_call *c, int i)
{
	const size_t unit = vcube_type_size(c->type);
	struct vcube_call part = *c;
	size_t first;

	part.count = vcube_piece(c->count, c->size, i, &first);
	part.in = (const char *)c->in + first * unit;
	part.out = (char *)c->out + first * unit;
	part.bytes = part.count * unit;
	return part;
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size, me = c->rank;
	const int left = (me + p - 1) % p, right = (me + 1) % p;
	struct vcube_call give = piece(c, me), take;
	void *const got = vcube_scratch(self, piece(c, 0).bytes);

	vcube_watch(self, "got", got, c->type, piece(c, 0).count);
	for (int i = 1; i < p; i++, give = take) {
		take = piece(c, (me + p - i) % p);
		vcube_step(self, "shift the sums");
		vcube_sendrecv(self, c->group, right, i == 1 ? give.in : give.out, give.bytes,
			       left, got, take.bytes, NULL);
		vcube_combine(self, &take, got, take.in, take.out, 1);
	}
	vcube_free(self, got);
	for (int i = 1; i < p; i++, give = take) {
		take = piece(c, (me + p + 1 - i) % p);
		vcube_step(self, "shift the results");
		vcube_sendrecv(self, c->group, right, give.out, give.bytes,
			       left, take.out, take.bytes, NULL);
	}
}

/* The time of the first piece, which is a largest one. */
static vcube_time
cost(const struct vcube_terms *t)
{
	const vcube_time n = (vcube_time)((t->m / t->unit + (size_t)t->p - 1) / (size_t)t->p);
	const vcube_time bytes = n * (vcube_time)t->unit;

	return (t->p - 1) * (2 * (vcube_startup_time(t) + t->k.per_byte * bytes)
			  + vcube_combine_time(t, (size_t)n));
}

const struct vcube_algorithm vc_algorithm_allreduce_ring = {
	.collective = VCUBE_ALLREDUCE,
	.name = "ring",
	.text = "pieces of the sum go twice around a ring",
	.paper = "Patarasuk and Yuan 2009",
	.needs = VCUBE_NEEDS_COMMUTATIVE,
	.native = 1u << VCUBE_RING | 1u << VCUBE_FULL,
	.steps = "2 (p - 1)",
	.volume = "2 m (1 - 1/p)",
	.formula = "2 (ts + tw m/p)(p - 1)",
	.cost = cost,
	.run = run,
};
