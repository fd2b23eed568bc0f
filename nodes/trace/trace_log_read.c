/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Logs read again. Where journals are kept, a node did not know its times: its log
 * has how many acts into its journal it was, and the replay knows when that was.
 */
#include "nodes/time/replay.h"
#include "nodes/trace/trace_log_read.h"

/* Under the free clock not every message has a time of its own; so far the next one
 * may be from the last, see vc_log_lean(). */
enum { FAR = 2 * VC_LINE / sizeof(uint64_t) };

static unsigned
kind_of(uint64_t word)
{
	return word & ((1u << VC_LOG_KIND_BITS) - 1);
}

/* The numbers of a date. */
static uint64_t
first_of(uint64_t word)
{
	return word >> VC_LOG_KIND_BITS & ((1u << VC_LOG_DATE_BITS) - 1);
}

static uint64_t
second_of(uint64_t word)
{
	return word >> (VC_LOG_KIND_BITS + VC_LOG_DATE_BITS);
}

static bool
is_lean(unsigned kind)
{
	return kind == VCUBE_EVENT_SEND || kind == VCUBE_EVENT_GOT;
}

/* How many messages there are up to the next time; that they are spread evenly over
 * what is between is all that can be said. */
static void
look_ahead(struct vc_log_reader *r)
{
	const uint64_t *const last = r->end - r->at > FAR ? r->at + FAR : r->end;

	r->many = r->passed = 0;
	for (const uint64_t *w = r->at; w < last; w++) {
		const unsigned kind = kind_of(*w);

		if (kind == VC_LOG_TIME || kind == VC_LOG_SPAN) {
			const uint64_t on = kind == VC_LOG_TIME ? *w >> VC_LOG_KIND_BITS : first_of(*w);

			r->next = r->moment.time + (vcube_time)on;
			return;
		}
		if (kind == VC_LOG_SINCE || (kind < VCUBE_EVENTS_COUNT && !is_lean(kind)))
			break;
		r->many += is_lean(kind);
	}
	r->many = 0;
}

static vcube_time
time_now(const struct vc_log_reader *r)
{
	vcube_time time = r->moment.time;

	if (r->machine->replay != NULL)
		return time + vc_replay_clock_after(r->machine, r->rank, r->moment.acts);
	if (r->tick == 0)
		return time;
	if (r->passed < r->many)
		time += (r->next - time) * r->passed / r->many;
	return (vcube_time)((double)time * r->tick);
}

static void
go_on(struct vc_log_reader *r, uint64_t time)
{
	r->moment.time += (vcube_time)time;
	if (r->tick != 0)
		look_ahead(r);
}

static void
act(struct vc_log_reader *r, uint64_t acts)
{
	if (acts > 0)
		r->moment = (struct vc_moment){.acts = r->moment.acts + acts};
}

static void
begin(struct vc_log_reader *r)
{
	r->said.since = time_now(r);
	r->said.has_since = true;
}

static void
hear_date(struct vc_log_reader *r, uint64_t word)
{
	const uint64_t first = first_of(word), second = second_of(word);

	switch (kind_of(word)) {
	case VC_LOG_SPAN:
		go_on(r, first);
		begin(r);
		go_on(r, second);
		break;
	case VC_LOG_ACTED:
		act(r, first);
		begin(r);
		act(r, second);
		break;
	case VC_LOG_BEHIND:
		r->said.start = (uint64_t)r->arrival - (uint64_t)r->moment.time - first;
		/* fall through */
	default:
		go_on(r, first);
		r->said.arrival = r->said.start + second;
		r->said.has_arrival = true;
		break;
	}
}

