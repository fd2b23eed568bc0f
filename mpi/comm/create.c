/* SPDX-License-Identifier: BSD-2-Clause */
/* Communicators made of communicators: copies, parts, and chosen members; and their end. */
#include <stdlib.h>
#include <string.h>
#include "attribute.h"
#include "check.h"
#include "info.h"
#include "topology.h"
#include "wrong.h"

static int
give(struct process *p, struct comm *made, MPI_Comm *newcomm)
{
	*newcomm = made == NULL ? MPI_COMM_NULL : ((struct comm *)vcm_object_give(p, made))->handle;
	return MPI_SUCCESS;
}

/* A copy has the program's attributes, the hints and the topology. */
static int
duplicate(struct coll *call)
{
	struct process *p = call->p;
	struct comm *c = call->comm, *made;
	int code = vcm_divide(p, c, call->tag, 0, c->rank, &made);

	if (code == MPI_SUCCESS)
		code = vcm_copy_attributes(p, c->attributes, c->handle, &made->attributes);
	if (code == MPI_SUCCESS && c->info != NULL)
		code = vcm_info_inherit(p, &made->info, c->info);
	if (code != MPI_SUCCESS) {
		vcm_object_drop(p, made);
		made = NULL;
	} else {
		made->topology = vcm_topology_keep(c->topology);
	}
	give(p, made, call->out.buffer);
	return code;
}

static int
check_dup(struct process *p, struct coll *c, MPI_Comm comm, MPI_Comm *newcomm)
{
	int code;

	NEED_PLACE(p, newcomm);
	code = vcm_coll_begin(p, c, comm);
	c->out.buffer = newcomm;
	return code;
}

MPI_FUNCTION(int, Comm_dup, (MPI_Comm comm, MPI_Comm *newcomm))
{
	struct coll c;
	const int code = check_dup(ENTER(), &c, comm, newcomm);

	return code == MPI_SUCCESS ? vcm_agree(&c), duplicate(&c) : code;
}

MPI_FUNCTION(int, Comm_idup, (MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request))
{
	struct coll c;
	const int code = check_dup(ENTER(), &c, comm, newcomm);

	return code == MPI_SUCCESS ? vcm_agree(&c), vcm_coll_start(&c, duplicate, request) : code;
}

/* With hints of its own, in place of those of the communicator. The hints are read at once, and
 * wait in a copy. */
static int
duplicate_with_info(struct coll *call)
{
	const int code = duplicate(call);
	const MPI_Comm *made = call->out.buffer;
	struct info **hints = call->in.buffer;

	if (code == MPI_SUCCESS) {
		vcm_object_drop(call->p, vcm_comm(call->p, *made)->info);
		vcm_comm(call->p, *made)->info = *hints;
		*hints = NULL;
	}
	vcm_object_drop(call->p, *hints);
	free(hints);
	return code;
}

static int
check_dup_with_info(struct process *p, struct coll *c, MPI_Comm comm, MPI_Info info,
	MPI_Comm *newcomm)
{
	struct info **hints = calloc(1, sizeof *hints);
	int code = hints == NULL ? vcm_no_room_for_comm(p) : check_dup(p, c, comm, newcomm);

	if (code == MPI_SUCCESS) {
		c->in.buffer = hints;
		code = vcm_info_replace(p, hints, info);
	}
	if (code != MPI_SUCCESS)
		free(hints);
	return code;
}

MPI_FUNCTION(int, Comm_dup_with_info, (MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm))
{
	struct coll c;
	const int code = check_dup_with_info(ENTER(), &c, comm, info, newcomm);

	return code == MPI_SUCCESS ? vcm_agree(&c), duplicate_with_info(&c) : code;
}

MPI_FUNCTION(int, Comm_idup_with_info, (MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm,
	MPI_Request *request))
{
	struct coll c;
	const int code = check_dup_with_info(ENTER(), &c, comm, info, newcomm);

	return code == MPI_SUCCESS ? vcm_agree(&c), vcm_coll_start(&c, duplicate_with_info, request)
		: code;
}

static int
divide(struct process *p, struct comm *c, int color, int key, MPI_Comm *newcomm)
{
	struct comm *made;
	int code;

	vcm_note(p, c, 0, 0);
	code = vcm_divide(p, c, vcm_agree_on(p, c), color, key, &made);
	return code == MPI_SUCCESS ? give(p, made, newcomm) : code;
}

MPI_FUNCTION(int, Comm_split, (MPI_Comm comm, int color, int key, MPI_Comm *newcomm))
{
	struct process *p = ENTER();

	NEED_PLACE(p, newcomm);
	NEED_COMM(p, c, comm);
	if (color < 0 && color != MPI_UNDEFINED)
		return vcm_comm_error(p, c, MPI_ERR_ARG,
				      "color %d is negative and not MPI_UNDEFINED", color);
	return divide(p, c, color, key, newcomm);
}

