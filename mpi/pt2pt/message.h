/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the calls of point-to-point communication share: the check of their arguments, and data
 * that are no one piece of memory, which travel packed.
 */
#ifndef VCM_MESSAGE_H
#define VCM_MESSAGE_H

#include "comm.h"
#include "type.h"

/* A message to send or to receive, as MPI describes it; checked. */
struct envelope {
	struct comm *comm;
	const struct datatype *type;
	void *buffer;
	int64_t count;
	int peer;               /* may be MPI_PROC_NULL; of a receive also MPI_ANY_SOURCE */
	int tag;                /* of a receive also MPI_ANY_TAG */
};

/*
 * Are these arguments right, and the data one piece of memory, whatever their number, and the
 * whole message? Most are, so this is asked first, in line; the checks below say what is
 * wrong, if anything is. `peer` is a rank.
 */
static inline bool
vcm_is_plain(const struct comm *comm, const struct datatype *type, const void *buffer, int count,
	     int peer, int tag)
{
	const unsigned needed = TYPE_COMMITTED | TYPE_DENSE;

	return __builtin_expect(comm != NULL && type != NULL && buffer > MPI_IN_PLACE && count >= 0
				&& tag >= 0 && (unsigned)peer < (unsigned)comm->plain_peers
				&& (type->flags & needed) == needed, 1);
}

/* Checks the arguments and fills in the envelope. Returns MPI_SUCCESS or the error's code. */
int vcm_check_send(struct process *p, struct envelope *e, const void *buffer, int64_t count,
		   MPI_Datatype type, int peer, int tag, MPI_Comm comm);
int vcm_check_recv(struct process *p, struct envelope *e, void *buffer, int64_t count,
		   MPI_Datatype type, int peer, int tag, MPI_Comm comm);

/* The same for a plain message, at once: its envelope, and whether it is one. */
static inline struct envelope
vcm_envelope(struct process *p, const void *buffer, int count, MPI_Datatype type, int peer, int tag,
	     MPI_Comm comm)
{
	return (struct envelope){vcm_comm(p, comm), vcm_type(type), (void *)buffer, count, peer, tag};
}

static inline bool
vcm_envelope_is_plain(const struct envelope *e)
{
	return vcm_is_plain(e->comm, e->type, e->buffer, (int)e->count, e->peer, e->tag);
}

static inline size_t
vcm_bytes_of(const struct envelope *e)
{
	return (size_t)(e->count * e->type->size);
}

/* Bytes of the message, and with what it carries before its data, if strict */
static inline size_t
vcm_wire_bytes(const struct envelope *e)
{
	return vcm_bytes_of(e) + e->comm->header;
}

/* Where the library finds or puts the message: in the user's memory, or packed in memory of
 * our own. */
struct packed {
	void *data;
	void *own;              /* to free; NULL if it is the user's */
};

/* Is the message in the user's memory just what travels? An envelope may have no communicator. */
static inline bool
vcm_is_packed(const struct envelope *e)
{
	return (e->comm == NULL || e->comm->header == 0) && vcm_type_is_piece(e->type, e->count);
}

/* Memory of our own for a message: packed into it if it is one to send. vcm_wire_bytes() on a
 * communicator, or the data alone if the envelope has none. */
struct packed vcm_pack_copy(struct process *p, const struct envelope *e);
struct packed vcm_make_own_room(struct process *p, const struct envelope *e);

/* Packs a message to send, or makes room for one to receive, if that needs to be. */
static inline struct packed
vcm_pack(struct process *p, const struct envelope *e)
{
	return vcm_is_packed(e) ? (struct packed){vcm_type_data(e->type, e->buffer), NULL}
				: vcm_pack_copy(p, e);
}

static inline struct packed
vcm_make_room(struct process *p, const struct envelope *e)
{
	return vcm_is_packed(e) ? (struct packed){vcm_type_data(e->type, e->buffer), NULL}
				: vcm_make_own_room(p, e);
}

/* Unpacks `bytes` bytes of data that were received, and frees. */
void vcm_unpack(const struct envelope *e, struct packed *packed, size_t bytes);
/* The same for a message with this status, which then has the bytes of its data. */
void vcm_receive_end(struct process *p, const struct envelope *e, struct packed *packed,
		     struct vcube_status *s);

/* The library's names for what a receive takes. */
static inline int
vcm_source(const struct envelope *e)
{
	return e->peer == MPI_ANY_SOURCE ? VCUBE_ANY : e->comm->first + e->peer;
}

static inline int
vcm_tag(const struct envelope *e)
{
	return e->tag == MPI_ANY_TAG ? VCUBE_ANY_TAG : e->tag;
}

/* Does a message of `bytes` bytes end where an element of the receive's type does? Most fill the
 * buffer. */
static inline bool
vcm_ends_well(const struct datatype *type, size_t bytes, size_t room)
{
	return __builtin_expect(bytes == room, 1)
		|| vcm_type_elements(type, (int64_t)bytes) != MPI_UNDEFINED;
}

/* Raises the error that it does not. Returns its code. */
int vcm_ends_badly(struct process *p, struct comm *comm, size_t bytes);

/* Raises the error of a call of the library that failed: a message that is too long, or a
 * failure that ends the process. Returns its code. */
int vcm_failed(struct process *p, struct comm *comm, int code);

#endif
