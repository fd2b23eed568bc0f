/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Successive exchanges by Algorithm 5 (Johnsson and Ho, section 4.2): some addresses of a
 * node exchange a second axis v of the memory along the last axes of the cube, and then i
 * along the first ones; see topo/schedule/sets.c.
 *
 *   begins on axis 1   (l, k, j|i, v) -> (l, k, i|j, v) -> (l, j, i|k, v) -> (k, j, i|l, v)
 *   begins on axis 2   (l, k, j|i, v) -> (l, v, j|i, k) -> (k, v, j|i, l)
 *                                     -> (k, v, i|j, l) -> (k, j, i|v, l)
 *
 * The last alignment swaps the two axes of the memory where needed.
 *
 * Along an axis, the element at an address crosses the dimensions of a number that follows
 * from the address and the node's coordinates on other axes. With "sum" for the exclusive
 * or, f for the least axis but the first that any address begins on, and a for the axis
 * that this address begins on, the number is:
 *
 *   from the first axis    i ^ sum of all others
 *   v, along a .. s        v ^ sum of the others from f on
 *   i, along 1 .. a        i ^ v ^ sum of the others up to a
 *
 * The alignment must place each element so that it reaches its destination. In node c,
 * from (i0, v0), with v = v0 ^ sum of c from f on for every a:
 *
 *   from the first axis    i = i0 ^ sum of all c
 *   from axis a            i = i0 ^ sum of c before f ^ sum of c from a on
 *
 * For a = f both are the same. If other a occur, the addresses that begin there must be
 * whole lines of i, or two elements would share an address.
 */
#include <string.h>
#include "aapc.h"

struct many {
	vcube_node *self;
	const struct vcube_call *c;
	const vcube_schedule *schedule;
	int d, axes, k;                 /* k = 2^d */
	int slots;
	int first;                      /* f, from 0; the number of axes: none */
	char *work;
	bool *in_work;                  /* by slot: in `work`, otherwise in `out` */
	struct vcube_pair pair[VCUBE_SCHEDULE_DIMENSIONS_MAX];
	int pairs;
};

static unsigned
coordinate(const struct many *x, int axis)
{
	return (unsigned)x->c->rank >> axis * x->d & (unsigned)(x->k - 1);
}

/* Returns the exclusive or of the node's coordinates on axes from .. to - 1. */
static unsigned
sum(const struct many *x, int from, int to)
{
	unsigned all = 0;

	for (int axis = from; axis < to; axis++)
		all ^= coordinate(x, axis);
	return all;
}

static unsigned
i_of(const struct many *x, int slot)
{
	return (unsigned)(slot & (x->k - 1));
}

static unsigned
v_of(const struct many *x, int slot)
{
	return (unsigned)(slot / x->k & (x->k - 1));
}

/* Returns the dimensions of an axis that the element in the slot crosses. */
static unsigned
crosses(const struct many *x, int slot, int axis, bool v)
{
	const int begins = vcube_schedule_begins(x->schedule, slot);
	const unsigned own = coordinate(x, axis);

	if (v)
		return v_of(x, slot) ^ sum(x, x->first, x->axes) ^ own;
	if (begins > 0)
		return i_of(x, slot) ^ v_of(x, slot) ^ sum(x, 0, begins + 1) ^ own;
	return i_of(x, slot) ^ sum(x, 0, x->axes) ^ own;
}

/* Returns how often the slot is exchanged. */
static int
moves(const struct many *x, int slot)
{
	const int begins = vcube_schedule_begins(x->schedule, slot);
	int count = 0;

	for (int axis = begins; axis < x->axes; axis++)
		count += __builtin_popcount(crosses(x, slot, axis, begins > 0));
	for (int axis = 0; axis <= begins && begins > 0; axis++)
		count += __builtin_popcount(crosses(x, slot, axis, false));
	return count;
}

static char *
place(const struct many *x, int slot)
{
	return x->in_work[slot] ? x->work + (size_t)slot * x->c->bytes : vcube_out(x->c, slot);
}

/* Returns the block with these i and v, and the w of this slot. */
static int
block_at(const struct many *x, int slot, unsigned i, unsigned v)
{
	return (slot & -(x->k * x->k)) + (int)v * x->k + (int)i;
}

