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
#include <vcube/machine.h>
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
	int pairs;                      /* of nodes whose messages crossed it */
};

struct vc_recording {
	const struct vcube_stepper_options *options;
	const vcube_topology *topology;
	int nodes;
	int *position;                  /* of a rank */
	bool timed;
	bool routed;                    /* messages contend: at a step, clocks may not be known yet */
	long links;                     /* numbers of links there are */
	struct vc_load *load;           /* of each, of the last one asked for */
	struct vcube_traffic *before;   /* [from * nodes + to] at the moment before */
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

/* The load of every link in a moment's step; valid until the next call. */
const struct vc_load *vc_recording_links(const struct vc_recording *r, const struct vc_moment *m);

/* An error with its sentence; returns the code. */
int vc_step_error(struct vcube_error *error, int code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
