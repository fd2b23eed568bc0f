/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Buffered sends. The messages lie in memory of our own; of a buffer that the program attaches,
 * to the process or to a communicator, only its size matters: messages on their way, each with
 * MPI_BSEND_OVERHEAD, never have more bytes.
 */
#include <stdlib.h>
#include "parts.h"
#include "request.h"
#include "wrong.h"

/* A message on its way. */
struct sending {
	struct sending *next;
	vcube_request *core;
	size_t bytes;           /* of the buffer */
	_Alignas(16) char data[];
};

struct buffer {
	void *memory;           /* the program's; NULL: none is attached */
	size_t size, used;
	bool automatic;         /* MPI_BUFFER_AUTOMATIC: any size */
	struct sending *sending;
};

static int
open_buffer(struct process *p)
{
	p->buffer = calloc(1, sizeof *p->buffer);
	return p->buffer == NULL ? VCUBE_EHOST : 0;
}

void
vcm_buffer_free(struct process *p, struct buffer *b)
{
	struct sending *next;

	for (struct sending *s = b == NULL ? NULL : b->sending; s != NULL; s = next) {
		next = s->next;
		vcm_reclaim(p, s->core);
		free(s);
	}
	free(b);
}

static void
close_buffer(struct process *p)
{
	vcm_buffer_free(p, p->buffer);
}

const struct part vcm_part_buffer = {"buffer", open_buffer, close_buffer};

/* Frees the messages that have gone; `wait`: all of them. */
static void
reap(struct process *p, struct buffer *b, bool wait)
{
	struct sending *left = NULL, *s;

	/* one that others do not see meanwhile: both calls may let them run */
	while ((s = b->sending) != NULL) {
		int done = 1;

		b->sending = s->next;
		vcm_check(p, wait ? (vcube_wait)(p->node, s->core, NULL)
			  : (vcube_test)(p->node, s->core, &done, NULL));
		if (done) {
			b->used -= s->bytes;
			free(s);
		} else {
			s->next = left;
			left = s;
		}
	}
	while ((s = left) != NULL) {
		left = s->next;
		s->next = b->sending;
		b->sending = s;
	}
}

void
vcm_buffer_flush(struct process *p, struct buffer *b)
{
	if (b != NULL)
		reap(p, b, true);
}

void
vcm_buffers_flush(struct process *p)
{
	struct comm *c = NULL;

	vcm_buffer_flush(p, p->buffer);
	while ((c = vcm_object_next(p, KIND_COMM, c)) != NULL)
		vcm_buffer_flush(p, c->buffer);
}

static bool
is_attached(const struct buffer *b)
{
	return b != NULL && (b->memory != NULL || b->automatic);
}

int
vcm_buffered_send(struct process *p, const struct envelope *e)
{
	struct buffer *b = is_attached(e->comm->buffer) ? e->comm->buffer : p->buffer;
	const size_t bytes = vcm_bytes_of(e), need = bytes + MPI_BSEND_OVERHEAD;
	struct sending *s;

	if (e->peer == MPI_PROC_NULL)
		return MPI_SUCCESS;
	if (!is_attached(b))
		return vcm_comm_error(p, e->comm, MPI_ERR_BUFFER,
				      "no buffer is attached (MPI_Buffer_attach)");
	reap(p, b, false);
	if (!b->automatic && need > b->size - b->used)
		return vcm_comm_error(p, e->comm, MPI_ERR_BUFFER,
				      "the message needs %zu bytes of the attached buffer, "
				      "of which %zu are free", need, b->size - b->used);
	s = malloc(sizeof *s + e->comm->header + bytes);
	if (s == NULL)
		return vcm_comm_error(p, e->comm, MPI_ERR_NO_MEM, "no memory for %zu bytes", bytes);
	if (e->comm->header > 0)
		vcm_header_write(p, (struct header *)(void *)s->data, e);
	vcm_type_pack(e->type, e->count, e->buffer, s->data + e->comm->header);
	s->bytes = need;
	s->core = (vcube_tisend)(p->node, e->comm->line, e->comm->first + e->peer, e->tag, s->data,
				 vcm_wire_bytes(e));
	s->next = b->sending;
	b->sending = s;
	b->used += need;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Bsend, (const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
	MPI_Comm comm))
{
	struct process *p = ENTER();
	struct envelope e;
	const int code = vcm_check_send(p, &e, buf, count, datatype, dest, tag, comm);

	return code == MPI_SUCCESS ? vcm_buffered_send(p, &e) : code;
}

