/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Plays notes by the replay (nodes/clock/replay/replay.h): a node's journal always has its
 * next act alone, on a page of its own, written when the replay asks for it. So the journals
 * of a million nodes take little memory.
 *
 * A node whose next act is the receipt of a message that nobody has sent yet is at the end of
 * its journal. When the message is sent, the receipt enters the journal, and the replayer
 * waits for the message to be placed; such a message never comes among those under way.
 */
#include <stdlib.h>
#include <string.h>
#include "answers.h"
#include "notes.h"
#include "recorded.h"
#include "replay.h"
#include "replayer.h"

/* A page with an act that is no send. Nobody reads it once it is passed, and then the node's next
 * one lies there. */
struct vc_brief_page {
	uint64_t words[sizeof(struct vc_page) / 8 + 2];
};

static vcube_time
clock_of(const vcube_machine *m, int rank)
{
	return m->replay->player[rank].clock + m->notes->node[rank].now;
}

/* Records that a node's next act begins, a receive or the wait until a message has left. It has
 * ended when the node's next page is asked for. */
static void
record(vcube_machine *m, int rank, enum vcube_events kind, int peer, uint64_t what)
{
	if (vc_unlikely(m->trace != NULL))
		vc_notes_record_begin(m, rank, kind, peer, what, clock_of(m, rank));
}

/* Begins a page with an act. */
static void
begin_page(vcube_machine *m, int rank, enum vc_act kind, uint32_t words, struct vc_page *page)
{
	struct vc_noted *n = &m->notes->node[rank];

	memset(page, 0, sizeof *page);
	page->rank = rank;
	page->fed = true;
	atomic_store_explicit(&page->written, words, memory_order_relaxed);
	page->word[0] = (uint64_t)n->now << VC_ACT_BITS | kind;
	n->now = 0;
}

static struct vc_page *
page_of_flight(vcube_machine *m, int rank, enum vc_act kind, struct vc_in_flight *flight)
{
	struct vc_page *page = (struct vc_page *)m->notes->brief[rank].words;

	if (flight == NULL)
		return NULL;
	begin_page(m, rank, kind, 2, page);
	page->word[1] = (uint64_t)(uintptr_t)flight;
	return page;
}

/* The struct that stands for the node. */
static vcube_node *
acting(vcube_machine *m, int rank)
{
	m->node[0].rank = rank;
	return &m->node[0];
}

/* Lets a replayer wait for the message that its node was waiting for. */
static void
hand_over(vcube_machine *m, int rank, const struct vc_message_under_way *message)
{
	struct vc_noted *n = &m->notes->node[rank];
	struct vc_replayer *p = &m->replay->player[rank];
	struct vc_note receipt;
	const uint64_t next = vc_note_read(m->notes, n->at, rank, &receipt);

	n->from = -1;
	if (!vc_notes_accept(acting(m, rank), &receipt, message))
		return;
	n->at = next;
	record(m, rank, VCUBE_EVENT_GOT, receipt.peer, message->bytes);
	vc_replayer_turn_to(m->replay, p, page_of_flight(m, rank, VC_ACT_RECV, message->flight));
	p->waiting = message->flight;
}

/* Returns memory for the page of a send, or NULL; blocks of a pool would take twice as much. */
static struct vc_page *
take_page(vcube_machine *m)
{
	struct vc_page *page = m->replay->idle;

	if (page == NULL)
		return vc_pool_keep(&m->node[0].pool, sizeof *page + sizeof(struct vc_in_flight));
	m->replay->idle = page->after;
	return page;
}

static struct vc_page *
page_of_send(vcube_machine *m, int rank, const struct vc_note *note)
{
	struct vc_noted *n = &m->notes->node[rank];
	struct vc_message_under_way message = {.label = n->label, .bytes = note->number};
	struct vc_in_flight *f;
	struct vc_page *page = take_page(m);
	bool kept = true;

	if (page == NULL) {
		vc_fail(&m->node[0], VCUBE_EHOST, "no memory for the journal of node %d", rank);
		return NULL;
	}
	n->now += m->cost.send_overhead;
	if (vc_unlikely(m->trace != NULL))
		vc_notes_record_send(m, rank, note, clock_of(m, rank), NULL);
	begin_page(m, rank, VC_ACT_SEND, sizeof *f / 8, page);
	page->again = true;
	message.flight = f = (struct vc_in_flight *)page->word;
	memset((char *)f + sizeof f->act, 0, sizeof *f - sizeof f->act);
	f->to = (uint32_t)note->peer;
	f->startup = (uint8_t)note->startup;
	f->uses = 1 + !!(note->marks & VC_NOTE_AWAITED);
	f->bytes = note->number;
	f->duration = f->arrival = f->left = f->taken = VC_NOT_YET;
	n->last = f;
	message.key = vc_key_of_awaited(rank, n->sends);
	if (note->marks & VC_NOTE_KEPT)
		kept = vc_under_way_put(&m->notes->under_way, &message);
	message.key = vc_key_of_message(rank, note->peer);
	n->sends = (n->sends + 1) & INT32_MAX;
	if (m->notes->node[note->peer].from == rank)
		hand_over(m, note->peer, &message);
	else
		kept &= vc_under_way_put(&m->notes->under_way, &message);
	if (!kept)
		vc_fail(&m->node[0], VCUBE_EHOST, "no memory for messages in flight");
	return page;
}

static struct vc_page *
page_of_receipt(vcube_machine *m, int rank, const struct vc_note *note)
{
	struct vc_message_under_way message;

	if (vc_notes_receive(acting(m, rank), note, &message)) {
		record(m, rank, VCUBE_EVENT_GOT, note->peer, message.bytes);
		return page_of_flight(m, rank, VC_ACT_RECV, message.flight);
	}
	if (m->node[0].code == 0)
		m->notes->node[rank].from = note->peer;
	return NULL;
}

