/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sends while an observer is present, links are overridden or faults are injected: the
 * steps of a plain send (nodes/message/put.h), decorated with the fault action.
 */
#include "fault.h"
#include "override.h"
#include "put.h"

/* Flips the action's bit. */
static void
corrupt(const struct vc_fault_action *action, void *data)
{
	((unsigned char *)data)[action->bit / 8] ^= (unsigned char)(1u << action->bit % 8);
}

/* Loads the message unless it is dropped, and corrupts a copy of it. */
static int
load(vcube_node *self, struct vc_slot *slot, const void *data, enum vc_lend lend,
     const struct vc_fault_action *action, struct vc_send_wait *sent)
{
	if (action->drop)
		return 0;
	if (vc_put_load(self, slot, data, sent->bytes,
			!action->corrupt && vc_put_lends(lend, sent->bytes), sent) != 0)
		return self->code;
	if (action->corrupt)
		corrupt(action, slot->carriage == VC_INLINE ? slot->text : slot->lent.block);
	return 0;
}

static int
put(vcube_node *self, struct vc_channel *c, const void *data, size_t bytes,
    enum vc_startup startup, enum vc_lend lend, const struct vc_fault_action *action,
    struct vc_send_wait *sent)
{
	struct vc_slot *slot = vc_put_begin(self, c, bytes, sent);

	if (slot == NULL || load(self, slot, data, lend, action, sent) != 0)
		return self->code;
	if (self->clock->send != NULL &&
	    !self->clock->send(self, c, startup, lend, action, slot, sent))
		return vc_put_unload(self, slot);
	if (action->drop)
		sent->number = action->lost_number;
	else
		action->stats->bytes += bytes;
	if (self->log != NULL)
		vc_trace_send_faulty(self, sent, startup, action->drop ? NULL : slot);
	if (!action->drop)
		vc_put_publish(self, sent);
	else if (c->credits != NULL)
		sent->mark = c->credits->sent;
	if (!action->copy) {
		self->messages++;
		self->bytes += bytes;
	}
	return 0;
}

/* Sends a duplicate right after the message, without a start-up. */
static int
put_copy(vcube_node *self, struct vc_channel *c, const void *data, size_t bytes,
	 const struct vc_fault_action *action)
{
	struct vc_fault_action copy = *action;
	struct vc_link_state link;      /* at the time when the copy starts */
	struct vc_send_wait behind;

	copy.copy = true;
	copy.note = NULL;
	if (action->link != NULL && vc_links_cross(self, c, 0, &link) != 0)
		return self->code;
	if (action->link != NULL)
		copy.link = &link;
	return put(self, c, data, bytes, VC_STARTUP_NONE, VC_LEND_NOT, &copy, &behind);
}

int
vc_fault_post(vcube_node *self, struct vc_channel *c, const void *data, size_t bytes,
	      enum vc_startup startup, enum vc_lend lend, struct vc_send_wait *sent)
{
	const bool differ = vc_links_differ(self->machine->links);
	struct vc_link_state link;
	struct vc_fault_action action;

	if (vc_stop(self, NULL) != 0 || vc_fault_operation(self) != 0 ||
	    (differ && vc_links_cross(self, c, self->machine->cost.send_overhead, &link) != 0) ||
	    vc_fault_decide(self, c, bytes, &action) != 0)
		return self->code;
	action.link = differ ? &link : NULL;
	if (put(self, c, data, bytes, startup, lend, &action, sent) == 0 && action.duplicate)
		put_copy(self, c, data, bytes, &action);
	return self->code;
}
