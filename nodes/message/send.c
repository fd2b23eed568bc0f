/* SPDX-License-Identifier: BSD-2-Clause */
/* Sending: puts a message into its channel. */
#include "put.h"
#include "record.h"

static void
not_a_member(vcube_node *self, const char *call, vcube_group *group, int rank)
{
	if (rank == VCUBE_NOBODY || vc_group_check(self, call, group) != 0)
		return;
	vc_fail(self, VCUBE_EINVAL, "%s: rank %d is out of range in a group of %d (0 to %d)", call,
		rank, vc_group_size(self, group), vc_group_size(self, group) - 1);
}

struct vc_channel *
vc_channel_to_stranger(vcube_node *self, const char *call, vcube_group *group, int to)
{
	const int rank = vc_group_member(self, group, to);

	if (self->code != 0)
		return NULL;
	if (rank < 0) {
		not_a_member(self, call, group, to);
		return NULL;
	}
	return self->machine->decorator->open(self, rank);
}

int
vc_member(vcube_node *self, const char *call, vcube_group *group, int from)
{
	int rank = vc_group_member(self, group, from);

	if (vc_unlikely(group != NULL && rank >= 0 && vc_group_check(self, call, group) != 0) ||
	    vc_unlikely(self->code != 0))
		return -1;
	if (vc_unlikely(rank < 0)) {
		not_a_member(self, call, group, from);
		return -1;
	}
	return vc_is_linked(self, rank) || vc_channel_permitted(self, rank) == 0 ? rank : -1;
}

/* `traced` is constant in each caller, so the compiler drops recording from the other path. */
static inline __attribute__((always_inline)) int
put(vcube_node *self, struct vc_channel *c, const void *data, size_t bytes,
    enum vc_startup startup, enum vc_lend lend, bool traced, struct vc_send_wait *sent)
{
	struct vc_slot *slot = vc_put_begin(self, c, bytes, sent);

	if (vc_unlikely(slot == NULL) ||
	    vc_put_load(self, slot, data, bytes, vc_put_lends(lend, bytes), sent) != 0)
		return self->code;
	if (self->clock->send != NULL &&
	    !self->clock->send(self, c, startup, lend, NULL, slot, sent))
		return vc_put_unload(self, slot);
	if (traced)
		vc_trace_send(self, sent, startup);
	vc_put_publish(self, sent);
	self->messages++;
	self->bytes += bytes;
	return 0;
}

/* Sends for a node that records messages but is not instrumented otherwise. */
static __attribute__((noinline)) int
post_recorded(vcube_node *self, struct vc_channel *c, const void *data, size_t bytes,
	      enum vc_startup startup, enum vc_lend lend, struct vc_send_wait *sent)
{
	return put(self, c, data, bytes, startup, lend, true, sent);
}

int
vc_post(vcube_node *self, struct vc_channel *c, const void *data, size_t bytes,
	enum vc_startup startup, enum vc_lend lend, struct vc_send_wait *sent)
{
	if (vc_unlikely(atomic_load_explicit(&self->machine->stop, memory_order_relaxed) != 0))
		return self->machine->decorator->post(self, c, data, bytes, startup, lend, sent);
	if (vc_unlikely(self->log != NULL))
		return post_recorded(self, c, data, bytes, startup, lend, sent);
	return put(self, c, data, bytes, startup, lend, false, sent);
}

int
(vcube_send)(vcube_node *self, vcube_group *group, int to, const void *data, size_t bytes)
{
	struct vc_channel *c = vc_channel_to_member(self, "vcube_send", group, to);
	struct vc_send_wait sent;

	if (vc_likely(c != NULL) && vc_post_fast(self, c, &self->signature, data, bytes)) {
		if (c->hops != 0)
			vc_wake(self, c->to);
		return 0;
	}
	if (vc_unlikely(c == NULL) || vc_group_check(self, "vcube_send", group) != 0 ||
	    vc_memory(self, "vcube_send", VC_READS, data, bytes) != 0)
		return self->code;
	if (vc_post(self, c, data, bytes, VC_STARTUP, vc_send_offers(self, bytes), &sent) != 0)
		return self->code;
	if (c->hops != 0)
		vc_wake(self, c->to);
	return vc_send_end(self, &sent);
}
