/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The machine: its description, opening it, running a program on it.
 *
 * There is no global state: a process may hold any number of machines, also at
 * the same time. Calls on one machine are made by one thread at a time; calls
 * on different machines by any threads at once.
 */
#ifndef VCUBE_MACHINE_H
#define VCUBE_MACHINE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <vcube/error.h>
#include <vcube/topology.h>
#include <vcube/type.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vcube_machine vcube_machine;
typedef struct vcube_node vcube_node;

/* Times are integer picoseconds. */
typedef int64_t vcube_time;

/* Which time the machine keeps: name, what it means. */
#define VCUBE_CLOCKS(X) \
	X(VCUBE_CLOCK_FREE, "free", "no time is kept: as fast as the host can") \
	X(VCUBE_CLOCK_VIRTUAL, "virtual", "a clock in each node, the same on every host") \
	X(VCUBE_CLOCK_WALL, "wall", "the host's: costs are waited for in real time")
/* How many links a node can use at the same time. */
#define VCUBE_PORTMODES(X) \
	X(VCUBE_PORTS_ONE, "one", "one message out and one message in at a time") \
	X(VCUBE_PORTS_ALL, "all", "all links at once")
/* Which nodes a message can reach. */
#define VCUBE_ROUTINGS(X) \
	X(VCUBE_ROUTING_NONE, "none", "neighbours only: a send to any other node is an error") \
	X(VCUBE_ROUTING_ANY, "any", "every node, by the route that the topology gives")
/* How a message takes a route of several links. */
#define VCUBE_SWITCHINGS(X) \
	X(VCUBE_SWITCHING_CUT_THROUGH, "cut-through", "it holds all of them at once") \
	X(VCUBE_SWITCHING_STORE, "store-and-forward", "one after the other")
/* What the two directions of a wire are. */
#define VCUBE_DUPLEXES(X) \
	X(VCUBE_DUPLEX_FULL, "full", "two links, both at once") \
	X(VCUBE_DUPLEX_HALF, "half", "one, used by turns")

#define X(kind, name, text) kind,
enum vcube_clock { VCUBE_CLOCKS(X) };
enum vcube_ports { VCUBE_PORTMODES(X) };
enum vcube_routing { VCUBE_ROUTINGS(X) };
enum vcube_switching { VCUBE_SWITCHINGS(X) };
enum vcube_duplex { VCUBE_DUPLEXES(X) };
#undef X

/*
 * The parameters of cost, all times in picoseconds. What they mean is vcube(7),
 * "Time"; in short, a message of m bytes over one link takes
 * startup + per_hop + per_byte * m.
 *
 * name, default, unit of the amount, what it is
 */
#define VCUBE_COSTS(X) \
	X(startup, 1000000, "message", "start-up of a message (ts)") \
	X(exchange_startup, -1, "exchange", "start-up of an exchange; -1: as startup") \
	X(exchange_all_startup, -1, "exchange", "start-up of an exchange on several ports; -1: as startup") \
	X(exchange_all_gather, 0, "byte", "getting together what an exchange on several ports sends") \
	X(exchange_all_longest, 0, "byte", "of the longest message of such an exchange, besides its link") \
	X(per_byte, 1000, "byte", "time of a byte on a link (tw)") \
	X(per_hop, 0, "link", "latency of a link") \
	X(send_overhead, 0, "message", "time for which a send keeps the node busy") \
	X(recv_overhead, 0, "message", "time for which a receive keeps the node busy") \
	X(poll, 1000, "poll", "time that a poll takes; more than 0") \
	X(copy, 0, "byte", "copying in memory") \
	X(reorder, 0, "byte", "permuting blocks in memory") \
	X(reorder_startup, 0, "permutation", "beginning to permute blocks in memory") \
	X(reorder_block, 0, "block", "beginning a block of them") \
	X(scatter, 0, "byte", "moving elements in memory, each by an index") \
	X(scatter_block, 0, "block", "beginning a block of them") \
	X(index, 0, "element", "working out an index") \
	X(index_startup, 0, "table", "beginning a table of indices") \
	X(index_piece, 0, "piece", "beginning a piece of it, in which indices are consecutive") \
	X(index_odd, 0, "element", "what an index takes more where they do not come in pairs") \
	X(combine, 0, "element", "applying a reduction operator") \
	X(combine_startup, 0, "application", "beginning to apply it to a run of elements") \
	X(flop, 0, "operation", "floating point arithmetic")

