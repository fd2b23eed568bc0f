/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Direct complete exchange: every node sends every other node its block.
 *
 * The destination of each node (row = step, column = node), by exclusive or for p = 4, and
 * by shift for p = 3, where the exclusive or leaves the group:
 *
 *   step 1    1 0 3 2         1 2 0
 *   step 2    2 3 0 1         2 0 1
 *   step 3    3 2 1 0
 */
#include <vcube/authoring.h>

static struct vcube_given
give(const struct vcube_call *c, int to, const void *arg)
{
	(void)arg;
	return (struct vcube_given){vcube_in(c, to), c->bytes};
}

static struct vcube_taken
take(const struct vcube_call *c, int from, const void *arg)
{
	(void)arg;
	return (struct vcube_taken){vcube_out(c, from), c->bytes};
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

const struct vcube_algorithm vc_algorithm_alltoall_direct = {
	.collective = VCUBE_ALLTOALL,
	.name = "direct",
	.text = "every block straight to its destination",
	.paper = "Bokhari, section 2.2 (Direct_exchange)",
	.native = 1u << VCUBE_FULL,
	.steps = "p - 1",
	.volume = "m (p - 1)",
	.formula = "(ts + tw m)(p - 1)",
	.waits = VCUBE_WAITS_ONCE,
	.cost = cost,
	.run = run,
};
