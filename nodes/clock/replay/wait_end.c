/* SPDX-License-Identifier: BSD-2-Clause */
#include "wait_end.h"
#include "quiescence.h"

vcube_time
vc_arrival_placed(const struct vc_slot *slot)
{
	const vcube_time arrival = slot->timed.flight->arrival;

	return arrival != VC_NOT_YET ? arrival : VC_NO_TIME;
}

/* A node that waits to know an arrival goes on to that time. */
static vcube_time
after_arrival(const vcube_machine *m, int rank, const struct vc_in_flight *f)
{
	const vcube_time now = m->clock->clock_of(m, rank);

	return f->arrival == VC_NOT_YET ? VC_NO_TIME : f->arrival > now ? f->arrival : now;
}

vcube_time
vc_end_of_wait(const vcube_machine *m, int rank)
{
	const struct vc_wait *w = vc_wait_of(m, rank);
	struct vc_ending ending;

	if (w == NULL)
		return VC_NO_TIME;
	if (w->kind == VC_WAIT_STEP || w->kind == VC_WAIT_CLOCK)
		return m->clock->clock_of(m, rank);
	if (w->kind == VC_WAIT_ARRIVAL)
		return after_arrival(m, rank, w->flight);
	return vc_wait_end(&m->node[rank], w, vc_arrival_placed, &ending);
}
