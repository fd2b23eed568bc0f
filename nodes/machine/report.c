/* SPDX-License-Identifier: BSD-2-Clause */
/* Decides with which error the nodes in a deadlock fail, and which node's failure becomes
 * the run's. */
#include <stdlib.h>
#include "disagree.h"
#include "error.h"
#include "units.h"
#include "fault.h"
#include "lent_beside.h"
#include "parts.h"
#include "progress.h"
#include "quiescence.h"
#include "signature.h"
#include "standing.h"
#include "wait_graph.h"
#include "record.h"

/* Follows the waits from `from` to the first node that is not parked or that this walk has
 * passed before (`walk` in seen[]). Returns -1 if one of them waits for any node. */
static int
follow(const vcube_machine *m, int from, int walk, int *seen)
{
	while (from >= 0 && vc_wait_of(m, from) != NULL && seen[from] != walk) {
		seen[from] = walk;
		from = vc_wait_peer(m, from);
	}
	return from;
}

/* Returns the dropped message that a parked node waits for; NULL: no fault dropped one. */
static const struct vcube_fault *
lost_for(const vcube_machine *m, int rank)
{
	const struct vc_wait *w = vc_wait_of(m, rank);

	if (m->faults == NULL || (w->kind != VC_WAIT_RECV && w->kind != VC_WAIT_ANY))
		return NULL;
	return vc_fault_lost(m, w->peer, rank);
}

static void
fail_for(vcube_node *n, const char *waits, const struct vcube_fault *lost)
{
	char text[200];

	vcube_fault_text(lost, text, sizeof text);
	vc_fail(n, VCUBE_EFAULT, "an injected fault ended the run: %s; node %d %s, for ever", text,
		n->rank, waits);
}

static void
fail_one(vcube_machine *m, int rank, int end)
{
	vcube_node *n = &m->node[rank];
	const struct vcube_fault *lost = lost_for(m, rank);
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	if (out != NULL) {
		vc_wait_describe(out, m, rank);
		fclose(out);
	}
	if (lost != NULL)
		fail_for(n, text ? text : "waits", lost);
	else if (end >= 0 && vc_wait_of(m, end) == NULL && m->node[end].code != 0)
		vc_fail(n, VCUBE_EPEER, "node %d %s, but node %d has failed%s", rank,
			text ? text : "waits", end,
			m->node[end].code == VCUBE_EFAULT ? " by an injected fault" : "");
	else
		vc_fail(n, VCUBE_EDEADLOCK, "node %d %s, for ever", rank, text ? text : "waits");
	n->failed_here = NULL;          /* the sentence names it */
	free(text);
}

static void
gather(vcube_machine *m, int rank)
{
	if (vc_wait_of(m, rank) != NULL && !vc_is_remote(m, rank))
		vc_standing_gather(&m->node[rank]);
}

static void
describe(FILE *out, vcube_machine *m, int rank)
{
	gather(m, rank);
	vc_wait_describe(out, m, rank);
}

static void
stuck(vcube_machine *m)
{
	int *seen = malloc((size_t)m->nodes * sizeof *seen);
	int *end = malloc((size_t)m->nodes * sizeof *end);
	const int first = vc_first_failed(m), odd = vc_disagree_tell(m);

	for (int r = 0; r < m->nodes; r++)
		gather(m, r);
	if (seen != NULL && end != NULL) {
		vc_wait_graph_write(m, odd, seen);
		for (int r = 0; r < m->nodes; r++)
			seen[r] = -1;
		for (int r = 0; r < m->nodes; r++)
			end[r] = vc_wait_of(m, r) ? follow(m, r, r, seen) : -1;
		for (int r = 0; r < m->nodes; r++)
			end[r] = end[r] < 0 ? first : end[r];
	}
	for (int r = 0; r < m->nodes; r++) {
		if (vc_wait_of(m, r) != NULL && m->node[r].log != NULL)
			vc_trace_stuck(&m->node[r], vc_wait_of(m, r), vc_wait_peer(m, r));
		if (vc_wait_of(m, r) != NULL)
			fail_one(m, r, end && seen ? end[r] : -1);
	}
	free(seen);
	free(end);
}

