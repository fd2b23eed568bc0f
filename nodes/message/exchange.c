/* SPDX-License-Identifier: BSD-2-Clause */
/* Both directions at once: sendrecv, exchange, exchange on several ports. */
#include "fast_path.h"
#include "in_use.h"
#include "remote.h"

/* Returns the rank to receive from, as vc_member() does. A freed group has no members. */
static inline int
member(vcube_node *self, const char *call, vcube_group *group, int from)
{
	const bool is_known = group == NULL || (group->owner == self && !self->strict);
	const int rank = vc_group_member(self, group, from);

	return vc_likely(is_known && rank >= 0 && self->code == 0 && vc_is_linked(self, rank))
		? rank : vc_member(self, call, group, from);
}

/* Where processes share the machine, what the node is about to receive may come at once, unless it
 * would come over what is sent. */
static void
expect(vcube_node *self, struct vc_landing *landing, const char *data, size_t bytes,
       int from, char *into, size_t room)
{
	*landing = (struct vc_landing){
		.from = from, .label = self->signature, .into = into, .bytes = room,
	};
	if (room > 0 && (bytes == 0 || into >= data + bytes || into + room <= data))
		self->landing = landing;
}

/* Returns the node's failure. */
static inline int
expect_no_more(vcube_node *self)
{
	if (vc_unlikely(self->landing != NULL))
		self->machine->remote->landed(self);
	return self->code;
}

/* Sends on one channel, receives on another, and completes the send. */
static int
both_ways(vcube_node *self, vcube_group *group, enum vc_startup startup,
	  struct vc_channel *out, const void *data, size_t bytes,
	  int from, void *into, size_t room, struct vcube_status *status)
{
	const bool posted = vc_post_fast(self, out, &self->signature, data, bytes);
	struct vc_landing landing;
	struct vc_send_wait sent;

	if (!posted) {
		if (vc_unlikely(self->machine->remote != NULL))
			expect(self, &landing, data, bytes, from, into, room);
		self->has_looked = true;
		if (vc_post(self, out, data, bytes, startup, VC_LEND_BRIEFLY, &sent) != 0)
			return expect_no_more(self);
	}
	if (out->hops != 0)
		vc_wake(self, out->to);
	if (!vc_consume_fast(self, from, &self->signature, UINT64_MAX, into, room, status))
		vc_receive_plain(self, group, from, into, room, status);
	if (posted)
		return self->code;
	expect_no_more(self);
	return vc_send_wait_for(self, &sent);
}

/* At most one direction: a partner is VCUBE_NOBODY, or the node has failed. */
static int
one_way(vcube_node *self, vcube_group *group, int to, const void *data, size_t bytes,
	int from, void *into, size_t room, struct vcube_status *status)
{
	vcube_request *const request = (vcube_isend)(self, group, to, data, bytes);

	(vcube_recv)(self, group, from, into, room, status);
	return (vcube_wait)(self, request, NULL);
}

int
(vcube_sendrecv)(vcube_node *self, vcube_group *group,
		 int to, const void *data, size_t bytes,
		 int from, void *into, size_t room, struct vcube_status *status)
{
	struct vc_channel *out = vc_channel_to_member(self, "vcube_sendrecv", group, to);
	int rank = member(self, "vcube_sendrecv", group, from);

	if (vc_unlikely(out == NULL || rank < 0))
		return one_way(self, group, to, data, bytes, from, into, room, status);
	if (vc_pairs_memory(self, "vcube_sendrecv",
			    &(struct vcube_pair){from, data, bytes, into, room}, 1) != 0)
		return self->code;
	if (status != NULL)
		status->from = from;
	return both_ways(self, group, VC_STARTUP, out, data, bytes,
			 rank, into, room, status);
}

int
(vcube_exchange)(vcube_node *self, vcube_group *group, int peer,
		 const void *data, size_t bytes, void *into, size_t room,
		 struct vcube_status *status)
{
	struct vc_channel *out = vc_channel_to_member(self, "vcube_exchange", group, peer);
	int rank = member(self, "vcube_exchange", group, peer);

	if (vc_unlikely(out == NULL || rank < 0))
		return vc_nothing(self, status);
	if (vc_pairs_memory(self, "vcube_exchange",
			    &(struct vcube_pair){peer, data, bytes, into, room}, 1) != 0)
		return self->code;
	if (status != NULL)
		status->from = peer;
	return both_ways(self, group, VC_STARTUP_EXCHANGE, out, data, bytes,
			 rank, into, room, status);
}

