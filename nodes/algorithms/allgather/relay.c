/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all broadcast through a dedicated node of a cube, rank 0: one source after the
 * other sends it its block over neighbours, and rank 0 broadcasts the block over d
 * edge-disjoint spanning trees.
 *
 * The route of a block clears the bits of its source from the lowest: 6 4 0.
 * Invariant: when source s begins, all nodes have the blocks 0 to s - 1.
 */
#include <vcube/authoring.h>

/* Relays the block of `source` to rank 0, if this node is on its route. */
static void
relay(vcube_node *self, const struct vcube_call *c, int source)
{
	const int me = c->rank, cleared = source ^ me;
	void *const block = vcube_out(c, source);

	if (source == 0 || (me != 0 && cleared >= (me & -me)))
		return;
	if (source != me)
		vcube_recv(self, c->group, me | 1 << vcube_log2((unsigned)cleared), block, c->bytes, NULL);
	if (me != 0)
		vcube_wait(self, vcube_isend(self, c->group, me & (me - 1), block, c->bytes), NULL);
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	vcube_copy(self, vcube_out(c, c->rank), c->in, c->bytes);
	for (int source = 0; source < c->size; source++) {
		vcube_step(self, "relay the next block");
		relay(self, c, source);
		vcube_bcast_trees(self, c, 0, vcube_out(c, source), c->count, c->set[0].value);
	}
}

/* Rank p/2 begins a little early, since it finishes the previous broadcast early. */
static vcube_time
cost(const struct vcube_terms *t)
{
	const vcube_time startup = vcube_startup_time(t);
	const int d = vcube_log2((unsigned)t->p);
	struct vcube_pipe pipe;
	int64_t early;

	if (d == 0)
		return 0;
	pipe = vcube_pipe_of(t, t->set[0].value);
	vcube_pipe_time(&pipe, startup, vcube_element_time(t), &early);
	return d * t->p / 2 * (startup + t->k.per_byte * (vcube_time)t->m)
		+ t->k.copy * (vcube_time)t->m + t->p * vcube_bcast_trees_time(t) - early;
}

const struct vcube_algorithm vc_algorithm_allgather_relay = {
	.collective = VCUBE_ALLGATHER,
	.name = "relay",
	.text = "through one node, which broadcasts each block over trees",
	.paper = "Mathur and Johnsson, section 5 (alternative 2)",
	.needs = VCUBE_NEEDS_POWER_OF_TWO,
	.options = (const struct vcube_option[]){VCUBE_PACKET_OPTION, {0}},
	.native = 1u << VCUBE_HYPERCUBE | 1u << VCUBE_FULL,
	.steps = "p/2 log p + p (m/packet + log p) - 1, p > 2",
	.volume = "at most m p log p",
	.formula = "(ts + tw m) p/2 log p + p (ts + tw packet)(m / packet + log p) - one packet, p > 2",
	.cost = cost,
	.run = run,
};
