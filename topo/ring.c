/* SPDX-License-Identifier: BSD-2-Clause */
/* Ring: a closed grid of one axis. */
#include "topo.h"

static const char *
setup(vcube_topology *t)
{
	return vc_grid_setup(t, true);
}

static const char *const examples[] = {
	"ring:24", "ring:1", "ring:2", "ring:3", "ring:4", "ring:7", "ring:256", "ring:16384", NULL
};

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
	.examples       = examples,
	.least          = 1,
	.most           = 1,
	.setup          = setup,
	.neighbor       = vc_grid_neighbor,
	.port           = vc_grid_port,
	.distance       = vc_grid_distance,
	.route          = vc_grid_route,
	.numbered_class = "axis",
	.class_of       = vc_grid_class,
	.place          = vc_place_circle,
	.small          = vc_first_example,
	.of_nodes       = vc_of_any_nodes,
};
