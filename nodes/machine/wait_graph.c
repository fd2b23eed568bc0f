/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes who waits for whom: since when, where in the program, and in which cycle. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "units.h"
#include "fiber.h"
#include "group.h"
#include "quiescence.h"
#include "signature.h"
#include "standing.h"
#include "wait_graph.h"

enum { LINES_MOST = 64, BESIDE_MOST = 4, EXPLAINED_ROOM = 800 };

int
vc_wait_peer(const vcube_machine *m, int rank)
{
	const struct vc_wait *w = vc_wait_of(m, rank);

	return w->kind == VC_WAIT_ALIGN ? vc_group_missing(&m->node[rank], w->group) : w->peer;
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

/* What it waits for. `missing`: the member that has not arrived; -1: not known. */
static void
describe(FILE *out, const struct vc_wait *w, int missing)
{
	const struct vc_together *const t = w->kind == VC_WAIT_TOGETHER ? w->subject : NULL;
	/* under the virtual clock a wait with a time limit is a VC_WAIT_ANY, even for one node */
	const bool named = w->kind == VC_WAIT_ANY && w->peer >= 0;
	char text[VC_GROUP_ROOM];

	if (t != NULL && t->program != NULL) {
		describe(out, t->program, missing);
		fputs(", beside other calls", out);
		return;
	}
	fputs(wait_text(named ? VC_WAIT_RECV : w->kind), out);
	if (w->peer >= 0)
		fprintf(out, " node %d", w->peer);
	if (missing >= 0)
		fprintf(out, ", now node %d", missing);
	if (w->kind == VC_WAIT_ALIGN && w->group != NULL)
		fprintf(out, ", of %s", vc_group_text(w->group, text));
	if (w->bytes > 0)
		fprintf(out, " (%s %zu bytes)", w->kind == VC_WAIT_ROOM ? "of" : "up to", w->bytes);
	vc_wanted_describe(out, w);
}

/* The call that the node is in, in its program's own words, and whether it relies on room that
 * machines need not have. Leaves what else the words tell in `more`. Returns false if it has no
 * words. */
static bool
explain(FILE *out, const vcube_node *n, const struct vc_wait *w, char more[EXPLAINED_ROOM])
{
	char text[EXPLAINED_ROOM], *line;

	if (n->explainer == NULL)
		return false;
	n->explainer(n->explainer_arg, text, sizeof text);
	line = strchr(text, '\n');
	if (line != NULL) {
		strcpy(more, line + 1);
		*line = '\0';
	}
	fprintf(out, "in %s%s", text,
		w->kind == VC_WAIT_ROOM ? ", for room: the program relies on buffering" : "");
	return true;
}

static void
describe_place(FILE *out, const vcube_node *n)
{
	if (n->explainer == NULL)
		fprintf(out, " at %s", vc_place(n->site.here));
}

/* The innermost of these calls. */
static void
describe_frame(FILE *out, const vcube_node *n, const struct vc_frame *calls, int depth)
{
	const struct vc_frame *const f = depth > 0 ? &calls[depth - 1] : NULL;
	char text[VC_CALL_ROOM];

	if (f == NULL)
		return;
	fprintf(out, ", in %s", vc_signature_text(n, f->signature, text));
	if (f->here != NULL)
		fprintf(out, " called at %s", f->here);
}

/* What the calls beside the program wait for. */
static void
describe_beside(FILE *out, const vcube_node *n)
{
	int count = 0;

	for (const struct vc_fiber *f = n->fibers.first; f != NULL && count < BESIDE_MOST; f = f->next) {
		if (f->wait == NULL || f->turn != NULL)
			continue;
		fprintf(out, "; call %d beside it waits ", ++count);
		describe(out, f->wait, -1);
		fprintf(out, " at %s", vc_place(f->course.here));
		describe_frame(out, n, f->course.calls, f->course.depth);
	}
}

/* The library's collective that the node is in, unless its program has told its own. */
static void
describe_call(FILE *out, const vcube_node *n)
{
	if (n->explainer != NULL)
		return;
	describe_frame(out, n, n->calls, n->depth);
	if (n->step != NULL)
		fprintf(out, ", step %s", n->step);
}

void
vc_wait_describe(FILE *out, const vcube_machine *m, int rank)
{
	const struct vc_wait *w = vc_wait_of(m, rank);
	char time[VC_UNITS_ROOM], more[EXPLAINED_ROOM] = "";

	if (m->node[rank].described != NULL) {
		fputs(m->node[rank].described, out);
		return;
	}
	fputs("waits ", out);
	if (!explain(out, &m->node[rank], w, more))
		describe(out, w, w->kind == VC_WAIT_ALIGN ? vc_wait_peer(m, rank) : -1);
	describe_place(out, &m->node[rank]);
	if (m->clock->timed)
		fprintf(out, ", time %s", vc_say_time(m->clock->clock_of(m, rank), time));
	describe_call(out, &m->node[rank]);
	fputs(more, out);
	if (m->node[rank].explainer != NULL)
		return;
	vc_standing_describe(out, m, rank);
	describe_beside(out, &m->node[rank]);
}

void
vc_wait_describe_stopped(FILE *out, const vcube_node *self, const struct vc_wait *w)
{
	char more[EXPLAINED_ROOM] = "";

	/* other nodes still run, so the missing member and the time are not known */
	if (w != NULL) {
		fputs(" while waiting ", out);
		if (!explain(out, self, w, more))
			describe(out, w, -1);
	}
	if (w != NULL && w->deadline != VC_NO_TIME)
		fputs(", with a time limit,", out);
	describe_place(out, self);
	describe_call(out, self);
	fputs(more, out);
}

void
vc_end_describe(FILE *out, const vcube_machine *m, int rank)
{
	const vcube_node *n = &m->node[rank];
	const struct vc_frame *f = n->failed_depth > 0 ? &n->calls[n->failed_depth - 1] : NULL;

	if (n->code == VCUBE_ELIMIT && m->late) {
		fprintf(out, "%s\n", n->failure.text);
		return;
	}
	if (n->code == 0) {
		fprintf(out, "node %d has returned\n", n->rank);
		return;
	}
	fprintf(out, "node %d has failed", n->rank);
	if (n->failed_here != NULL)
		fprintf(out, " at %s", n->failed_here);
	if (n->failed_here != NULL && f != NULL && f->here != NULL)
		fprintf(out, ", in %s.%s called at %s",
			vcube_collective_name(f->algorithm->collective), f->algorithm->name, f->here);
	fprintf(out, ": %s\n", n->failure.text);
}

/* Writes the cycle through node `on`, from its lowest rank. */
static void
write_cycle(FILE *out, const vcube_machine *m, int on)
{
	int lowest = on;

	for (int r = vc_wait_peer(m, on); r != on; r = vc_wait_peer(m, r))
		if (r < lowest)
			lowest = r;
	fprintf(out, "cycle: %d", lowest);
	for (int r = vc_wait_peer(m, lowest); r != lowest; r = vc_wait_peer(m, r))
		fprintf(out, " -> %d", r);
	fprintf(out, " -> %d\n", lowest);
}

int
vc_first_failed(const vcube_machine *m)
{
	for (int r = 0; r < m->nodes; r++)
		if (vc_wait_of(m, r) == NULL && m->node[r].code != 0)
			return r;
	return -1;
}

/* Writes each cycle once, and each ended node that another waits for. */
static void
write_causes(FILE *out, const vcube_machine *m, int *seen, char *reported)
{
	for (int r = 0; r < m->nodes; r++)
		seen[r] = -1;
	for (int r = 0; r < m->nodes; r++) {
		int end;

		if (vc_wait_of(m, r) == NULL || seen[r] >= 0)
			continue;
		end = r;
		/* unlike follow() in report.c, stops at nodes of earlier walks, too */
		while (end >= 0 && vc_wait_of(m, end) != NULL && seen[end] < 0) {
			seen[end] = r;
			end = vc_wait_peer(m, end);
		}
		if (end < 0 || reported[end])
			continue;
		if (vc_wait_of(m, end) == NULL) {
			reported[end] = 1;
			vc_end_describe(out, m, end);
		} else if (seen[end] == r) {
			write_cycle(out, m, end);
		}
	}
	if (vc_first_failed(m) >= 0 && !reported[vc_first_failed(m)])
		vc_end_describe(out, m, vc_first_failed(m));
}

/* Writes a line for each node that waits or, with `ended`, for each that has ended. */
static void
write_nodes(FILE *out, const vcube_machine *m, bool ended)
{
	int lines = 0;

	for (int r = 0; r < m->nodes; r++) {
		if ((vc_wait_of(m, r) == NULL) != ended || lines++ >= LINES_MOST)
			continue;
		if (ended) {
			vc_end_describe(out, m, r);
			continue;
		}
		fprintf(out, "node %d ", r);
		vc_wait_describe(out, m, r);
		fputc('\n', out);
	}
	if (lines > LINES_MOST)
		fprintf(out, "and %d more nodes%s\n", lines - LINES_MOST, ended ? "" : " wait");
}

/* Opens a new report; NULL: the host has no memory for it. */
static FILE *
begin(vcube_machine *m, size_t *size)
{
	free(m->report);
	m->report = NULL;
	return open_memstream(&m->report, size);
}

void
vc_wait_graph_write(vcube_machine *m, int odd, int *seen)
{
	size_t size = 0;
	char *reported = calloc((size_t)m->nodes, 1);
	FILE *out = begin(m, &size);

	if (out != NULL) {
		if (odd >= 0)
			fprintf(out, "%s\n", m->node[odd].failure.text);
		if (reported != NULL)
			write_causes(out, m, seen, reported);
		write_nodes(out, m, false);
		fclose(out);
	}
	free(reported);
}

void
vc_wait_graph_write_late(vcube_machine *m)
{
	size_t size = 0;
	char limit[VC_UNITS_ROOM];
	FILE *out = begin(m, &size);

	if (out == NULL)
		return;
	fprintf(out, "the run took longer than its limit of %s\n",
		vc_say_time(m->desc.limit, limit));
	write_nodes(out, m, true);
	fclose(out);
}