static int
attach(struct process *p, struct buffer *b, void *memory, MPI_Count size)
{
	if (is_attached(b))
		return vcm_error(p, MPI_ERR_BUFFER, "a buffer is already attached");
	if (size < 0)
		return vcm_error(p, MPI_ERR_ARG, "size %jd is negative", (intmax_t)size);
	b->automatic = memory == MPI_BUFFER_AUTOMATIC;
	if (!b->automatic) {
		b->memory = memory;
		b->size = (size_t)size;
	}
	return MPI_SUCCESS;
}

static int
detach(struct process *p, struct buffer *b, void *memory, MPI_Count *size)
{
	if (!is_attached(b))
		return vcm_error(p, MPI_ERR_BUFFER, "no buffer is attached");
	vcm_buffer_flush(p, b);
	*(void **)memory = b->automatic ? MPI_BUFFER_AUTOMATIC : b->memory;
	*size = (MPI_Count)b->size;
	*b = (struct buffer){0};
	return MPI_SUCCESS;
}

static int
detach_near(struct process *p, struct buffer *b, void *memory, int *size)
{
	MPI_Count large = 0;
	const int code = detach(p, b, memory, &large);

	if (code == MPI_SUCCESS)
		*size = (int)large;
	return code;
}

static int
attach_to_comm(struct process *p, MPI_Comm comm, void *memory, MPI_Count size)
{
	struct comm *c = vcm_comm(p, comm);

	if (c == NULL)
		return vcm_no_comm(p, comm);
	if (c->buffer == NULL)
		c->buffer = calloc(1, sizeof *c->buffer);
	if (c->buffer == NULL)
		return vcm_comm_error(p, c, MPI_ERR_NO_MEM, "no memory to attach a buffer");
	return attach(p, c->buffer, memory, size);
}

#define ATTACH_FUNCTIONS(c, number, detach) \
	MPI_FUNCTION(int, Buffer_attach##c, (void *buffer, number size)) \
	{ \
		struct process *p = ENTER(); \
\
		return attach(p, p->buffer, buffer, size); \
	} \
	MPI_FUNCTION(int, Buffer_detach##c, (void *buffer_addr, number *size)) \
	{ \
		struct process *p = ENTER(); \
\
		return detach(p, p->buffer, buffer_addr, size); \
	} \
	MPI_FUNCTION(int, Comm_attach_buffer##c, (MPI_Comm comm, void *buffer, number size)) \
	{ \
		return attach_to_comm(ENTER(), comm, buffer, size); \
	} \
	MPI_FUNCTION(int, Comm_detach_buffer##c, (MPI_Comm comm, void *buffer_addr, \
		number *size)) \
	{ \
		struct process *p = ENTER(); \
		struct comm *on = vcm_comm(p, comm); \
\
		return on == NULL ? vcm_no_comm(p, comm) \
			: detach(p, on->buffer, buffer_addr, size); \
	}
ATTACH_FUNCTIONS(, int, detach_near)
ATTACH_FUNCTIONS(_c, MPI_Count, detach)

MPI_FUNCTION(int, Buffer_flush, (void))
{
	struct process *p = ENTER();

	vcm_buffer_flush(p, p->buffer);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Comm_flush_buffer, (MPI_Comm comm))
{
	struct process *p = ENTER();
	struct comm *c = vcm_comm(p, comm);

	if (c == NULL)
		return vcm_no_comm(p, comm);
	vcm_buffer_flush(p, c->buffer);
	return MPI_SUCCESS;
}
