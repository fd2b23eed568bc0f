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
#include <vcube/message.h>

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
#define vcube_call(self, ...) (vcube_call)(vcube_at((self), VCUBE_HERE), __VA_ARGS__)

/* For use in algorithms. */

/* Block number i of in and of out. An empty one of alltoallv may be anywhere. */
static inline const void *
vcube_in(const struct vcube_call *c, int i)
{
	if (c->in_counts == NULL)
		return (const char *)c->in + c->bytes * (size_t)i;
	return c->in_counts[i] ? (const char *)c->in + c->bytes * c->in_offsets[i] : c->in;
}

static inline void *
vcube_out(const struct vcube_call *c, int i)
{
	if (c->out_counts == NULL)
		return (char *)c->out + c->bytes * (size_t)i;
	return c->out_counts[i] ? (char *)c->out + c->bytes * c->out_offsets[i] : c->out;
}

/* Its length in bytes. */
static inline size_t
vcube_in_bytes(const struct vcube_call *c, int i)
{
	return c->in_counts == NULL ? c->bytes : c->bytes * c->in_counts[i];
}

static inline size_t
vcube_out_bytes(const struct vcube_call *c, int i)
{
	return c->out_counts == NULL ? c->bytes : c->bytes * c->out_counts[i];
}

/* Of alltoallv, when the block of member `from` has come with so many bytes: 0 if
 * that is what out_counts says; else the node fails, with a sentence that names
 * both (VCUBE_EMISMATCH). VCUBE_ANY: the blocks of several have not come as they
 * should. */
int vcube_expect(vcube_node *self, const struct vcube_call *c, int from, size_t bytes);
#define vcube_expect(self, ...) (vcube_expect)(vcube_at((self), VCUBE_HERE), __VA_ARGS__)

/* Working memory from the node's heap, to be given back with vcube_free();
 * where there is none, NULL, and the node has failed with VCUBE_EHEAP. */
void *vcube_scratch(vcube_node *self, size_t bytes);
#define vcube_scratch(self, bytes) (vcube_scratch)(vcube_at((self), VCUBE_HERE), (bytes))

/* into = left op right for `blocks` blocks of the call, charged as
 * VCUBE_WORK_COMBINE; into may be left or right. */
void vcube_combine(vcube_node *self, const struct vcube_call *c,
		   const void *left, const void *right, void *into, size_t blocks);
#define vcube_combine(self, ...) (vcube_combine)(vcube_at((self), VCUBE_HERE), __VA_ARGS__)

/* The same for `count` elements. */
void vcube_combine_elements(vcube_node *self, const struct vcube_call *c, const void *left,
			    const void *right, void *into, size_t count);
#define vcube_combine_elements(self, ...) \
	(vcube_combine_elements)(vcube_at((self), VCUBE_HERE), __VA_ARGS__)

/* Of a block of n elements in pieces (vcube_piece()), how many are sent: those
 * that have elements, and if none has, one. */
static inline int
vcube_pieces_sent(size_t n, int pieces)
{
	return n == 0 ? 1 : n < (size_t)pieces ? (int)n : pieces;
}

/* The local work of combining n elements at once. */
static inline vcube_time
vcube_combine_time(const struct vcube_terms *t, size_t n)
{
	return n == 0 ? 0 : t->k.combine_startup + t->k.combine * (vcube_time)n;
}

/* What it takes members to exchange n elements of `unit` bytes, cut into pieces,
 * each with another neighbour, by vcube_exchange_all(). */
static inline vcube_time
vcube_pieces_time(const struct vcube_terms *t, size_t n, size_t unit, int pieces)
{
	const size_t longest = (n + (size_t)pieces - 1) / (size_t)pieces;

	const vcube_time all = (vcube_time)(n * unit), most = (vcube_time)(longest * unit);
	const vcube_time begun = t->k.exchange_all_startup + t->k.exchange_all_gather * all +
				 t->k.exchange_all_longest * most;

	return t->ports == VCUBE_PORTS_ALL
		? begun + t->k.per_hop + t->k.per_byte * most
		: begun + vcube_pieces_sent(n, pieces) * t->k.per_hop + t->k.per_byte * all;
}

/* The terms of the call that this node makes. */
struct vcube_terms vcube_terms_for(const vcube_node *self, const struct vcube_call *c);

/* floor(log2 x) for x >= 1 */
static inline int
vcube_log2(unsigned x)
{
	int n = 0;

	while (x >>= 1)
		n++;
	return n;
}

/*
 * Binomial trees of any number of members, with any root. A branch is a run of
 * consecutive ranks; one of them, the head, acts for all. Splitting a branch of
 * n > 1 leaves its head the stem, 2^k members on its own side, the greatest
 * power of two below n; the rest is the twig, with a head of its own, which is
 * 2^k away where the twig reaches that far: always, if n is a power of two, and
 * then the tree lies on the hypercube. With head 5 of 0-7:
 *
 *   5 of 0-7:   stem 5 of 4-7   twig 1 of 0-3
 *   5 of 4-7:   stem 5 of 4-5   twig 7 of 6-7
 *   5 of 4-5:   stem 5          twig 4
 */
struct vcube_branch {
	int lo, hi;             /* ranks lo .. hi - 1 */
	int head;
};

static inline int
vcube_branch_size(struct vcube_branch b)
{
	return b.hi - b.lo;
}

static inline void
vcube_branch_split(struct vcube_branch b, struct vcube_branch *stem, struct vcube_branch *twig)
{
	const int n = 1 << vcube_log2((unsigned)(b.hi - b.lo) - 1);

	*stem = *twig = b;
	if (b.head < b.lo + n) {
		stem->hi = twig->lo = b.lo + n;
		twig->head = b.head + n < b.hi ? b.head + n : b.hi - 1;
	} else {
		stem->lo = twig->hi = b.hi - n;
		twig->head = b.head - n;
	}
}

/* The largest branch that `rank` is the head of, in the tree of p members;
 * *parent is the head that it was split from, -1 at the root. */
static inline struct vcube_branch
vcube_branch_of(int p, int root, int rank, int *parent)
{
	struct vcube_branch b = {0, p, root}, stem, twig;

	*parent = -1;
	while (b.head != rank) {
		vcube_branch_split(b, &stem, &twig);
		*parent = b.head;
		b = rank >= twig.lo && rank < twig.hi ? twig : stem;
	}
	return b;
}

#ifdef __cplusplus
}
#endif
#endif
