/* SPDX-License-Identifier: BSD-2-Clause */
/* Results of the last run: how it ended, its times, what links carried. */
#include <stdlib.h>
#include <string.h>
#include <vcube/process.h>
#include "network.h"
#include "node.h"
#include "told.h"

const struct vcube_error *
vcube_run_error(const vcube_machine *m)
{
	return &m->error;
}

int
vcube_exit_code(const vcube_machine *m)
{
	return m->exit_code;
}

const char *
vcube_run_report(const vcube_machine *m)
{
	return m->report ? m->report : m->error.text;
}

int
vcube_run_result(const vcube_machine *m, int rank)
{
	const struct vc_told *const told = vc_told(m, rank);
	const vcube_node *n = vc_node_of(m, rank);

	if (told != NULL)
		return told->result;
	return n != NULL ? n->result : 0;
}

const struct vcube_error *
vcube_run_failure(const vcube_machine *m, int rank)
{
	static const struct vcube_error none;
	const vcube_node *n = vc_node_of(m, rank);

	return n != NULL ? &n->failure : &none;
}

int
(vcube_give)(vcube_node *self, const void *data, size_t bytes)
{
	void *copy;

	if (self->code != 0)
		return self->code;
	if (data == NULL && bytes > 0)
		return vc_fail(self, VCUBE_EINVAL, "vcube_give: data is NULL, but %zu bytes are given",
			       bytes);
	copy = malloc(bytes > 0 ? bytes : 1);
	if (copy == NULL)
		return vc_fail(self, VCUBE_EHOST, "no memory for a result of %zu bytes", bytes);
	if (bytes > 0)
		memcpy(copy, data, bytes);
	free(self->given);
	self->given = copy;
	self->given_bytes = bytes;
	return 0;
}

const void *
vcube_given(const vcube_machine *m, int rank, size_t *bytes)
{
	const struct vc_told *const told = vc_told(m, rank);
	const vcube_node *n = vc_node_of(m, rank);

	if (told != NULL) {
		*bytes = told->given;
		return told->given > 0 ? told + 1 : NULL;
	}
	*bytes = n != NULL ? n->given_bytes : 0;
	return n != NULL ? n->given : NULL;
}

/* What a node did, by its struct or as its process told. */
static void
tally(const vcube_machine *m, int rank, struct vcube_stats *stats)
{
	const struct vc_told *const told = vc_told(m, rank);
	const vcube_node *n = &m->node[rank];

	if (told != NULL) {
		stats->messages = told->messages;
		stats->bytes = told->bytes;
		stats->steps = told->steps;
		stats->heap_peak = told->heap_peak;
		return;
	}
	stats->messages = n->messages;
	stats->bytes = n->bytes;
	stats->steps = n->steps;
	stats->heap_peak = vc_heap_peak(&n->heap);
}

void
vcube_run_stats(const vcube_machine *m, int rank, struct vcube_stats *stats)
{
	*stats = (struct vcube_stats){.time = m->clock->clock_of(m, rank)};
	(m->clock->tally != NULL ? m->clock->tally : tally)(m, rank, stats);
	if (m->clock->parts != NULL)
		stats->parts = m->clock->parts(m, rank);
}

vcube_time
vcube_run_work(const vcube_machine *m, int rank, int kind)
{
	const struct vc_told *const told = vc_told(m, rank);
	const vcube_node *n = vc_node_of(m, rank);

	if (told != NULL && kind >= 0 && kind <= VCUBE_WORK_FLOP)
		return vc_told_worked(told, kind);
	return n != NULL && kind >= 0 && kind <= VCUBE_WORK_FLOP ? n->worked[kind] : 0;
}

int
vcube_run_link(const vcube_machine *m, long number, struct vcube_link_stats *stats)
{
	const struct vc_network *n = m->network;

	if (n == NULL || number < 0 || number >= n->links)
		return VCUBE_EINVAL;
	vc_network_link(n, number, stats);
	vcube_topology_link_ends(m->topology, number, &stats->from, &stats->to);
	return 0;
}

int
vcube_run_critical(const vcube_machine *m, struct vcube_parts *parts)
{
	int last = 0;

	if (m->clock->path == NULL)
		return VCUBE_EINVAL;
	for (int r = 1; r < m->nodes; r++)
		if (m->clock->clock_of(m, r) > m->clock->clock_of(m, last))
			last = r;
	*parts = m->clock->path(m, last);
	return 0;
}

vcube_time
vcube_run_contention(const vcube_machine *m)
{
	const struct vc_network *n = m->network;

	return n != NULL ? n->contention : 0;
}

int
vcube_run_lateness(const vcube_machine *m, struct vcube_lateness *lateness)
{
	if (m->clock->lateness == NULL)
		return VCUBE_EINVAL;
	m->clock->lateness(m, lateness);
	return 0;
}