int
(vcube_signal)(vcube_node *self, vcube_group *group, int to, int from, int step)
{
	const struct vcube_cost *const k = &self->machine->cost;
	struct vc_channel *out;
	int rank;

	if (vc_unlikely(step < 0) && self->code == 0)
		return vc_fail(self, VCUBE_EINVAL, "vcube_signal: step %d is negative: steps count "
			       "from 0", step);
	if (k->barrier < 0)
		return (vcube_sendrecv)(self, group, to, NULL, 0, from, NULL, 0, NULL);
	out = vc_channel_to_member(self, "vcube_signal", group, to);
	rank = member(self, "vcube_signal", group, from);
	if (vc_unlikely(out == NULL || rank < 0))
		return one_way(self, group, to, NULL, 0, from, NULL, 0, NULL);
	(vcube_compute)(self, step == 0 ? k->barrier : k->barrier_doubling);
	return both_ways(self, group, VC_STARTUP_NONE, out, NULL, 0, rank, NULL, 0, NULL);
}

/* Pays one start-up in all: with one port the first message pays it, with all ports they
 * start together. Returns how many it has posted; nothing is left to wait for where the channel in
 * `sent` is NULL. */
static int
post_all(vcube_node *self, vcube_group *group, const struct vcube_pair *pairs, int count,
	 struct vc_send_wait *sent)
{
	enum vc_startup startup = VC_STARTUP_EXCHANGE_ALL;

	for (int i = 0; i < count; i++) {
		struct vc_channel *out =
			vc_channel_to_member(self, "vcube_exchange_all", group, pairs[i].peer);

		sent[i].slot = NULL;
		sent[i].channel = out;
		if (pairs[i].peer == VCUBE_NOBODY)
			continue;
		if (out == NULL)
			return i;
		if (vc_post_fast(self, out, &self->signature, pairs[i].data, pairs[i].bytes)) {
			sent[i].channel = NULL;         /* nobody counts start-ups */
		} else {
			if (vc_post(self, out, pairs[i].data, pairs[i].bytes, startup, VC_LEND_BRIEFLY,
				    &sent[i]) != 0)
				return i;
			if (self->one_port && out->to != self->rank)
				startup = VC_STARTUP_NONE;
		}
		if (out->hops != 0)
			vc_wake_later(self, out->to);
	}
	return count;
}

/* Charges the local work before the messages start. */
static void
gather(vcube_node *self, vcube_group *group, const struct vcube_pair *pairs, int count)
{
	const struct vcube_cost *k = &self->machine->cost;
	const int me = vcube_group_rank(self, group);
	size_t all = 0, longest = 0;

	for (int i = 0; i < count; i++) {
		if (pairs[i].peer == me || pairs[i].peer == VCUBE_NOBODY)
			continue;
		all += pairs[i].bytes;
		if (longest < pairs[i].bytes)
			longest = pairs[i].bytes;
	}
	(vcube_compute)(self, vc_time_times(k->exchange_all_gather, (vcube_time)all) +
			vc_time_times(k->exchange_all_longest, (vcube_time)longest));
}

int
(vcube_exchange_all)(vcube_node *self, vcube_group *group,
		     const struct vcube_pair *pairs, int count)
{
	struct vc_send_wait few[16], *sent = few;
	int posted;

	if (self->code != 0)
		return self->code;
	if (count < 0)
		return vc_fail(self, VCUBE_EINVAL, "vcube_exchange_all: a count of %d is negative",
			       count);
	if (pairs == NULL && count > 0)
		return vc_fail(self, VCUBE_EINVAL, "vcube_exchange_all: there are %d pairs, but pairs "
			       "is NULL", count);
	if (vc_pairs_memory(self, "vcube_exchange_all", pairs, count) != 0)
		return self->code;
	if (count > 16 && (sent = vc_pool_take(&self->pool, (size_t)count * sizeof *sent)) == NULL)
		return vc_fail(self, VCUBE_EHOST, "vcube_exchange_all: no memory for %d pairs", count);
	if (self->clock->timed)
		gather(self, group, pairs, count);
	posted = post_all(self, group, pairs, count, sent);
	for (int i = 0; i < posted && self->code == 0; i++) {
		int from = member(self, "vcube_exchange_all", group, pairs[i].peer);

		if (from >= 0 && !vc_consume_fast(self, from, &self->signature, UINT64_MAX,
						  pairs[i].into, pairs[i].room, NULL))
			vc_receive_plain(self, group, from, pairs[i].into, pairs[i].room, NULL);
	}
	for (int i = 0; i < posted; i++)
		if (sent[i].channel != NULL)
			vc_send_wait_for(self, &sent[i]);
	if (sent != few)
		vc_pool_give(sent);
	return self->code;
}
