/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Direct all-to-all broadcast: every node sends its block to every other node. On a real machine
 * that is no better than a ring; on a host with fewer processors than nodes a node waits only once,
 * and each receiver copies a long block straight from its owner.
 *
 * The block that each node receives (row = step, column = node), p = 4:
 *
 *   step 1    1 0 3 2
 *   step 2    2 3 0 1
 *   step 3    3 2 1 0
 */
#include <vcube/authoring.h>

static struct vcube_given
give(const struct vcube_call *c, int to, const void *arg)
{
	(void)to, (void)arg;
	return (struct vcube_given){c->in, vcube_in_bytes(c, 0)};
}

static struct vcube_taken
take(const struct vcube_call *c, int from, const void *arg)
{
	(void)arg;
	return (struct vcube_taken){vcube_out(c, from), vcube_out_bytes(c, from)};
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	vcube_direct(self, c, &(struct vcube_round){give, take, NULL});
}

static vcube_time
cost(const struct vcube_terms *t)
{
	return vcube_direct_time(t, t->m);
}

const struct vcube_algorithm vc_algorithm_allgather_direct = {
	.collective = VCUBE_ALLGATHER,
	.name = "direct",
	.text = "every block from its owner to all",
	.paper = "",
	.native = 1u << VCUBE_FULL,
	.steps = "p - 1",
	.volume = "m (p - 1)",
	.formula = "(ts + tw m)(p - 1)",
	.waits = VCUBE_WAITS_ONCE,
	.unequal = VCUBE_ALLGATHERV,
	.cost = cost,
	.run = run,
};
