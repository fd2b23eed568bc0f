/* SPDX-License-Identifier: BSD-2-Clause */
/* An event as it is merged, before it gets the form of the file. */
#ifndef VC_EVENT_H
#define VC_EVENT_H

#include "log.h"

/* More events in the file follow from it: from SEND also ARRIVE, if the
 * arrival is known, and HOPs, if links are noted; from GOT also RECV. */
struct vc_event {
	vcube_time time;                /* GOT: when the receive began */
	int64_t span;
	uint64_t amount;
	union {
		const char *text;
		const struct vcube_algorithm *algorithm;        /* CALL, RETURN, START, DONE */
		vcube_time arrival;                     /* SEND, or VC_NO_TIME */
		bool any;                               /* GOT: from any node */
	};
	uint32_t number;
	int32_t peer : 24;
	uint32_t detail : 8;
	uint32_t rank : 24;
	uint32_t kind : 8;
};

/* Fills in what the words of an event of several words hold. */
static inline void
vc_event_take_words(struct vc_event *e, const uint64_t *w)
{
	e->detail = (uint8_t)(w[0] >> 8);
	e->peer = (int16_t)(w[0] >> 16);
	e->number = (uint32_t)(w[0] >> 32);
	e->span = (int64_t)w[1];
	e->amount = w[2];
	e->text = (const char *)(uintptr_t)w[3];
}

/* The calls of a node whose end is still to be read: [depth]; [0]: the last CALL. */
struct vc_event_calls {
	struct vc_event begun[VC_CALLS_MAX + 1];
};

/* Notes a CALL and its depth, which is in its GROUP; a RETURN gets what it has of its call. */
static inline void
vc_event_of_call(struct vc_event_calls *calls, struct vc_event *e)
{
	if (e->kind == VCUBE_EVENT_CALL) {
		calls->begun[0] = *e;
	} else if (e->kind == VCUBE_EVENT_GROUP) {
		calls->begun[e->detail] = calls->begun[0];
	} else if (e->kind == VCUBE_EVENT_RETURN) {
		const struct vc_event *const c = &calls->begun[e->detail];

		e->span = e->time - c->time;
		e->algorithm = c->algorithm;
		e->number = c->number;
		e->peer = c->peer;
	}
}

#endif
