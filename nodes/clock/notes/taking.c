/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The clock of nodes without threads, and the decorator of their messages: they note what a
 * node does. See the header.
 */
#include <stdlib.h>
#include <string.h>
#include "clock.h"
#include "error.h"
#include "network.h"
#include "notes.h"
#include "replay.h"
#include "recorded.h"
#include "recv.h"

enum { TEXT_FIRST = 1 << 20, ACT_MOST = 64 };

/* Makes the node fail: the call needs to know what others do. Returns its code. */
static int
refuse(vcube_node *self, const char *what)
{
	return vc_fail(self, VCUBE_EINVAL, "node %d: %s depends on what other nodes do, and with "
		       "threads=no they run one after the other; use threads=yes", self->rank, what);
}

/* --- text -------------------------------------------------------------------- */

/* Makes room for an act. Returns false if the node has failed. */
static bool
make_room(vcube_node *self)
{
	struct vc_notes *notes = self->machine->notes;

	if (vc_likely(notes->text.bytes - notes->used >= ACT_MOST))
		return true;
	if (vc_player_grow(&notes->player, &notes->text, 2 * notes->text.bytes) != 0) {
		vc_fail(self, VCUBE_EHOST, "no memory for the notes of %d nodes", self->machine->nodes);
		return false;
	}
	vc_region_dense(notes->text.base, notes->text.bytes);
	return true;
}

static void
put_byte(struct vc_notes *notes, unsigned byte)
{
	notes->text.base[notes->used++] = (char)byte;
}

static void
put_number(struct vc_notes *notes, uint64_t number)
{
	for (; number >= 0x80; number >>= 7)
		put_byte(notes, (unsigned)(number & 0x7f) | 0x80);
	put_byte(notes, (unsigned)number);
}

/* Notes what the hooks of a traced node have logged since its last act. */
static __attribute__((noinline)) void
note_logged(vcube_node *self)
{
	struct vc_notes *notes = self->machine->notes;

	put_byte(notes, VC_NOTE_LOGGED);
	put_number(notes, (uint64_t)(notes->logged - self->log->words));
	vc_recorded_end_stretch(self->machine, notes->logged);
	notes->logged = self->log->at;
}

/* Begins an act: notes the work before it, and a label that differs from the last one. Returns
 * false if the node has failed. */
static bool
begin(vcube_node *self, uint64_t label)
{
	struct vc_notes *notes = self->machine->notes;

	if (vc_unlikely(!make_room(self)))
		return false;
	if (vc_unlikely(self->log != NULL) && self->log->at != notes->logged)
		note_logged(self);
	if (self->now > 0) {
		put_byte(notes, VC_NOTE_WORK);
		put_number(notes, (uint64_t)self->now);
		self->now = 0;
	}
	if (vc_unlikely(label != notes->label)) {
		put_byte(notes, VC_NOTE_LABEL);
		memcpy(notes->text.base + notes->used, &label, sizeof label);
		notes->used += sizeof label;
		notes->label = label;
	}
	return true;
}

static uint64_t
number_at(const unsigned char **at)
{
	uint64_t number = *(*at)++;

	if (vc_likely(number < 0x80))
		return number;
	number &= 0x7f;
	for (int bits = 7;; bits += 7) {
		const uint64_t group = *(*at)++;

		number |= (group & 0x7f) << bits;
		if (group < 0x80)
			return number;
	}
}

uint64_t
vc_note_read(const struct vc_notes *notes, uint64_t place, int rank, struct vc_note *note)
{
	const unsigned char *const text = (const unsigned char *)notes->text.base;
	const unsigned char *at = text + place;
	const unsigned head = *at++;

	note->kind = (enum vc_note_kind)(head & 7);
	note->startup = (enum vc_startup)(head >> 3 & 3);
	note->marks = head;
	if (note->kind <= VC_NOTE_RECV)
		note->peer = (int)number_at(&at) ^ rank;
	if (note->kind == VC_NOTE_LABEL) {
		memcpy(&note->number, at, sizeof note->number);
		at += sizeof note->number;
	} else if (note->kind != VC_NOTE_END) {
		note->number = number_at(&at);
	}
	return (uint64_t)(at - text);
}