/* All nodes share memory, which no hardware divides any further. */
MPI_FUNCTION(int, Comm_split_type, (MPI_Comm comm, int split_type, int key, MPI_Info info,
	MPI_Comm *newcomm))
{
	struct process *p = ENTER();

	NEED_PLACE(p, newcomm);
	(void)info;
	NEED_COMM(p, c, comm);
	switch (split_type) {
	case MPI_COMM_TYPE_SHARED:
		return divide(p, c, 0, key, newcomm);
	case MPI_UNDEFINED:
	case MPI_COMM_TYPE_HW_UNGUIDED:
	case MPI_COMM_TYPE_HW_GUIDED:
	case MPI_COMM_TYPE_RESOURCE_GUIDED:
		return divide(p, c, MPI_UNDEFINED, key, newcomm);
	default:
		return vcm_comm_error(p, c, MPI_ERR_ARG, "%d is not a split type", split_type);
	}
}

/* Groups of several calls may differ, and are disjoint then; each is a part of its own, with
 * the rank of its first member as color. On a side of an intercommunicator there is one. */
MPI_FUNCTION(int, Comm_create, (MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm))
{
	struct process *p = ENTER();
	int color;

	NEED_PLACE(p, newcomm);
	NEED_COMM(p, c, comm);
	NEED_GROUP(p, g, group);
	for (int i = 0; i < g->size; i++)
		if (vcm_rank_in(c->group, g->nodes[i]) == MPI_UNDEFINED)
			return vcm_comm_error(p, c, MPI_ERR_GROUP,
					      "member %d of the group is not in the communicator", i);
	if (g->rank == MPI_UNDEFINED)
		color = MPI_UNDEFINED;
	else
		color = c->inter ? 0 : g->nodes[0];
	return divide(p, c, color, g->rank, newcomm);
}

/* Only the group's members call it: its first one sends the numbers to the others. */
MPI_FUNCTION(int, Comm_create_group, (MPI_Comm comm, MPI_Group group, int tag,
	MPI_Comm *newcomm))
{
	struct process *p = ENTER();
	struct contexts contexts;
	struct comm *made;

	NEED_PLACE(p, newcomm);
	NEED_COMM(p, c, comm);
	NEED_GROUP(p, g, group);
	if (tag < 0)
		return vcm_comm_error(p, c, MPI_ERR_TAG, "tag %d is negative", tag);
	if (c->inter)
		return vcm_comm_error(p, c, MPI_ERR_COMM, "it is an intercommunicator");
	if (g->rank == MPI_UNDEFINED)
		return give(p, NULL, newcomm);
	tag |= VCM_FIRST_GIVEN_TAG;
	if (g->rank == 0)
		contexts = vcm_take_contexts(p);
	else
		vcm_check(p, (vcube_trecv)(p->node, vcm_hidden(p, c),
					 vcm_rank_in(c->group, g->nodes[0]), tag, &contexts,
					 sizeof contexts, NULL));
	for (int i = 1; g->rank == 0 && i < g->size; i++)
		vcm_check(p, (vcube_tsend)(p->node, vcm_hidden(p, c),
					 vcm_rank_in(c->group, g->nodes[i]), tag, &contexts,
					 sizeof contexts));
	vcm_contexts_for_threads(&contexts);
	made = vcm_comm_new(p, c, g, NULL, &contexts);
	return made == NULL ? vcm_no_room_for_comm(p) : give(p, made, newcomm);
}

static int
free_comm(struct process *p, MPI_Comm *comm)
{
	NEED_COMM(p, c, *comm);
	int code;

	if (c == p->comms->predefined[0] || c == p->comms->predefined[1])
		return vcm_comm_error(p, c, MPI_ERR_COMM, "a predefined communicator cannot be freed");
	if (p->strict)
		vcm_agree_on(p, c);
	code = vcm_delete_attributes(p, &c->attributes, c->handle);
	if (code != MPI_SUCCESS)
		return code;
	if (p->strict)
		vcm_comm_retain(c);
	vcm_object_take(p, c);
	*comm = MPI_COMM_NULL;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Comm_free, (MPI_Comm *comm))
{
	return free_comm(ENTER(), comm);
}

MPI_FUNCTION(int, Comm_disconnect, (MPI_Comm *comm))
{
	return free_comm(ENTER(), comm);
}

/* No process was spawned. */
MPI_FUNCTION(int, Comm_get_parent, (MPI_Comm *parent))
{
	(void)ENTER();
	*parent = MPI_COMM_NULL;
	return MPI_SUCCESS;
}
