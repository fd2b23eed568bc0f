/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Requests: what isend and irecv leave to complete.
 *
 * They belong to the node: a list of idle ones, and one list each of pending sends, of
 * pending receives, in the order in which they were made, and of completed receives that
 * the program has yet to wait for. `list` is NULL for idle ones. The messages of a channel
 * go to its receives in order, whichever the program waits for first.
 *
 * A send that took the fast path (nodes/message/fast_path.h) has completed early: there is
 * nothing to wait for. It is counted and in no list; a scan of all requests at the end
 * finds those that the program never waited for.
 */
#include "aside.h"
#include "fast_path.h"
#include "fiber.h"
#include "quarantine.h"
#include "remote.h"
#include "request.h"
#include "several_slots.h"

/* As many as fit a block of 4 KiB together with the pool's line. */
enum { BATCH_BYTES = 4096 - VC_LINE };

struct vc_request_batch {
	struct vc_request_batch *next;
	VC_ALIGNED char requests[];
};

static size_t
request_bytes(const vcube_node *self)
{
	return self->machine->desc.strict ? sizeof(struct vc_strict_request) : sizeof(struct vcube_request);
}

/* Returns the request of that number in a batch, or NULL behind the last one. */
static struct vcube_request *
request_of(const vcube_node *self, struct vc_request_batch *b, size_t number)
{
	const size_t bytes = request_bytes(self);

	return (number + 1) * bytes <= BATCH_BYTES - sizeof *b
		? (struct vcube_request *)(b->requests + number * bytes) : NULL;
}

bool
vc_request_refill(vcube_node *self)
{
	struct vc_request_batch *b = vc_pool_take(&self->pool, BATCH_BYTES);
	struct vcube_request *r;

	if (b == NULL)
		return false;
	b->next = self->requests.batches;
	self->requests.batches = b;
	for (size_t i = 0; (r = request_of(self, b, i)) != NULL; i++)
		vc_request_retire(self, r);
	return true;
}

void
vc_request_tell(vcube_node *self, const struct vcube_request *r, struct vcube_status *status)
{
	if (status == NULL)
		return;
	*status = (struct vcube_status){.from = r->named, .bytes = r->sent.bytes};
	if (r->list == &self->requests.received) {
		const struct vc_want want = vc_request_want(r);

		if (vc_unlikely(self->blind))
			self->machine->decorator->receive(self, &want, 0, true);
		status->bytes = r->got.bytes;
		status->arrival = r->got.arrival;
		status->tag = vc_label_tag(r->got.label);
		status->cancelled = r->got.cancelled;
	}
}

/* Finds the request that receives to memory, or sends from there. */
static const struct vcube_request *
find_user(const struct vc_request_list *list, bool sends, const void *data, size_t bytes)
{
	const struct vcube_request *r = list->first;

	while (r != NULL && !(sends ? vc_overlap(r->data, r->sent.bytes, data, bytes)
				    : vc_overlap(r->got.into, r->got.room, data, bytes)))
		r = r->next;
	return r;
}

int
vc_request_in_use(vcube_node *self, const char *call, enum vc_use use, const void *data,
		  size_t bytes)
{
	const struct vc_requests *const q = &self->requests;
	const struct vcube_request *r;
	bool sends;

	if (q->receives.first == NULL && q->received.first == NULL && q->sends.first == NULL &&
	    self->quarantine.count == 0)
		return 0;
	r = find_user(&q->receives, false, data, bytes);
	sends = r == NULL && (r = find_user(&q->received, false, data, bytes)) == NULL;
	if (sends && use == VC_WRITES)
		r = find_user(&q->sends, true, data, bytes);
	if (r == NULL)
		return bytes > 0 ? vc_quarantine_check(self, call, data, bytes) : 0;
	return vc_fail(self, VCUBE_EINUSE, "buffer in use: %s of node %d %s %zu bytes at %p, which "
		       "%s at %s %s until it is waited for", call, self->rank,
		       use == VC_WRITES ? "writes" : "reads", bytes, data, r->call,
		       vc_place(r->here), sends ? "sends" : "receives to");
}

/* Is it memory of a function that has returned? Then it lies beyond `end`, that of the stack that
 * the program uses, and a message would overwrite what calls hold there. */