/* A word that is no event. */
static void
hear(struct vc_log_reader *r, uint64_t word)
{
	const uint64_t number = word >> VC_LOG_KIND_BITS;

	switch (kind_of(word)) {
	case VC_LOG_TIME:
		go_on(r, number);
		break;
	case VC_LOG_ACTS:
		act(r, number);
		break;
	case VC_LOG_SINCE:
		begin(r);
		break;
	case VC_LOG_START:
		r->said.start += number;
		break;
	case VC_LOG_ARRIVAL:
		r->said.arrival += number;
		r->said.has_arrival = true;
		break;
	case VC_LOG_AMOUNT:
		r->said.amount += number << VC_LOG_SHORT_BITS;
		break;
	case VC_LOG_NUMBER:
		r->said.number += number << VC_LOG_SHORT_BITS;
		break;
	case VC_LOG_DETAIL:
		r->said.detail = (uint8_t)number;
		break;
	case VC_LOG_FROM_ANY:
		r->said.any = true;
		break;
	case VC_LOG_SPAN:
	case VC_LOG_ACTED:
	case VC_LOG_TRANSIT:
	case VC_LOG_BEHIND:
		hear_date(r, word);
		break;
	default:
		break;
	}
}

static void
read_long(struct vc_log_reader *r, const uint64_t *w, struct vc_event *e)
{
	e->detail = (uint8_t)(w[0] >> VC_LOG_KIND_BITS);
	e->peer = (int16_t)(w[0] >> 2 * VC_LOG_KIND_BITS);
	e->number = (uint32_t)(w[0] >> 32);
	e->text = (const char *)(uintptr_t)w[vc_log_words(e->kind) - 1];
	if (e->kind == VCUBE_EVENT_STEP)
		return;
	e->span = (int64_t)w[1];
	e->amount = w[2];
	if (e->kind == VCUBE_EVENT_GROUP)
		r->called[e->detail] = e->time;
	else if (e->kind == VCUBE_EVENT_RETURN)
		e->span = e->time - r->called[e->detail];
}

/* When it starts, and arrives. */
static void
read_send(struct vc_log_reader *r, struct vc_event *e)
{
	vcube_time started;

	e->span = (int64_t)r->said.start;
	e->arrival = VC_NO_TIME;
	if (r->said.has_arrival)
		e->arrival = r->arrival = e->time + (vcube_time)r->said.arrival;
	if (r->machine->replay != NULL &&
	    vc_replay_sent(r->machine, r->rank, r->sends++, &started, &e->arrival))
		e->span = started - e->time;
}

static void
read_short(struct vc_log_reader *r, uint64_t word, struct vc_event *e)
{
	const uint64_t low = (1u << VC_LOG_SHORT_BITS) - 1;
	const vcube_time now = e->time;

	e->peer = (int16_t)(word >> VC_LOG_KIND_BITS);
	word >>= VC_LOG_KIND_BITS + VC_LOG_PEER_BITS;
	e->amount = r->said.amount + (word & low);
	e->number = (uint32_t)(r->said.number + (word >> VC_LOG_SHORT_BITS));
	e->detail = r->said.detail;
	if (e->kind == VCUBE_EVENT_SEND) {
		read_send(r, e);
		return;
	}
	e->span = r->said.has_since ? now - r->said.since : 0;
	if (e->kind == VCUBE_EVENT_GOT) {
		e->time = now - e->span;
		e->any = r->said.any;
	}
}

static void
read_event(struct vc_log_reader *r, struct vc_event *e)
{
	const uint64_t *const w = r->at;
	const unsigned kind = kind_of(*w), words = vc_log_words(kind);

	*e = (struct vc_event){.kind = (uint8_t)kind, .time = time_now(r)};
	if (words > 1)
		read_long(r, w, e);
	else
		read_short(r, *w, e);
	r->passed += is_lean(kind);
	r->at += words;
	r->said = (struct vc_log_said){0};
}

bool
vc_log_read(struct vc_log_reader *r, struct vc_event *e)
{
	while (r->at < r->end) {
		if (kind_of(*r->at) >= VCUBE_EVENTS_COUNT) {
			hear(r, *r->at++);
			continue;
		}
		read_event(r, e);
		/* a wait that turned out to be none */
		if (e->kind != VCUBE_EVENT_SENT || e->span > 0)
			return true;
	}
	return false;
}

void
vc_log_read_begin(struct vc_log_reader *r, const vcube_machine *m, int rank, double tick)
{
	const struct vc_log *log = &m->trace->log[rank].log;

	*r = (struct vc_log_reader){
		.machine = m, .rank = rank, .tick = tick, .at = log->words, .end = log->at,
	};
}
