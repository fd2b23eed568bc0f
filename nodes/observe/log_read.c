/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads logs. Reconstructs what follows from other events and was not logged: the numbers
 * on each channel and, where senders compute arrivals, how long ports and links are busy.
 * With journals a node did not know its times: its log holds its number of acts, and the
 * replay knows the time of each.
 */
#include <stdlib.h>
#include "log_read.h"

/* Under the free clock not every message or step has a time: the greatest distance, in words,
 * between two times; see vc_log_lean(). */
enum { FAR = 2 * VC_LOG_STRETCH / sizeof(uint64_t) };

/* Counts the messages up to the next time. time_now() spreads them evenly over the
 * interval, as nothing else is known. */
static void
look_ahead(struct vc_log_reader *r)
{
	const uint64_t *const last = r->end - r->at > FAR ? r->at + FAR : r->end;
	uint64_t epoch = r->epoch;

	r->many = r->passed = 0;
	for (const uint64_t *w = r->at; w < last; w += vc_log_words(vc_log_kind(*w))) {
		const unsigned kind = vc_log_kind(*w);

		if (vc_log_is_dated(kind)) {
			r->next = (uint64_t)vc_log_time_of(epoch, *w);
			return;
		}
		if (vc_log_words(kind) == VC_LOG_LONG)
			break;
		if (kind == VC_LOG_EPOCH)
			epoch = *w >> VC_LOG_KIND_BITS;
		r->many += vc_log_is_undated(kind) && kind != VC_LOG_STEP;
	}
	r->many = 0;
}

static vcube_time
time_of_moment(const struct vc_log_reader *r, struct vc_moment moment)
{
	if (r->machine->clock->time_of != NULL)
		return r->machine->clock->time_of(r->machine, r->rank, moment);
	if (r->tick == 0)
		return (vcube_time)moment.stamp;
	return (vcube_time)((double)(int64_t)(moment.stamp - (uint64_t)r->machine->trace->ticks) * r->tick);
}

static vcube_time
time_now(const struct vc_log_reader *r)
{
	struct vc_moment now = r->moment;

	if (r->tick != 0 && r->passed < r->many && r->next > now.stamp)
		now.stamp += (r->next - now.stamp) * r->passed / r->many;
	return time_of_moment(r, now);
}

/* Advances the time to that of a word, but not back: when a wait ends, the log may hold
 * later events than its beginning. */
static void
go_on(struct vc_log_reader *r, uint64_t word)
{
	const uint64_t stamp = (uint64_t)vc_log_time_of(r->epoch, word);

	if (stamp >= r->moment.stamp)
		r->moment = (struct vc_moment){stamp, r->attributes.after};
	r->attributes.after = 0;
	r->attributes.sent = (vcube_time)stamp;
	if (r->tick != 0)
		look_ahead(r);
}

static void
read_attribute(struct vc_log_reader *r, uint64_t word)
{
	const uint64_t number = word >> VC_LOG_KIND_BITS;

	switch (vc_log_kind(word)) {
	case VC_LOG_EPOCH:
		r->epoch = number;
		break;
	case VC_LOG_TIME:
		go_on(r, word);
		break;
	case VC_LOG_AFTER:
		r->attributes.after += (vcube_time)number;
		break;
	case VC_LOG_AMOUNT:
		r->attributes.amount += number;
		break;
	case VC_LOG_NUMBER:
		r->attributes.number = (uint32_t)number;
		r->attributes.has_number = true;
		break;
	case VC_LOG_DETAIL:
		r->attributes.detail = (uint8_t)number;
		break;
	case VC_LOG_FROM_ANY:
		r->attributes.any = true;
		break;
	case VC_LOG_START:
		r->attributes.start += number;
		break;
	case VC_LOG_ARRIVAL:
		r->attributes.arrival += number;
		r->attributes.has_arrival = true;
		break;
	default:
		break;
	}
}

/* Returns how long before a DONE its call began. */
static vcube_time
since(const struct vc_log_reader *r, const struct vc_event *done)
{
	const struct vc_trace_log *const log = &r->machine->trace->log[r->rank];
	const vcube_time begin = time_of_moment(r, log->started[done->number]);

	return done->time > begin ? done->time - begin : 0;
}

static void
read_long(struct vc_log_reader *r, struct vc_event *e)
{
	vc_event_take_words(e, r->at);
	r->at += VC_LOG_LONG;
	e->time = time_now(r);
	if (r->again.resume != NULL) {
		if (e->kind == VCUBE_EVENT_GROUP)
			e->number = r->again.number;
		if (r->at == r->again.end) {
			r->at = r->again.resume;
			r->again.resume = NULL;
		}
	}
	vc_event_of_call(&r->calls, e);
	if (e->kind == VCUBE_EVENT_DONE)
		e->span = since(r, e);
	else if (e->kind == VCUBE_EVENT_WORK && e->span > e->time - r->ended)
		/* wall clock: the host's time since the last act is part of it */
		e->span = e->time - r->ended;
}

