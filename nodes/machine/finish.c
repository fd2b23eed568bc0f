/* SPDX-License-Identifier: BSD-2-Clause */
/* The end of a run: what it comes to, once all threads are gone. */
#include <stdio.h>
#include <stdlib.h>
#include "error.h"
#include "group.h"
#include "finish.h"
#include "unreceived.h"
#include "report.h"
#include "results.h"
#include "fault.h"
#include "replay.h"
#include "wall.h"
#include "record.h"

/* The error alone is the report. */
static void
report_error(vcube_machine *m)
{
	free(m->report);
	if (asprintf(&m->report, "%s\n", m->error.text) < 0)
		m->report = NULL;
}

/* A message that finds no way ends the run, whatever nodes did that ran ahead. */
static void
report_stuck(vcube_machine *m, const struct vc_network *n)
{
	vc_links_no_way(m, n->stuck_from, n->stuck_to, n->now, n->stuck_at, &m->error);
	report_error(m);
}

/* A clock that has come so far goes no further. Where that is why the run was stopped,
 * it is what there is to say. */
static void
check_clocks(vcube_machine *m)
{
	int far = m->replay != NULL ? vc_replay_far(m) : -1;

	for (int r = 0; r < m->nodes && far < 0; r++)
		if (vc_clock_of(m, r) > VCUBE_TIME_MAX)
			far = r;
	if (far < 0 || (m->error.code != 0 && m->error.code != VCUBE_ELIMIT))
		return;
	vc_error(&m->error, VCUBE_ELIMIT, "the clock of node %d has passed %d days, and goes no "
		 "further: its times mean nothing", far, VC_TIME_DAYS);
	report_error(m);
}

int
vc_finish(vcube_machine *m)
{
	struct vcube_error leftover = {0};

	if (m->replay != NULL)
		vc_replay_rest(m);
	vc_report_run(m);
	if (m->replay != NULL && vc_network_is_stuck(&m->replay->network))
		report_stuck(m, &m->replay->network);
	if (m->error.code == 0 && ((vc_network_of(m) != NULL && vc_network_of(m)->failed) ||
				   (m->replay != NULL && m->replay->refused)))
		vc_error(&m->error, VCUBE_EHOST, "no memory to work out the times of %d nodes",
			 m->nodes);
	if (vc_unreceived(m, &leftover) != 0 && m->error.code == 0) {
		m->error = leftover;
		report_error(m);
	}
	if (m->timed)
		check_clocks(m);
	if (m->faults != NULL)
		vc_fault_blame(m);
	for (int r = 0; r < m->nodes; r++)
		vc_group_drop_all(&m->node[r]);
	vc_group_drop_parts(m->world);
	if (m->trace != NULL && vc_trace_end(m, &leftover) != 0 && m->error.code == 0)
		m->error = leftover;
	return m->error.code;
}
