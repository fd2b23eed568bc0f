/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A log: what one node did, in words of 64 bits, one behind the other.
 *
 * Recording is to cost little beside a message, some 90 ns on both sides. A fresh
 * page of memory alone costs more than that, and a look at the host's clock 10 ns.
 * So a short message takes one word on either side, and no time of its own where
 * the node neither waited nor came out of a call: see `lean`.
 *
 * A word's low 8 bits are its kind. Those of events (enum vcube_events) are an event
 * with the words that it has, see vc_log_words(); the others say something of the
 * next event, or of all that follow. What has times of its own has mostly two words,
 * its date and itself:
 */
#ifndef VC_TRACE_LOG_H
#define VC_TRACE_LOG_H

#include <stdbool.h>
#include <vcube/trace.h>
#include "lib/host.h"
#include "nodes/machine/node.h"

enum vc_log_kind {
	VC_LOG_TIME = 128,      /* the time goes on by so much */
	VC_LOG_ACTS,            /* where journals are kept: by so many acts, and time is since then */
	VC_LOG_SINCE,           /* the next event began at the time so far */
	VC_LOG_START,           /* the next message starts so long after it is sent, */
	VC_LOG_ARRIVAL,         /* and arrives so long after it */
	VC_LOG_AMOUNT,          /* the next event's amount has these higher bits, */
	VC_LOG_NUMBER,          /* and its number these */
	VC_LOG_DETAIL,          /* its detail */
	VC_LOG_FROM_ANY,        /* it is a receive from any */
	/* All times of the next event, as two numbers. The time goes on by the first; then */
	VC_LOG_SPAN,            /* the event begins, and the time goes on by the second, */
	VC_LOG_ACTED,           /* the same, and both are acts */
	VC_LOG_TRANSIT,         /* or the message starts, and takes the second, */
	VC_LOG_BEHIND,          /* the same, and it starts when the one sent before it arrives */
	VC_LOG_NOTHING          /* no event, and none follows */
};

enum {
	VC_LOG_KIND_BITS = 8,
	VC_LOG_PEER_BITS = 16,
	VC_LOG_SHORT_BITS = 20, /* of an amount, and of a number, in the word of a message */
	VC_LOG_DATE_BITS = 28,  /* of two times in a word: 268 us each */
	/* A record of what is no message: kind, detail, peer, number; span; amount; text. */
	VC_LOG_LONG = 4,
	/* The most words for an event, with those that go before it. */
	VC_LOG_MOST = 5,
	/* Longer messages have times of their own, and longer receives a beginning. */
	VC_LOG_SHORT_MESSAGE = 1024
};

/* What has several words. */
struct vc_log_record {
	enum vcube_events kind;
	uint8_t detail;
	int16_t peer;
	uint32_t number;
	int64_t span;
	uint64_t amount;
	const void *text;               /* lives until the run is over */
};

/* How many words an event has of its own. */
static inline unsigned
vc_log_words(unsigned kind)
{
	switch (kind) {
	case VCUBE_EVENT_SEND:
	case VCUBE_EVENT_GOT:
	case VCUBE_EVENT_SENT:
	case VCUBE_EVENT_ALIGN:
	case VCUBE_EVENT_POLL:
	case VCUBE_EVENT_PROBE:
		return 1;
	case VCUBE_EVENT_STEP:
		return 2;
	default:
		return kind < VCUBE_EVENTS_COUNT ? VC_LOG_LONG : 1;
	}
}

/*
 * Begins and ends with a line of the cache, so that whoever writes within one need not
 * look whether there is room.
 */
struct vc_log {
	VC_ALIGNED uint64_t *at, *end;
	/* free clock: a short message gets a time where the address of its word has none of
	 * these bits. In a call those are the beginnings of lines, outside all words. */
	uint64_t lean;
	struct vc_moment last;          /* up to which its words go */
	uint64_t *words;                /* the first */
	uint64_t lost;                  /* events for which there was no room */
	vcube_time arrival;             /* of the last message sent that has one */
};

static inline void
vc_log_put(struct vc_log *log, uint64_t word)
{
	if (vc_likely(log->at != log->end))
		*log->at++ = word;
}

/* Of a number with more bits than go into a word: one for each part of it. */
static inline void
vc_log_say(struct vc_log *log, enum vc_log_kind kind, uint64_t number)
{
	const uint64_t most = UINT64_MAX >> VC_LOG_KIND_BITS;

	for (; number > most; number -= most)
		vc_log_put(log, most << VC_LOG_KIND_BITS | kind);
	vc_log_put(log, number << VC_LOG_KIND_BITS | kind);
}

