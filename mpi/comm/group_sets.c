/* SPDX-License-Identifier: BSD-2-Clause */
/* Groups made of groups: union, intersection, difference, chosen ranks and ranges of ranks. */
#include <stdlib.h>
#include <string.h>
#include "error.h"
#include "group.h"

/* A list of nodes in the making. */
struct list {
	int *nodes;
	int size;
};

/* `member[node]` says whether the group has the node. */
static bool *
members_of(const struct process *p, const struct group *g)
{
	bool *member = calloc((size_t)p->size, sizeof *member);

	for (int i = 0; member != NULL && i < g->size; i++)
		member[g->nodes[i]] = true;
	return member;
}

/* Adds the nodes of the group that are members, or that are not. */
static void
add_if(struct list *list, const struct group *g, const bool *member, bool wanted)
{
	for (int i = 0; i < g->size; i++)
		if (member[g->nodes[i]] == wanted)
			list->nodes[list->size++] = g->nodes[i];
}

typedef void combining(struct list *list, const struct group *a, const struct group *b,
		       const bool *in_a, const bool *in_b);

static void
unite(struct list *list, const struct group *a, const struct group *b, const bool *in_a,
      const bool *in_b)
{
	(void)in_b;
	add_if(list, a, in_a, true);
	add_if(list, b, in_a, false);
}

static void
intersect(struct list *list, const struct group *a, const struct group *b, const bool *in_a,
	  const bool *in_b)
{
	(void)b, (void)in_a;
	add_if(list, a, in_b, true);
}

static void
subtract(struct list *list, const struct group *a, const struct group *b, const bool *in_a,
	 const bool *in_b)
{
	(void)b, (void)in_a;
	add_if(list, a, in_b, false);
}

static int
no_memory(struct process *p)
{
	return vcm_error(p, MPI_ERR_NO_MEM, "no memory for a group");
}

static int
make(struct process *p, combining *combine, MPI_Group group1, MPI_Group group2,
     MPI_Group *newgroup)
{
	const struct group *a = vcm_group(p, group1), *b = vcm_group(p, group2);
	struct list list = {NULL, 0};
	bool *in_a, *in_b;
	int code;

	NEED_PLACE(p, newgroup);
	if (a == NULL || b == NULL)
		return vcm_no_object(p, &vcm_kind_group, a == NULL ? group1 : group2);
	in_a = members_of(p, a);
	in_b = members_of(p, b);
	list.nodes = calloc((size_t)p->size, sizeof *list.nodes);
	if (in_a == NULL || in_b == NULL || list.nodes == NULL) {
		code = no_memory(p);
	} else {
		combine(&list, a, b, in_a, in_b);
		code = vcm_give_group(p, list.nodes, list.size, a->session, newgroup);
	}
	free(list.nodes);
	free(in_a);
	free(in_b);
	return code;
}

MPI_FUNCTION(int, Group_union, (MPI_Group group1, MPI_Group group2, MPI_Group *newgroup))
{
	return make(ENTER(), unite, group1, group2, newgroup);
}

MPI_FUNCTION(int, Group_intersection, (MPI_Group group1, MPI_Group group2, MPI_Group *newgroup))
{
	return make(ENTER(), intersect, group1, group2, newgroup);
}

MPI_FUNCTION(int, Group_difference, (MPI_Group group1, MPI_Group group2, MPI_Group *newgroup))
{
	return make(ENTER(), subtract, group1, group2, newgroup);
}

/* Ranks first, first + stride .. that do not pass last; ranges may count down. */
struct ranges {
	int count;
	const int (*range)[3];
};

/* Returns how many ranks a valid range has. */
static int
length_of(const int range[3])
{
	return (range[1] - range[0]) / range[2] + 1;
}

