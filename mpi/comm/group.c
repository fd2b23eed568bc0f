/* SPDX-License-Identifier: BSD-2-Clause */
/* Groups: making, freeing, asking, comparing. */
#include <stdlib.h>
#include <string.h>
#include "comm.h"
#include "error.h"
#include "group.h"
#include "parts.h"

static void
release_group(struct process *p, void *object)
{
	struct group *g = object;

	free(g->nodes);
	vcm_object_drop(p, g->session);
}

const struct kind vcm_kind_group = {
	KIND_GROUP, "group", sizeof(struct group), release_group
};

struct groups {
	struct group *empty;
};

static int
open_groups(struct process *p)
{
	p->groups = calloc(1, sizeof *p->groups);
	if (p->groups == NULL)
		return VCUBE_EHOST;
	p->groups->empty = vcm_group_new(p, NULL, 0);
	if (p->groups->empty == NULL)
		return VCUBE_EHOST;
	p->groups->empty->handle = MPI_GROUP_EMPTY;
	return 0;
}

static void
close_groups(struct process *p)
{
	free(p->groups);
}

const struct part vcm_part_groups = {"groups", open_groups, close_groups};

struct group *
vcm_group(struct process *p, MPI_Group handle)
{
	return handle == MPI_GROUP_EMPTY ? p->groups->empty : vcm_object_at(handle, &vcm_kind_group);
}

int
vcm_rank_in(const struct group *group, int node)
{
	if (group->rank >= 0 && group->nodes[group->rank] == node)
		return group->rank;
	for (int i = 0; i < group->size; i++)
		if (group->nodes[i] == node)
			return i;
	return MPI_UNDEFINED;
}

struct group *
vcm_group_new(struct process *p, const int *nodes, int size)
{
	struct group *g = vcm_object_new(p, &vcm_kind_group);

	if (g == NULL)
		return NULL;
	g->handle = (MPI_Group)(void *)g;
	g->nodes = malloc((size_t)size * sizeof *g->nodes + 1);
	if (g->nodes == NULL) {
		vcm_object_drop(p, g);
		return NULL;
	}
	if (size > 0)
		memcpy(g->nodes, nodes, (size_t)size * sizeof *g->nodes);
	g->size = size;
	g->rank = MPI_UNDEFINED;
	g->rank = vcm_rank_in(g, p->rank);
	return g;
}

void
vcm_group_join(struct group *g, struct session *session)
{
	if (g->session == NULL && session != NULL)
		g->session = vcm_object_keep(session);
}

MPI_Group
vcm_group_share(struct process *p, struct group *g)
{
	vcm_object_keep(g);
	vcm_object_give(p, g);
	return g->handle;
}

int
vcm_give_group(struct process *p, const int *nodes, int size, struct session *session,
	       MPI_Group *handle)
{
	struct group *const g = size > 0 ? vcm_group_new(p, nodes, size) : NULL;

	if (size > 0 && g == NULL)
		return vcm_error(p, MPI_ERR_NO_MEM, "no memory for a group of %d ranks", size);
	*handle = MPI_GROUP_EMPTY;      /* nobody has to free that */
	if (g == NULL)
		return MPI_SUCCESS;
	vcm_group_join(g, session);
	*handle = g->handle;
	vcm_object_give(p, g);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Group_free, (MPI_Group *group))
{
	struct process *p = ENTER();
	struct group *g = vcm_group(p, *group);

	/* communicators may have it still */
	if (g == NULL || (g != p->groups->empty && g->object.handles == 0))
		return vcm_no_object(p, &vcm_kind_group, *group);
	if (g != p->groups->empty)
		vcm_object_take(p, g);
	*group = MPI_GROUP_NULL;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Group_size, (MPI_Group group, int *size))
{
	struct process *p = ENTER();

	NEED_PLACE(p, size);
	NEED_GROUP(p, g, group);
	*size = g->size;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Group_rank, (MPI_Group group, int *rank))
{
	struct process *p = ENTER();

	NEED_PLACE(p, rank);
	NEED_GROUP(p, g, group);
	*rank = g->rank;
	return MPI_SUCCESS;
}

int
vcm_compare_groups(const struct group *a, const struct group *b)
{
	if (a->size != b->size)
		return MPI_UNEQUAL;
	if (memcmp(a->nodes, b->nodes, (size_t)a->size * sizeof *a->nodes) == 0)
		return MPI_IDENT;
	for (int i = 0; i < a->size; i++)
		if (vcm_rank_in(b, a->nodes[i]) == MPI_UNDEFINED)
			return MPI_UNEQUAL;
	return MPI_SIMILAR;
}

MPI_FUNCTION(int, Group_compare, (MPI_Group group1, MPI_Group group2, int *result))
{
	struct process *p = ENTER();

	NEED_PLACE(p, result);
	NEED_GROUP(p, a, group1);
	NEED_GROUP(p, b, group2);
	*result = vcm_compare_groups(a, b);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Group_translate_ranks, (MPI_Group group1, int n, const int ranks1[],
	MPI_Group group2, int ranks2[]))
{
	struct process *p = ENTER();
	NEED_GROUP(p, a, group1);
	NEED_GROUP(p, b, group2);

	if (n < 0)
		return vcm_error(p, MPI_ERR_ARG, "%d ranks", n);
	if (n > 0)
		NEED_PLACE(p, ranks2);
	for (int i = 0; i < n; i++) {
		if (ranks1[i] != MPI_PROC_NULL && (ranks1[i] < 0 || ranks1[i] >= a->size))
			return vcm_error(p, MPI_ERR_RANK, "rank %d is not in 0 .. %d", ranks1[i],
					 a->size - 1);
		ranks2[i] = ranks1[i] == MPI_PROC_NULL ? MPI_PROC_NULL
			: vcm_rank_in(b, a->nodes[ranks1[i]]);
	}
	return MPI_SUCCESS;
}
