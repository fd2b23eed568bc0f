/* SPDX-License-Identifier: BSD-2-Clause */
/* Places nodes in a circle, for families whose nodes are all alike. */
#include "topo.h"

#include <math.h>

void
vc_place_circle(const vcube_topology *t, struct vc_point *place)
{
	const double radius = t->nodes > 1 ? 40 + (VCUBE_PITCH - 12) * t->nodes / (2 * M_PI) : 0;

	for (int v = 0; v < t->nodes; v++) {
		const double angle = 2 * M_PI * v / t->nodes;

		place[v].x = radius * sin(angle);
		place[v].y = -radius * cos(angle);
	}
}
