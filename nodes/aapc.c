/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all personalized communication by a schedule (Johnsson and Ho, section
 * 2.2): sort by relative address, exchange, sort by source. Slot r holds what is
 * to move across the dimensions of r's 1-bits. Node 5 of 8, and what is in its
 * slots, st being what node s has for t:
 *
 *   slot       0   1   2   3   4   5   6   7
 *   aligned    55  54  57  56  51  50  53  52
 *   exchanged  55  45  75  65  15  05  35  25
 *
 * A slot is in `work` or in `out`, and changes over whenever it is exchanged, so
 * that nothing is copied between; it begins where it must to end in `work`, from
 * which the last alignment puts all into `out`. In blocks, and on wide links, what
 * crosses a dimension in a step is packed, and every slot stays in `work`.
 */
#include <string.h>
#include <vcube/aapc.h>

struct exchange {
	vcube_node *self;
	const struct vcube_call *c;
	const vcube_schedule *schedule;
	int d, axes, k;                 /* k = 2^d slots */
	unsigned mix;                   /* exclusive or of the node's coordinates */
	bool packed;
	int largest;                    /* slots that cross a dimension in a step, at most */
	char *work, *pack, *got;        /* packs: [pair][largest] */
	bool *in_work;
	int *crossing;                  /* [pair][largest]: slots */
	int crossings[VCUBE_SCHEDULE_DIMENSIONS_MAX];   /* [pair]: how many */
	struct vcube_pair pair[VCUBE_SCHEDULE_DIMENSIONS_MAX];
	int pairs;
};

/* The exclusive or of the coordinates on the other axes. */
static unsigned
others(const struct exchange *x, int axis)
{
	return x->mix ^ ((unsigned)x->c->rank >> axis * x->d & (unsigned)(x->k - 1));
}

static char *
slot(const struct exchange *x, int a, bool in_work)
{
	return in_work ? x->work + (size_t)a * x->c->bytes : vcube_out(x->c, a);
}

static bool
begins_in_work(const struct exchange *x, int a)
{
	int moves = 0;

	for (int axis = 0; axis < x->axes && !x->packed; axis++)
		moves += __builtin_popcount((unsigned)a ^ others(x, axis));
	return moves % 2 == 0;
}

static bool
open_exchange(struct exchange *x)
{
	const size_t k = (size_t)x->k, bytes = x->c->bytes;
	const size_t most = (size_t)x->largest * (size_t)(x->d * x->axes);
	const size_t packs = x->packed ? 2 * most * bytes : 0;
	/* what must be aligned stands first */
	char *const room = vcube_scratch(x->self, (k * bytes + packs + 15) / 16 * 16 +
					 most * sizeof *x->crossing + k * sizeof *x->in_work);

	if (room == NULL)
		return false;
	x->work = room;
	x->pack = room + k * bytes;
	x->got = x->pack + packs / 2;
	x->crossing = (int *)(room + (k * bytes + packs + 15) / 16 * 16);
	x->in_work = (bool *)(x->crossing + most);
	return true;
}

/* (j|i) to (j|j ^ f(i)) */
static void
align(struct exchange *x, int permutation)
{
	vcube_step(x->self, "align");
	for (int i = 0; i < x->k; i++) {
		const int a = (int)(x->mix ^ vcube_permutation_node(permutation, (unsigned)i, x->d));

		x->in_work[a] = begins_in_work(x, a);
		memcpy(slot(x, a, x->in_work[a]), vcube_in(x->c, i), x->c->bytes);
	}
	vcube_charge(x->self, VCUBE_WORK_REORDER, x->c->bytes * (uint64_t)x->k);
}

/* What came from j, in slot r of j ^ r, is to be block g(j). */
static void
realign(struct exchange *x, int permutation)
{
	vcube_step(x->self, "realign");
	for (int a = 0; a < x->k; a++) {
		const unsigned from = (unsigned)a ^ x->mix;
		const int i = (int)vcube_permutation_block(permutation, from, x->d);

		memcpy(vcube_out(x->c, i), slot(x, a, true), x->c->bytes);
	}
	vcube_charge(x->self, VCUBE_WORK_REORDER, x->c->bytes * (uint64_t)x->k);
}

