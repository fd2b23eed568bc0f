/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Recording a run: what happens goes into logs, without locks, and is put in
 * order and written to the file when the run is over.
 *
 * Each rank has a log, into which writes the node's own thread alone (or the
 * resolver, while the node is parked). Times in it do not go back.
 *
 * A record stays where it is until the run is over, so that who comes to know
 * more of it later can write that into it: see `last`.
 *
 * Off: a node's `log` is NULL, and every hook one predictable branch on it.
 */
#ifndef VC_TRACE_H
#define VC_TRACE_H

#include <stdio.h>
#include <vcube/trace.h>
#include "nodes/time/wall.h"

struct vc_sent;

/* An event as it is kept. What is in the file follows from it: SEND gives ARRIVE,
 * too, where an arrival is known, and HOPs, where links are noted; GOT gives RECV. */
struct vc_event {
	vcube_time time;                /* free clock: in ticks of the host, see vc_host_ticks() */
	int64_t span;
	uint64_t amount;
	union {
		const char *text;                       /* lives until the run is over */
		const struct vcube_algorithm *algorithm;        /* CALL, RETURN */
		vcube_time arrival;                     /* SEND, or VC_NO_TIME */
	};
	uint32_t number;
	int16_t peer;
	uint8_t kind, detail;
};
static_assert(sizeof(struct vc_event) == 40 && sizeof(struct vcube_event) == 40,
	      "an event is not longer than that");

/* As `kind`: not to be written. */
#define VC_EVENT_NONE 255

/* As `time`: that of the record before in the same log. */
#define VC_AS_BEFORE INT64_MIN

struct vc_trace_chunk {
	struct vc_trace_chunk *next;
	size_t used;                    /* records or bytes, but for the last chunk */
	size_t room;
};

struct vc_trace_log {
	VC_ALIGNED struct vc_event *at, *end;   /* in the last chunk */
	struct vc_event *last;                  /* the newest record */
	struct vc_trace_chunk *chunks, *chunk;  /* of records: the first, the last */
	uint64_t room, lost;            /* records there is room for yet; for which there was none */
	struct vc_trace_chunk *data, *datum;    /* of contents */
	uint64_t bytes;                         /* in them */
	struct vc_event spare;                  /* where a record goes that is lost */
	struct vc_trace_mark {          /* where journals are kept: nodes/trace/trace_settle.c */
		uint64_t acts;
		vcube_time after;
	} *marks;
	uint64_t marks_used, marks_room;
	struct vc_trace_kept {          /* what was kept of each watch the last time */
		const void *pointer, *copy;
		uint64_t at;
		size_t bytes;
	} *kept;
	unsigned kept_room;
};

struct vc_trace {
	FILE *file;
	char *path, *title;
	size_t contents;
	uint64_t data_room;             /* bytes of contents that each log may keep */
	int64_t ticks, ns;              /* at the beginning of the run */
	bool hops;                      /* the links that messages hold are recorded, too */
	int nodes;
	struct vc_trace_log log[];      /* [nodes] */
};

/* Before the threads of a run go. */
void vc_trace_begin(vcube_machine *machine);
/* After the run, which is concluded: writes the file, and all is as if there had
 * never been a trace. 0, or VCUBE_EHOST, in *error. */
int vc_trace_end(vcube_machine *machine, struct vcube_error *error);
void vc_trace_free(struct vc_trace *trace);

/* nodes/trace/trace_write.c: the same without the freeing. */
int vc_trace_write(vcube_machine *machine, struct vcube_error *error);

struct vc_event *vc_trace_grow(struct vc_trace_log *log);

/* An event into the log of a node, by its thread or while it is parked. */
static inline struct vc_event *
vc_trace_add(struct vc_trace_log *log, const struct vc_event *event)
{
	struct vc_event *e = vc_likely(log->at != log->end) ? log->at++ : vc_trace_grow(log);

	*e = *event;
	return log->last = e;
}

/* nodes/trace/trace_settle.c, where journals are kept: what stands for the node's time,
 * and, when all has been replayed, the times for which it stands. */
vcube_time vc_trace_mark(const vcube_node *self);
void vc_trace_settle(const vcube_machine *machine);

/* The node's time, or the host's, as records have it. */
static inline vcube_time
vc_trace_now(const vcube_node *self)
{
	if (!self->timed)
		return vc_host_ticks();
	if (self->wall)
		return vc_wall_clock(self);
	return self->journaled ? vc_trace_mark(self) : self->now;
}

/* A receive begins; VC_AS_BEFORE: and ends when it is recorded. */
static inline void
vc_trace_receive(vcube_node *self, bool any, vcube_time since)
{
	self->receiving = since;
	self->receiving_any = any;
}

/* As kind of work: vcube_compute(). */
#define VC_TRACE_COMPUTE 255

/* Hooks, for a node whose log is not NULL: nodes/trace/trace_hooks.c. What `since` is
 * given, was vc_trace_now() then. */
void vc_trace_call(vcube_node *self, const struct vcube_call *call);
void vc_trace_return(vcube_node *self);
void vc_trace_step(vcube_node *self);
/* Before the message is published. `transit` is looked at under the virtual clock; NULL:
 * the message is lost. */
void vc_trace_send(vcube_node *self, const struct vc_sent *sent, const struct vc_transit *transit);
/* Since self->sending. */
void vc_trace_sent(vcube_node *self, const struct vc_channel *c, uint32_t number, size_t bytes);
/* Before the slot is released, and after the clock has gone on: since
 * self->receiving. */
void vc_trace_got(vcube_node *self, const struct vc_channel *c, size_t bytes);
void vc_trace_got_nothing(vcube_node *self, int from);
void vc_trace_wait(vcube_node *self, enum vcube_events kind, vcube_time since);
void vc_trace_work(vcube_node *self, int kind, uint64_t amount, vcube_time time);
void vc_trace_watch(vcube_node *self, const struct vcube_watched *watched, size_t count);
void vc_trace_fail(vcube_node *self);
/* At quiescence that nobody ends. */
void vc_trace_stuck(vcube_node *node, const struct vc_wait *wait, int peer);

#endif
