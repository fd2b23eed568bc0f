/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Traces: what happened in a run, event by event, in a file.
 *
 * A file has these parts, one behind the other, all numbers as the host has
 * them (`order` tells):
 *
 *   struct vcube_trace_head     head_bytes
 *   struct vcube_event          event_bytes each, `events` of them
 *   data                        data_bytes: contents of memory, see MEMORY
 *   texts                       texts_bytes: `texts` strings, each with its '\0';
 *                               number 0 is the empty one
 *
 * Events are in the order of time; of equal time the lower rank's are first,
 * then as they happened there, but no ARRIVE before its SEND. So under the
 * virtual clock the same run makes the same file. The head is written last: a
 * file that was not finished has none.
 */
#ifndef VCUBE_TRACE_H
#define VCUBE_TRACE_H

#include <vcube/machine.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VCUBE_TRACE_MAGIC "vcubetrc"    /* 8 bytes, no '\0' */
#define VCUBE_TRACE_VERSION 1
#define VCUBE_TRACE_ORDER 0x01020304u

struct vcube_trace_head {
	char magic[8];
	uint32_t order, version;
	uint32_t head_bytes, event_bytes;
	uint32_t nodes;
	uint32_t clock;                 /* enum vcube_clock: what the times of events are */
	uint64_t seed;
	vcube_time time;                /* the run's: the latest node clock; free clock: of the host */
	int64_t code;                   /* with which it ended */
	uint64_t events, lost;          /* written; not kept, since there were too many */
	uint64_t data_bytes, texts_bytes;
	uint32_t texts;
	uint32_t title;                 /* text: what was run, as its user says */
	uint32_t machine;               /* text: its description, as vcube_desc_print() */
	uint32_t topology;              /* text */
	uint32_t mapping;               /* text */
	uint32_t error;                 /* text: why it failed, 0: it did not */
	uint32_t report;                /* text: the same in full */
	uint32_t spare;
};

/*
 * What happens. Each event has the time and the node (rank in the machine) at
 * which it happened; `span` picoseconds up to `time` it took, but for SEND. Of
 * fields that are not named nothing is to be expected but 0, and of peer -1.
 *
 *   RUN      node 0: the first event
 *   CALL     a collective call begins. text "allgather.ring"; peer: own rank in the
 *            group; number: its members; amount: bytes of a block; span, here no
 *            time: elements of a block; detail: their type, 255 for VCUBE_BYTES()
 *   GROUP    follows CALL. peer: node of the group's rank 0; number: of the call in
 *            the group; amount: the root; text: the operator; detail: depth of calls
 *   RETURN   the call ends; span: since CALL; text, number, peer as CALL; detail as
 *            GROUP
 *   STEP     number: of the node's steps, from 1; text: its name; detail: depth
 *   SEND     the message is given to the network, from which on its start-up counts
 *            as soon as port and link are free: that is after `span`. peer: to;
 *            amount: bytes; number: of the message from this node to that one in this
 *            run, from 0, by which the others below tell which one they speak of; of
 *            one that an injected fault lost, which is none of these, 2^31 or more.
 *            detail: 1 if it has no start-up of its own, see vcube_exchange_all()
 *   HOP      the message is through one link of its route, occupied for `span`.
 *            Node: the sender; peer: to; number; amount: of the link, see
 *            vcube/topology.h, of a wire that is half duplex the lower of its two. Of a
 *            message with several, they are in the order of its route. Recorded where
 *            they do not follow from SEND and ARRIVE: with store-and-forward, with
 *            injected faults, and in a run in which links are, or come to be, unlike
 *            the others, since a message may go round one that is down.
 *            In a trace without HOPs all links of the topology's route are occupied from
 *            the start to ARRIVE. Under the free clock links have no times
 *   ARRIVE   the message is at the receiver, `span` after its start. Node: the
 *            receiver; peer: from; number; amount: bytes. Not under the free clock
 *   RECV     a receive begins; peer: from (whom it will be, for a receive from any,
 *            which has detail 1)
 *   GOT      it ends, `span` after RECV; peer: from; number; amount: bytes. With
 *            detail 1 the time limit has passed and there was no message
 *   SENT     a sender has waited `span` until the message had left, or for room;
 *            peer: to; number; amount: bytes
 *   ALIGN    has waited for the other members of a group
 *   POLL     has looked for a request that was not done
 *   WORK     local work that takes time; detail: enum vcube_work, or 255 for
 *            vcube_compute(); text: the same in words; amount: bytes, elements or
 *            operations. Not under the free clock
 *   WATCH    memory is watched. text: its name; amount: elements; detail: type as
 *            CALL; number: bytes of an element; peer: depth, 0: the program's. Amount
 *            0: no longer. A RETURN ends the watches of its depth
 *   MEMORY   follows STEP and RETURN, one for each watch: its contents then. text,
 *            detail, peer as WATCH; amount: where they lie in data; number: how many
 *            bytes were kept of them; span, here no time: how many there are
 *   WAIT     at the end, where nobody could go on: this node waited. text: "to receive
 *            from"; peer: for whom, -1: nobody in particular; amount: bytes; number: text
 *            that says where, "file:line"
 *   FAIL     at the end: the node has failed. text: the sentence; amount: -code
 *   END      node 0: the last event
 *
 * constant, name, what happens
 */
