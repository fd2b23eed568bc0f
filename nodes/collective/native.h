/* SPDX-License-Identifier: BSD-2-Clause */
/* Where algorithms are at home. */
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

/* The kinds of topology among these, each a bit, what is at home on which is so here. */
unsigned vc_homes(const struct vc_wiring *wiring, unsigned among);
/* Of a member's group, or of all nodes. It lives as long as the machine and the group. */
struct vc_wiring vc_wiring_of(vcube_node *self, vcube_group *group, int size);
/* Of a machine so described. 0, or a code with the reason in *error; then, too,
 * *topology and *position are to be freed. */
int vc_wiring_described(const struct vcube_desc *desc, struct vc_wiring *wiring,
			vcube_topology **topology, int **position, struct vcube_error *error);

#endif