static int
bereaved(vcube_machine *m)
{
	for (int r = 0; r < m->nodes; r++) {
		const struct vc_wait *w = vc_wait_of(m, r);
		int p = w != NULL && w->deadline == VC_NO_TIME ? vc_wait_peer(m, r) : -1;

		if (p >= 0 && vc_wait_of(m, p) == NULL && m->node[p].code != 0) {
			fail_one(m, r, p);
			return r;
		}
	}
	return -1;
}

static int
stopped(vcube_node *self, int code, const struct vc_wait *wait)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	if (out != NULL) {
		vc_wait_describe_stopped(out, self, wait);
		fclose(out);
	}
	vc_fail(self, code, "node %d was stopped%s", self->rank, text ? text : "");
	free(text);
	return self->code;
}

/* Ranks failures as the reason for the run's: causes above consequences. */
enum { CAUSE = 4 };

static int
weight(int code)
{
	switch (code) {
	case 0:
		return 0;
	case VCUBE_EPEER:
		return 1;
	case VCUBE_EDEADLOCK:
		return 2;
	case VCUBE_ELIMIT:
		return 3;
	case VCUBE_EFAULT:
		return CAUSE + 1;
	default:
		return CAUSE;
	}
}

/* Reports a run that exceeded its limit and stopped this node. */
static void
late(vcube_machine *m, int rank)
{
	char limit[VC_UNITS_ROOM];

	vc_error(&m->error, VCUBE_ELIMIT, "the run took longer than its limit of %s: %s",
		 vc_say_time(m->desc.limit, limit), m->node[rank].failure.text);
	vc_wait_graph_write_late(m);
}

/* Describes the failure that became the run's, and of other codes the first each, if they are
 * causes, too: a mistake of another node may be the reason. */
static void
write_failures(FILE *out, const vcube_machine *m, int best)
{
	unsigned told = 1u << -m->node[best].code;

	vc_end_describe(out, m, best);
	for (int r = 0; r < m->threads; r++) {
		const unsigned bit = 1u << -m->node[r].code;

		if (weight(m->node[r].code) < CAUSE || (told & bit) != 0)
			continue;
		told |= bit;
		vc_end_describe(out, m, r);
	}
}

/* Returns the node that aborted the run, or -1. Another thread may just have done that for it:
 * waits until it is done with the machine. */
static int
find_aborter(vcube_machine *m)
{
	int aborter;

	pthread_mutex_lock(&m->resolving);
	aborter = m->aborter;
	pthread_mutex_unlock(&m->resolving);
	return aborter;
}

static void
finish_report(vcube_machine *m)
{
	const int aborter = find_aborter(m);
	int best = -1;
	size_t size;
	FILE *out;

	for (int r = 0; r < m->threads; r++) {
		int w = weight(m->node[r].code);

		if (w > 0 && (best < 0 || w > weight(m->node[best].code)))
			best = r;
	}
	if (best < 0)
		return;
	if (aborter >= 0 && aborter < m->threads)
		best = aborter;
	m->error = m->node[best].failure;
	if (m->late && m->error.code == VCUBE_ELIMIT)
		late(m, best);
	if (m->faults != NULL)
		m->faults->blamed = best;
	if (m->report != NULL || (out = open_memstream(&m->report, &size)) == NULL)
		return;
	write_failures(out, m, best);
	fclose(out);
}

static const struct vc_reporter reporter = {
	.describe = describe,
	.can_progress = vc_can_progress,
	.progress = vc_progress,
	.stuck = stuck,
	.bereaved = bereaved,
	.stopped = stopped,
	.mismatch = vc_signature_mismatch,
	.not_due = vc_signature_not_due,
	.in_use = vc_memory_in_use,
	.lend = vc_beside_lend,
	.take_back = vc_beside_take_back,
};

static int
open_report(vcube_machine *m, struct vcube_error *error)
{
	(void)error;
	m->reporter = &reporter;
	return 0;
}

static int
begin_report(vcube_machine *m, struct vcube_error *error)
{
	m->late = false;
	atomic_store_explicit(&m->closed_from, NULL, memory_order_relaxed);
	m->aborter = -1;
	m->exit_code = 0;
	*error = (struct vcube_error){0};
	free(m->report);
	m->report = NULL;
	return 0;
}

static void
close_report(vcube_machine *m)
{
	free(m->report);
}

const struct vc_part vc_part_report = {
	.open = open_report,
	.begin = begin_report,
	.finish = finish_report,
	.close = close_report,
};
