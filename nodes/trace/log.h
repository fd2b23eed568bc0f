/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A log: what one node did, in words of 64 bits, one behind the other.
 *
 * Recording is to cost little beside a message, some 90 ns on both sides. A fresh
 * page of memory alone costs more than that, and a look at the host's clock 10 ns.
 * So a short message is one word on either side,
 *
 *   kind 6, peer 15, bytes 11, lower half of the time 32
 *
 * and a step two, one with the depth of calls for a peer, and its name. What follows from
 * others is left to who reads the log: a message's number, since those of a channel are
 * in order, as steps are; under the virtual clock the beginning of a receive, which is
 * the end of the event before, since nothing that takes time goes unrecorded; and where
 * senders tell arrivals, the arrival (nodes/clock/stamp.h). Under the free clock, where a
 * message may as well have no time at all, see `lean`.
 *
 * What time is: picoseconds; where journals are kept, how many acts into its journal
 * the node is; under the free clock, ticks of the host.
 *
 * Kinds of words are those of events (enum vcube_events), and these:
 */
#ifndef VC_LOG_H
#define VC_LOG_H

#include <stdbool.h>
#include <vcube/trace.h>
#include "host.h"
#include "node.h"

enum vc_log_kind {
	VC_LOG_EPOCH = 32,      /* the upper half of the times of all words behind it */
	VC_LOG_TIME,            /* no event, but its time: what follows was then, or began */
	VC_LOG_NOTHING,         /* no event, and none follows */
	/* Of the next word with a time: */
	VC_LOG_AFTER,           /* so long after the act */
	VC_LOG_AMOUNT,          /* its amount is more by so much, */
	VC_LOG_NUMBER,          /* its number is this, and no other */
	VC_LOG_DETAIL,          /* its detail */
	VC_LOG_FROM_ANY,        /* it is a receive from any */
	VC_LOG_START,           /* the message starts so long after it is sent, */
	VC_LOG_ARRIVAL,         /* and arrives so long after it: else it never does */
	/* Events: */
	VC_LOG_SEND = 44,       /* a message that pays this start-up, or the next, ... */
	VC_LOG_FOUND = 48,      /* one received that was there: that took no time */
	/* these two without a time, */
	VC_LOG_UNDATED = 8      /* if this is added to them */
};

enum {
	VC_LOG_KIND_BITS = 6,
	VC_LOG_PEER_BITS = 15,
	VC_LOG_BYTES_BITS = 11,
	VC_LOG_TIME_BITS = 32,
	VC_LOG_BYTES_AT = VC_LOG_KIND_BITS + VC_LOG_PEER_BITS,
	/* A record of what is no message: kind, detail, peer, number; span; amount; text. */
	VC_LOG_LONG = 4,
	/* The most words for an event, with those that go before it. */
	VC_LOG_MOST = 5,
	/* So many bytes may have one time. */
	VC_LOG_STRETCH = VC_LINE,
	/* Longer messages have times of their own, and longer receives a beginning. */
	VC_LOG_SHORT_MESSAGE = 1024
};
_Static_assert(VC_LOG_KIND_BITS + VC_LOG_PEER_BITS + VC_LOG_BYTES_BITS + VC_LOG_TIME_BITS == 64 &&
	       VCUBE_NODES_MAX < 1 << VC_LOG_PEER_BITS && (int)VCUBE_EVENTS_COUNT <= (int)VC_LOG_EPOCH &&
	       VC_LOG_SHORT_MESSAGE < 1 << VC_LOG_BYTES_BITS, "a message is a word");

