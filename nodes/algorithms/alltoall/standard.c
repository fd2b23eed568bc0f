/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Complete exchange on a hypercube: along each dimension, from the highest, neighbours
 * exchange the half of their blocks that is for the other's side.
 *
 * The blocks of each node, block st from s to t, p = 4:
 *
 *   position   start           step 1          step 2
 *   0          00 10 20 30     00 10 02 12     00 01 02 03
 *   1          01 11 21 31     01 11 03 13     10 11 12 13
 *   2          02 12 22 32     20 30 22 32     20 21 22 23
 *   3          03 13 23 33     21 31 23 33     30 31 32 33
 *
 * Invariant: after the step along dimension i, bits i and up of a block's
 * position are those of its source, the others those of its destination; bits i
 * and up of the node that holds it are those of its destination.
 *
 * Bokhari makes the half to send contiguous by shuffling all blocks after each step. Here
 * blocks keep their places, and the node packs those to send: it moves as many bytes, and
 * needs one buffer of the size of `out`.
 */
#include <vcube/authoring.h>

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int me = c->rank, half = c->size / 2, top = ~me & half;
	const size_t bytes = c->bytes * (size_t)half;
	char *const pack = vcube_scratch(self, 2 * bytes), *got;

	if (pack == NULL)
		return;
	got = pack + bytes;
	vcube_watch(self, "pack", pack, c->type, c->count * (size_t)half);
	vcube_watch(self, "got", got, c->type, c->count * (size_t)half);
	vcube_copy(self, vcube_out(c, top ^ half), vcube_in(c, top ^ half), bytes);
	vcube_step(self, "exchange halves");
	vcube_sendrecv(self, c->group, me ^ half, vcube_in(c, top), bytes,
		       me ^ half, vcube_out(c, top), bytes, NULL);
	for (int n = half / 2; n > 0; n /= 2) {
		const size_t run_bytes = c->bytes * (size_t)n, runs = (size_t)(half / n);
		char *const go = vcube_out(c, ~me & n);

		vcube_copy_strided(self, pack, run_bytes, go, 2 * run_bytes, run_bytes, runs);
		vcube_step(self, "exchange halves");
		vcube_sendrecv(self, c->group, me ^ n, pack, bytes, me ^ n, got, bytes, NULL);
		vcube_copy_strided(self, go, 2 * run_bytes, got, run_bytes, run_bytes, runs);
	}
	vcube_free(self, pack);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	const int d = vcube_log2((unsigned)t->p);
	const vcube_time half = (vcube_time)t->m * (t->p / 2);

	if (d == 0)
		return 0;
	return d * (vcube_startup_time(t) + t->k.per_byte * half)
		+ t->k.copy * half + (d - 1) * 2 * t->k.reorder * half;
}

const struct vcube_algorithm vc_algorithm_alltoall_standard = {
	.collective = VCUBE_ALLTOALL,
	.name = "standard",
	.text = "exchanges of half the blocks along each dimension",
	.paper = "Bokhari, section 2.1 (Standard_exchange)",
	.needs = VCUBE_NEEDS_POWER_OF_TWO,
	.native = 1u << VCUBE_HYPERCUBE | 1u << VCUBE_FULL,
	.steps = "log p",
	.volume = "m p/2 log p",
	.formula = "(ts + tw m p/2) log p",
	.cost = cost,
	.run = run,
};
