/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Groups: an ordered subset of the nodes, within which ranks count from 0.
 *
 * Wherever a call takes a group, NULL stands for all nodes. A group belongs to
 * the node that got it; its members hold one each. Groups left at the end of a
 * run are released with it.
 */
#ifndef VCUBE_GROUP_H
#define VCUBE_GROUP_H

#include <vcube/node.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vcube_group vcube_group;

/* In vcube_split(): this node joins no group. */
#define VCUBE_NO_COLOR (-1)

/*
 * Splits `group`: members that give the same colour (>= 0) form a group, in
 * the order of (key, rank in `group`). Collective: blocks until every member
 * has called it. Costs no messages; all leave at the time of the latest. *part
 * is NULL for a node that gave VCUBE_NO_COLOR. Rows of a q-column array:
 * vcube_split(self, NULL, rank / q, rank, &row).
 */
int vcube_split(vcube_node *self, vcube_group *group, int color, int key, vcube_group **part);

/*
 * Waits for every member of the group without a message: all leave at the
 * clock of the latest. For measuring and set-up; the collective that a real
 * machine would run is vcube_barrier(). Blocks.
 */
int vcube_align(vcube_node *self, vcube_group *group);

void vcube_group_free(vcube_node *self, vcube_group *group);

int vcube_group_rank(const vcube_node *self, const vcube_group *group);
int vcube_group_size(const vcube_node *self, const vcube_group *group);
/* The machine-wide rank of a member. */
int vcube_group_node(const vcube_node *self, const vcube_group *group, int rank);

#ifdef __cplusplus
}
#endif
#endif
