/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A machine that several processes share: doc/architecture.md, "Processes".
 *
 * `lock` guards all of this, the transport, and the proxy, by which its holder sends on what has
 * come. Locks are taken in this order: `lock`, the machine's
 * `resolving`, its `sharing`.
 */
#ifndef VC_PROCESSES_H
#define VC_PROCESSES_H

#include <pthread.h>
#include "joined.h"
#include "node.h"
#include "remote.h"
#include "rendezvous.h"

/* What processes tell each other. Those before VC_PACKET_PARCEL act on nodes, and are counted. */
enum vc_packet_kind {
	VC_PACKET_MESSAGE,      /* of `from` for `to`; the label */
	VC_PACKET_SEAT,         /* of `from`; a struct vc_remote_seat */
	VC_PACKET_FAILED,       /* `from` has failed and returned */
	VC_PACKET_ABORT,        /* `from` aborts the run with the code `to` */
	VC_PACKET_PARCEL,       /* gather.c */
	VC_PACKET_WAVE,         /* wave.c: of a process, to process 0 */
	VC_PACKET_VERDICT,      /* and its answer */
	VC_PACKET_DIED          /* the process `to` has died, so the one that says so may end, too */
};

struct vc_packet {
	uint32_t kind;
	int32_t from, to;               /* ranks */
	int32_t unused;
	uint64_t label;
	struct vc_transit transit;      /* of a message, in virtual time */
	uint64_t bytes;                 /* of what follows, filled up to a multiple of 8 */
};

/* A message of so many bytes travels in a block of its own. */
enum { VC_ALONE_FROM = 8192 };

/* A sum over processes that are quiescent: wave.c. */
struct vc_wave {
	int64_t sent, received;         /* packets that act on nodes */
	int64_t alive, dated;           /* nodes */
};

enum vc_verdict_of_wave {
	VC_WAVE_RUNS,           /* no decision yet */
	VC_WAVE_AGAIN,          /* something may be on its way */
	VC_WAVE_STUCK,          /* nodes wait, for ever */
	VC_WAVE_OVER            /* all nodes have returned, nothing is on its way */
};

/* A seat that came before its rendezvous began. */
struct vc_early {
	struct vc_early *next;
	int from;
	struct vc_remote_seat seat;
};

struct vc_processes {
	vcube_machine *machine;
	struct vc_joined *joined;
	struct vcube_transport *transport;
	int process, count;             /* number of this one, of all */
	bool opening;                   /* the others wait to compare their machine with this one */
	bool crowded;                   /* the host has more of them than processors */
	int awake;                      /* eventfd: wakes the machine's thread */

	pthread_mutex_t lock;
	atomic_bool attended;           /* a node looks at what comes, relaxed: a hint to the machine's
					   thread */
	struct vc_bytes *out;           /* [count] packets that have not left */
	vcube_node *proxy;              /* sends for remote nodes, one after the other: with their ranks */
	vcube_node *taker;              /* the node that takes what comes; NULL: the machine's thread */
	struct vc_landing *coming;      /* of a node: data is being stored there, or NULL */
	bool gathering;                 /* other packets are kept for later */
	int64_t sent, received;         /* in this run */

	/* wave.c */
	bool told;                      /* this process has contributed to the present one */
	enum vc_verdict_of_wave verdict;        /* on the one before; RUNS: acted upon */
	struct vc_wave sum;             /* process 0: of the present one */
	int came;                       /* process 0: how many have contributed */
	int64_t received_before;        /* by the wave before; -1: it does not count */

	struct vc_early *early;         /* under `sharing` */

	/* image.c: what remote nodes are shown by */
	struct vc_image *image;         /* [nodes], or NULL */
	struct vc_shown *shown;         /* their texts, and what they did */
};

/* outbox.c. Under `lock`. */

/* Adds a packet for a process. Returns false if there is no memory, or it has died. */
bool vc_outbox_add(struct vc_processes *p, int to, const struct vc_packet *head, const void *data);
/* The same for a long message, whose data the transport reads until *left is 1. */
bool vc_outbox_lend(struct vc_processes *p, int to, const struct vc_packet *head, const void *data,
		    int *left);
/* Adds a packet for all others. */
bool vc_outbox_tell(struct vc_processes *p, const struct vc_packet *head, const void *data);
/* Lets the packets for a process, or for all, leave. Returns false if it has died. */
bool vc_outbox_flush(struct vc_processes *p, int to);
void vc_outbox_flush_all(struct vc_processes *p);

/* inbox.c: acts on a block that has come, or on all. Returns whether one had. Under `lock`. */
bool vc_inbox_take_one(struct vc_processes *p);
/* vcube_transport.land, of a struct vc_processes. */
void *vc_inbox_land(void *processes, const void *head, size_t head_bytes, size_t bytes);
bool vc_inbox_take(struct vc_processes *p);
/* A process has died that this one needs. Under `lock`. */
void vc_inbox_died(struct vc_processes *p, int process);
/* Seats that came too early, under no lock but perhaps `resolving`. */
void vc_inbox_met(vcube_machine *machine);
void vc_inbox_forget(struct vc_processes *p);

/* gather.c: the machine's thread, without `lock`; as vc_remote.gather. */
bool vc_gather(struct vc_processes *p, enum vc_gathering when, const void *mine, size_t bytes,
	       void (*each)(void *arg, int process, const void *data, size_t bytes), void *arg);

/* wave.c. Under `lock`. */
void vc_wave_begin(struct vc_processes *p);
/* Contributes if this process is quiescent and has not. */
void vc_wave_tell(struct vc_processes *p);
/* Process 0: another has contributed. The others: process 0 has answered. */
void vc_wave_add(struct vc_processes *p, const struct vc_wave *wave);
void vc_wave_answered(struct vc_processes *p, enum vc_verdict_of_wave verdict);

/* image.c: writes what others have to know of the nodes here, and shows it by the structs of
 * theirs. `waits`: of parked nodes, for a report; otherwise after the run. */
void vc_image_write(struct vc_bytes *into, const vcube_machine *m, bool waits);
bool vc_image_show(struct vc_processes *p, const void *data, size_t bytes);
/* After a run of which there is nothing to report: what nodes did. */
void vc_told_write(struct vc_bytes *into, const vcube_machine *m);
bool vc_told_show(struct vc_processes *p, const void *data, size_t bytes);
/* Undoes both. */
void vc_image_drop(struct vc_processes *p);

/* same.c. Compares what all processes open; `why` this one cannot, or "". Returns 0, or fails. */
int vc_machines_compare(vcube_machine *m, const char *why, struct vcube_error *error);
/* Tells the others why this process cannot open the machine, unless they know. */
void vc_processes_refused(vcube_machine *m, const struct vcube_error *error);
/* Fails, as one process has died or does something else than this one. */
int vc_processes_died(const struct vc_processes *p, struct vcube_error *error);

/* Returns the process that has a node. */
int vc_process_of(const vcube_machine *m, int rank);

static inline size_t
vc_packet_room(uint64_t bytes)
{
	return (size_t)(bytes + 7) / 8 * 8;
}

extern const struct vc_part vc_part_division, vc_part_processes;

#endif
