/* SPDX-License-Identifier: BSD-2-Clause */
/* Messages: checks of arguments, packing, failures. */
#include <stdlib.h>
#include "large.h"
#include "message.h"
#include "wrong.h"

/* What both directions have in common. */
static int
check(struct process *p, struct envelope *e, const void *buffer, MPI_Datatype type,
      MPI_Comm comm)
{
	struct comm *c = e->comm = vcm_comm(p, comm);

	if (c == NULL)
		return vcm_no_comm(p, comm);
	if (e->count < 0)
		return vcm_comm_error(p, c, MPI_ERR_COUNT, "count %jd is negative",
				      (intmax_t)e->count);
	if (e->peer == MPI_PROC_NULL)
		return MPI_SUCCESS;     /* what and where does not matter */
	e->type = vcm_type(type);
	if (e->type == NULL)
		return vcm_comm_no_object(p, c, &vcm_kind_datatype, type);
	if (!(e->type->flags & TYPE_COMMITTED))
		return vcm_comm_error(p, c, MPI_ERR_TYPE, "the datatype is not committed");
	if (buffer == NULL && e->count > 0 && e->type->flags & TYPE_PREDEFINED)
		return vcm_comm_error(p, c, MPI_ERR_BUFFER, "the buffer is NULL");
	if (buffer == MPI_IN_PLACE)
		return vcm_comm_error(p, c, MPI_ERR_BUFFER, "MPI_IN_PLACE is for collectives");
	if (!vcm_type_fits(e->type, e->count))
		return vcm_comm_error(p, c, MPI_ERR_COUNT, "%jd elements do not fit in memory",
				      (intmax_t)e->count);
	return MPI_SUCCESS;
}

static int
wrong_peer(struct process *p, const struct envelope *e, const char *what)
{
	return vcm_comm_error(p, e->comm, MPI_ERR_RANK, "%s %d is not in 0 .. %d", what, e->peer,
			      e->comm->peers - 1);
}

static int
wrong_tag(struct process *p, const struct envelope *e)
{
	return vcm_comm_error(p, e->comm, MPI_ERR_TAG, "tag %d is negative", e->tag);
}

int
vcm_check_send(struct process *p, struct envelope *e, const void *buffer, int64_t count,
	       MPI_Datatype type, int peer, int tag, MPI_Comm comm)
{
	int code;

	*e = (struct envelope){.buffer = (void *)buffer, .count = vcm_count(count, LARGE_SENT),
		.peer = peer, .tag = tag};
	code = check(p, e, buffer, type, comm);
	if (code != MPI_SUCCESS)
		return code;
	if ((unsigned)peer >= (unsigned)e->comm->peers && peer != MPI_PROC_NULL)
		return wrong_peer(p, e, "destination");
	return tag < 0 ? wrong_tag(p, e) : MPI_SUCCESS;
}

int
vcm_check_recv(struct process *p, struct envelope *e, void *buffer, int64_t count,
	       MPI_Datatype type, int peer, int tag, MPI_Comm comm)
{
	int code;

	*e = (struct envelope){.buffer = buffer, .count = vcm_count(count, LARGE_RECEIVED),
		.peer = peer, .tag = tag};
	code = check(p, e, buffer, type, comm);
	if (code != MPI_SUCCESS)
		return code;
	if ((unsigned)peer >= (unsigned)e->comm->peers && peer != MPI_PROC_NULL
	    && peer != MPI_ANY_SOURCE)
		return wrong_peer(p, e, "source");
	return tag < 0 && tag != MPI_ANY_TAG ? wrong_tag(p, e) : MPI_SUCCESS;
}

static void *
allocate(struct process *p, size_t bytes)
{
	void *memory = malloc(bytes + 1);

	if (memory == NULL)
		vcm_fail(p, "no memory to pack %zu bytes", bytes);
	return memory;
}

static size_t
header_of(const struct envelope *e)
{
	return e->comm == NULL ? 0 : e->comm->header;
}

/* The data in memory of our own */
static void *
data_of(const struct envelope *e, const struct packed *packed)
{
	return (char *)packed->own + header_of(e);
}

struct packed
vcm_make_own_room(struct process *p, const struct envelope *e)
{
	void *memory = allocate(p, vcm_bytes_of(e) + header_of(e));

	return (struct packed){memory, memory};
}

struct packed
vcm_pack_copy(struct process *p, const struct envelope *e)
{
	const struct packed packed = vcm_make_own_room(p, e);

	vcm_type_pack(e->type, e->count, e->buffer, data_of(e, &packed));
	if (header_of(e) > 0)
		vcm_header_write(p, packed.own, e);
	return packed;
}

void
vcm_unpack(const struct envelope *e, struct packed *packed, size_t bytes)
{
	if (packed->own != NULL)
		vcm_type_unpack_part(e->type, e->count, e->buffer, 0, (int64_t)bytes,
				     data_of(e, packed));
	free(packed->own);
	packed->own = NULL;
}

void
vcm_receive_end(struct process *p, const struct envelope *e, struct packed *packed,
		struct vcube_status *s)
{
	const size_t room = vcm_bytes_of(e);

	if (e->comm->header > 0) {
		s->bytes -= e->comm->header;
		vcm_header_check(p, packed->own, e, s->from - e->comm->first, s->tag, s->bytes);
	}
	vcm_unpack(e, packed, s->bytes < room ? s->bytes : room);
	if (p->strict)
		vcm_race_check(p, e, s->from - e->comm->first, s->tag);
}

int
vcm_ends_badly(struct process *p, struct comm *comm, size_t bytes)
{
	return vcm_comm_error(p, comm, MPI_ERR_TYPE,
			      "a message of %zu bytes ends in the middle of an element of the "
			      "datatype", bytes);
}

int
vcm_failed(struct process *p, struct comm *comm, int code)
{
	struct vcube_error error;
	char sender[SENDER_ROOM];

	if (code != VCUBE_ETRUNC || vcube_recover(p->node, &error) != VCUBE_ETRUNC)
		vcm_end(p, code);
	return vcm_comm_error(p, comm, MPI_ERR_TRUNCATE, "%s%s", error.text, vcm_sender_of_cut(p, sender));
}
