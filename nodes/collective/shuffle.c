/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Generalized shuffles: successive all-to-all personalized communications along the axes
 * of a grid. With 4 members as 2 axes of 1 dimension, block i of node 2 k + j, named kji,
 * moves to place k of node 2 j + i:
 *
 *   node     0    1    2    3
 *   before   000  010  100  110
 *            001  011  101  111
 *   after    000  001  010  011
 *            100  101  110  111
 */
#include <stdint.h>
#include <string.h>
#include "aapc.h"
#include "group.h"
#include "signature.h"
#include "watch.h"

/* The numbers of a shuffle in which all members must agree. */
enum { SCHEDULE, BLOCK, WIDTH, AXES, PARTS, LOCAL, ORDERS, NUMBERS };

static const struct vcube_option settings[] = {{"exchanges", "N+N..", "which ones"}, {0}};

static const struct vcube_algorithm shuffle = {
	.collective = VCUBE_ALLTOALL, .name = "shuffle", .options = settings,
};

static const char *
name_of(const struct vcube_successive *what)
{
	return what->parts == 0 ? "vcube_shuffle" : "vcube_successive";
}

/* Returns the blocks of a part, 2^d for 2^(s d) members; 0 for other numbers of members. */
static int
blocks_of(int members, int s)
{
	const int all = vcube_log2((unsigned)members);

	return members == 1 << all && all % s == 0 ? 1 << all / s : 0;
}

/* Returns the blocks of a part for axes of these orders; 0: the node has failed. */
static int
blocks_of_orders(vcube_node *self, int members, int s, const int *orders)
{
	int sum = 0;

	for (int axis = 0; axis < s; axis++) {
		if (orders[axis] < 1 || orders[axis] > VCUBE_SCHEDULE_DIMENSIONS_MAX ||
		    (axis > 0 && orders[axis] > orders[axis - 1])) {
			vc_fail(self, VCUBE_EINVAL, "vcube_successive_orders: orders are 1 to %d and do not "
				"increase; axis %d has %d", VCUBE_SCHEDULE_DIMENSIONS_MAX, axis, orders[axis]);
			return 0;
		}
		sum += orders[axis];
	}
	if (sum < 31 && members == 1 << sum)
		return 1 << orders[0];
	vc_fail(self, VCUBE_EPRECOND, "vcube_successive_orders: axes of %d dimensions in all need 2^%d "
		"members; there are %d", sum, sum, members);
	return 0;
}

/* Different orders are for aapc1, and for all of a part's blocks alike. */
static int
refuse_orders(vcube_node *self, const struct vcube_successive *what)
{
	if (what->local != NULL)
		return vc_fail(self, VCUBE_EINVAL, "vcube_successive_orders: no work between exchanges; "
			       "vcube_successive() has it");
	if (what->how != NULL && strcmp(what->how, "aapc1") != 0)
		return vc_fail(self, VCUBE_EINVAL, "vcube_successive_orders: by aapc1, whose pairs stay "
			       "together, not by %s", what->how);
	return 0;
}

static int
check_memory(vcube_node *self, const char *name, const struct vcube_call *c, size_t bytes)
{
	const uintptr_t in = (uintptr_t)c->in, out = (uintptr_t)c->out;

	if (bytes > 0 && (c->in == NULL || c->out == NULL))
		return vc_fail(self, VCUBE_EINVAL, "%s: %s is NULL, %zu bytes are needed",
			       name, c->in == NULL ? "in" : "out", bytes);
	if (in < out + bytes && out < in + bytes)
		return vc_fail(self, VCUBE_EINVAL, "%s: in (at %p) and out (at %p) overlap, "
			       "of %zu bytes each", name, c->in, c->out, bytes);
	if (vc_memory(self, name, VC_READS, c->in, bytes) != 0)
		return self->code;
	return vc_memory(self, name, VC_WRITES, c->out, bytes);
}

/* Checks the caller's arguments and fills in the other fields. */
static int
complete(vcube_node *self, struct vcube_call *c, const struct vcube_successive *what,
	 const int *orders, int *blocks)
{
	const size_t size = vcube_type_size(c->type);
	const char *const name = name_of(what);
	const int s = what->axes, parts = what->parts > 0 ? what->parts : 1;

	c->rank = vcube_group_rank(self, c->group);
	c->size = vcube_group_size(self, c->group);
	if (self->code != 0)
		return self->code;
	if (s < 1 || s > VCUBE_SCHEDULE_SUCCESSIVE_MAX)
		return vc_fail(self, VCUBE_EINVAL, "%s: along 1 to %d axes, not %d",
			       name, VCUBE_SCHEDULE_SUCCESSIVE_MAX, s);
	*blocks = orders != NULL ? blocks_of_orders(self, c->size, s, orders) : blocks_of(c->size, s);
	if (self->code != 0)
		return self->code;
	if (*blocks == 0)
		return vc_fail(self, VCUBE_EPRECOND, "%s: %d axes need a number of members "
			       "that is a power of %d; there are %d", name, s, 1 << s, c->size);
	if (what->parts < 0 || parts > VCUBE_SCHEDULE_ADDRESSES_MAX / *blocks)
		return vc_fail(self, VCUBE_EINVAL, "%s: 1 to %d parts of %d blocks, not %d", name,
			       VCUBE_SCHEDULE_ADDRESSES_MAX / *blocks, *blocks, what->parts);
	*blocks *= parts;
	if (size == 0)
		return vc_fail(self, VCUBE_EINVAL, "%s: there is no type %zu", name, c->type);
	if (c->count > PTRDIFF_MAX / size / (size_t)*blocks)
		return vc_fail(self, VCUBE_EINVAL, "%s: %d blocks of %zu elements of %zu bytes "
			       "are more than memory holds", name, *blocks, c->count, size);
	c->bytes = c->count * size;
	return check_memory(self, name, c, c->bytes * (size_t)*blocks);
}

