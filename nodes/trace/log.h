/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A log: what one node did, as a sequence of 64-bit words.
 *
 * Recording must cost little compared with a message, which takes some 90 ns on both sides
 * together. A fresh page of memory costs more than that, and reading the host's clock
 * 10 ns. So a short message is one word on each side,
 *
 *   kind 6, peer 15, bytes 11, lower half of the time 32
 *
 * and a step is two: one with the depth of calls in place of the peer, and its name; the end
 * of a call is one, with the depth. The reader of the log reconstructs the rest: the number of
 * a message or step, since those of a channel, or of a node, are in order; what the call was
 * that ends, or is made again; under the virtual clock the beginning of a
 * receive, which is the end of the event before, since everything that takes time is
 * logged; and, where senders compute arrivals, the arrival (nodes/clock/stamp.h). Under
 * the free clock a message or step may have no time at all; see `lean`.
 *
 * The unit of time is the picosecond; with journals, the number of acts in the node's
 * journal; under the free clock, ticks of the host.
 *
 * The kinds of words are those of events (enum vcube_events), and these:
 */
#ifndef VC_LOG_H
#define VC_LOG_H

#include <stdbool.h>
#include <vcube/trace.h>
#include "host.h"
#include "node.h"

enum vc_log_kind {
	VC_LOG_EPOCH = 32,      /* the upper half of the times of all words after it */
	VC_LOG_TIME,            /* no event: the time at which what follows happened or began */
	VC_LOG_NOTHING,         /* no event, and none follows in the log */
	/* Attributes of the next word with a time: */
	VC_LOG_AFTER,           /* its time is this much after the act */
	VC_LOG_AMOUNT,          /* adds to its amount */
	VC_LOG_NUMBER,          /* its number, if it does not follow from the channel */
	VC_LOG_DETAIL,          /* its detail */
	VC_LOG_FROM_ANY,        /* it is a receive from any node */
	VC_LOG_START,           /* the message starts this much after it is sent, */
	VC_LOG_ARRIVAL,         /* and arrives this much after it; without this, never */
	VC_LOG_PEER,            /* no threads: the upper half of its peer */
	/* Events: */
	VC_LOG_SEND = 44,       /* a message; add the enum vc_startup that it pays */
	VC_LOG_FOUND = 48,      /* a receive whose message had arrived: it took no time */
	VC_LOG_AGAIN,           /* a call that is made again, with a number of its own: what its
				 * entries were, in place of a peer so many words back, and in
				 * place of bytes so many */
	/* Add this to a message if it has no time: */
	VC_LOG_UNDATED = 8,
	VC_LOG_STEP = 60        /* a step that has none */
};

enum {
	VC_LOG_KIND_BITS = 6,
	VC_LOG_PEER_BITS = 15,
	VC_LOG_BYTES_BITS = 11,
	VC_LOG_TIME_BITS = 32,
	VC_LOG_BYTES_AT = VC_LOG_KIND_BITS + VC_LOG_PEER_BITS,
	/* Words of a log entry (below): kind, detail, peer, number; span; amount; text. */
	VC_LOG_LONG = 4,
	/* The most words for an event, with those that precede it. */
	VC_LOG_MOST = 5,
	/* The most words from the entries of a call to where it is made again, with those that
	 * precede it. */
	VC_LOG_BACK = (1 << VC_LOG_PEER_BITS) - 64,
	/* Bytes of the log whose words may share one time. */
	VC_LOG_STRETCH = VC_LINE,
	/* Longer messages always have a time, and their receives a beginning. */
	VC_LOG_SHORT_MESSAGE = 1024
};
_Static_assert(VC_LOG_KIND_BITS + VC_LOG_PEER_BITS + VC_LOG_BYTES_BITS + VC_LOG_TIME_BITS == 64 &&
	       VCUBE_THREADS_MAX < 1 << VC_LOG_PEER_BITS && (int)VCUBE_EVENTS_COUNT <= (int)VC_LOG_EPOCH &&
	       VC_LOG_SHORT_MESSAGE < 1 << VC_LOG_BYTES_BITS, "a message is a word");

static inline unsigned
vc_log_kind(uint64_t word)
{
	return word & ((1u << VC_LOG_KIND_BITS) - 1);
}

/* An event of several words. */
struct vc_log_entry {
	enum vcube_events kind;
	uint8_t detail;
	int16_t peer;
	uint32_t number;
	int64_t span;
	uint64_t amount;
	const void *text;               /* must live until the run is over */
};

/* Returns the number of words of an event, without those that precede it. */
static inline unsigned
vc_log_words(unsigned kind)
{
	switch (kind) {
	case VCUBE_EVENT_SEND:
	case VCUBE_EVENT_GOT:
	case VCUBE_EVENT_SENT:
	case VCUBE_EVENT_RETURN:
	case VCUBE_EVENT_ALIGN:
	case VCUBE_EVENT_POLL:
	case VCUBE_EVENT_PROBE:
		return 1;
	case VCUBE_EVENT_STEP:
	case VC_LOG_STEP:
		return 2;
	default:
		return kind < VCUBE_EVENTS_COUNT ? VC_LOG_LONG : 1;
	}
}

static inline bool
vc_log_is_undated(unsigned kind)
{
	return kind >= VC_LOG_SEND + VC_LOG_UNDATED;
}

/* Is this the kind of a word that is no event? */
static inline bool
vc_log_is_attribute(unsigned kind)
{
	return kind >= VC_LOG_EPOCH && kind < VC_LOG_SEND;
}