struct vcube_cost {
#define X(name, value, unit, text) vcube_time name;
	VCUBE_COSTS(X)
#undef X
};

/*
 * The description of a machine. Fill one with vcube_desc_init(), then set
 * fields, or vcube_desc_set() them by name. `topology`, `mapping`, `profile`,
 * `links`, `changes` and `crash` belong to the description: set them with
 * vcube_desc_set() alone.
 */
#define VCUBE_CERTAIN 1000000000u       /* a chance of 1 */
struct vcube_desc {
	char *topology;                 /* vcube/topology.h; default "hypercube:3" */
	char *mapping;                  /* vcube_mapping_parse(); default "binary" */
	char *profile;                  /* vcube/profile.h; default NULL, none */
	enum vcube_clock clock;         /* default free */
	enum vcube_ports ports;         /* default one */
	enum vcube_routing routing;     /* default any */
	enum vcube_switching switching; /* default cut-through */
	enum vcube_duplex duplex;       /* default full */
	uint64_t width;                 /* wires of a link, which share a message; default 1 */
	uint64_t channels;              /* messages that a link carries at a time; default 1 */
	size_t granule;                 /* bytes that a link moves at once; default 1 */
	char *links;                    /* links that are not like the others, as text;
					   default NULL, none: vcube-desc(5) */
	char *changes;                  /* and what changes at which virtual time */
	int account;                    /* nonzero: keep account of links, and of where
					   time goes, with routing=none, too */
	size_t heap;                    /* bytes of each node's heap, default 16 MiB */
	size_t stack;                   /* bytes of each node's stack, default 256 KiB */
	size_t capacity;                /* bytes untaken on a channel before a send
					   waits; default SIZE_MAX, unlimited */
	uint64_t seed;                  /* of everything random in a run, default 1 */
	uint64_t drop, duplicate, corrupt;      /* messages of VCUBE_CERTAIN to which that
					   happens, default 0: vcube/fault.h */
	vcube_time jitter;              /* the longest delay of an arrival, default 0 */
	char *crash;                    /* "RANK@N,RANK@TIME..", default NULL, none */
	uint64_t fuzz;                  /* nonzero: run one node at a time, in a
					   random order that this seed replays */
	int strict;                     /* nonzero: check pointers and heap blocks */
	int pin;                        /* nonzero (default): contiguous ranks
					   share a processor of the host */
	vcube_time limit;               /* host time that a run may take, 0: no limit */
	struct vcube_cost cost;
};

void vcube_desc_init(struct vcube_desc *desc);
void vcube_desc_clear(struct vcube_desc *desc);

/*
 * One field by its name: "topology", "profile", "mapping", "clock", "ports",
 * "routing", "switching", "duplex", "width", "channels", "granule", "links",
 * "changes", "account", "heap", "stack", "capacity", "seed", "drop", "duplicate",
 * "corrupt", "jitter", "crash", "fuzz", "strict", "pin", "limit", or a
 * name of VCUBE_COSTS. Sizes take KiB, MiB, GiB; times take ps, ns, us, ms, s
 * (a bare number is picoseconds); both take fractions that come out whole,
 * "1.5us"; chances are "0.001" or "0.1%"; "capacity" takes "unlimited"; "strict"
 * and "pin" take yes and no. 0, or an error that names the field and what is permitted; the description is
 * then as before. "profile" takes over what a profile says of costs and ports
 * (vcube/profile.h), and resets what it does not say of them to the defaults:
 * keys set afterwards override it; "none" is no profile. A value may be
 * permitted and yet contradict another one, or a mapping not fit the topology:
 * vcube_open_desc() tells.
 */
