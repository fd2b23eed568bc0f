/* SPDX-License-Identifier: BSD-2-Clause */
/* Ring: a closed grid of one axis. */
#include "topo.h"

const struct vc_family vc_ring = {
	.name           = "ring",
	.form           = "N",
	.text           = "N nodes in a circle",
	.manual = {
		.permitted = "N from 1 to " VC_TEXT(VCUBE_NODES_MAX),
		.axes      = "{N}",
		.wires     = "port 0 leads to the right, to x + 1 mod N; port 1 to the left; "
			     "a ring of 2 has one wire and no port to the left, a ring of 1 none",
		.routes    = "in the shorter direction, to the right if both are equal",
		.classes   = "axis0: all",
	},
	.examples       = (const char *const[]){
		"ring:24", "ring:1", "ring:2", "ring:3", "ring:4", "ring:7", "ring:256",
		"ring:16384", NULL
	},
	.least          = 1,
	.most           = 1,
	.mode           = 1,
	VC_GRID_SLOTS,
	.place          = vc_place_circle,
	.small          = vc_first_example,
	.of_nodes       = vc_of_any_nodes,
};
