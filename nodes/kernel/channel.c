/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Channels: how a sender opens one, and how the receiver finds it.
 *
 * The sender opens a channel at its first message, in its own memory, and enqueues it into
 * the receiver's inbox, liburcu's wait-free queue. A receiver that does not know a channel
 * looks into its inbox: while the channel is not there, neither is a message. So nobody
 * searches shared data. A channel lives as long as the machine, known to both sides.
 */
#include <urcu/arch.h>
#include <urcu/uatomic.h>
#include "fault_action.h"
#include "node.h"

#define CREDIT_SLOTS ((uint32_t)(sizeof ((struct vc_credit_line *)0)->slots / sizeof(struct vc_credit)))

void
vc_channel_blank(struct vc_channel *c)
{
	c->segment.slots = c->slots;
	c->segment.size = VC_CHANNEL_SLOTS;
	vc_queue_init(&c->out, &c->in, &c->segment, 0);
	c->link_free = 0;
	if (c->stats != NULL)
		*c->stats = (struct vc_channel_stats){0};
	if (c->credits == NULL)
		return;
	c->credits->segment.slots = c->credits->slots;
	c->credits->segment.size = CREDIT_SLOTS;
	c->credits->sent = c->credits->taken = 0;
	c->credits->next = c->credits->earlies = c->credits->room = 0;
	c->credits->early = NULL;
	c->credits->last = c->credits->made = (struct vc_credit){.time = 0};
	vc_credits_init(&c->credits->out, &c->credits->in, &c->credits->segment, 0);
}

static struct vc_channel *
make(vcube_node *self, int to)
{
	const vcube_machine *m = self->machine;
	struct vc_channel *c = vc_pool_keep(&self->pool, sizeof *c);

	if (c == NULL)
		return NULL;
	c->credits = NULL;
	c->stats = NULL;
	if (m->limited && (c->credits = vc_pool_keep(&self->pool, sizeof *c->credits)) == NULL)
		return NULL;
	c->from = self->rank;
	c->to = to;
	c->hops = vcube_topology_distance(m->topology, m->position[self->rank], m->position[to]);
	vc_channel_blank(c);
	return c;
}

/* With routing=none, a node may send to neighbours and itself only. */
int
vc_channel_permitted(vcube_node *self, int peer)
{
	const vcube_machine *m = self->machine;

	if (!m->none || peer == self->rank ||
	    vcube_topology_port(m->topology, m->position[self->rank], m->position[peer]) >= 0)
		return 0;
	return vc_fail(self, VCUBE_EROUTE,
		       "node %d and node %d are not neighbours on %s, and routing=none allows "
		       "messages between neighbours only", self->rank, peer,
		       vcube_topology_text(m->topology));
}

/*
 * While a channel is only half enqueued, the channels behind it are invisible, and the
 * wakes that their senders sent may have had no effect. So the node that completes the
 * enqueue wakes the receiver, whatever that waits for. Most channels have none behind them
 * and skip this: their own message wakes the receiver.
 *
 * Why that suffices: let X be enqueued behind Y. If the wake of X misses that the receiver
 * parks, the receiver's last look at the inbox follows the enqueue of X (PARK-WAKE of X,
 * PARK-SLEEP). If Y blocks that look, the fence of Y comes later still, and Y sees both X
 * behind it and the receiver parked.
 *
 * An interleaved machine runs one node at a time, so no enqueue is ever half done.
 */
static void
wake_for_others(vcube_node *self, vcube_node *peer, struct vc_channel *c)
{
	cmm_smp_mb();           /* PARK-WAKE */
	if (uatomic_read(&peer->inbox_tail.p) != &c->inbox && self->machine->interleave == NULL)
		vc_unpark(self->machine, peer->rank);
}

/* Makes a channel that the table `known` has under a rank. */
static struct vc_channel *
open_as(vcube_node *self, int to, struct vc_peers *known, int rank)
{
	struct vc_channel *c;

	if (vc_channel_permitted(self, to) != 0)
		return NULL;
	c = make(self, to);
	if (c != NULL && vc_peers_add(known, rank, c) == 0)
		return c;
	vc_fail(self, VCUBE_EHOST, "no memory for the channel to node %d", to);
	return NULL;
}

/* Tells the receiver of a channel. */
static void
announce(vcube_node *self, struct vc_channel *c)
{
	vcube_node *const peer = &self->machine->node[c->to];

	cds_wfcq_node_init(&c->inbox);
	VC_HAPPENS_BEFORE(&c->inbox);
	cds_wfcq_enqueue((cds_wfcq_head_ptr_t){._h = &peer->inbox_head}, &peer->inbox_tail, &c->inbox);
	if (peer != self)
		wake_for_others(self, peer, c);
}

struct vc_channel *
vc_channel_open(vcube_node *self, int to)
{
	struct vc_channel *const c = open_as(self, to, &self->out, to);

	if (c != NULL && !vc_is_remote(self->machine, to))
		announce(self, c);
	return c;
}

struct vc_channel *
vc_channel_open_remote(vcube_node *proxy, int to)
{
	struct vc_channel *const c = open_as(proxy, to, &proxy->machine->node[to].from_remote, proxy->rank);

	if (c != NULL)
		announce(proxy, c);
	return c;
}

/* Returns the next channel in the inbox, or NULL. Does not block: a half-done enqueue hides
 * what is behind it. Its sender wakes us when it completes, whatever we wait for. */
static struct cds_wfcq_node *
next_in(vcube_node *self)
{
	cds_wfcq_head_ptr_t head = {._h = &self->inbox_head};
	struct cds_wfcq_node *next = self->adopted
		? __cds_wfcq_next_nonblocking(head, &self->inbox_tail, self->adopted)
		: __cds_wfcq_first_nonblocking(head, &self->inbox_tail);

	return next != CDS_WFCQ_WOULDBLOCK ? next : NULL;
}

/* Leaves the channels in the inbox. Dequeuing the last one would exchange the tail, which a
 * half-done enqueue behind it would delay; and that sender would see nobody behind itself,
 * and wake nobody. */
void
vc_channel_adopt(vcube_node *self)
{
	struct cds_wfcq_node *inbox;

	while ((inbox = next_in(self)) != NULL) {
		struct vc_channel *c = caa_container_of(inbox, struct vc_channel, inbox);

		VC_HAPPENS_AFTER(inbox);
		self->adopted = inbox;
		if (vc_peers_add(&self->in, c->from, c) != 0)
			vc_fail(self, VCUBE_EHOST, "no memory for the channel from node %d", c->from);
	}
}

struct vc_channel *
vc_channel_look_for(vcube_node *self, int from)
{
	vc_channel_adopt(self);
	return vc_peers_find(&self->in, from);
}
