/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-one reduction over d edge-disjoint spanning trees of a cube, the reverse of the
 * broadcast: packets merge along the trees, and every node adds its term to the packets
 * that it passes on.
 *
 * The senders of the packet of tree 0, d = 3, root 0:
 *
 *   step 0   along dimension 0   2-3 4-5 6-7
 *   step 1   along dimension 2   5-1 7-3
 *   step 2   along dimension 1   3-1
 *   step 3   along dimension 0   1-0
 *
 * Invariant: step t is step `steps - 1 - t` of the broadcast in the other direction; when a
 * node sends a packet, all its children have added to it. Trees differ in the order of
 * terms: the operator must commute.
 */
#include <vcube/authoring.h>

/* The last packet of the broadcast comes first, and must be a full one. */
static size_t
elements(const struct vcube_pipe *pipe, long s, size_t *first)
{
	return vcube_pipe_elements(pipe, pipe->packets - 1 - s, first);
}

static void
step_back(vcube_node *self, const struct vcube_call *c, const struct vcube_pipe *pipe, long step,
	  size_t unit, char *sum, char *got)
{
	const unsigned me = (unsigned)(c->rank ^ c->root);
	vcube_request *pending[2 * VCUBE_DIMENSIONS_MAX];
	size_t first, count;
	int n = 0;

	for (int k = 0; k < pipe->d; k++) {
		const long out = vcube_pipe_packet(pipe, me ^ 1u << k, k, step);
		const long in = vcube_pipe_packet(pipe, me, k, step);

		if (out >= 0) {
			count = elements(pipe, out, &first);
			pending[n++] = vcube_isend(self, c->group, c->rank ^ 1 << k,
						   sum + first * unit, count * unit);
		}
		if (in >= 0) {
			count = elements(pipe, in, &first);
			pending[n++] = vcube_irecv(self, c->group, c->rank ^ 1 << k,
						   got + (size_t)k * pipe->packet * unit,
						   count * unit);
		}
	}
	vcube_waitall(self, pending, n);
	for (int k = 0; k < pipe->d; k++) {
		const long in = vcube_pipe_packet(pipe, me, k, step);

		if (in < 0)
			continue;
		count = elements(pipe, in, &first);
		vcube_combine_elements(self, c, sum + first * unit,
				       got + (size_t)k * pipe->packet * unit, sum + first * unit, count);
	}
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const struct vcube_terms t = vcube_terms_for(self, c);
	const struct vcube_pipe pipe = vcube_pipe_of(&t, t.set[0].value);
	const bool root = c->rank == c->root;
	const size_t room = pipe.packet * t.unit * (size_t)pipe.d;
	char *const got = vcube_scratch(self, room + (root ? 0 : c->bytes)), *sum;

	if (got == NULL)
		return;
	sum = root ? c->out : got + room;
	vcube_watch(self, "sum", sum, c->type, c->count);
	vcube_copy(self, sum, c->in, c->bytes);
	for (long step = pipe.steps; step-- > 0;) {
		vcube_step(self, "add packets");
		step_back(self, c, &pipe, step, t.unit, sum, got);
	}
	vcube_free(self, got);
}

/* With all ports, the shorter packet comes last, together with full ones. */
static vcube_time
cost(const struct vcube_terms *t)
{
	const struct vcube_pipe pipe = vcube_pipe_of(t, t->set[0].value);
	const vcube_time startup = vcube_startup_time(t) + (t->m > 0 ? t->k.combine_startup : 0);
	const vcube_time per_element = vcube_element_time(t) + t->k.combine;
	const vcube_time copy = t->k.copy * (vcube_time)t->m;
	int64_t early;

	if (pipe.all && pipe.d > 1 && pipe.packets > 1)
		return copy + pipe.steps * (startup + per_element * (vcube_time)pipe.packet);
	return copy + vcube_pipe_time(&pipe, startup, per_element, &early);
}

const struct vcube_algorithm vc_algorithm_reduce_trees = {
	.collective = VCUBE_REDUCE,
	.name = "trees",
	.text = "packets along log p edge-disjoint spanning trees of the cube, added on the way",
	.paper = "Mathur and Johnsson, section 5",
	.needs = VCUBE_NEEDS_POWER_OF_TWO | VCUBE_NEEDS_COMMUTATIVE,
	.options = (const struct vcube_option[]){VCUBE_PACKET_OPTION, {0}},
	.native = 1u << VCUBE_HYPERCUBE | 1u << VCUBE_FULL,
	.loose = VCUBE_LOOSE_ALWAYS,
	.steps = "m/packet + log p, p > 2",
	.volume = "m",
	.formula = "(ts + tw packet)(m / packet + log p), p > 2",
	.cost = cost,
	.run = run,
};
