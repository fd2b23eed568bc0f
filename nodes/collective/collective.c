/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The collectives as programs call them, and what algorithms use inside.
 *
 * A call is dispatched: check its arguments against the shape of the collective, find or
 * select the algorithm, and run it between vc_call_begin() and vc_call_end().
 */
#include <stdint.h>
#include <string.h>
#include "error.h"
#include "on_host.h"
#include "select.h"
#include "counts.h"
#include "extents.h"
#include "group.h"
#include "shapes.h"
#include "signature.h"
#include "watch.h"

static const char *const calls[] = {
#define X(constant, name, ...) [constant] = "vcube_" #name,
	VCUBE_COLLECTIVES(X)
#undef X
};

/* Are there counts for blocks that are unequal, and that all members know? */
static bool
has_known_counts(const struct vcube_shape *s, const struct vcube_call *c)
{
	return s->traits & VCUBE_UNEQUAL &&
	       (s->in == VCUBE_BLOCKS_ALL ? c->in_counts : c->out_counts) != NULL;
}

static bool
may_share(const struct vcube_call *c, unsigned traits)
{
	return (traits & (VCUBE_IN_PLACE | VCUBE_ONE_BUFFER) && c->in == c->out) ||
	       (traits & VCUBE_IN_OWN_BLOCK && c->in == vcube_out(c, c->rank));
}

static int
check_memory(vcube_node *self, const struct vcube_shape *s, const struct vcube_call *c)
{
	const char *const name = calls[c->collective];
	const size_t in = vc_in_extent(c), out = vc_out_extent(c);
	const uintptr_t i = (uintptr_t)c->in, o = (uintptr_t)c->out;

	if (in > 0 && c->in == NULL)
		return vc_fail(self, VCUBE_EINVAL, "%s: in is NULL, %zu bytes are needed",
			       name, in);
	if (out > 0 && c->out == NULL)
		return vc_fail(self, VCUBE_EINVAL, "%s: out is NULL, %zu bytes are needed",
			       name, out);
	if (in > 0 && out > 0 && i < o + out && o < i + in && !may_share(c, s->traits))
		return vc_fail(self, VCUBE_EINVAL,
			       "%s: in (%zu bytes at %p) and out (%zu at %p) overlap",
			       name, in, c->in, out, c->out);
	return vc_memory(self, name, VC_READS, c->in, in) != 0 ||
	       vc_not_lent(self, name, VC_READS, c->in, in) != 0 ||
	       vc_not_lent(self, name, VC_WRITES, c->out, out) != 0
		? self->code : vc_memory(self, name, VC_WRITES, c->out, out);
}

static int
fail_count(vcube_node *self, const char *name, const struct vcube_call *c, size_t size)
{
	if (c->count > PTRDIFF_MAX)
		return vc_fail(self, VCUBE_EINVAL, "%s: a count of %td is negative, or %zu more than "
			       "memory holds", name, (ptrdiff_t)c->count, c->count);
	return vc_fail(self, VCUBE_EINVAL, "%s: %d blocks of %zu elements of %zu bytes are more than "
		       "memory holds", name, c->size, c->count, size);
}

/* Checks the caller's arguments and fills in the other fields; unequal blocks get offsets, which
 * the caller frees. */
