/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The machine and its nodes, from inside.
 *
 * A struct vcube_node is its own thread's, but for `pool.returned` and
 * the inbox. What others may touch of a node while it runs is its struct
 * vc_parking. When its thread has ended, the thread that runs the machine reads
 * it; at quiescence (nodes/kernel/quiescence.h), the resolver does.
 */
#ifndef VC_NODE_H
#define VC_NODE_H

#include <pthread.h>
#include <vcube/authoring.h>
#include <vcube/observing.h>
#include "far.h"
#include "channel.h"
#include "clock.h"
#include "heap.h"
#include "pool.h"
#include "region.h"

#define VC_DEFERRED_MAX 64

#define VC_CALLS_MAX 4

/* What `stop` of a machine is while it goes on, and sends have to look: links have been
 * changed, somebody observes messages, or faults are injected. */
enum { VC_LOOK = 1 };

struct vc_page;
struct vc_send_wait;

/* The node's end of its journal: nodes/clock/replay/journal.h. */
struct vc_journal {
	struct vc_page *_Atomic first;  /* JOURNAL-FIRST */
	struct vc_page *last;
	uint64_t acts;                  /* written so far */
};

/* A node's part in a collective call. */
struct vc_frame {
	uint64_t signature;
	const struct vcube_algorithm *algorithm;
	vcube_group *group;
	const char *here;               /* where the program made the call */
	unsigned watches;               /* that there were before */
};

/* Pending requests, oldest first: see nodes/message/request.c. */
struct vc_request_list {
	struct vcube_request *first, *last;
};

struct vc_requests {
	struct vcube_request *idle;
	struct vc_request_list sends, receives, received;
	struct vc_request_list completed_early;            /* no list: sends with nothing to wait for */
	uint64_t completed_early_count;
	struct vc_request_batch *batches;       /* in which all of them lie */
};

struct vc_watches {             /* nodes/trace/watch.h */
	struct vcube_watched *list;     /* from the pool */
	unsigned used, room;
};

struct vcube_node {
	struct vcube_site site;         /* first: see vcube_at() */
	int rank;
	int code;                       /* of the failure, 0: none */
	bool one_port;
	bool strict;
	bool instrumented;              /* its messages are observed, may meet with faults,
					   or take time of the host's */
	bool fast_path;                 /* nothing counts but their bytes: nodes/message/fast_path.h */
	uint8_t room;                   /* bytes that a slot carries */
	vcube_machine *machine;
	const struct vc_clock *clock;   /* the machine's */
	struct vc_peers out, in;
	uint64_t signature;             /* that goes out with messages: the innermost call's, or 0 */
	vcube_time now;                 /* the node's clock; replay: since its last act;
					   wall: until when it is busy */
	vcube_time known;               /* replay: its clock when it last asked */
	vcube_time send_free;           /* when its port can send the next, one-port */
	vcube_time recv_free;           /* and receive the next */
	vcube_time since;               /* wall: when the last receive began */
	vcube_time begun;               /* when the last message sent began on its first link */
	uint64_t messages, bytes, steps;
	vcube_time worked[VCUBE_WORK_FLOP + 1];         /* on local work, by kind */
	struct vc_log *log;             /* where it is recorded, or NULL: nodes/trace/record.h */
	struct vc_moment receiving, sending;    /* recorded: when the receive, the wait began, */
	bool receiving_late, sending_late;      /* if it is one */
	bool receiving_any;

	int deferred_count;                 /* see vc_wake_later() */
	int deferred[VC_DEFERRED_MAX];

	struct vc_journal journal;
	struct vc_requests requests;
	struct cds_wfcq_node *adopted;  /* the last one in its inbox that it knows, or NULL */
	int served;                     /* whom a receive from any served last */

	struct { const struct vcube_algorithm *algorithm; unsigned number; } called;    /* last */
	struct vc_frame calls[VC_CALLS_MAX];    /* nest; the first stays when it is over */
	int depth;
	const char *step;               /* the step it has come to, or NULL */
	uint64_t passed;                /* number of the last one that was observed */
	struct vc_watches watches;
	uint64_t random;                /* state of vcube_random() */
	struct vc_heap heap;
	struct vcube_error heap_error;
	char *stack;                    /* its lowest byte */
	struct vcube_error failure;
	const char *failed_here;        /* the line of the call that failed; NULL: of none */
	int failed_depth;               /* in so many collective calls */
	vcube_group *groups;            /* that it holds, linked */
	uint32_t groups_number;         /* the greatest of those it has held */
	uint32_t calls_made;            /* collectives over all nodes */
	int result;                     /* what the program returned */
	bool ended;                     /* it has */
	pthread_t thread;

	struct vc_pool pool;

	/* channels that others have opened to this node, in this order; it has adopted
	 * those up to `adopted` */
	VC_ALIGNED struct __cds_wfcq_head inbox_head;
	struct cds_wfcq_tail inbox_tail;
};

/*
 * What is around messages while they are instrumented: nodes/fault/. Called by the node.
 * post may block, where the clock's send does.
 */
