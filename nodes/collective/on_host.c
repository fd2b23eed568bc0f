/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A call of p members on c processors takes
 *
 *   waits p/c SWITCH + (messages MESSAGE + bytes BYTE + moved MOVED) p/c
 *
 * where messages and bytes are those on the algorithm's critical path, which its formula counts, and
 * what is moved are the bytes of blocks that a node permutes in its memory.
 * A node waits for each of its messages, unless the algorithm says otherwise (enum vcube_waits).
 * Of those that go through one member the others only wait, so p/c is 1 for its work; but what it
 * sends they take at once, on c processors. Down a tree all messages count, p - 1 on c processors,
 * and a node whose turn comes before that of its parent has to wait once more.
 *
 * The constants are those of common hosts. What counts is how they compare with each other, and
 * that differs less than the hosts do.
 */
#include <math.h>
#include <sched.h>
#include <unistd.h>
#include "on_host.h"
#include "description.h"

#define SWITCH 0.8e6    /* ps: to yield to another thread, and come back */
#define WAKE 0.15e6     /* until a node on a processor of its own sees a message */
#define MESSAGE 150000  /* ps: to send and receive it, where it is there already */
#define BYTE 40         /* ps: to copy it */
#define MOVED 70        /* ps: to put it among others, or take it from there */
#define BLOCK 100000    /* ps: memory for a message that no slot has room for */
#define SLOT 200        /* bytes for which a slot has room */

enum { COST_MOST = 1 << 30 };   /* ps */

bool
vc_host_counts(const struct vcube_desc *d)
{
	return d->clock == VCUBE_CLOCK_FREE && d->routing != VCUBE_ROUTING_NONE && d->fuzz == 0 &&
	       !d->digest;
}

/* The first thread's: nodes are pinned. */
int
vc_host_processors(void)
{
	cpu_set_t set;
	const int n = sched_getaffinity(getpid(), sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;

	return n > 0 ? n : 1;
}

/* Returns a formula's cost with these parameters, infinite beyond VCUBE_TIME_MAX. */
static double
cost_with(const struct vcube_algorithm *a, const struct vcube_terms *terms, vcube_time startup,
	  vcube_time per_byte, vcube_time moved)
{
	struct vcube_terms t = *terms;
	vcube_time time;

	t.k = (struct vcube_cost){
		.startup = startup, .exchange_startup = startup, .exchange_all_startup = startup,
		.barrier = -1, .per_byte = per_byte, .reorder = moved,
	};
	time = vcube_algorithm_cost(a, &t);
	return time < 0 ? INFINITY : (double)time;
}

/* What is on the critical path. */
struct path {
	double messages, bytes, moved;
};

/* Works out what a formula gains by so much more for each of them. The costs stay the machine's, by
 * which an algorithm may choose its segments and what it sends straight; but if they are so high that
 * formulas may not fit, only their ratio does. */
static struct path
path_of(const struct vcube_algorithm *a, const struct vcube_terms *t)
{
	vcube_time startup = t->k.startup, per_byte = t->k.per_byte;
	double base;

	for (; startup > COST_MOST || per_byte > COST_MOST; startup /= 2)
		per_byte /= 2;
	base = cost_with(a, t, startup, per_byte, 0);
	if (isinf(base))
		startup = per_byte = base = 0;
	return (struct path){
		.messages = cost_with(a, t, startup + 1, per_byte, 0) - base,
		.bytes = cost_with(a, t, startup, per_byte + 1, 0) - base,
		.moved = cost_with(a, t, startup, per_byte, 1) - base,
	};
}

static double
work_of(const struct path *p)
{
	return p->messages * (p->bytes > SLOT * p->messages ? MESSAGE + BLOCK : MESSAGE) +
	       p->bytes * BYTE + p->moved * MOVED;
}

static double
host_cost(const struct vcube_desc *desc, const struct vcube_algorithm *a,
	  const struct vcube_terms *terms, int processors)
{
	const double load = terms->p > processors ? (double)terms->p / processors : 1;
	const double wait = terms->p > processors ? SWITCH * load : WAKE;
	const struct path path = path_of(a, terms);
	const double work = work_of(&path);
	const int busy = terms->p < processors ? terms->p : processors;

	switch (a->waits) {
	case VCUBE_WAITS_ONCE:
		return wait + work * load;
	case VCUBE_WAITS_FOR_PARENT:
		return 2 * wait + (terms->p - 1) * ((terms->m > SLOT ? MESSAGE + BLOCK : MESSAGE) +
						    (double)terms->m * BYTE) / busy;
	case VCUBE_WAITS_FOR_ROOT:
		/* what goes through one member must fit its heap */
		if (path.bytes > (double)desc->heap / 4)
			return INFINITY;
		/* to it and from it, or one of these */
		return vcube_collective_shape(a->collective)->traits & VCUBE_ROOTED
			? wait + work / busy : 2 * wait + (work + work / busy) / 2;
	default:
		return path.messages * wait + work * load;
	}
}

vcube_time
vc_host_cost(const struct vcube_desc *desc, const struct vcube_algorithm *a,
	     const struct vcube_terms *terms, int processors)
{
	const double cost = host_cost(desc, a, terms, processors);

	return cost < (double)VCUBE_TIME_MAX ? (vcube_time)cost : VCUBE_TIME_MAX;
}

vcube_time
vcube_host_time(const struct vcube_desc *desc, const struct vcube_algorithm *a,
		const struct vcube_terms *terms)
{
	return vc_host_counts(desc) ? vc_host_cost(desc, a, terms, vc_host_processors()) : -1;
}
