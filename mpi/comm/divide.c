/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Dividing communicators. Every member sees the colors and keys of all, and the numbers that
 * each would give to a communicator; those of a color's first member are taken. So one
 * exchange does.
 */
#include <stdlib.h>
#include "comm.h"

/* What a member puts on the table. */
struct entry {
	int node, color, key;
	struct contexts contexts;
};

/* A side of the communicator; of an intercommunicator there are two. */
struct side {
	int count;
	struct entry *entries;
};

static void
open_side(struct process *p, struct side *side, int count)
{
	side->count = count;
	side->entries = calloc((size_t)count, sizeof *side->entries);
	if (side->entries == NULL)
		vcm_fail(p, "no memory to split a communicator of %d ranks", count);
}

/* The first members of both sides exchange the tables, then pass on what they got. */
static void
exchange(struct process *p, struct comm *c, int tag, const struct side *local,
	 struct side *remote)
{
	const size_t mine = (size_t)local->count * sizeof *local->entries;
	const size_t theirs = (size_t)remote->count * sizeof *remote->entries;

	if (c->rank == 0)
		vcm_swap(p, vcm_hidden(p, c), c->first, tag, local->entries, mine, remote->entries,
			 theirs);
	vcm_check(p, (vcube_bcast)(p->node, c->local, 0, remote->entries, theirs, VCUBE_BYTES(1),
				 NULL));
}

/* By color, then key; the sort that uses it keeps the order of equals by their places. */
static int
compare(const void *a, const void *b)
{
	const struct entry *x = *(const struct entry *const *)a;
	const struct entry *y = *(const struct entry *const *)b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x < y ? -1 : x > y;
}

/* Makes the group of a color, and tells its first member's numbers. NULL: memory is short. */
static struct group *
group_of(struct process *p, const struct side *side, int color, struct contexts *contexts)
{
	const struct entry **found = malloc((size_t)side->count * sizeof *found);
	int *nodes = malloc((size_t)side->count * sizeof *nodes);
	struct group *group = NULL;
	int count = 0;

	if (found != NULL && nodes != NULL) {
		for (int i = 0; i < side->count; i++)
			if (side->entries[i].color == color)
				found[count++] = &side->entries[i];
		qsort(found, (size_t)count, sizeof *found, compare);
		for (int i = 0; i < count; i++)
			nodes[i] = found[i]->node;
		if (count > 0)
			*contexts = found[0]->contexts;
		for (int i = 0; i < count; i++)
			if (found[i]->contexts.line & VCUBE_CONTEXT_THREADS)
				vcm_contexts_for_threads(contexts);
		group = vcm_group_new(p, nodes, count);
	}
	free(found);
	free(nodes);
	return group;
}

static int
join(struct process *p, struct comm *c, int color, const struct side *local,
     const struct side *remote, struct comm **made)
{
	struct contexts mine, theirs;
	struct group *here = group_of(p, local, color, &mine), *there = NULL;
	bool alone = false;

	if (c->inter) {
		there = group_of(p, remote, color, &theirs);
		alone = there != NULL && there->size == 0;
		/* both sides take the line of the one that comes first in it */
		if (here != NULL && there != NULL && !alone && there->nodes[0] < here->nodes[0]) {
			theirs.local = mine.local;
			mine = theirs;
		}
	}
	*made = NULL;
	if (here != NULL && (there != NULL || !c->inter) && !alone)
		*made = vcm_comm_new(p, c, here, there, &mine);
	vcm_object_drop(p, here);
	vcm_object_drop(p, there);
	return *made != NULL || alone ? MPI_SUCCESS : vcm_no_room_for_comm(p);
}

int
vcm_divide(struct process *p, struct comm *c, int tag, int color, int key, struct comm **made)
{
	const struct entry mine = {p->rank, color, key, vcm_take_contexts(p)};
	struct side local, remote = {0, NULL};
	int code = MPI_SUCCESS;

	open_side(p, &local, c->size);
	vcm_check(p, (vcube_allgather)(p->node, c->local, &mine, local.entries, sizeof mine,
				     VCUBE_BYTES(1), NULL));
	if (c->inter) {
		open_side(p, &remote, c->peers);
		exchange(p, c, tag, &local, &remote);
	}
	*made = NULL;
	if (color != MPI_UNDEFINED)
		code = join(p, c, color, &local, &remote, made);
	free(local.entries);
	free(remote.entries);
	return code;
}