/* Returns the number of a node's message that so many later ones have followed. */
static uint32_t
number_of_left(const struct vc_noted *n, uint64_t later)
{
	return (n->sends - 1 - (uint32_t)later) & INT32_MAX;
}

static struct vc_page *
page_of_leaving(vcube_machine *m, int rank, uint64_t later)
{
	const struct vc_noted *n = &m->notes->node[rank];
	const uint32_t number = number_of_left(n, later);
	struct vc_message_under_way message = {.flight = n->last};

	if (later > 0)
		vc_under_way_take(&m->notes->under_way, vc_key_of_awaited(rank, number), &message);
	record(m, rank, VCUBE_EVENT_SENT, -1, number);
	return page_of_flight(m, rank, VC_ACT_LEFT, message.flight);
}

/* Returns the page with the next act of a node; NULL: it has ended, waits or has failed. */
static struct vc_page *
next_page(vcube_machine *m, int rank)
{
	struct vc_noted *n = &m->notes->node[rank];
	struct vc_page *page = NULL;
	struct vc_note note;

	if (vc_unlikely(m->trace != NULL))
		vc_recorded_end(m, rank, clock_of(m, rank));
	while (page == NULL && m->node[0].code == 0 && n->from < 0) {
		const uint64_t next = vc_note_read(m->notes, n->at, rank, &note);

		if (note.kind == VC_NOTE_END)
			return NULL;
		if (note.kind == VC_NOTE_SEND)
			page = page_of_send(m, rank, &note);
		else if (note.kind == VC_NOTE_RECV)
			page = page_of_receipt(m, rank, &note);
		else if (note.kind == VC_NOTE_LEFT)
			page = page_of_leaving(m, rank, note.number);
		else if (note.kind == VC_NOTE_WORK)
			n->now += (vcube_time)note.number;
		else if (note.kind == VC_NOTE_LOGGED)
			vc_recorded_add_stretch(m, rank, m->trace->log[0].log.words + note.number,
						clock_of(m, rank));
		else
			n->label = note.number;
		if (page != NULL || note.kind >= VC_NOTE_WORK)
			n->at = next;
	}
	return page;
}

/* Finds the first messages that a node receives, or waits for until they have left, before it sends
 * again. */
static void
find_wanted(const vcube_machine *m, int rank, struct vc_noted *n)
{
	struct vc_note note = {.kind = VC_NOTE_WORK};
	uint64_t at = n->at;
	int found = 0;

	n->wanted[0] = n->wanted[1] = 0;
	while (found < 2 && note.kind != VC_NOTE_SEND && note.kind != VC_NOTE_END) {
		at = vc_note_read(m->notes, at, rank, &note);
		if (note.kind == VC_NOTE_RECV)
			n->wanted[found++] = vc_key_of_message(note.peer, rank);
		else if (note.kind == VC_NOTE_LEFT && note.number > 0)
			n->wanted[found++] = vc_key_of_awaited(rank, number_of_left(n, note.number));
	}
}

/* Fetches the page of a send, without a look at it: the flight is the first in it. */
static void
fetch_page(const struct vc_in_flight *flight)
{
	const char *const page = (const char *)flight - offsetof(struct vc_page, word);

	for (size_t at = 0; at < sizeof(struct vc_page) + sizeof *flight; at += VC_LINE)
		__builtin_prefetch(page + at, 1);
}

static void
fetch(vcube_machine *m, int rank, int step)
{
	struct vc_noted *const n = &m->notes->node[rank];
	const struct vc_message_under_way *message;

	if (step == VC_FETCH_LIST)
		find_wanted(m, rank, n);
	for (int i = 0; i < 2 && n->wanted[i] != 0; i++) {
		message = vc_under_way_fetch(&m->notes->under_way, n->wanted[i], step);
		if (message != NULL)
			fetch_page(message->flight);
	}
}

int
vc_notes_open_replayed(vcube_machine *m)
{
	const int code = vc_notes_open(m);

	if (code != 0)
		return code;
	m->notes->brief = malloc((size_t)m->nodes * sizeof *m->notes->brief);
	if (m->notes->brief == NULL || vc_replay_new(m) == NULL)
		return VCUBE_EHOST;
	m->replay->feed = next_page;
	m->replay->fetch = fetch;
	return 0;
}

void
vc_notes_begin_replayed(vcube_machine *m)
{
	vc_notes_begin_run(m);
	vc_replay_reset(m);
}

static void
play(vcube_machine *m)
{
	if (m->node[0].code == 0)
		vc_replay_rest(m);
}

void
vc_notes_finish_replayed(vcube_machine *m)
{
	vc_notes_finish(m, play);
}

void
vc_notes_close_replayed(vcube_machine *m)
{
	vc_replay_free(m);
	vc_notes_close(m);
}

vcube_time
vc_notes_clock_replayed(const vcube_machine *m, int rank)
{
	return clock_of(m, rank);
}

/* Time after the last act counts as work. */
static struct vcube_parts
with_rest(const vcube_machine *m, int rank, struct vcube_parts all)
{
	all.work += m->notes->node[rank].now;
	return all;
}

struct vcube_parts
vc_notes_parts(const vcube_machine *m, int rank)
{
	return with_rest(m, rank, m->replay->player[rank].parts);
}

struct vcube_parts
vc_notes_path(const vcube_machine *m, int rank)
{
	return with_rest(m, rank, m->replay->player[rank].path);
}

int
vc_notes_verdict_replayed(const vcube_machine *m, struct vcube_error *error)
{
	const int code = vc_replay_verdict(m, error);

	return code != 0 ? code : vc_notes_unreceived(m, error);
}
