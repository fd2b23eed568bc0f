/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Complete exchange in ceil(log p) steps for any number of nodes: a block whose destination
 * is i ranks ahead moves by the powers of two in i, together with all blocks that move by
 * the same power.
 *
 * The blocks that node 0 holds, block st from s to t, p = 5. Place i is for blocks that
 * move i ranks in all; those that move in the next step are in brackets:
 *
 *   place     0     1     2     3     4
 *   start     00   (01)   02   (03)   04
 *   step 1    00    40   (02)  (42)   04
 *   step 2    00    40    30    20   (04)
 *   step 3    00    40    30    20    10
 *
 * Invariant: after the step with distance n, the block in place i has moved by i mod 2n
 * ranks. The node packs and sends places n to 2n - 1 of every 2n.
 */
#include <string.h>
#include <vcube/authoring.h>

/* Copies the blocks in places n .. 2n - 1 of every 2n into `pack` or out of it. */
static void
pack(vcube_node *self, const struct vcube_call *c, int n, char *places, char *packed, bool out)
{
	char *at = packed;

	for (int i = n; i < c->size; i += 2 * n) {
		const size_t bytes = c->bytes * (size_t)(i + n < c->size ? n : c->size - i);
		char *const place = places + c->bytes * (size_t)i;

		memcpy(out ? place : at, out ? at : place, bytes);
		at += bytes;
	}
	vcube_charge(self, VCUBE_WORK_REORDER, (uint64_t)(at - packed));
}

/* Returns the number of these places among p. */
static int
moving(int p, int n)
{
	const int over = p % (2 * n) - n;

	return p / (2 * n) * n + (over > 0 ? over : 0);
}

/* Places start with the node's own block; the others follow in ring order. */
static void
unroll(vcube_node *self, const struct vcube_call *c, const char *places)
{
	const int p = c->size, me = c->rank;

	for (int i = 0; i < p; i++)
		memcpy(vcube_out(c, (me + p - i) % p), places + c->bytes * (size_t)i, c->bytes);
	vcube_charge(self, VCUBE_WORK_REORDER, c->bytes * (uint64_t)p);
}

static void
run(vcube_node *self, const struct vcube_call *c)
{
	const int p = c->size, me = c->rank;
	const size_t all = c->bytes * (size_t)p, first = c->bytes * (size_t)(p - me);
	char *const places = vcube_scratch(self, 2 * all), *packed, *got;

	if (places == NULL)
		return;
	packed = places + all;
	got = packed + c->bytes * (size_t)(p / 2);
	vcube_watch(self, "places", places, c->type, c->count * (size_t)p);
	vcube_watch(self, "packed", packed, c->type, c->count * (size_t)(p / 2));
	vcube_watch(self, "got", got, c->type, c->count * (size_t)(p / 2));
	vcube_copy(self, places, vcube_in(c, me), first);
	vcube_copy(self, places + first, c->in, all - first);
	for (int n = 1; n < p; n *= 2) {
		const size_t bytes = c->bytes * (size_t)moving(p, n);

		pack(self, c, n, places, packed, false);
		vcube_step(self, "shift");
		vcube_sendrecv(self, c->group, (me + n) % p, packed, bytes,
			       (me + p - n) % p, got, bytes, NULL);
		pack(self, c, n, places, got, true);
	}
	unroll(self, c, places);
	vcube_free(self, places);
}

static vcube_time
cost(const struct vcube_terms *t)
{
	const vcube_time m = (vcube_time)t->m, all = m * t->p;
	vcube_time sum = t->k.copy * all + t->k.reorder * all;

	for (int n = 1; n < t->p; n *= 2)
		sum += vcube_startup_time(t)
			+ (t->k.per_byte + 2 * t->k.reorder) * m * moving(t->p, n);
	return sum;
}

const struct vcube_algorithm vc_algorithm_alltoall_bruck = {
	.collective = VCUBE_ALLTOALL,
	.name = "bruck",
	.text = "blocks move by the powers of two in the distance to their destination",
	.paper = "Bruck et al. 1997",
	.native = 1u << VCUBE_FULL,
	.steps = "ceil(log p)",
	.volume = "at most m p/2 ceil(log p)",
	.formula = "ts ceil(log p) + tw m times the 1 bits of 0 to p - 1",
	.cost = cost,
	.run = run,
};
