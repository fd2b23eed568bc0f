/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes a trace in the language GOAL (Hoefler, Siebert and Lumsdaine, Group operation
 * assembly language, 2009), which LogGOPSim plays: each rank's messages and work, one
 * after the other. A message's tag is its number between its two nodes. GOAL cannot say
 * that a node waits until its message has left.
 */
#include <inttypes.h>
#include "trace/acts.h"
#include "trace/export.h"

/* Times of GOAL are whole nanoseconds. Rounds the sum, so that many short pieces count. */
static int64_t
whole_ns(vcube_time *worked, vcube_time span)
{
	const vcube_time before = *worked / 1000;

	*worked += span;
	return *worked / 1000 - before;
}

static void
print_rank(const struct acts *acts, int rank, FILE *out)
{
	const struct vcube_event *e;
	uint64_t label = 0;
	vcube_time worked = 0;

	fprintf(out, "\nrank %d {\n", rank);
	for (size_t i = 0; (e = acts_at(acts, rank, i)) != NULL; i++) {
		const int64_t ns = e->kind == VCUBE_EVENT_WORK ? whole_ns(&worked, e->span) : 0;

		if (e->kind == VCUBE_EVENT_SENT || (e->kind == VCUBE_EVENT_WORK && ns == 0))
			continue;
		fprintf(out, "l%" PRIu64 ": ", ++label);
		if (e->kind == VCUBE_EVENT_WORK)
			fprintf(out, "calc %" PRId64 "\n", ns);
		else
			fprintf(out, "%s %" PRIu64 "b %s %d tag %u\n",
				e->kind == VCUBE_EVENT_SEND ? "send" : "recv", e->amount,
				e->kind == VCUBE_EVENT_SEND ? "to" : "from", e->peer, e->number);
		if (label > 1)
			fprintf(out, "l%" PRIu64 " requires l%" PRIu64 "\n", label, label - 1);
	}
	fputs("}\n", out);
}

void
export_goal(const vcube_trace *trace, FILE *out)
{
	const int nodes = (int)vcube_trace_head(trace)->nodes;
	struct acts acts = acts_open(trace);

	fprintf(out, "num_ranks %d\n", nodes);
	for (int rank = 0; rank < nodes; rank++)
		print_rank(&acts, rank, out);
	acts_close(&acts);
}
