/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions that programs call to send and receive with a tag. */
#include "fast_path.h"
#include "fiber.h"
#include "match.h"
#include "poll.h"
#include "probe.h"
#include "request.h"

/* Returns whether the node may use the tag; makes it fail otherwise. */
static bool
check_tag(vcube_node *self, const char *call, int tag, bool any)
{
	if (vc_likely(tag >= 0 || (any && tag == VCUBE_ANY_TAG)))
		return true;
	if (self->code == 0)
		vc_fail(self, VCUBE_EINVAL, "%s: tag %d is negative: tags are 0 to %d%s", call, tag,
			VCUBE_TAG_MAX, any ? ", or VCUBE_ANY_TAG" : "");
	return false;
}

static uint64_t
label_of(const vcube_group *group, int tag)
{
	return vc_label(vc_group_number(group), tag == VCUBE_ANY_TAG ? 0 : tag);
}

static uint64_t
mask_of(int tag)
{
	return tag == VCUBE_ANY_TAG ? VC_LABEL_ANY_TAG : VC_LABEL_ALL;
}

/* Fills in what a receive wants. Returns false if there is nothing to receive: the node has
 * failed, or `from` is VCUBE_NOBODY. */
static inline bool
want(vcube_node *self, const char *call, vcube_group *group, int from, int tag,
     struct vc_want *want)
{
	if (!check_tag(self, call, tag, true))
		return false;
	want->group = group;
	want->from = vc_is_plain_member(self, group, from) ? from
		: from == VCUBE_ANY ? -1 : vc_member(self, call, group, from);
	want->label = label_of(group, tag);
	want->mask = mask_of(tag);
	want->before = NULL;
	return self->code == 0 && (want->from >= 0 || from == VCUBE_ANY);
}

int
(vcube_tsend)(vcube_node *self, vcube_group *group, int to, int tag, const void *data, size_t bytes)
{
	struct vc_channel *c = vc_channel_to_member(self, "vcube_tsend", group, to);
	const uint64_t label = label_of(group, tag);
	struct vc_send_wait sent;

	if (vc_unlikely(!check_tag(self, "vcube_tsend", tag, false) || c == NULL))
		return self->code;
	if (vc_post_fast(self, c, &label, data, bytes)) {
		if (c->hops != 0)
			vc_wake(self, c->to);
		return 0;
	}
	if (vc_group_check(self, "vcube_tsend", group) != 0 ||
	    vc_memory(self, "vcube_tsend", VC_READS, data, bytes) != 0 ||
	    vc_post_labelled(self, c, label, data, bytes, vc_send_offers(self, bytes), &sent) != 0)
		return self->code;
	if (c->hops != 0)
		vc_wake(self, c->to);
	return vc_send_end(self, &sent);
}

vcube_request *
(vcube_tisend)(vcube_node *self, vcube_group *group, int to, int tag, const void *data, size_t bytes)
{
	return check_tag(self, "vcube_tisend", tag, false)
		? vc_request_send(self, "vcube_tisend", group, to, label_of(group, tag), data, bytes)
		: NULL;
}

int
(vcube_try_tsend)(vcube_node *self, vcube_group *group, int to, int tag, const void *data,
		  size_t bytes)
{
	const int rank = vc_group_member(self, group, to);
	struct vc_channel *const c = rank < 0 ? NULL : vc_peers_find(&self->out, rank);
	const uint64_t label = label_of(group, tag);

	if (vc_unlikely(tag < 0 || c == NULL))
		return 0;
	vc_channel_look_ahead(c);
	if (!vc_post_fast(self, c, &label, data, bytes))
		return 0;
	if (c->hops != 0)
		vc_wake_later(self, c->to);
	return 1;
}

/* --- synchronous sends ------------------------------------------------------- */

/* The receiver of a synchronous message confirms it with an empty message that names it: those of
 * one source and tag need not be taken in order, once probes have taken them out of matching. */
int
vc_acknowledge(vcube_node *self, int from, uint32_t number, int tag)
{
	struct vc_channel *c = vc_channel_to_member(self, "vcube_tssend", NULL, from);
	struct vc_send_wait sent;

	if (c == NULL || vc_post_labelled(self, c, vc_label_ack(number, tag), NULL, 0, VC_LEND_NOT,
					  &sent) != 0)
		return self->code;
	if (c->hops != 0)
		vc_wake(self, c->to);
	return self->code;
}

