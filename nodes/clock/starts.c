/* SPDX-License-Identifier: BSD-2-Clause */
/* Messages that wait for their sender's port. See the header. */
#include <stdlib.h>
#include <string.h>
#include "starts.h"
#include "channel.h"
#include "fault_action.h"

/* A message that is kept, or was and somebody may still ask for. */
struct vc_start {
	int to;
	size_t bytes;
	vcube_time startup;
	vcube_time sent;
	vcube_time ahead;               /* least time on the port of those kept before it */
	vcube_time least;               /* and of itself */
	struct vc_channel_stats *stats; /* if it may be delayed */
	vcube_time delay;
	uint64_t nth;                   /* of its sender's messages */
	struct vc_passage passage;      /* once it is placed */
	int asking;                     /* who still hold its ticket */
};

int
vc_starts_open(struct vc_starts *s, struct vc_network *network, int nodes)
{
	s->network = network;
	s->nodes = nodes;
	s->port = calloc((size_t)nodes, sizeof *s->port);
	return vc_event_queue_open(&s->queue, nodes) == 0 && s->port != NULL ? 0 : VCUBE_EHOST;
}

void
vc_starts_close(struct vc_starts *s)
{
	for (int rank = 0; s->port != NULL && rank < s->nodes; rank++)
		free(s->port[rank].list);
	free(s->port);
	vc_event_queue_close(&s->queue);
}

void
vc_starts_reset(struct vc_starts *s, bool traced)
{
	for (int rank = 0; rank < s->nodes; rank++) {
		struct vc_port *const p = &s->port[rank];

		*p = (struct vc_port){.list = p->list, .room = p->room};
	}
	vc_event_queue_reset(&s->queue, s->nodes);
	s->traced = traced;
}

static bool
keeps_any(const struct vc_port *p)
{
	return p->placed < p->used;
}

/* Returns when the first message that a rank keeps starts. */
static vcube_time
start_of_first(const struct vc_port *p)
{
	const vcube_time sent = p->list[p->placed].sent;

	return sent > p->free ? sent : p->free;
}

vcube_time
vc_starts_next(const struct vc_starts *s, int rank, vcube_time time)
{
	const struct vc_port *const p = &s->port[rank];
	vcube_time free = p->free;

	if (keeps_any(p)) {
		const struct vc_start *const last = p->list + p->used - 1;

		free = start_of_first(p) + last->ahead + last->least - p->list[p->placed].ahead;
	}
	return time > free ? time : free;
}

/* Forgets the messages in front that nobody asks for any more. */
static void
forget(struct vc_port *p)
{
	uint32_t over = 0;

	while (over < p->placed && p->list[over].asking == 0)
		over++;
	if (over == 0)
		return;
	memmove(p->list, p->list + over, (p->used - over) * sizeof *p->list);
	p->used -= over;
	p->placed -= over;
	p->dropped += over;
}

static bool
make_room(struct vc_starts *s, struct vc_port *p)
{
	struct vc_start *list;
	uint32_t room;

	if (p->used < p->room)
		return true;
	if (!s->traced)
		forget(p);
	if (p->used < p->room / 2)
		return true;
	room = p->room > 0 ? 2 * p->room : 16;
	list = realloc(p->list, room * sizeof *list);
	if (list == NULL)
		return p->used < p->room;
	p->list = list;
	p->room = room;
	return true;
}

int64_t
vc_starts_keep(struct vc_starts *s, int rank, const struct vc_send_wait *sent, vcube_time startup,
	       vcube_time time, const struct vc_fault_action *action, struct vc_passage *passage)
{
	struct vc_port *const p = &s->port[rank];
	const vcube_time start = vc_starts_next(s, rank, time);
	const struct vc_channel *const c = sent->channel;
	struct vc_start *m;

	if (!make_room(s, p))
		return 0;
	m = p->list + p->used;
	*m = (struct vc_start){
		.to = c->to, .bytes = sent->bytes, .startup = startup, .sent = time,
		.ahead = keeps_any(p) ? m[-1].ahead + m[-1].least : 0,
		.least = vc_network_least(s->network, c->hops, sent->bytes, startup),
		.nth = p->sent - 1, .asking = action != NULL && action->drop ? 1 : 2,
	};
	if (action != NULL && action->jitter) {
		m->stats = action->stats;
		m->delay = action->delay;
	}
	passage->begin = start;
	passage->left = passage->arrival = start + m->least;
	p->used++;
	if (p->used == p->placed + 1)
		vc_event_queue_put(&s->queue, rank, start_of_first(p));
	return (p->dropped + p->used) * s->nodes + rank;
}

/* Places the first message that a rank keeps, which starts at `start`. */
static void
place(struct vc_starts *s, int rank, vcube_time start)
{
	struct vc_network *const n = s->network;
	struct vc_port *const p = &s->port[rank];
	struct vc_start *const m = p->list + p->placed++;

	if (vc_network_pass(n, rank, m->to, m->bytes, m->startup, start, &m->passage)) {
		p->free = m->passage.left;
		if (m->stats != NULL)
			m->passage.arrival = vc_fault_arrival(m->stats, m->passage.arrival, m->delay);
	} else {
		m->passage = (struct vc_passage){
			.begin = start, .left = start, .arrival = VC_NO_TIME,
		};
		p->no_route = true;
		p->stuck_to = m->to;
		p->stuck_at = n->stuck_at;
		p->stuck_when = start;
		n->stuck_from = n->stuck_to = 0;
	}
	vc_event_queue_take(&s->queue, rank);
	if (keeps_any(p))
		vc_event_queue_put(&s->queue, rank, start_of_first(p));
}

void
vc_starts_place(struct vc_starts *s, vcube_time least, vcube_time until, int rank)
{
	int first;

	while ((first = vc_event_queue_first(&s->queue)) >= 0) {
		const vcube_time start = s->queue.item[0].key;

		if (start > until && (rank < 0 || !keeps_any(&s->port[rank])))
			break;
		s->network->least = start < least ? start : least;
		place(s, first, start);
	}
	s->network->least = least;
}

bool
vc_starts_ask(struct vc_starts *s, int64_t ticket, struct vc_passage *passage)
{
	struct vc_port *const p = &s->port[ticket % s->nodes];
	const uint32_t i = (uint32_t)(ticket / s->nodes - p->dropped - 1);
	struct vc_start *const m = p->list + i;

	if (i < p->placed) {
		m->asking--;
		*passage = m->passage;
		return true;
	}
	passage->left = passage->arrival = m->least + start_of_first(p) + m->ahead -
					   p->list[p->placed].ahead;
	return false;
}

bool
vc_starts_find(const struct vc_starts *s, int rank, uint64_t nth, vcube_time *begin,
	       vcube_time *arrival)
{
	const struct vc_port *const p = &s->port[rank];
	uint32_t low = 0, high = p->used;

	while (low < high) {
		const uint32_t middle = low + (high - low) / 2;

		if (p->list[middle].nth < nth)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == p->used || p->list[low].nth != nth)
		return false;
	*begin = p->list[low].passage.begin;
	*arrival = p->list[low].passage.arrival;
	return true;
}
