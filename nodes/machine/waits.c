/* SPDX-License-Identifier: BSD-2-Clause */
/* Who waits for whom, since when, where, and round which cycle: as text. */
#include <stdio.h>
#include <stdlib.h>
#include "lib/units.h"
#include "nodes/call/group.h"
#include "nodes/time/replay.h"
#include "nodes/machine/waits.h"

enum { LINES_MOST = 64 };

const struct vc_wait *
vc_wait_of(const vcube_machine *m, int rank)
{
	const struct vc_door *door = &m->door[rank];

	return atomic_load_explicit(&door->parked, memory_order_relaxed) ? door->wait : NULL;
}

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

void
vc_wait_describe(FILE *out, const vcube_machine *m, int rank)
{
	const vcube_node *n = &m->node[rank];
	const struct vc_wait *w = vc_wait_of(m, rank);
	char text[VC_CALL_ROOM], time[VC_UNITS_ROOM];

	fprintf(out, "waits %s", wait_text(w->kind));
	if (w->peer >= 0)
		fprintf(out, " node %d", w->peer);
	if (w->kind == VC_WAIT_ALIGN)
		fprintf(out, " node %d", vc_wait_peer(m, rank));
	if (w->kind == VC_WAIT_ALIGN && w->group != NULL)
		fprintf(out, ", of %s", vc_group_text(w->group, text));
	if (w->bytes > 0)
		fprintf(out, " (%s %zu bytes)", w->kind == VC_WAIT_ROOM ? "of" : "up to", w->bytes);
	fprintf(out, " at %s", n->site.here ? n->site.here : "an unknown place");
	if (m->timed)
		fprintf(out, ", time %s", vc_print_time(vc_clock_of(m, rank), time));
	if (n->depth > 0) {
		const struct vc_frame *f = &n->calls[n->depth - 1];

		fprintf(out, ", in %s", vc_signature_text(n, f->signature, text));
		if (f->here != NULL)
			fprintf(out, " called at %s", f->here);
	}
	if (n->step != NULL)
		fprintf(out, ", step %s", n->step);
}

void
vc_end_describe(FILE *out, const vcube_machine *m, int rank)
{
	const vcube_node *n = &m->node[rank];
	const struct vc_frame *f = n->failed_depth > 0 ? &n->calls[n->failed_depth - 1] : NULL;

	if (n->code == 0) {
		fprintf(out, "node %d has returned\n", rank);
		return;
	}
	fprintf(out, "node %d has failed", rank);
	if (n->failed_here != NULL)
		fprintf(out, " at %s", n->failed_here);
	if (n->failed_here != NULL && f != NULL && f->here != NULL)
		fprintf(out, ", in %s.%s called at %s",
			vcube_collective_name(f->algorithm->collective), f->algorithm->name, f->here);
	fprintf(out, ": %s\n", n->failure.text);
}

/* The cycle that the node `on` lies on, from its lowest rank. */
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

/* Every cycle once, and every ended node that is waited for. */
static void
write_causes(FILE *out, const vcube_machine *m, int *seen, char *told)
{
	for (int r = 0; r < m->nodes; r++)
		seen[r] = -1;
	for (int r = 0; r < m->nodes; r++) {
		int end;

		if (vc_wait_of(m, r) == NULL || seen[r] >= 0)
			continue;
		end = r;
		/* a walk of its own, that stops at nodes of earlier walks as well */
		while (end >= 0 && vc_wait_of(m, end) != NULL && seen[end] < 0) {
			seen[end] = r;
			end = vc_wait_peer(m, end);
		}
		if (end < 0 || told[end])
			continue;
		if (vc_wait_of(m, end) == NULL) {
			told[end] = 1;
			vc_end_describe(out, m, end);
		} else if (seen[end] == r) {
			write_cycle(out, m, end);
		}
	}
	if (vc_first_failed(m) >= 0 && !told[vc_first_failed(m)])
		vc_end_describe(out, m, vc_first_failed(m));
}

static void
write_waits(FILE *out, const vcube_machine *m)
{
	int lines = 0;

	for (int r = 0; r < m->nodes; r++) {
		if (vc_wait_of(m, r) == NULL || lines++ >= LINES_MOST)
			continue;
		fprintf(out, "node %d ", r);
		vc_wait_describe(out, m, r);
		fputc('\n', out);
	}
	if (lines > LINES_MOST)
		fprintf(out, "and %d more nodes wait\n", lines - LINES_MOST);
}

void
vc_waits_write(vcube_machine *m, int *seen)
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