static bool
is_gone(const vcube_node *self, const void *data, const char *end)
{
	const char *const p = data;
	const size_t size = self->machine->stack_stride;

	if (self->fibers.running != NULL)
		return p < end && vc_fiber_runs_on(self, p) && vc_fiber_runs_on(self, end);
	return p < end && p >= self->stack && (size_t)(end - self->stack) < size;
}

/* Fails if the program has changed a request's memory, or it is gone; else returns the node's
 * code. */
static int
check_lent(vcube_node *self, struct vcube_request *r, const char *end)
{
	const struct vc_in_use *const memory = vc_request_memory(r);

	if (self->code != 0 || memory->bytes == 0)
		return self->code;
	if (memory->is_summed && is_gone(self, memory->data, end))
		return vc_fail(self, VCUBE_EINUSE, "buffer in use: the %zu bytes of %s at %s are local to "
			       "a function that returned before node %d waited for it", memory->bytes,
			       r->call, vc_place(r->here), self->rank);
	if (vc_in_use_is_same(memory))
		return 0;
	return vc_fail(self, VCUBE_EINUSE, "buffer in use: the %zu bytes of %s at %s were changed "
		       "before node %d waited for it", memory->bytes, r->call,
		       vc_place(r->here), self->rank);
}

int
vc_request_is_whole(vcube_node *self, struct vcube_request *r, const void *end)
{
	const size_t room = r->got.room;

	if (vc_unlikely(self->strict) && check_lent(self, r, end) != 0)
		return self->code;
	if (vc_unlikely(self->strict))
		vc_in_use_end(vc_request_memory(r));
	if (r->list != &self->requests.received || r->got.bytes == room ||
	    (r->got.bytes < room && !vc_label_is_call(r->got.label)))
		return self->code;
	r->got.room = r->got.bytes;
	return self->machine->reporter->not_due(self, r->peer, r->got.bytes, room);
}

int
vc_request_alive(vcube_node *self, const char *call, const struct vcube_request *r)
{
	if (vc_likely(vc_request_is_own(self, r)) || self->code != 0)
		return self->code;
	if (r->list == NULL)
		return vc_fail(self, VCUBE_EREQUEST, "%s: the request was waited for before", call);
	return vc_fail(self, VCUBE_EINVAL, "%s: the request is another node's, not node %d's", call,
		       self->rank);
}

/* Where nodes share processors: the most that the copies of all nodes for all may take, in
 * bytes. */
enum { COPIED_MOST = 65536 };

/* Does a send that is waited for later copy its message? Where nodes share processors, it lends a
 * longer one: the copies of all nodes would lie in slots or blocks until the receivers run, and
 * those do not fit the cache. */
static inline bool
copies(const vcube_node *self, size_t bytes)
{
	const size_t nodes = (size_t)self->machine->nodes;

	return vc_likely(bytes <= VC_SPREAD_FIRST) || self->alone ||
	       (bytes <= VC_SPREAD_MOST && bytes * nodes * nodes <= COPIED_MOST);
}

/* As vc_request_send(). The label is read where it is needed, as in vc_post_fast(). */
static inline __attribute__((always_inline)) vcube_request *
send_request(vcube_node *self, const char *call, vcube_group *group, int to, const uint64_t *label,
	     const void *data, size_t bytes)
{
	struct vc_channel *c = vc_channel_to_member(self, call, group, to);
	struct vcube_request *r;

	if (vc_unlikely(c == NULL) || vc_group_check(self, call, group) != 0 ||
	    vc_memory(self, call, VC_READS, data, bytes) != 0)
		return NULL;
	r = vc_request_begin(self, call);
	if (r == NULL)
		return NULL;
	r->peer = c->to;
	r->named = to;
	if (vc_unlikely(self->strict))
		vc_in_use_begin(self, vc_request_memory(r), VC_READS, data, bytes);
	if (copies(self, bytes) && vc_post_fast(self, c, label, data, bytes)) {
		r->list = &self->requests.completed_early;
		r->sent.bytes = bytes;
		self->requests.completed_early_count++;
	} else if (vc_post_labelled(self, c, *label, data, bytes, VC_LEND, &r->sent) == 0) {
		vc_request_join(r, &self->requests.sends);
		r->remains = 0;
		r->data = data;
	} else {
		vc_request_retire(self, r);
		return NULL;
	}
	if (c->hops != 0)
		vc_wake_later(self, c->to);
	return r;
}

