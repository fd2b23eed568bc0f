/* SPDX-License-Identifier: BSD-2-Clause */
/* Torus: a closed grid of two axes or more. */
#include "topo.h"

const struct vc_family vc_torus = {
	.name           = "torus",
	.form           = "AxB[xC...]",
	.text           = "a grid with every axis closed to a ring",
	.manual = {
		.permitted = "2 to " VC_TEXT(VC_AXES_MAX) " axes (ring is for one), each from 1, "
			     "and at most " VC_TEXT(VCUBE_NODES_MAX) " nodes in all",
		.axes      = "the sizes as written",
		.wires     = "as on a mesh, and each axis is closed to a ring: one of length 2 has "
			     "one wire and no port down, one of length 1 none",
		.routes    = "dimension order from the last axis, on each in the shorter direction, "
			     "upwards if both are equal",
		.classes   = "axisN: those of axis N, from 0",
		.bisection = "Azizoglu and Egecioglu, The bisection width and the isoperimetric "
			     "number of arrays, 2004",
	},
	.examples       = (const char *const[]){
		"torus:8x8", "torus:1x1", "torus:2x1", "torus:2x2", "torus:3x3", "torus:2x5",
		"torus:4x6", "torus:5x7", "torus:2x3x4", "torus:4x4x4", "torus:4x4x4x4",
		"torus:8x8x4", "torus:32x16x32", NULL
	},
	.least          = 2,
	.most           = VC_AXES_MAX,
	.mode           = 1,
	VC_GRID_SLOTS,
	.place          = vc_grid_place,
	.bend           = vc_grid_bend,
	.color_means    = "axis",
	.small          = vc_grid_small,
	.of_nodes       = vc_grid_of_nodes,
};
