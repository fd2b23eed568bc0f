/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The machine and its nodes, internally.
 *
 * A struct vcube_node belongs to its own thread, except `pool.returned` and the inbox.
 * While it runs, others touch only its struct vc_parking. When its thread has ended, the
 * thread that runs the machine reads it; at quiescence (nodes/kernel/quiescence.h) the
 * resolver does.
 */
#ifndef VC_NODE_H
#define VC_NODE_H

#include <pthread.h>
#include <stdio.h>
#include <vcube/authoring.h>
#include <vcube/observing.h>
#include "far.h"
#include "channel.h"
#include "clock.h"
#include "heap.h"
#include "pool.h"
#include "region.h"
#include "turns.h"

#define VC_DEFERRED_MAX 64

#define VC_CALLS_MAX 4

#define VC_GROUPS_MADE 64       /* lists of groups that programs make */

/* The value of a machine's `stop` while the run goes on but sends must check: links have been
 * changed, somebody observes messages, faults are injected, or other processes have nodes. */
enum { VC_LOOK = 1 };

struct vc_agreement;
struct vc_carriers;
struct vc_digest;
struct vc_landing;
struct vc_notes;
struct vc_page;
struct vc_seen_races;
struct vc_remote;
struct vc_send_wait;
struct vc_told;
struct vc_way;

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
	unsigned watches;               /* number of watches before the call */
	unsigned own : 1;               /* the algorithm is the program's */
	unsigned start : 31;            /* traced: 1 + the number of its START; 0: it has a CALL */
};

/* Pending requests, oldest first: nodes/message/request.c. */
struct vc_request_list {
	struct vcube_request *first, *last;
};

struct vc_requests {
	struct vcube_request *idle;
	struct vc_request_list sends, receives, received, beside;
	struct vc_request_list completed_early;         /* no list: sends without a wait */
	uint64_t completed_early_count;
	struct vc_request_batch *batches;       /* memory of all of them */
};

/* Messages that came before anybody wanted them, oldest first: nodes/message/match.c. */
struct vc_asides {
	struct vcube_message *first, *last;
	struct vcube_message *kept;     /* of matched probes, until they are received */
	int untagged;                   /* messages in the list without a tag */
	bool ever;                      /* in this run a message was taken out of order */
};

/* nodes/kernel/fiber.h */
struct vc_fibers {
	struct vc_fiber *first;         /* those that have not ended, oldest first */
	struct vc_fiber *running;       /* NULL: the program runs */
	bool held;                      /* only what runs goes on: vc_request_complete_held() */
	struct vc_stack *idle;
	uint64_t polls;                 /* tests by them, and by the program beside them */
	uint32_t made;                  /* over all nodes */
};

enum { VC_HEAP_ERROR_ROOM = 160 };      /* for vc_heap_alloc()'s, with the greatest numbers */

struct vc_quarantine {          /* nodes/local/quarantine.h */
	struct vc_freed *freed;         /* from the pool; NULL: none yet */
	unsigned first, count;          /* the oldest of them */
	size_t extent, peak;            /* their bytes, heads included; most used otherwise */
};

struct vc_sites {               /* nodes/message/sites.h */
	const char **line;      /* by number; NULL: not in use */
	uint16_t last;          /* the number looked up last; of messages on the fast path */
};

/* What was selected last for calls of one kind: nodes/collective/select.c. */
enum { VC_CHOSEN_MOST = 4 };    /* a power of 2 */
struct vc_chosen {
	const struct vcube_algorithm *algorithm;        /* NULL: nothing yet */
	size_t bytes;
	vcube_type type;
	int size;
	bool commutative;
};

/* A call of the program that needs no second look if it is made again:
 * nodes/collective/collective.c */
struct vc_repeated {
	const struct vcube_algorithm *given;    /* by the program, or NULL */
	struct vcube_call asked, whole;         /* as it was made, and completed */
	const struct vcube_algorithm *algorithm;        /* that ran it; NULL: there is no such call */
	uint64_t fields;                        /* vc_call_fields() */
	const uint64_t *logged, *logged_end;    /* recorded: its entries in the log, or NULL */
	/* of the last call that was checked: only one that seems to repeat it is kept */
	struct { const void *in, *out; int collective; } seen;
};

