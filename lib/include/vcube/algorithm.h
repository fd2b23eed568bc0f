/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Algorithms: the library's registry, and the form of an algorithm.
 *
 * An algorithm is a function that every member of a group runs. It needs only the
 * public headers. Failures are sticky (vcube/error.h), so it needs no error paths:
 * after a failure, its calls return at once.
 *
 * Any thread may call the functions of the registry, except vcube_algorithm_add(); they do
 * not block.
 */
#ifndef VCUBE_ALGORITHM_H
#define VCUBE_ALGORITHM_H

#include <stdbool.h>
#include <vcube/collective.h>

VCUBE_BEGIN_

/* Requirements of an algorithm: flag, value, requirement in words */
#define VCUBE_NEEDS(X) \
	X(VCUBE_NEEDS_POWER_OF_TWO, 1, "a number of nodes that is a power of two") \
	X(VCUBE_NEEDS_SQUARE, 2, "a number of nodes that is a square") \
	X(VCUBE_NEEDS_COMMUTATIVE, 4, "an operator that commutes") \
	X(VCUBE_NEEDS_EVEN, 8, "an even number of nodes") \
	X(VCUBE_NEEDS_COMPOSITE, 16, "a number of nodes that is not prime")

#define X(flag, value, text) flag = value,
enum vcube_needs { VCUBE_NEEDS(X) };
#undef X

/*
 * Options: "multiphase:parts=2+3" is the algorithm multiphase with its option `parts`
 * set. The form of an option is a choice of words, "binary|gray", of which the first
 * is the default; a number, "N"; or several numbers, "N+N..".
 */
#define VCUBE_OPTIONS_MAX 4
#define VCUBE_NUMBERS_MAX 16

struct vcube_option {
	const char *name;               /* NULL past the last */
	const char *form;
	const char *text;
};

/* The value of an option. All zero: not set. */
struct vcube_setting {
	int value;                      /* index of the word, from 0; or the (first) number */
	int count;                      /* number of numbers */
	int number[VCUBE_NUMBERS_MAX];
};

/* A collective call, as the functions of vcube/collective.h describe it to an algorithm. */
struct vcube_call {
	int collective;                 /* enum vcube_collectives */
	vcube_group *group;
	int rank, size;                 /* of the caller in the group; the library sets them */
	int root;                       /* 0 for collectives without a root */
	const void *in;
	void *out;                      /* of bcast: the data */
	size_t count;
	vcube_type type;
	const struct vcube_op *op;      /* NULL for collectives without an operator */
	size_t bytes;                   /* of a block of `count` elements; the library sets it */
	/* Of blocks that differ, otherwise NULL: the elements of each block, and its first
	 * element in `in` and `out`. `count` is then 1, and `bytes` those of an element. In a
	 * collective with VCUBE_UNEQUAL, a caller of vcube_call() gives the counts of the side
	 * that has a block for each member, or NULL, and each block has `count` elements; the
	 * library sets the others. */
	const size_t *in_counts, *in_offsets, *out_counts, *out_offsets;
	/* Settings of the algorithm's options, in its own order. NULL: all unset; but an
	 * algorithm never gets NULL. */
	const struct vcube_setting *set;
};

/* The terms of a cost formula. */
struct vcube_terms {
	struct vcube_cost k;            /* complete: no exchange_startup of -1 */
	enum vcube_ports ports;
	int p;                          /* members */
	/* Bytes of a block. Of unequal blocks: their mean, rounded up. Of alltoallv: the mean
	 * over what the busiest member sends to, or receives from, each member. */
	size_t m;
	size_t unit;                    /* bytes of an element */
	const struct vcube_setting *set;        /* of each option */
};

/* How often a member waits for others, which is most of a call's time on a host with fewer
 * processors than members. */
enum vcube_waits {
	VCUBE_WAITS_EACH_STEP,  /* for each message on the critical path */
	VCUBE_WAITS_ONCE,       /* once: it sends everything before it receives */
	VCUBE_WAITS_FOR_PARENT, /* once each way along a tree or a chain: up, down, or both */
	VCUBE_WAITS_FOR_ROOT,   /* once, for the one member that all messages go to or come from */
	VCUBE_WAITS_TWICE       /* twice: in each of two parts it sends everything first */
};

/* Where local work makes a formula an upper bound: some members work while others wait. */
enum vcube_loose {
	VCUBE_LOOSE_NEVER,
	VCUBE_LOOSE_IN_PARTS,   /* unless their number is a power of two: branches are short */
	VCUBE_LOOSE_ALWAYS      /* on the way of packets */
};

#define VCUBE_NATIVE_ORDERED (1u << 31)