vcube_request *
vc_request_send(vcube_node *self, const char *call, vcube_group *group, int to, uint64_t label,
		const void *data, size_t bytes)
{
	return send_request(self, call, group, to, &label, data, bytes);
}

vcube_request *
(vcube_isend)(vcube_node *self, vcube_group *group, int to, const void *data, size_t bytes)
{
	return send_request(self, "vcube_isend", group, to, &self->signature, data, bytes);
}

void
vc_request_mark(vcube_node *n, const struct vcube_request *r)
{
	for (struct vcube_message *a = n->asides.first; a != NULL; a = a->next)
		a->posted = a->posted || vc_request_accepts(n, r, a->channel->from, a->slot.label);
}

static int
named_member(vcube_node *self, vcube_group *group, int from)
{
	if (from == VCUBE_ANY && self->code == 0)
		vc_fail(self, VCUBE_EINVAL, "vcube_irecv takes a named node, not VCUBE_ANY: "
			"use vcube_recv");
	return vc_member(self, "vcube_irecv", group, from);
}

vcube_request *
(vcube_irecv)(vcube_node *self, vcube_group *group, int from, void *data, size_t room)
{
	struct vc_want want = {.group = group, .label = self->signature, .mask = UINT64_MAX};

	want.from = vc_is_plain_member(self, group, from) ? from : named_member(self, group, from);
	return want.from < 0 ? NULL : vc_request_post(self, "vcube_irecv", &want, from, data, room);
}

/* Records the end of a receive. */
static void
end_receive(vcube_node *self, struct vcube_request *r, const struct vcube_status *status)
{
	if (r->peer < 0)
		r->named = status->from;
	r->got.bytes = status->bytes;
	r->got.arrival = status->arrival;
	vc_request_leave(r);
	vc_request_join(r, &self->requests.received);
}

int
vc_request_take(vcube_node *self, struct vcube_request *r, const struct vc_found *found,
		bool wanted)
{
	struct vcube_status status = {.bytes = 0};
	const uint64_t label = found->slot->label;
	const size_t bytes = found->slot->bytes;
	const int from = found->channel->from;
	size_t room = r->got.room;

	if (r->peer < 0)
		status.from = vc_group_find(self, r->got.group, from);
	if (vc_unlikely(self->strict)) {
		if (check_lent(self, r, __builtin_frame_address(0)) != 0)
			room = 0;
		vc_in_use_open(vc_request_memory(r));
	}
	vc_consume(self, found, r->got.into, room, wanted ? &status : NULL);
	if (vc_unlikely(self->strict))
		vc_in_use_note(vc_request_memory(r));
	status.bytes = bytes;
	r->got.label = label;
	end_receive(self, r, &status);
	r->peer = from;
	return self->code;
}

/* The call beside the program has returned. */
static void
end_beside(vcube_node *self, struct vcube_request *r)
{
	vc_request_leave(r);
	vc_request_join(r, &self->requests.received);
}

static struct vcube_request *
begin_beside(vcube_node *self, const char *call)
{
	struct vcube_request *r = self->code == 0 ? vc_request_begin(self, call) : NULL;

	if (r == NULL)
		return NULL;
	r->peer = -1;
	r->named = VCUBE_NOBODY;
	r->got.cancelled = false;
	if (self->machine->desc.strict)
		vc_request_memory(r)->bytes = 0;
	r->got.bytes = r->got.room = 0;
	r->got.arrival = 0;
	r->got.label = r->got.mask = 0;
	vc_request_join(r, &self->requests.beside);
	return r;
}

static const char promise[] = "vcube_promise";

vcube_request *
(vcube_promise)(vcube_node *self)
{
	return begin_beside(self, promise);
}

void
(vcube_complete)(vcube_node *self, vcube_request *r)
{
	if (r == NULL)
		vc_fail(self, VCUBE_EINVAL, "vcube_complete: the request is NULL");
	else if (vc_request_alive(self, "vcube_complete", r) != 0)
		return;
	else if (r->list == &self->requests.beside && r->call == promise)
		end_beside(self, r);
	else
		vc_fail(self, VCUBE_EINVAL, "vcube_complete: the request of %s %s", r->call,
			r->call == promise ? "was completed before" : "is not the program's own");
}