void
vc_notes_begin(vcube_node *self)
{
	struct vc_notes *notes = self->machine->notes;

	notes->node[self->rank].at = notes->used;
	notes->label = 0;
	notes->sends = 0;
	notes->channel.from = self->rank;
	if (vc_unlikely(self->machine->trace != NULL)) {
		self->log = vc_trace_has(self->machine->trace, self->rank)
			? &self->machine->trace->log[0].log : NULL;
		notes->logged = self->log != NULL ? self->log->at : NULL;
	}
}

/* Takes in eight bytes at a time; of the last ones, those that are there. */
static size_t
hash_of(const char *text, size_t bytes)
{
	uint64_t hash = bytes;

	while (bytes > 0) {
		const size_t part = bytes < sizeof hash ? bytes : sizeof hash;
		uint64_t word = 0;

		memcpy(&word, text, part);
		hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
		hash ^= hash >> 32;
		text += part;
		bytes -= part;
	}
	return (size_t)hash % VC_NOTES_KNOWN;
}

/* Gives up the notes of a node, which come last, if others are the same. */
static void
share(struct vc_notes *notes, struct vc_noted *n)
{
	const size_t bytes = notes->used - n->at;
	const char *const text = notes->text.base + n->at;
	struct vc_notes_place *const known = &notes->known[hash_of(text, bytes)];

	if (known->bytes == bytes && memcmp(notes->text.base + known->at, text, bytes) == 0) {
		notes->used = n->at;
		n->at = known->at;
	} else {
		*known = (struct vc_notes_place){n->at, bytes};
	}
}

void
vc_notes_end(vcube_node *self)
{
	struct vc_notes *notes = self->machine->notes;
	struct vc_noted *n = &notes->node[self->rank];

	if (begin(self, notes->label)) {
		put_byte(notes, VC_NOTE_END);
		share(notes, n);
	}
	notes->result[self->rank] = (struct vc_noted_result){
		.messages = (uint32_t)self->messages, .steps = (uint32_t)self->steps,
		.bytes = self->bytes, .heap_peak = vc_heap_peak(&self->heap),
	};
	vc_player_add(&notes->player, self->rank);
}

/* --- messages ---------------------------------------------------------------- */

static struct vc_channel *
open_channel(vcube_node *self, int to)
{
	struct vc_channel *c = &self->machine->notes->channel;

	if (vc_channel_permitted(self, to) != 0)
		return NULL;
	c->to = to;
	c->hops = 0;            /* nobody is there to be woken */
	return c;
}

static int
post(vcube_node *self, struct vc_channel *c, const void *data, size_t bytes,
     enum vc_startup startup, enum vc_lend lend, struct vc_send_wait *sent)
{
	struct vc_notes *notes = self->machine->notes;

	(void)data, (void)lend;
	if (vc_label_is_tagged(self->signature))
		return refuse(self, "a message with a tag");
	if (!begin(self, self->signature))
		return self->code;
	*sent = (struct vc_send_wait){
		/* so that nobody takes it for sent: left() notes the wait */
		.left = VC_NO_TIME, .bytes = bytes, .channel = c,
		.number = notes->sends++, .mark = notes->used,
	};
	put_byte(notes, VC_NOTE_SEND | (unsigned)startup << 3);
	put_number(notes, (unsigned)(c->to ^ self->rank));
	put_number(notes, bytes);
	self->messages++;
	self->bytes += bytes;
	return 0;
}

static void
left(vcube_node *self, struct vc_send_wait *sent)
{
	struct vc_notes *notes = self->machine->notes;
	const uint32_t later = notes->sends - 1 - sent->number;

	if (!begin(self, notes->label))
		return;
	notes->text.base[sent->mark] |= (char)(later > 0 ? VC_NOTE_AWAITED | VC_NOTE_KEPT
							   : VC_NOTE_AWAITED);
	put_byte(notes, VC_NOTE_LEFT);
	put_number(notes, later);
}

/* Returns whether a receive from that node was posted before, and awaits a message of another
 * call. */