int vcube_desc_set(struct vcube_desc *desc, const char *key, const char *value,
		   struct vcube_error *error);

/*
 * A description as text: the topology, then key=value, separated by spaces:
 * "hypercube:6 mapping=gray clock=virtual startup=10us". parse() starts from
 * what *desc holds; of a key given twice the last value counts; after an error
 * *desc is as before. print() writes what differs from the defaults, or from
 * the profile, which parses to the same description, and returns the length that
 * the whole text has, like snprintf(). Of a profile whose file is gone it writes
 * not the name but what it set.
 */
int vcube_desc_parse(struct vcube_desc *desc, const char *text, struct vcube_error *error);
int vcube_desc_print(const struct vcube_desc *desc, char *buffer, size_t size);

/* Reads every VCUBE_<KEY> of the environment, such as VCUBE_PER_BYTE, and
 * VCUBE_PROFILE before the others; after an error, as an unknown one is, *desc is
 * as before. */
int vcube_desc_environment(struct vcube_desc *desc, struct vcube_error *error);

/* The keys, what each takes and what it means; NULL past the end. */
const char *vcube_desc_key(int i);
const char *vcube_desc_key_form(int i);
const char *vcube_desc_key_text(int i);

/* The version of the library that is linked, "1.2.3". */
const char *vcube_version(void);

/* A machine as described, or NULL with the sentence in *error. */
vcube_machine *vcube_open_desc(const struct vcube_desc *desc, struct vcube_error *error);
vcube_machine *vcube_open(const char *text, struct vcube_error *error);

/* Releases everything. NULL is permitted. Not while a run is under way. */
void vcube_close(vcube_machine *machine);

/* A program: runs once on every node. Nonzero ends the run with VCUBE_EPROGRAM
 * (or with the node's own failure, if it had one). */
typedef int vcube_program(vcube_node *self, void *arg);

/*
 * Runs `program` on every node and returns when all of them have returned: 0,
 * or the code of what went wrong first (lowest rank, causes before
 * consequences). Node clocks start at 0, heaps empty. A machine can be run any
 * number of times, one run after the other: while one is under way, VCUBE_EINVAL,
 * and that run takes no notice. A program returns; one that ends its thread otherwise
 * has failed with VCUBE_EPROGRAM.
 */
int vcube_run(vcube_machine *machine, vcube_program *program, void *arg);

/*
 * Links that change: latency, time of a byte, down, up. `changes` is a list as in
 * the keys `links` and `changes` of vcube-desc(5); all of it is done, or, after an
 * error, nothing. What a change does to messages is in vcube(7), "Links that change".
 *
 * vcube_change_links(): "0-1:down,axis0:per_byte=4ns", at once, and whatever was
 * said of the same before counts no more. Any thread, also while the machine runs: it
 * holds for the messages that are placed after the call, and which these are depends
 * on the host.
 *
 * vcube_schedule_links(): "10us:0-1:down,20us:0-1:up", at virtual times, in every run
 * from now on. Before a run it is part of the program: the same times on every host.
 * Any thread, too, but during a run times that have been passed come too late.
 *
 * Neither is called by nodes: vcube_plan_links() is.
 */
int vcube_change_links(vcube_machine *machine, const char *changes, struct vcube_error *error);
int vcube_schedule_links(vcube_machine *machine, const char *changes, struct vcube_error *error);

/* About the last run. `rank` is 0 .. vcube_machine_nodes() - 1. */
const struct vcube_error *vcube_run_error(const vcube_machine *machine);
/* The error in full: every node that waits, where and for whom, and the cycle.
 * "" after a run that went well. Lives until the next run. */
const char *vcube_run_report(const vcube_machine *machine);
int vcube_run_result(const vcube_machine *machine, int rank);          /* what the program returned */
const struct vcube_error *vcube_run_failure(const vcube_machine *machine, int rank);
vcube_time vcube_run_time(const vcube_machine *machine);        /* latest node clock */

