/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all broadcast by way of rank 0 of a cube: it gathers all blocks, then
 * broadcasts them as one over d edge-disjoint spanning trees.
 *
 * With all ports, the blocks are gathered along the same trees, piece j of each
 * on tree j: in every step a node sends its parent the next piece of its branch,
 * its own first, and gets one from each child. With one port d trees are no
 * faster than one, and a binomial tree has fewer start-ups.
 *
 * Invariant: what a node sends in step t is its own or has come in a step before
 * (vcube_tree_member() lists the branch of a child within its parent's, later).
 * So the root gets a piece on each port in each of p - 1 steps, as many as come.
 */
#include <vcube.h>

static const struct vcube_option options[] = {VCUBE_PACKET_OPTION, {0}};

static char *
piece(const struct vcube_call *c, int rank, size_t unit, size_t first)
{
	return (char *)vcube_out(c, rank) + first * unit;
}

/* The next piece of each branch, in step t. */
static void
pass_on(vcube_node *self, const struct vcube_call *c, unsigned t)
{
	const int d = vcube_log2((unsigned)c->size), n = vcube_pieces_sent(c->count, d);
	const size_t unit = vcube_type_size(c->type);
	const unsigned me = (unsigned)c->rank;
	vcube_request *pending[2 * VCUBE_DIMENSIONS_MAX];
	int count = 0;

	vcube_step(self, "gather");
	for (int tree = 0; tree < n; tree++) {
		size_t first, bytes = unit * vcube_piece(c->count, d, tree, &first);
		const unsigned children = vcube_tree_children(d, tree, me);
		const int mine = me ? vcube_tree_member(d, tree, me, t) : -1;

		if (mine >= 0)
			pending[count++] = vcube_isend(self, c->group,
						       c->rank ^ 1 << vcube_tree_parent(d, tree, me),
						       piece(c, mine, unit, first), bytes);
		for (int k = 0; k < d; k++) {
			const unsigned child = me ^ 1u << k;
			const int theirs = children >> k & 1 ? vcube_tree_member(d, tree, child, t) : -1;

			if (theirs >= 0)
				pending[count++] = vcube_irecv(self, c->group, (int)child,
							       piece(c, theirs, unit, first), bytes);
		}
	}
	vcube_waitall(self, pending, count);
}

/* Along the binomial tree whose branches are consecutive ranks: first those that
 * are odd send their block, then those that are 2 mod 4 two blocks, .. */
static void
gather(vcube_node *self, const struct vcube_call *c)
{
	const int me = c->rank;

	vcube_step(self, "gather");
	for (int n = 1; n < c->size; n *= 2) {
		const size_t bytes = c->bytes * (size_t)n;

		if (me & n) {
			vcube_wait(self, vcube_isend(self, c->group, me ^ n, vcube_out(c, me), bytes), NULL);
			return;
		}
		vcube_recv(self, c->group, me | n, vcube_out(c, me | n), bytes, NULL);
	}
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	vcube_copy(self, vcube_out(c, c->rank), c->in, c->bytes);
	if (vcube_machine_desc(vcube_machine_of(self))->ports == VCUBE_PORTS_ALL)
		for (int t = 0; t < c->size - 1; t++)
			pass_on(self, c, (unsigned)t);
	else
		gather(self, c);
	vcube_step(self, "broadcast");
	vcube_bcast_trees(self, c, 0, c->out, c->count * (size_t)c->size, c->set[0].value);
}

static vcube_time
gather_time(const struct vcube_terms *t)
{
	const int d = vcube_log2((unsigned)t->p);
	const size_t longest = (t->m / t->unit + (size_t)d - 1) / (size_t)d * t->unit;

	if (t->ports != VCUBE_PORTS_ALL)
		return d * (t->k.startup + t->k.per_hop) +
		       (t->p - 1) * t->k.per_byte * (vcube_time)t->m;
	return (t->p - 1) * (t->k.startup + t->k.per_hop + t->k.per_byte * (vcube_time)longest);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	struct vcube_terms whole = *t;

	if (t->p == 1)
		return 0;
	whole.m *= (size_t)t->p;
	return t->k.copy * (vcube_time)t->m + gather_time(t) + vcube_bcast_trees_time(&whole);
}

const struct vcube_algorithm vc_a2a_allgather_gather_trees = {
	.collective = VCUBE_ALLGATHER,
	.name = "gather-trees",
	.text = "all blocks to one node, which broadcasts them over trees",
	.paper = "Mathur and Johnsson, section 5 (alternative 3)",
	.needs = VCUBE_NEEDS_POWER_OF_TWO,
	.options = options,
	.home = 1u << VCUBE_HYPERCUBE | 1u << VCUBE_FULL,
	.formula = "ts log p + tw m (p - 1) + (ts + tw packet)(p m / packet + log p), p > 2",
	.cost = cost,
	.run = run,
};
