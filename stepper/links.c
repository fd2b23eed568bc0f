/* SPDX-License-Identifier: BSD-2-Clause */
/* Which links the messages of a step cross: by the topology's routes. */
#include <string.h>
#include "recording.h"

enum { HOPS_MAX = VC_STEP_NODES_MAX };

const struct vc_load *
vc_recording_links(const struct vc_recording *r, const struct vc_moment *m)
{
	long way[HOPS_MAX];

	memset(r->load, 0, (size_t)r->links * sizeof *r->load);
	for (int i = 0; i < m->transfers; i++) {
		const struct vc_transfer *const t = &m->transfer[i];
		int hops = 0;

		if (t->messages > 0)
			hops = vcube_topology_route(r->topology, r->position[t->from],
						    r->position[t->to], way, HOPS_MAX);
		for (int k = 0; k < hops && k < HOPS_MAX; k++) {
			r->load[way[k]].messages += t->messages;
			r->load[way[k]].bytes += t->bytes;
			r->load[way[k]].pairs++;
		}
	}
	return r->load;
}
