/* SPDX-License-Identifier: BSD-2-Clause */
/* The native topologies of a machine and of groups of its nodes. */
#ifndef VC_NATIVE_H
#define VC_NATIVE_H

#include "node.h"

/* The members of a group, or all nodes, and their positions on the topology. */
struct vc_wiring {
	const vcube_topology *topology;
	const int *position;            /* of each rank of the machine */
	const char *mapping;
	bool routed;                    /* cut-through to any node, one port, full duplex */
	vcube_node *self;               /* holder of the group's handle */
	vcube_group *group;             /* NULL: all nodes */
	int size;
	_Atomic(uint32_t) *native;      /* the group's, or NULL: nothing is kept */
};

/* Returns the native kinds among `among`, as bits 1u << kind: those embedded here with
 * dilation 1, and those that the families of embedded ones add. */
unsigned vc_native_kinds(const struct vc_wiring *wiring, unsigned among);
/* Returns those embedded with dilation 1 alone. */
unsigned vc_wired_kinds(const struct vc_wiring *wiring, unsigned among);
/* Returns the wiring of a member's group, or of all nodes (NULL). It is valid as long as
 * the machine and the group. */
struct vc_wiring vc_wiring_of(vcube_node *self, vcube_group *group, int size);
/* Writes the wiring of a described machine. Returns 0, or a code with the reason in
 * *error. The caller frees *topology and *position in either case. */
int vc_wiring_described(const struct vcube_desc *desc, struct vc_wiring *wiring,
			vcube_topology **topology, int **position, struct vcube_error *error);

#endif
