/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The deadlock report: who waits for whom, since when, where, and the cycle.
 *
 * Each parked node waits for one other, or for any (-1). Following these from
 * a node leads to one that has failed, to one that has ended, to a node that
 * waits for any, or round a cycle.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "nodes/network/fault.h"
#include "nodes/call/group.h"
#include "nodes/time/replay.h"
#include "nodes/machine/report.h"
#include "nodes/trace/trace.h"

enum { LINES_MOST = 64 };

static const struct vc_wait *
wait_of(const vcube_machine *m, int rank)
{
	const struct vc_door *door = &m->door[rank];

	return atomic_load_explicit(&door->parked, memory_order_relaxed) ? door->wait : NULL;
}

/* Whom a parked node waits for; -1: nobody in particular. */
static int
peer_of(const vcube_machine *m, int rank)
{
	const struct vc_wait *w = wait_of(m, rank);

	return w->kind == VC_WAIT_ALIGN ? vc_group_missing(&m->node[rank], w->group) : w->peer;
}

/* Follows who waits for whom, to the first that is not parked or has been
 * followed before in this walk (`walk` in seen[]); -1: somebody waits for any. */
static int
follow(const vcube_machine *m, int from, int walk, int *seen)
{
	while (from >= 0 && wait_of(m, from) != NULL && seen[from] != walk) {
		seen[from] = walk;
		from = peer_of(m, from);
	}
	return from;
}

static const char *
wait_text(enum vc_wait_kind kind)
{
	static const char *const text[] = {
#define X(kind, text) [kind] = text,
		VC_WAITS(X)
#undef X
	};

	return text[kind];
}

/* "waits to receive from node 3 at ring.c:12, in allgather.ring .., step shift" */
static void
describe(FILE *out, const vcube_machine *m, int rank)
{
	const vcube_node *n = &m->node[rank];
	const struct vc_wait *w = wait_of(m, rank);
	char text[160];

	fprintf(out, "waits %s", wait_text(w->kind));
	if (w->peer >= 0)
		fprintf(out, " node %d", w->peer);
	if (w->kind == VC_WAIT_ALIGN)
		fprintf(out, " node %d", peer_of(m, rank));
	if (w->bytes > 0)
		fprintf(out, " (%s %zu bytes)", w->kind == VC_WAIT_ROOM ? "of" : "up to", w->bytes);
	fprintf(out, " at %s", n->site.here ? n->site.here : "an unknown place");
	if (m->timed)
		fprintf(out, ", time %lld ps", (long long)vc_clock_of(m, rank));
	if (n->depth > 0) {
		const struct vc_frame *f = &n->calls[n->depth - 1];

		fprintf(out, ", in %s", vc_signature_text(f->signature, text, sizeof text));
		if (f->here != NULL)
			fprintf(out, " called at %s", f->here);
	}
	if (n->step != NULL)
		fprintf(out, ", step %s", n->step);
}

static void
describe_end(FILE *out, const vcube_machine *m, int rank)
{
	const vcube_node *n = &m->node[rank];

	if (n->code != 0)
		fprintf(out, "node %d has failed: %s\n", rank, n->failure.text);
	else
		fprintf(out, "node %d has returned\n", rank);
}

/* The cycle that the node `on` lies on, from its lowest rank. */
static void
write_cycle(FILE *out, const vcube_machine *m, int on)
{
	int lowest = on;

	for (int r = peer_of(m, on); r != on; r = peer_of(m, r))
		if (r < lowest)
			lowest = r;
	fprintf(out, "cycle: %d", lowest);
	for (int r = peer_of(m, lowest); r != lowest; r = peer_of(m, r))
		fprintf(out, " -> %d", r);
	fprintf(out, " -> %d\n", lowest);
}

/* The lowest rank that has failed, or -1: somebody who waits for any may have
 * waited for that one. */
static int
first_failed(const vcube_machine *m)
{
	for (int r = 0; r < m->nodes; r++)
		if (wait_of(m, r) == NULL && m->node[r].code != 0)
			return r;
	return -1;
}

/* Every cycle once, and every ended node that is waited for. */
static void
write_causes(FILE *out, const vcube_machine *m, int *seen, char *told)
{
	for (int r = 0; r < m->nodes; r++)
		seen[r] = -1;
	for (int r = 0; r < m->nodes; r++) {
		int end;

		if (wait_of(m, r) == NULL || seen[r] >= 0)
			continue;
		end = r;
		/* a walk of its own, that stops at nodes of earlier walks as well */
		while (end >= 0 && wait_of(m, end) != NULL && seen[end] < 0) {
			seen[end] = r;
			end = peer_of(m, end);
		}
		if (end < 0 || told[end])
			continue;
		if (wait_of(m, end) == NULL) {
			told[end] = 1;
			describe_end(out, m, end);
		} else if (seen[end] == r) {
			write_cycle(out, m, end);
		}
	}
	if (first_failed(m) >= 0 && !told[first_failed(m)])
		describe_end(out, m, first_failed(m));
}

