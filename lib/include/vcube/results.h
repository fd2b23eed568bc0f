/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the last run of a machine came to: how it ended, where its time went, what its
 * nodes did and its links carried. `rank` is 0 .. vcube_machine_nodes() - 1.
 */
#ifndef VCUBE_RESULTS_H
#define VCUBE_RESULTS_H

#include <stddef.h>
#include <stdint.h>
#include <vcube/machine.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What went wrong first; of code 0 after a run that went well. */
const struct vcube_error *vcube_run_error(const vcube_machine *machine);
/* The error in full: every node that waits, where and for whom, and the cycle.
 * "" after a run that went well. Lives until the next run. */
const char *vcube_run_report(const vcube_machine *machine);
int vcube_run_result(const vcube_machine *machine, int rank);          /* what the program returned */
const struct vcube_error *vcube_run_failure(const vcube_machine *machine, int rank);
vcube_time vcube_run_time(const vcube_machine *machine);        /* latest node clock */

/* Where time went. */
struct vcube_parts {
	vcube_time startup;     /* in start-ups and overheads */
	vcube_time transfer;    /* in moving what it waited for */
	vcube_time waiting;     /* for the message to be sent, for links and ports */
	vcube_time work;        /* local */
};

/* What a node did. */
struct vcube_stats {
	vcube_time time;        /* its clock at the end; 0 under the free clock */
	struct vcube_parts parts;       /* of that, where account is kept */
	uint64_t messages;      /* sent */
	uint64_t bytes;         /* sent */
	uint64_t steps;         /* passed, see vcube_step() */
	size_t heap_peak;       /* most bytes of heap in use at a time */
};
void vcube_run_stats(const vcube_machine *machine, int rank, struct vcube_stats *stats);

/*
 * What a link carried, where account is kept: under the wall clock, and under the
 * virtual clock, unless routing=none without account=yes. Links have the numbers of
 * vcube/topology.h; of a wire that is half duplex the lower of its two counts for
 * both. 0, or VCUBE_EINVAL: there is no such number, or no account.
 */
struct vcube_link_stats {
	int from, to;           /* vertices; -1: the number is not in use */
	uint64_t messages, bytes;
	vcube_time busy;        /* it was held */
	vcube_time waited;      /* that messages waited for it */
};
int vcube_run_link(const vcube_machine *machine, long link, struct vcube_link_stats *stats);
/*
 * The critical path: what the time of the run is made of, from the node that ended
 * last (the lowest rank of several) back along the messages that were waited for.
 * The parts add up to vcube_run_time(). 0, or VCUBE_EINVAL: there is no account, or
 * the clock is not virtual.
 */
int vcube_run_critical(const vcube_machine *machine, struct vcube_parts *parts);
/* How long messages waited for links, summed over messages; 0 without account. */
vcube_time vcube_run_contention(const vcube_machine *machine);

/*
 * Under the wall clock, how far to trust the last run: by how much messages were
 * seen later than they were due. What counts are those that a node waited for to
 * be received when they were due; of the others the node came later itself. median
 * and p99 are rounded up, by a part in 32 at most. 0, or VCUBE_EINVAL: another clock.
 */
struct vcube_lateness {
	uint64_t messages;      /* received */
	uint64_t waited;        /* for so many of them */
	vcube_time median;      /* half of these were not later than that, */
	vcube_time p99;         /* 99 in 100 than that, */
	vcube_time most;        /* and none than that */
};
int vcube_run_lateness(const vcube_machine *machine, struct vcube_lateness *lateness);

#ifdef __cplusplus
}
#endif
#endif
