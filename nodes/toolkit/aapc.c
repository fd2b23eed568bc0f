/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All-to-all personalized communication by a schedule (Johnsson and Ho, section
 * 2.2): sort by relative address, exchange, sort by source. Slot r holds the element that
 * crosses the dimensions of r's 1-bits. The slots of node 5 of 8, where st is the block of
 * node s for node t:
 *
 *   slot       0   1   2   3   4   5   6   7
 *   aligned    55  54  57  56  51  50  53  52
 *   exchanged  55  45  75  65  15  05  35  25
 *
 * A slot is in `work` or in `out` and changes sides with each exchange, so that nothing is
 * copied in between. It begins on the side from which it ends in `work`; the last
 * alignment moves all slots to `out`. In blocks, and on wide links, the node packs what
 * crosses a dimension in a step, and every slot stays in `work`.
 *
 * Several parts of 2^d slots are addresses of one schedule. With local work on a whole
 * part between two exchanges, each part follows a schedule of its own, one exchange behind
 * the part before it. With 4 parts along 3 axes, the axis of each part:
 *
 *   time     0  1  2  3  4  5
 *   part 0   1  2  3
 *   part 1      1  2  3
 *   part 2         1  2  3
 *   part 3            1  2  3
 */
#include <string.h>
#include "aapc.h"

struct exchange {
	vcube_node *self;
	const struct vcube_call *c;
	const vcube_schedule *schedule;
	int d, axes, k, parts;          /* k = 2^d slots a part */
	/* of each axis: its first dimension, and their number, d unless exchanges differ */
	int first[VCUBE_SCHEDULE_SUCCESSIVE_MAX], order[VCUBE_SCHEDULE_SUCCESSIVE_MAX];
	unsigned mix;                   /* exclusive or of the node's coordinates */
	bool packed;
	int largest;                    /* most slots that cross a dimension in a step */
	char *work, *pack, *got;        /* packs: [pair][largest] */
	bool *in_work;
	void **block;                   /* of a part, in the order of its local coordinate */
	int *crossing;                  /* [pair][largest]: slots */
	int crossings[VCUBE_SCHEDULE_DIMENSIONS_MAX];   /* [pair]: number of slots */
	struct vcube_pair pair[VCUBE_SCHEDULE_DIMENSIONS_MAX];
	int pairs;
	vcube_local *local;             /* work between exchanges, or NULL */
	void *arg;
};

/* Returns all bits of a coordinate on this axis. */
static unsigned
ones(const struct exchange *x, int axis)
{
	return (1u << x->order[axis]) - 1;
}

static unsigned
coordinate(const struct exchange *x, int axis)
{
	return (unsigned)x->c->rank >> x->first[axis] & ones(x, axis);
}

/* Returns the exclusive or of the coordinates on the other axes. */
static unsigned
others(const struct exchange *x, int axis)
{
	return x->mix ^ coordinate(x, axis);
}

static char *
slot(const struct exchange *x, int a, bool in_work)
{
	return in_work ? x->work + (size_t)a * x->c->bytes : vcube_out(x->c, a);
}

static bool
begins_in_work(const struct exchange *x, int a)
{
	const unsigned place = (unsigned)(a & (x->k - 1));
	int moves = 0;

	for (int axis = 0; axis < x->axes && !x->packed; axis++)
		moves += __builtin_popcount((place ^ others(x, axis)) & ones(x, axis));
	return moves % 2 == 0;
}

static bool
open_exchange(struct exchange *x)
{
	const size_t slots = (size_t)x->k * (size_t)x->parts, bytes = x->c->bytes;
	const size_t most = (size_t)x->largest * (size_t)(x->d * x->axes);
	const size_t packs = x->packed ? 2 * most * bytes : 0;
	/* what needs alignment comes first */
	const size_t data = (slots * bytes + packs + 15) / 16 * 16;
	char *const room = vcube_scratch(x->self, data + (size_t)x->k * sizeof *x->block +
					 most * sizeof *x->crossing + slots * sizeof *x->in_work);

	if (room == NULL)
		return false;
	x->work = room;
	x->pack = room + slots * bytes;
	x->got = x->pack + packs / 2;
	x->block = (void **)(room + data);
	x->crossing = (int *)(x->block + x->k);
	x->in_work = (bool *)(x->crossing + most);
	return true;
}

