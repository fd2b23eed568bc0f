/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Plays notes by the stamping clock. A message's arrival depends on its sender alone, so the
 * order in which nodes are played does not matter: each goes on until it has to wait for a
 * message that is not under way yet.
 *
 * The clock's own operations do the work, on one struct vcube_node, the player's: what they
 * read and write there is loaded before a node goes on, and stored when it stops.
 */
#include <stdlib.h>
#include "clock.h"
#include "fault_action.h"
#include "log.h"
#include "notes.h"
#include "override.h"
#include "recorded.h"

static void
load(vcube_node *self, const struct vc_noted *n, int rank)
{
	self->rank = rank;
	self->now = n->now;
	self->send_free = n->send_free;
	self->recv_free = n->recv_free;
}

static void
store(const vcube_node *self, struct vc_noted *n)
{
	n->now = self->now;
	n->send_free = self->send_free;
	n->recv_free = self->recv_free;
}

/* Returns when the link to the channel's node becomes free, NULL if the port says that. */
static vcube_time *
link_free(const vcube_machine *m, int from, int to)
{
	const int at = m->position[from];

	return m->notes->link_free == NULL || from == to ? NULL
		: &m->notes->link_free[(size_t)at * (size_t)vcube_topology_ports(m->topology) +
				       (size_t)vcube_topology_port(m->topology, at, m->position[to])];
}

/* Times a message by the machine's clock. Returns false if the node has failed. */
static bool
time_message(vcube_node *self, struct vc_channel *c, enum vc_startup startup, struct vc_slot *slot,
	     struct vc_send_wait *sent)
{
	const vcube_machine *m = self->machine;
	vcube_time *const free = link_free(m, c->from, c->to);
	struct vc_fault_action action = {.copy = false};
	struct vc_link_state link;
	bool timed;

	c->link_free = free != NULL ? *free : 0;
	if (!vc_links_differ(m->links)) {
		timed = vc_clock_stamp.send(self, c, startup, VC_LEND, NULL, slot, sent);
	} else {
		action.link = &link;
		timed = vc_links_cross(self, c, m->cost.send_overhead, &link) == 0 &&
			vc_clock_stamp.send(self, c, startup, VC_LEND, &action, slot, sent);
	}
	if (free != NULL)
		*free = c->link_free;
	return timed;
}

static bool
play_send(vcube_node *self, struct vc_noted *n, const struct vc_note *note)
{
	const vcube_machine *m = self->machine;
	struct vc_notes *notes = m->notes;
	struct vc_channel channel, *const c = &channel;
	struct vc_send_wait sent = {.bytes = note->number, .channel = c};
	struct vc_message_under_way message;
	struct vc_slot slot;
	bool kept = true;

	/* they are far away, and the time is worked out first; often a receive is next */
	__builtin_prefetch(&notes->node[note->peer], 1);
	vc_under_way_prefetch(&notes->under_way, note->peer);
	vc_under_way_prefetch_first(&notes->under_way, self->rank);
	c->from = self->rank;
	c->to = note->peer;
	c->hops = vcube_topology_distance(m->topology, m->position[self->rank], m->position[c->to]);
	if (!time_message(self, c, note->startup, &slot, &sent))
		return false;
	if (vc_unlikely(m->trace != NULL))
		vc_notes_record_send(self->machine, self->rank, note, self->now, &slot.timed.transit);
	n->left = sent.left;
	message = (struct vc_message_under_way){
		.key = vc_key_of_awaited(self->rank, n->sends), .transit.arrival = sent.left,
	};
	if (note->marks & VC_NOTE_KEPT)
		kept = vc_under_way_put(&notes->under_way, &message);
	message = (struct vc_message_under_way){
		.key = vc_key_of_message(self->rank, c->to), .label = n->label,
		.bytes = note->number, .transit = slot.timed.transit,
	};
	n->sends = (n->sends + 1) & INT32_MAX;
	if (!kept || !vc_under_way_put(&notes->under_way, &message))
		return vc_fail(self, VCUBE_EHOST, "no memory for messages in flight") == 0;
	if (notes->node[c->to].from == self->rank) {
		notes->node[c->to].from = -1;
		notes->ready[notes->readies++] = c->to;
	}
	return true;
}

static void
play_left(vcube_node *self, const struct vc_noted *n, uint64_t later)
{
	struct vc_notes *notes = self->machine->notes;
	const uint32_t number = (n->sends - 1 - (uint32_t)later) & INT32_MAX;
	struct vc_message_under_way message = {.transit.arrival = n->left};
	struct vc_send_wait sent;

	if (later > 0)
		vc_under_way_take(&notes->under_way, vc_key_of_awaited(self->rank, number), &message);
	sent.left = message.transit.arrival;
	vc_clock_stamp.left(self, &sent);
}