static bool
is_behind(const vcube_node *self, int from, const struct vcube_request *before)
{
	const struct vcube_request *r = self->requests.receives.first;

	while (r != NULL && r != before && r->peer != from)
		r = r->next;
	return r != NULL && r != before;
}

static void
note_receive(vcube_node *self, int from, uint64_t label, size_t room,
	     const struct vcube_request *before)
{
	struct vc_notes *notes = self->machine->notes;

	if (!begin(self, label))
		return;
	put_byte(notes, VC_NOTE_RECV | (is_behind(self, from, before) ? VC_NOTE_BEHIND : 0));
	put_number(notes, (unsigned)(from ^ self->rank));
	put_number(notes, room);
}

/* Receives posted before take their messages first. */
static void
note_posted(vcube_node *self, const struct vc_want *want)
{
	struct vcube_request *r;

	while ((r = vc_posted(self, want->from, want->label, want->before)) != NULL) {
		note_receive(self, r->peer, r->got.label, r->got.room, r);
		vc_request_cancel(self, r);
	}
}

static int
receive(vcube_node *self, const struct vc_want *want, size_t room, bool asked)
{
	if (self->code != 0)
		return self->code;
	if (want->from < 0)
		return refuse(self, "a receive from any node");
	if (asked)
		return refuse(self, "the length or the arrival of a message (a struct "
				       "vcube_status)");
	if (vc_label_is_tagged(want->label))
		return refuse(self, "a message with a tag");
	note_posted(self, want);
	note_receive(self, want->from, want->label, room, want->before);
	return self->code != 0 ? self->code : VC_RECEIVED;
}

static int
refuse_wait(vcube_node *self, struct vc_wait *wait)
{
	(void)wait;
	return refuse(self, "a probe or vcube_async()");
}

static const struct vc_decorator decorator = {
	.open = open_channel,
	.post = post,
	.receive = receive,
	.wait = refuse_wait,
};

/* --- what a node may not ask ------------------------------------------------- */

static vcube_time
now(vcube_node *self)
{
	refuse(self, "the time (vcube_now, vcube_align, vcube_split)");
	return 0;
}

static vcube_time
deadline(vcube_node *self, vcube_time limit)
{
	(void)limit;
	refuse(self, "a receive with a time limit");
	return VC_NO_TIME;
}

static struct vcube_request *
first_of(vcube_node *self, struct vc_wait *wait)
{
	(void)wait;
	refuse(self, "the first of several requests (vcube_waitany)");
	return NULL;
}

static bool
is_done(vcube_node *self, vcube_request *request)
{
	(void)request;
	refuse(self, "a test of a request");
	return false;
}

/* --- the machine ------------------------------------------------------------- */

void
vc_notes_close(vcube_machine *m)
{
	struct vc_notes *notes = m->notes;

	if (notes == NULL)
		return;
	vc_player_close(&notes->player);
	vc_under_way_close(&notes->under_way);
	vc_region_unmap(&notes->text);
	free(notes->node);
	free(notes->result);
	free(notes->link_free);
	free(notes->ready);
	free(notes->brief);
	free(notes);
	m->notes = NULL;
}

int
vc_notes_open(vcube_machine *m)
{
	const size_t nodes = (size_t)m->nodes;
	struct vc_notes *notes = aligned_alloc(VC_LINE, (sizeof *notes + VC_LINE - 1) / VC_LINE * VC_LINE);

	if (notes == NULL)
		return VCUBE_EHOST;
	memset(notes, 0, sizeof *notes);
	m->notes = notes;
	m->decorator = &decorator;
	notes->node = aligned_alloc(VC_LINE, nodes * sizeof *notes->node);
	notes->result = calloc(nodes, sizeof *notes->result);
	if (notes->node == NULL || notes->result == NULL ||
	    !vc_under_way_open(&notes->under_way, m->nodes) ||
	    vc_region_map(&notes->text, TEXT_FIRST, 0) != 0)
		return VCUBE_EHOST;
	vc_region_dense(notes->node, nodes * sizeof *notes->node);
	return 0;
}

