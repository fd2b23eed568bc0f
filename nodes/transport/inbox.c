/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What comes to this process. The machine's thread makes messages, seats and failures of remote
 * nodes under `resolving`, so that a quiescence that is being resolved lasts. While a node takes
 * what comes it is counted as running, so there is none, and it acts as nodes do.
 */
#include "processes.h"
#include "put.h"
#include "quiescence.h"

/* Puts the bytes of a message into its slot. A long one lies in *block, alone: takes that over. */
static bool
load(vcube_node *proxy, struct vc_slot *slot, const struct vc_packet *head, const void *data,
     void **block, struct vc_send_wait *sent)
{
	if (head->bytes < VC_ALONE_FROM || *block == NULL || proxy->digest != NULL)
		return vc_put_load(proxy, slot, data, head->bytes, false, sent) == 0;
	slot->carriage = VC_HOSTED;
	slot->lent.data = data;
	slot->lent.block = *block;
	*block = NULL;
	return true;
}

/* Sends as the remote node that the proxy stands for. Returns false if there is no memory. Once the
 * message is published, its receiver may free the block, and with it the head. */
static bool
deliver(vcube_node *proxy, const vcube_node *taker, const struct vc_packet *head, const void *data,
	void **block)
{
	const int to = head->to;
	const bool awaited = vc_label_wants_ack(head->label) && !proxy->clock->timed;
	struct vc_channel *c = vc_peers_find(&proxy->machine->node[to].from_remote, proxy->rank);
	struct vc_send_wait sent;
	struct vc_slot *slot;

	if (c == NULL)
		c = vc_channel_open_remote(proxy, to);
	proxy->signature = head->label;
	slot = c == NULL ? NULL : vc_put_begin(proxy, c, head->bytes, &sent);
	if (slot == NULL || !load(proxy, slot, head, data, block, &sent))
		return false;
	if (proxy->clock->timed)
		slot->timed.transit = head->transit;
	vc_queue_publish(&c->out);
	if (taker != NULL && taker->rank == to)
		return true;
	/* for a receive that it has posted, whatever it waits for */
	if (awaited)
		vc_unpark(proxy->machine, to);
	else
		vc_wake(proxy, to);
	return true;
}

/* Keeps a seat for its rendezvous, unless that has begun meanwhile. */
static bool
sit_down(vcube_machine *m, int from, const struct vc_remote_seat *seat)
{
	struct vc_early *e = malloc(sizeof *e);

	if (e == NULL)
		return false;
	*e = (struct vc_early){ .from = from, .seat = *seat };
	pthread_mutex_lock(&m->sharing);
	e->next = m->processes->early;
	m->processes->early = e;
	pthread_mutex_unlock(&m->sharing);
	vc_inbox_met(m);
	return true;
}

/* Tries all that wait; those that are still too early wait again. */
void
vc_inbox_met(vcube_machine *m)
{
	struct vc_early *tried, *e;

	pthread_mutex_lock(&m->sharing);
	tried = m->processes->early;
	m->processes->early = NULL;
	pthread_mutex_unlock(&m->sharing);
	while ((e = tried) != NULL) {
		tried = e->next;
		if (vc_rendezvous_arrive(m, e->from, &e->seat)) {
			free(e);
			continue;
		}
		pthread_mutex_lock(&m->sharing);
		e->next = m->processes->early;
		m->processes->early = e;
		pthread_mutex_unlock(&m->sharing);
	}
}

void
vc_inbox_forget(struct vc_processes *p)
{
	struct vc_early *e;

	while ((e = p->early) != NULL) {
		p->early = e->next;
		free(e);
	}
}

/* Begins or ends to act on nodes. */
static void
hold_resolver(struct vc_processes *p, bool hold)
{
	if (p->taker == NULL)
		(hold ? pthread_mutex_lock : pthread_mutex_unlock)(&p->machine->resolving);
}

static void
give_up(struct vc_processes *p)
{
	vcube_machine *const m = p->machine;

	pthread_mutex_lock(&m->resolving);
	vc_stop_all(m, VCUBE_EHOST);
	pthread_mutex_unlock(&m->resolving);
}

/* Acts on a node. */
static void
act(struct vc_processes *p, const struct vc_packet *head, const void *data, void **block)
{
	vcube_machine *const m = p->machine;
	bool done = true;

	p->received++;
	if (head->kind == VC_PACKET_ABORT) {
		vcube_abort_by(m, head->from, head->to);
		return;
	}
	hold_resolver(p, true);
	p->proxy->rank = head->from;
	if (head->kind == VC_PACKET_MESSAGE)
		done = deliver(p->proxy, p->taker, head, data, block);
	else if (head->kind == VC_PACKET_SEAT)
		done = sit_down(m, head->from, data);
	else
		vc_node_failed(m, head->from);
	hold_resolver(p, false);
	if (!done)
		give_up(p);
}

