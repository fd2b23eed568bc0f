/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Complete exchange over all links at once, Algorithm 4: the rotations of a relative
 * address (its necklace) move together; addresses with fewer than log p rotations move as
 * pairs, with one such necklace. With 8 nodes, the address that crosses each dimension:
 *
 *   step        1    2    3    4
 *   dim 0     011  111  101  001
 *   dim 1     110  011  111  010
 *   dim 2     111  101  110  100
 *
 * No link is ever idle, and no element is in flight for more than log p steps. Both are
 * optimal, and so are the number of blocks and their length.
 */
#include <vcube/authoring.h>

enum { BLOCK, WIDTH };

static const struct vcube_option options[] = {
	{"block", "no|yes", "log p steps, in each of which a link carries a block of elements"},
	{"width", "N", "up to N elements on a link in a step: ceil(p/2N) steps, or log p if that is more"},
	{0}
};

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const struct vcube_schedule_plan by = vcube_aapc_plan(VCUBE_AAPC4, c->set);

	vcube_aapc(self, c, &by, VCUBE_TRANSPOSITION);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	const struct vcube_schedule_plan by = vcube_aapc_plan(VCUBE_AAPC4, t->set);

	return vcube_aapc_cost(t, &by);
}

static const char *
unmet(const struct vcube_terms *t)
{
	const struct vcube_setting *const width = &t->set[WIDTH];

	if (width->count > 0 && width->value < 1)
		return "a width of 1 or more";
	return t->set[BLOCK].value != 0 && width->value > 1
		? "one of block=yes and width, not both" : NULL;
}

const struct vcube_algorithm vc_algorithm_alltoall_aapc4 = {
	.collective = VCUBE_ALLTOALL,
	.name = "aapc4",
	.text = "the rotations of a relative address at a time, over all links, none of them idle",
	.paper = "Johnsson and Ho, Algorithm 4",
	.needs = VCUBE_NEEDS_POWER_OF_TWO,
	.unmet = unmet,
	.options = options,
	.native = 1u << VCUBE_HYPERCUBE | 1u << VCUBE_FULL,
	.steps = "p/2",
	.volume = "m p/2 log p",
	.formula = "ts p/2 + tw m p/2 log p; all ports (ts + tw m) p/2; block: log p ts; width: ceil(p/2N) ts",
	.cost = cost,
	.run = run,
};
