/* SPDX-License-Identifier: BSD-2-Clause */
/* Fills in what is known after the run: the clocks of nodes at each moment, and the links
 * that messages crossed. */
#include "recording.h"

static void
count_links(struct vc_recording *r, int i)
{
	const struct vc_load *const load = vc_recording_links(r, i);
	struct vc_moment *const m = r->moment[i];

	for (long k = 0; k < r->links; k++) {
		m->busy += load[k].messages > 0;
		m->shared += load[k].shared;
		if (m->most < load[k].messages)
			m->most = load[k].messages;
	}
}

static void
settle_clocks(struct vc_recording *r, const struct vc_moment *m)
{
	for (int rank = 0; rank < r->nodes; rank++) {
		struct vc_stand *const s = &m->node[rank];
		struct vcube_view view = {
			.now = s->now, .settled = s->settled, .since = s->since, .done = s->done,
		};

		vcube_view_settle(r->machine, rank, &view);
		s->now = view.now;
		s->settled = view.settled;
	}
}

void
vc_recording_settle(struct vc_recording *r)
{
	for (int i = 0; i < r->moments; i++) {
		settle_clocks(r, r->moment[i]);
		count_links(r, i);
	}
}
