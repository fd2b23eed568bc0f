/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The description of a machine: its structure, its costs and how it runs; as a
 * struct, by key, and as text.
 *
 * Any thread may call these functions on a description of its own. They do not
 * block, but may read a profile's file.
 */
#ifndef VCUBE_DESC_H
#define VCUBE_DESC_H

#include <stddef.h>
#include <stdint.h>
#include <vcube/error.h>

VCUBE_BEGIN_

/* Times are integer picoseconds. Clocks reach at most VCUBE_TIME_MAX, about 13 days: a
 * run whose clock would pass it ends with VCUBE_ELIMIT, and no formula returns more. */
typedef int64_t vcube_time;
#define VCUBE_TIME_MAX (INT64_MAX / 8)

/* The clock of the machine: name, meaning. */
#define VCUBE_CLOCKS(X) \
	X(VCUBE_CLOCK_FREE, "free", "keeps no time: nodes run as fast as the host can") \
	X(VCUBE_CLOCK_VIRTUAL, "virtual", "gives each node a simulated clock, the same on every host") \
	X(VCUBE_CLOCK_WALL, "wall", "the host's clock: nodes wait in real time for the costs")
/* How many links a node can use at the same time. */
#define VCUBE_PORTMODES(X) \
	X(VCUBE_PORTS_ONE, "one", "one message out and one message in at a time") \
	X(VCUBE_PORTS_ALL, "all", "all links at once")
/* Which nodes a message can reach. */
#define VCUBE_ROUTINGS(X) \
	X(VCUBE_ROUTING_NONE, "none", "neighbours only: a send to any other node is an error") \
	X(VCUBE_ROUTING_ANY, "any", "every node, by the route that the topology defines")
/* How a message crosses a route of several links. */
#define VCUBE_SWITCHINGS(X) \
	X(VCUBE_SWITCHING_CUT_THROUGH, "cut-through", "a message holds all links of its route at once") \
	X(VCUBE_SWITCHING_STORE, "store-and-forward", \
	  "a message holds one link after the other")
/* What the two directions of a wire are. */
#define VCUBE_DUPLEXES(X) \
	X(VCUBE_DUPLEX_FULL, "full", "two links, usable at the same time") \
	X(VCUBE_DUPLEX_HALF, "half", "one link, used in turn")
/* Whether all orders of messages are run, and what a send is to the program then. */
#define VCUBE_READINGS(X) \
	X(VCUBE_EXPLORE_NO, "no", "one run, in whatever order occurs") \
	X(VCUBE_EXPLORE_BUFFERED, "buffered", "sends do not wait") \
	X(VCUBE_EXPLORE_SYNCHRONOUS, "synchronous", "sends wait until the message is received") \
	X(VCUBE_EXPLORE_BOTH, "both", "one after the other") \
	X(VCUBE_EXPLORE_CLOCK, "clock", "in virtual time, with delays that change an order")
/* Which faults an exploration tries, one at a time. */
#define VCUBE_TRIALS(X) \
	X(VCUBE_TRY_NO, "no", "none") \
	X(VCUBE_TRY_DROP, "drop", "each message is lost") \
	X(VCUBE_TRY_CRASH, "crash", "each node crashes, before each of its operations") \
	X(VCUBE_TRY_BOTH, "both", "one after the other")

/* Which process has which nodes, on a machine that several processes share. */
#define VCUBE_SPREADS(X) \
	X(VCUBE_SPREAD_BLOCKS, "blocks", "consecutive ranks, equally many in each process") \
	X(VCUBE_SPREAD_ROBIN, "robin", "in turn: rank modulo the number of processes")

/* The threads in which nodes run. */
#define VCUBE_THREADS(X) \
	X(VCUBE_THREADS_NO, "no", "one node after another, recorded and replayed") \
	X(VCUBE_THREADS_YES, "yes", "each node is a thread") \
	X(VCUBE_THREADS_ONE, "one", "all nodes share a thread, which runs one while the others wait") \
	X(VCUBE_THREADS_AUTO, "auto", "one, cores or yes, as the nodes, the clock and the host suggest") \
	X(VCUBE_THREADS_CORES, "cores", "a thread for each of the host's processors runs its share of the nodes")

/* How the host schedules the nodes' threads. */
#define VCUBE_PRIORITIES(X) \
	X(VCUBE_PRIORITY_NORMAL, "normal", "the priority of the program that opened the machine") \
	X(VCUBE_PRIORITY_REALTIME, "realtime", "SCHED_FIFO, before all programs of normal priority")