/* What follows was at this moment; times do not go back. */
static inline void
vc_log_time(struct vc_log *log, const struct vc_moment *moment)
{
	if (moment->acts > log->last.acts) {
		vc_log_say(log, VC_LOG_ACTS, moment->acts - log->last.acts);
		log->last = (struct vc_moment){.acts = moment->acts};
	}
	if (moment->acts == log->last.acts && moment->time > log->last.time) {
		vc_log_say(log, VC_LOG_TIME, (uint64_t)(moment->time - log->last.time));
		log->last.time = moment->time;
	}
}

/* An event of one word. */
static inline void
vc_log_event(struct vc_log *log, uint64_t word)
{
	log->lost += log->at == log->end;
	vc_log_put(log, word);
}

static inline bool
vc_log_is_short(uint64_t amount, uint64_t number)
{
	return amount <= VC_LOG_SHORT_MESSAGE && number >> VC_LOG_SHORT_BITS == 0;
}

/* A message whose amount and number go into it. */
static inline uint64_t
vc_log_word(enum vcube_events kind, int peer, uint64_t amount, uint64_t number)
{
	return (uint64_t)kind | (uint64_t)(uint16_t)peer << VC_LOG_KIND_BITS |
	       amount << (VC_LOG_KIND_BITS + VC_LOG_PEER_BITS) |
	       number << (VC_LOG_KIND_BITS + VC_LOG_PEER_BITS + VC_LOG_SHORT_BITS);
}

/* A date: 0, which is none, if its times do not fit. */
static inline uint64_t
vc_log_date(enum vc_log_kind kind, uint64_t first, uint64_t second)
{
	if (vc_unlikely((first | second) >> VC_LOG_DATE_BITS != 0))
		return 0;
	return (uint64_t)kind | first << VC_LOG_KIND_BITS |
	       second << (VC_LOG_KIND_BITS + VC_LOG_DATE_BITS);
}

/* Of an event from then to now. After an act a node's time is 0. */
static inline uint64_t
vc_log_span(const struct vc_log *log, const struct vc_moment *since, const struct vc_moment *now)
{
	const uint64_t acts = since->acts - log->last.acts;

	if (acts == 0 && now->acts == since->acts)
		return vc_log_date(VC_LOG_SPAN, (uint64_t)(since->time - log->last.time),
				   (uint64_t)(now->time - since->time));
	if (vc_unlikely(now->time != 0 || since->time != (acts ? 0 : log->last.time)))
		return 0;
	return vc_log_date(VC_LOG_ACTED, acts, now->acts - since->acts);
}

/* Of a message that is sent now. */
static inline uint64_t
vc_log_transit(struct vc_log *log, vcube_time now, vcube_time start, vcube_time arrival)
{
	const bool behind = start > now && start == log->arrival;

	log->arrival = arrival;
	if (vc_unlikely(start != now && !behind))
		return 0;
	return vc_log_date(behind ? VC_LOG_BEHIND : VC_LOG_TRANSIT, (uint64_t)(now - log->last.time),
			   (uint64_t)(arrival - start));
}

/* A message and its date, if both fit: else false. */
static inline bool
vc_log_dated(struct vc_log *log, uint64_t date, const struct vc_moment *now,
	     enum vcube_events kind, int peer, uint64_t amount, uint64_t number)
{
	uint64_t *const at = log->at;

	if (vc_unlikely(date == 0 || (amount | number) >> VC_LOG_SHORT_BITS != 0 ||
			log->end - at < 2))
		return false;
	at[0] = date;
	at[1] = vc_log_word(kind, peer, amount, number);
	log->at = at + 2;
	log->last = *now;
	return true;
}

void vc_log_add(struct vc_log *log, const struct vc_log_record *record);
/* One whose amount and number do not. */
void vc_log_message_large(struct vc_log *log, enum vcube_events kind, int peer, uint64_t amount,
			  uint64_t number);

static inline void
vc_log_message(struct vc_log *log, enum vcube_events kind, int peer, uint64_t amount,
	       uint64_t number)
{
	if (vc_likely((amount | number) >> VC_LOG_SHORT_BITS == 0))
		vc_log_event(log, vc_log_word(kind, peer, amount, number));
	else
		vc_log_message_large(log, kind, peer, amount, number);
}

/* At the beginning of a line, or at the end of it all. */
void vc_log_turn(struct vc_log *log, uint64_t word);

/* Free clock: a short message that was no wait. */
static inline void
vc_log_lean(struct vc_log *log, uint64_t word)
{
	if (vc_likely(((uintptr_t)log->at & log->lean) != 0))
		*log->at++ = word;
	else
		vc_log_turn(log, word);
}

#endif
