/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reconstructs the fields that a logged message omits from its channel: its number and,
 * where senders compute arrivals, its start and arrival.
 */
#include <stdlib.h>
#include "log_read.h"

/* Returns the index of a channel in its table. */
static uint32_t
place_of(const struct vc_peers *peers, int rank)
{
	uint32_t i = vc_peers_slot(peers, rank) & peers->mask;

	while (peers->table[i].rank != rank && peers->table[i].channel != NULL)
		i = (i + 1) & peers->mask;
	return i;
}

struct vc_log_channel *
vc_log_channel_to(const struct vc_log_reader *r, int peer)
{
	return &r->channels.out[place_of(&r->machine->node[r->rank].out, peer)];
}

/* Returns a message's number: the next one, unless it is lost and its number is logged. */
static uint32_t
next_number(const struct vc_log_reader *r, struct vc_log_channel *c)
{
	return r->attributes.has_number ? r->attributes.number : c->number++;
}

/* Fills in a SEND's number, start and arrival. */
void
vc_log_read_send(struct vc_log_reader *r, enum vc_startup startup, struct vc_event *e)
{
	const vcube_node *const n = &r->machine->node[r->rank];
	const uint32_t place = place_of(&n->out, e->peer);
	struct vc_log_channel *const c = &r->channels.out[place];
	const struct vc_channel *const channel = n->out.table[place].channel;
	const struct vc_clock *const clock = r->machine->clock;
	struct vc_sent_times t = {
		.nth = r->sends++, .told = r->attributes.has_arrival || r->attributes.has_number,
		.startup = startup, .hops = channel->hops, .bytes = e->amount, .sent = e->time,
		.port = &r->send_free, .link = &c->free,
	};

	e->number = next_number(r, c);
	e->detail = startup == VC_STARTUP_NONE;
	e->arrival = VC_NO_TIME;
	if (r->attributes.has_arrival) {
		e->span = r->attributes.sent + (vcube_time)r->attributes.start - e->time;
		e->span = e->span > 0 ? e->span : 0;
		e->arrival = r->attributes.sent + (vcube_time)r->attributes.arrival;
		e->arrival = e->arrival > e->time ? e->arrival : e->time;
	}
	if (clock->sent_times != NULL && clock->sent_times(r->machine, r->rank, &t)) {
		e->arrival = t.arrival;
		e->span = t.begin - e->time;
	}
}

/* Fills in the number of a message that the node received, or had sent before. */
void
vc_log_read_number(struct vc_log_reader *r, struct vc_event *e)
{
	const vcube_node *const n = &r->machine->node[r->rank];

	if (e->kind == VCUBE_EVENT_GOT && e->detail == 0)
		e->number = next_number(r, &r->channels.in[place_of(&n->in, e->peer)]);
	else if (e->kind == VCUBE_EVENT_SENT)
		e->number = r->attributes.has_number
			? r->attributes.number
			: r->channels.out[place_of(&n->out, e->peer)].number - 1;
}

static struct vc_log_channel *
new_channels(const struct vc_peers *peers)
{
	return calloc((size_t)peers->mask + 1, sizeof(struct vc_log_channel));
}

bool
vc_log_channels_begin(struct vc_log_reader *r)
{
	const vcube_node *const n = &r->machine->node[r->rank];

	r->channels = (struct vc_log_channels){new_channels(&n->out), new_channels(&n->in)};
	return r->channels.out != NULL && r->channels.in != NULL;
}
