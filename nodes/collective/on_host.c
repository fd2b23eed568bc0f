/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A call of p members on c processors takes
 *
 *   waits p/c turn + (messages message + bytes BYTE + moved MOVED) p/c
 *
 * where a turn and a message cost what they do with the machine's kind of threads, messages and
 * bytes are those on the algorithm's critical path, which its formula counts, and what is moved are
 * the bytes of blocks that a node permutes in its memory. A node waits for each of its messages,
 * unless the algorithm says otherwise (enum vcube_waits). Of those that go through one member the
 * others only wait, so p/c is 1 for what it takes; but what it sends they take at once, on c
 * processors. Along a tree all messages count, p - 1 on c processors for each time that it is gone
 * along, and a node whose turn comes before that of its parent has to wait once more.
 *
 * The constants were fitted on one host, so that few of 855 choices are bad: 15 collectives, 4 to
 * 64 nodes, blocks of 8 B to 64 KiB, three kinds of threads. What counts is how they compare with
 * each other, and that differs less than the hosts do.
 */
#include <math.h>
#include <sched.h>
#include <unistd.h>
#include "on_host.h"
#include "description.h"

#define WAKE 0.15e6     /* ps: until a node on a processor of its own sees a message */
#define BYTE 30         /* ps: to copy it, */
#define FAR_BYTE 60     /* if the caches near a processor do not hold it until it is read, */
#define NEAR 131072     /* as those of a message longer than this, */
#define DEALT_BYTE 15   /* and if one member sends it to all, which they read from the caches */
#define MOVED 70        /* ps: to put it among others, or take it from there */
#define SLOT 200        /* bytes for which a slot has room */

/* What differs between the kinds of threads, in picoseconds. */
struct switching {
	double turn;            /* to let another node of the processor run, and come back */
	double message;         /* to send and receive it, where it is there already */
	double block;           /* memory for a message that no slot has room for */
};

static const struct switching switchings[] = {
	[VCUBE_THREADS_YES]   = { 0.6e6,  0.1e6,  0.1e6 },
	[VCUBE_THREADS_CORES] = { 0.1e6,  0.04e6, 0.015e6 },
	[VCUBE_THREADS_ONE]   = { 0.04e6, 0.15e6, 0.015e6 },
};

enum { COST_MOST = 1 << 30 };   /* ps */

bool
vc_host_counts(const struct vcube_desc *d)
{
	return d->clock == VCUBE_CLOCK_FREE && d->routing != VCUBE_ROUTING_NONE && d->fuzz == 0 &&
	       !d->digest;
}

/* Returns the processors that this process may use: those of its first thread, as nodes are
 * pinned. */
