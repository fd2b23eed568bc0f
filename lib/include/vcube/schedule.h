/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Schedules of all-to-all personalized communication on a cube: which element crosses
 * which dimension in which step. A schedule never changes after it is built: any thread
 * may read it. Nothing here blocks.
 *
 * The elements of a node lie at local addresses 0 .. K - 1. After the alignment, an
 * element crosses each dimension whose bit is set in the low d bits of its address, once.
 * So all nodes do the same in each step, and two neighbours exchange the elements at the
 * same address. If K exceeds 2^d, the addresses form several exchanges one after the
 * other; the last may have only its first addresses.
 *
 * Successive exchanges run along axes 0 .. s - 1 of a cube of s d dimensions, on the same
 * local addresses. The element at address a of a node then crosses the dimensions of
 * a ^ z, where z is the exclusive or of the node's coordinates on the other axes.
 */
#ifndef VCUBE_SCHEDULE_H
#define VCUBE_SCHEDULE_H

#include <stdbool.h>
#include <stdio.h>
#include <vcube/error.h>

VCUBE_BEGIN_

typedef struct vcube_schedule vcube_schedule;

/*
 * The algorithms of Johnsson and Ho (1992); constant, name, meaning. A pair is an address
 * and its complement: exactly one of them crosses each dimension.
 */
#define VCUBE_SCHEDULES(X) \
	X(VCUBE_AAPC1, "aapc1", "blocks of d pairs: least span") \
	X(VCUBE_AAPC2, "aapc2", "every pair a step after the one before: least steps") \
	X(VCUBE_AAPC3, "aapc3", "blocks of d pairs, the last as in aapc2: least steps") \
	X(VCUBE_AAPC4, "aapc4", "necklaces, with cyclic addresses in pairs: least steps, least span") \
	X(VCUBE_WINDOWS, "windows", "blocks of d pairs, the last in windows of d steps: also one after the other") \
	X(VCUBE_AAPC5, "aapc5", "successive exchanges at once, from several axes on")

enum vcube_schedules {
#define X(constant, name, text) constant,
	VCUBE_SCHEDULES(X)
#undef X
	VCUBE_SCHEDULES_COUNT
};

const char *vcube_schedule_name(int algorithm);         /* NULL past the end */
const char *vcube_schedule_text(int algorithm);
/* Returns the algorithm of that name, or -1 with the list of names in *error. */
int vcube_schedule_parse(const char *name, struct vcube_error *error);

#define VCUBE_SCHEDULE_DIMENSIONS_MAX 14
#define VCUBE_SCHEDULE_ADDRESSES_MAX (1 << 20)
#define VCUBE_SCHEDULE_SUCCESSIVE_MAX 14

/* What to build. A field that is 0 takes its default. */
struct vcube_schedule_plan {
	enum vcube_schedules algorithm;
	int dimensions;         /* d, 1 to 14; required */
	int addresses;          /* K; default 2^d */
	int width;              /* elements that a link carries in a step; default 1 */
	bool block;             /* fewest steps, each with blocks of elements */
	int successive;         /* s; default 1 */
	int delay;              /* steps between the starts of successive exchanges;
				   default: the least correct one */
};

/*
 * Builds a schedule; free it with vcube_schedule_free(). Returns NULL with the fault of
 * the plan in *error, or with VCUBE_EHOST. Accepts a delay that is too short, so that
 * vcube_schedule_check() can report its effect.
 */
vcube_schedule *vcube_schedule_build(const struct vcube_schedule_plan *plan,
				     struct vcube_error *error);
/* The same for aapc4 with the paper's other lines in its mixed group, the left ones of Figure 3.
 * They are right for each d but 4. */
vcube_schedule *vcube_schedule_build_diagonal(const struct vcube_schedule_plan *plan,
					      struct vcube_error *error);
/*
 * Successive exchanges of different orders: plan->successive of them, by aapc1, along axes of
 * orders[0] >= orders[1] >= .. dimensions; plan->dimensions is ignored, and K is by default
 * 2^orders[0]. Along an axis, the low bits of the local coordinate are exchanged.
 */
vcube_schedule *vcube_schedule_build_orders(const struct vcube_schedule_plan *plan,
					    const int *orders, struct vcube_error *error);
/* The dimensions of an axis, from 0; 0 out of range. */
int vcube_schedule_order(const vcube_schedule *s, int axis);
void vcube_schedule_free(vcube_schedule *s);            /* NULL is permitted */

/* The plan, with all fields filled in. */
const struct vcube_schedule_plan *vcube_schedule_planned(const vcube_schedule *s);
int vcube_schedule_steps(const vcube_schedule *s);
/* The most steps from an element's first to its last in one exchange; for algorithms by
 * pairs with s > 1, from a pair's. */
int vcube_schedule_span(const vcube_schedule *s);
/* The most elements that cross a link in one step. */
int vcube_schedule_largest(const vcube_schedule *s);
/* The fraction in use, 0 to 1, of all links in all steps. */
double vcube_schedule_use(const vcube_schedule *s);

/*
 * Writes at most `room` of the local addresses whose elements a node with this z sends
 * across dimension `dim` of `axis` in `step` (all from 0), and at which it receives
 * others. Returns their number, or 0 if step, axis or dimension is out of range; z has d
 * bits. With one exchange, axis and z are 0. For aapc5, which
 * forms pairs from addresses only in a run, these are pairs, 0 .. K/2 - 1; those in windows
 * depend on z.
 */
int vcube_schedule_at(const vcube_schedule *s, int step, int axis, int dim, unsigned z,
		      int *address, int room);

/*
 * The addresses of a run of aapc5, whose memory has two axes, the second with coordinate
 * address / 2^d mod 2^d; K must be a multiple of 2^(2d).
 *
 * vcube_schedule_begins(): the axis, from 0, along which the element at an address is
 * exchanged first.
 *
 * vcube_schedule_pair(): the lower address of a pair in `step`, during which it is on some
 * axis. Its complement is that address with all bits of one coordinate inverted; *second
 * says whether that is the coordinate on the second axis of the memory, which the pair
 * exchanges then. Returns -1 for a schedule without two axes.
 */
int vcube_schedule_begins(const vcube_schedule *s, int address);
int vcube_schedule_pair(const vcube_schedule *s, int step, int pair, bool *second);

/* Proved steps and span; upper bounds if K is not a multiple of 2^d. */
struct vcube_schedule_proof {
	int steps, span;
	const char *steps_text, *span_text;     /* as formulas of K, d, b and s */
};
void vcube_schedule_proof(const vcube_schedule *s, struct vcube_schedule_proof *proof);

/*
 * Checks that every address crosses exactly its dimensions, each once, and at most one in
 * a step; that no link carries more than its width; that no exchange touches an address
 * before the previous exchange is done with it, on any node; and that steps and span are
 * as proved. Returns 0, VCUBE_EINVAL with the fault, or VCUBE_EHOST. Covers every z, or a
 * sample if that is more than about 10^7 crossings.
 */
int vcube_schedule_check(const vcube_schedule *s, struct vcube_error *error);

/*
 * Prints the schedule as a table: a row for each step, or, with `by_address`, for each
 * address or pair of the first exchange. Returns 0, or VCUBE_EHOST if writing fails.
 */
int vcube_schedule_print(const vcube_schedule *s, bool by_address, FILE *out);

VCUBE_END_
#endif
