/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The description of a machine: what it is like, what it costs, how it runs; as a
 * struct, by keys, and as text.
 */
#ifndef VCUBE_DESC_H
#define VCUBE_DESC_H

#include <stddef.h>
#include <stdint.h>
#include <vcube/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Times are integer picoseconds. Clocks go up to VCUBE_TIME_MAX, some 13 days: a run in
 * which one would be further ends (VCUBE_ELIMIT), and no formula tells of more. */
typedef int64_t vcube_time;
#define VCUBE_TIME_MAX (INT64_MAX / 8)

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
 * and "pin" take yes and no. 0, or an error that names the field and what is
 * permitted; the description is then as before. "profile" takes over what a profile says of costs and ports
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

#ifdef __cplusplus
}
#endif
#endif
