/* SPDX-License-Identifier: BSD-2-Clause */
#include "topologies.h"

const char *const topology_texts[] = {
	"hypercube:0", "hypercube:1", "hypercube:2", "hypercube:5", "hypercube:8",
	"hypercube:14",
	"ring:1", "ring:2", "ring:3", "ring:4", "ring:7", "ring:256", "ring:16384",
	"linear:1", "linear:2", "linear:3", "linear:100", "linear:16384",
	"mesh:1x1", "mesh:1x5", "mesh:2x2", "mesh:3x4", "mesh:5x1x3", "mesh:128x128",
	"mesh:2x2x2x2x2x2x2x2x2x2x2x2x2x2", "mesh:1x16384",
	"torus:1x1", "torus:2x1", "torus:2x2", "torus:3x3", "torus:2x5", "torus:4x6",
	"torus:5x7", "torus:2x3x4", "torus:4x4x4x4", "torus:8x8x4", "torus:32x16x32",
	"fattree:1x1", "fattree:1x14", "fattree:2x1", "fattree:2x2", "fattree:3x3",
	"fattree:4x3", "fattree:2x7", "fattree:5x2", "fattree:2x14", "fattree:128x2",
	"fattree:16384x1",
	"full:1", "full:2", "full:3", "full:64", "full:16384",
};

const size_t topology_texts_count = COUNT(topology_texts);

vcube_topology *
topology_of(const char *text)
{
	struct vcube_error error;
	vcube_topology *const t = vcube_topology_parse(text, &error);

	if (t == NULL)
		fail_msg("%s", error.text);
	return t;
}
