/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A run without threads: the program of one node after the other, on the thread that runs the
 * machine, on one struct vcube_node and one heap. What the nodes do is noted, and played when
 * all have ended: nodes/clock/notes/notes.h.
 */
#include "error.h"
#include "notes.h"
#include "parts.h"
#include "units.h"

static void
run_node(vcube_machine *m, int rank)
{
	vcube_node *self = &m->node[0];

	self->rank = rank;
	if (rank > 0)
		vc_node_reset(self);
	vc_heap_init(&self->heap, m->heaps.base, m->desc.heap, false);
	vc_notes_begin(self);
	self->result = m->program(self, m->arg);
	self->site.here = NULL;         /* no line of the program calls what follows */
	vc_node_settle(self);
	vc_notes_end(self);
	while (self->groups != NULL)
		(vcube_group_free)(self, self->groups);
}

int
vc_run_in_turn(vcube_machine *m)
{
	const int64_t end = vc_host_ns() + m->desc.limit / 1000;
	char limit[VC_UNITS_ROOM];

	m->node[0].thread = pthread_self();
	if (m->next_observer != NULL)
		return vc_error(&m->error, VCUBE_EINVAL, "vcube_on_step: with threads=no nodes "
				"run one after the other, and are never at the same step; use "
				"threads=yes");
	for (int rank = 0; rank < m->nodes && m->node[0].code == 0; rank++) {
		run_node(m, rank);
		if (m->desc.limit > 0 && vc_host_ns() > end)
			vc_fail(&m->node[0], VCUBE_ELIMIT, "the run took longer than its limit of %s: "
				"%d of %d nodes have run", vc_say_time(m->desc.limit, limit), rank + 1,
				m->nodes);
	}
	return 0;
}