vcube_request *
(vcube_tissend)(vcube_node *self, vcube_group *group, int to, int tag, const void *data,
		size_t bytes)
{
	struct vc_channel *c = vc_channel_to_member(self, "vcube_tissend", group, to);
	struct vc_want ack = {.group = group, .mask = UINT64_MAX};
	struct vc_send_wait sent;

	/* relaxed: the message, which its receiver acquires, comes after it */
	if (!atomic_load_explicit(&self->machine->confirms, memory_order_relaxed))
		atomic_store_explicit(&self->machine->confirms, true, memory_order_relaxed);
	if (!check_tag(self, "vcube_tissend", tag, false) || c == NULL ||
	    vc_memory(self, "vcube_tissend", VC_READS, data, bytes) != 0 ||
	    vc_post_labelled(self, c, label_of(group, tag) | VC_LABEL_SYNC, data, bytes, VC_LEND_NOT,
			     &sent) != 0)
		return NULL;
	if (c->hops != 0)
		vc_wake_later(self, c->to);
	/* for a receive that it has posted, whatever it waits for */
	if (c->hops != 0 && self->clock->host_deadlines)
		vc_unpark(self->machine, c->to);
	ack.from = c->to;
	ack.label = vc_label_ack(sent.number, tag);
	return vc_request_post(self, "vcube_tissend", &ack, to, NULL, 0);
}

int
(vcube_tssend)(vcube_node *self, vcube_group *group, int to, int tag, const void *data, size_t bytes)
{
	return (vcube_wait)(self, (vcube_tissend)(self, group, to, tag, data, bytes), NULL);
}

/* --- receives ---------------------------------------------------------------- */

int
(vcube_trecv)(vcube_node *self, vcube_group *group, int from, int tag, void *data, size_t room,
	      struct vcube_status *status)
{
	const int rank = vc_group_member(self, group, from);
	const uint64_t label = label_of(group, tag);
	struct vc_want w;

	if (vc_likely(rank >= 0 && self->asides.first == NULL && tag >= VCUBE_ANY_TAG) &&
	    vc_consume_fast(self, rank, &label, mask_of(tag) | VC_LABEL_SYNC, data,
			    room, status)) {
		if (status != NULL) {
			status->from = from;
			if (tag != VCUBE_ANY_TAG)
				status->tag = tag;
			status->cancelled = false;
		}
		return 0;
	}
	if (!want(self, "vcube_trecv", group, from, tag, &w))
		return vc_nothing(self, status);
	if (vc_memory_awaited(self, "vcube_trecv", data, room) != 0 ||
	    vc_not_lent(self, "vcube_trecv", VC_WRITES, data, room) != 0)
		return self->code;
	if (status != NULL)
		status->from = from;
	return vc_receive(self, &w, data, room, VC_NO_TIME, status);
}

vcube_request *
(vcube_tirecv)(vcube_node *self, vcube_group *group, int from, int tag, void *data, size_t room)
{
	struct vc_want w;

	return want(self, "vcube_tirecv", group, from, tag, &w)
		? vc_request_post(self, "vcube_tirecv", &w, from, data, room) : NULL;
}

/* --- probes ------------------------------------------------------------------ */

int
(vcube_tprobe)(vcube_node *self, vcube_group *group, int from, int tag, struct vcube_status *status)
{
	struct vc_found found;
	struct vc_want w;

	return want(self, "vcube_tprobe", group, from, tag, &w)
		? vc_probe(self, &w, &found, status) : vc_nothing(self, status);
}

/* Returns before when a probe is in vain, by the last one; 0: not known. */
static vcube_time
vain_until(const vcube_node *self, const struct vc_want *w)
{
	const struct vc_want *const last = &self->probed.want;

	return last->from == w->from && last->label == w->label && last->mask == w->mask &&
	       last->group == w->group ? self->probed.until : 0;
}

