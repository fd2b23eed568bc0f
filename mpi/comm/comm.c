/* SPDX-License-Identifier: BSD-2-Clause */
/* Communicators: the predefined ones, and what can be asked of each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "attribute.h"
#include "comm.h"
#include "info.h"
#include "parts.h"
#include "topology.h"
#include "wrong.h"

static void
release_comm(struct process *p, void *object)
{
	struct comm *c = object;

	vcube_group_free(p->node, c->hidden);
	vcube_group_free(p->node, c->parts[0]);
	vcube_group_free(p->node, c->parts[1]);
	if (c->inter)
		vcube_group_free(p->node, c->local);
	vcube_group_free(p->node, c->line);
	vcm_object_drop(p, c->group);
	vcm_object_drop(p, c->remote);
	vcm_object_drop(p, c->handler);
	vcm_object_drop(p, c->info);
	vcm_forget_attributes(c->attributes);
	vcm_topology_drop(c->topology);
	vcm_buffer_free(p, c->buffer);
	vcm_lanes_free(c->lanes);
}

const struct kind vcm_kind_comm = {
	KIND_COMM, "communicator", sizeof(struct comm), release_comm
};

static const struct kind kind_retained = {
	KIND_COMM, "communicator", sizeof(struct comm), release_comm
};

void
vcm_comm_retain(struct comm *c)
{
	vcm_object_keep(c);
	c->object.kind = &kind_retained;
}

void
vcm_contexts_for_threads(struct contexts *c)
{
	c->line |= VCUBE_CONTEXT_THREADS;
	c->hidden |= VCUBE_CONTEXT_THREADS;
	c->local |= VCUBE_CONTEXT_THREADS;
}

struct contexts
vcm_take_contexts(struct process *p)
{
	struct contexts c;

	c.line = vcube_context(p->node);
	c.hidden = vcube_context(p->node);
	c.local = vcube_context(p->node);
	if (p->thread_level >= MPI_THREAD_SERIALIZED)
		vcm_contexts_for_threads(&c);
	return c;
}

/* All messages of a machine carry a header, or none. */
static void
set_peers(const struct process *p, struct comm *c, int peers)
{
	c->peers = peers;
	c->plain_peers = p->strict ? 0 : peers;
	c->header = p->strict ? sizeof(struct header) : 0;
}

/* The members of both sides; the caller frees the list. NULL: memory is short. */
static int *
unite(const struct group *first, const struct group *second)
{
	int *nodes = malloc((size_t)(first->size + second->size) * sizeof *nodes);

	if (nodes != NULL) {
		memcpy(nodes, first->nodes, (size_t)first->size * sizeof *nodes);
		memcpy(nodes + first->size, second->nodes, (size_t)second->size * sizeof *nodes);
	}
	return nodes;
}

static vcube_group *
group_of(struct process *p, const struct comm *c, uint32_t context)
{
	const bool after = c->inter && c->first == 0;
	vcube_group *group = NULL;
	int *nodes;

	if (!c->inter)
		return (vcube_group_of)(p->node, c->group->nodes, c->size, context);
	nodes = after ? unite(c->remote, c->group) : unite(c->group, c->remote);
	if (nodes != NULL)
		group = (vcube_group_of)(p->node, nodes, c->size + c->peers, context);
	free(nodes);
	return group;
}

vcube_group *
vcm_hidden(struct process *p, struct comm *c)
{
	if (c->hidden == NULL)
		c->hidden = group_of(p, c, c->contexts.hidden);
	if (c->hidden == NULL)
		vcm_leave(p, 1);
	return c->hidden;
}

/* Groups that run no collectives: whether their context is one of threads is free to tell them from
 * those that do. */
vcube_group *
vcm_parts_group(struct process *p, struct comm *c, bool second)
{
	vcube_group **const group = &c->parts[second];
	const uint32_t context = second ? c->contexts.hidden : c->contexts.line;

	if (*group == NULL)
		*group = group_of(p, c, context ^ VCUBE_CONTEXT_THREADS);
	if (*group == NULL)
		vcm_leave(p, 1);
	return *group;
}

void
vcm_swap(struct process *p, vcube_group *group, int peer, int tag, const void *out,
	 size_t out_bytes, void *in, size_t in_bytes)
{
	vcube_request *const sent = (vcube_tisend)(p->node, group, peer, tag, out, out_bytes);

	vcm_check(p, (vcube_trecv)(p->node, group, peer, tag, in, in_bytes, NULL));
	vcm_check(p, (vcube_wait)(p->node, sent, NULL));
}

static bool
join(struct process *p, struct comm *c)
{
	c->line = group_of(p, c, c->contexts.line);
	c->local = !c->inter ? c->line
		: (vcube_group_of)(p->node, c->group->nodes, c->size, c->contexts.local);
	return c->line != NULL && c->local != NULL;
}

struct comm *
vcm_comm_new(struct process *p, const struct comm *parent, struct group *local,
	     struct group *remote, const struct contexts *contexts)
{
	struct comm *c = vcm_object_new(p, &vcm_kind_comm);