/* Where time went. */
struct vcube_parts {
	vcube_time startup;     /* in start-ups and overheads */
	vcube_time transfer;    /* in moving what it waited for */
	vcube_time waiting;     /* for the message to be sent, for links and ports */
	vcube_time work;        /* local */
};

/* What a node did. */
struct vcube_stats {
	vcube_time time;        /* its clock at the end; 0 under the free clock */
	struct vcube_parts parts;       /* of that, where account is kept */
	uint64_t messages;      /* sent */
	uint64_t bytes;         /* sent */
	uint64_t steps;         /* passed, see vcube_step() */
	size_t heap_peak;       /* most bytes of heap in use at a time */
};
void vcube_run_stats(const vcube_machine *machine, int rank, struct vcube_stats *stats);
/* How much of its time was local work of a kind (enum vcube_work, vcube/node.h)
 * that was charged; 0 for a number that is no kind. */
vcube_time vcube_run_work(const vcube_machine *machine, int rank, int kind);

/*
 * What a link carried, where account is kept: under the wall clock, and under the
 * virtual clock, unless routing=none without account=yes. Links have the numbers of
 * vcube/topology.h;
 * of a wire that is half duplex the lower of its two counts for both. 0, or
 * VCUBE_EINVAL: there is no such number, or no account.
 */
struct vcube_link_stats {
	int from, to;           /* vertices; -1: the number is not in use */
	uint64_t messages, bytes;
	vcube_time busy;        /* it was held */
	vcube_time waited;      /* that messages waited for it */
};
int vcube_run_link(const vcube_machine *machine, long link, struct vcube_link_stats *stats);
/*
 * The critical path: what the time of the run is made of, from the node that ended
 * last (the lowest rank of several) back along the messages that were waited for.
 * The parts add up to vcube_run_time(). 0, or VCUBE_EINVAL: there is no account, or
 * the clock is not virtual.
 */
int vcube_run_critical(const vcube_machine *machine, struct vcube_parts *parts);
/* How long messages waited for links, summed over messages; 0 without account. */
vcube_time vcube_run_contention(const vcube_machine *machine);

/*
 * Under the wall clock, how far to trust the last run: by how much messages were
 * seen later than they were due. What counts are those that a node waited for to
 * be received when they were due; of the others the node came later itself. median
 * and p99 are rounded up, by a part in 32 at most. 0, or VCUBE_EINVAL: another clock.
 */
struct vcube_lateness {
	uint64_t messages;      /* received */
	uint64_t waited;        /* for so many of them */
	vcube_time median;      /* half of these were not later than that, */
	vcube_time p99;         /* 99 in 100 than that, */
	vcube_time most;        /* and none than that */
};
int vcube_run_lateness(const vcube_machine *machine, struct vcube_lateness *lateness);

int vcube_machine_nodes(const vcube_machine *machine);
const vcube_topology *vcube_machine_topology(const vcube_machine *machine);
const struct vcube_desc *vcube_machine_desc(const vcube_machine *machine);

/*
 * Stepping: `observer` is called whenever every node has come to a
 * vcube_step() or cannot go on before another does, that is, while nothing
 * moves; then the nodes that stand at the lowest step go on. `step` counts from
 * 1, `name` is that of the lowest-ranked node that stands there. The observer
 * may read the nodes' memory, and must not call the library on the nodes.
 * A nonzero return ends the run with VCUBE_ELIMIT. NULL: no stepping. Runs keep the
 * observer with which they began: a call while one is under way is for the next.
 */
typedef int vcube_observer(vcube_machine *machine, uint64_t step, const char *name, void *arg);
void vcube_on_step(vcube_machine *machine, vcube_observer *observer, void *arg);

/* What an observer can see of a node: where it stands. name, meaning */
#define VCUBE_STATES(X) \
	X(VCUBE_STATE_STEP, "step", "stands at a step") \
	X(VCUBE_STATE_WAITS, "waits", "waits for another node, or for time to pass") \
	X(VCUBE_STATE_ENDED, "ended", "its program has returned") \
	X(VCUBE_STATE_FAILED, "failed", "its program has returned, after a failure")