/* Finds a message that has arrived. Returns whether there is one. */
static bool
find_now(vcube_node *self, const char *call, const struct vc_want *w, struct vc_found *found,
	 struct vcube_status *status)
{
	struct vcube_request as_if = {
		.list = &self->requests.receives, .peer = w->from, .over = VC_NOT_YET,
		.got = {.group = w->group, .label = w->label, .mask = w->mask,
			.arrival = vain_until(self, w)},
	};
	vcube_time arrival = 0;

	vc_wake_deferred(self);
	if (vc_unlikely(self->fibers.first != NULL))
		vc_fibers_progress(self);
	if (!vc_poll_find(self, &as_if, found)) {
		if (as_if.got.arrival != 0) {
			self->probed.want = *w;
			self->probed.until = as_if.got.arrival;
		}
		if (self->code == 0)
			vc_poll_in_vain(self, call, &as_if);
		return false;
	}
	if (self->clock->probe(self, found->slot, &arrival) != 0)
		return false;
	vc_note_rivals(self, w, found, self->site.here);
	if (status != NULL)
		vc_probe_tell(self, w, found, arrival, status);
	return true;
}

int
(vcube_tiprobe)(vcube_node *self, vcube_group *group, int from, int tag, int *there,
		struct vcube_status *status)
{
	struct vc_found found;
	struct vc_want w;

	if (there == NULL)
		return vc_fail(self, VCUBE_EINVAL, "vcube_tiprobe: there is NULL");
	*there = 1;
	if (!want(self, "vcube_tiprobe", group, from, tag, &w))
		return vc_nothing(self, status);
	*there = find_now(self, "vcube_tiprobe", &w, &found, status);
	return self->code;
}

/* Takes a message that was found out of matching. */
static struct vcube_message *
keep(vcube_node *self, const struct vc_found *found)
{
	struct vcube_message *m = found->aside != NULL ? found->aside
						       : vc_set_aside(self, found->channel);

	if (m == NULL)
		return NULL;
	vc_aside_keep(self, m);
	if (self->clock->claim != NULL)
		self->clock->claim(self, &m->slot);
	return m;
}

int
(vcube_mprobe)(vcube_node *self, vcube_group *group, int from, int tag, vcube_message **message,
	       struct vcube_status *status)
{
	struct vc_found found;
	struct vc_want w;

	if (message == NULL)
		return vc_fail(self, VCUBE_EINVAL, "vcube_mprobe: message is NULL");
	*message = NULL;
	if (!want(self, "vcube_mprobe", group, from, tag, &w))
		return vc_nothing(self, status);
	if (vc_probe(self, &w, &found, status) == 0)
		*message = keep(self, &found);
	return self->code;
}

int
(vcube_improbe)(vcube_node *self, vcube_group *group, int from, int tag, int *there,
		vcube_message **message, struct vcube_status *status)
{
	struct vc_found found;
	struct vc_want w;

	if (message == NULL || there == NULL)
		return vc_fail(self, VCUBE_EINVAL, "vcube_improbe: %s is NULL",
			       message == NULL ? "message" : "there");
	*message = NULL;
	*there = 1;
	if (!want(self, "vcube_improbe", group, from, tag, &w))
		return vc_nothing(self, status);
	*there = find_now(self, "vcube_improbe", &w, &found, status);
	if (*there)
		*message = keep(self, &found);
	return self->code;
}

int
(vcube_mrecv)(vcube_node *self, vcube_group *group, vcube_message *message, void *data, size_t room,
	      struct vcube_status *status)
{
	if (self->code != 0 || message == NULL)
		return vc_nothing(self, status);
	if (!vc_aside_is_kept(self, message))
		return vc_fail(self, VCUBE_EINVAL, "vcube_mrecv: the message was received before, or "
			       "is not one that a probe gave to node %d", self->rank);
	if (vc_memory(self, "vcube_mrecv", VC_WRITES, data, room) != 0 ||
	    vc_not_lent(self, "vcube_mrecv", VC_WRITES, data, room) != 0)
		return self->code;
	if (status != NULL)
		status->from = vc_group_find(self, group, message->channel->from);
	return vc_consume_whole(self, &(struct vc_found){message->channel, &message->slot, message},
				data, room, status);
}