struct vc_watches {             /* nodes/trace/watch.h */
	struct vcube_watched *list;     /* from the pool */
	unsigned used, room;
};

/*
 * Nodes that share a processor take turns, and each turn finds what it touches in a far cache. So
 * what a message touches comes first, in as few cache lines as may be.
 */
struct vcube_node {
	struct vcube_site site;         /* first: see vcube_at() */
	int rank;
	int code;                       /* of the failure, 0: none */
	bool one_port;
	bool strict;
	bool suspects;                  /* strict: checks the memory that calls get, see
					   vc_choose_fast_path() */
	bool blind;                     /* nothing moves data: nodes/clock/notes/notes.h */
	bool instrumented;              /* its messages are observed, subject to faults, or take
					   host time */
	_Atomic(bool) fast_path;        /* only their bytes matter: nodes/message/fast_path.h */
	bool fast_possible;             /* so, while all messages are taken in order */
	bool alone;                     /* and each node has a processor of its own */
	bool has_looked;                /* wall: its next receive is of the same call as its last
					   send, which has looked at the host's clock */
	bool has_spun;                  /* on the fast path, for the message that it waits for: spin.c */
	bool has_short_turns;           /* of the processor: turns.h */
	uint8_t room;                   /* bytes that fit a slot */
	unsigned yields;                /* while the host was calm: spin.c */
	vcube_machine *machine;
	const struct vc_clock *clock;   /* the machine's */
	struct vc_log *log;             /* its log, or NULL: nodes/trace/record.h */
	int deferred_count;             /* see vc_wake_later() */

	struct vc_peers out, in;

	uint64_t signature;             /* label of untagged messages: the innermost call's, or 0 */
	vcube_time now;                 /* the node's clock; replay: time since its last act;
					   wall: until when it is busy */
	vcube_time send_free;           /* when its port can send again, one-port */
	vcube_time recv_free;           /* and receive again */
	vcube_time begun;               /* when the last sent message began on its first link */
	uint64_t messages, bytes, steps;

	struct vc_fibers fibers;
	struct vc_share *share;         /* between threads of the program, or NULL: share.h */
	struct vc_landing *landing;     /* of the call that it is in, or NULL: remote.h */
	struct vc_digest *digest;       /* of what it sends: nodes/message/digest.h; or NULL */
	const char *step;               /* its current step, or NULL */

	struct vc_asides asides;
	pthread_t thread;
	int depth;                      /* of `calls` */
	int served;                     /* rank that a receive from any served last */
	struct cds_wfcq_node *adopted;  /* the last channel in its inbox that it knows, or NULL */
	vcube_time known;               /* replay: its clock when it last asked */
	vcube_time quiet;               /* until when nothing arrives that is not there: nodes/clock/quiet.h */
	struct { struct vc_want want; vcube_time until; } probed;       /* before then, in vain */

	struct vc_requests requests;
	struct vc_watches watches;

	/* what a call touches */
	uint32_t calls_made;            /* number of collectives over all nodes */
	struct { const struct vcube_algorithm *algorithm; unsigned number; } called;    /* last */
	struct vc_frame calls[VC_CALLS_MAX];    /* nested calls; the first stays after its end */
	struct vc_repeated last_call;
	struct vc_chosen chosen[VC_CHOSEN_MOST];

