/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The parts of a machine behind its place, for each way in which its nodes run, in the order in
 * which they open, begin and finish. The comment beside a part says what it needs of another; the
 * rest of the order does not matter.
 */
#include "parts.h"
#include "agree.h"
#include "carrier.h"
#include "explore.h"
#include "fault.h"
#include "group.h"
#include "history.h"
#include "interleave.h"
#include "override.h"
#include "processes.h"
#include "remarks.h"
#include "shared.h"
#include "trace.h"

static const struct vc_part *const of_threads[] = {
	&vc_part_division,
	&vc_part_memory,        /* division: which of them run here */
	&vc_part_nodes,         /* memory: their stacks */
	&vc_part_twice,         /* nodes: keep what they send */
	&vc_part_observer,      /* nodes: says whether they are instrumented */
	&vc_part_links,         /* observer: overridden links make sends take the slow path, too */
	&vc_part_clock,         /* links: the network reads them; finishes first: resolves all times */
	&vc_part_report,        /* clock: times; chooses the run's failure */
	&vc_part_verdict,       /* report: adds errors of times and messages */
	&vc_part_faults,        /* clock: is it timed? verdict: an error to blame on a fault */
	&vc_part_processes,     /* faults: it decorates sends instead; verdict: it names a process that
				   has died */
	&vc_part_remarks,       /* verdict: adds to the report */
	&vc_part_explore,
	&vc_part_interleave,    /* explore: needs one node at a time */
	&vc_part_coroutines,    /* memory: stacks */
	&vc_part_carriers,      /* clock: has it deadlines? nodes: begins with other counts */
	&vc_part_groups,
	&vc_part_shared,
	&vc_part_agreement,
	&vc_part_trace,         /* finishes after every part whose results it writes */
	&vc_part_history,
	NULL
};

const struct vc_way vc_way_threads = {
	.parts = of_threads,
	.run = vc_run_threads,
};

const struct vc_way vc_way_carriers = {
	.parts = of_threads,
	.run = vc_run_carriers,
};

const struct vc_way vc_way_one_thread = {
	.parts = of_threads,
	.run = vc_run_in_one_thread,
};

/* What stops nodes or delays their threads has no part here. */
static const struct vc_part *const of_nodes_in_turn[] = {
	&vc_part_memory,
	&vc_part_nodes,
	&vc_part_links,
	&vc_part_clock,         /* after a run: plays the notes */
	&vc_part_report,
	&vc_part_verdict,
	&vc_part_groups,
	&vc_part_shared,
	&vc_part_trace,
	NULL
};

const struct vc_way vc_way_in_turn = {
	.parts = of_nodes_in_turn,
	.run = vc_run_in_turn,
};
