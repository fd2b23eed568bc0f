/* SPDX-License-Identifier: BSD-2-Clause */
/* Times and turns of one-sided calls. */
#include "cost.h"

/* Calls between two polls of a loop that waits by one-sided calls: a poll costs as much as
 * some 10 short accesses. */
enum { CALLS_OF_A_POLL = 64 };

static const struct vcube_desc *
desc_of(const struct process *p)
{
	return vcube_machine_desc(vcube_machine_of(p->node));
}

/* Links on the way to a member; without a route the accesses cost what they would over one. */
static int
hops_to(struct process *p, struct window *w, int rank)
{
	struct peer *peer = &w->peers[rank];
	const int to = w->comm->group->nodes[rank];

	if (peer->hops < 0)
		peer->hops = to == p->rank ? 0
			: vcube_message_way(vcube_machine_of(p->node), p->rank, to, 0, NULL, 0);
	if (peer->hops < 0)
		peer->hops = 1;
	return peer->hops;
}

/* Of the bytes on a link: whole granules, over all its wires. */
static vcube_time
on_link(const struct vcube_desc *d, int64_t bytes)
{
	const int64_t granule = d->granule > 1 ? (int64_t)d->granule : 1;
	const int64_t width = d->width > 1 ? (int64_t)d->width : 1;
	const int64_t whole = (bytes + granule - 1) / granule * granule;

	return (whole * d->cost.per_byte + width - 1) / width;
}

/* Of a message to a member, once it has left the origin's port to do so. */
static vcube_time
message_time(struct process *p, struct window *w, int rank, int64_t bytes)
{
	const struct vcube_desc *d = desc_of(p);
	const int hops = hops_to(p, w, rank);
	const int times = d->switching == VCUBE_SWITCHING_STORE ? hops : 1;

	if (hops == 0)
		return 0;
	return d->cost.startup + hops * d->cost.per_hop + times * on_link(d, bytes);
}

vcube_time
vcm_cost_now(struct process *p, const struct window *w)
{
	return w->timed ? vcube_now(p->node) : 0;
}

void
vcm_cost_until(struct process *p, const struct window *w, vcube_time time)
{
	const vcube_time now = vcm_cost_now(p, w);

	if (w->timed && time > now)
		(vcube_compute)(p->node, time - now);
}

void
vcm_cost_transfer(struct process *p, struct window *w, int rank, int64_t there, int64_t back)
{
	const struct vcube_desc *d;
	vcube_time start, end;

	if (!w->timed)
		return;
	d = desc_of(p);
	(vcube_compute)(p->node, d->cost.send_overhead);
	start = vcube_now(p->node);
	if (d->ports == VCUBE_PORTS_ONE && start < w->port_free)
		start = w->port_free;
	end = start + message_time(p, w, rank, there);
	w->port_free = end;
	if (back >= 0)
		end += message_time(p, w, rank, back);
	if (w->peers[rank].due < end)
		w->peers[rank].due = end;
}

void
vcm_cost_complete(struct process *p, struct window *w, int rank)
{
	vcm_cost_until(p, w, w->peers[rank].due);
}

void
vcm_cost_complete_all(struct process *p, struct window *w)
{
	vcube_time last = 0;

	for (int i = 0; w->timed && i < w->comm->size; i++)
		if (w->peers[i].due > last)
			last = w->peers[i].due;
	vcm_cost_until(p, w, last);
}

vcube_time
vcm_cost_signal(struct process *p, struct window *w, int rank)
{
	return w->timed ? message_time(p, w, rank, 0) : 0;
}

/* A probe for a message from the node itself waits until no other node can act at an earlier
 * time. */
static void
poll(struct process *p, struct window *w)
{
	int there;

	vcm_check(p, (vcube_tiprobe)(p->node, w->comm->line, w->comm->rank, TAG_NEVER, &there, NULL));
}

void
vcm_turn(struct process *p, struct window *w)
{
	if (w->ordered)
		poll(p, w);
	else
		vcm_give_way(p, w);
}

void
vcm_give_way(struct process *p, struct window *w)
{
	if (++w->calls % CALLS_OF_A_POLL == 0)
		poll(p, w);
}
