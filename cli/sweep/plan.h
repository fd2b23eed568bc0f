/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The options of `vcube run` and its kin, and the sweep that they describe.
 */
#ifndef PLAN_H
#define PLAN_H

#include <stdbool.h>
#include <vcube/authoring.h>
#include "base/settings.h"
#include "load/load.h"
#include "output/record.h"
#include "sweep/traffic.h"

/* The part of a sweep that this process runs, from 1 */
struct part {
	int number, of;                 /* 0: all of it */
};

/* The options as given. Lists are words between commas; NULL: not given. */
struct run_options {
	char *collectives, *topologies, *sizes;
	char *loaded;                   /* what files of --load have, as words of a command line */
	const char *size;               /* the default of sizes; NULL: 1KiB */
	struct vcube_desc desc;
	struct settings settings;       /* of desc, by the command line */
	bool heap_given;                /* else each case gets the heap that it needs */
	bool check, wall, explain, print;
	const char *trace;              /* a file, or NULL */
	const char *plot;               /* a file, or NULL */
	const char *svg;                /* a file, or NULL */
	bool predict;                   /* nothing is run */
	struct part part;
	size_t contents;                /* bytes of each watch to record in it */
	struct nodes { int first, count; } traced;      /* nodes to record; count 0: all */
	int iterations;                 /* exactly, if given by the user; else at most */
	bool iterations_given;
	bool type_given;                /* else the size decides */
	bool op_given, root_given, contents_given;
	vcube_type type;
	const struct vcube_op *op;
	int root;
	struct traffic *traffic;        /* NULL: not given */
	const struct output *output;
};

/* One case of the sweep. */
struct run_case {
	int collective;
	const struct vcube_algorithm *algorithm;        /* NULL: the library's choice */
	const struct vcube_algorithm *chosen;           /* that choice, once made */
	const struct own_program *program;      /* what runs in place of a call; NULL: none */
	const char *no_way;             /* why it will fail: links are down; NULL: it will not */
	const char *how;                /* its name and options; "auto" */
	bool named;                     /* the user asked for this very algorithm */
	const char *topology;
	int nodes;
	size_t bytes, count;            /* of a block; of the largest if they differ */
	struct traffic_terms traffic;   /* all lengths; if its traffic is NULL, all are `bytes` */
	struct traffic_load load;       /* unless that is NULL */
	vcube_type type;
	const struct vcube_op *op;      /* NULL if the collective combines nothing */
	int root;                       /* 0 if it has none */
	bool marked;                    /* data shows which nodes a sum contains: pattern.h */
	struct record record;
};

struct plan {
	struct run_case *cases;
	int count;
};

/*
 * Make the sweep: collectives in the order given, for each the topologies, for each
 * the sizes, for each the algorithms. Checks everything before the first run; what is wrong
 * ends the process with a sentence.
 */
struct plan plan_make(const struct run_options *options);

/* Return the name of what a case runs, before the dot: its collective, or "program". */
static inline const char *
case_name(const struct run_case *c)
{
	return c->program ? "program" : vcube_collective_name(c->collective);
}

/* Does the collective have this trait (vcube/shape.h)? Any blocks? As input, a block for
 * each node? */
static inline bool
has_trait(int collective, unsigned trait)
{
	return vcube_collective_shape(collective)->traits & trait;
}

static inline bool
has_blocks(int collective)
{
	return vcube_collective_shape(collective)->out != VCUBE_BLOCKS_NONE;
}

static inline bool
has_block_for_each(int collective)
{
	return vcube_collective_shape(collective)->in == VCUBE_BLOCKS_ALL;
}

/* Return the bytes that node `from` has for node `to`; unequal blocks are those of node 0. */
static inline size_t
case_bytes(const struct run_case *c, int from, int to)
{
	if (!c->traffic.traffic)
		return c->bytes;
	return traffic_bytes(&c->traffic, has_trait(c->collective, VCUBE_UNEQUAL) ? 0 : from, to);
}

/* Return the bytes of block i with which a node begins, and with which it ends. */
static inline size_t
case_bytes_in(const struct run_case *c, int rank, int i)
{
	if (!c->traffic.traffic)
		return c->bytes;
	return case_bytes(c, rank, has_trait(c->collective, VCUBE_UNEQUAL) &&
				   !has_block_for_each(c->collective) ? rank : i);
}

static inline size_t
case_bytes_out(const struct run_case *c, int rank, int i)
{
	if (!c->traffic.traffic)
		return c->bytes;
	return case_bytes(c, i, has_trait(c->collective, VCUBE_UNEQUAL) &&
				vcube_collective_shape(c->collective)->out == VCUBE_BLOCKS_ALL ? i : rank);
}

#endif