static void
keep_parcel(struct vc_joined *j, int from, const struct vc_packet *head, const void *data)
{
	struct vc_parcel *parcel = malloc(sizeof *parcel + head->bytes);

	if (parcel == NULL) {           /* as if it had never come */
		j->gone[from] = true;
		return;
	}
	parcel->next = NULL;
	parcel->when = (enum vc_gathering)head->to;
	parcel->bytes = head->bytes;
	memcpy(parcel->data, data, head->bytes);
	*j->parcels[from].last = parcel;
	j->parcels[from].last = &parcel->next;
}

/* Processes end because one has died, and who sees their end first must not take it for the
 * cause. */
void
vc_inbox_died(struct vc_processes *p, int process)
{
	struct vc_joined *const j = p->joined;
	const struct vc_packet head = {
		.kind = VC_PACKET_DIED, .to = j->told >= 0 ? j->told : process,
	};

	j->dead = head.to;
	vc_outbox_tell(p, &head, NULL);
	vc_outbox_flush_all(p);
}

static void
keep_told(const struct vc_processes *p, int dead)
{
	if (p->joined->told < 0 && dead != p->process)
		p->joined->told = dead;
}

static void
take(struct vc_processes *p, int from, const struct vc_packet *head, const void *data, void **block)
{
	if (head->kind == VC_PACKET_PARCEL)
		keep_parcel(p->joined, from, head, data);
	else if (head->kind == VC_PACKET_DIED)
		keep_told(p, head->to);
	else if (p->gathering)
		vc_bytes_add(&p->joined->late, head, sizeof *head + vc_packet_room(head->bytes));
	else if (head->kind == VC_PACKET_WAVE)
		vc_wave_add(p, data);
	else if (head->kind == VC_PACKET_VERDICT)
		vc_wave_answered(p, (enum vc_verdict_of_wave)head->to);
	else
		act(p, head, data, block);
}

/* Returns whether the node takes this message next, into its landing: nothing is before it. */
static bool
is_next(const struct vc_processes *p, const vcube_node *self, const struct vc_packet *head)
{
	const struct vc_landing *const l = self->landing;
	struct vc_channel *const c = vc_peers_find(&self->from_remote, head->from);

	return head->kind == VC_PACKET_MESSAGE && head->to == self->rank && head->from == l->from &&
	       head->label == l->label && head->bytes == l->bytes && p->coming == NULL && !p->gathering &&
	       self->requests.receives.first == NULL && self->asides.first == NULL &&
	       (c == NULL || vc_channel_front(c) == NULL);
}

void *
vc_inbox_land(void *processes, const void *head, size_t head_bytes, size_t bytes)
{
	struct vc_processes *const p = processes;
	const vcube_node *const self = p->taker;
	struct vc_packet h;

	if (self == NULL || self->landing == NULL || head_bytes != sizeof h)
		return NULL;
	memcpy(&h, head, sizeof h);
	if (h.bytes != bytes || !is_next(p, self, &h))
		return NULL;
	p->coming = self->landing;
	atomic_store_explicit(&p->coming->coming, true, memory_order_relaxed);
	return p->coming->into;
}

/* The data is where it was placed: the block is the head alone, and so is its message's memory. */
static void
take_placed(struct vc_processes *p, int from, void *block)
{
	struct vc_landing *const l = p->coming;

	p->coming = NULL;
	if (l != NULL) {
		take(p, from, block, l->into, &block);
		/* release: VC-LANDED, landed() */
		atomic_store_explicit(&l->coming, false, memory_order_release);
	}
	free(block);
}

/* Takes all packets of a block, and frees it. */
static void
take_all(struct vc_processes *p, int from, void *block, size_t bytes)
{
	const char *const first = block;
	void *none = NULL;

	for (size_t at = 0; at < bytes;) {
		const struct vc_packet *const head = (const void *)(first + at);
		const size_t room = sizeof *head + vc_packet_room(head->bytes);

		if (bytes == sizeof *head && head->bytes > 0) {
			take_placed(p, from, block);
			return;
		}
		take(p, from, head, head + 1, room >= bytes ? &block : &none);
		at += room;
	}
	free(block);
}

bool
vc_inbox_take_one(struct vc_processes *p)
{
	struct vc_joined *const j = p->joined;
	size_t bytes;
	void *block;
	int from, got;

	if (!p->gathering && j->late.used > 0) {
		struct vc_bytes late = j->late;

		j->late = (struct vc_bytes){0};
		take_all(p, -1, late.data, late.used);
	}
	got = p->transport->poll(p->transport, &from, &block, &bytes);
	if (got < 0)
		j->gone[from] = true;
	else if (got > 0)
		take_all(p, from, block, bytes);
	return got != 0;
}

bool
vc_inbox_take(struct vc_processes *p)
{
	bool any = false;

	while (vc_inbox_take_one(p))
		any = true;
	return any;
}