/* Returns the node number in a word, or -1. */
static int
peer_of(uint64_t word)
{
	const unsigned peer = word >> VC_LOG_KIND_BITS & ((1u << VC_LOG_PEER_BITS) - 1);

	return peer < VCUBE_THREADS_MAX ? (int)peer : -1;
}

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
static void
read_send(struct vc_log_reader *r, enum vc_startup startup, struct vc_event *e)
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
static void
read_number(struct vc_log_reader *r, struct vc_event *e)
{
	const vcube_node *const n = &r->machine->node[r->rank];

	if (e->kind == VCUBE_EVENT_GOT && e->detail == 0)
		e->number = next_number(r, &r->channels.in[place_of(&n->in, e->peer)]);
	else if (e->kind == VCUBE_EVENT_SENT)
		e->number = r->attributes.has_number
			? r->attributes.number
			: r->channels.out[place_of(&n->out, e->peer)].number - 1;
}

static void
read_short(struct vc_log_reader *r, unsigned kind, struct vc_event *e)
{
	const uint64_t word = *r->at++;
	const vcube_time since = time_now(r);

	if (!vc_log_is_undated(kind))
		go_on(r, word);
	e->time = time_now(r);
	e->peer = peer_of(word);
	e->amount = r->attributes.amount +
		    (word >> VC_LOG_BYTES_AT & ((1u << VC_LOG_BYTES_BITS) - 1));
	e->detail = r->attributes.detail;
	r->passed += vc_log_is_undated(kind);
	if (e->kind == VCUBE_EVENT_SEND) {
		read_send(r, (kind - VC_LOG_SEND) % VC_LOG_UNDATED, e);
		return;
	}
	read_number(r, e);
	if (kind < VCUBE_EVENTS_COUNT && e->time > since)
		e->span = e->time - since;
	if (e->kind == VCUBE_EVENT_GOT) {
		e->time -= e->span;
		e->any = r->attributes.any;
	}
}

static void
read_step(struct vc_log_reader *r, struct vc_event *e)
{
	const uint64_t *const w = r->at;

	r->at += vc_log_words(VCUBE_EVENT_STEP);
	if (!vc_log_is_undated(vc_log_kind(w[0])))
		go_on(r, w[0]);
	e->time = time_now(r);
	e->detail = (uint8_t)peer_of(w[0]);
	e->peer = -1;
	e->number = ++r->steps;
	e->text = (const char *)(uintptr_t)w[1];
}

/* Goes back to the entries of a call that is made again. */
static void
read_again(struct vc_log_reader *r)
{
	const uint64_t *const word = r->at++;

	go_on(r, *word);
	r->again.resume = r->at;
	r->again.number = r->attributes.number;
	r->at = vc_log_first_again(word, &r->again.end);
	r->attributes = (struct vc_log_attributes){0};
}

static void
read_return(struct vc_log_reader *r, struct vc_event *e)
{
	const uint64_t word = *r->at++;

	go_on(r, word);
	e->time = time_now(r);
	e->detail = (uint8_t)peer_of(word);
	vc_event_of_call(&r->calls, e);
}

/* Returns the kind of event of a word of this kind. */
static uint8_t
event_of(unsigned kind)
{
	if (kind == VC_LOG_STEP)
		return VCUBE_EVENT_STEP;
	if (vc_log_is_undated(kind))
		kind -= VC_LOG_UNDATED;
	return (uint8_t)(kind >= VC_LOG_FOUND ? VCUBE_EVENT_GOT
			 : kind >= VC_LOG_SEND ? VCUBE_EVENT_SEND : kind);
}

bool
vc_log_read(struct vc_log_reader *r, struct vc_event *e)
{
	while (r->at < r->end) {
		const unsigned kind = vc_log_kind(*r->at);

		if (vc_log_is_attribute(kind)) {
			read_attribute(r, *r->at++);
			continue;
		}
		if (kind == VC_LOG_AGAIN) {
			read_again(r);
			continue;
		}
		*e = (struct vc_event){.kind = event_of(kind), .rank = (uint32_t)r->rank};
		if (e->kind == VCUBE_EVENT_STEP)
			read_step(r, e);
		else if (kind == VCUBE_EVENT_RETURN)
			read_return(r, e);
		else if (vc_log_words(kind) > 1)
			read_long(r, e);
		else
			read_short(r, kind, e);
		r->attributes = (struct vc_log_attributes){0};
		r->ended = e->kind == VCUBE_EVENT_GOT ? e->time + e->span : e->time;
		/* skip a SENT that took no time: there was no wait */
		if (e->kind != VCUBE_EVENT_SENT || e->span > 0)
			return true;
	}
	return false;
}

static struct vc_log_channel *
new_channels(const struct vc_peers *peers)
{
	return calloc((size_t)peers->mask + 1, sizeof(struct vc_log_channel));
}

bool
vc_log_read_begin(struct vc_log_reader *r, const vcube_machine *m, int rank, double tick)
{
	const struct vc_log *log = &m->trace->log[rank].log;
	const vcube_node *const n = &m->node[rank];

	*r = (struct vc_log_reader){
		.machine = m, .rank = rank, .tick = tick, .at = log->words, .end = log->at,
		.moment.stamp = tick != 0 ? (uint64_t)m->trace->ticks : 0,
		.channels = {new_channels(&n->out), new_channels(&n->in)},
	};
	return r->channels.out != NULL && r->channels.in != NULL;
}

void
vc_log_read_end(struct vc_log_reader *r)
{
	free(r->channels.out);
	free(r->channels.in);
}
