/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Traces: the events of a run, in a file.
 *
 * A file has these parts in this order. Numbers have the host's byte order, which
 * `order` shows.
 *
 *   struct vcube_trace_head     head_bytes
 *   struct vcube_event          event_bytes each, `events` of them
 *   data                        data_bytes: contents of memory, see MEMORY
 *   texts                       texts_bytes: `texts` strings, each with its '\0';
 *                               number 0 is empty
 *
 * Events are sorted by time, then by rank, then by their order on the node; but no
 * ARRIVE comes before its SEND. So under the virtual clock, the same run produces the
 * same file. The head is written last: an unfinished file has none.
 *
 * A trace may be of some of the nodes: `recorded` of them from `first` on. It then has their
 * events alone, and RUN and END. What they send to others, or receive from others, has events
 * on one side.
 */
#ifndef VCUBE_TRACE_H
#define VCUBE_TRACE_H

#include <vcube/machine.h>

VCUBE_BEGIN_

#define VCUBE_TRACE_MAGIC "vcubetrc"    /* 8 bytes, no '\0' */
#define VCUBE_TRACE_VERSION 2
#define VCUBE_TRACE_ORDER 0x01020304u
#define VCUBE_TRACE_BYTES 255           /* the type of VCUBE_BYTES() in events */

struct vcube_trace_head {
	char magic[8];
	uint32_t order, version;
	uint32_t head_bytes, event_bytes;
	uint32_t nodes;
	uint32_t clock;                 /* enum vcube_clock, of the events' times */
	uint64_t seed;
	vcube_time time;                /* of the run: latest node clock; free clock: host time */
	int64_t code;                   /* that the run returned */
	uint64_t events, lost;          /* events written; dropped beyond the limit */
	uint64_t data_bytes, texts_bytes;
	uint32_t texts;
	uint32_t title;                 /* text: the user's name for the run */
	uint32_t machine;               /* text: the description, as vcube_desc_print() */
	uint32_t topology;              /* text */
	uint32_t mapping;               /* text */
	uint32_t error;                 /* text: the error, 0: none */
	uint32_t report;                /* text: the error in full */
	uint32_t first, recorded;       /* the nodes whose events it has, see below */
	uint32_t spare;
};

/*
 * The kinds of event. An event has the time and the node (rank in the machine) at
 * which it happened. `span` is its duration in picoseconds up to `time`, except for
 * SEND. Fields that a kind does not name are 0, `peer` is -1.
 *
 *   RUN      the first event, of node 0
 *   CALL     a collective call begins. text: "allgather.ring"; peer: own rank in the
 *            group; number: members; amount: bytes of a block; span, not a time here:
 *            elements of a block; detail: their type, VCUBE_TRACE_BYTES for VCUBE_BYTES()
 *   GROUP    follows CALL and START. peer: node of the group's rank 0; number: of the call in
 *            the group; amount: root; text: operator; detail: depth of calls
 *   RETURN   the call ends. span: since CALL; text, number, peer as for CALL; detail as
 *            for GROUP
 *   START    a collective begins that may overlap others of the node: beside the program
 *            (vcube_async()), or in one of several threads that share the node. As CALL,
 *            and GROUP follows, whose detail is 0 and whose number counts the group's
 *            calls of vcube_async(). It has no WATCH
 *   DONE     it ends. span: since START; number: which of the node's STARTs, from 0;
 *            text, peer as for START
 *   STEP     number: of the step on this node, from 1; text: its name; detail: depth
 *   SEND     the node passes the message to the network; its start-up begins when port
 *            and link are free, `span` later. peer: to; amount: bytes; number: of the
 *            message on this channel in this run, from 0, by which the events below
 *            refer to it; 2^31 or more for a message that an injected fault lost;
 *            detail: 1 if it has no start-up of its own, see vcube_exchange_all()
 *   HOP      the message has crossed a link of its route and held it for `span`. Node:
 *            the sender; peer: to; number; amount: link, see vcube/topology.h, of a
 *            half-duplex wire the lower of its two. HOPs of a message follow its route.
 *            Recorded only where SEND and ARRIVE do not imply them: with
 *            store-and-forward, with injected faults, and in a run with link overrides,
 *            since a message may avoid a link that is down. In a trace without HOPs, a
 *            message holds all links of the topology's route from its start to ARRIVE.
 *            Under the free clock, links have no times
 *   ARRIVE   the message reaches the receiver, `span` after its start. Node: the
 *            receiver; peer: from; number; amount: bytes. Not under the free clock
 *   RECV     a receive begins. peer: from; for a receive from any member, with detail
 *            1, the rank that it will be
 *   GOT      a receive ends, `span` after RECV. peer: from; number; amount: bytes;
 *            detail: 1 if the time limit passed without a message
 *   SENT     a sender has waited for `span` until its message left, or for room.
 *            peer: to; number; amount: bytes
 *   ALIGN    the node has waited for the other members of a group
 *   POLL     the node has tested a request that was not done
 *   PROBE    the node has waited for a message to probe
 *   WORK     local work that takes time. detail: enum vcube_work, or 255 for
 *            vcube_compute(); text: the same in words; amount: bytes, elements or
 *            operations. Not under the free clock
 *   WATCH    a watch begins. text: its name; amount: elements; detail: type as for
 *            CALL; number: bytes of an element; peer: depth, 0: the program. Amount 0:
 *            the watch ends. RETURN ends the watches of its depth
 *   MEMORY   contents of a watch; one for each watch follows STEP and RETURN. text,
 *            detail, peer as for WATCH; amount: offset in data; number: bytes kept;
 *            span, not a time here: bytes in all
 *   WAIT     at the end of a run in which no node could continue: this node waits.
 *            text: "to receive from"; peer: rank that it waits for, -1: no particular
 *            one; amount: bytes; number: text with the place, "file:line"
 *   FAIL     at the end: the node has failed. text: the sentence; amount: -code
 *   END      the last event, of node 0
 *
 * constant, name, meaning
 */