static int
complete(vcube_node *self, const struct vcube_shape *s, struct vcube_call *c)
{
	const char *const name = calls[c->collective];
	const bool known = has_known_counts(s, c);
	struct vcube_error error;
	size_t size, all;

	if (vc_unlikely(self->strict) && vc_check_thread(self, name) != 0)
		return VCUBE_EINVAL;    /* of the node whose thread it is */
	if (vc_group_check(self, name, c->group) != 0)
		return self->code;
	if (s->in == VCUBE_BLOCKS_NONE && s->out == VCUBE_BLOCKS_NONE) {
		c->count = 0;
		c->type = VCUBE_BYTES(1);
	}
	size = vcube_type_size(c->type);
	c->rank = c->group ? c->group->rank : self->rank;
	c->size = vc_group_size(self, c->group);
	if (!(s->traits & VCUBE_COMBINES))
		c->op = NULL;
	else if (c->op == NULL)
		return vc_fail(self, VCUBE_EINVAL, "%s: the operator is NULL", name);
	if (size == 0)
		return vc_fail(self, VCUBE_EINVAL, "%s: there is no type %zu", name, c->type);
	if (c->op != NULL && vcube_op_check(c->op, c->type, &error) != 0)
		return vc_fail(self, error.code, "%s: %s", name, error.text);
	if (!(s->traits & VCUBE_ROOTED))
		c->root = 0;
	if (s->traits & VCUBE_COUNTS || known)
		c->count = 1;
	else
		c->in_counts = c->in_offsets = c->out_counts = c->out_offsets = NULL;
	if (s->traits & VCUBE_ONE_BUFFER)
		c->in = c->out;
	if (c->root < 0 || c->root >= c->size)
		return vc_fail(self, VCUBE_EINVAL, "%s: root %d is not a rank of the group (0 to %d)",
			       name, c->root, c->size - 1);
	if (__builtin_mul_overflow(c->count, size, &c->bytes) ||
	    __builtin_mul_overflow(c->bytes, (size_t)c->size, &all) || all > PTRDIFF_MAX)
		return fail_count(self, name, c, size);
	if (known && vc_counts_place(self, name, s, c) != 0)
		return self->code;
	return s->traits & VCUBE_COUNTS ? vc_counts_check(self, name, c) : check_memory(self, s, c);
}

/* Returns the given algorithm, the named one or the best one; NULL: none fits. */
static const struct vcube_algorithm *
decide(vcube_node *self, const struct vcube_algorithm *a, const char *how, struct vcube_call *c,
       struct vcube_setting *set, struct vcube_error *error)
{
	struct vcube_terms terms;

	if (a == NULL && how != NULL) {
		a = vcube_algorithm_parse(c->collective, how, set, error);
		c->set = set;
	} else if (a == NULL) {
		const struct vcube_algorithm *const last = vc_select_again(self, c);

		/* what a node remembers was selected for the host */
		a = last != NULL ? last : vc_select(self, c, error);
		if (last != NULL || vc_host_counts(&self->machine->desc))
			c->set = vc_unset_on_host;
		if (last != NULL)
			return last;
	}
	if (a != NULL && vc_fits_any_call(a))
		return a;
	terms = vcube_terms_for(self, c);
	c->set = terms.set;
	return a != NULL && vcube_algorithm_fits(a, &terms, c->op, error) == 0 ? a : NULL;
}

/* Shows observers what the call reads and writes. */
static void
watch(vcube_node *self, const struct vcube_shape *s, const struct vcube_call *c)
{
	if (vc_watched_again(self, c))
		return;
	if (s->traits & VCUBE_COUNTS)
		vc_watch_call(self, c, vc_counts_extent(c, c->in_counts, c->in_offsets),
			      vc_counts_extent(c, c->out_counts, c->out_offsets));
	else
		vc_watch_call(self, c, vc_in_extent(c), vc_out_extent(c));
}

/* What nothing is received to, and sent from */
static char nothing;

/*
 * A program's loop makes the same call again and again, and for short blocks the checks would take
 * as long as the rest. So a node keeps its last call as it was asked for and completed, if all that
 * they depend on is in the call itself: one that the program makes by itself, in its own thread,
 * with blocks of one length, an operator and an algorithm of the library, and no memory to look
 * after. The algorithm is that for the host, or one that takes any call.
 */
static bool
is_own_call(const vcube_node *self)
{
	return !self->strict && !self->suspects && self->share == NULL && self->depth == 0 &&
	       self->fibers.running == NULL;
}

static bool
is_repeatable(const struct vcube_algorithm *a, const struct vcube_call *c, uint64_t fields)
{
	return c->in_counts == NULL && c->out_counts == NULL &&
	       (c->op == NULL || c->op->apply == NULL) && !vc_fields_are_own(fields) &&
	       (vc_fits_any_call(a) || c->set == vc_unset_on_host);
}