	vcube_time since;               /* wall: when the last receive began */
	vcube_time behind;              /* wall: how far its clock is behind the host's */
	vcube_time worked[VCUBE_WORK_FLOP + 1];         /* time of local work, by kind */
	struct vc_moment receiving, sending;    /* recorded: start of the receive, of the wait; */
	bool receiving_late, sending_late;      /* whether it waits */
	bool receiving_any;
	bool any_memory;                /* its program's is not checked: vcube_any_memory() */
	int deferred[VC_DEFERRED_MAX];
	struct vc_journal journal;
	const char *described;          /* remote: what it waits for, as its process says; or NULL */
	vcube_explainer *explainer;     /* describes the call that it is in, or NULL */
	void *explainer_arg;
	uint64_t passed;                /* number of the last step observed */
	struct vc_sites sites;
	struct vc_seen_races *races;    /* strict: nodes/message/races.h; NULL: none */
	uint64_t random;                /* state of vcube_random() */
	struct vc_heap heap;
	char heap_error[VC_HEAP_ERROR_ROOM];    /* why the last allocation failed that did, or "" */
	struct vc_quarantine quarantine;        /* strict: blocks of the heap that were freed */
	char *stack;                    /* its lowest byte */
	struct vcube_error failure;
	const char *failed_here;        /* call site of the failure, or NULL */
	int failed_depth;               /* depth of collective calls at the failure */
	vcube_group *groups;            /* the groups that it holds, linked */
	struct { vcube_group *first, *last; int count; } freed_groups;  /* the last ones */
	uint32_t groups_number;         /* the greatest number of the groups it has held */
	unsigned shy;                   /* sends that will offer nothing: vc_send_offers() */
	struct { const void *apply; uintptr_t place; } own_operator;    /* the program's last one:
					   nodes/collective/signature.c */
	const void *const *called_from; /* where the program's call returns to, or NULL: not known */
	struct vc_peers from_remote;    /* channels of remote nodes to it, by their ranks; guarded by
					   the transport's lock */
	int result;                     /* what the program returned */
	void *given;                    /* and what it gave, vcube_give(); or NULL */
	size_t given_bytes;
	uint64_t outcome;               /* of what it gave: vcube_outcome() */
	_Atomic(bool) ended;            /* the program has returned */

	struct vc_pool pool;

	/* channels that others have opened to this node, in this order; it has adopted those
	 * up to `adopted` */
	VC_ALIGNED struct __cds_wfcq_head inbox_head;
	struct cds_wfcq_tail inbox_tail;
};

/* What a call does with memory. */
enum vc_use { VC_WATCHES, VC_READS, VC_WRITES };

/* What vc_decorator.receive returns if it was the whole receive. */
enum { VC_RECEIVED = 1 };

/*
 * Wraps messages while they are instrumented: nodes/fault/; nodes/clock/notes/ where nodes
 * have no threads. Called by the node. post may block where the clock's send does.
 */
struct vc_decorator {
	/* as vc_channel_open() */
	struct vc_channel *(*open)(vcube_node *self, int to);
	/* as vc_post() */
	int (*post)(vcube_node *self, struct vc_channel *channel, const void *data, size_t bytes,
		    enum vc_startup startup, enum vc_lend lend, struct vc_send_wait *sent);
	/* a receive begins; `asked`: its length or arrival may be read. Returns 0, the node's
	 * failure, or VC_RECEIVED */
	int (*receive)(vcube_node *self, const struct vc_want *want, size_t room, bool asked);
	/* the node is about to wait: returns 0, or its failure. May be NULL */
	int (*wait)(vcube_node *self, struct vc_wait *wait);
};

/*
 * Reports what goes wrong: nodes/machine/report.c. The resolver calls those of the machine, under
 * `resolving`; the node calls the others. None blocks.
 */
struct vc_reporter {
	/* Describes the wait of a parked node, and what is there that it does not accept. */
	void (*describe)(FILE *out, vcube_machine *machine, int rank);
	/* Before a deadlock is reported: messages may be there for receives that a parked node
	 * has posted, while it waits for another one, and their senders may wait for that.
	 * can_progress: is it so? progress: the node takes them; returns the node's code. */
	bool (*can_progress)(vcube_node *node);
	int (*progress)(vcube_node *self);
	/* Deadlock: makes every parked node fail, each with its own reason. */
	void (*stuck)(vcube_machine *machine);
	/* Makes the first of the nodes that wait, without a time limit, for a failed node
	 * fail too. Returns its rank, or -1 if there is none. */
	int (*bereaved)(vcube_machine *machine);
	/* Makes the node fail with this code. `wait`: what it was about to wait for, or NULL.
	 * Returns the code of its failure, as the next two do. */
	int (*stopped)(vcube_node *self, int code, const struct vc_wait *wait);
	/* A message of another call, `found`, came instead of the expected one; a message
	 * came that was longer than its buffer or, of a collective, shorter. */
	int (*mismatch)(vcube_node *self, uint64_t found, int from);
	int (*not_due)(vcube_node *self, int from, size_t bytes, size_t room);
	/* Fails if a pending request, or a call beside the program, uses this memory; else returns
	 * 0. */
	int (*in_use)(vcube_node *self, const char *call, enum vc_use use, const void *data,
		      size_t bytes);
	/* Strict: a fiber begins to wait, and goes on. Fails if its memory has been changed
	 * meanwhile. */
	void (*lend)(vcube_node *self, struct vc_fiber *fiber);
	void (*take_back)(vcube_node *self, struct vc_fiber *fiber);
};

