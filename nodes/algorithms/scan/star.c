/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prefix sums through rank 0: it receives all terms in rank order, and sends each node the
 * sum so far. On a real machine its port is the bottleneck; on a host with fewer
 * processors than nodes this is the fastest way for short blocks, since a node waits only
 * once.
 *
 * The terms in a node's sum, p = 4:
 *
 *   node      0     1     2     3
 *   start     0     1     2     3
 *   from 1    0-1   0-1   2     3
 *   from 2    0-2   0-1   0-2   3
 *   from 3    0-3   0-1   0-2   0-3
 */
#include <vcube/authoring.h>

/* Performs the part of rank 0. */
static void
center(vcube_node *self, const struct vcube_call *c)
{
	char *const got = vcube_scratch(self, 2 * c->bytes), *sum;

	if (got == NULL)
		return;
	sum = got + c->bytes;
	vcube_watch(self, "got", got, c->type, c->count);
	vcube_watch(self, "sum", sum, c->type, c->count);
	vcube_copy(self, c->out, c->in, c->bytes);
	for (int r = 1; r < c->size; r++) {
		vcube_recv(self, c->group, r, got, c->bytes, NULL);
		vcube_combine(self, c, r == 1 ? c->out : sum, got, sum, 1);
		vcube_send(self, c->group, r, sum, c->bytes);
	}
	vcube_free(self, got);
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	vcube_step(self, "sum up");
	if (c->rank == 0) {
		center(self, c);
		return;
	}
	vcube_star_give(self, c, c->in, c->bytes);
	vcube_recv(self, c->group, 0, c->out, c->bytes, NULL);
}

/* Receiving, adding and sending overlap. */
static vcube_time
cost(const struct vcube_terms *t)
{
	const vcube_time message = vcube_star_message(t, 1), add = vcube_star_add(t, 1);
	const vcube_time copy = vcube_star_copy(t, 1);

	if (t->p == 1)
		return copy;
	return vcube_star_most(copy, message) + (t->p - 2) * vcube_star_most(add, message)
		+ add + message;
}

const struct vcube_algorithm vc_algorithm_scan_star = {
	.collective = VCUBE_SCAN,
	.name = "star",
	.text = "through one node: slow on the machine, fast on the host",
	.paper = "",
	.native = 1u << VCUBE_FULL,
	.steps = "p",
	.volume = "m (p - 1)",
	.formula = "(ts + tw m) p",
	.waits = VCUBE_WAITS_FOR_ROOT,
	.cost = cost,
	.run = run,
};
