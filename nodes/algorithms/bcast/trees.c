/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One-to-all broadcast over d edge-disjoint spanning trees of a cube: the root sends one
 * packet after the other, each over the next tree, and every node passes on the packets
 * that it receives.
 *
 * The route of the packet of tree 0, d = 3, root 0; meanwhile the next packets start along
 * dimensions 1, 2, 0, ..
 *
 *   step 0   along dimension 0   0-1
 *   step 1   along dimension 1   1-3
 *   step 2   along dimension 2   1-5 3-7
 *   step 3   along dimension 0   3-2 5-4 7-6
 *
 * Invariant: with one port all nodes use the same dimension in a step, and each sends and
 * receives at most one packet; with all ports, a link has at most one packet. So Q packets
 * take Q + d steps, with all ports ceil(Q / d) + d.
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const struct vcube_terms t = vcube_terms_for(self, c);
	const struct vcube_pipe pipe = vcube_pipe_of(&t, t.set[0].value);
	const unsigned me = (unsigned)(c->rank ^ c->root);
	vcube_request *pending[2 * VCUBE_DIMENSIONS_MAX];

	for (long step = 0; step < pipe.steps; step++) {
		int n = 0;

		vcube_step(self, "pass packets on");
		for (int k = 0; k < pipe.d; k++) {
			const long out = vcube_pipe_packet(&pipe, me, k, step);
			const long in = vcube_pipe_packet(&pipe, me ^ 1u << k, k, step);
			size_t first, count;

			if (out >= 0) {
				count = vcube_pipe_elements(&pipe, out, &first);
				pending[n++] = vcube_isend(self, c->group, c->rank ^ 1 << k,
							   (char *)c->out + first * t.unit, count * t.unit);
			}
			if (in >= 0) {
				count = vcube_pipe_elements(&pipe, in, &first);
				pending[n++] = vcube_irecv(self, c->group, c->rank ^ 1 << k,
							   (char *)c->out + first * t.unit, count * t.unit);
			}
		}
		vcube_waitall(self, pending, n);
	}
}

static vcube_time
cost(const struct vcube_terms *t)
{
	const struct vcube_pipe pipe = vcube_pipe_of(t, t->set[0].value);
	int64_t early;

	return vcube_pipe_time(&pipe, vcube_startup_time(t), vcube_element_time(t), &early);
}

const struct vcube_algorithm vc_algorithm_bcast_trees = {
	.collective = VCUBE_BCAST,
	.name = "trees",
	.text = "packets over log p edge-disjoint spanning trees of the cube",
	.paper = "Mathur and Johnsson, section 5",
	.needs = VCUBE_NEEDS_POWER_OF_TWO,
	.options = (const struct vcube_option[]){VCUBE_PACKET_OPTION, {0}},
	.native = 1u << VCUBE_HYPERCUBE | 1u << VCUBE_FULL,
	.steps = "m/packet + log p, p > 2",
	.volume = "at most m log p",
	.formula = "(ts + tw packet)(m / packet + log p), p > 2",
	.cost = cost,
	.run = run,
};