struct vcube_machine {
	struct vcube_desc desc;
	vcube_topology *topology;
	int nodes;
	int *position;                  /* of a rank */
	const struct vc_way *way;       /* how its nodes run */
	struct vcube_cost cost;         /* desc.cost with exchange start-ups filled in */
	bool none, limited;             /* routing=none; channels have a capacity */
	struct vc_links *links;         /* overridden links */
	const struct vc_clock *clock;
	struct vc_replay *replay;       /* state of the replaying clock, or NULL */
	struct vc_wall *wall;
	struct vc_notes *notes;         /* of nodes without threads, or NULL */
	struct vc_network *network;     /* where the clock places messages, or NULL */
	const struct vc_decorator *decorator;
	const struct vc_reporter *reporter;
	int processors;                 /* of the host, available to us */
	int *processor;                 /* their numbers */
	size_t offer_from;              /* bytes of a message whose buffer a send offers */

	int threads;                    /* nodes; or 1, which runs one node after the other */
	int process, process_count;     /* number of this process, of those that share it */
	int local;                      /* nodes that run in this process */
	const struct vc_remote *remote; /* where other processes have nodes; or NULL */
	bool *elsewhere;                /* [nodes] another process has it; or NULL */
	const struct vc_told **told;    /* [nodes] what remote nodes did in the last run; or NULL */
	struct vc_processes *processes; /* its state */
	struct vcube_node *node;        /* [threads]; nobody touches those of remote nodes */
	struct vc_parking *parking;           /* [threads] */
	void *structs, *parkings;       /* memory of `node` and `parking`, to free */
	struct vc_region heaps, stacks, logs;
	size_t heap_stride, stack_stride;
	size_t logs_ready;              /* stride of the logs whose memory is populated, or 0 */
	struct vc_group_shared *world;

	vcube_program *program;
	void *arg;
	vcube_observer *observer;       /* of this run */
	void *observer_arg;
	vcube_observer *next_observer;  /* of the next run: vcube_on_step() */
	void *next_observer_arg;
	bool observed;                  /* this run is observed: nodes keep their watches, */
	bool shows_contents;            /* and their contents are shown */
	struct vc_trace *trace;         /* of the next run, or NULL */
	struct vc_history *history;     /* [nodes]: for views; NULL if not kept */
	_Atomic(bool) busy;             /* a run is in progress, */
	_Atomic(const void *) closed_from;      /* during which vcube_close() was called from here */
	int64_t began;                  /* start of the run on the host's clock, ns */
	bool late;                      /* it exceeded its time limit and was stopped */
	int aborter, exit_code;         /* the node that aborted it, or -1, and its code; under
					   `resolving` */
	vcube_time elapsed;             /* free clock, fuzzed: the last deadline passed */

	/* nodes that are not parked, nodes/kernel/park.h; or carriers that are not idle */
	VC_ALIGNED _Atomic(int) running;
	_Atomic(int) alive;             /* nodes that have not returned */
	_Atomic(int) dated;             /* nodes parked with a deadline on the host's clock */
	_Atomic(int) loose;             /* nodes parked while threads of theirs compute: share.h */

	/* written once or twice a run */
	VC_ALIGNED _Atomic(int) failed;         /* nodes that have returned after a failure */
	_Atomic(uint32_t) gate;      /* 0: threads wait at the start; 1: run; 2: exit without
				        running */
	_Atomic(bool) confirms;         /* a send of this run waits until its message is taken; */
	_Atomic(bool) takes_turns;      /* one might by the time that time last ended a wait */
	_Atomic(uint32_t) over;         /* all nodes have returned; or another thread has stopped a
					   run in one thread */
	_Atomic(int) stop;              /* code with which every node must fail, 0, or VC_LOOK:
					   nodes/network/override.h */