struct vcube_algorithm {
	int collective;                 /* enum vcube_collectives */
	const char *name;
	const char *text;               /* how it works, in half a line */
	const char *paper;              /* authors and number there, or "" */
	unsigned needs;                 /* VCUBE_NEEDS_* */
	/* Returns, in words, a further requirement that these terms do not meet, or NULL.
	 * A NULL function: no further requirements. Pure. */
	const char *(*unmet)(const struct vcube_terms *t);
	const struct vcube_option *options;     /* NULL: none */
	/* Sets the unset options in `set` to the values that a call with these terms uses.
	 * The preconditions hold. NULL: none depends on the terms. Pure. */
	void (*resolve_options)(const struct vcube_terms *t, struct vcube_setting *set);
	/* Native topologies: the kinds (1u << kind) on which it talks only to neighbours,
	 * and on which, over all nodes in binary mapping with one port and no overheads,
	 * `cost` is its virtual time to the picosecond. With VCUBE_NATIVE_ORDERED, it is on
	 * cubes so only by the first word of its first option. */
	unsigned native;
	enum vcube_loose loose;         /* but with local work */
	/* As printed, for more than one member with one port each: consecutive start-ups,
	 * and bytes that the busiest member sends. NULL: not stated. */
	const char *steps, *volume;
	const char *formula;            /* as printed: ts, tw, m bytes a block, p members */
	enum vcube_waits waits;         /* on a host with fewer processors than members */
	/* Returns the predicted time in picoseconds. The preconditions hold. Pure. */
	vcube_time (*cost)(const struct vcube_terms *t);
	/* The algorithm; every member of the group calls it, two members or more. */
	void (*run)(vcube_node *self, const struct vcube_call *call);
	/* Of the library's: the collective that is the same with unequal blocks, whose algorithm
	 * it is, too, with the first `unequal_options` of its options; 0: none, and in yours. */
	int unequal, unequal_options;
};

/* Returns algorithm number i of the registry, the library's first; NULL past the end. */
const struct vcube_algorithm *vcube_algorithm_at(int i);
/* Finds an algorithm by collective and name; NULL with the known names in *error. */
const struct vcube_algorithm *vcube_algorithm_find(int collective, const char *name,
						   struct vcube_error *error);
/* Adds your own algorithm, which must stay valid, to the registry: it is then found, chosen
 * and run by its name as the library's are. Returns 0; or VCUBE_EINVAL if it lacks a name of
 * its own, text, paper, formula, cost or run, VCUBE_ELIMIT past VCUBE_ADDED_MAX. No other
 * thread may use the registry meanwhile, and no machine may run. */
#define VCUBE_ADDED_MAX 64
int vcube_algorithm_add(const struct vcube_algorithm *algorithm, struct vcube_error *error);
/* Finds an algorithm by collective and "name[:option=value]..", and writes
 * VCUBE_OPTIONS_MAX settings to `set`. Returns NULL with the known names and options, or
 * the form of the option, in *error. */
const struct vcube_algorithm *vcube_algorithm_parse(int collective, const char *how,
						    struct vcube_setting *set,
						    struct vcube_error *error);
/* Returns the terms of p members and blocks of m bytes on this machine, with elements of
 * one byte and no option set. Start-ups include the overheads of both ends. */
struct vcube_terms vcube_terms_of(const struct vcube_desc *desc, int p, size_t m);
/* Returns the terms of a call of this node, for use in algorithms. The costs are the machine's, by
 * which an algorithm divides what it does; in a call without `how` under the free clock, those of
 * the host. */
struct vcube_terms vcube_terms_for(const vcube_node *self, const struct vcube_call *c);
/* Returns 0 if the preconditions hold for these terms and this operator (NULL: none), or
 * VCUBE_EPRECOND with the unmet requirement in *error. */
int vcube_algorithm_fits(const struct vcube_algorithm *algorithm, const struct vcube_terms *terms,
			 const struct vcube_op *op, struct vcube_error *error);
/* Returns the time by its formula, in picoseconds; or -1 beyond VCUBE_TIME_MAX, where
 * `cost` itself may wrap. The preconditions must hold. */
vcube_time vcube_algorithm_cost(const struct vcube_algorithm *algorithm,
				const struct vcube_terms *terms);

/* Returns the time on this host that a call without `how` is chosen by under the free clock, in
 * picoseconds; VCUBE_TIME_MAX if a member's heap may not hold what goes through it. -1 on other
 * machines, and under `fuzz`: what they do is the same on every host. Rough; Pure but for the
 * number of processors. The preconditions must hold. */
vcube_time vcube_host_time(const struct vcube_desc *desc, const struct vcube_algorithm *algorithm,
			   const struct vcube_terms *terms);

