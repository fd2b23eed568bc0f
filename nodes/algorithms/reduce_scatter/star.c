/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all reduction through rank 0: it receives all terms of each node, adds them in
 * rank order, and sends each node its sum. On a real machine its port is the bottleneck;
 * on a host with fewer processors than nodes this is the fastest way for short blocks,
 * since a node waits only once.
 *
 *   node      0           1     2     3
 *   to 0      all sums
 *   from 0    0           1     2     3      the sum of each node
 */
#include <vcube/authoring.h>

/* Performs the part of rank 0. */
static void
center(vcube_node *self, const struct vcube_call *c)
{
	const size_t all = vcube_units(c, 0, c->size);
	void *const sums = vcube_scratch(self, c->bytes * all);

	if (sums == NULL)
		return;
	vcube_watch(self, "sums", sums, c->type, c->count * all);
	vcube_star_combine(self, c, c->in, sums, all);
	vcube_star_deal(self, c, sums, c->bytes, c->bytes, c->out);
	vcube_free(self, sums);
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	vcube_request *sent;

	vcube_step(self, "sum up");
	if (c->rank == 0) {
		center(self, c);
		return;
	}
	sent = vcube_isend(self, c->group, 0, c->in, c->bytes * vcube_units(c, 0, c->size));
	vcube_recv(self, c->group, 0, c->out, vcube_out_bytes(c, 0), NULL);
	vcube_wait(self, sent, NULL);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	if (t->p == 1)
		return vcube_star_copy(t, 1);
	return vcube_star_combine_time(t, t->p)
		+ vcube_star_most(vcube_star_copy(t, 1), vcube_star_deal_time(t, 1));
}

const struct vcube_algorithm vc_algorithm_reduce_scatter_star = {
	.collective = VCUBE_REDUCE_SCATTER,
	.name = "star",
	.text = "through one node: slow on the machine, fast on the host",
	.paper = "",
	.native = 1u << VCUBE_FULL,
	.steps = "2 (p - 1)",
	.volume = "m p",
	.formula = "(2 ts + tw m (p + 1))(p - 1)",
	.waits = VCUBE_WAITS_FOR_ROOT,
	.unequal = VCUBE_REDUCE_SCATTERV,
	.cost = cost,
	.run = run,
};
