/* SPDX-License-Identifier: BSD-2-Clause */
/* Mesh: an open grid of two axes or more. */
#include "topo.h"

const struct vc_family vc_mesh = {
	.name           = "mesh",
	.form           = "AxB[xC...]",
	.text           = "a grid with open edges",
	.manual = {
		.permitted = "2 to " VC_TEXT(VC_AXES_MAX) " axes (linear is for one), each from 1, "
			     "and at most " VC_TEXT(VCUBE_NODES_MAX) " nodes in all",
		.axes      = "the sizes as written",
		.wires     = "row major: the last axis varies fastest; "
			     "port 2a leads up axis a, port 2a + 1 down",
		.routes    = "dimension order from the last axis: first along the row, then along "
			     "the column",
		.classes   = "axisN: those of axis N, from 0",
		.bisection = "Azizoglu and Egecioglu, The bisection width and the isoperimetric "
			     "number of arrays, 2004",
	},
	.examples       = (const char *const[]){
		"mesh:8x8", "mesh:1x1", "mesh:1x5", "mesh:2x2", "mesh:3x4", "mesh:5x1x3",
		"mesh:4x4x4", "mesh:128x128", "mesh:2x2x2x2x2x2x2x2x2x2x2x2x2x2", "mesh:1x16384",
		NULL
	},
	.least          = 2,
	.most           = VC_AXES_MAX,
	VC_GRID_SLOTS,
	.place          = vc_grid_place,
	.bend           = vc_grid_bend,
	.color_means    = "axis",
	.small          = vc_grid_small,
	.of_nodes       = vc_grid_of_nodes,
};
