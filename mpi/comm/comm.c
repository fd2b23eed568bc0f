/* SPDX-License-Identifier: BSD-2-Clause */
/* Communicators: the predefined ones, and what can be asked of each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "attribute.h"
#include "comm.h"
#include "info.h"
#include "parts.h"

static void
release_comm(struct process *p, void *object)
{
	struct comm *c = object;

	vcm_object_drop(p, c->group);
	vcm_object_drop(p, c->remote);
	vcm_object_drop(p, c->handler);
	vcm_object_drop(p, c->info);
	vcm_forget_attributes(c->attributes);
}

const struct kind vcm_kind_comm = {
	KIND_COMM, "communicator", sizeof(struct comm), release_comm
};

static int
open_predefined(struct process *p, int i, const char *name, const int *nodes, int size)
{
	struct comm *c = p->comms->predefined[i] = vcm_object_new(p, &vcm_kind_comm);

	if (c == NULL)
		return VCUBE_EHOST;
	c->handle = (MPI_Comm)((uintptr_t)MPI_COMM_WORLD + (unsigned)i);
	c->group = vcm_group_new(p, nodes, size);
	if (c->group == NULL)
		return VCUBE_EHOST;
	c->rank = c->group->rank;
	c->size = c->peers = size;
	c->handler = vcm_object_keep(vcm_errhandler(p, MPI_ERRORS_ARE_FATAL));
	strcpy(c->name, name);
	return 0;
}

static int
open_comms(struct process *p)
{
	int *nodes = calloc((size_t)p->size, sizeof *nodes);
	int code = VCUBE_EHOST;

	p->comms = calloc(1, sizeof *p->comms);
	if (nodes != NULL && p->comms != NULL) {
		for (int i = 0; i < p->size; i++)
			nodes[i] = i;
		code = open_predefined(p, 0, "MPI_COMM_WORLD", nodes, p->size);
		if (code == 0)
			code = open_predefined(p, 1, "MPI_COMM_SELF", &p->rank, 1);
	}
	free(nodes);
	return code;
}

static void
close_comms(struct process *p)
{
	free(p->comms);
}

const struct part vcm_part_comms = {"communicators", open_comms, close_comms};

int
vcm_comm_error(struct process *p, struct comm *comm, int code, const char *format, ...)
{
	const struct error_owner owner = {comm->handler, &comm->handle, "communicator", comm->name};
	va_list arguments;
	int result;

	va_start(arguments, format);
	result = vcm_raise(p, &owner, code, format, arguments);
	va_end(arguments);
	return result;
}

int
vcm_no_comm(struct process *p, MPI_Comm handle)
{
	return vcm_error(p, MPI_ERR_COMM, handle == MPI_COMM_NULL
			 ? "the communicator is MPI_COMM_NULL"
			 : "the handle is no communicator, or was freed");
}

MPI_FUNCTION(int, Comm_size, (MPI_Comm comm, int *size))
{
	struct process *p = ENTER();
	const struct comm *c = vcm_comm(p, comm);

	if (c == NULL)
		return vcm_no_comm(p, comm);
	*size = c->size;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Comm_rank, (MPI_Comm comm, int *rank))
{
	struct process *p = ENTER();
	const struct comm *c = vcm_comm(p, comm);

	if (c == NULL)
		return vcm_no_comm(p, comm);
	*rank = c->rank;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Comm_test_inter, (MPI_Comm comm, int *flag))
{
	struct process *p = ENTER();
	const struct comm *c = vcm_comm(p, comm);

	if (c == NULL)
		return vcm_no_comm(p, comm);
	*flag = c->inter;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Comm_group, (MPI_Comm comm, MPI_Group *group))
{
	struct process *p = ENTER();
	struct comm *c = vcm_comm(p, comm);

	if (c == NULL)
		return vcm_no_comm(p, comm);
	*group = ((struct group *)vcm_object_keep(c->group))->handle;
	return MPI_SUCCESS;
}

static int
no_remote(struct process *p, struct comm *c)
{
	return vcm_comm_error(p, c, MPI_ERR_COMM, "it is no intercommunicator");
}

MPI_FUNCTION(int, Comm_remote_size, (MPI_Comm comm, int *size))
{
	struct process *p = ENTER();
	struct comm *c = vcm_comm(p, comm);

	if (c == NULL)
		return vcm_no_comm(p, comm);
	if (!c->inter)
		return no_remote(p, c);
	*size = c->remote->size;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Comm_remote_group, (MPI_Comm comm, MPI_Group *group))
{
	struct process *p = ENTER();
	struct comm *c = vcm_comm(p, comm);

	if (c == NULL)
		return vcm_no_comm(p, comm);
	if (!c->inter)
		return no_remote(p, c);
	*group = ((struct group *)vcm_object_keep(c->remote))->handle;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Comm_set_info, (MPI_Comm comm, MPI_Info info))
{
	struct process *p = ENTER();
	struct comm *c = vcm_comm(p, comm);

	return c == NULL ? vcm_no_comm(p, comm) : vcm_info_replace(p, &c->info, info);
}

MPI_FUNCTION(int, Comm_get_info, (MPI_Comm comm, MPI_Info *info_used))
{
	struct process *p = ENTER();
	const struct comm *c = vcm_comm(p, comm);

	return c == NULL ? vcm_no_comm(p, comm) : vcm_info_copy(p, c->info, info_used);
}

MPI_FUNCTION(int, Comm_set_name, (MPI_Comm comm, const char *comm_name))
{
	struct process *p = ENTER();
	struct comm *c = vcm_comm(p, comm);

	if (c == NULL)
		return vcm_no_comm(p, comm);
	snprintf(c->name, sizeof c->name, "%s", comm_name);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Comm_get_name, (MPI_Comm comm, char *comm_name, int *resultlen))
{
	struct process *p = ENTER();
	const struct comm *c = vcm_comm(p, comm);

	/* Its name, as MPI_COMM_WORLD has one. */
	if (comm == MPI_COMM_NULL) {
		*resultlen = snprintf(comm_name, MPI_MAX_OBJECT_NAME, "MPI_COMM_NULL");
		return MPI_SUCCESS;
	}
	if (c == NULL)
		return vcm_no_comm(p, comm);
	*resultlen = snprintf(comm_name, MPI_MAX_OBJECT_NAME, "%s", c->name);
	return MPI_SUCCESS;
}

/* Whether two communicators have the same members is up to their groups alone. */
static int
compare(const struct comm *a, const struct comm *b)
{
	int local, remote = MPI_IDENT;

	if (a == b)
		return MPI_IDENT;
	if (a->inter != b->inter)
		return MPI_UNEQUAL;
	local = vcm_compare_groups(a->group, b->group);
	if (a->inter)
		remote = vcm_compare_groups(a->remote, b->remote);
	if (local == MPI_UNEQUAL || remote == MPI_UNEQUAL)
		return MPI_UNEQUAL;
	return local == MPI_IDENT && remote == MPI_IDENT ? MPI_CONGRUENT : MPI_SIMILAR;
}

MPI_FUNCTION(int, Comm_compare, (MPI_Comm comm1, MPI_Comm comm2, int *result))
{
	struct process *p = ENTER();
	const struct comm *a = vcm_comm(p, comm1), *b = vcm_comm(p, comm2);

	if (a == NULL || b == NULL)
		return vcm_no_comm(p, a == NULL ? comm1 : comm2);
	*result = compare(a, b);
	return MPI_SUCCESS;
}
