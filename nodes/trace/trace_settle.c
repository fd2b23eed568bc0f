/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Times of a trace where journals are kept: a node does not know them while it
 * records. What it notes as a time is the number of a mark, so many acts into
 * its journal and so long after the last of them; when the run is over and all
 * has been replayed, marks become times.
 */
#include <stdlib.h>
#include "nodes/time/replay.h"
#include "nodes/trace/trace.h"

vcube_time
vc_trace_mark(const vcube_node *self)
{
	struct vc_trace_log *log = self->log;
	const struct vc_trace_mark mark = {self->journal.acts, self->now};

	if (log->marks_used > 0 && log->marks[log->marks_used - 1].acts == mark.acts &&
	    log->marks[log->marks_used - 1].after == mark.after)
		return (vcube_time)log->marks_used - 1;
	if (log->marks_used == log->marks_room) {
		const uint64_t room = log->marks_room ? 2 * log->marks_room : 64;
		struct vc_trace_mark *marks = realloc(log->marks, room * sizeof *marks);

		if (marks == NULL) {
			log->lost++;
			return log->marks_used > 0 ? (vcube_time)log->marks_used - 1 : 0;
		}
		log->marks = marks;
		log->marks_room = room;
	}
	log->marks[log->marks_used] = mark;
	return (vcube_time)log->marks_used++;
}

static vcube_time
time_of(const vcube_machine *m, int rank, vcube_time mark)
{
	const struct vc_trace_log *log = &m->trace->log[rank];

	if (mark < 0 || (uint64_t)mark >= log->marks_used)
		return 0;
	return vc_replay_clock_after(m, rank, log->marks[mark].acts) + log->marks[mark].after;
}

/* Spans were worked out as differences of two marks, so each leads to the other. */
static void
settle(const vcube_machine *m, int rank, struct vc_event *e, uint64_t *sends)
{
	const vcube_time mark = e->time, time = time_of(m, rank, mark);
	vcube_time begin;

	if (mark == VC_AS_BEFORE)
		return;
	e->time = time;
	switch (e->kind) {
	case VCUBE_EVENT_SEND:
		if (vc_replay_sent(m, rank, (*sends)++, &begin, &e->arrival))
			e->span = begin - time;
		else
			e->arrival = VC_NO_TIME;
		break;
	case VCUBE_EVENT_GOT:
		e->span = time_of(m, rank, mark + e->span) - time;
		break;
	case VCUBE_EVENT_RETURN:
	case VCUBE_EVENT_SENT:
	case VCUBE_EVENT_ALIGN:
	case VCUBE_EVENT_POLL:
	case VCUBE_EVENT_PROBE:
		e->span = time - time_of(m, rank, mark - e->span);
		/* a wait that turned out to be none */
		if (e->kind == VCUBE_EVENT_SENT && e->span == 0)
			e->kind = VC_EVENT_NONE;
		break;
	default:
		break;
	}
}

void
vc_trace_settle(const vcube_machine *m)
{
	for (int rank = 0; rank < m->nodes; rank++) {
		uint64_t sends = 0;

		for (struct vc_trace_chunk *c = m->trace->log[rank].chunks; c != NULL; c = c->next) {
			struct vc_event *e = (struct vc_event *)(c + 1);

			for (struct vc_event *end = e + c->used; e < end; e++)
				settle(m, rank, e, &sends);
		}
	}
}
