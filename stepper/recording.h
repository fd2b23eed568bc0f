/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A recording: what an observer saw at each step of a run. Written once, then read-only.
 *
 * A moment is the state between two steps. The first is before the first step; each later
 * one follows a step, and includes the messages of that step.
 */
#ifndef RECORDING_H
#define RECORDING_H

#include <stdbool.h>
#include <vcube/observe.h>
#include <vcube/stepper.h>

enum { VC_STEP_NODES_MAX = 256, VC_STEP_CELLS_MAX = 4096, VC_STEP_TEXT_MAX = 60 };

/* Bounded memory of a recording, released all at once; and texts in it, each kept once, so
 * that equal texts are one pointer. */
struct vc_arena {
	struct vc_arena_chunk *chunks;
	size_t used, room;              /* bytes taken from the host, and their limit */
	void *texts;                    /* a tree: see tsearch(3) */
	bool lost_text;                 /* no room for a text: "?" stands for it */
	bool refused;                   /* it was the host that had no memory */
};

void vc_arena_open(struct vc_arena *a, size_t room);
void vc_arena_close(struct vc_arena *a);
/* Allocate cleared memory; NULL if the room or the host's memory is used up. */
void *vc_arena_take(struct vc_arena *a, size_t count, size_t size);
/* Keep a text; return "" for NULL, "?" if there is no room, which sets `lost_text`. */
const char *vc_arena_text(struct vc_arena *a, const char *text);

struct vc_memory {              /* a node's watched memory */
	const char *name;
	int depth;
	size_t count;                   /* cells, */
	size_t kept;                    /* and those kept */
	const char *const *cell;        /* their texts */
};

struct vc_stand {               /* the state of a node */
	vcube_time now;
	bool settled;                   /* `now` is its clock; else, a lower bound */
	vcube_time since;               /* as in its view */
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
	uint64_t waiting;               /* of all so far: in flight */
	const struct vc_path *path;     /* if the machine does not know links after the run */
};

struct vc_path {                /* the links from one node to another */
	int links;
	const long *link;
};

struct vc_moment {
	uint64_t number;                /* of the next step, by the nodes' own count */
	const char *next;               /* its name */
	const char *here;               /* the previous step's name; "" at first */
	struct vc_stand *node;          /* by rank */
	struct vc_transfer *transfer;   /* by from, then to: sent, or in flight */
	int transfers;
	uint64_t messages, bytes;       /* sent, in all */
	int busy;                       /* links that any of them crossed, */
	int shared;                     /* and those that messages of several pairs crossed */
	uint64_t most;                  /* messages over one link */
};

struct vc_load {                /* of a link, in one step */
	uint64_t messages, bytes;
	int from, to;                   /* of the last message that crossed it */
	bool shared;                    /* messages of another pair of nodes crossed it, too */
};

struct vc_recording {
	const struct vcube_stepper_options *options;
	vcube_machine *machine;
	const vcube_topology *topology;
	int nodes;
	int *position;                  /* by rank */
	bool timed;
	bool accounts;                  /* the machine knows each message's links after the run */
	long links;                     /* how many link numbers there are */
	struct vc_load *load;           /* by link, for the last step asked for */
	struct vcube_traffic *before;   /* [from * nodes + to] at the previous moment */
	const struct vc_path **path;    /* [from * nodes + to] the last one found, or NULL */
	struct vc_transfer *found;      /* room for the transfers of a step */
	const char **word;              /* and for the cells of a memory */
	struct vc_arena arena;
	struct vc_moment **moment;
	int moments, moment_room;
	uint64_t dropped;               /* steps dropped for lack of room */
	int code;                       /* of the run, */
	struct vcube_error failure;     /* its sentence, */
	const char *report;             /* and the whole report, the machine's */
};

/* Run the program and record it. Return 0, or an error if nothing has run. */
int vc_recording_make(struct vc_recording *r, vcube_machine *machine, vcube_program *program,
		      void *arg, const struct vcube_stepper_options *options,
		      struct vcube_error *error);
void vc_recording_free(struct vc_recording *r);

/* Return the load of every link in the step of moment number i; valid until the next call. */
const struct vc_load *vc_recording_links(const struct vc_recording *r, int i);
/* Set an error with its sentence; return the code. */
int vc_step_error(struct vcube_error *error, int code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