#define VCUBE_EVENTS(X) \
	X(VCUBE_EVENT_RUN, "run", "the run begins") \
	X(VCUBE_EVENT_CALL, "call", "a collective call begins") \
	X(VCUBE_EVENT_GROUP, "group", "further arguments of the call") \
	X(VCUBE_EVENT_RETURN, "return", "a collective call ends") \
	X(VCUBE_EVENT_START, "start", "a collective call begins that may overlap others") \
	X(VCUBE_EVENT_DONE, "done", "such a call ends") \
	X(VCUBE_EVENT_STEP, "step", "the node reaches a step") \
	X(VCUBE_EVENT_SEND, "send", "a message enters the network") \
	X(VCUBE_EVENT_HOP, "hop", "a message has crossed a link") \
	X(VCUBE_EVENT_ARRIVE, "arrive", "a message has arrived") \
	X(VCUBE_EVENT_RECV, "recv", "a receive begins") \
	X(VCUBE_EVENT_GOT, "got", "a receive ends") \
	X(VCUBE_EVENT_SENT, "sent", "a sender has waited for its message") \
	X(VCUBE_EVENT_ALIGN, "align", "the node has waited for others of a group") \
	X(VCUBE_EVENT_POLL, "poll", "the node has polled without success") \
	X(VCUBE_EVENT_PROBE, "probe", "the node has waited in a probe") \
	X(VCUBE_EVENT_WORK, "work", "the node has done local work") \
	X(VCUBE_EVENT_WATCH, "watch", "memory is watched") \
	X(VCUBE_EVENT_MEMORY, "memory", "contents of watched memory") \
	X(VCUBE_EVENT_WAIT, "wait", "the node waits for ever") \
	X(VCUBE_EVENT_FAIL, "fail", "the node has failed") \
	X(VCUBE_EVENT_END, "end", "the run ends")

#define X(constant, name, text) constant,
enum vcube_events { VCUBE_EVENTS(X) VCUBE_EVENTS_COUNT };
#undef X

struct vcube_event {
	vcube_time time;                /* free clock: of the host since the run began */
	int64_t span;
	uint64_t amount;
	uint32_t number;
	uint32_t text;                  /* number of a text, 0: "" */
	int32_t peer : 24;
	uint32_t detail : 8;
	uint32_t rank : 24;
	uint32_t kind : 8;              /* enum vcube_events */
};

/* Returns the name of a kind; NULL past the end. */
const char *vcube_event_name(int kind);

/* Recording */

struct vcube_trace_options {
	const char *title;              /* the user's name for the run; NULL: "" */
	size_t contents;                /* bytes to keep of each watch at each step, 0: none */
	uint64_t events;                /* events to keep at most, 0: 16 million */
	int first, recorded;            /* record so many nodes from `first` on; 0: all that follow */
};

/*
 * Records the machine's next run in a file, which is written when the run ends. Nodes
 * keep their watches in this run (vcube/node.h). `options` may be NULL. Returns 0;
 * VCUBE_EHOST if the file cannot be opened for writing or for lack of memory;
 * VCUBE_EINVAL if a trace is already started, during a run, if there are no such nodes, or for
 * contents without threads, where none are moved. If writing fails at the end, the run fails.
 */
int vcube_trace_start(vcube_machine *machine, const char *path,
		      const struct vcube_trace_options *options, struct vcube_error *error);

/* Reading; nothing blocks. Any threads may read a trace at once, but only one of them may
 * call vcube_trace_next() and vcube_trace_seek(). */

typedef struct vcube_trace vcube_trace;

/* Opens a trace and checks all of it. Returns NULL with a sentence in *error: VCUBE_EINVAL
 * if the file is not a trace, truncated or unfinished, VCUBE_EUNKNOWN if its version is
 * newer, VCUBE_EHOST if it cannot be read. */
vcube_trace *vcube_trace_open(const char *path, struct vcube_error *error);
void vcube_trace_close(vcube_trace *trace);

const struct vcube_trace_head *vcube_trace_head(const vcube_trace *trace);
/* Returns event number i; NULL past the last. */
const struct vcube_event *vcube_trace_at(const vcube_trace *trace, uint64_t i);
/* Returns the next event, beginning with the first; NULL past the last. */
const struct vcube_event *vcube_trace_next(vcube_trace *trace);
/* Makes the first event at `time` or later the next one. */
void vcube_trace_seek(vcube_trace *trace, vcube_time time);
/* Returns a text by its number; "" if the number is out of range. */
const char *vcube_trace_text(const vcube_trace *trace, uint32_t number);
/* Returns the contents of a MEMORY event: event->number bytes, not aligned. NULL for
 * other events. */
const void *vcube_trace_contents(const vcube_trace *trace, const struct vcube_event *event);

VCUBE_END_
#endif