	_Atomic(int64_t) busy_until;    /* others keep the host busy, in its ns: spin.c */
	_Atomic(int) calm;              /* quick yields since, up to a bound */
	struct {
		atomic_flag held;       /* the node that set it reads and writes the others */
		int64_t at, used;       /* at that time of the host this process had used so much, */
		int64_t resolver_ns;    /* and the resolver this */
	} use;
	_Atomic(int64_t) resolver_ns;   /* how long nodes have run as the resolver */
	struct vc_turns turns;          /* the holder of `use` counts in it */

	struct vc_agreement *agreement; /* strict: nodes/collective/agree.h; or NULL */
	struct vc_faults *faults;       /* injected faults, or NULL: nodes/fault/fault.h */
	struct vc_interleave *interleave;         /* one node runs at a time; or NULL */
	bool in_one_thread;             /* it runs all nodes: nodes/machine/threading.c */
	int carrier_count;              /* threads that run the nodes: nodes/kernel/carrier.h; */
	struct vc_carriers *carriers;   /* or 0, and NULL */
	struct vc_coroutine *coroutine; /* [nodes]: of these threads, or of the one; or NULL */
	struct vc_alarms *alarms;       /* of the one, which keeps the host's time for them; or NULL */
	struct vc_explore *explore;     /* the choice of orders, or NULL: nodes/explore/ */
	_Atomic(uint32_t) contexts;     /* given out by vcube_context() in this run */
	struct vc_group_shared *made[VC_GROUPS_MADE];   /* by context; under `sharing` */
	_Atomic(struct vc_shared *) shared;     /* shared tables: nodes/collective/shared.c */
	pthread_mutex_t sharing;
	pthread_mutex_t resolving;      /* excludes resolver, time limit and deadlines */
	struct vcube_error error;       /* of the last run */
	char *report;
};

/* Returns a line of the program, in words if it is not known. */
static inline const char *
vc_place(const char *here)
{
	return here != NULL ? here : "an unknown place";
}

/* Returns whether another process has the node. */
static inline bool
vc_is_remote(const vcube_machine *m, int rank)
{
	return m->elsewhere != NULL && m->elsewhere[rank];
}

/* Returns whether senders may wait until their messages are taken: for confirmations, or for room.
 * relaxed: a message that is there has been published since the flag was set */
static inline bool
vc_senders_may_wait(const vcube_machine *m)
{
	return m->desc.capacity != SIZE_MAX || atomic_load_explicit(&m->confirms, memory_order_relaxed);
}

/* Returns whether the host's time ends waits: not where turns must repeat exactly. */
static inline bool
vc_obeys_host(const vcube_machine *m)
{
	return m->interleave == NULL || m->alarms != NULL;
}

/* Returns what a remote node did in the last run, nodes/kernel/told.h; or NULL: it has a struct. */
static inline const struct vc_told *
vc_told(const vcube_machine *m, int rank)
{
	return m->told != NULL ? m->told[rank] : NULL;
}

/* Relaxed, both: who attends the run takes the fast path from a node that is late, again and
 * again, since the node may just write the flag itself. */
static inline bool
vc_takes_fast_path(const vcube_node *self)
{
	return atomic_load_explicit(&self->fast_path, memory_order_relaxed);
}

static inline void
vc_set_fast_path(vcube_node *self, bool takes)
{
	atomic_store_explicit(&self->fast_path, takes, memory_order_relaxed);
}

/* Returns whether calls end in the reverse order of their beginnings: those that run beside the
 * program, or in threads that share the node, may overlap others. */
static inline bool
vc_calls_nest(const vcube_node *self)
{
	return self->fibers.running == NULL && self->share == NULL;
}

/* Returns whether the program's own code calls, or runs beside the call: not so in an algorithm of
 * the library, which strict machines need not suspect. Of threads one cannot tell. */
static inline bool
vc_is_own_code(const vcube_node *self)
{
	return self->depth == 0 || self->fibers.running != NULL || self->share != NULL ||
	       self->calls[self->depth - 1].own;
}

/* Lets the node take the fast path if it may. A strict one may in algorithms of the library, whose
 * call has been checked, and only while nothing of the program runs beside; there it does not
 * suspect memory either, except in debug builds. */
