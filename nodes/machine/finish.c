/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds errors of a run that no node fails with: in its times, its routes, its messages, and in
 * what other threads did to the machine. */
#include <stdio.h>
#include <stdlib.h>
#include "error.h"
#include "far.h"
#include "lines.h"
#include "network.h"
#include "node.h"
#include "parts.h"
#include "unreceived.h"

/* Makes the error the whole report, with what more there is to say. */
static void
report_error(vcube_machine *m, const char *more)
{
	free(m->report);
	if (asprintf(&m->report, "%s\n%s", m->error.text, more) < 0)
		m->report = NULL;
}

/* A message without a route ends the run, whatever nodes that ran ahead did. */
static void
report_stuck(vcube_machine *m, const struct vc_network *n)
{
	vc_links_no_route(m, n->stuck_from, n->stuck_to, n->now, n->stuck_at, &m->error);
	report_error(m, "");
}

/* Clocks stop at their maximum. If that is why the run was stopped, report that instead. */
static void
check_clocks(vcube_machine *m)
{
	int far = -1;

	for (int r = 0; r < m->nodes && far < 0; r++)
		if (m->clock->clock_of(m, r) > VCUBE_TIME_MAX)
			far = r;
	if (far < 0 || (m->error.code != 0 && m->error.code != VCUBE_ELIMIT))
		return;
	vc_error(&m->error, VCUBE_ELIMIT, "the clock of node %d has passed %d days and has "
		 "stopped: its times are not valid", far, VC_TIME_DAYS);
	report_error(m, "");
}

/* A thread that runs none of the nodes has closed the machine. */
static void
check_closed(vcube_machine *m)
{
	/* relaxed: only an address */
	const void *const from = atomic_load_explicit(&m->closed_from, memory_order_relaxed);
	char place[VC_LINE_ROOM];

	if (from == NULL || m->error.code != 0)
		return;
	vc_error(&m->error, VCUBE_EINVAL, "vcube_close%s: a thread that runs none of the nodes closed "
		 "the machine during its run; it can be closed when vcube_run() has returned",
		 vc_lines_at(from, place));
	report_error(m, "");
}

static void
finish_verdict(vcube_machine *m)
{
	const struct vc_network *n = m->network;
	struct vcube_error unreceived = {0};
	char *pairs = NULL;
	size_t size = 0;
	FILE *const out = open_memstream(&pairs, &size);
	int code;

	if (n != NULL && vc_network_is_stuck(n))
		report_stuck(m, n);
	if (m->error.code == 0 && m->clock->verdict != NULL)
		m->clock->verdict(m, &m->error);
	if (m->error.code == 0 && n != NULL && n->failed)
		vc_error(&m->error, VCUBE_EHOST, "no memory to compute the times of %d nodes",
			 m->nodes);
	code = vc_unreceived(m, &unreceived, out);
	if (out != NULL)
		fclose(out);
	if (code != 0 && m->error.code == 0) {
		m->error = unreceived;
		report_error(m, pairs != NULL ? pairs : "");
	}
	free(pairs);
	check_clocks(m);
	check_closed(m);
}

const struct vc_part vc_part_verdict = {
	.finish = finish_verdict,
};
