/* SPDX-License-Identifier: BSD-2-Clause */
/* The machine's clock, which its description chooses. */
#include "description.h"
#include "error.h"
#include "node.h"
#include "part.h"

/* Returns the clock that a description asks for. */
static const struct vc_clock *
choose(const struct vcube_desc *d)
{
	const bool stamps = vc_desc_links_have_one_sender(d);

	if (d->explore == VCUBE_EXPLORE_CLOCK)
		return &vc_clock_delayed;
	if (d->explore != VCUBE_EXPLORE_NO || d->replay != NULL)
		return &vc_clock_explore;
	switch (d->clock) {
	case VCUBE_CLOCK_VIRTUAL:
		if (!d->threads)
			return stamps ? &vc_clock_notes_stamped : &vc_clock_notes_replayed;
		if (d->transport != NULL)
			return &vc_clock_stamp_remote;
		return stamps ? &vc_clock_stamp : &vc_clock_replay;
	case VCUBE_CLOCK_WALL:
		return &vc_clock_wall;
	default:
		return &vc_clock_free;
	}
}

static int
open_clock(vcube_machine *m, struct vcube_error *error)
{
	const struct vc_clock *clock = m->clock = choose(&m->desc);

	if (!clock->timed)
		m->cost = (struct vcube_cost){0};
	for (int r = 0; r < m->threads; r++) {
		if (vc_is_remote(m, r))
			continue;
		m->node[r].clock = clock;
		m->node[r].room = (uint8_t)(clock->send != NULL ? sizeof ((struct vc_slot *)0)->timed.text
								: sizeof ((struct vc_slot *)0)->text);
	}
	if (clock->open != NULL && clock->open(m) != 0)
		return vc_error(error, VCUBE_EHOST, "no memory for the links of %s",
				vcube_topology_text(m->topology));
	return 0;
}

static int
begin_clock(vcube_machine *m, struct vcube_error *error)
{
	(void)error;
	m->elapsed = 0;
	if (m->clock->begin != NULL)
		m->clock->begin(m);
	return 0;
}

static void
finish_clock(vcube_machine *m)
{
	if (m->clock->finish != NULL)
		m->clock->finish(m);
}

static void
close_clock(vcube_machine *m)
{
	if (m->clock != NULL && m->clock->close != NULL)
		m->clock->close(m);
}

const struct vc_part vc_part_clock = {
	.open = open_clock,
	.begin = begin_clock,
	.finish = finish_clock,
	.close = close_clock,
};
