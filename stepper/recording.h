/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A recording: what an observer saw at each step of a run. Made once, then read
 * alone.
 *
 * A moment is what stands still between two steps. The first is before the first
 * step; each other one is after a step, and has what went between the two.
 */
#ifndef RECORDING_H
#define RECORDING_H

#include <stdbool.h>
#include <vcube/observe.h>
#include <vcube/stepper.h>
#include "arena.h"

enum { VC_STEP_NODES_MAX = 256, VC_STEP_CELLS_MAX = 4096, VC_STEP_TEXT_MAX = 12 };

struct vc_memory {              /* watched, of one node */
	const char *name;
	int depth;
	size_t count;                   /* cells there are, */
	size_t kept;                    /* and that are kept */
	const char *const *cell;        /* their texts */
};

struct vc_stand {               /* how a node stands */
	vcube_time now;
	bool settled;                   /* `now` is its clock; else that, or later */
	vcube_time since;               /* as its view has them */
	uint64_t done;
	enum vcube_state state;
	uint64_t steps;
	const char *step, *wait;
	int peer;
	int memories;
	struct vc_memory *memory;
};

struct vc_transfer {            /* from one node to another, in one step */
	int from, to;
	uint64_t messages, bytes;       /* sent */
	uint64_t waiting;               /* of all so far: on their way */
	const struct vc_path *path;     /* where the machine does not tell links afterwards */
};

struct vc_path {                /* the links from one node to another */
	int links;
	const long *link;
};

struct vc_moment {
	uint64_t number;                /* of the step that comes next: the nodes' own count */
	const char *next;               /* its name */
	const char *here;               /* name of the one before; "" at first */
	struct vc_stand *node;          /* of each rank */
	struct vc_transfer *transfer;   /* by from, then to: sent, or on their way */
	int transfers;
	uint64_t messages, bytes;       /* sent, in all */
	int busy;                       /* links that any of them crossed */
	int shared;                     /* of these, by those of more than one pair of nodes */
	uint64_t most;                  /* messages over one of them */
};

struct vc_load {                /* of a link, in one step */
	uint64_t messages, bytes;
	int from, to;                   /* of the last message that crossed it */
	bool shared;                    /* by messages of another pair of nodes */
};

struct vc_recording {
	const struct vcube_stepper_options *options;
	vcube_machine *machine;
	const vcube_topology *topology;
	int nodes;
	int *position;                  /* of a rank */
	bool timed;
	bool tells;                     /* the machine tells afterwards which links were crossed */
	long links;                     /* numbers of links there are */
	struct vc_load *load;           /* of each, of the last one asked for */
	struct vcube_traffic *before;   /* [from * nodes + to] at the moment before */
	const struct vc_path **path;    /* [from * nodes + to] the last one found, or NULL */
	struct vc_transfer *found;      /* room for those of a step */
	const char **word;              /* and for the cells of a memory */
	struct vc_arena arena;
	struct vc_moment **moment;
	int moments, moment_room;
	uint64_t dropped;               /* steps for which there was no room */
	int code;                       /* of the run, */
	struct vcube_error failure;     /* its sentence, */
	const char *report;             /* and the whole report, the machine's */
};

/* Runs the program and records it. 0, or an error where nothing has run. */
int vc_recording_make(struct vc_recording *r, vcube_machine *machine, vcube_program *program,
		      void *arg, const struct vcube_stepper_options *options,
		      struct vcube_error *error);
void vc_recording_free(struct vc_recording *r);

/* When the run is over. */
void vc_recording_settle(struct vc_recording *r);
/* The load of every link in the step of moment number i; valid until the next call. */
const struct vc_load *vc_recording_links(const struct vc_recording *r, int i);
/* While it is made, of a machine that does not tell afterwards: the way of a message now.
 * NULL: no room. */
const struct vc_path *vc_recording_path(struct vc_recording *r, int from, int to);

/* An error with its sentence; returns the code. */
int vc_step_error(struct vcube_error *error, int code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
