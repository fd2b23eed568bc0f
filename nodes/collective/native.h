/* SPDX-License-Identifier: BSD-2-Clause */
/* On which topologies the algorithms are native that a machine suits. */
#ifndef VC_NATIVE_H
#define VC_NATIVE_H

#include "node.h"

/* Members, and where they sit: those of a group, or else all nodes. */
struct vc_wiring {
	const vcube_topology *topology;
	const int *position;            /* of each rank of the machine */
	const char *mapping;
	bool routed;                    /* messages cross many links at a time, one by one */
	vcube_node *self;               /* whose group it is */
	vcube_group *group;             /* NULL: all nodes */
	int size;
};

/* Of the kinds of topology in `among`, a bit each, those embedded here with dilation 1. */
unsigned vc_native_kinds(const struct vc_wiring *wiring, unsigned among);
/* Of a member's group, or of all nodes. It lives as long as the machine and the group. */
struct vc_wiring vc_wiring_of(vcube_node *self, vcube_group *group, int size);
/* Of a machine so described. 0, or a code with the reason in *error; then, too,
 * *topology and *position are to be freed. */
int vc_wiring_described(const struct vcube_desc *desc, struct vc_wiring *wiring,
			vcube_topology **topology, int **position, struct vcube_error *error);

#endif
