/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Results of a machine's last run: how it ended, where its time went, what its nodes
 * did and its links carried. `rank` is 0 .. vcube_machine_nodes() - 1 and not checked.
 * Not during a run. Nothing here blocks.
 */
#ifndef VCUBE_RESULTS_H
#define VCUBE_RESULTS_H

#include <stddef.h>
#include <stdint.h>
#include <vcube/machine.h>

VCUBE_BEGIN_

/* The error of the run; its code is what vcube_run() returned, 0 after success. */
const struct vcube_error *vcube_run_error(const vcube_machine *machine);
/* The error in full: each waiting node, where and for whom it waits, and the cycle. After success
 * "", except for the remarks of a strict machine, vcube-wrong(7). Valid until the next run. */
const char *vcube_run_report(const vcube_machine *machine);
/* The code with which a node aborted the last run (vcube_abort()); 0 if none did. */
int vcube_exit_code(const vcube_machine *machine);
/* What the program returned on a node. */
int vcube_run_result(const vcube_machine *machine, int rank);
/* The failure of a node; code 0 if it had none. */
const struct vcube_error *vcube_run_failure(const vcube_machine *machine, int rank);
/* The latest node clock; 0 under the free clock. */
vcube_time vcube_run_time(const vcube_machine *machine);

/* Where time went. */
struct vcube_parts {
	vcube_time startup;     /* start-ups and overheads */
	vcube_time transfer;    /* transfer of the messages that the node waited for */
	vcube_time waiting;     /* until a message was sent; for links and ports */
	vcube_time work;        /* local work */
};

/* What a node did. */
struct vcube_stats {
	vcube_time time;        /* its clock at the end; 0 under the free clock */
	struct vcube_parts parts;       /* parts of `time`; 0 without accounting */
	uint64_t messages;      /* sent */
	uint64_t bytes;         /* sent */
	uint64_t steps;         /* passed, see vcube_step() */
	size_t heap_peak;       /* most bytes of heap in use at once */
};
void vcube_run_stats(const vcube_machine *machine, int rank, struct vcube_stats *stats);

/*
 * What a link carried. The machine accounts for links under the wall clock, and under
 * the virtual clock except with routing=none and without account=yes. Links have the
 * numbers of vcube/topology.h; on a half-duplex wire the lower of its two numbers
 * counts for both. Returns 0, or VCUBE_EINVAL for a number out of range or without
 * accounting.
 */
struct vcube_link_stats {
	int from, to;           /* vertices; -1: number not in use */
	uint64_t messages, bytes;
	vcube_time busy;        /* time for which messages held it */
	vcube_time waited;      /* time for which messages waited for it */
};
int vcube_run_link(const vcube_machine *machine, long link, struct vcube_link_stats *stats);
/*
 * The parts of the run's time along the critical path: from the node that ended last
 * (the lowest rank of several), back over each message that a node waited for to its
 * sender. The parts add up to vcube_run_time(). Returns 0, or VCUBE_EINVAL without
 * accounting or if the clock is not virtual.
 */
int vcube_run_critical(const vcube_machine *machine, struct vcube_parts *parts);
/* Time for which messages waited for links, summed over messages; 0 without accounting. */
vcube_time vcube_run_contention(const vcube_machine *machine);

/*
 * Lateness: how far to trust the last run under the wall clock. A message is late by
 * the time between its due time and its receipt. Only messages that a node was
 * waiting for when they fell due count; for the others the node itself came later.
 * `median` and `p99` are rounded up by at most 1/32. Returns 0, or VCUBE_EINVAL under
 * another clock.
 */
struct vcube_lateness {
	uint64_t messages;      /* received */
	uint64_t waited;        /* of these, messages that nodes waited for */
	vcube_time median;      /* lateness of the latter: median, */
	vcube_time p99;         /* 99th percentile, */
	vcube_time most;        /* maximum */
};
int vcube_run_lateness(const vcube_machine *machine, struct vcube_lateness *lateness);

VCUBE_END_
#endif
