/* SPDX-License-Identifier: BSD-2-Clause */
/* The acts of a journal (nodes/clock/replay/journal.h), and the pages that hold them. */
#ifndef VC_ACT_H
#define VC_ACT_H

#include "node.h"

/* Values are stored in journals: see vc_act_kind(). */
enum vc_act {
	VC_ACT_SEND,    /* sent a message; the flight lies in the journal itself */
	VC_ACT_RECV,    /* received the message of a flight */
	VC_ACT_LEFT,    /* waited until it had left */
	VC_ACT_ROOM,    /* waited until its receiver had received it */
	VC_ACT_PROBE,   /* waited until it had arrived */
	VC_ACT_FAULT,   /* a fault of the next message */
	VC_ACT_ALIGN    /* waited for the latest member of a group */
};

struct vc_fault_note;
struct vc_channel_stats;

/* A VC_ACT_FAULT: nodes/fault/fault.h. */
struct vc_fault_act {
	uint64_t act;
	struct vc_fault_note *note;     /* to date, or NULL */
	struct vc_channel_stats *stats;         /* of the channel, to keep arrivals in order, or
						   NULL */
	vcube_time delay;               /* of the arrival */
	uint64_t lost;
};

/* A VC_ACT_ALIGN. */
struct vc_align_act {
	uint64_t act;
	struct vcube_parts path;        /* breakdown of the clock of the latest */
};

/* A message in flight, as a VC_ACT_SEND. */
struct vc_in_flight {
	uint64_t act;
	uint32_t to;
	uint16_t offset;                /* in its page, in words */
	uint8_t startup;                /* enum vc_startup */
	uint8_t uses;                   /* later acts that read it */
	uint64_t bytes;
	vcube_time duration;            /* how long it occupies the receiver's port */
	vcube_time arrival;             /* VC_NOT_YET until it is placed */
	vcube_time left;                /* when it left the sender's port; set together with
					   `arrival` */
	vcube_time taken;               /* when it was received, on a machine with a capacity */
	struct vcube_parts path;        /* breakdown of its arrival, from the start of the run */
};

struct vc_page {
	struct vc_page *_Atomic next;   /* the node's: JOURNAL-NEXT */
	_Atomic(uint32_t) written;      /* words, the node's: JOURNAL-ACT */
	int rank;
	/* owned by the replay */
	uint32_t uses;                  /* uses of its flights */
	bool passed;                    /* every act in it has been replayed */
	bool fed;                       /* not from a pool: it belongs to who feeds the replay */
	bool again;                     /* fed, and to be used again when nobody reads it */
	struct vc_page *before, *after; /* list of the pages kept for their flights */
	uint64_t word[];
};

#define VC_ACT_BITS 3

static inline enum vc_act
vc_act_kind(const uint64_t *act)
{
	return (enum vc_act)(*act & ((1u << VC_ACT_BITS) - 1));
}

static inline vcube_time
vc_act_delay(const uint64_t *act)
{
	return (vcube_time)(*act >> VC_ACT_BITS);
}

static inline uint32_t
vc_act_words(const uint64_t *act)
{
	switch (vc_act_kind(act)) {
	case VC_ACT_SEND:
		return sizeof(struct vc_in_flight) / 8;
	case VC_ACT_FAULT:
		return sizeof(struct vc_fault_act) / 8;
	case VC_ACT_ALIGN:
		return sizeof(struct vc_align_act) / 8;
	default:
		return 2;
	}
}

static inline struct vc_page *
vc_in_flight_page(struct vc_in_flight *f)
{
	return (struct vc_page *)((char *)f - f->offset * 8u - offsetof(struct vc_page, word));
}

#endif