/* Records a receive, or a wait until a message has left, that has been played. */
static void
record(vcube_node *self, enum vcube_events kind, int peer, uint64_t what, vcube_time since)
{
	if (vc_likely(self->machine->trace == NULL))
		return;
	vc_notes_record_begin(self->machine, self->rank, kind, peer, what, since);
	vc_recorded_end(self->machine, self->rank, self->now);
}

/* Plays an act. Returns false if the node has to wait, has ended or has failed. */
static bool
play_act(vcube_node *self, struct vc_noted *n, const struct vc_note *note)
{
	vcube_machine *m = self->machine;
	const vcube_time since = self->now;
	struct vc_message_under_way message;
	struct vc_slot slot;

	switch (note->kind) {
	case VC_NOTE_SEND:
		return play_send(self, n, note);
	case VC_NOTE_RECV:
		if (!vc_notes_receive(self, note, &message)) {
			n->from = self->code == 0 ? note->peer : -1;
			return false;
		}
		slot.timed.transit = message.transit;
		vc_clock_stamp.consume(self, &slot, false);
		record(self, VCUBE_EVENT_GOT, note->peer, message.bytes, since);
		return self->code == 0;
	case VC_NOTE_LEFT:
		play_left(self, n, note->number);
		record(self, VCUBE_EVENT_SENT, -1, n->sends - 1 - (uint32_t)note->number, since);
		return true;
	case VC_NOTE_WORK:
		return vc_clock_stamp.pass(self, "work", (vcube_time)note->number);
	case VC_NOTE_LABEL:
		n->label = note->number;
		return true;
	case VC_NOTE_LOGGED:
		vc_recorded_add_stretch(m, self->rank, m->trace->log[0].log.words + note->number,
					self->now);
		return true;
	default:
		return false;
	}
}

/* Plays a node as far as possible. */
static void
play_node(vcube_machine *m, int rank)
{
	vcube_node *const self = m->notes->player.self;
	struct vc_noted *const n = &m->notes->node[rank];
	struct vc_note note;
	uint64_t next = vc_note_read(m->notes, n->at, rank, &note);

	load(self, n, rank);
	while (play_act(self, n, &note)) {
		n->at = next;
		next = vc_note_read(m->notes, n->at, rank, &note);
	}
	store(self, n);
}

static size_t
links(const vcube_machine *m)
{
	return (size_t)vcube_topology_vertices(m->topology) *
	       (size_t)vcube_topology_ports(m->topology);
}

/* Fetches the notes of the node that is next, and what is kept of the one after it. */
static void
prefetch(const struct vc_notes *notes)
{
	const int *const last = &notes->ready[notes->readies];

	if (notes->readies > 0)
		__builtin_prefetch(notes->text.base + notes->node[last[-1]].at);
	if (notes->readies > 1) {
		__builtin_prefetch(&notes->node[last[-2]], 1);
		vc_under_way_prefetch(&notes->under_way, last[-2]);
	}
}

static void
play(vcube_machine *m, int first, int end)
{
	struct vc_notes *const notes = m->notes;
	const vcube_node *const self = notes->player.self;

	for (int rank = first; rank < end && self->code == 0; rank++) {
		play_node(m, rank);
		while (notes->readies > 0 && self->code == 0) {
			const int next = notes->ready[--notes->readies];

			prefetch(notes);
			play_node(m, next);
		}
	}
}

/* With one port, that is busy as long as any of its links. */
int
vc_notes_open_stamped(vcube_machine *m)
{
	const bool all = m->desc.ports == VCUBE_PORTS_ALL;
	const int code = vc_notes_open(m);

	if (code != 0)
		return code;
	m->notes->ready = malloc((size_t)m->nodes * sizeof *m->notes->ready);
	if (all)
		m->notes->link_free = malloc(links(m) * sizeof *m->notes->link_free);
	m->notes->player.play = play;
	return m->notes->ready != NULL && (!all || m->notes->link_free != NULL) &&
	       vc_player_open(&m->notes->player, m) ? 0 : VCUBE_EHOST;
}

void
vc_notes_begin_stamped(vcube_machine *m)
{
	struct vc_notes *const notes = m->notes;

	vc_notes_begin_run(m);
	for (size_t i = 0; notes->link_free != NULL && i < links(m); i++)
		notes->link_free[i] = 0;
	notes->readies = 0;
}

static void
play_all(vcube_machine *m)
{
	vc_player_finish(&m->notes->player);
}

void
vc_notes_finish_stamped(vcube_machine *m)
{
	vc_notes_finish(m, play_all);
}

vcube_time
vc_notes_clock_stamped(const vcube_machine *m, int rank)
{
	return m->notes->node[rank].now;
}