#define X(kind, name, text) kind,
enum vcube_clock { VCUBE_CLOCKS(X) VCUBE_CLOCKS_COUNT };
enum vcube_ports { VCUBE_PORTMODES(X) };
enum vcube_routing { VCUBE_ROUTINGS(X) };
enum vcube_switching { VCUBE_SWITCHINGS(X) };
enum vcube_duplex { VCUBE_DUPLEXES(X) };
enum vcube_spread { VCUBE_SPREADS(X) };
enum vcube_threading { VCUBE_THREADS(X) };
enum vcube_priority { VCUBE_PRIORITIES(X) };
enum vcube_reading { VCUBE_READINGS(X) };
enum vcube_trial { VCUBE_TRIALS(X) };
#undef X

/*
 * The cost parameters, all in picoseconds. vcube(7), "Time", defines them; in
 * short, a message of m bytes over one link takes startup + per_hop + per_byte * m.
 *
 * name, default, unit of the amount, meaning
 */
#define VCUBE_COSTS(X) \
	X(startup, 1000000, "message", "start-up of a message (ts)") \
	X(exchange_startup, -1, "exchange", "start-up of an exchange; -1: as startup") \
	X(exchange_all_startup, -1, "exchange", "start-up of an exchange on several ports; -1: as startup") \
	X(exchange_all_gather, 0, "byte", "gathering the data that an exchange on several ports sends") \
	X(exchange_all_longest, 0, "byte", "longest message of such an exchange, besides its link") \
	X(per_byte, 1000, "byte", "time of a byte on a link (tw)") \
	X(per_hop, 0, "link", "latency of a link") \
	X(send_overhead, 0, "message", "time for which a send keeps the node busy") \
	X(recv_overhead, 0, "message", "time for which a receive keeps the node busy") \
	X(barrier, -1, "barrier", "barrier of two nodes on a network of its own; -1: by messages") \
	X(barrier_doubling, 0, "doubling", "additional time for each doubling of the number of nodes") \
	X(poll, 1000, "poll", "time of a poll; more than 0") \
	X(copy, 0, "byte", "copying in memory") \
	X(reorder, 0, "byte", "permuting blocks in memory") \
	X(reorder_startup, 0, "permutation", "start of permuting blocks in memory") \
	X(reorder_block, 0, "block", "start of a block in reorder") \
	X(scatter, 0, "byte", "moving elements in memory, each by an index") \
	X(scatter_block, 0, "block", "start of a block in scatter") \
	X(index, 0, "element", "computing an index") \
	X(index_startup, 0, "table", "start of a table of indices") \
	X(index_piece, 0, "piece", "start of a run of consecutive indices in a table") \
	X(index_odd, 0, "element", "additional time for an index where they do not come in pairs") \
	X(combine, 0, "element", "applying a reduction operator") \
	X(combine_startup, 0, "application", "start of applying an operator to a run of elements") \
	X(flop, 0, "operation", "floating point arithmetic")

struct vcube_cost {
#define X(name, value, unit, text) vcube_time name;
	VCUBE_COSTS(X)
#undef X
};