/* Does a call seem to be the last one again? To keep one that is not made again costs more than it
 * saves. */
static bool
is_seen_again(vcube_node *self, const struct vcube_call *c)
{
	struct vc_repeated *const last = &self->last_call;
	const bool again = last->seen.in == c->in && last->seen.out == c->out &&
			   last->seen.collective == c->collective;

	last->seen.in = c->in;
	last->seen.out = c->out;
	last->seen.collective = c->collective;
	return again;
}

static bool
is_repeated(const vcube_node *self, const struct vcube_algorithm *a, const struct vcube_call *c)
{
	const struct vcube_call *const last = &self->last_call.asked;

	return self->last_call.algorithm != NULL && self->last_call.given == a &&
	       last->in == c->in && last->out == c->out && last->count == c->count &&
	       last->collective == c->collective && last->type == c->type && last->op == c->op &&
	       last->group == c->group && last->root == c->root && last->set == c->set &&
	       last->in_counts == c->in_counts && last->out_counts == c->out_counts && self->depth == 0 &&
	       self->code == 0 && !self->suspects && !vc_has_pending(self);
}

static int
run(vcube_node *self, const struct vcube_algorithm *a, const struct vcube_call *c, uint64_t fields)
{
	if (vc_call_begin(self, a, c, fields) == 0) {
		if (vc_unlikely(self->machine->observed))
			watch(self, &vc_shapes[c->collective], c);
		a->run(self, c);
		vc_call_end(self);
	}
	return self->code;
}

/* Checks and completes the call in place, and runs it by algorithm `a`; if that is NULL, by the one
 * that `how` names; if that is NULL too, by the one selected. Returns the code of the
 * node's failure. */
static int
run_checked(vcube_node *self, const struct vcube_algorithm *a, const char *how, struct vcube_call *c)
{
	const struct vcube_shape *const s = &vc_shapes[c->collective];
	const bool again = how == NULL && is_own_call(self) && is_seen_again(self, c);
	struct vc_repeated *const last = &self->last_call;
	struct vcube_setting set[VCUBE_OPTIONS_MAX];
	struct vcube_error error;
	uint64_t fields;

	if (again) {
		last->algorithm = NULL;
		last->logged = NULL;
		last->given = a;
		last->asked = *c;
	}
	if (self->code != 0 || complete(self, s, c) != 0)
		return self->code;
	a = decide(self, a, how, c, set, &error);
	if (a == NULL)
		return vc_fail(self, error.code, "%s", error.text);
	if (c->bytes == 0 || (c->in_counts != NULL && c->in == NULL))
		c->in = &nothing;
	if (c->bytes == 0 || (c->in_counts != NULL && c->out == NULL))
		c->out = &nothing;
	if (c->size == 1) {
		if (s->out != VCUBE_BLOCKS_NONE)
			(vcube_copy)(self, vcube_out(c, 0), vcube_in(c, 0), vcube_in_bytes(c, 0));
	} else {
		fields = vc_call_fields(self, a, c);
		if (again && is_repeatable(a, c, fields)) {
			last->whole = *c;
			last->fields = fields;
			last->algorithm = a;
		}
		run(self, a, c, fields);
	}
	if (s->traits & VCUBE_UNEQUAL)
		vc_counts_free(self, (void *)(uintptr_t)c->out_offsets);
	return self->code;
}

/* Runs the last call again. */
static int
run_again(vcube_node *self)
{
	const struct vc_repeated *const last = &self->last_call;

	return run(self, last->algorithm, &last->whole, last->fields);
}

/* As run_checked(), without its checks if they were made for the last call. */
static int
dispatch(vcube_node *self, const struct vcube_algorithm *a, const char *how, struct vcube_call *c)
{
	return how == NULL && is_repeated(self, a, c) ? run_again(self) : run_checked(self, a, how, c);
}

/* --- the calls ---------------------------------------------------------------------- */

