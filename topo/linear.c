/* SPDX-License-Identifier: BSD-2-Clause */
/* Linear: an open grid of one axis. */
#include "topo.h"

/* Places nodes in rows of 16, in alternating directions. */
static void
place(const vcube_topology *t, struct vc_point *place)
{
	const int row = 16;

	for (int v = 0; v < t->nodes; v++) {
		const int column = v % row, y = v / row;

		place[v].x = VCUBE_PITCH * (y % 2 == 0 ? column : row - 1 - column);
		place[v].y = VCUBE_PITCH * y;
	}
}

const struct vc_family vc_linear = {
	.name           = "linear",
	.form           = "N",
	.text           = "N nodes in a line",
	.manual = {
		.permitted = "N from 1 to " VC_TEXT(VCUBE_NODES_MAX),
		.axes      = "{N}",
		.wires     = "as on a ring, without the wire that closes it",
		.routes    = "along the line",
		.classes   = "axis0: all",
	},
	.examples       = (const char *const[]){
		"linear:24", "linear:1", "linear:2", "linear:3", "linear:100", "linear:16384",
		NULL
	},
	.least          = 1,
	.most           = 1,
	VC_GRID_SLOTS,
	.place          = place,
	.small          = vc_first_example,
	.of_nodes       = vc_of_any_nodes,
};