/*
 * The description of a machine. Call vcube_desc_init() first, then assign fields or
 * set them by key with vcube_desc_set(). The description owns its strings
 * (`topology`, `mapping`, `profile`, `links`, `changes`, `crash`, `lose`, `delay`, `replay`,
 * `transport`): set these only with vcube_desc_set().
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
	uint64_t width;                 /* wires of a link that share a message; default 1 */
	uint64_t channels;              /* messages that a link carries at a time; default 1 */
	size_t granule;                 /* bytes that a link moves at once; default 1 */
	char *links;                    /* overrides of single links, as text, see
					   vcube-desc(5); default NULL, none */
	char *changes;                  /* link changes at virtual times, as text;
					   default NULL, none */
	int account;                    /* nonzero: account for links and time with
					   routing=none, too */
	size_t heap;                    /* bytes of each node's heap, default 16 MiB */
	size_t stack;                   /* bytes of each node's stack, default 256 KiB */
	size_t capacity;                /* bytes not yet received on a channel before a
					   send waits; default SIZE_MAX, unlimited */
	uint64_t seed;                  /* of all randomness in a run, default 1 */
	uint64_t drop, duplicate, corrupt;      /* chance per message, in units of
					   1 / VCUBE_CERTAIN, default 0; vcube/fault.h */
	vcube_time jitter;              /* longest delay of an arrival, default 0 */
	char *crash;                    /* "RANK@N,RANK@TIME..", default NULL, none */
	char *lose;                     /* lost messages, "FROM-TO@N..", default NULL, none */
	char *delay;                    /* late messages, "FROM-TO@N:TIME..", default NULL, none */
	enum vcube_threading threads;   /* default yes; no: for programs whose steps do not
					   depend on data; one: for clock=virtual */
	uint64_t fuzz;                  /* nonzero: run one node at a time, in a
					   random order that this seed replays */
	enum vcube_reading explore;     /* default no; vcube/explore.h */
	enum vcube_trial faults;        /* that it tries; default no */
	char *replay;                   /* an order of messages; default NULL, none */
	int strict;                     /* nonzero: check pointers and heap blocks */
	int digest;                     /* nonzero: run in two orders, compare the messages */
	int pin;                        /* nonzero (default): contiguous ranks share a
					   processor of the host */
	char *transport;                /* how processes that share the machine reach each
					   other, vcube/process.h; default NULL: there is
					   one process */
	enum vcube_spread spread;       /* default blocks */
	enum vcube_priority priority;   /* default normal */
	vcube_time limit;               /* host time that a run may take, 0: unlimited */
	int hard_limit;                 /* nonzero: end the process if nodes go on for the
					   limit once more */
	struct vcube_cost cost;
};

/* Fills in the defaults. */
void vcube_desc_init(struct vcube_desc *desc);
/* Releases the strings; *desc may then be initialized again. */
void vcube_desc_clear(struct vcube_desc *desc);

/*
 * Sets one field by its key: "topology", "profile", "mapping", "clock", "ports", "routing",
 * "switching", "duplex", "width", "channels", "granule", "links", "changes", "account", "heap",
 * "stack", "capacity", "seed", "drop", "duplicate", "corrupt", "jitter", "crash", "lose", "delay",
 * "threads", "fuzz", "explore", "faults", "replay", "strict", "digest", "pin", "priority",
 * "transport", "spread", "limit", "hard_limit", or a name of VCUBE_COSTS. Returns 0, or an error
 * that names the key and what it takes; *desc is then unchanged.
 *
 * Sizes take KiB, MiB, GiB; times take ps, ns, us, ms, s (a bare number is
 * picoseconds). Both take fractions that yield whole bytes or picoseconds, "1.5us".
 * Chances are "0.001" or "0.1%"; "capacity" also takes "unlimited"; "strict" and
 * "pin" take yes and no. "profile" adopts the costs and ports of a profile
 * (vcube/profile.h) and resets the others to the defaults; later keys override it;
 * "none" means no profile. vcube_desc_check() reports permitted values that
 * contradict each other, and vcube_open_desc() also nodes, links and mappings that do
 * not fit the topology.
 */
int vcube_desc_set(struct vcube_desc *desc, const char *key, const char *value,
		   struct vcube_error *error);

/*
 * A description as text: the topology, then key=value, separated by spaces:
 * "hypercube:6 mapping=gray clock=virtual startup=10us".
 *
 * vcube_desc_parse(): starts from what *desc holds. If a key occurs twice, the last
 * value counts. On error, *desc is unchanged.
 *
 * vcube_desc_print(): writes what differs from the defaults, or from the profile;
 * the text parses to the same description. If the profile's file is gone, writes
 * what the profile set instead of its name. Returns the length of the whole text,
 * like snprintf().
 */
int vcube_desc_parse(struct vcube_desc *desc, const char *text, struct vcube_error *error);
int vcube_desc_print(const struct vcube_desc *desc, char *buffer, size_t size);

/* Reads every VCUBE_<KEY> of the environment, such as VCUBE_PER_BYTE; VCUBE_PROFILE
 * comes first. An unknown key is an error. On error, *desc is unchanged. */
int vcube_desc_environment(struct vcube_desc *desc, struct vcube_error *error);

/* Checks that each field holds what its key permits and that fields do not contradict
 * each other. Returns 0, or an error that names the field. Checks only the form of the
 * mapping; vcube_mapping_parse() checks it against the topology. */
int vcube_desc_check(const struct vcube_desc *desc, struct vcube_error *error);

/* Name, form of the value and meaning of key number i; NULL past the end. */
const char *vcube_desc_key(int i);
const char *vcube_desc_key_form(int i);
const char *vcube_desc_key_text(int i);

VCUBE_END_
#endif
