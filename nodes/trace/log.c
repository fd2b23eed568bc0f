/* SPDX-License-Identifier: BSD-2-Clause */
/* The rarely needed parts of writing a log. */
#include "log.h"

void
vc_log_enter_slowly(struct vc_log *log, const struct vc_moment *m)
{
	const uint64_t epoch = m->stamp >> VC_LOG_TIME_BITS;

	if (epoch != log->epoch)
		vc_log_say(log, VC_LOG_EPOCH, epoch);
	log->epoch = epoch;
	if (m->after != 0)
		vc_log_say(log, VC_LOG_AFTER, (uint64_t)m->after);
}

void
vc_log_event_slowly(struct vc_log *log, const struct vc_moment *m, unsigned kind, int peer, uint64_t amount)
{
	const uint64_t most = (1u << VC_LOG_BYTES_BITS) - 1;

	vc_log_enter(log, m);
	if (amount > most) {
		vc_log_say(log, VC_LOG_AMOUNT, amount);
		amount = 0;
	}
	log->lost += log->at == log->end;
	vc_log_put(log, vc_log_word(kind, peer, amount, m->stamp));
}

bool
vc_log_again(struct vc_log *log, const struct vc_moment *m, uint32_t number, const uint64_t *first,
	     const uint64_t *end)
{
	const uint64_t entries = (uint64_t)(end - first) / VC_LOG_LONG;

	if (log->at - first > VC_LOG_BACK)
		return false;
	vc_log_say(log, VC_LOG_NUMBER, number);
	vc_log_enter(log, m);
	log->lost += log->at == log->end ? entries : 0;
	vc_log_put(log, vc_log_word(VC_LOG_AGAIN, (int)(log->at - first), entries, m->stamp));
	return true;
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