static int
count_processors(void)
{
	cpu_set_t set;
	const int n = sched_getaffinity(getpid(), sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;

	return n > 0 ? n : 1;
}

struct vc_host
vc_host_threads(enum vcube_threading threads, int processors)
{
	return (struct vc_host){threads, threads == VCUBE_THREADS_ONE ? 1 : processors};
}

struct vc_host
vc_host_described(const struct vcube_desc *desc, int nodes)
{
	const int processors = count_processors();

	return vc_host_threads(vc_desc_threading(desc, nodes, processors, false), processors);
}

const struct vcube_setting vc_unset_on_host[VCUBE_OPTIONS_MAX];

static struct vcube_cost
costs(vcube_time startup, vcube_time per_byte, vcube_time moved)
{
	return (struct vcube_cost){
		.startup = startup, .exchange_startup = startup, .exchange_all_startup = startup,
		.barrier = -1, .per_byte = per_byte, .reorder = moved,
	};
}

/* Returns what it takes to wait for a message: all others have their turns first. */
static double
wait_of(int members, const struct vc_host *h)
{
	return members > h->processors
		? switchings[h->threads].turn * members / h->processors : WAKE;
}

static double
message_of(const struct vc_host *h, bool fits_slot)
{
	const struct switching *const s = &switchings[h->threads];

	return fits_slot ? s->message : s->message + s->block;
}

/* Members that take turns keep the processors busy whether or not a block follows in parts: what
 * counts are the turns. */
struct vcube_cost
vc_host_costs(int members, const struct vc_host *h)
{
	return costs((vcube_time)(wait_of(members, h) + message_of(h, false)),
		     members > h->processors ? 0 : BYTE, MOVED);
}

/* Returns a formula's cost with these parameters, infinite beyond VCUBE_TIME_MAX. */
static double
cost_with(const struct vcube_algorithm *a, const struct vcube_terms *terms, vcube_time startup,
	  vcube_time per_byte, vcube_time moved)
{
	struct vcube_terms t = *terms;
	vcube_time time;

	t.k = costs(startup, per_byte, moved);
	time = vcube_algorithm_cost(a, &t);
	return time < 0 ? INFINITY : (double)time;
}

/* What is on the critical path. */
struct path {
	double messages, bytes, moved;
};

/* Works out what a formula gains by so much more for each of them, beside the costs by which the
 * algorithm divides what it does; but if they are so high that formulas may not fit, only their
 * ratio counts. */
static struct path
path_of(const struct vcube_algorithm *a, const struct vcube_terms *t, const struct vc_host *h)
{
	const struct vcube_cost k = vc_host_costs(t->p, h);
	vcube_time startup = k.startup, per_byte = k.per_byte;
	double base;

	if (per_byte == 0)
		startup = COST_MOST;    /* beside it one more is nothing either */
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
work_of(const struct path *p, const struct vc_host *h, double byte)
{
	return p->messages * message_of(h, p->bytes <= SLOT * p->messages) +
	       p->bytes * byte + p->moved * MOVED;
}

/* Returns the part of a star's work that one processor does: what goes to the root, not from it. */
static double
part_alone(const struct vcube_shape *s, int p)
{
	const double to = s->in == VCUBE_BLOCKS_ALL ? p : 1, from = s->out == VCUBE_BLOCKS_ALL ? p : 1;

	if (s->traits & VCUBE_ROOTED)
		return s->traits & VCUBE_OUT_AT_ROOT ? 1 : 0;
	return to / (to + from);
}

/* Returns what it takes to copy a byte that a member sends to all. */
static int
dealt_byte(const struct vcube_shape *s)
{
	const bool is_same = s->in != VCUBE_BLOCKS_ALL && !(s->traits & VCUBE_PREFIX);

	return is_same ? DEALT_BYTE : BYTE;
}

/* Returns what it takes to copy a byte. */
static double
byte_of(const struct vcube_algorithm *a, const struct path *path, int p)
{
	const struct vcube_shape *const s = vcube_collective_shape(a->collective);

	switch (a->waits) {
	case VCUBE_WAITS_ONCE:
	case VCUBE_WAITS_TWICE: /* terms are combined when all have come */
		return s->traits & VCUBE_COMBINES ? FAR_BYTE : dealt_byte(s);
	case VCUBE_WAITS_FOR_ROOT:
		return part_alone(s, p) * BYTE + (1 - part_alone(s, p)) * dealt_byte(s);
	default:
		return path->bytes > NEAR * path->messages ? FAR_BYTE : BYTE;
	}
}

/* Messages go to the root and from it, or one of these. */
static double
star_cost(const struct vcube_shape *s, int p, double wait, double work, int busy)
{
	const double alone = part_alone(s, p) * work;

	return (s->traits & VCUBE_ROOTED ? 1 : 2) * wait + alone + (work - alone) / busy;
}

/* Messages go up a tree and down again, or one of these; a chain goes to the last rank. */
static double
tree_cost(const struct vcube_shape *s, const struct vcube_terms *t, double wait, double message,
	  int busy)
{
	const double along = (t->p - 1) * (message + (double)t->m * BYTE) / busy;

	return (s->traits & (VCUBE_ROOTED | VCUBE_PREFIX) ? 1 : 2) * (wait + along);
}

/* Does what comes to the root of a star fit its heap? */
static bool
fits_heap(const struct vcube_desc *desc, const struct vcube_shape *s, int p, double bytes)
{
	const double part = s->traits & VCUBE_ROOTED ? 1 : part_alone(s, p);

	return part * bytes <= (double)desc->heap / 4;
}

static double
host_cost(const struct vcube_desc *desc, const struct vcube_algorithm *a,
	  const struct vcube_terms *terms, const struct vc_host *h)
{
	const struct vcube_shape *const shape = vcube_collective_shape(a->collective);
	const bool crowded = terms->p > h->processors;
	const double load = crowded ? (double)terms->p / h->processors : 1;
	const double wait = wait_of(terms->p, h);
	const struct path path = path_of(a, terms, h);
	const double work = work_of(&path, h, byte_of(a, &path, terms->p));
	const int busy = crowded ? h->processors : terms->p;

	switch (a->waits) {
	case VCUBE_WAITS_ONCE:
		return wait + work * load;
	case VCUBE_WAITS_TWICE:
		return 2 * wait + work * load;
	case VCUBE_WAITS_FOR_PARENT:
		return tree_cost(shape, terms, (crowded ? 2 : 1) * wait,
				 message_of(h, terms->m <= SLOT), busy);
	case VCUBE_WAITS_FOR_ROOT:
		return fits_heap(desc, shape, terms->p, path.bytes)
			? star_cost(shape, terms->p, wait, work, busy) : INFINITY;
	default:
		return path.messages * wait + work * load;
	}
}

vcube_time
vc_host_cost(const struct vcube_desc *desc, const struct vcube_algorithm *a,
	     const struct vcube_terms *terms, const struct vc_host *host)
{
	const double cost = host_cost(desc, a, terms, host);

	return cost < (double)VCUBE_TIME_MAX ? (vcube_time)cost : VCUBE_TIME_MAX;
}

vcube_time
vcube_host_time(const struct vcube_desc *desc, const struct vcube_algorithm *a,
		const struct vcube_terms *terms)
{
	struct vc_host host;

	if (!vc_host_counts(desc))
		return -1;
	host = vc_host_described(desc, terms->p);
	return vc_host_cost(desc, a, terms, &host);
}