int
(vcube_call)(vcube_node *self, const struct vcube_algorithm *algorithm,
	     const struct vcube_call *call)
{
	struct vcube_call whole;

	if (algorithm == NULL || call == NULL)
		return vc_fail(self, VCUBE_EINVAL, "vcube_call: the %s is NULL",
			       algorithm == NULL ? "algorithm" : "call");
	if (self->code == 0 && vcube_collective_name(algorithm->collective) == NULL)
		return vc_fail(self, VCUBE_EINVAL, "vcube_call: no collective has number %d (0 to %d)",
			       algorithm->collective, VCUBE_COLLECTIVES_COUNT - 1);
	if (self->code == 0 && algorithm->collective != call->collective)
		return vc_fail(self, VCUBE_EINVAL, "vcube_call: %s is an algorithm of %s",
			       algorithm->name, vcube_collective_name(algorithm->collective));
	if (is_repeated(self, algorithm, call))
		return run_again(self);
	whole = *call;
	return run_checked(self, algorithm, NULL, &whole);
}

int
(vcube_call_how)(vcube_node *self, const struct vcube_call *call, const char *how)
{
	struct vcube_call whole;

	if (call == NULL)
		return vc_fail(self, VCUBE_EINVAL, "vcube_call_how: the call is NULL");
	if (vcube_collective_name(call->collective) == NULL)
		return vc_fail(self, VCUBE_EINVAL, "vcube_call_how: no collective has number %d "
			       "(0 to %d)", call->collective, VCUBE_COLLECTIVES_COUNT - 1);
	whole = *call;
	whole.set = NULL;
	return dispatch(self, NULL, how, &whole);
}

/* Names every member: of a struct that is named in part, compilers first clear the whole, by an
 * instruction that starts slowly. */
#define CALL(constant, root_, in_, out_, count_, type_, op_) \
	dispatch(self, NULL, how, &(struct vcube_call){ \
		.collective = (constant), .group = group, .rank = 0, .size = 0, .root = (root_), \
		.in = (in_), .out = (out_), .count = (count_), .type = (type_), .op = (op_), \
		.bytes = 0, .in_counts = NULL, .in_offsets = NULL, .out_counts = NULL, \
		.out_offsets = NULL, .set = NULL})

int
(vcube_allgather)(vcube_node *self, vcube_group *group, const void *in, void *out,
		  size_t count, vcube_type type, const char *how)
{
	return CALL(VCUBE_ALLGATHER, 0, in, out, count, type, NULL);
}

int
(vcube_reduce_scatter)(vcube_node *self, vcube_group *group, const void *in, void *out,
		       size_t count, vcube_type type, const struct vcube_op *op, const char *how)
{
	return CALL(VCUBE_REDUCE_SCATTER, 0, in, out, count, type, op);
}

int
(vcube_allreduce)(vcube_node *self, vcube_group *group, const void *in, void *out,
		  size_t count, vcube_type type, const struct vcube_op *op, const char *how)
{
	return CALL(VCUBE_ALLREDUCE, 0, in, out, count, type, op);
}

int
(vcube_scan)(vcube_node *self, vcube_group *group, const void *in, void *out,
	     size_t count, vcube_type type, const struct vcube_op *op, const char *how)
{
	return CALL(VCUBE_SCAN, 0, in, out, count, type, op);
}

int
(vcube_alltoall)(vcube_node *self, vcube_group *group, const void *in, void *out,
		 size_t count, vcube_type type, const char *how)
{
	return CALL(VCUBE_ALLTOALL, 0, in, out, count, type, NULL);
}

int
(vcube_alltoallv)(vcube_node *self, vcube_group *group,
		  const void *in, const size_t *in_counts, const size_t *in_offsets,
		  void *out, const size_t *out_counts, const size_t *out_offsets,
		  vcube_type type, const char *how)
{
	return dispatch(self, NULL, how, &(struct vcube_call){
		.collective = VCUBE_ALLTOALLV, .group = group, .in = in, .out = out, .type = type,
		.in_counts = in_counts, .in_offsets = in_offsets,
		.out_counts = out_counts, .out_offsets = out_offsets});
}

