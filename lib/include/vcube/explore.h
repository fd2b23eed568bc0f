/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Exploration: runs a program in every order of messages that a node can tell from others.
 *
 * What a receive from any takes, what a test or a probe finds, whether a time limit ends a wait
 * and which of several requests is done first depends on the order in which messages arrive. An
 * exploration answers each of these questions in every way in which it could be answered,
 * however long messages take, one run after the other; messages of one node to another arrive
 * in the order in which they were sent. Orders in which every node sees the same are run once.
 * Where the machine has faults=, all this is done for each single fault, too.
 *
 * The nodes must depend on nothing but their messages: not on variables that they share, on the
 * time or on chance.
 */
#ifndef VCUBE_EXPLORE_H
#define VCUBE_EXPLORE_H

#include <vcube/machine.h>

VCUBE_BEGIN_

/* Why orders were left out: name, meaning. */
#define VCUBE_LEFT_OUT(X) \
	X(VCUBE_LEFT_ORDERS, "orders", "the limit of runs was reached") \
	X(VCUBE_LEFT_TIME, "time", "the time limit was reached") \
	X(VCUBE_LEFT_DEPTH, "depth", "runs were ended at the limit of calls per run") \
	X(VCUBE_LEFT_POLLS, "polls", "failing tests of the same thing in a row were limited") \
	X(VCUBE_LEFT_POSTED, "posted", "posted receives took over 64 messages while their node waited") \
	X(VCUBE_LEFT_MEMORY, "memory", "memory was lacking") \
	X(VCUBE_LEFT_FIRST, "first", "it ended at the first failure, as requested")

#define X(number, name, text) number,
enum vcube_left_out { VCUBE_LEFT_OUT(X) };
#undef X

/* An order that was run. */
struct vcube_order {
	uint64_t number;                /* from 1 */
	int synchronous;                /* sends waited for their receivers */
	int code;                       /* as vcube_run() would return; 0 if only the node
					   failed that was made to crash */
	uint64_t outcome;               /* digest of the nodes' results and outcomes */
	const char *fault;              /* that was tried, "crash=1@0" or "lose=0-1@2"; or NULL */
};

struct vcube_explored;

/* Limits; 0: the default. */
struct vcube_explore_limits {
	uint64_t orders;                /* runs, default 1,000,000 */
	vcube_time time;                /* on the host, default the machine's `limit` */
	uint64_t depth;                 /* questions of a run, default 10,000 */
	unsigned polls;                 /* how many times in a row the same test, or time limit, of a
					   node finds nothing where it could, default 2 */
	int first;                      /* nonzero: ends at the first failure */
	unsigned workers;               /* processes that share the orders; default: as many as
					   processors, if there are many orders; with `each`, 1 */
	/* called after each order, by the thread that explores; may be NULL */
	void (*each)(void *arg, const struct vcube_order *order);
	/* called by that thread up to ten times a second, with the counts so far, without texts; may
	   be NULL */
	void (*progress)(void *arg, const struct vcube_explored *so_far);
	void *arg;
};

struct vcube_explored {
	uint64_t runs;                  /* in all: */
	uint64_t orders;                /* orders that were run, each different */
	uint64_t guesses;               /* runs that were given up, or whose fault did not happen:
					   they stand for no order of their own */
	uint64_t cut;                   /* runs that did not end within the depth */
	uint64_t failed;                /* orders in which the run failed */
	uint64_t outcomes;              /* different outcomes, without faults */
	uint64_t races;                 /* calls of the program to receive from any that had
					   several candidates */
	unsigned left_out;              /* bits 1 << VCUBE_LEFT_*; 0: all orders were run */
	uint64_t faults;                /* that were tried, with faults= */
	uint64_t fatal;                 /* those of them with which an order failed */
	int unsafe;                     /* it fails only where sends wait for their receivers */
	struct vcube_error error;       /* of the first failing order */
	char *first, *shortest;         /* the first failing order and the shortest found, for a
					   description: "replay=0:2,1"; NULL: none fails */
	char *report;                   /* all of this as text */
};

/*
 * Runs the program in all orders, on a machine that was opened with explore=. Returns 0; the code
 * of the first failing order; or VCUBE_EINVAL, with the reason in result->error, if the machine
 * does not explore or a node did something else in one order than before. Afterwards
 * vcube_run_report() and its like describe the first failing order, or one that was run if none
 * fails. vcube_run() on such a machine does the same with the default limits. Blocks.
 */
int vcube_explore(vcube_machine *machine, vcube_program *program, void *arg,
		  const struct vcube_explore_limits *limits, struct vcube_explored *result);
/*
 * The same for a program that can run only once in a process, or may end it: each order runs in a
 * copy of the calling process, with a thread for each node. So global variables are as they were at
 * the call, nodes may have thread-local ones, and an order in which a node ends its process (by a
 * signal, by exit()) has failed, with VCUBE_EPROGRAM. Nothing that nodes do to variables reaches
 * the caller, nor what they give by vcube_give(). Standard output and error of the nodes are
 * discarded, except for one order, which runs last: the first that fails, or else the first. Not
 * with explore=clock. The process must have no other thread.
 */
int vcube_explore_apart(vcube_machine *machine, vcube_program *program, void *arg,
			const struct vcube_explore_limits *limits, struct vcube_explored *result);
/* Releases the texts of a result. */
void vcube_explored_clear(struct vcube_explored *result);

/* Tells what the node has come to: orders have the same outcome if each node gave the same
 * values. Any machine; without exploration it is nothing. */
void vcube_outcome(vcube_node *self, uint64_t value);

VCUBE_END_
#endif