static inline void
vc_choose_fast_path(vcube_node *self)
{
	const int stop = atomic_load_explicit(&self->machine->stop, memory_order_relaxed);
	const bool trusts = !self->strict || (!vc_is_own_code(self) && self->fibers.first == NULL);

	self->suspects = !trusts;
#ifdef VC_DEBUG
	self->suspects = self->strict;
#endif
	vc_set_fast_path(self, self->fast_possible && self->asides.untagged == 0 && self->code == 0 &&
			 stop >= 0 && trusts);
}

/* Returns the struct of a node; NULL if others without threads have used it since. */
static inline const vcube_node *
vc_node_of(const vcube_machine *m, int rank)
{
	const vcube_node *n = &m->node[rank < m->threads ? rank : 0];

	return n->rank == rank ? n : NULL;
}

/* Returns whether memory lies on the stack of a fiber, and an address on that of the running one:
 * nodes/kernel/fiber.c. */
bool vc_fiber_owns(const vcube_node *self, const void *data, size_t bytes);
bool vc_fiber_runs_on(const vcube_node *self, const void *address);

/* Makes the node fail, unless it has failed already; returns the code of its failure. */
int vc_fail(vcube_node *self, int code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Returns 0, or fails: NULL holds no bytes, and strict mode allows only the node's own heap and
 * stack, and no use of memory that a pending request uses otherwise. An algorithm of the library
 * uses what was given to its call, and its own: only debug builds suspect that. */
int vc_check_memory(vcube_node *self, const char *call, enum vc_use use, const void *data,
		    size_t bytes);

static inline int
vc_memory(vcube_node *self, const char *call, enum vc_use use, const void *data, size_t bytes)
{
	return vc_unlikely(self->suspects || data == NULL)
		? vc_check_memory(self, call, use, data, bytes) : 0;
}

/* The same for memory that a call waits to receive to. If that call runs beside the program, the
 * program goes on first: vc_fiber_dwell(). */
int vc_check_awaited(vcube_node *self, const char *call, const void *into, size_t room);

static inline int
vc_memory_awaited(vcube_node *self, const char *call, const void *into, size_t room)
{
	return vc_unlikely(self->suspects || into == NULL) ? vc_check_awaited(self, call, into, room) : 0;
}

/* Does another thread call than that of the node? */
bool vc_is_foreign(const vcube_node *self);
/* Returns the node's code, or fails if a thread calls that may not use the node. */
int vc_check_thread(vcube_node *self, const char *call);

static inline bool
vc_has_lent(const vcube_node *self)
{
	return self->requests.receives.first != NULL || self->requests.sends.first != NULL;
}

/* Do requests or calls beside the program use memory of the node? */
static inline bool
vc_has_pending(const vcube_node *self)
{
	return vc_has_lent(self) || self->fibers.first != NULL;
}

/* The same, or has it been received to or freed, so that not every use is right? */
static inline bool
vc_has_in_use(const vcube_node *self)
{
	return vc_has_pending(self) || self->requests.received.first != NULL ||
	       self->quarantine.count > 0;
}

/* Returns 0, or fails if a call of the program uses memory that a pending request uses otherwise,
 * also on machines that are not strict. Only nodes that have such requests pay for it; sends that
 * were copied are none. */
int vc_check_lent(vcube_node *self, const char *call, enum vc_use use, const void *data, size_t bytes);

static inline int
vc_not_lent(vcube_node *self, const char *call, enum vc_use use, const void *data, size_t bytes)
{
	return vc_unlikely(vc_has_lent(self)) ? vc_check_lent(self, call, use, data, bytes) : 0;
}

/* Returns 0, or fails if the run has been stopped. `wait`: what it waits for, or NULL. */
static inline int
vc_stopped(vcube_node *self, struct vc_wait *wait)
{
	if (vc_likely(atomic_load_explicit(&self->machine->stop, memory_order_relaxed) == 0))
		return 0;
	return vc_stop(self, wait);
}

/* Returns whether a wait must be given to the resolver even if it is over: the node has
 * fibers, and only the virtual clock tells which of them goes on first. */
static inline bool
vc_fibers_order(const vcube_node *self)
{
	return vc_unlikely(self->fibers.first != NULL) && !self->clock->host_deadlines;
}

static inline void
vc_wake_deferred(vcube_node *self)
{
	if (self->deferred_count != 0)
		vc_wake_deferred_now(self);
}

#endif