void
vc_notes_begin_run(vcube_machine *m)
{
	vcube_node *self = &m->node[0];

	m->notes->used = 0;
	memset(m->notes->known, 0, sizeof m->notes->known);
	for (int rank = 0; rank < m->nodes; rank++)
		m->notes->node[rank] = (struct vc_noted){.from = -1};
	vc_under_way_clear(&m->notes->under_way);
	self->instrumented = self->blind = true;
	self->fast_possible = false;
	vc_set_fast_path(self, false);
	atomic_store_explicit(&m->stop, VC_LOOK, memory_order_relaxed);
}

bool
vc_notes_accept(vcube_node *self, const struct vc_note *note,
		const struct vc_message_under_way *message)
{
	const vcube_machine *const m = self->machine;
	const uint64_t label = m->notes->node[self->rank].label;

	self->signature = label;
	if (vc_unlikely(message->label != label) && (note->marks & VC_NOTE_BEHIND) != 0)
		refuse(self, "which message a receive takes that was posted before this call");
	else if (vc_unlikely(message->label != label))
		m->reporter->mismatch(self, message->label, note->peer);
	else if (vc_unlikely(message->bytes > note->number))
		m->reporter->not_due(self, note->peer, message->bytes, note->number);
	return self->code == 0;
}

bool
vc_notes_receive(vcube_node *self, const struct vc_note *note,
		 struct vc_message_under_way *message)
{
	return vc_under_way_take(&self->machine->notes->under_way,
				 vc_key_of_message(note->peer, self->rank), message) &&
	       vc_notes_accept(self, note, message);
}

/* --- after the notes are played ---------------------------------------------- */

/* Returns whether playing ended early: a message has no route, or a clock has passed its limit.
 * Then nodes may wait, and messages be under way, through no fault of theirs. */
static bool
is_cut_short(const vcube_machine *m)
{
	return m->network != NULL && (vc_network_is_stuck(m->network) || vc_replay_far(m) >= 0);
}

/* Follows those that wait for each other from the first that waits, as far as to one that has
 * ended, or that it has passed before. */
static void
check_waits(vcube_machine *m)
{
	const struct vc_noted *node = m->notes->node;
	int first = 0, slow, fast;

	while (first < m->nodes && node[first].from < 0)
		first++;
	if (first == m->nodes)
		return;
	slow = fast = first;
	do {
		slow = node[slow].from;
		for (int i = 0; i < 2 && node[fast].from >= 0; i++)
			fast = node[fast].from;
	} while (slow != fast && node[fast].from >= 0);
	m->node[0].rank = first;
	if (node[fast].from < 0)
		vc_fail(&m->node[0], VCUBE_EDEADLOCK, "node %d waits for ever for a message from node "
			"%d: node %d has ended", first, node[first].from, fast);
	else
		vc_fail(&m->node[0], VCUBE_EDEADLOCK, "deadlock: node %d waits for a message from node "
			"%d, and nodes that wait for each other are in the way, node %d among them",
			first, node[first].from, fast);
}

/* Returns whether the first message is before the other one: by receiver, then sender. */
static bool
is_before(const struct vc_message_under_way *a, const struct vc_message_under_way *b)
{
	return b == NULL || a->key < b->key;
}

struct unreceived {
	const struct vc_message_under_way *first;
	unsigned long long messages, bytes;
};

static void
count_unreceived(const struct vc_message_under_way *message, void *arg)
{
	struct unreceived *const u = arg;

	if (!vc_key_is_message(message->key))
		return;
	u->messages++;
	u->bytes += message->bytes;
	if (is_before(message, u->first))
		u->first = message;
}

int
vc_notes_unreceived(const vcube_machine *m, struct vcube_error *error)
{
	struct unreceived u = {.messages = 0};
	int from, to;

	if (is_cut_short(m))
		return 0;
	vc_under_way_each(&m->notes->under_way, count_unreceived, &u);
	if (u.messages == 0)
		return 0;
	vc_key_read(u.first->key, &from, &to);
	return vc_error(error, VCUBE_EUNRECEIVED, "%llu message%s (%llu bytes) %s never received, the "
			"first from node %d to node %d", u.messages, u.messages == 1 ? "" : "s", u.bytes,
			u.messages == 1 ? "was" : "were", from, to);
}

/* --- traces ------------------------------------------------------------------ */

