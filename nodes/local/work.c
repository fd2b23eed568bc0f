/* SPDX-License-Identifier: BSD-2-Clause */
/* What a node does without others: its heap, its clock, local work, steps. */
#include <stdio.h>
#include <string.h>
#include <vcube/results.h>
#include "clock.h"
#include "debug.h"
#include "quarantine.h"
#include "random.h"
#include "record.h"
#include "watch.h"

int
vcube_rank(const vcube_node *self)
{
	return self->rank;
}

int
vcube_size(const vcube_node *self)
{
	return self->machine->nodes;
}

void
vcube_sent(const vcube_node *self, uint64_t *messages, uint64_t *bytes)
{
	*messages = self->messages;
	*bytes = self->bytes;
}

vcube_machine *
vcube_machine_of(const vcube_node *self)
{
	return self->machine;
}

/* The most that was used, but for what was freed. */
static void
note_peak(vcube_node *self)
{
	struct vc_quarantine *const q = &self->quarantine;

	if (vc_unlikely(self->strict) && vc_heap_used(&self->heap) - q->extent > q->peak)
		q->peak = vc_heap_used(&self->heap) - q->extent;
}

/* Tells the heap who allocates: algorithms of the library need no guard pages, which cost more than
 * their short calls. */
static inline void
tell_heap(vcube_node *self)
{
	vc_heap_at(&self->heap, self->site.here);
	if (vc_unlikely(self->strict))
		self->heap.trusts = !vc_is_own_code(self);
}

/* After an allocation: keeps what went wrong, or fails where that is more than want of room. */
static void
note_heap_error(vcube_node *self, const char *call, const struct vcube_error *error)
{
	snprintf(self->heap_error, sizeof self->heap_error, "%.*s", VC_HEAP_ERROR_ROOM - 1,
		 error->text);
	if (error->code != VCUBE_EHEAP)
		vc_fail(self, error->code, "%s: %s", call, error->text);
}

void *
(vcube_alloc)(vcube_node *self, size_t bytes)
{
	struct vcube_error error;       /* not cleared: it is long */
	void *block;

	vc_debug(self->strict || self->code != 0 || vc_heap_check(&self->heap, NULL) == 0);
	tell_heap(self);
	block = vc_heap_alloc(&self->heap, bytes, &error);
	if (vc_unlikely(block == NULL && self->quarantine.count > 0)) {
		vc_quarantine_empty(self);
		block = vc_heap_alloc(&self->heap, bytes, &error);
	}
	note_peak(self);
	if (vc_unlikely(block == NULL))
		note_heap_error(self, "vcube_alloc", &error);
	return block;
}

/* Returns whether no pending request uses the block; else the node has failed. */
static inline bool
is_at_rest(vcube_node *self, const char *call, const void *block)
{
	if (vc_likely(!self->strict && !vc_has_pending(self)) || self->code != 0 ||
	    self->any_memory || !vc_is_own_code(self))
		return true;
	return self->machine->reporter->in_use(self, call, VC_WRITES, block,
					       vc_heap_rest(&self->heap, block)) == 0;
}

void *
(vcube_resize)(vcube_node *self, void *block, size_t bytes)
{
	const size_t used = vc_heap_used(&self->heap);
	struct vcube_error error;
	void *resized;

	if (!is_at_rest(self, "vcube_resize", block))
		return NULL;
	tell_heap(self);
	resized = vc_heap_resize(&self->heap, block, bytes, &error);
	if (vc_unlikely(resized == NULL && self->quarantine.count > 0)) {
		vc_quarantine_empty(self);
		resized = vc_heap_resize(&self->heap, block, bytes, &error);
	}
	note_peak(self);
	if (vc_unlikely(resized == NULL))
		note_heap_error(self, "vcube_resize", &error);
	else if (vc_unlikely(self->watches.used > 0) && resized != block)
		vc_watches_forget(self, block, used + vc_heap_extent(resized) -
				  vc_heap_used(&self->heap));
	return resized;
}

void *
vcube_alloc_to_grow(vcube_node *self, size_t bytes)
{
	vc_debug(self->strict || self->code != 0 || vc_heap_check(&self->heap, NULL) == 0);
	tell_heap(self);
	vc_quarantine_empty(self);      /* it takes the largest piece */
	return vc_heap_alloc_to_grow(&self->heap, bytes);
}

bool
vcube_resize_in_place(vcube_node *self, void *block, size_t bytes)
{
	return vc_heap_refit(&self->heap, block, bytes);
}

void
(vcube_free)(vcube_node *self, void *block)
{
	const size_t used = vcube_heap_used(self);
	struct vcube_error error;       /* not cleared: it is long */

	vc_debug(self->strict || self->code != 0 || vc_heap_check(&self->heap, NULL) == 0);
	if (!vc_quarantine_has(self, block) && !is_at_rest(self, "vcube_free", block))
		return;
	if ((vc_unlikely(self->strict) && block != NULL && vc_is_own_code(self)
	     ? vc_quarantine_take(self, block, &error) : vc_heap_free(&self->heap, block, &error)) != 0)
		vc_fail(self, error.code, "vcube_free: %s", error.text);
	else if (vc_unlikely(self->watches.used > 0))
		vc_watches_forget(self, block, used - vcube_heap_used(self));
}

const char *
vcube_heap_error(const vcube_node *self)
{
	return self->heap_error;
}

size_t
vcube_heap_size(const vcube_node *self)
{
	return vc_heap_size(&self->heap);
}

size_t
vcube_heap_used(const vcube_node *self)
{
	return vc_heap_used(&self->heap) - self->quarantine.extent;
}

size_t
vcube_heap_peak(const vcube_node *self)
{
	return self->strict ? self->quarantine.peak : vc_heap_peak(&self->heap);
}