/* (j|i) to (j|j ^ f(i)) */
static void
align(struct exchange *x, const struct vc_permuting *by)
{
	vcube_step(x->self, "align");
	for (int b = 0; b < x->k * x->parts; b++) {
		const unsigned i = (unsigned)(b & (x->k - 1));
		const int a = b ^ (int)(i ^ x->mix ^ vc_permuting_f(by, i, x->d));

		x->in_work[a] = begins_in_work(x, a);
		memcpy(slot(x, a, x->in_work[a]), vcube_in(x->c, b), x->c->bytes);
	}
	vcube_charge(x->self, VCUBE_WORK_REORDER, x->c->bytes * (uint64_t)(x->k * x->parts));
}

/* The block from j, in slot r of j ^ r, becomes block g(j). */
static void
realign(struct exchange *x, const struct vc_permuting *by)
{
	vcube_step(x->self, "realign");
	for (int a = 0; a < x->k * x->parts; a++) {
		const unsigned from = ((unsigned)a ^ x->mix) & (unsigned)(x->k - 1);
		const int i = (a & -x->k) + (int)vc_permuting_g(by, from, x->d);

		memcpy(vcube_out(x->c, i), slot(x, a, true), x->c->bytes);
	}
	vcube_charge(x->self, VCUBE_WORK_REORDER, x->c->bytes * (uint64_t)(x->k * x->parts));
}

/* Copies a pair's slots into the pack, or the pack into the slots. */
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

/* Prepares the exchange of a block across a dimension. */
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

/* Prepares the exchange of a slot across a dimension, from one of its sides to the other. */
static void
prepare_slot(struct exchange *x, int peer, int a)
{
	const size_t bytes = x->c->bytes;

	x->pair[x->pairs++] = (struct vcube_pair){
		.peer = peer, .data = slot(x, a, x->in_work[a]), .bytes = bytes,
		.into = slot(x, a, !x->in_work[a]), .room = bytes};
	x->in_work[a] = !x->in_work[a];
}

/* Writes the slots that cross a dimension in a step; returns their number. */
static int
find_crossing(const struct exchange *x, int number, int axis, int dim, int *slots)
{
	const int steps = vcube_schedule_steps(x->schedule), part = number / steps - axis;
	int count;

	if (x->local == NULL)
		return vcube_schedule_at(x->schedule, number, axis, dim, others(x, axis), slots,
					 x->largest);
	if (part < 0 || part >= x->parts)
		return 0;
	count = vcube_schedule_at(x->schedule, number % steps, 0, dim, others(x, axis), slots,
				  x->largest);
	for (int i = 0; i < count; i++)
		slots[i] += part * x->k;
	return count;
}