static void
align(struct many *x)
{
	vcube_step(x->self, "align");
	for (int a = 0; a < x->slots; a++) {
		const int begins = vcube_schedule_begins(x->schedule, a);
		const unsigned i = i_of(x, a) ^ (begins == 0 ? sum(x, 0, x->axes)
			: sum(x, 0, x->first) ^ sum(x, begins, x->axes));
		const unsigned v = v_of(x, a) ^ sum(x, x->first, x->axes);

		x->in_work[a] = moves(x, a) % 2 == 0;
		memcpy(place(x, a), vcube_in(x->c, block_at(x, a, i, v)), x->c->bytes);
	}
	vcube_charge(x->self, VCUBE_WORK_REORDER, x->c->bytes * (uint64_t)x->slots);
}

/* Every element is one axis further: sums from f on are now sums from f + 1 on. */
static void
realign(struct many *x)
{
	vcube_step(x->self, "realign");
	for (int a = 0; a < x->slots; a++) {
		const int begins = vcube_schedule_begins(x->schedule, a);
		const unsigned rest = sum(x, x->first + 1, x->axes);
		unsigned last, v;

		if (begins > 0) {
			v = i_of(x, a) ^ v_of(x, a) ^ sum(x, 0, begins + 1);
			last = v_of(x, a) ^ v ^ rest;
		} else {
			last = i_of(x, a) ^ sum(x, 0, x->axes);
			v = v_of(x, a) ^ (x->first < x->axes ? last ^ rest : 0);
		}
		memcpy(vcube_out(x->c, block_at(x, a, last, v)), place(x, a), x->c->bytes);
	}
	vcube_charge(x->self, VCUBE_WORK_REORDER, x->c->bytes * (uint64_t)x->slots);
}

/* Prepares the exchange of the one address of the pair that crosses the dimension, from one
 * of its sides to the other. */
static void
prepare(struct many *x, int pair, int step, int axis, int dim)
{
	bool v;
	const int low = vcube_schedule_pair(x->schedule, step, pair, &v);
	const int all = v ? (x->k - 1) * x->k : x->k - 1;
	const int slot = crosses(x, low, axis, v) >> dim & 1 ? low : low ^ all;
	struct vcube_pair *const p = &x->pair[x->pairs++];

	p->peer = x->c->rank ^ 1 << (axis * x->d + dim);
	p->bytes = p->room = x->c->bytes;
	p->data = place(x, slot);
	x->in_work[slot] = !x->in_work[slot];
	p->into = place(x, slot);
}

/* Returns the least axis but the first that an address begins on, or the number of axes. */
static int
first_axis(const vcube_schedule *schedule, int axes, int slots)
{
	int first = axes;

	for (int a = 0; a < slots; a++) {
		const int begins = vcube_schedule_begins(schedule, a);

		if (begins > 0 && begins < first)
			first = begins;
	}
	return first;
}

static void
step(struct many *x, int number)
{
	int pair;

	x->pairs = 0;
	for (int axis = 0; axis < x->axes; axis++) {
		const unsigned others = sum(x, 0, x->axes) ^ coordinate(x, axis);

		for (int dim = 0; dim < x->d; dim++)
			if (vcube_schedule_at(x->schedule, number, axis, dim, others, &pair, 1) > 0)
				prepare(x, pair, number, axis, dim);
	}
	if (x->pairs == 0)
		return;
	vcube_step(x->self, "exchange");
	vcube_exchange_all(x->self, x->c->group, x->pair, x->pairs);
}

void
vc_concurrent(vcube_node *self, const struct vcube_call *c, const vcube_schedule *schedule)
{
	const struct vcube_schedule_plan *const plan = vcube_schedule_planned(schedule);
	struct many x = {
		.self = self, .c = c, .schedule = schedule, .d = plan->dimensions,
		.axes = plan->successive, .k = 1 << plan->dimensions, .slots = plan->addresses,
		.first = first_axis(schedule, plan->successive, plan->addresses),
	};
	const size_t slots = (size_t)x.slots;

	x.work = vcube_scratch(self, slots * (c->bytes + sizeof *x.in_work));
	if (x.work == NULL)
		return;
	x.in_work = (bool *)(x.work + slots * c->bytes);
	vcube_watch(self, "work", x.work, c->type, c->count * slots);
	align(&x);
	for (int i = 0; i < vcube_schedule_steps(schedule); i++)
		step(&x, i);
	realign(&x);
	vcube_free(self, x.work);
}
