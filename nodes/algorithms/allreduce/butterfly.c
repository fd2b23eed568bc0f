/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-reduce on a cube with all links busy: the block has d pieces; in step u, neighbours in
 * dimension i + u (mod d) exchange piece i and add.
 *
 * The terms in the sums of node 0, d = 3:
 *
 *            piece 0         piece 1         piece 2
 *   start    0               0               0
 *   step 0   0 1 (dim 0)     0 2 (dim 1)     0 4 (dim 2)
 *   step 1   0-3 (dim 1)     0 2 4 6         0 1 4 5 (dim 0)
 *   step 2   0-7 in all pieces
 *
 * Invariant: after step u, piece i is the sum over the subcube of dimensions i to i + u
 * (mod d). The terms of a sum are not in rank order: the operator must commute.
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int d = vcube_log2((unsigned)c->size), n = vcube_pieces_sent(c->count, d);
	const size_t unit = vcube_type_size(c->type);
	char *const got = vcube_scratch(self, c->bytes), *const sums = c->out;
	struct vcube_pair pairs[VCUBE_DIMENSIONS_MAX];

	if (got == NULL)
		return;
	vcube_watch(self, "got", got, c->type, c->count);
	vcube_copy(self, sums, c->in, c->bytes);
	for (int u = 0; u < d; u++) {
		vcube_step(self, "exchange");
		for (int i = 0; i < n; i++) {
			size_t first, bytes = unit * vcube_piece(c->count, d, i, &first);

			pairs[i] = (struct vcube_pair){
				.peer = c->rank ^ 1 << (i + u) % d,
				.data = sums + first * unit, .bytes = bytes,
				.into = got + first * unit, .room = bytes,
			};
		}
		vcube_exchange_all(self, c->group, pairs, n);
		vcube_combine(self, c, sums, got, sums, 1);
	}
	vcube_free(self, got);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	const int d = vcube_log2((unsigned)t->p);

	const size_t n = t->m / t->unit;

	return d == 0 ? 0 : t->k.copy * (vcube_time)t->m +
		d * (vcube_pieces_time(t, n, t->unit, d) + vcube_combine_time(t, n));
}

const struct vcube_algorithm vc_algorithm_allreduce_butterfly = {
	.collective = VCUBE_ALLREDUCE,
	.name = "butterfly",
	.text = "exchanges along each dimension, each piece starting from another dimension",
	.paper = "Mathur and Johnsson, section 5 (reduce-and-spread)",
	.needs = VCUBE_NEEDS_POWER_OF_TWO | VCUBE_NEEDS_COMMUTATIVE,
	.native = 1u << VCUBE_HYPERCUBE | 1u << VCUBE_FULL,
	.steps = "log p",
	.volume = "m log p",
	.formula = "(ts + tw m) log p; all ports: (ts + tw ceil(m / log p)) log p",
	.cost = cost,
	.run = run,
};