/* The block size in bytes that the choice of an alltoallv algorithm assumes under the free clock:
 * members have different counts, but must choose the same algorithm. */
#define VCUBE_BYTES_UNKNOWN 1024

/* A call of all nodes of a machine whose time is to be predicted. */
struct vcube_predicted_call {
	const struct vcube_algorithm *algorithm;
	const struct vcube_terms *terms;        /* of all nodes of the machine */
	const struct vcube_op *op;              /* NULL: none */
	int root;
	/* alltoallv: the bytes that a node has for a node. Unequal blocks: those of block `to`,
	 * with from = 0. NULL: terms->m each. */
	size_t (*length)(void *arg, int from, int to);
	void *arg;
};

/* How a predicted time relates to that of a run. */
enum vcube_certainty {
	VCUBE_EXACT,            /* it is the time, to the picosecond */
	VCUBE_AT_MOST, VCUBE_AT_LEAST,  /* a bound, by the formula */
	VCUBE_ABOUT             /* the formula, which does not hold there */
};

struct vcube_prediction {
	vcube_time time;        /* in picoseconds; -1 beyond VCUBE_TIME_MAX */
	enum vcube_certainty certainty;
};

/* The most nodes on which a call is worked out to choose an algorithm. */
#define VCUBE_PLAYED_NODES 256

/*
 * Predicts the time of a call without faults on the described machine, from the entry of all
 * nodes at once to the last return. Where the formula holds, it is that of the formula.
 * Elsewhere it is worked out by the algorithm's own steps, with every link that messages share
 * and without data: some milliseconds for 256 nodes, at most 0.5 s. On more than
 * VCUBE_PLAYED_NODES nodes only if the call sends at most `messages` in all (0: it is not tried),
 * and not for alltoallv. What nobody works out is a bound by the formula. The preconditions must
 * hold. Returns 0; or the code with the reason in *error if the description is invalid, or if a
 * message of the algorithm has no route.
 */
int vcube_predict(const struct vcube_desc *desc, const struct vcube_predicted_call *call,
		  int64_t messages, struct vcube_prediction *prediction,
		  struct vcube_error *error);

/*
 * Returns the algorithm that a call of all nodes without `how` gets on this machine: of
 * those whose preconditions hold, the one with the least predicted cost; of equals,
 * the first in the registry. Under the virtual clock, on up to VCUBE_PLAYED_NODES nodes,
 * predicted by vcube_predict() for root 0 and blocks of the bytes rounded to three binary digits
 * (but alltoallv); otherwise by formula, and under a clock, or with routing=none, algorithms
 * native to the machine (vcube_native_kinds()) precede the others. Of alltoallv, the one whose
 * time by formula is never much longer than that of the best, whatever the lengths: of the worst
 * ratios for blocks of 8 B, 512 B, 4 KiB and 64 KiB, the least. Under the free clock, unless
 * runs are to be repeated (`fuzz`), the cost is the host's: it depends on how many processors
 * there are. A run makes the same choice.
 * Returns NULL with the reason in *error if no algorithm applies.
 */
const struct vcube_algorithm *vcube_algorithm_choose(const struct vcube_desc *desc, int collective,
						     const struct vcube_terms *terms,
						     const struct vcube_op *op,
						     struct vcube_error *error);
/* Returns the native topologies of this machine, as bits 1u << kind: an algorithm that is
 * native to one of them is native to the machine. These are the kinds whose neighbours
 * are neighbours among the machine's ranks. A hypercube with routing=any, cut-through,
 * one port and full duplex also has VCUBE_FULL: no message of the library's algorithms
 * waits for a link there, so only per_hop makes their times longer than `cost`. Returns 0
 * with the reason in *error for an invalid description. */
unsigned vcube_native_kinds(const struct vcube_desc *desc, struct vcube_error *error);

/* Runs an algorithm, the library's or your own, on a call whose `collective` is the
 * algorithm's. Checks the call, and fails, as the functions of vcube/collective.h do.
 * Collective; blocks. Returns 0 or the code of the node's failure. *algorithm must stay
 * valid until the run ends, so not on a node's stack or heap: reports and traces name it
 * after the nodes have ended. */
int vcube_call(vcube_node *self, const struct vcube_algorithm *algorithm,
	       const struct vcube_call *call);

/* Makes the call by the algorithm that `how` names, or selects one if that is NULL: what
 * the functions of vcube/collective.h do, for any collective. Ignores the fields of the
 * call that its collective does not have. */
int vcube_call_how(vcube_node *self, const struct vcube_call *call, const char *how);

/* For use in algorithms: like vcube_fail(), with a code other than VCUBE_EPROGRAM. */
int vcube_fail_with(vcube_node *self, int code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

VCUBE_END_
#endif
