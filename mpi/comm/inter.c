/* SPDX-License-Identifier: BSD-2-Clause */
/* Intercommunicators: making them of two groups, and merging their sides. */
#include <stdlib.h>
#include "inter.h"
#include "wrong.h"

/* What the leader of a side tells the other one, before the list of its members. */
struct offer {
	int size;
	struct contexts contexts;
};

static void *
allocate(struct process *p, size_t bytes)
{
	void *memory = malloc(bytes + 1);

	if (memory == NULL)
		vcm_fail(p, "no memory for an intercommunicator");
	return memory;
}

/* The leaders tell each other what is on their side, and their sides what they were told. */
static int *
exchange(struct process *p, const struct comm *local, int leader, const struct bridge *bridge,
	 const struct offer *mine, struct offer *theirs)
{
	const bool leads = local->rank == leader;
	const size_t offer = sizeof *mine;
	int *nodes;

	if (leads)
		vcm_swap(p, bridge->group, bridge->leader, bridge->tag, mine, offer, theirs, offer);
	vcm_check(p, (vcube_bcast)(p->node, local->local, leader, theirs, offer, VCUBE_BYTES(1),
				 NULL));
	nodes = allocate(p, (size_t)theirs->size * sizeof *nodes);
	if (leads)
		vcm_swap(p, bridge->group, bridge->leader, bridge->tag, local->group->nodes,
			 (size_t)local->size * sizeof *nodes, nodes,
			 (size_t)theirs->size * sizeof *nodes);
	vcm_check(p, (vcube_bcast)(p->node, local->local, leader, nodes,
				 (size_t)theirs->size * sizeof *nodes, VCUBE_BYTES(1), NULL));
	return nodes;
}

/* Checks that nobody is on both sides. */
static int
check_sides(struct process *p, struct comm *c, const int *nodes, int size)
{
	for (int i = 0; i < size; i++)
		if (vcm_rank_in(c->group, nodes[i]) != MPI_UNDEFINED)
			return vcm_comm_error(p, c, MPI_ERR_COMM, "rank %d of MPI_COMM_WORLD is on both sides "
					      "of the intercommunicator, which may have no member in common",
					      nodes[i]);
	return MPI_SUCCESS;
}

int
vcm_inter(struct process *p, struct comm *c, int leader, const struct bridge *bridge, struct comm **made)
{
	struct offer mine = {c->size, vcm_take_contexts(p)}, theirs;
	struct group *remote;
	int *nodes, code;

	vcm_check(p, (vcube_bcast)(p->node, c->local, leader, &mine, sizeof mine, VCUBE_BYTES(1),
				 NULL));
	nodes = exchange(p, c, leader, bridge, &mine, &theirs);
	code = check_sides(p, c, nodes, theirs.size);
	remote = code == MPI_SUCCESS ? vcm_group_new(p, nodes, theirs.size) : NULL;
	free(nodes);
	if (code != MPI_SUCCESS)
		return code;
	*made = NULL;
	if (remote != NULL) {
		if (remote->nodes[0] < c->group->nodes[0]) {
			theirs.contexts.local = mine.contexts.local;
			mine.contexts = theirs.contexts;
		}
		*made = vcm_comm_new(p, c, c->group, remote, &mine.contexts);
	}
	vcm_object_drop(p, remote);
	return *made != NULL ? MPI_SUCCESS : vcm_no_room_for_comm(p);
}

MPI_FUNCTION(int, Intercomm_create, (MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm,
	int remote_leader, int tag, MPI_Comm *newintercomm))
{
	struct process *p = ENTER();
	struct bridge bridge = {NULL, 0, 0};
	struct comm *made;
	int code;

	NEED_PLACE(p, newintercomm);
	NEED_COMM(p, c, local_comm);
	if (c->inter)
		return vcm_comm_error(p, c, MPI_ERR_COMM, "it is an intercommunicator");
	if (local_leader < 0 || local_leader >= c->size)
		return vcm_comm_error(p, c, MPI_ERR_RANK, "leader %d is not in 0 .. %d",
				      local_leader, c->size - 1);
	if (c->rank == local_leader) {
		NEED_COMM(p, peer, peer_comm);

		if (remote_leader < 0 || remote_leader >= peer->peers)
			return vcm_comm_error(p, peer, MPI_ERR_RANK,
					      "remote leader %d is not in 0 .. %d", remote_leader,
					      peer->peers - 1);
		if (tag < 0)
			return vcm_comm_error(p, peer, MPI_ERR_TAG, "tag %d is negative", tag);
		bridge = (struct bridge){vcm_hidden(p, peer), peer->first + remote_leader,
			tag | VCM_FIRST_GIVEN_TAG};
	}
	code = vcm_inter(p, c, local_leader, &bridge, &made);
	if (code == MPI_SUCCESS)
		*newintercomm = ((struct comm *)vcm_object_give(p, made))->handle;
	return code;
}

/* Which side comes first: the one that says so, or, if both say the same, the first of the
 * line. The first members agree on it, and on the numbers. */
struct order {
	int high;
	struct contexts contexts;
};

static bool
comes_first(const struct comm *c, const struct order *mine, const struct order *theirs)
{
	return mine->high != theirs->high ? !mine->high : c->first != 0;
}

MPI_FUNCTION(int, Intercomm_merge, (MPI_Comm intercomm, int high, MPI_Comm *newintracomm))
{
	struct process *p = ENTER();
	struct comm *made = NULL;
	struct order mine = {high != 0, vcm_take_contexts(p)}, theirs;
	const struct group *first, *second;
	struct group *all;
	int *nodes, tag;

	NEED_PLACE(p, newintracomm);
	NEED_COMM(p, c, intercomm);
	if (!c->inter)
		return vcm_comm_error(p, c, MPI_ERR_COMM, "it is not an intercommunicator");
	tag = vcm_agree_on(p, c);
	if (c->rank == 0)
		vcm_swap(p, vcm_hidden(p, c), c->first, tag, &mine, sizeof mine, &theirs,
			 sizeof theirs);
	vcm_check(p, (vcube_bcast)(p->node, c->local, 0, &mine, sizeof mine, VCUBE_BYTES(1), NULL));
	vcm_check(p, (vcube_bcast)(p->node, c->local, 0, &theirs, sizeof theirs, VCUBE_BYTES(1),
				 NULL));
	first = comes_first(c, &mine, &theirs) ? c->group : c->remote;
	second = first == c->group ? c->remote : c->group;
	nodes = allocate(p, (size_t)(first->size + second->size) * sizeof *nodes);
	for (int i = 0; i < first->size + second->size; i++)
		nodes[i] = i < first->size ? first->nodes[i] : second->nodes[i - first->size];
	all = vcm_group_new(p, nodes, first->size + second->size);
	free(nodes);
	if (all != NULL)
		made = vcm_comm_new(p, c, all, NULL, first == c->group ? &mine.contexts
				    : &theirs.contexts);
	vcm_object_drop(p, all);
	if (made == NULL)
		return vcm_no_room_for_comm(p);
	*newintracomm = ((struct comm *)vcm_object_give(p, made))->handle;
	return MPI_SUCCESS;
}