/* The bytes of a pack of so many slots: out of the slots, or into them. */
static void
repack(struct exchange *x, int pair, char *pack, bool out)
{
	const size_t bytes = x->c->bytes;

	for (int i = 0; i < x->crossings[pair]; i++) {
		char *const at = slot(x, x->crossing[pair * x->largest + i], true);

		memcpy(out ? pack + (size_t)i * bytes : at, out ? at : pack + (size_t)i * bytes, bytes);
	}
	vcube_charge(x->self, VCUBE_WORK_REORDER, bytes * (uint64_t)x->crossings[pair]);
}

/* One block across a dimension. */
static void
prepare_block(struct exchange *x, int peer, int count)
{
	const size_t bytes = x->c->bytes * (size_t)count;
	const size_t at = x->c->bytes * (size_t)(x->pairs * x->largest);

	x->crossings[x->pairs] = count;
	repack(x, x->pairs, x->pack + at, true);
	x->pair[x->pairs] = (struct vcube_pair){
		.peer = peer, .data = x->pack + at, .bytes = bytes, .into = x->got + at, .room = bytes};
	x->pairs++;
}

/* One slot across a dimension, from one of its places to the other. */
static void
prepare_slot(struct exchange *x, int peer, int a)
{
	const size_t bytes = x->c->bytes;

	x->pair[x->pairs++] = (struct vcube_pair){
		.peer = peer, .data = slot(x, a, x->in_work[a]), .bytes = bytes,
		.into = slot(x, a, !x->in_work[a]), .room = bytes};
	x->in_work[a] = !x->in_work[a];
}

static void
step(struct exchange *x, int number)
{
	x->pairs = 0;
	for (int axis = 0; axis < x->axes; axis++)
		for (int dim = 0; dim < x->d; dim++) {
			int *const slots = x->crossing + x->pairs * x->largest;
			const int count = vcube_schedule_at(x->schedule, number, axis, dim,
							    others(x, axis), slots, x->largest);
			const int peer = x->c->rank ^ 1 << (axis * x->d + dim);

			if (count > 0 && x->packed)
				prepare_block(x, peer, count);
			else if (count > 0)
				prepare_slot(x, peer, slots[0]);
		}
	if (x->pairs == 0)
		return;
	vcube_step(x->self, "exchange");
	vcube_exchange_all(x->self, x->c->group, x->pair, x->pairs);
	for (int i = 0; i < x->pairs && x->packed; i++)
		repack(x, i, x->pair[i].into, false);
}

void
vcube_aapc(vcube_node *self, const struct vcube_call *c, const struct vcube_schedule_plan *plan,
	   enum vcube_permutations permutation)
{
	const int s = plan->successive > 1 ? plan->successive : 1;
	const int d = vcube_log2((unsigned)c->size) / s;
	struct exchange x = {
		.self = self, .c = c, .d = d, .axes = s, .k = 1 << d,
		.packed = plan->block || plan->width > 1,
	};
	struct vcube_schedule_plan whole = *plan;

	whole.dimensions = d;
	x.schedule = vcube_schedule_shared(self, &whole);
	if (x.schedule == NULL)
		return;
	x.largest = vcube_schedule_largest(x.schedule);
	for (int axis = 0; axis < s; axis++)
		x.mix ^= (unsigned)c->rank >> axis * d & (unsigned)(x.k - 1);
	if (!open_exchange(&x))
		return;
	vcube_watch(self, "work", x.work, c->type, c->count * (size_t)x.k);
	align(&x, (int)permutation);
	for (int i = 0; i < vcube_schedule_steps(x.schedule); i++)
		step(&x, i);
	realign(&x, (int)permutation);
	vcube_free(self, x.work);
}