vcube_time
vcube_now(const vcube_node *self)
{
	/* const for the caller, who sees no change even if the node has to wait */
	return self->clock->now((vcube_node *)self);
}

static vcube_time
rate(const struct vcube_cost *k, enum vcube_work kind)
{
	switch (kind) {
#define RATE(KIND, key) case VCUBE_WORK_##KIND: return k->key;
	RATE(COPY, copy)
	RATE(REORDER, reorder)
	RATE(REORDER_STARTUP, reorder_startup)
	RATE(REORDER_BLOCK, reorder_block)
	RATE(SCATTER, scatter)
	RATE(SCATTER_BLOCK, scatter_block)
	RATE(INDEX, index)
	RATE(INDEX_STARTUP, index_startup)
	RATE(INDEX_PIECE, index_piece)
	RATE(INDEX_ODD, index_odd)
	RATE(COMBINE, combine)
	RATE(COMBINE_STARTUP, combine_startup)
	RATE(FLOP, flop)
#undef RATE
	}
	return 0;
}

void
(vcube_charge)(vcube_node *self, enum vcube_work kind, uint64_t amount)
{
	vcube_time each, time;

	if (!self->clock->timed)
		return;
	each = rate(&self->machine->cost, kind);
	if (__builtin_mul_overflow(each, amount, &time))
		time = INT64_MAX;
	if (time <= 0 || !vc_clock_pass(self, "vcube_charge", time))
		return;
	self->worked[kind] = vc_time_all(self->worked[kind], time);
	if (vc_unlikely(self->log != NULL))
		vc_trace_work(self, kind, amount, time);
}

void
(vcube_compute)(vcube_node *self, vcube_time time)
{
	if (time < 0)
		vc_fail(self, VCUBE_EINVAL, "vcube_compute: the time of %lld ps is negative",
			(long long)time);
	else if (vc_stopped(self, NULL) == 0 && self->clock->pass(self, "vcube_compute", time) &&
		 vc_unlikely(self->log != NULL) && time > 0)
		vc_trace_work(self, VC_TRACE_COMPUTE, 0, time);
}

void
(vcube_copy)(vcube_node *self, void *to, const void *from, size_t bytes)
{
	if (bytes == 0 || to == from || self->code != 0)
		return;
	if (vc_unlikely(to == NULL || from == NULL)) {
		vc_fail(self, VCUBE_EINVAL, "vcube_copy: %s is NULL, but %zu bytes are requested",
			to == NULL ? "to" : "from", bytes);
		return;
	}
	if (vc_unlikely(self->strict) &&
	    (vc_memory(self, "vcube_copy", VC_READS, from, bytes) != 0 ||
	     vc_memory(self, "vcube_copy", VC_WRITES, to, bytes) != 0))
		return;
	if (vc_unlikely(vc_has_pending(self)) &&
	    (vc_check_lent(self, "vcube_copy", VC_READS, from, bytes) != 0 ||
	     vc_check_lent(self, "vcube_copy", VC_WRITES, to, bytes) != 0))
		return;
	if (vc_likely(!self->blind))
		memmove(to, from, bytes);
	(vcube_charge)(self, VCUBE_WORK_COPY, bytes);
}

struct runs {
	char *to;
	const char *from;
	size_t to_step, from_step, count;
};

static inline __attribute__((always_inline)) void
copy_each(const struct runs *r, size_t bytes)
{
	for (size_t i = 0; i < r->count; i++)
		memcpy(r->to + i * r->to_step, r->from + i * r->from_step, bytes);
}

/* Lengths that are known here are copied without a call each, which takes longer than their
 * bytes. */
static void
copy_runs(const struct runs *r, size_t bytes)
{
	switch (bytes) {
	case 8: copy_each(r, 8); break;
	case 16: copy_each(r, 16); break;
	case 32: copy_each(r, 32); break;
	case 64: copy_each(r, 64); break;
	default: copy_each(r, bytes);
	}
}

void
(vcube_copy_strided)(vcube_node *self, void *to, size_t to_step, const void *from, size_t from_step,
		     size_t bytes, size_t count)
{
	if (bytes == 0 || count == 0 || self->code != 0)
		return;
	if (vc_unlikely(to == NULL || from == NULL)) {
		vc_fail(self, VCUBE_EINVAL, "vcube_copy_strided: %s is NULL, but %zu runs of %zu bytes "
			"are requested", to == NULL ? "to" : "from", count, bytes);
		return;
	}
	if (vc_likely(!self->blind))
		copy_runs(&(struct runs){to, from, to_step, from_step, count}, bytes);
	(vcube_charge)(self, VCUBE_WORK_REORDER, bytes * (uint64_t)count);
}

/* Has the observer seen this step and released the node? */
static bool
observed(vcube_node *self, struct vc_wait *wait)
{
	return wait->mark <= self->passed;
}

void
(vcube_step)(vcube_node *self, const char *name)
{
	if (vc_unlikely(name == NULL)) {
		vc_fail(self, VCUBE_EINVAL, "vcube_step: the name is NULL; a step has one");
		return;
	}
	self->step = name;
	if (vc_unlikely(self->fibers.running != NULL))
		return;         /* the steps of calls beside each other have no order */
	self->steps++;
	if (vc_unlikely(self->log != NULL))
		vc_trace_step(self);
	if (vc_unlikely(self->machine->observer != NULL) && self->code == 0) {
		struct vc_wait wait = {
			.kind = VC_WAIT_STEP, .peer = -1, .deadline = VC_NO_TIME,
			.ready = observed, .mark = self->steps,
		};

		vc_park(self, &wait);
	}
}

uint64_t
vcube_random(vcube_node *self)
{
	return vc_random(&self->random);
}