#define X(state, name, text) state,
enum vcube_state { VCUBE_STATES(X) };
#undef X

struct vcube_view {
	vcube_time now;                 /* its clock; 0 under the free clock */
	int settled;                    /* nonzero: it is; 0: that or later, see vcube_view_settle() */
	enum vcube_state state;
	uint64_t steps;                 /* that it has come to */
	const char *step;               /* the last one's name in this call; NULL: none */
	const char *wait;               /* "to receive from"; NULL where it has ended */
	int peer;                       /* whom it waits for, -1: nobody in particular */
	const char *here;               /* "file:line" of the call it is in, or NULL */
	int depth;                      /* collective calls it is in */
	const struct vcube_algorithm *algorithm;        /* of the innermost, or NULL */
	uint64_t done;                  /* how much it has done, and how long it has worked */
	vcube_time since;               /* since: by these its clock, and its messages, are found */
};

/* And the memory that it watches: see vcube_watch(). */
struct vcube_watched {
	const char *name;
	const void *pointer;
	vcube_type type;
	size_t count;
	int depth;                      /* of the call whose algorithm watches; 0: the program */
};

/* For an observer while it is called: how a node stands; its watch number i, the
 * oldest first. 0; VCUBE_EINVAL where there is no such rank, VCUBE_EUNKNOWN past
 * the last watch. */
int vcube_node_view(const vcube_machine *machine, int rank, struct vcube_view *view);
int vcube_watched(const vcube_machine *machine, int rank, int i, struct vcube_watched *watched);

/* What has gone from one node to another in this run. */
struct vcube_traffic {
	uint64_t messages, bytes;       /* sent */
	uint64_t received;              /* of these messages; the others are on their way */
};

/* For an observer while it is called. 0, or VCUBE_EINVAL where there is no such
 * rank. */
int vcube_traffic(const vcube_machine *machine, int from, int to, struct vcube_traffic *traffic);

/*
 * Under the virtual clock messages that share links are placed in the order of their
 * starts. While a node stands at a step at which it may still send an earlier one, a later
 * one is not placed, its arrival not known, nor the clock of who has received it. When the
 * run is over, all of that is known. (But where a message found no way: what would have
 * been placed after it is not.)
 *
 * vcube_keep_history(): from now on, or no longer, runs keep for that 8 bytes for all
 * that a node does that takes time, 32 for each message, and 8 for each of its links.
 * Between runs. 0, or VCUBE_EHOST: no memory.
 *
 * vcube_view_settle(): the clock of a view that was taken in this run, or the last one, as
 * far as it is known by now: at a later step, or after the run. 0, or VCUBE_EINVAL: there
 * is no such rank.
 *
 * vcube_view_ways(): visits, in the order in which the node sent them, the messages that it
 * sent between two of its views (NULL: the start), but for those to itself, with the links
 * that each crossed in truth, as numbered in vcube/topology.h, of a wire that is half duplex
 * the lower of its two. Messages that are not placed yet are not visited. 0, or
 * VCUBE_EINVAL: there is no such rank, or no history, or links are not accounted for.
 */
int vcube_keep_history(vcube_machine *machine, int kept);
int vcube_view_settle(const vcube_machine *machine, int rank, struct vcube_view *view);
typedef void vcube_way_visitor(void *arg, int from, int to, size_t bytes, const long *link,
			       int links);
int vcube_view_ways(const vcube_machine *machine, int rank, const struct vcube_view *before,
		    const struct vcube_view *view, vcube_way_visitor *visit, void *arg);

/*
 * The way of a message between two ranks that starts at this time, by what has been said of
 * links so far: round those that are down. Links as vcube_view_ways() has them, of which at
 * most `room` go into *link. Returns how many there are; VCUBE_EINVAL: there is no such
 * rank; VCUBE_EFAULT: no way is up; VCUBE_EHOST: no memory. Any thread.
 */
int vcube_message_way(vcube_machine *machine, int from, int to, vcube_time start, long *link,
		      int room);

#ifdef __cplusplus
}
#endif
#endif
