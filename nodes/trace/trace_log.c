/* SPDX-License-Identifier: BSD-2-Clause */
/* What of a log is not written at every message. */
#include "nodes/trace/trace_log.h"

void
vc_log_message_large(struct vc_log *log, enum vcube_events kind, int peer, uint64_t amount,
		     uint64_t number)
{
	const uint64_t low = (1u << VC_LOG_SHORT_BITS) - 1;

	if (amount > low)
		vc_log_say(log, VC_LOG_AMOUNT, amount >> VC_LOG_SHORT_BITS);
	if (number > low)
		vc_log_say(log, VC_LOG_NUMBER, number >> VC_LOG_SHORT_BITS);
	vc_log_event(log, vc_log_word(kind, peer, amount & low, number & low));
}

void
vc_log_turn(struct vc_log *log, uint64_t word)
{
	const struct vc_moment now = {.time = vc_host_ticks()};

	vc_log_time(log, &now);
	vc_log_event(log, word);
}

/* Room for an event of several words, or NULL. */
static uint64_t *
room(struct vc_log *log, unsigned words)
{
	uint64_t *const at = log->at;

	if (vc_likely((size_t)(log->end - at) >= words)) {
		log->at += words;
		return at;
	}
	/* vc_log_lean() is not to write in what is left of the line */
	while (log->at != log->end)
		*log->at++ = VC_LOG_NOTHING;
	log->lost++;
	return NULL;
}

void
vc_log_add(struct vc_log *log, const struct vc_log_record *r)
{
	const unsigned words = vc_log_words(r->kind);
	uint64_t *const w = room(log, words);

	if (w == NULL)
		return;
	w[0] = (uint64_t)r->kind | (uint64_t)r->detail << VC_LOG_KIND_BITS |
	       (uint64_t)(uint16_t)r->peer << 2 * VC_LOG_KIND_BITS | (uint64_t)r->number << 32;
	if (words == VC_LOG_LONG) {
		w[1] = (uint64_t)r->span;
		w[2] = r->amount;
	}
	w[words - 1] = (uint64_t)(uintptr_t)r->text;
}
