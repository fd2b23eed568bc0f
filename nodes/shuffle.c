/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Generalized shuffles: all-to-all personalized communications that follow each
 * other along the axes of a grid. With 4 members as 2 axes of 1 dimension, block i
 * of node 2 k + j, named kji, goes to place k of node 2 j + i:
 *
 *   node     0    1    2    3
 *   before   000  010  100  110
 *            001  011  101  111
 *   after    000  001  010  011
 *            100  101  110  111
 */
#include <stdint.h>
#include <vcube/aapc.h>
#include "nodes/group.h"
#include "nodes/watch.h"

enum { SCHEDULE, AXES };

static const struct vcube_option settings[] = {
	[SCHEDULE] = {"schedule", "N", "by which schedule"},
	[AXES] = {"axes", "N", "how many"},
	{0}
};

static const struct vcube_algorithm shuffle = {
	.collective = VCUBE_ALLTOALL, .name = "shuffle", .options = settings,
};

/* Blocks of a member: 2^d, of 2^(s d) members; 0 where that is not their number. */
static int
blocks_of(int members, int s)
{
	const int all = vcube_log2((unsigned)members);

	return members == 1 << all && all % s == 0 ? 1 << all / s : 0;
}

static int
check_memory(vcube_node *self, const struct vcube_call *c, size_t bytes)
{
	const uintptr_t in = (uintptr_t)c->in, out = (uintptr_t)c->out;

	if (bytes > 0 && (c->in == NULL || c->out == NULL))
		return vc_fail(self, VCUBE_EINVAL, "vcube_shuffle: %s is NULL, %zu bytes are wanted",
			       c->in == NULL ? "in" : "out", bytes);
	if (in < out + bytes && out < in + bytes)
		return vc_fail(self, VCUBE_EINVAL, "vcube_shuffle: in (at %p) and out (at %p) overlap, "
			       "of %zu bytes each", c->in, c->out, bytes);
	if (vc_memory(self, "vcube_shuffle", c->in, bytes) != 0)
		return self->code;
	return vc_memory(self, "vcube_shuffle", c->out, bytes);
}

/* Checks what the caller gave, and fills in the rest. */
static int
complete(vcube_node *self, struct vcube_call *c, int s)
{
	const size_t size = vcube_type_size(c->type);
	int blocks;

	c->rank = vcube_group_rank(self, c->group);
	c->size = vcube_group_size(self, c->group);
	if (self->code != 0)
		return self->code;
	if (s < 1 || s > VCUBE_SCHEDULE_SUCCESSIVE_MAX)
		return vc_fail(self, VCUBE_EINVAL, "vcube_shuffle: along 1 to %d axes, not %d",
			       VCUBE_SCHEDULE_SUCCESSIVE_MAX, s);
	blocks = blocks_of(c->size, s);
	if (blocks == 0)
		return vc_fail(self, VCUBE_EPRECOND, "vcube_shuffle: %d axes need a number of members "
			       "that is a power of %d; there are %d", s, 1 << s, c->size);
	if (size == 0)
		return vc_fail(self, VCUBE_EINVAL, "vcube_shuffle: there is no type %zu", c->type);
	if (c->count > PTRDIFF_MAX / size / (size_t)blocks)
		return vc_fail(self, VCUBE_EINVAL, "vcube_shuffle: %d blocks of %zu elements of %zu bytes "
			       "are more than memory holds", blocks, c->count, size);
	c->bytes = c->count * size;
	return check_memory(self, c, c->bytes * (size_t)blocks);
}

/* One of the schedules that say which address moves. */
static int
parse(vcube_node *self, const char *how, struct vcube_setting *set)
{
	struct vcube_error error;
	const int schedule = how == NULL ? VCUBE_WINDOWS : vcube_schedule_parse(how, &error);

	if (schedule < 0)
		return vc_fail(self, error.code, "vcube_shuffle: %s", error.text);
	if (schedule == VCUBE_AAPC5)
		return vc_fail(self, VCUBE_EINVAL, "vcube_shuffle: aapc5 schedules blocks of pairs, not "
			       "addresses; windows takes the fewest steps of those that do");
	set->value = schedule;
	return 0;
}

int
(vcube_shuffle)(vcube_node *self, vcube_group *group, const void *in, void *out,
		size_t count, vcube_type type, int s, const char *how)
{
	struct vcube_setting set[VCUBE_OPTIONS_MAX] = {[AXES] = {.value = s}};
	struct vcube_call c = {
		.collective = VCUBE_ALLTOALL, .group = group, .in = in, .out = out, .count = count,
		.type = type, .set = set,
	};
	char nothing;

	if (self->code != 0 || complete(self, &c, s) != 0 || parse(self, how, &set[SCHEDULE]) != 0)
		return self->code;
	if (c.bytes == 0)
		c.in = c.out = &nothing;
	if (c.size == 1) {
		vcube_copy(self, c.out, c.in, c.bytes);
	} else if (vc_call_begin(self, &shuffle, &c) == 0) {
		const size_t bytes = c.bytes * (size_t)blocks_of(c.size, s);

		if (vc_unlikely(self->machine->looked_at))
			vc_watch_call(self, &c, bytes, bytes);
		vcube_aapc(self, &c, &(struct vcube_schedule_plan){
			.algorithm = (enum vcube_schedules)set[SCHEDULE].value, .successive = s,
		}, VCUBE_TRANSPOSITION);
		vc_call_end(self);
	}
	return vcube_failed(self);
}