/* Does a word of this kind contain a time? */
static inline bool
vc_log_is_dated(unsigned kind)
{
	return kind == VC_LOG_TIME || kind == VCUBE_EVENT_STEP ||
	       (!vc_log_is_attribute(kind) && !vc_log_is_undated(kind) && vc_log_words(kind) == 1);
}

static inline vcube_time
vc_log_time_of(uint64_t epoch, uint64_t word)
{
	return (vcube_time)(epoch << VC_LOG_TIME_BITS | word >> VC_LOG_TIME_BITS);
}

/* The log begins and ends at the bounds of stretches, so that a writer within a stretch
 * need not check for room. */
struct vc_log {
	VC_ALIGNED uint64_t *at, *end;
	uint64_t epoch;                 /* the upper half of its words' times */
	/* virtual clock: the node's time, and the size from which on a message is not short;
	 * other clocks: NULL and 0: no message is short */
	const uint64_t *clock;
	uint64_t brief;
	/* free clock: a short message sent, or a step, gets a time if the address of a word of it
	 * has none of these bits: within a call, at the beginning of each stretch, like every short
	 * message received; outside of calls, everywhere */
	uint64_t lean;
	bool undated;                   /* free clock: short messages and steps may have no time */
	uint64_t *words;                /* the first, */
	uint64_t *call;                 /* and that of the last CALL */
	uint64_t lost;                  /* events for which there was no room */
};

static inline void
vc_log_put(struct vc_log *log, uint64_t word)
{
	if (vc_likely(log->at != log->end))
		*log->at++ = word;
}

/* Writes a word of this kind with a number; a number too large for one word is split into
 * summands. */
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

/* Logs an event of one word if there is room and the time is in the log's epoch. Otherwise
 * returns false: call vc_log_event(). */
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

/* Virtual clock: logs a short message now; false: it is not short, or no room. */
static inline bool
vc_log_brief(struct vc_log *log, unsigned kind, int peer, uint64_t bytes)
{
	return vc_likely(bytes < log->brief) && vc_log_at(log, *log->clock, kind, peer, bytes);
}

/* The slot log_transit of clocks whose senders know when a message starts and arrives. */
void vc_log_transit(vcube_node *self, const struct vc_slot *slot);

/* Free clock: logs a short message for which the node did not wait; vc_log_turn() does so
 * with a time. */
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

/* Writes what must precede a word with this time: a new epoch, a time after the act. */
void vc_log_enter_slowly(struct vc_log *log, const struct vc_moment *moment);
static inline void
vc_log_enter(struct vc_log *log, const struct vc_moment *moment)
{
	if (vc_unlikely(moment->stamp >> VC_LOG_TIME_BITS != log->epoch || moment->after != 0))
		vc_log_enter_slowly(log, moment);
}

/* Logs the time at which what follows happened or began. */
static inline void
vc_log_time(struct vc_log *log, const struct vc_moment *moment)
{
	vc_log_enter(log, moment);
	vc_log_put(log, vc_log_word(VC_LOG_TIME, 0, 0, moment->stamp));
}

/* Logs an event of one word with numbers of any size. */
void vc_log_event_slowly(struct vc_log *log, const struct vc_moment *moment, unsigned kind, int peer,
			 uint64_t amount);
static inline void
vc_log_event(struct vc_log *log, const struct vc_moment *moment, unsigned kind, int peer, uint64_t amount)
{
	if (vc_unlikely(moment->after != 0 || amount >= 1u << VC_LOG_BYTES_BITS ||
			!vc_log_at(log, moment->stamp, kind, peer, amount)))
		vc_log_event_slowly(log, moment, kind, peer, amount);
}

/* Logs once more, with another number, the entries of a call that begin at `first`. Returns false
 * if they are too far back. */
bool vc_log_again(struct vc_log *log, const struct vc_moment *moment, uint32_t number, const uint64_t *first,
		  const uint64_t *end);

/* Returns the first entry that an AGAIN stands for, and sets *end to the end of the last one. */
static inline const uint64_t *
vc_log_first_again(const uint64_t *again, const uint64_t **end)
{
	const uint64_t back = *again >> VC_LOG_KIND_BITS & ((1u << VC_LOG_PEER_BITS) - 1);
	const uint64_t entries = *again >> VC_LOG_BYTES_AT & ((1u << VC_LOG_BYTES_BITS) - 1);

	*end = again - back + VC_LOG_LONG * entries;
	return again - back;
}

/* Reserves room for an event of several words; NULL: there is none. */
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

/* Logs a step; `depth` is the number of nested calls. */
static inline void
vc_log_step(struct vc_log *log, const struct vc_moment *moment, int depth, const char *name)
{
	uint64_t *w;

	vc_log_enter(log, moment);
	w = vc_log_room(log, vc_log_words(VCUBE_EVENT_STEP));
	if (vc_unlikely(w == NULL))
		return;
	w[0] = vc_log_word(VCUBE_EVENT_STEP, depth, 0, moment->stamp);
	w[1] = (uint64_t)(uintptr_t)name;
}

/* Free clock: logs a step without a time; false: it has to have one. */
static inline bool
vc_log_lean_step(struct vc_log *log, int depth, const char *name)
{
	uint64_t *const at = log->at;

	if (((uintptr_t)at & log->lean) == 0 || ((uintptr_t)(at + 1) & log->lean) == 0)
		return false;
	at[0] = vc_log_word(VC_LOG_STEP, depth, 0, 0);
	at[1] = (uint64_t)(uintptr_t)name;
	log->at = at + 2;
	return true;
}

/* Logs an event of several words at the time of the last word. Inlined, since most callers
 * pass a constant kind. */
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
