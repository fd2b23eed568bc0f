/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-one personalized communication along a binomial tree: the head of a branch
 * receives, from the head of its other part, all blocks of that part.
 *
 * The blocks of each node, p = 8, root 5:
 *
 *   node      0     1     2     3     4     5     6     7
 *   start     0     1     2     3     4     5     6     7
 *   step 1          0-1         2-3         4-5         6-7
 *   step 2          0-3                     4-7
 *   step 3                                  0-7
 *
 * Invariant: a head holds the blocks of all ranks of the part of a branch that it has heard
 * from, one after the other: a part is one message, and the root receives it in place.
 */
#include <vcube/authoring.h>

/* Collects the blocks of a branch whose head is this node at `blocks`. */
static void
collect(vcube_node *self, const struct vcube_call *c, struct vcube_branch b, char *blocks)
{
	struct vcube_branch stem, twig;

	if (vcube_branch_size(b) == 1) {
		vcube_copy(self, blocks, c->in, vcube_in_bytes(c, 0));
		return;
	}
	vcube_branch_split(b, &stem, &twig);
	collect(self, c, stem, blocks + c->bytes * vcube_units(c, b.lo, stem.lo - b.lo));
	vcube_recv(self, c->group, twig.head, blocks + c->bytes * vcube_units(c, b.lo, twig.lo - b.lo),
		   c->bytes * vcube_units(c, twig.lo, vcube_branch_size(twig)), NULL);
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	int parent;
	const struct vcube_branch mine = vcube_branch_of(c->size, c->root, c->rank, &parent);
	const size_t bytes = c->bytes * vcube_units(c, mine.lo, vcube_branch_size(mine));
	const bool leaf = vcube_branch_size(mine) == 1;
	char *const scratch = leaf || parent < 0 ? NULL : vcube_scratch(self, bytes);

	if (scratch != NULL)
		vcube_watch(self, "blocks", scratch, c->type, bytes / vcube_type_size(c->type));
	vcube_step(self, "gather");
	if (parent < 0)
		collect(self, c, mine, c->out);
	else if (scratch != NULL)
		collect(self, c, mine, scratch);
	if (parent >= 0)
		vcube_wait(self, vcube_isend(self, c->group, parent, leaf ? c->in : scratch,
					     bytes), NULL);
	vcube_free(self, scratch);
}

/* The copy of a node's own block overlaps the first message. */
static vcube_time
cost(const struct vcube_terms *t)
{
	const vcube_time first = vcube_message_time(t, t->m), copy = t->k.copy * (vcube_time)t->m;

	return vcube_log2_ceil(t->p) * vcube_startup_time(t)
		+ (t->p - 1) * t->k.per_byte * (vcube_time)t->m + (copy > first ? copy - first : 0);
}

const struct vcube_algorithm vc_algorithm_gather_binomial = {
	.collective = VCUBE_GATHER,
	.name = "binomial",
	.text = "blocks join on the way to the root of a binomial tree",
	.paper = "Kumar et al., section 4.4",
	.native = 1u << VCUBE_HYPERCUBE | 1u << VCUBE_FULL,
	.loose = VCUBE_LOOSE_IN_PARTS,
	.steps = "ceil(log p)",
	.volume = "at most m p/2",
	.formula = "ts ceil(log p) + tw m (p - 1)",
	.unequal = VCUBE_GATHERV,
	.cost = cost,
	.run = run,
};
