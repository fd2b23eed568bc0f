/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Recording a run: nodes log events without locks; after the run the logs are merged in
 * order and written to the file.
 *
 * Each rank has a log (nodes/trace/log.h). Only the node's own thread writes it, or the
 * resolver while the node is parked.
 *
 * Without a recording a node's `log` is NULL, and every hook is one predictable branch.
 */
#ifndef VC_RECORD_H
#define VC_RECORD_H

#include <stdio.h>
#include <vcube/trace.h>
#include "log.h"

struct vc_send_wait;

/* Recorded contents of memory. */
struct vc_trace_chunk {
	struct vc_trace_chunk *next;
	size_t used, room;              /* bytes */
};

struct vc_trace_log {
	struct vc_log log;
	struct vc_trace_chunk *data, *datum;    /* the first and the last chunk */
	uint64_t bytes;                         /* in all chunks */
	struct vc_trace_kept {          /* what was last stored for each watch */
		const void *pointer, *copy;
		uint64_t at;
		size_t bytes;
	} *kept;
	unsigned kept_room;
	struct vc_moment *started;              /* when the calls began that have a START */
	uint32_t starts, starts_room;
};

struct vc_trace {
	FILE *file;
	char *buffer;           /* of the file's; or NULL */
	char *path, *title;
	size_t contents;
	int first, last;                /* the nodes whose events are kept */
	uint64_t events;                /* kept for each node */
	uint64_t data_room;             /* bytes of contents that each log may store */
	int64_t ticks, ns;              /* of the host, when the run began */
	struct vc_recorded *recorded;   /* [nodes], see recorded.h; with threads: NULL */
	uint64_t unrecorded;            /* events for which no memory or room was left there */
	void *texts;                    /* of nodes that share a heap: see tsearch(3) */
	int nodes, logs;                /* one log a node; without threads one in all */
	struct vc_trace_log log[];      /* [logs] */
};

static inline bool
vc_trace_has(const struct vc_trace *trace, int rank)
{
	return rank >= trace->first && rank <= trace->last;
}

/* Are there events of a message? */
static inline bool
vc_trace_has_message(const struct vc_trace *trace, int from, int to)
{
	return vc_trace_has(trace, from) || vc_trace_has(trace, to);
}

/* Returns the node's time, or the host's, as the log of a recorded node holds it. */
static inline struct vc_moment
vc_trace_moment(const vcube_node *self)
{
	if (self->log->undated)         /* what moment() returns, for a third of the instructions */
		return (struct vc_moment){.stamp = (uint64_t)vc_host_ticks()};
	return self->clock->moment(self);
}

/* The same for a node that may not be recorded. */
static inline struct vc_moment
vc_trace_moment_if(const vcube_node *self)
{
	return vc_unlikely(self->log != NULL) ? vc_trace_moment(self) : (struct vc_moment){.stamp = 0};
}

/* Hook: a receive begins that may wait, or a long one; under the virtual clock, one from
 * any node. */
static inline void
vc_trace_receive(vcube_node *self, bool any, struct vc_moment since)
{
	self->receiving = since;
	self->receiving_any = any;
	self->receiving_late = true;
}

/* Hook: a sender may have to wait for its message; `late`: it must. */
static inline void
vc_trace_sending(vcube_node *self, bool late)
{
	const uint64_t *const clock = self->log->clock;

	if (clock != NULL) {
		self->sending.stamp = *clock;
		return;
	}
	self->sending_late = late || !self->log->undated;
	if (self->sending_late)
		self->sending = vc_trace_moment(self);
}

/* The kind of work of vcube_compute(). */
#define VC_TRACE_COMPUTE 255

/* Returns a type as events hold it. */
static inline uint8_t
vc_trace_type(vcube_type type)
{
	return type < VCUBE_TYPES_COUNT ? (uint8_t)type : VCUBE_TRACE_BYTES;
}

/* Is it the last call again, whose entries are in the log? */
static inline bool
vc_trace_is_again(const vcube_node *self, const struct vcube_call *c)
{
	return c == &self->last_call.whole && self->last_call.logged != NULL;
}