int
(vcube_bcast)(vcube_node *self, vcube_group *group, int root, void *data,
	      size_t count, vcube_type type, const char *how)
{
	return CALL(VCUBE_BCAST, root, NULL, data, count, type, NULL);
}

int
(vcube_reduce)(vcube_node *self, vcube_group *group, int root, const void *in, void *out,
	       size_t count, vcube_type type, const struct vcube_op *op, const char *how)
{
	return CALL(VCUBE_REDUCE, root, in, out, count, type, op);
}

int
(vcube_gather)(vcube_node *self, vcube_group *group, int root, const void *in, void *out,
	       size_t count, vcube_type type, const char *how)
{
	return CALL(VCUBE_GATHER, root, in, out, count, type, NULL);
}

int
(vcube_scatter)(vcube_node *self, vcube_group *group, int root, const void *in, void *out,
		size_t count, vcube_type type, const char *how)
{
	return CALL(VCUBE_SCATTER, root, in, out, count, type, NULL);
}

int
(vcube_barrier)(vcube_node *self, vcube_group *group, const char *how)
{
	return CALL(VCUBE_BARRIER, 0, NULL, NULL, 0, 0, NULL);
}

/* Dispatches a call of unequal blocks: `in_counts` and `out_counts` are the same. */
static int
dispatch_unequal(vcube_node *self, const char *how, struct vcube_call *c)
{
	if (self->code == 0 && c->in_counts == NULL)
		return vc_fail(self, VCUBE_EINVAL, "%s: counts is NULL", calls[c->collective]);
	return dispatch(self, NULL, how, c);
}

#define CALL_UNEQUAL(...) dispatch_unequal(self, how, &(struct vcube_call){ \
	.group = group, .in = in, .out = out, .in_counts = counts, .out_counts = counts, \
	.type = type, __VA_ARGS__})

int
(vcube_allgatherv)(vcube_node *self, vcube_group *group, const void *in, void *out,
		   const size_t *counts, vcube_type type, const char *how)
{
	return CALL_UNEQUAL(.collective = VCUBE_ALLGATHERV);
}

int
(vcube_reduce_scatterv)(vcube_node *self, vcube_group *group, const void *in, void *out,
			const size_t *counts, vcube_type type, const struct vcube_op *op,
			const char *how)
{
	return CALL_UNEQUAL(.collective = VCUBE_REDUCE_SCATTERV, .op = op);
}

int
(vcube_gatherv)(vcube_node *self, vcube_group *group, int root, const void *in, void *out,
		const size_t *counts, vcube_type type, const char *how)
{
	return CALL_UNEQUAL(.collective = VCUBE_GATHERV, .root = root);
}

int
(vcube_scatterv)(vcube_node *self, vcube_group *group, int root, const void *in, void *out,
		 const size_t *counts, vcube_type type, const char *how)
{
	return CALL_UNEQUAL(.collective = VCUBE_SCATTERV, .root = root);
}

void *
(vcube_scratch)(vcube_node *self, size_t bytes)
{
	void *const block = self->code == 0 ? (vcube_alloc)(self, bytes) : NULL;

	if (block == NULL)
		vc_fail(self, VCUBE_EHEAP, "%s", vcube_heap_error(self));
	else if (vc_unlikely(self->machine->shows_contents))
		memset(block, 0, bytes);        /* as vc_watch_call() clears */
	return block;
}

void
(vcube_combine_elements)(vcube_node *self, const struct vcube_call *c, const void *left,
			 const void *right, void *into, size_t count)
{
	if (self->code != 0 || count == 0)
		return;
	if (vc_likely(!self->blind))
		vcube_op_apply(c->op, c->type, left, right, into, count);
	(vcube_charge)(self, VCUBE_WORK_COMBINE_STARTUP, 1);
	(vcube_charge)(self, VCUBE_WORK_COMBINE, count);
}

void
(vcube_combine)(vcube_node *self, const struct vcube_call *c,
		const void *left, const void *right, void *into, size_t blocks)
{
	(vcube_combine_elements)(self, c, left, right, into, c->count * blocks);
}
