/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Nodes without threads (threads=no): what they do is noted, then played.
 *
 * Where the steps of a program do not depend on data, nobody has to be there to receive. So
 * the machine's one thread runs the program of one node after the other, on one struct
 * vcube_node, and notes what the node does: some 5 bytes for an act. The notes are then played
 * by the clock that the machine would have with threads, which tells when each act was:
 *
 *   taking    taking.c    the clock and the decorator of messages while the program runs
 *   playing   stamped.c   by the stamping clock: one node goes on until it has to wait; of a
 *                         large machine while further nodes are noted (player.h)
 *             replayed.c  into the journals, each act just before the replay asks for it
 *
 * Acts are bytes: a head, then numbers in groups of 7 bits, the lowest first; the highest bit
 * says that another group follows.
 *
 *   SEND   to ^ rank, bytes      start-up and marks are in the head
 *   RECV   from ^ rank, room     the next message of that node; in the head: may it be for a
 *                                receive of another call that was posted before?
 *   LEFT   n                     the wait until the nth last message has left (0: the last)
 *   WORK   time
 *   LABEL  8 bytes               of the messages that follow: nodes/message/label.h
 *   LOGGED n                     traced: what the hooks have logged since the last act, from
 *                                word n of the log on
 *   END
 *
 * As peers are noted by their distance, many nodes have the same notes, byte for byte: these
 * are kept once.
 *
 * All belongs to the thread that runs the machine, but for what player.h says.
 */
#ifndef VC_NOTES_H
#define VC_NOTES_H

#include "message.h"
#include "player.h"
#include "record.h"
#include "region.h"
#include "under_way.h"

enum vc_note_kind {
	VC_NOTE_SEND, VC_NOTE_RECV, VC_NOTE_LEFT, VC_NOTE_WORK, VC_NOTE_LABEL, VC_NOTE_LOGGED,
	VC_NOTE_END
};

/* Marks of a SEND: the node waits until it has left; and does so after a later message. */
enum { VC_NOTE_AWAITED = 1 << 5, VC_NOTE_KEPT = 1 << 6 };
/* The mark of a RECV */
enum { VC_NOTE_BEHIND = 1 << 5 };

struct vc_note {
	enum vc_note_kind kind;
	enum vc_startup startup;
	unsigned marks;
	int peer;
	uint64_t number;                /* bytes, room, n, time, label or word */
};

/* Where the notes of some node lie. */
struct vc_notes_place {
	uint64_t at;
	size_t bytes;                   /* 0: nowhere */
};

/* What is kept of each node while it is played: a cache line, as others touch it for each
 * message. */
struct vc_noted {
	_Alignas(VC_LINE) uint64_t at;  /* its next act, in the notes */
	uint64_t label;
	vcube_time now;                 /* its clock; replayed: time since its last act */
	union {
		struct { vcube_time send_free, recv_free, left; };      /* stamped */
		struct {                        /* replayed */
			struct vc_in_flight *last;      /* its last message, if it awaits that */
			uint64_t wanted[2];     /* keys of what it reads before it sends again; 0: none */
		};
	};
	uint32_t sends;                 /* played so far */
	int from;                       /* for whose message it waits; -1: it does not wait */
};

/* What its program has come to. */
struct vc_noted_result {
	uint32_t messages, steps;
	uint64_t bytes;
	size_t heap_peak;
};

enum { VC_NOTES_KNOWN = 4096 };

struct vc_notes {
	struct vc_region text;
	struct vc_noted *node;          /* [nodes] */
	struct vc_noted_result *result; /* [nodes] */
	vcube_time *link_free;          /* stamped, all ports: of each link; NULL: ports limit more */
	int *ready;                     /* stamped: nodes that can go on */
	struct vc_brief_page *brief;    /* replayed: of each node, for acts that are no sends */
	struct vc_player player;

	/* taken: changes with each act, while the player reads what is above */
	_Alignas(VC_LINE) size_t used;  /* bytes of the text */
	uint64_t label;                 /* last noted */
	uint32_t sends;                 /* noted of the node */
	uint64_t *logged;               /* of a traced node: the end of its log at its last act */
	struct vc_channel channel;      /* to whom the node sends */
	struct vc_notes_place known[VC_NOTES_KNOWN];    /* by their hash, the latest of each */

	/* played */
	_Alignas(VC_LINE) struct vc_under_way under_way;
	int readies;
};

/* Begins and ends the notes of a node; `end` also keeps its results. */
void vc_notes_begin(vcube_node *self);
void vc_notes_end(vcube_node *self);

/* Slots of both clocks, and what theirs share. `play` plays the notes of all nodes, unless one has
 * failed; what is wrong with them becomes the failure of the struct vcube_node. */
int vc_notes_open(vcube_machine *machine);
void vc_notes_begin_run(vcube_machine *machine);
void vc_notes_finish(vcube_machine *machine, void (*play)(vcube_machine *machine));
void vc_notes_close(vcube_machine *machine);
int vc_notes_unreceived(const vcube_machine *machine, struct vcube_error *error);

/* Slots of vc_clock_notes_stamped. */
int vc_notes_open_stamped(vcube_machine *machine);
void vc_notes_begin_stamped(vcube_machine *machine);
void vc_notes_finish_stamped(vcube_machine *machine);
vcube_time vc_notes_clock_stamped(const vcube_machine *machine, int rank);

/* Slots of vc_clock_notes_replayed. */
int vc_notes_open_replayed(vcube_machine *machine);
void vc_notes_begin_replayed(vcube_machine *machine);
void vc_notes_finish_replayed(vcube_machine *machine);
void vc_notes_close_replayed(vcube_machine *machine);
vcube_time vc_notes_clock_replayed(const vcube_machine *machine, int rank);
struct vcube_parts vc_notes_parts(const vcube_machine *machine, int rank);
struct vcube_parts vc_notes_path(const vcube_machine *machine, int rank);
int vc_notes_verdict_replayed(const vcube_machine *machine, struct vcube_error *error);

/* Traced machines: record that a message is sent, at this time (`transit` NULL: only the clock will
 * know the rest); that a receive, of `what` bytes, or the wait for message number `what` begins;
 * vc_recorded_end() records its end. Nodes that are not traced are left out. */
void vc_notes_record_send(vcube_machine *machine, int rank, const struct vc_note *note,
			  vcube_time now, const struct vc_transit *transit);
void vc_notes_record_begin(vcube_machine *machine, int rank, enum vcube_events kind, int peer,
			   uint64_t what, vcube_time now);

/* Take the message that the node `self->rank` receives: the first under way; this one. Return
 * false if there is none yet, or if the node has failed: it is too long, or of another call. */
bool vc_notes_receive(vcube_node *self, const struct vc_note *note,
		      struct vc_message_under_way *message);
bool vc_notes_accept(vcube_node *self, const struct vc_note *note,
		     const struct vc_message_under_way *message);

/* Returns the place of the act that follows. */
uint64_t vc_note_read(const struct vc_notes *notes, uint64_t at, int rank, struct vc_note *note);

#endif