/* Hooks for a node whose log is not NULL: nodes/trace/hooks.c. `since` is an earlier
 * vc_trace_moment(). */
void vc_trace_call(vcube_node *self, const struct vcube_call *call);
void vc_trace_return(vcube_node *self);
/* The same for calls that may overlap others. `in_group`: number of the call there */
void vc_trace_start(vcube_node *self, const struct vcube_call *call, uint32_t in_group);
void vc_trace_done(vcube_node *self);
void vc_trace_step(vcube_node *self);
void vc_trace_send_long(vcube_node *self, const struct vc_send_wait *sent, enum vc_startup startup);
/* `slot` is NULL if the message is lost. */
void vc_trace_send_faulty(vcube_node *self, const struct vc_send_wait *sent,
			  enum vc_startup startup, const struct vc_slot *slot);
void vc_trace_sent_late(vcube_node *self, const struct vc_send_wait *sent);
void vc_trace_got_late(vcube_node *self, int from, size_t bytes);
/* The same for a node that has taken messages out of order, which must name this one. */
void vc_trace_got_odd(vcube_node *self, int from, uint32_t number, size_t bytes);
void vc_trace_got_nothing(vcube_node *self, int from);
void vc_trace_wait(vcube_node *self, enum vcube_events kind, const struct vc_moment *since);
void vc_trace_work(vcube_node *self, int kind, uint64_t amount, vcube_time time);
void vc_trace_watch(vcube_node *self, const struct vcube_watched *watched, size_t count);
/* The watches of a call, after vc_trace_call(). */
void vc_trace_watches(vcube_node *self, const struct vcube_call *call, const struct vcube_watched *watched,
		      unsigned count);
void vc_trace_fail(vcube_node *self);
/* At a deadlock. */
void vc_trace_stuck(vcube_node *node, const struct vc_wait *wait, int peer);

/* Free clock: logs a message for which the node did not wait; false: it is not short. */
static inline bool
vc_trace_fast(vcube_node *self, unsigned kind, int peer, uint64_t bytes)
{
	if (vc_unlikely(bytes > VC_LOG_SHORT_MESSAGE))
		return false;
	vc_log_lean(self->log, kind, peer, bytes);
	return true;
}

/* Hook: a message without a fault action, before it is published. */
static inline __attribute__((always_inline)) void
vc_trace_send(vcube_node *self, const struct vc_send_wait *sent, enum vc_startup startup)
{
	const int to = sent->channel->to;

	if (vc_unlikely(!(self->log->undated
			  ? vc_trace_fast(self, VC_LOG_SEND + startup, to, sent->bytes)
			  : vc_log_brief(self->log, VC_LOG_SEND + startup, to, sent->bytes))))
		vc_trace_send_long(self, sent, startup);
}

/* Hook: the sender has waited since vc_trace_sending(). */
static inline void
vc_trace_sent(vcube_node *self, const struct vc_send_wait *sent)
{
	const struct vc_channel *const c = sent->channel;
	struct vc_log *const log = self->log;

	if (log->clock != NULL &&
	    (*log->clock == self->sending.stamp ||
	     (sent->number + 1 == c->out.tail &&
	      vc_log_brief(log, VCUBE_EVENT_SENT, c->to, sent->bytes))))
		return;
	vc_trace_sent_late(self, sent);
}

/* Hook: a message is received; before its slot is released, after the clock has advanced. */
static inline void
vc_trace_got(vcube_node *self, const struct vc_channel *c, uint32_t number, size_t bytes)
{
	if (vc_unlikely(self->asides.ever))
		vc_trace_got_odd(self, c->from, number, bytes);
	else if (vc_unlikely(!(self->log->undated
			  ? !self->receiving_late && vc_trace_fast(self, VC_LOG_FOUND, c->from, bytes)
			  : !self->receiving_any &&
			    vc_log_brief(self->log, VCUBE_EVENT_GOT, c->from, bytes))))
		vc_trace_got_late(self, c->from, bytes);
}

#endif
