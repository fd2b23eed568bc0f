/* SPDX-License-Identifier: BSD-2-Clause */
/* Events of nodes without threads; see the header. */
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include "recorded.h"

/* --- while acts are noted ---------------------------------------------------- */

static int
by_text(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* Returns a text that stays, though the next node has the same heap. */
static const char *
keep_text(vcube_machine *m, const char *text)
{
	char *copy;
	char *const *kept;

	if ((uintptr_t)text - (uintptr_t)m->heaps.base >= m->heaps.bytes)
		return text;
	kept = tfind(text, &m->trace->texts, by_text);
	if (kept != NULL)
		return *kept;
	copy = strdup(text);
	if (copy == NULL || tsearch(copy, &m->trace->texts, by_text) == NULL) {
		free(copy);
		return NULL;
	}
	return copy;
}

void
vc_recorded_end_stretch(vcube_machine *m, uint64_t *w)
{
	struct vc_log *const log = &m->trace->log[0].log;

	while (w < log->at) {
		const unsigned words = vc_log_words(vc_log_kind(*w));

		w += words;
		if (words > 1)
			w[-1] = (uintptr_t)keep_text(m, (const char *)(uintptr_t)w[-1]);
	}
	vc_log_put(log, VC_LOG_NOTHING);
	log->epoch = 0;
}

/* --- while they are played --------------------------------------------------- */

void
vc_recorded_add(vcube_machine *m, int rank, const struct vc_event *e)
{
	struct vc_recorded *const r = &m->trace->recorded[rank];

	if (r->used == r->room) {
		const uint32_t room = r->room ? 2 * r->room : 16;
		struct vc_event *larger = r->used < m->trace->events
			? realloc(r->event, room * sizeof *larger) : NULL;

		if (larger == NULL) {
			m->trace->unrecorded++;
			return;
		}
		r->event = larger;
		r->room = room < m->trace->events ? room : (uint32_t)m->trace->events;
	}
	r->event[r->used] = *e;
	r->event[r->used++].rank = (uint32_t)rank;
}

/* What words say of those after them. */
struct stretch {
	vcube_time now;
	uint64_t epoch;
	int above;                      /* the upper half of the next peer; -1: it has none */
	int64_t number;                 /* of a call that is made again; -1: there is none */
};

static void
read_attribute(struct stretch *s, uint64_t word)
{
	const uint64_t number = word >> VC_LOG_KIND_BITS;

	if (vc_log_kind(word) == VC_LOG_EPOCH)
		s->epoch = number;
	else if (vc_log_kind(word) == VC_LOG_PEER)
		s->above = (int)number;
	else if (vc_log_kind(word) == VC_LOG_NUMBER)
		s->number = (int64_t)number;
}

static void
add_event(vcube_machine *m, int rank, struct stretch *s, const uint64_t *w)
{
	struct vc_event e = {.kind = vc_log_kind(*w), .peer = -1, .time = s->now};

	if (vc_log_words(e.kind) <= 2)
		e.detail = (uint8_t)(*w >> VC_LOG_KIND_BITS);
	if (e.kind == VCUBE_EVENT_STEP) {
		e.text = (const char *)(uintptr_t)w[1];
	} else if (vc_log_words(e.kind) == VC_LOG_LONG) {
		vc_event_take_words(&e, w);
		if (e.kind == VCUBE_EVENT_GROUP && s->number >= 0)
			e.number = (uint32_t)s->number;
		if (s->above >= 0)
			e.peer = s->above << 16 | (uint16_t)(*w >> 16);
		s->above = -1;
	}
	vc_recorded_add(m, rank, &e);
}

void
vc_recorded_add_stretch(vcube_machine *m, int rank, const uint64_t *w, vcube_time time)
{
	const uint64_t *const end = m->trace->log[0].log.at, *last;
	struct stretch s = {.now = time, .above = -1, .number = -1};

	for (; w < end && vc_log_kind(*w) != VC_LOG_NOTHING; w += vc_log_words(vc_log_kind(*w))) {
		const unsigned kind = vc_log_kind(*w);

		if (vc_log_is_dated(kind))
			s.now = time + vc_log_time_of(s.epoch, *w);
		if (kind == VC_LOG_AGAIN) {
			for (const uint64_t *entry = vc_log_first_again(w, &last); entry < last;
			     entry += VC_LOG_LONG)
				add_event(m, rank, &s, entry);
			s.number = -1;
		} else if (vc_log_is_attribute(kind)) {
			read_attribute(&s, *w);
		} else {
			add_event(m, rank, &s, w);
		}
	}
}

void
vc_recorded_begin(vcube_machine *m, int rank, const struct vc_event *e)
{
	const uint64_t before = m->trace->unrecorded;

	vc_recorded_add(m, rank, e);
	m->trace->recorded[rank].open = m->trace->unrecorded == before;
}

void
vc_recorded_end(vcube_machine *m, int rank, vcube_time now)
{
	struct vc_recorded *const r = &m->trace->recorded[rank];
	struct vc_event *last;

	if (!r->open)
		return;
	last = &r->event[r->used - 1];
	r->open = false;
	last->span = now - last->time;
	if (last->kind == VCUBE_EVENT_SENT)
		last->time = now;
	r->used -= last->kind == VCUBE_EVENT_SENT && last->span == 0;
}

/* --- after the run ----------------------------------------------------------- */

/* Adds the number of a message that is sent and, where the clock alone knows them, its times. */
static void
settle_send(const vcube_machine *m, int rank, uint64_t nth, struct vc_event *e, uint32_t *count)
{
	struct vc_sent_times times = {.nth = nth};

	e->number = (*count)++;
	if (m->clock->sent_times == NULL)
		return;
	e->arrival = VC_NO_TIME;
	if (m->clock->sent_times(m, rank, &times)) {
		e->arrival = times.arrival;
		e->span = times.begin - e->time;
	}
}

void
vc_recorded_settle(const vcube_machine *m, int rank, uint32_t (*counts)[2])
{
	struct vc_recorded *const r = &m->trace->recorded[rank];
	struct vc_event_calls calls = {0};
	uint32_t *const sent = malloc((r->used + (size_t)1) * sizeof *sent);
	uint32_t sends = 0, steps = 0;

	m->trace->unrecorded += sent == NULL ? r->used : 0;
	r->used = sent == NULL ? 0 : r->used - r->open;
	for (uint32_t i = 0; i < r->used; i++) {
		struct vc_event *const e = &r->event[i];

		if (e->kind == VCUBE_EVENT_SEND) {
			settle_send(m, rank, sends, e, &counts[e->peer][0]);
			sent[sends++] = i;
		} else if (e->kind == VCUBE_EVENT_SENT) {
			const struct vc_event *const message = &r->event[sent[e->number]];

			e->peer = message->peer;
			e->amount = message->amount;
			e->number = message->number;
		} else if (e->kind == VCUBE_EVENT_GOT) {
			e->number = counts[e->peer][1]++;
		} else if (e->kind == VCUBE_EVENT_STEP) {
			e->number = ++steps;
		} else {
			vc_event_of_call(&calls, e);
		}
	}
	for (uint32_t i = 0; i < r->used; i++)
		if (r->event[i].kind == VCUBE_EVENT_SEND || r->event[i].kind == VCUBE_EVENT_GOT)
			counts[r->event[i].peer][0] = counts[r->event[i].peer][1] = 0;
	free(sent);
}

void
vc_recorded_free(struct vc_trace *t)
{
	for (int i = 0; t->recorded != NULL && i < t->nodes; i++)
		free(t->recorded[i].event);
	free(t->recorded);
	tdestroy(t->texts, free);
}
