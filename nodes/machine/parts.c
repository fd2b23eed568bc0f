/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The parts of a machine, in the order in which they open, begin and finish. What one
 * needs of another is named beside it; the rest of the order is for no reason.
 */
#include "parts.h"
#include "fault.h"
#include "group.h"
#include "history.h"
#include "interleave.h"
#include "override.h"
#include "shared.h"
#include "trace.h"

const struct vc_part *const vc_parts[] = {
	&vc_part_place,
	&vc_part_memory,        /* place: the number of nodes */
	&vc_part_nodes,         /* memory: their stacks */
	&vc_part_observer,      /* nodes: says whether they are instrumented */
	&vc_part_links,         /* observer: links that differ have sends look, too */
	&vc_part_clock,         /* links: the network reads them; finishes first, with all times */
	&vc_part_report,        /* clock: which failure stands for the run */
	&vc_part_verdict,       /* report: what is wrong with times and messages besides */
	&vc_part_faults,        /* clock: which has times; verdict: whether a fault is to blame */
	&vc_part_interleave,
	&vc_part_groups,
	&vc_part_shared,
	&vc_part_trace,         /* finishes last of those that write, with all that is known */
	&vc_part_history,
	NULL
};