static void
step(struct exchange *x, int number)
{
	x->pairs = 0;
	for (int axis = 0; axis < x->axes; axis++)
		for (int dim = 0; dim < x->order[axis]; dim++) {
			int *const slots = x->crossing + x->pairs * x->largest;
			const int count = find_crossing(x, number, axis, dim, slots);
			const int peer = x->c->rank ^ 1 << (x->first[axis] + dim);

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

/* Works on a part's blocks, in the order of the coordinate that is local now. */
static void
work_on(struct exchange *x, int made, int part)
{
	for (int t = 0; t < x->k; t++) {
		const int a = part * x->k + (int)((unsigned)t ^ x->mix);

		x->block[t] = slot(x, a, x->in_work[a]);
	}
	vcube_step(x->self, "local");
	x->local(x->self, made, part, x->block, x->arg);
}

/* Does all local work that precedes the exchanges of this time. */
static void
work_on_all(struct exchange *x, int time)
{
	for (int made = 0; made <= x->axes && x->local != NULL; made++)
		if (time - made >= 0 && time - made < x->parts)
			work_on(x, made, time - made);
}

static void
exchange_all(struct exchange *x)
{
	const int steps = vcube_schedule_steps(x->schedule);
	const int times = x->local == NULL ? 1 : x->parts + x->axes - 1;

	for (int time = 0; time < times; time++) {
		work_on_all(x, time);
		for (int i = 0; i < steps; i++)
			step(x, time * steps + i);
	}
	work_on_all(x, times);
}

void
vc_aapc(vcube_node *self, const struct vcube_call *c, const struct vcube_schedule_plan *plan,
	const struct vc_permuting *permuting, const int *orders, vcube_local *local, void *arg)
{
	const int s = plan->successive > 1 ? plan->successive : 1;
	const int d = orders != NULL ? orders[0] : vcube_log2((unsigned)c->size) / s;
	struct exchange x = {
		.self = self, .c = c, .d = d, .axes = s, .k = 1 << d,
		.parts = plan->addresses > 1 << d ? plan->addresses >> d : 1,
		.packed = plan->block || plan->width > 1, .local = local, .arg = arg,
	};
	struct vcube_schedule_plan whole = *plan;

	if (plan->addresses % x.k != 0)
		(vcube_fail_with)(self, VCUBE_EINVAL, "vcube_aapc: %d blocks are not a multiple "
				  "of the %d of an exchange", plan->addresses, x.k);
	whole.dimensions = d;
	if (local != NULL)
		whole.successive = whole.addresses = 0;
	x.schedule = orders != NULL ? vcube_schedule_shared_orders(self, &whole, orders)
		: vcube_schedule_shared(self, &whole);
	if (x.schedule == NULL)
		return;
	x.largest = vcube_schedule_largest(x.schedule);
	for (int axis = 0; axis < s; axis++) {
		x.first[axis] = axis > 0 ? x.first[axis - 1] + x.order[axis - 1] : 0;
		x.order[axis] = orders != NULL ? orders[axis] : d;
		x.mix ^= coordinate(&x, axis);
	}
	if (!open_exchange(&x))
		return;
	vcube_watch(self, "work", x.work, c->type, c->count * (size_t)(x.k * x.parts));
	align(&x, permuting);
	exchange_all(&x);
	realign(&x, permuting);
	vcube_free(self, x.work);
}

void
vcube_aapc(vcube_node *self, const struct vcube_call *c, const struct vcube_schedule_plan *plan,
	   enum vcube_permutations permutation)
{
	vc_aapc(self, c, plan, &(struct vc_permuting){.name = permutation}, NULL, NULL, NULL);
}

/* --- the plan and the cost ------------------------------------------------------- */

struct vcube_schedule_plan
vcube_aapc_plan(enum vcube_schedules algorithm, const struct vcube_setting *set)
{
	return (struct vcube_schedule_plan){
		.algorithm = algorithm, .block = set[0].value != 0, .width = set[1].value,
	};
}

static int
over(int a, int b)
{
	return (a + b - 1) / b;
}

/* Returns the steps with one element on each link. */
static int
elements(enum vcube_schedules algorithm, int half, int d)
{
	return algorithm == VCUBE_AAPC1 ? d * over(half, d) : half;
}

static int
blocks(enum vcube_schedules algorithm, int half, int d)
{
	switch (algorithm) {
	case VCUBE_AAPC1:
	case VCUBE_AAPC4:
		return d;
	case VCUBE_AAPC2:
		return half;
	default:
		return half > d ? d + half % d : d;
	}
}

static int
steps_of(const struct vcube_schedule_plan *plan, int half, int d)
{
	const int most = elements(plan->algorithm, half, d), least = blocks(plan->algorithm, half, d);

	if (plan->width > 1)
		return plan->width <= most / least ? over(most, plan->width) : least;
	return plan->block ? least : most;
}

vcube_time
vcube_aapc_cost(const struct vcube_terms *t, const struct vcube_schedule_plan *plan)
{
	const int half = t->p / 2, d = vcube_log2((unsigned)t->p);
	const bool packed = plan->block || plan->width > 1;
	const vcube_time m = (vcube_time)t->m, byte = t->k.per_byte * m;
	vcube_time steps, messages, longest, local;

	if (d == 0)
		return 0;
	longest = elements(plan->algorithm, half, d);
	steps = steps_of(plan, half, d);
	messages = packed ? steps * d : (vcube_time)half * d;
	local = t->k.reorder * m * (2 * t->p + (packed ? 2 * half * d : 0)) +
		t->k.exchange_all_gather * m * half * d + t->k.exchange_all_longest * m * longest;
	if (t->ports == VCUBE_PORTS_ALL)
		return steps * (t->k.exchange_all_startup + t->k.per_hop) + longest * byte + local;
	return steps * t->k.exchange_all_startup + messages * t->k.per_hop +
	       (vcube_time)half * d * byte + local;
}