/* Parses the schedule of a shuffle without work between exchanges. */
static int
parse_many(vcube_node *self, const struct vcube_call *c, const struct vcube_successive *what,
	   struct vcube_schedule_plan *plan)
{
	struct vcube_error error;
	const int schedule = what->how == NULL ? VCUBE_WINDOWS : vcube_schedule_parse(what->how, &error);
	const int k = blocks_of(c->size, what->axes), parts = what->parts > 0 ? what->parts : 1;

	if (schedule < 0)
		return vc_fail(self, error.code, "%s: %s", name_of(what), error.text);
	if (schedule == VCUBE_AAPC5 && parts % k != 0)
		return vc_fail(self, VCUBE_EINVAL, "%s: aapc5 exchanges a second axis of the memory, and "
			       "needs a multiple of %d parts, not %d; windows needs none", name_of(what), k,
			       parts);
	*plan = (struct vcube_schedule_plan){.algorithm = (enum vcube_schedules)schedule};
	return 0;
}

static int
parse(vcube_node *self, const struct vcube_call *c, const struct vcube_successive *what,
      const int *orders, struct vcube_schedule_plan *plan)
{
	if (orders != NULL) {
		*plan = (struct vcube_schedule_plan){.algorithm = VCUBE_AAPC1};
		return refuse_orders(self, what);
	}
	return what->local == NULL ? parse_many(self, c, what, plan)
		: vc_aapc_plan(self, c->group, name_of(what), what->how, c->bytes, plan);
}

/* Serves a group of one member: copies the parts, one block each, and does the work. */
static void
stay(vcube_node *self, const struct vcube_call *c, const struct vcube_successive *what, int blocks)
{
	vcube_copy(self, c->out, c->in, c->bytes * (size_t)blocks);
	for (int part = 0; part < blocks && what->local != NULL; part++)
		for (int made = 0; made <= what->axes; made++)
			what->local(self, made, part, &(void *){vcube_out(c, part)}, what->arg);
}

/* Exchanges by aapc5. */
static void
concurrent(vcube_node *self, const struct vcube_call *c, const struct vcube_schedule_plan *plan)
{
	struct vcube_schedule_plan whole = *plan;
	const vcube_schedule *schedule;

	whole.dimensions = vcube_log2((unsigned)c->size) / plan->successive;
	schedule = vcube_schedule_shared(self, &whole);
	if (schedule != NULL)
		vc_concurrent(self, c, schedule);
}

static int
make(vcube_node *self, struct vcube_call *c, const struct vcube_successive *what,
     const int *orders, struct vcube_schedule_plan *plan, int blocks)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX] = {{
		.count = NUMBERS, .number = {
			[SCHEDULE] = (int)plan->algorithm, [BLOCK] = plan->block, [WIDTH] = plan->width,
			[AXES] = what->axes, [PARTS] = what->parts, [LOCAL] = what->local != NULL,
		}}};

	for (int axis = 0; axis < what->axes && orders != NULL; axis++)
		set->number[ORDERS] = set->number[ORDERS] * 3 + orders[axis];
	c->set = set;
	if (vc_call_begin(self, &shuffle, c, vc_call_fields(self, &shuffle, c)) != 0)
		return vcube_failed(self);
	if (vc_unlikely(self->machine->observed))
		vc_watch_call(self, c, c->bytes * (size_t)blocks, c->bytes * (size_t)blocks);
	plan->successive = what->axes;
	plan->addresses = blocks;
	if (plan->algorithm == VCUBE_AAPC5)
		concurrent(self, c, plan);
	else
		vc_aapc(self, c, plan, &(struct vc_permuting){.name = VCUBE_TRANSPOSITION}, orders,
			what->local, what->arg);
	vc_call_end(self);
	return vcube_failed(self);
}

static int
exchange(vcube_node *self, vcube_group *group, const struct vcube_successive *what,
	 const int *orders)
{
	struct vcube_call c = {
		.collective = VCUBE_ALLTOALL, .group = group, .in = what->in, .out = what->out,
		.count = what->count, .type = what->type,
	};
	struct vcube_schedule_plan plan;
	int blocks = 0;
	char nothing;

	if (self->code != 0 || complete(self, &c, what, orders, &blocks) != 0 ||
	    parse(self, &c, what, orders, &plan) != 0)
		return self->code;
	if (c.bytes == 0)
		c.in = c.out = &nothing;
	if (c.size > 1)
		return make(self, &c, what, orders, &plan, blocks);
	stay(self, &c, what, blocks);
	return vcube_failed(self);
}

int
(vcube_successive)(vcube_node *self, vcube_group *group, const struct vcube_successive *what)
{
	struct vcube_successive whole = *what;

	if (whole.parts == 0)
		whole.parts = 1;
	return exchange(self, group, &whole, NULL);
}

int
(vcube_successive_orders)(vcube_node *self, vcube_group *group,
			  const struct vcube_successive *what, const int *orders)
{
	struct vcube_successive whole = *what;

	if (whole.parts == 0)
		whole.parts = 1;
	if (orders == NULL)
		return vc_fail(self, VCUBE_EINVAL, "vcube_successive_orders: orders is NULL");
	return exchange(self, group, &whole, orders);
}

int
(vcube_shuffle)(vcube_node *self, vcube_group *group, const void *in, void *out,
		size_t count, vcube_type type, int s, const char *how)
{
	return exchange(self, group, &(struct vcube_successive){
		.in = in, .out = out, .count = count, .type = type, .axes = s, .how = how}, NULL);
}