static void
write_waits(FILE *out, const vcube_machine *m)
{
	int lines = 0;

	for (int r = 0; r < m->nodes; r++) {
		if (wait_of(m, r) == NULL || lines++ >= LINES_MOST)
			continue;
		fprintf(out, "node %d ", r);
		describe(out, m, r);
		fputc('\n', out);
	}
	if (lines > LINES_MOST)
		fprintf(out, "and %d more nodes wait\n", lines - LINES_MOST);
}

/* The collective that a parked node stands in, or the last of one that has
 * returned. */
static uint64_t
call_of(const vcube_machine *m, int rank)
{
	const vcube_node *n = &m->node[rank];

	return wait_of(m, rank) != NULL ? n->signature : n->code == 0 ? n->calls[0].signature : 0;
}

/* The first pair, one of which waits for the other, in different calls of the
 * same number. */
static bool
find_mismatch(const vcube_machine *m, int *one, int *other)
{
	for (int r = 0; r < m->nodes; r++) {
		int p = wait_of(m, r) ? peer_of(m, r) : -1;

		if (p < 0 || !vc_call_differs(call_of(m, r), call_of(m, p)))
			continue;
		*one = r;
		*other = p;
		return true;
	}
	return false;
}

/* The message that a parked node misses, if it was lost by a fault. */
static const struct vcube_fault *
lost_for(const vcube_machine *m, int rank)
{
	const struct vc_wait *w = wait_of(m, rank);

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
		describe(out, m, rank);
		fclose(out);
	}
	if (lost != NULL)
		fail_for(n, text ? text : "waits", lost);
	else if (end >= 0 && wait_of(m, end) == NULL && m->node[end].code != 0)
		vc_fail(n, VCUBE_EPEER, "node %d %s, and node %d has failed%s", rank,
			text ? text : "waits", end,
			m->node[end].code == VCUBE_EFAULT ? ", by an injected fault" : "");
	else
		vc_fail(n, VCUBE_EDEADLOCK, "node %d %s, for ever", rank, text ? text : "waits");
	free(text);
}

static void
write_report(vcube_machine *m, int *seen)
{
	size_t size = 0;
	FILE *out;
	char *told = calloc((size_t)m->nodes, 1);

	free(m->report);
	m->report = NULL;
	out = open_memstream(&m->report, &size);
	if (out != NULL) {
		if (told != NULL)
			write_causes(out, m, seen, told);
		write_waits(out, m);
		fclose(out);
	}
	free(told);
}

void
vc_report_quiescence(vcube_machine *m)
{
	int *seen = malloc((size_t)m->nodes * sizeof *seen);
	int *end = malloc((size_t)m->nodes * sizeof *end);
	int one, other, first = first_failed(m);

	if (seen != NULL && end != NULL) {
		write_report(m, seen);
		for (int r = 0; r < m->nodes; r++)
			seen[r] = -1;
		for (int r = 0; r < m->nodes; r++)
			end[r] = wait_of(m, r) ? follow(m, r, r, seen) : -1;
		for (int r = 0; r < m->nodes; r++)
			end[r] = end[r] < 0 ? first : end[r];
	}
	if (find_mismatch(m, &one, &other)) {
		char a[160], b[160];

		vc_fail(&m->node[one], VCUBE_EMISMATCH,
			"node %d stands in %s and waits for node %d, which %s %s", one,
			vc_signature_text(call_of(m, one), a, sizeof a), other,
			wait_of(m, other) != NULL ? "stands in" : "has returned, last from",
			vc_signature_text(call_of(m, other), b, sizeof b));
	}
	for (int r = 0; r < m->nodes; r++) {
		if (wait_of(m, r) != NULL && m->node[r].log != NULL)
			vc_trace_stuck(&m->node[r], wait_of(m, r), peer_of(m, r));
		if (wait_of(m, r) != NULL)
			fail_one(m, r, end && seen ? end[r] : -1);
	}
	free(seen);
	free(end);
}

int
vc_report_bereaved(vcube_machine *m)
{
	for (int r = 0; r < m->nodes; r++) {
		const struct vc_wait *w = wait_of(m, r);
		int p = w != NULL && w->deadline == VC_NO_TIME ? peer_of(m, r) : -1;

		if (p >= 0 && wait_of(m, p) == NULL && m->node[p].code != 0) {
			fail_one(m, r, p);
			return r;
		}
	}
	return -1;
}

/* How good a reason for the run's failure a node's failure is: causes before
 * consequences. */
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
		return 5;
	default:
		return 4;
	}
}

void
vc_report_run(vcube_machine *m)
{
	int best = -1;

	for (int r = 0; r < m->nodes; r++) {
		int w = weight(m->node[r].code);

		if (w > 0 && (best < 0 || w > weight(m->node[best].code)))
			best = r;
	}
	if (best < 0)
		return;
	m->error = m->node[best].failure;
	if (m->faults != NULL)
		m->faults->blamed = best;
	if (m->report == NULL && asprintf(&m->report, "node %d has failed: %s\n", best,
					  m->error.text) < 0)
		m->report = NULL;
}
