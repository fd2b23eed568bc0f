/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Communicators made of groups alone. No communicator is there to agree through, so members send
 * their numbers as messages among all nodes, whose tag is made of the string that the program
 * gives: calls at the same time have different ones.
 */
#include <string.h>
#include "comm.h"
#include "info.h"
#include "inter.h"

static int
check_string(struct process *p, const char *string)
{
	if (string == NULL)
		return vcm_error(p, MPI_ERR_ARG, "the string is NULL");
	if (strlen(string) >= MPI_MAX_STRINGTAG_LEN)
		return vcm_error(p, MPI_ERR_ARG, "the string has %zu characters, more than %d",
				 strlen(string), MPI_MAX_STRINGTAG_LEN - 1);
	return MPI_SUCCESS;
}

/* FNV-1a */
static int
tag_of(const char *string)
{
	uint32_t hash = UINT32_C(2166136261);

	for (; *string != '\0'; string++)
		hash = (hash ^ (unsigned char)*string) * UINT32_C(16777619);
	return (int)(hash & VCM_TAG_UB);
}

/* Makes a communicator of a group; its first member's numbers hold. NULL: memory is short. */
static struct comm *
make(struct process *p, struct group *g, int tag)
{
	struct contexts contexts;

	if (g->rank == 0)
		contexts = vcm_take_contexts(p);
	else
		vcm_check(p, (vcube_trecv)(p->node, NULL, g->nodes[0], tag, &contexts,
					 sizeof contexts, NULL));
	for (int i = 1; g->rank == 0 && i < g->size; i++)
		vcm_check(p, (vcube_tsend)(p->node, NULL, g->nodes[i], tag, &contexts,
					 sizeof contexts));
	vcm_contexts_for_threads(&contexts);
	return vcm_comm_new(p, p->comms->predefined[0], g, NULL, &contexts);
}

/* Gives the program what was made, with its error handler and hints. */
static int
give(struct process *p, struct comm *made, MPI_Errhandler errhandler, MPI_Info info,
     MPI_Comm *newcomm)
{
	int code;

	if (made == NULL)
		return vcm_no_room_for_comm(p);
	code = vcm_set_errhandler(p, ON_COMM, &made->handler, errhandler);
	if (code == MPI_SUCCESS)
		code = vcm_info_replace(p, &made->info, info);
	if (code != MPI_SUCCESS)
		vcm_object_drop(p, made);
	else
		*newcomm = ((struct comm *)vcm_object_give(p, made))->handle;
	return code;
}

/* Of the communicator that a call makes */
#define OWNER(p, errhandler, none) {vcm_errhandler(p, errhandler), none, "communicator", "to be made"}

static int
from_group(struct process *p, MPI_Group group, const char *stringtag, MPI_Info info,
	   MPI_Errhandler errhandler, MPI_Comm *newcomm)
{
	int code;

	NEED_PLACE(p, newcomm);
	NEED_GROUP(p, g, group);
	code = check_string(p, stringtag);
	if (code != MPI_SUCCESS)
		return code;
	if (g->rank == MPI_UNDEFINED) {
		*newcomm = MPI_COMM_NULL;
		return MPI_SUCCESS;
	}
	return give(p, make(p, g, tag_of(stringtag)), errhandler, info, newcomm);
}

MPI_FUNCTION(int, Comm_create_from_group, (MPI_Group group, const char *stringtag, MPI_Info info,
	MPI_Errhandler errhandler, MPI_Comm *newcomm))
{
	struct process *p = ENTER();
	MPI_Comm none = MPI_COMM_NULL;
	const struct error_owner owner = OWNER(p, errhandler, &none);

	vcm_raise_on(p, &owner, ON_COMM);
	return vcm_raised(p, from_group(p, group, stringtag, info, errhandler, newcomm));
}

static int
check_leader(struct process *p, const struct group *g, int leader, const char *which)
{
	return leader >= 0 && leader < g->size ? MPI_SUCCESS
		: vcm_error(p, MPI_ERR_RANK, "%s leader %d is not in 0 .. %d", which, leader,
			    g->size - 1);
}

static int
from_groups(struct process *p, MPI_Group local_group, int local_leader, MPI_Group remote_group,
	    int remote_leader, const char *stringtag, MPI_Info info, MPI_Errhandler errhandler,
	    MPI_Comm *newintercomm)
{
	struct group *there = NULL;
	struct bridge bridge = {NULL, 0, 0};
	struct comm *local, *made;
	int code;

	NEED_PLACE(p, newintercomm);
	NEED_GROUP(p, here, local_group);
	if (here->rank == MPI_UNDEFINED)
		return vcm_error(p, MPI_ERR_GROUP, "the process is not in the local group");
	code = check_string(p, stringtag);
	if (code == MPI_SUCCESS)
		code = check_leader(p, here, local_leader, "local");
	if (code == MPI_SUCCESS && here->rank == local_leader) {
		there = vcm_group(p, remote_group);
		code = there == NULL ? vcm_no_object(p, &vcm_kind_group, remote_group)
			: check_leader(p, there, remote_leader, "remote");
		if (code == MPI_SUCCESS)
			bridge = (struct bridge){NULL, there->nodes[remote_leader],
				tag_of(stringtag)};
	}
	if (code != MPI_SUCCESS)
		return code;
	local = make(p, here, tag_of(stringtag));
	if (local == NULL)
		return vcm_no_room_for_comm(p);
	code = vcm_inter(p, local, local_leader, &bridge, &made);
	vcm_object_drop(p, local);
	return code != MPI_SUCCESS ? code : give(p, made, errhandler, info, newintercomm);
}

MPI_FUNCTION(int, Intercomm_create_from_groups, (MPI_Group local_group, int local_leader,
	MPI_Group remote_group, int remote_leader, const char *stringtag, MPI_Info info,
	MPI_Errhandler errhandler, MPI_Comm *newintercomm))
{
	struct process *p = ENTER();
	MPI_Comm none = MPI_COMM_NULL;
	const struct error_owner owner = OWNER(p, errhandler, &none);

	vcm_raise_on(p, &owner, ON_COMM);
	return vcm_raised(p, from_groups(p, local_group, local_leader, remote_group, remote_leader,
					 stringtag, info, errhandler, newintercomm));
}
