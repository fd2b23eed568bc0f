/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-reduce by recursive halving and doubling: along each dimension of a hypercube, from
 * the lowest, neighbours halve the part that they sum, and on the way back exchange all
 * their sums. q nodes, the greatest power of two up to p, are corners of the hypercube;
 * each of the p - q other nodes relies on a corner, the rank below.
 *
 * The parts (of a block a b c d) that a node has sums of, and their terms, p = 5, corners
 * 0, 2, 3 and 4:
 *
 *   node      0          1          2          3          4
 *   fold      abcd 0-1              abcd 2     abcd 3     abcd 4
 *   halve 1   ab   0-2              cd   0-2   ab   3-4   cd   3-4
 *   halve 2   a    0-4              c    0-4   b    0-4   d    0-4
 *   double 1  ab   0-4              cd   0-4   ab   0-4   cd   0-4
 *   double 2  abcd in every corner
 *   unfold               abcd
 *
 * Invariant: a sum is over consecutive ranks, those of a subcube of the lowest dimensions;
 * lower ranks are the left operand, so the terms are in rank order.
 */
#include <vcube/authoring.h>

/* Elements lo .. hi - 1 of the block. */
struct span {
	size_t lo, hi;
};

/* Returns one half of a part, or the other; the lower half is not the smaller one. */
static struct span
half(struct span s, bool upper)
{
	const size_t middle = s.lo + (s.hi - s.lo + 1) / 2;

	return upper ? (struct span){middle, s.hi} : (struct span){s.lo, middle};
}

static void
exchange(vcube_node *self, const struct vcube_call *c, int peer,
	 const char *data, struct span give, char *into, struct span take)
{
	const size_t unit = vcube_type_size(c->type);

	vcube_sendrecv(self, c->group, peer, data + give.lo * unit, (give.hi - give.lo) * unit,
		       peer, into + take.lo * unit, (take.hi - take.lo) * unit, NULL);
}

/* out = left op right on a part of the block. */
static void
combine(vcube_node *self, const struct vcube_call *c, const char *left, const char *right,
	struct span s)
{
	const size_t at = s.lo * vcube_type_size(c->type);
	struct vcube_call part = *c;

	part.count = s.hi - s.lo;
	vcube_combine(self, &part, left + at, right + at, (char *)c->out + at, 1);
}

/* Reduces among q corners; `sum` is this corner's block. */
static void
halve_and_double(vcube_node *self, const struct vcube_call *c, int q, int corner, int folded,
		 const char *sum, char *got)
{
	struct span held[8 * sizeof q] = {{0, c->count}};
	int i = 0;

	for (int bit = 1; bit < q; bit *= 2, i++) {
		const int other = corner ^ bit, peer = other + (other < folded ? other : folded);
		const bool upper = corner & bit;

		held[i + 1] = half(held[i], upper);
		vcube_step(self, "exchange halves");
		exchange(self, c, peer, sum, half(held[i], !upper), got, held[i + 1]);
		combine(self, c, upper ? got : sum, upper ? sum : got, held[i + 1]);
		sum = c->out;
	}
	for (int bit = q / 2; bit > 0; bit /= 2, i--) {
		const int other = corner ^ bit, peer = other + (other < folded ? other : folded);

		vcube_step(self, "exchange results");
		exchange(self, c, peer, c->out, held[i], c->out, half(held[i - 1], !(corner & bit)));
	}
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int me = c->rank, q = 1 << vcube_log2((unsigned)c->size), folded = c->size - q;
	const bool folds = me < 2 * folded, corner = !folds || me % 2 == 0;
	char *const got = corner ? vcube_scratch(self, c->bytes) : NULL;

	vcube_step(self, "fold");
	if (!corner) {
		vcube_wait(self, vcube_isend(self, c->group, me - 1, c->in, c->bytes), NULL);
		vcube_recv(self, c->group, me - 1, c->out, c->bytes, NULL);
		return;
	}
	if (got == NULL)
		return;
	vcube_watch(self, "got", got, c->type, c->count);
	if (folds) {
		vcube_recv(self, c->group, me + 1, got, c->bytes, NULL);
		vcube_combine(self, c, c->in, got, c->out, 1);
	}
	halve_and_double(self, c, q, folds ? me / 2 : me - folded, folded,
			 folds ? c->out : c->in, got);
	vcube_step(self, "unfold");
	if (folds)
		vcube_wait(self, vcube_isend(self, c->group, me + 1, c->out, c->bytes), NULL);
	vcube_free(self, got);
}

/* The time of corner 0, which always keeps the larger half. */
static vcube_time
cost(const struct vcube_terms *t)
{
	const vcube_time hop = vcube_startup_time(t);
	const vcube_time element = t->k.per_byte * (vcube_time)t->unit;
	vcube_time n = (vcube_time)(t->m / t->unit), sum = 0;

	if (t->p & (t->p - 1))
		sum += 2 * (hop + element * n) + vcube_combine_time(t, (size_t)n);
	for (int q = 2; q <= t->p; q *= 2) {
		n = (n + 1) / 2;
		sum += 2 * (hop + element * n) + vcube_combine_time(t, (size_t)n);
	}
	return sum;
}

const struct vcube_algorithm vc_algorithm_allreduce_rabenseifner = {
	.collective = VCUBE_ALLREDUCE,
	.name = "rabenseifner",
	.text = "halves the sums among neighbours, then collects them again",
	.paper = "Rabenseifner 2004",
	.native = 1u << VCUBE_FULL,
	.steps = "2 ceil(log p)",
	.loose = VCUBE_LOOSE_IN_PARTS,
	.volume = "2 m (1 - 1/2^floor(log p)) + m (ceil(log p) - floor(log p))",
	.formula = "2 ts log q + 2 tw m (1 - 1/q), q = 2^floor(log p), q < p: + 2 (ts + tw m)",
	.cost = cost,
	.run = run,
};
