/* SPDX-License-Identifier: BSD-2-Clause */
/* The rarely needed parts of writing a log. */
#include "log.h"

/* Writes what must precede a word with this time: a new epoch, a time after the act. */
static void
enter(struct vc_log *log, const struct vc_moment *m)
{
	const uint64_t epoch = (uint64_t)m->stamp >> VC_LOG_TIME_BITS;

	if (epoch != log->epoch)
		vc_log_say(log, VC_LOG_EPOCH, epoch);
	log->epoch = epoch;
	if (m->after != 0)
		vc_log_say(log, VC_LOG_AFTER, (uint64_t)m->after);
}

void
vc_log_time_slowly(struct vc_log *log, const struct vc_moment *m)
{
	enter(log, m);
	vc_log_put(log, vc_log_word(VC_LOG_TIME, 0, 0, m->stamp));
}

void
vc_log_event(struct vc_log *log, const struct vc_moment *m, unsigned kind, int peer,
	     uint64_t amount)
{
	const uint64_t most = (1u << VC_LOG_BYTES_BITS) - 1;

	enter(log, m);
	if (amount > most) {
		vc_log_say(log, VC_LOG_AMOUNT, amount);
		amount = 0;
	}
	log->lost += log->at == log->end;
	vc_log_put(log, vc_log_word(kind, peer, amount, m->stamp));
}

void
vc_log_step(struct vc_log *log, const struct vc_moment *m, int depth, const char *name)
{
	uint64_t *w;

	enter(log, m);
	w = vc_log_room(log, vc_log_words(VCUBE_EVENT_STEP));
	if (vc_unlikely(w == NULL))
		return;
	w[0] = vc_log_word(VCUBE_EVENT_STEP, depth, 0, m->stamp);
	w[1] = (uint64_t)(uintptr_t)name;
}

void
vc_log_turn(struct vc_log *log, unsigned kind, int peer, uint64_t bytes)
{
	const struct vc_moment now = {.stamp = (uint64_t)vc_host_ticks()};

	/* alternating nodes write to more cache lines than the caches hold */
	__builtin_prefetch(log->at + VC_LOG_STRETCH / sizeof(uint64_t), 1);
	if (!vc_log_at(log, now.stamp, kind, peer, bytes))
		vc_log_event(log, &now, kind, peer, bytes);
}

uint64_t *
vc_log_close(struct vc_log *log)
{
	/* vc_log_lean() must not write into the rest of the stretch */
	while (log->at != log->end)
		*log->at++ = VC_LOG_NOTHING;
	log->lost++;
	return NULL;
}