/* Hooks tell the time since the last act, and no wait takes any. */
static struct vc_moment
moment(const vcube_node *self)
{
	return (struct vc_moment){.stamp = (uint64_t)self->now};
}

static void
log_begin(vcube_node *n, struct vc_log *log)
{
	static const uint64_t never;

	(void)n;
	log->clock = &never;
}

void
vc_notes_record_send(vcube_machine *m, int rank, const struct vc_note *note, vcube_time now,
		     const struct vc_transit *transit)
{
	struct vc_event e = {
		.kind = VCUBE_EVENT_SEND, .time = now, .peer = note->peer, .amount = note->number,
		.detail = note->startup == VC_STARTUP_NONE,
	};

	if (!vc_trace_has_message(m->trace, rank, note->peer))
		return;
	if (transit != NULL) {
		e.arrival = transit->arrival;
		e.span = transit->arrival - transit->duration - now;
	}
	vc_recorded_add(m, rank, &e);
}

void
vc_notes_record_begin(vcube_machine *m, int rank, enum vcube_events kind, int peer, uint64_t what,
		      vcube_time now)
{
	struct vc_event e = {.kind = kind, .time = now, .peer = peer};

	if (!vc_trace_has(m->trace, rank))
		return;
	if (kind == VCUBE_EVENT_GOT)
		e.amount = what;
	else
		e.number = (uint32_t)what;
	vc_recorded_begin(m, rank, &e);
}

/* Records for whom traced nodes wait, and the failure of the run. */
static void
record_end(vcube_machine *m)
{
	const vcube_node *const self = &m->node[0];

	for (int rank = m->trace->first; rank <= m->trace->last; rank++) {
		const vcube_time now = m->clock->clock_of(m, rank);
		const int from = m->notes->node[rank].from;

		if (from >= 0)
			vc_recorded_add(m, rank, &(struct vc_event){
				.kind = VCUBE_EVENT_WAIT, .time = now, .peer = from,
				.detail = VC_WAIT_RECV,
			});
		if (self->code != 0 && rank == self->rank)
			vc_recorded_add(m, rank, &(struct vc_event){
				.kind = VCUBE_EVENT_FAIL, .time = now, .peer = -1,
				.amount = (uint64_t)-(int64_t)self->code, .text = self->failure.text,
			});
	}
}

void
vc_notes_finish(vcube_machine *m, void (*play)(vcube_machine *machine))
{
	vcube_node *const self = &m->node[0];

	self->depth = 0;
	play(m);
	if (self->code == 0 && !is_cut_short(m))
		check_waits(m);
	if (m->trace != NULL)
		record_end(m);
}

/* --- the clocks -------------------------------------------------------------- */

static void
tally(const vcube_machine *m, int rank, struct vcube_stats *stats)
{
	const struct vc_noted_result *n = &m->notes->result[rank];

	stats->messages = n->messages;
	stats->bytes = n->bytes;
	stats->steps = n->steps;
	stats->heap_peak = n->heap_peak;
}

#define NOTING \
	.timed = true, .now = now, .deadline = deadline, .pass = vc_clock_pass, .left = left, \
	.first_of = first_of, .is_done = is_done, .is_known = vc_clock_is_known, \
	.done = vc_clock_nothing_done, .tally = tally, .log_begin = log_begin, .moment = moment

const struct vc_clock vc_clock_notes_stamped = {
	NOTING,
	.open = vc_notes_open_stamped,
	.begin = vc_notes_begin_stamped,
	.finish = vc_notes_finish_stamped,
	.close = vc_notes_close,
	.clock_of = vc_notes_clock_stamped,
	.verdict = vc_notes_unreceived,
};

const struct vc_clock vc_clock_notes_replayed = {
	NOTING,
	.open = vc_notes_open_replayed,
	.begin = vc_notes_begin_replayed,
	.finish = vc_notes_finish_replayed,
	.close = vc_notes_close_replayed,
	.clock_of = vc_notes_clock_replayed,
	.parts = vc_notes_parts,
	.path = vc_notes_path,
	.verdict = vc_notes_verdict_replayed,
	.sent_times = vc_replay_sent_times,
};
