/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Groups, internally. All members share the table of members, which never changes; each
 * member has its own handle.
 *
 * Rendezvous (vcube_split, vcube_align): each member writes its seat and counts itself in;
 * the last one computes the result, opens a new generation and wakes the rest. Orders: the
 * acq_rel chain on `here` shows the last one all seats; GROUP-GENERATION shows everybody
 * what the last one wrote.
 *
 * A group's number is one more than the greatest that any of its members had before. So all
 * members agree on it in every run, and no two groups of one node share a number.
 */
#ifndef VC_GROUP_H
#define VC_GROUP_H

#include "node.h"
#include "part.h"

struct vc_seat {                /* a member's, at a rendezvous */
	int color, key;
	uint32_t number;                /* the greatest number of its groups */
	vcube_time now;
	const char *here;               /* where the program came to it; NULL: not known */
	struct vc_group_shared *part;   /* written by the last one to come; NULL once the member
					   holds it */
	int rank;                       /* in that part */
	bool split;                     /* false: align */
	bool seated;
};

/* Returns the call that came to it. */
static inline const char *
vc_seat_call(const struct vc_seat *seat)
{
	return seat->split ? "vcube_split" : "vcube_align";
}

/* Contexts of groups that programs make. Split groups count from 1. */
#define VC_CONTEXT_MADE (UINT32_C(1) << 28)

struct vc_group_shared {
	_Atomic(int) holders;           /* handles; the last to go frees it */
	int size;
	uint32_t number;                /* 0: all nodes; from VC_CONTEXT_MADE on: its context */
	bool listed;                    /* by number in the machine: such groups, and all where
					   processes tell each other of them */
	struct vc_group_shared *next_made;      /* of these */
	int *members;                   /* rank in the machine; NULL: identity */
	int *sorted;                    /* ranks in the group, sorted by member */
	_Atomic(uint32_t) native;       /* nodes/collective/native.c: what is known of its wires */
	struct vc_seat *seats;
	_Atomic(int) here;
	_Atomic(uint32_t) generation;
	vcube_time latest;              /* clock, and its breakdown if the clock has such */
	struct vcube_parts latest_path;
	int refused;                    /* code of a failed rendezvous, or 0 */
	int odd;                        /* the first member whose rendezvous differs in kind
					   from that of rank 0, or -1 */
};

struct vcube_group {
	struct vc_group_shared *shared; /* that of no group once it is freed */
	vcube_node *owner;
	int rank;
	uint32_t calls_made;            /* collectives over the group */
	uint32_t fibers_made;
	int color;
	const char *here;               /* the vcube_split() call that made it, or NULL */
	vcube_group *next, *prev;       /* of the same node */
};

static inline int
vc_group_size(const vcube_node *self, const vcube_group *group)
{
	return group ? group->shared->size : self->machine->nodes;
}

/* Returns the rank in the machine of a member, or -1 if there is no such member. */
static inline int
vc_group_member(const vcube_node *self, const vcube_group *group, int rank)
{
	if ((unsigned)rank >= (unsigned)vc_group_size(self, group))
		return -1;
	return group ? group->shared->members[rank] : rank;
}

/* Returns the latest clock of the members at their last rendezvous. */
static inline vcube_time
vc_group_latest(const vcube_node *self, const vcube_group *group)
{
	return (group ? group->shared : self->machine->world)->latest;
}

static inline uint32_t
vc_group_number(const vcube_group *group)
{
	return group ? group->shared->number : 0;
}

/* Returns the node's code; fails if the group is freed or another node's. Calls whose partner is
 * a member may do without: a freed group has none. */
int vc_group_refuse(vcube_node *self, const char *call, const vcube_group *group);
bool vc_group_is_free(const vcube_group *group);
static inline int
vc_group_check(vcube_node *self, const char *call, const vcube_group *group)
{
	return group == NULL || vc_likely(group->owner == self && !vc_group_is_free(group) && !self->strict)
		? self->code : vc_group_refuse(self, call, group);
}

/* Returns the rank in the group of a node of the machine, or -1. */
int vc_group_find(const vcube_node *self, const vcube_group *group, int rank);

/* Describes the group and where the node got it. Returns `buffer`. */
enum { VC_GROUP_ROOM = 160 };
const char *vc_group_text(const vcube_group *group, char buffer[VC_GROUP_ROOM]);

struct vc_group_shared *vc_group_new(int size, bool table);
/* Fills in the sorted ranks of a table. */
void vc_group_sort(struct vc_group_shared *shared);
/* Returns a new handle of the node's, or NULL: no memory. Drops `shared` then. */
vcube_group *vc_group_hold(vcube_node *self, const char *call, struct vc_group_shared *shared,
			   int rank, int color);
static inline int
vc_group_first(const struct vc_group_shared *shared)
{
	return shared->members != NULL ? shared->members[0] : 0;
}

/* Returns how many of these nodes run in this process. */
int vc_group_local(const vcube_machine *machine, const int *members, int size);
/* Lists a group; finds one: no two of the same number have a member in common. Under `sharing`. */
void vc_group_list(vcube_machine *machine, struct vc_group_shared *shared);
struct vc_group_shared *vc_group_listed(vcube_machine *machine, uint32_t number, int first);
/* Drops a listed group, under `sharing`. */
void vc_group_unmake(vcube_machine *machine, struct vc_group_shared *shared);
void vc_group_drop(struct vc_group_shared *shared);
extern const struct vc_part vc_part_groups;
/* Returns the first member missing from the rendezvous, as rank in the machine. */
int vc_group_missing(const vcube_node *self, const vcube_group *group);
/* Returns the seat of a member, by its rank in the group, in the rendezvous that is to end next. */
const struct vc_seat *vc_group_seat(const vcube_node *self, const vcube_group *group, int rank);

#endif
