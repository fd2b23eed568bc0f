/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds which messages of a trace have a start-up of their own. Messages that a node sends
 * over all its ports at once start together, and share one.
 */
#include <stdlib.h>
#include "base/text.h"
#include "view/view.h"

void
view_startups_begin(struct view_startups *s, const vcube_trace *trace)
{
	const struct vcube_trace_head *head = vcube_trace_head(trace);
	struct vcube_desc desc;

	vcube_desc_init(&desc);
	s->together = head->clock != VCUBE_CLOCK_FREE &&
		      vcube_desc_parse(&desc, vcube_trace_text(trace, head->machine), NULL) == 0 &&
		      desc.ports == VCUBE_PORTS_ALL;
	vcube_desc_clear(&desc);
	s->last = grow(NULL, head->nodes, sizeof *s->last);
	for (uint32_t i = 0; i < head->nodes; i++)
		s->last[i] = -1;
}

bool
view_has_startup(struct view_startups *s, const struct vcube_event *send)
{
	const vcube_time start = send->time + send->span, last = s->last[send->rank];

	s->last[send->rank] = start;
	return send->detail == 0 && !(s->together && start == last);
}

void
view_startups_end(struct view_startups *s)
{
	free(s->last);
}