	if (c == NULL)
		return NULL;
	c->handle = (MPI_Comm)(void *)c;
	c->group = vcm_object_keep(local);
	vcm_group_join(local, parent->group->session);
	c->rank = local->rank;
	c->size = local->size;
	set_peers(p, c, remote == NULL ? local->size : remote->size);
	c->handler = vcm_object_keep(parent->handler);
	c->contexts = *contexts;
	if (remote != NULL)
		vcm_contexts_for_threads(&c->contexts);
	if (remote != NULL) {
		c->inter = true;
		vcm_group_join(remote, parent->group->session);
		c->remote = vcm_object_keep(remote);
		c->first = local->nodes[0] < remote->nodes[0] ? local->size : 0;
	}
	if (!join(p, c)) {
		vcm_object_drop(p, c);
		return NULL;
	}
	return c;
}

/* Their groups of the library are joined by MPI_Init. */
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
	c->size = size;
	set_peers(p, c, size);
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

/* The line of MPI_COMM_WORLD are all nodes. */
int
vcm_join_predefined(struct process *p)
{
	struct comm *world = p->comms->predefined[0], *self = p->comms->predefined[1];

	if (p->rank == 0)
		world->contexts = vcm_take_contexts(p);
	vcm_check(p, (vcube_bcast)(p->node, NULL, 0, &world->contexts, sizeof world->contexts,
				 VCUBE_BYTES(1), NULL));
	self->contexts = vcm_take_contexts(p);
	p->joined[0] = world;
	p->joined[1] = self;
	return join(p, self) ? MPI_SUCCESS : vcm_no_room_for_comm(p);
}

static void
close_comms(struct process *p)
{
	free(p->comms);
}

const struct part vcm_part_comms = {"communicators", open_comms, close_comms};

struct error_owner
vcm_comm_owner(struct comm *comm)
{
	return (struct error_owner){comm->handler, &comm->handle, "communicator",
		comm->name[0] != '\0' ? comm->name : "without a name"};
}

int
vcm_no_comm(struct process *p, MPI_Comm handle)
{
	return handle == MPI_COMM_WORLD || handle == MPI_COMM_SELF
		? vcm_error(p, MPI_ERR_COMM, "MPI_Init, which creates it, has not been called")
		: vcm_no_object(p, &vcm_kind_comm, handle);
}

int
vcm_comm_no_object(struct process *p, struct comm *c, const struct kind *kind, const void *handle)
{
	return vcm_no_object_on(p, vcm_comm_owner(c), kind, handle);
}

int
vcm_no_room_for_comm(struct process *p)
{
	return vcm_error(p, MPI_ERR_NO_MEM, "no memory for a communicator");
}

MPI_FUNCTION(int, Comm_size, (MPI_Comm comm, int *size))
{
	struct process *p = ENTER();

	NEED_PLACE(p, size);
	NEED_COMM(p, c, comm);
	*size = c->size;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Comm_rank, (MPI_Comm comm, int *rank))
{
	struct process *p = ENTER();

	NEED_PLACE(p, rank);
	NEED_COMM(p, c, comm);
	*rank = c->rank;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Comm_test_inter, (MPI_Comm comm, int *flag))
{
	struct process *p = ENTER();

	NEED_PLACE(p, flag);
	NEED_COMM(p, c, comm);
	*flag = c->inter;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Comm_group, (MPI_Comm comm, MPI_Group *group))
{
	struct process *p = ENTER();

	NEED_PLACE(p, group);
	NEED_COMM(p, c, comm);
	*group = vcm_group_share(p, c->group);
	return MPI_SUCCESS;
}

static int
no_remote(struct process *p, struct comm *c)
{
	return vcm_comm_error(p, c, MPI_ERR_COMM, "it is not an intercommunicator");
}

MPI_FUNCTION(int, Comm_remote_size, (MPI_Comm comm, int *size))
{
	struct process *p = ENTER();

	NEED_PLACE(p, size);
	NEED_COMM(p, c, comm);
	if (!c->inter)
		return no_remote(p, c);
	*size = c->remote->size;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Comm_remote_group, (MPI_Comm comm, MPI_Group *group))
{
	struct process *p = ENTER();

	NEED_PLACE(p, group);
	NEED_COMM(p, c, comm);
	if (!c->inter)
		return no_remote(p, c);
	*group = vcm_group_share(p, c->remote);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Comm_set_info, (MPI_Comm comm, MPI_Info info))
{
	struct process *p = ENTER();
	NEED_COMM(p, c, comm);

	return vcm_info_replace(p, &c->info, info);
}

MPI_FUNCTION(int, Comm_get_info, (MPI_Comm comm, MPI_Info *info_used))
{
	struct process *p = ENTER();

	NEED_PLACE(p, info_used);
	NEED_COMM(p, c, comm);
	return vcm_info_copy(p, c->info, info_used);
}

MPI_FUNCTION(int, Comm_set_name, (MPI_Comm comm, const char *comm_name))
{
	struct process *p = ENTER();
	NEED_COMM(p, c, comm);

	snprintf(c->name, sizeof c->name, "%s", comm_name);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Comm_get_name, (MPI_Comm comm, char *comm_name, int *resultlen))
{
	struct process *p = ENTER();

	/* Its name, as MPI_COMM_WORLD has one. */
	if (comm == MPI_COMM_NULL) {
		*resultlen = snprintf(comm_name, MPI_MAX_OBJECT_NAME, "MPI_COMM_NULL");
		return MPI_SUCCESS;
	}
	NEED_COMM(p, c, comm);
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

	NEED_PLACE(p, result);
	NEED_COMM(p, a, comm1);
	NEED_COMM(p, b, comm2);
	*result = compare(a, b);
	return MPI_SUCCESS;
}
