/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Algorithms: the registry of the library's own, and how to write another.
 *
 * An algorithm is a function that every member of a group runs, written
 * against the public headers alone. Failures are sticky (vcube/error.h), so it
 * needs no error paths: after a failure its calls return at once.
 */
#ifndef VCUBE_ALGORITHM_H
#define VCUBE_ALGORITHM_H

#include <stdbool.h>
#include <vcube/collective.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What an algorithm needs of a call: flag, what it demands in words */
#define VCUBE_NEEDS(X) \
	X(VCUBE_NEEDS_POWER_OF_TWO, 1, "a number of nodes that is a power of two") \
	X(VCUBE_NEEDS_SQUARE, 2, "a number of nodes that is a square") \
	X(VCUBE_NEEDS_COMMUTATIVE, 4, "an operator that commutes") \
	X(VCUBE_NEEDS_EVEN, 8, "an even number of nodes")

#define X(flag, value, text) flag = value,
enum vcube_needs { VCUBE_NEEDS(X) };
#undef X

/*
 * Options: "multiphase:parts=2+3" is the algorithm multiphase with its option
 * parts set. What an option takes: one of some words, "binary|gray", the first
 * unless it is set; a number, "N"; or numbers, "N+N..".
 */
#define VCUBE_OPTIONS_MAX 4
#define VCUBE_NUMBERS_MAX 16

struct vcube_option {
	const char *name;               /* NULL past the last */
	const char *form;
	const char *text;
};

/* What an option was set to. All zero: it was not. */
struct vcube_setting {
	int value;                      /* which of the words, from 0; or the (first) number */
	int count;                      /* how many numbers */
	int number[VCUBE_NUMBERS_MAX];
};

/* A call: what the functions below fill in, and what an algorithm gets. */
struct vcube_call {
	int collective;                 /* enum vcube_collectives */
	vcube_group *group;
	int rank, size;                 /* the caller's in the group; filled in by the library */
	int root;                       /* 0 where there is none */
	const void *in;
	void *out;
	size_t count;
	vcube_type type;
	const struct vcube_op *op;      /* NULL where there is none */
	size_t bytes;                   /* of a block: count elements; filled in */
	/* Of alltoallv, else NULL: the elements of each block, and which element of
	 * `in` and `out` it begins with. `count` is then 1, and `bytes` an element's. */
	const size_t *in_counts, *in_offsets, *out_counts, *out_offsets;
	/* Options of the algorithm, in its own order (vcube/algorithm.h); NULL:
	 * all as they are by default. An algorithm is never given NULL. */
	const struct vcube_setting *set;
};

/* What a cost is worked out from. */
struct vcube_terms {
	struct vcube_cost k;            /* complete: no exchange_startup of -1 */
	enum vcube_ports ports;
	int p;                          /* members */
	/* Bytes of a block; of alltoallv, whose blocks differ: the mean of what the
	 * busiest member sends or receives to or from each. */
	size_t m;
	size_t unit;                    /* bytes of an element */
	const struct vcube_setting *set;        /* of each option */
};

struct vcube_algorithm {
	int collective;                 /* enum vcube_collectives */
	const char *name;
	const char *text;               /* how it works, in half a line */
	const char *paper;              /* authors and number there, or "" */
	unsigned needs;                 /* VCUBE_NEEDS_* */
	/* What else it needs that these terms do not have, in words; NULL: nothing.
	 * A NULL function: it needs nothing else. */
	const char *(*lacks)(const struct vcube_terms *t);
	const struct vcube_option *options;     /* NULL: none */
	/* Sets what is unset in `set`, and worked out from these terms, to what a call takes.
	 * The preconditions hold. NULL: nothing is. */
	void (*settle)(const struct vcube_terms *t, struct vcube_setting *set);
	/* The kinds of topology (1u << kind) on which it talks to neighbours
	 * alone, and on which, over all nodes in binary mapping with one port
	 * and no overheads, `cost` is its virtual time to the picosecond. */
	unsigned home;
	/* As printed, of more than one member, each with one port: start-ups that follow
	 * each other, and bytes that the busiest member sends. NULL: not told. */
	const char *steps, *volume;
	const char *formula;            /* as printed: ts, tw, m bytes a block, p members */
	vcube_time (*cost)(const struct vcube_terms *t);
	void (*run)(vcube_node *self, const struct vcube_call *call);
};

/* The library's algorithms; NULL past the end. */
const struct vcube_algorithm *vcube_algorithm_at(int i);
/* By collective and name; NULL with the names there are in *error. */
const struct vcube_algorithm *vcube_algorithm_find(int collective, const char *name,
						   struct vcube_error *error);
/* By collective and "name[:option=value]..", into VCUBE_OPTIONS_MAX settings;
 * NULL with what there is, or what the option takes, in *error. */
const struct vcube_algorithm *vcube_algorithm_parse(int collective, const char *how,
						    struct vcube_setting *set,
						    struct vcube_error *error);
/* The terms of p members and blocks of m bytes on a machine so described: elements
 * of one byte, no option set. Start-ups have the overheads of both ends in them. */
struct vcube_terms vcube_terms_of(const struct vcube_desc *desc, int p, size_t m);
/* The terms of the call that this node makes. */
struct vcube_terms vcube_terms_for(const vcube_node *self, const struct vcube_call *c);
/* 0 if its preconditions hold for these terms and this operator (NULL: none), or
 * VCUBE_EPRECOND with what it needs. */
int vcube_algorithm_fits(const struct vcube_algorithm *algorithm, const struct vcube_terms *terms,
			 const struct vcube_op *op, struct vcube_error *error);
/* What its formula says, in picoseconds, or -1 where that is further than clocks go: its
 * `cost` may wrap there. The preconditions hold. */
vcube_time vcube_algorithm_cost(const struct vcube_algorithm *algorithm,
				const struct vcube_terms *terms);

/* The bytes of a block for which an algorithm of alltoallv is chosen: members
 * have counts of their own, and must choose the same. */
#define VCUBE_BYTES_UNKNOWN 1024

/*
 * What a call of all nodes that names no algorithm gets on a machine so
 * described: of those whose preconditions hold, the one that costs least by its
 * formula; of equals the first in the registry. Where time is kept, or with
 * routing=none, those at home there come before others (vcube_homes_of()). Pure, and the same choice that
 * a run makes. NULL with the reason in *error.
 */
const struct vcube_algorithm *vcube_algorithm_choose(const struct vcube_desc *desc, int collective,
						     const struct vcube_terms *terms,
						     const struct vcube_op *op,
						     struct vcube_error *error);
/* The kinds of topology (1u << kind) at home on which is at home on a machine so
 * described. Those that its ranks are wired like: algorithms talk to neighbours alone.
 * And on a hypercube with routes, cut-through, one port and two-way links, VCUBE_FULL:
 * no message of the library's algorithms waits for a link there, so only per_hop makes
 * their times longer than `cost`. 0, with the reason in *error, for a description that no
 * machine has. */
unsigned vcube_homes_of(const struct vcube_desc *desc, struct vcube_error *error);

/* Runs an algorithm, the library's or another: checks the call as the functions of
 * vcube/collective.h do. Collective; blocks. Reports and traces name it when the nodes
 * have ended: it is on no node's stack or heap, but lives as long as the run. */
int vcube_call(vcube_node *self, const struct vcube_algorithm *algorithm,
	       const struct vcube_call *call);

#ifdef __cplusplus
}
#endif
#endif