vcube_request *
(vcube_async)(vcube_node *self, vcube_group *group, int (*body)(vcube_node *self, void *arg),
	      void *arg)
{
	struct vcube_request *r;

	if (body == NULL && self->code == 0)
		vc_fail(self, VCUBE_EINVAL, "vcube_async: the function to run is NULL");
	if (self->machine->remote != NULL && self->clock->timed)
		vc_remote_refuse(self, "a call beside the program (vcube_async)");
	if (vc_group_check(self, "vcube_async", group) != 0 ||
	    (r = begin_beside(self, "vcube_async")) == NULL)
		return NULL;
	if (self->clock->begin_beside != NULL)
		self->clock->begin_beside(self, r);
	if (vc_fiber_start(self, group, body, arg, end_beside, r))
		return r;
	vc_request_end(self, r);
	return NULL;
}

void
vc_request_cancel(vcube_node *self, struct vcube_request *r)
{
	struct vcube_status nothing = {.from = VCUBE_NOBODY};

	r->got.cancelled = true;
	r->named = VCUBE_NOBODY;
	end_receive(self, r, &nothing);
}

/* Ends all sends that completed early without a wait except the last one found, and returns
 * that, or NULL. */
static struct vcube_request *
last_early(vcube_node *self)
{
	struct vc_requests *q = &self->requests;
	struct vcube_request *last = NULL, *r;

	for (struct vc_request_batch *b = q->completed_early_count > 0 ? q->batches : NULL; b != NULL; b = b->next)
		for (size_t i = 0; (r = request_of(self, b, i)) != NULL; i++) {
			if (r->list != &q->completed_early)
				continue;
			if (last != NULL)
				vc_request_end(self, last);
			last = r;
		}
	return last;
}

/* The node fails, as it has not waited for a request. */
static void
fail_left(vcube_node *self, const struct vcube_request *r, bool sends)
{
	const char *const place = vc_place(r->here);

	if (sends)
		vc_fail(self, VCUBE_EREQUEST, "%s of %zu bytes to node %d at %s was never waited for",
			r->call, r->sent.bytes, r->peer, place);
	else if (r->peer >= 0)
		vc_fail(self, VCUBE_EREQUEST, "%s %s node %d at %s was never waited for", r->call,
			vc_label_is_ack(r->got.label) ? "to" : "from", r->peer, place);
	else
		vc_fail(self, VCUBE_EREQUEST, "%s at %s was never waited for", r->call, place);
}

void
vc_requests_end(vcube_node *self)
{
	struct vcube_request *pending = self->requests.sends.first;
	const struct vcube_request *r = self->requests.received.first;
	const struct vcube_request *s = pending != NULL ? pending : last_early(self);

	if (r == NULL)
		r = self->requests.receives.first;
	if (self->requests.beside.first != NULL)
		fail_left(self, self->requests.beside.first, false);
	if (s != NULL)
		fail_left(self, s, true);
	else if (r != NULL)
		fail_left(self, r, false);
	vc_wake_deferred(self);
	for (struct vcube_request *q = self->requests.receives.first; q != NULL && self->strict; q = q->next)
		vc_in_use_end(vc_request_memory(q));
	for (struct vcube_request *q = self->requests.received.first; q != NULL && self->strict; q = q->next)
		vc_in_use_end(vc_request_memory(q));
	for (; pending != NULL; pending = pending->next)
		vc_send_wait_reclaim(self, &pending->sent);
}

void
vc_requests_reset(vcube_node *self)
{
	struct vc_requests *q = &self->requests;
	struct vcube_request *const early = last_early(self);

	if (early != NULL)
		vc_request_end(self, early);
	while (q->sends.first != NULL)
		vc_request_end(self, q->sends.first);
	while (q->receives.first != NULL)
		vc_request_end(self, q->receives.first);
	while (q->beside.first != NULL)
		vc_request_end(self, q->beside.first);
	while (q->received.first != NULL)
		vc_request_end(self, q->received.first);
}