/* What has several words. */
struct vc_log_entry {
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
 * Begins and ends with a stretch, so that whoever writes within one need not look
 * whether there is room.
 */
struct vc_log {
	VC_ALIGNED uint64_t *at, *end;
	uint64_t epoch;                 /* the upper half of its words' times */
	/* virtual clock: the node's time, and of how many bytes on a message is not short;
	 * other clocks: no bytes, none is */
	const uint64_t *clock;
	uint64_t brief;
	/* free clock: a short message that is sent gets a time where the address of its word
	 * has none of these bits: in a call at the beginnings of stretches, as one that is
	 * received always does, outside of calls everywhere */
	uint64_t lean;
	bool undated;                   /* free clock: short messages may have no time */
	uint64_t *words;                /* the first */
	uint64_t lost;                  /* events for which there was no room */
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

static inline uint64_t
vc_log_word(unsigned kind, int peer, uint64_t bytes, uint64_t time)
{
	const unsigned node = (unsigned)peer & ((1u << VC_LOG_PEER_BITS) - 1);

	return (uint64_t)kind | (uint64_t)node << VC_LOG_KIND_BITS | bytes << VC_LOG_BYTES_AT |
	       time << VC_LOG_TIME_BITS;
}

/* An event of one word, if there is room and the log has come to this time: else false,
 * and vc_log_event() has to do it. */
static inline bool
vc_log_at(struct vc_log *log, uint64_t time, unsigned kind, int peer, uint64_t bytes)
{
	uint64_t *const at = log->at;

	if (vc_unlikely(time >> VC_LOG_TIME_BITS != log->epoch || at == log->end))
		return false;
	*at = vc_log_word(kind, peer, bytes, time);
	log->at = at + 1;
	return true;
}

/* Virtual clock: a short message, now. */
static inline bool
vc_log_brief(struct vc_log *log, unsigned kind, int peer, uint64_t bytes)
{
	return vc_likely(bytes < log->brief) && vc_log_at(log, *log->clock, kind, peer, bytes);
}

/* For clocks whose senders know when a message begins and arrives: their log_transit. */
void vc_log_transit(vcube_node *self, const struct vc_slot *slot);

/* Free clock: a short message that was no wait. */
void vc_log_turn(struct vc_log *log, unsigned kind, int peer, uint64_t bytes);
static inline void
vc_log_lean(struct vc_log *log, unsigned kind, int peer, uint64_t bytes)
{
	const uint64_t bits = kind == VC_LOG_FOUND ? VC_LOG_STRETCH - 1 : log->lean;

	if (vc_likely(((uintptr_t)log->at & bits) != 0))
		*log->at++ = vc_log_word(kind + VC_LOG_UNDATED, peer, bytes, 0);
	else
		vc_log_turn(log, kind, peer, bytes);
}

/* What follows was at this moment, or began then. */
void vc_log_time_slowly(struct vc_log *log, const struct vc_moment *moment);
static inline void
vc_log_time(struct vc_log *log, const struct vc_moment *moment)
{
	if (vc_unlikely(moment->after != 0 || !vc_log_at(log, moment->stamp, VC_LOG_TIME, 0, 0)))
		vc_log_time_slowly(log, moment);
}

/* An event of one word, whatever its numbers are. */
void vc_log_event(struct vc_log *log, const struct vc_moment *moment, unsigned kind, int peer,
		  uint64_t amount);

/* A step: where, in how many calls within each other. */
void vc_log_step(struct vc_log *log, const struct vc_moment *moment, int depth, const char *name);

/* Room for an event of several words, or NULL. */
uint64_t *vc_log_close(struct vc_log *log);
static inline uint64_t *
vc_log_room(struct vc_log *log, unsigned words)
{
	uint64_t *const at = log->at;

	if (vc_unlikely((size_t)(log->end - at) < words))
		return vc_log_close(log);
	log->at = at + words;
	return at;
}

/* One of several, at the time so far. Inlined, since of most the kind is a constant. */
static inline __attribute__((always_inline)) void
vc_log_add(struct vc_log *log, const struct vc_log_entry *r)
{
	uint64_t *const w = vc_log_room(log, VC_LOG_LONG);

	if (vc_unlikely(w == NULL))
		return;
	w[0] = (uint64_t)r->kind | (uint64_t)r->detail << 8 |
	       (uint64_t)(uint16_t)r->peer << 16 | (uint64_t)r->number << 32;
	w[1] = (uint64_t)r->span;
	w[2] = r->amount;
	w[3] = (uint64_t)(uintptr_t)r->text;
}

#endif
