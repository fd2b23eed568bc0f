/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One-to-all personalized communication along a binomial tree: the head of a branch sends
 * the head of its other part all blocks for that part, and goes on with its own part.
 *
 * The destinations of each node's blocks, p = 8, root 5:
 *
 *   node      0     1     2     3     4     5     6     7
 *   start                                   0-7
 *   step 1          0-3                     4-7
 *   step 2          0-1         2-3         4-5         6-7
 *   step 3    0     1     2     3     4     5     6     7
 *
 * Invariant: before a step, the head of each branch holds the blocks for its ranks, one
 * after the other: a part is one message.
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	int parent, n = 0;
	struct vcube_branch mine = vcube_branch_of(c->size, c->root, c->rank, &parent), twig;
	const size_t bytes = c->bytes * vcube_units(c, mine.lo, vcube_branch_size(mine));
	const bool leaf = vcube_branch_size(mine) == 1;
	char *const scratch = leaf || parent < 0 ? NULL : vcube_scratch(self, bytes);
	const char *const blocks = parent < 0 ? c->in : leaf ? c->out : scratch;
	const int first = mine.lo;      /* the rank that blocks[0] is for */
	vcube_request *sent[8 * sizeof n];

	if (blocks == NULL)
		return;
	if (scratch != NULL)
		vcube_watch(self, "blocks", scratch, c->type, bytes / vcube_type_size(c->type));
	vcube_step(self, "scatter");
	if (parent >= 0)
		vcube_recv(self, c->group, parent, leaf ? c->out : scratch, bytes, NULL);
	while (vcube_branch_size(mine) > 1) {
		vcube_branch_split(mine, &mine, &twig);
		sent[n++] = vcube_isend(self, c->group, twig.head,
					blocks + c->bytes * vcube_units(c, first, twig.lo - first),
					c->bytes * vcube_units(c, twig.lo, vcube_branch_size(twig)));
	}
	vcube_copy(self, c->out, blocks + c->bytes * vcube_units(c, first, c->rank - first),
		   vcube_out_bytes(c, 0));
	vcube_waitall(self, sent, n);
	vcube_free(self, scratch);
}

/* Returns when all in a branch of n have their blocks, from when its head has them: it copies its
 * own while it sends; a leaf receives its own in place. In a whole cube, the last heads have a
 * message to send meanwhile. */
static vcube_time
branch_time(const struct vcube_terms *t, int n)
{
	const vcube_time copy = n > 1 ? t->k.copy * (vcube_time)t->m : 0;
	const vcube_time last = vcube_message_time(t, t->m);
	vcube_time sent = 0, most = copy;

	if (n > 1 && (n & (n - 1)) == 0)
		return vcube_log2((unsigned)n) * vcube_startup_time(t)
			+ (n - 1) * t->k.per_byte * (vcube_time)t->m + (copy > last ? copy - last : 0);
	while (n > 1) {
		const int stem = 1 << vcube_log2((unsigned)n - 1);
		vcube_time twig;

		sent += vcube_message_time(t, t->m * (size_t)(n - stem));
		twig = sent + branch_time(t, n - stem);
		most = twig > most ? twig : most;
		n = stem;
	}
	return most;
}

static vcube_time
cost(const struct vcube_terms *t)
{
	return branch_time(t, t->p);
}

const struct vcube_algorithm vc_algorithm_scatter_binomial = {
	.collective = VCUBE_SCATTER,
	.name = "binomial",
	.text = "blocks split on the way from the root of a binomial tree",
	.paper = "Kumar et al., section 4.4",
	.native = 1u << VCUBE_HYPERCUBE | 1u << VCUBE_FULL,
	.steps = "ceil(log p)",
	.volume = "m (p - 1)",
	.formula = "ts ceil(log p) + tw m (p - 1)",
	.waits = VCUBE_WAITS_FOR_PARENT,
	.unequal = VCUBE_SCATTERV,
	.cost = cost,
	.run = run,
};
