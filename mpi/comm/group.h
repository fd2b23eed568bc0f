/* SPDX-License-Identifier: BSD-2-Clause */
/* Groups: ordered sets of ranks of MPI_COMM_WORLD. */
#ifndef VCM_GROUP_H
#define VCM_GROUP_H

#include "error.h"

struct session;

struct group {
	struct object object;
	MPI_Group handle;
	int size;
	int rank;               /* of this process; MPI_UNDEFINED: it is no member */
	int *nodes;             /* rank in MPI_COMM_WORLD of each member */
	struct session *session; /* that it was made in; NULL: that of MPI_Init() */
};

extern const struct kind vcm_kind_group;

/* Returns the group, or NULL if the handle is none. */
struct group *vcm_group(struct process *p, MPI_Group handle);
#define NEED_GROUP(p, g, handle) \
	NEED(struct group, g, vcm_group(p, handle), vcm_no_object(p, &vcm_kind_group, handle))
/* Makes a group of a copy of the list; NULL if memory is short. */
struct group *vcm_group_new(struct process *p, const int *nodes, int size);
/* Gives the program a handle of a group that others have as well. */
MPI_Group vcm_group_share(struct process *p, struct group *group);
/* Makes a group for the program, of this session; returns the error's code if memory is short. */
int vcm_give_group(struct process *p, const int *nodes, int size, struct session *session,
		   MPI_Group *handle);
/* Makes a group one of this session, unless it is of one; accepts NULL. */
void vcm_group_join(struct group *group, struct session *session);
/* Returns the rank of a node in the group, or MPI_UNDEFINED. */
int vcm_rank_in(const struct group *group, int node);
/* Returns MPI_IDENT, MPI_SIMILAR or MPI_UNEQUAL. */
int vcm_compare_groups(const struct group *a, const struct group *b);

#endif
