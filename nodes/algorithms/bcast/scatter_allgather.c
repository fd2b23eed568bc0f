/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One-to-all broadcast of a long block: the root scatters a piece for each node along a
 * binomial tree, and then the pieces go around a ring. No node sends much more than twice
 * the block.
 *
 * The pieces that a node has, p = 5, root 0 (other roots rotate the ranks):
 *
 *   node      0        1        2        3        4
 *   start     0-4
 *   scatter   0-4      1        2-3      3        4
 *   step 1    0-4      0-1      1-3      2-3      3-4
 *   step 2    0-4      4-1      0-3      1-3      2-4
 *   step 3    0-4      3-1      4-3      0-3      1-4
 *   step 4    0-4      in every node
 *
 * Invariant: after step i, the node v ranks above the root has the pieces v - i
 * to v (mod p). Larger pieces come first, so the root's piece is a largest one, and the
 * root is the last to end the scatter.
 */
#include <vcube/authoring.h>

struct span {
	char *data;
	size_t bytes;
};

/* Pieces first .. first + n - 1 */
static struct span
pieces(const struct vcube_call *c, int first, int n)
{
	const size_t unit = vcube_type_size(c->type), p = (size_t)c->size;
	const size_t few = c->count / p, over = c->count % p;
	const size_t lo = (size_t)first, hi = lo + (size_t)n;
	const size_t from = lo * few + (lo < over ? lo : over);
	const size_t to = hi * few + (hi < over ? hi : over);

	return (struct span){(char *)c->out + from * unit, (to - from) * unit};
}

/* Returns the rank `above` ranks above the root. */
static int
rank_of(const struct vcube_call *c, int above)
{
	return (c->root + above) % c->size;
}

static void
scatter(vcube_node *self, const struct vcube_call *c, int me)
{
	int parent, n = 0;
	struct vcube_branch mine = vcube_branch_of(c->size, 0, me, &parent), twig;
	vcube_request *sent[8 * sizeof n];
	struct span s = pieces(c, mine.lo, vcube_branch_size(mine));

	vcube_step(self, "scatter");
	if (parent >= 0)
		vcube_recv(self, c->group, rank_of(c, parent), s.data, s.bytes, NULL);
	while (vcube_branch_size(mine) > 1) {
		vcube_branch_split(mine, &mine, &twig);
		s = pieces(c, twig.lo, vcube_branch_size(twig));
		sent[n++] = vcube_isend(self, c->group, rank_of(c, twig.head), s.data, s.bytes);
	}
	vcube_waitall(self, sent, n);
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size, me = (c->rank + p - c->root) % p;
	const int left = rank_of(c, me + p - 1), right = rank_of(c, me + 1);
	/* for the pieces that come back to the root, whose block must not change */
	void *const spare = me == 0 ? vcube_scratch(self, pieces(c, 0, 1).bytes) : NULL;
	struct span give = pieces(c, me, 1), take;

	scatter(self, c, me);
	for (int i = 1; i < p; i++, give = take) {
		take = pieces(c, (me + p - i) % p, 1);
		vcube_step(self, "shift");
		vcube_sendrecv(self, c->group, right, give.data, give.bytes,
			       left, me == 0 ? spare : take.data, take.bytes, NULL);
	}
	vcube_free(self, spare);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	const vcube_time hop = vcube_startup_time(t);
	const vcube_time piece = (vcube_time)((t->m / t->unit + (size_t)t->p - 1) / (size_t)t->p
					      * t->unit);

	return vcube_log2_ceil(t->p) * hop + t->k.per_byte * ((vcube_time)t->m - piece)
		+ (t->p - 1) * (hop + t->k.per_byte * piece);
}

const struct vcube_algorithm vc_algorithm_bcast_scatter_allgather = {
	.collective = VCUBE_BCAST,
	.name = "scatter-allgather",
	.text = "pieces go down a binomial tree, then around a ring",
	.paper = "Barnett et al. 1994",
	.native = 1u << VCUBE_FULL,
	.steps = "ceil(log p) + p - 1",
	.volume = "2 m (1 - 1/p)",
	.formula = "ts (ceil(log p) + p - 1) + 2 tw m (1 - 1/p)",
	.cost = cost,
	.run = run,
};