#define VCUBE_EVENTS(X) \
	X(VCUBE_EVENT_RUN, "run", "the run begins") \
	X(VCUBE_EVENT_CALL, "call", "a collective call begins") \
	X(VCUBE_EVENT_GROUP, "group", "more of the call that begins") \
	X(VCUBE_EVENT_RETURN, "return", "a collective call ends") \
	X(VCUBE_EVENT_STEP, "step", "the node comes to a step") \
	X(VCUBE_EVENT_SEND, "send", "a message is given to the network") \
	X(VCUBE_EVENT_HOP, "hop", "a message is through a link") \
	X(VCUBE_EVENT_ARRIVE, "arrive", "a message has arrived") \
	X(VCUBE_EVENT_RECV, "recv", "a receive begins") \
	X(VCUBE_EVENT_GOT, "got", "a receive ends") \
	X(VCUBE_EVENT_SENT, "sent", "a sender has waited for its message") \
	X(VCUBE_EVENT_ALIGN, "align", "the node has waited for others of a group") \
	X(VCUBE_EVENT_POLL, "poll", "the node has looked in vain") \
	X(VCUBE_EVENT_PROBE, "probe", "the node has waited for a message to look at") \
	X(VCUBE_EVENT_WORK, "work", "the node has worked") \
	X(VCUBE_EVENT_WATCH, "watch", "memory is watched") \
	X(VCUBE_EVENT_MEMORY, "memory", "contents of memory that is watched") \
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
	int32_t peer;
	uint16_t rank;
	uint8_t kind;                   /* enum vcube_events */
	uint8_t detail;
};

/* The name of a kind; NULL past the end. */
const char *vcube_event_name(int kind);

/* Recording */

struct vcube_trace_options {
	const char *title;              /* what is run; NULL: "" */
	size_t contents;                /* bytes to keep of each watch at each step, 0: none */
	uint64_t events;                /* most events to keep, 0: 16 million */
};

/*
 * Records the machine's next run into a file, which is written when the run
 * ends. `options` may be NULL. 0; VCUBE_EHOST where the file cannot be written,
 * which is found out now, or there is no memory; VCUBE_EINVAL where a trace was
 * started before, or a run is under way. A file that cannot be written out at the end is an error of the
 * run. Nodes keep their watches in this run (vcube/node.h).
 */
int vcube_trace_start(vcube_machine *machine, const char *path,
		      const struct vcube_trace_options *options, struct vcube_error *error);

/* Reading. Any thread may read a trace that is open; nothing blocks. */

typedef struct vcube_trace vcube_trace;

/* A trace, all of which was looked at: NULL with a sentence in *error for what is
 * none, was cut off or not finished (VCUBE_EINVAL), is of a newer version
 * (VCUBE_EUNKNOWN), or cannot be read (VCUBE_EHOST). */
vcube_trace *vcube_trace_open(const char *path, struct vcube_error *error);
void vcube_trace_close(vcube_trace *trace);

const struct vcube_trace_head *vcube_trace_head(const vcube_trace *trace);
/* Event number i; NULL past the last. */
const struct vcube_event *vcube_trace_at(const vcube_trace *trace, uint64_t i);
/* The next one, from the first on; NULL past the last. */
const struct vcube_event *vcube_trace_next(vcube_trace *trace);
/* The next one will be the first at this time or later. */
void vcube_trace_seek(vcube_trace *trace, vcube_time time);
/* A text by its number; "" for one that there is not. */
const char *vcube_trace_text(const vcube_trace *trace, uint32_t number);
/* The contents that a MEMORY event speaks of: event->number bytes, at any
 * alignment. NULL for other events. */
const void *vcube_trace_contents(const vcube_trace *trace, const struct vcube_event *event);

#ifdef __cplusplus
}
#endif
#endif
