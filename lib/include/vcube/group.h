/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Groups: ordered subsets of the nodes, in which ranks count from 0.
 *
 * Where a call takes a group, NULL means all nodes. Each member holds a group object
 * of its own, which only that node may use. The end of a run releases all groups.
 */
#ifndef VCUBE_GROUP_H
#define VCUBE_GROUP_H

#include <vcube/node.h>

VCUBE_BEGIN_

typedef struct vcube_group vcube_group;

/* Colour in vcube_split(): this node joins no group. */
#define VCUBE_NO_COLOR (-1)

/*
 * Splits `group`: members with the same colour (>= 0) form a new group, ordered by
 * (key, rank in `group`); *part is NULL for a node with VCUBE_NO_COLOR. Collective:
 * blocks until every member has called it. Sends no messages; all members leave at
 * the clock of the latest. Rows of an array of q columns:
 * vcube_split(self, NULL, rank / q, rank, &row).
 */
int vcube_split(vcube_node *self, vcube_group *group, int color, int key, vcube_group **part);

/*
 * Waits for every member of the group without messages: all leave at the clock of the
 * latest. For measurement and set-up; vcube_barrier() is the collective that a real
 * machine would run. Collective; blocks.
 */
int vcube_align(vcube_node *self, vcube_group *group);

/* Added to a context: threads that share a member (vcube_share(), vcube/node.h) may be in
 * collectives of several such groups at once, which are not compared with each other. */
#define VCUBE_CONTEXT_THREADS (UINT32_C(1) << 27)

/*
 * Makes a group without communication: node numbers[i] of the machine has rank i. Every
 * member calls it with the same numbers and context, in any order, and does not wait for
 * the others. The context tells the group's messages from those of other groups: one
 * member gets a new one from vcube_context() and sends it to the others. Returns NULL if
 * the node has failed: it is no member, or another member gave other numbers
 * (VCUBE_EINVAL).
 */
uint32_t vcube_context(vcube_node *self);
vcube_group *vcube_group_of(vcube_node *self, const int *numbers, int count, uint32_t context);

/* Releases this node's group; accepts NULL. */
void vcube_group_free(vcube_node *self, vcube_group *group);

/* The node's rank in the group; the number of members. */
int vcube_group_rank(const vcube_node *self, const vcube_group *group);
int vcube_group_size(const vcube_node *self, const vcube_group *group);
/* The rank of a member in the machine. */
int vcube_group_node(const vcube_node *self, const vcube_group *group, int rank);

VCUBE_END_
#endif