static int
check_range(struct process *p, const struct group *g, const int range[3])
{
	if (range[2] == 0)
		return vcm_error(p, MPI_ERR_ARG, "a range has stride 0");
	if (range[0] < 0 || range[0] >= g->size)
		return vcm_error(p, MPI_ERR_RANK, "rank %d is not in 0 .. %d", range[0],
				 g->size - 1);
	if (range[2] > 0 ? range[1] < range[0] : range[1] > range[0])
		return vcm_error(p, MPI_ERR_ARG, "stride %d does not lead from rank %d to %d",
				 range[2], range[0], range[1]);
	if (range[0] + (length_of(range) - 1) * range[2] >= g->size
	    || range[0] + (length_of(range) - 1) * range[2] < 0)
		return vcm_error(p, MPI_ERR_RANK, "rank %d is not in 0 .. %d",
				 range[0] + (length_of(range) - 1) * range[2], g->size - 1);
	return MPI_SUCCESS;
}

/* Sets chosen[rank] of every rank of the ranges, and lists them in their order. */
static int
choose(struct process *p, const struct group *g, const struct ranges *r, bool *chosen,
       struct list *list)
{
	for (int i = 0; i < r->count; i++) {
		const int *range = r->range[i];
		const int code = check_range(p, g, range);

		if (code != MPI_SUCCESS)
			return code;
		for (int k = 0; k < length_of(range); k++) {
			const int rank = range[0] + k * range[2];

			if (chosen[rank])
				return vcm_error(p, MPI_ERR_RANK, "rank %d occurs twice", rank);
			chosen[rank] = true;
			list->nodes[list->size++] = g->nodes[rank];
		}
	}
	return MPI_SUCCESS;
}

static void
list_others(const struct group *g, const bool *chosen, struct list *list)
{
	list->size = 0;
	for (int i = 0; i < g->size; i++)
		if (!chosen[i])
			list->nodes[list->size++] = g->nodes[i];
}

static int
take(struct process *p, MPI_Group group, const struct ranges *r, bool include,
     MPI_Group *newgroup)
{
	struct list list = {NULL, 0};
	bool *chosen;
	int code;

	NEED_PLACE(p, newgroup);
	NEED_GROUP(p, g, group);
	if (r->count < 0)
		return vcm_error(p, MPI_ERR_ARG, "the number of ranks or ranges is %d; it must be "
				 "0 or more", r->count);
	chosen = calloc((size_t)g->size + 1, sizeof *chosen);
	list.nodes = calloc((size_t)g->size + 1, sizeof *list.nodes);
	if (chosen == NULL || list.nodes == NULL)
		code = no_memory(p);
	else
		code = choose(p, g, r, chosen, &list);
	if (code == MPI_SUCCESS) {
		if (!include)
			list_others(g, chosen, &list);
		code = vcm_give_group(p, list.nodes, list.size, g->session, newgroup);
	}
	free(list.nodes);
	free(chosen);
	return code;
}

/* Ranks are ranges of one. */
static int
take_ranks(struct process *p, MPI_Group group, int n, const int ranks[], bool include,
	   MPI_Group *made)
{
	int (*range)[3] = calloc(n > 0 ? (size_t)n : 1, sizeof *range);
	int code;

	if (range == NULL)
		return no_memory(p);
	for (int i = 0; i < n; i++) {
		range[i][0] = range[i][1] = ranks[i];
		range[i][2] = 1;
	}
	code = take(p, group, &(struct ranges){n, (const int (*)[3])range}, include, made);
	free(range);
	return code;
}

MPI_FUNCTION(int, Group_incl, (MPI_Group group, int n, const int ranks[], MPI_Group *newgroup))
{
	return take_ranks(ENTER(), group, n, ranks, true, newgroup);
}

MPI_FUNCTION(int, Group_excl, (MPI_Group group, int n, const int ranks[], MPI_Group *newgroup))
{
	return take_ranks(ENTER(), group, n, ranks, false, newgroup);
}

MPI_FUNCTION(int, Group_range_incl, (MPI_Group group, int n, int ranges[][3],
	MPI_Group *newgroup))
{
	return take(ENTER(), group, &(struct ranges){n, (const int (*)[3])ranges}, true, newgroup);
}

MPI_FUNCTION(int, Group_range_excl, (MPI_Group group, int n, int ranges[][3],
	MPI_Group *newgroup))
{
	return take(ENTER(), group, &(struct ranges){n, (const int (*)[3])ranges}, false, newgroup);
}
