/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Schedules of all-to-all personalized communication on a cube: which element
 * crosses which dimension in which step. Built once, then never changed: any
 * thread may read one. Nothing here runs or blocks.
 *
 * The elements of a node lie at local addresses 0 .. K - 1. The low d bits of
 * an address, after the alignment, say where its element must go: across each
 * dimension whose bit is set, once. So all nodes do the same in each step, and
 * two neighbours exchange what they have at the same address. Where K is more
 * than 2^d, the addresses are so many exchanges one after the other, the last of
 * which may have its first addresses alone.
 *
 * Successive exchanges run along axes 0 .. s - 1 of a cube of s d dimensions, on
 * the same local addresses. There the element at address a of a node crosses the
 * dimensions of a ^ z, where z is the exclusive or of the node's coordinates on
 * the other axes.
 */
#ifndef VCUBE_SCHEDULE_H
#define VCUBE_SCHEDULE_H

#include <stdbool.h>
#include <stdio.h>
#include <vcube/error.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vcube_schedule vcube_schedule;

/*
 * The algorithms of Johnsson and Ho (1992); constant, name, what it is. A pair
 * is an address and its complement, of which one crosses each dimension.
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
/* From its name; -1 with the list of names in *error. */
int vcube_schedule_parse(const char *name, struct vcube_error *error);

#define VCUBE_SCHEDULE_DIMENSIONS_MAX 14
#define VCUBE_SCHEDULE_ADDRESSES_MAX (1 << 20)
#define VCUBE_SCHEDULE_SUCCESSIVE_MAX 14

/* What to build. Fields that are 0 take what stands beside them. */
struct vcube_schedule_plan {
	enum vcube_schedules algorithm;
	int dimensions;         /* d, 1 to 14; needed */
	int addresses;          /* K; 2^d */
	int width;              /* elements that a link carries in a step; 1 */
	bool block;             /* as few steps as can be, each with blocks of elements */
	int successive;         /* s; 1 */
	int delay;              /* steps from one exchange's start to the next one's;
				   the least with which it is right */
};

/*
 * NULL, and what is wrong with the plan in *error, or VCUBE_EHOST. A delay that
 * is too short is permitted, so that vcube_schedule_check() can say what comes
 * of it.
 */
vcube_schedule *vcube_schedule_build(const struct vcube_schedule_plan *plan,
				     struct vcube_error *error);
void vcube_schedule_free(vcube_schedule *s);            /* NULL is permitted */

/* The plan, with all its fields. */
const struct vcube_schedule_plan *vcube_schedule_planned(const vcube_schedule *s);
int vcube_schedule_steps(const vcube_schedule *s);
/* The most steps that an element is under way in one exchange, from its first
 * to its last; of algorithms by pairs with s > 1: that a pair is. */
int vcube_schedule_span(const vcube_schedule *s);
/* The most elements that cross a link in one step. */
int vcube_schedule_largest(const vcube_schedule *s);
/* Of the links of every node in every step, the part that is used: 0 to 1. */
double vcube_schedule_use(const vcube_schedule *s);

/*
 * The local addresses whose elements a node with this z sends across dimension
 * `dim` of `axis` in `step` (all from 0), and at which it receives others: at
 * most `room` are written; returns how many there are. With one exchange, axis
 * and z are 0. Of aapc5, whose pairs are made of addresses in a run alone, it is
 * the pairs, 0 .. K/2 - 1.
 */
int vcube_schedule_at(const vcube_schedule *s, int step, int axis, int dim, unsigned z,
		      int *address, int room);

/* What is proved of it; where K is no multiple of 2^d, of the most there can be. */
struct vcube_schedule_proof {
	int steps, span;
	const char *steps_text, *span_text;     /* as formulas of K, d, b and s */
};
void vcube_schedule_proof(const vcube_schedule *s, struct vcube_schedule_proof *proof);

/*
 * 0 if every address crosses exactly its dimensions, each once, and is never in
 * two places in one step; no link carries more than it can; successive exchanges
 * do not touch an address before the one before is done with it, on whatever
 * node; and steps and span are as proved. Else VCUBE_EINVAL with what is
 * wrong, or VCUBE_EHOST. Looks at every z, but at a sample of them where that is
 * more than some 10^7 crossings.
 */
int vcube_schedule_check(const vcube_schedule *s, struct vcube_error *error);

/*
 * As a table for people: a row for each step, or, with `by_address`, for each
 * address or pair of the first exchange. 0, or VCUBE_EHOST when `out` fails.
 */
int vcube_schedule_print(const vcube_schedule *s, bool by_address, FILE *out);

#ifdef __cplusplus
}
#endif
#endif