struct vc_decorator {
	/* as vc_post() */
	int (*post)(vcube_node *self, struct vc_channel *channel, const void *data, size_t bytes,
		    enum vc_startup startup, enum vc_lend lend, struct vc_send_wait *sent);
	/* a receive begins: 0, or the node's failure */
	int (*operation)(vcube_node *self);
};

/*
 * What is said of a run that goes wrong: nodes/machine/report.c. The first two are called
 * by the resolver, under `resolving`, the others by the node. None blocks.
 */
struct vc_reporter {
	/* Nothing will go on: makes every parked node fail with the reason that is its own. */
	void (*stuck)(vcube_machine *machine);
	/* Of the nodes that wait without a time limit for one that has failed, makes the first
	 * fail, too. Returns its rank, or -1: there is none. */
	int (*bereaved)(vcube_machine *machine);
	/* Makes the node fail with this code. `wait`: what it was to wait for, or NULL. Returns
	 * the code of its failure, as the next two do. */
	int (*stopped)(vcube_node *self, int code, const struct vc_wait *wait);
	/* A message of another call, `found`, came in place of its own; one came that is longer
	 * than its buffer. */
	int (*mismatch)(vcube_node *self, uint64_t found, int from);
	int (*too_long)(vcube_node *self, int from, size_t bytes, size_t room);
};

struct vcube_machine {
	struct vcube_desc desc;
	vcube_topology *topology;
	int nodes;
	int *position;                  /* of a rank */
	struct vcube_cost cost;         /* desc.cost, exchange start-ups filled in */
	bool none, limited;             /* routing=none; a capacity */
	struct vc_links *links;         /* that are not as the description has them */
	const struct vc_clock *clock;
	struct vc_replay *replay;       /* the clock's own, if it is that one, or NULL */
	struct vc_wall *wall;
	struct vc_network *network;     /* on which the clock places messages, or NULL */
	const struct vc_decorator *decorator;
	const struct vc_reporter *reporter;
	int processors;                 /* of the host that we may use */
	int *processor;                 /* their numbers */

	struct vcube_node *node;        /* [nodes] */
	struct vc_parking *parking;           /* [nodes] */
	struct vc_region heaps, stacks, logs;
	size_t heap_stride, stack_stride;
	size_t logs_ready;              /* between logs of which memory was fetched, or 0 */
	struct vc_group_shared *world;

	vcube_program *program;
	void *arg;
	vcube_observer *observer;       /* of this run */
	void *observer_arg;
	vcube_observer *next_observer;  /* and of the next: vcube_on_step() */
	void *next_observer_arg;
	bool looked_at;                 /* this run: nodes keep their watches, */
	bool shown;                     /* and what is in them is shown */
	struct vc_trace *trace;         /* of the next run, or NULL */
	struct vc_history *history;     /* [nodes]: what views lead to; NULL: it is not kept */
	_Atomic(bool) busy;             /* a run is under way */
	int64_t began;                  /* the run, by the host's clock in ns */
	bool late;                      /* it has been stopped, since it took too long */
	vcube_time elapsed;             /* free clock, fuzzed: the last deadline that has passed */

	/* nodes that are not parked: see nodes/kernel/park.h */
	VC_ALIGNED _Atomic(int) running;
	_Atomic(int) alive;             /* that have not returned */
	_Atomic(int) dated;             /* parked with a deadline of the host's clock */

	/* written once or twice a run */
	VC_ALIGNED _Atomic(int) failed;         /* nodes that are gone, and had failed */
	_Atomic(uint32_t) gate;      /* 0: threads hold at the start; 1: go; 2: go home */
	_Atomic(uint32_t) over;         /* all nodes have returned */
	_Atomic(int) stop;              /* code with which every node is to fail, or 0, or
					   VC_LOOK: nodes/network/override.h */

	struct vc_faults *faults;       /* that are injected, or NULL: nodes/fault/fault.h */
	struct vc_interleave *interleave;         /* one node at a time, or NULL */
	_Atomic(struct vc_shared *) shared;     /* tables: see nodes/collective/shared.c */
	pthread_mutex_t sharing;
	pthread_mutex_t resolving;      /* resolver against limit and deadlines */
	struct vcube_error error;       /* of the last run */
	char *report;
};

/* Makes the node fail, if it has not yet; returns the code of its failure. */
int vc_fail(vcube_node *self, int code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* 0, or fails: NULL holds no bytes, and strict mode allows a node's own heap and
 * stack alone. */
int vc_check_memory(vcube_node *self, const char *call, const void *data, size_t bytes);

static inline int
vc_memory(vcube_node *self, const char *call, const void *data, size_t bytes)
{
	return vc_unlikely(self->strict || data == NULL) ? vc_check_memory(self, call, data, bytes)
							 : 0;
}

/* 0, or fails: the run has been stopped. `wait`: what for, or NULL. */
static inline int
vc_stopped(vcube_node *self, const struct vc_wait *wait)
{
	if (vc_likely(atomic_load_explicit(&self->machine->stop, memory_order_relaxed) == 0))
		return 0;
	return vc_stop(self, wait);
}

static inline void
vc_wake_deferred(vcube_node *self)
{
	if (self->deferred_count != 0)
		vc_wake_deferred_now(self);
}

#endif
