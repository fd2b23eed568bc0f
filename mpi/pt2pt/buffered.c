/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Buffered sends. The messages lie in memory of our own; of the buffer that the program
 * attaches, only its size matters: messages on their way, each with MPI_BSEND_OVERHEAD, never
 * have more bytes.
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

static void
close_buffer(struct process *p)
{
	struct sending *next;

	for (struct sending *s = p->buffer == NULL ? NULL : p->buffer->sending; s != NULL; s = next) {
		next = s->next;
		vcm_reclaim(p, s->core);
		free(s);
	}
	free(p->buffer);
}

const struct part vcm_part_buffer = {"buffer", open_buffer, close_buffer};

/* Frees the messages that have gone; `wait`: all of them. */
static void
reap(struct process *p, bool wait)
{
	struct buffer *const b = p->buffer;
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
vcm_buffer_flush(struct process *p)
{
	reap(p, true);
}

int
vcm_buffered_send(struct process *p, const struct envelope *e)
{
	struct buffer *b = p->buffer;
	const size_t bytes = vcm_bytes_of(e), need = bytes + MPI_BSEND_OVERHEAD;
	struct sending *s;

	if (e->peer == MPI_PROC_NULL)
		return MPI_SUCCESS;
	if (b->memory == NULL && !b->automatic)
		return vcm_comm_error(p, e->comm, MPI_ERR_BUFFER,
				      "no buffer is attached (MPI_Buffer_attach)");
	reap(p, false);
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

MPI_FUNCTION(int, Buffer_attach, (void *buffer, int size))
{
	struct process *p = ENTER();
	struct buffer *b = p->buffer;

	if (b->memory != NULL || b->automatic)
		return vcm_error(p, MPI_ERR_BUFFER, "a buffer is attached already");
	if (size < 0)
		return vcm_error(p, MPI_ERR_ARG, "size %d is negative", size);
	b->automatic = buffer == MPI_BUFFER_AUTOMATIC;
	if (!b->automatic) {
		b->memory = buffer;
		b->size = (size_t)size;
	}
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Buffer_detach, (void *buffer_addr, int *size))
{
	struct process *p = ENTER();
	struct buffer *b = p->buffer;

	if (b->memory == NULL && !b->automatic)
		return vcm_error(p, MPI_ERR_BUFFER, "no buffer is attached");
	vcm_buffer_flush(p);
	*(void **)buffer_addr = b->automatic ? MPI_BUFFER_AUTOMATIC : b->memory;
	*size = (int)b->size;
	*b = (struct buffer){0};
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Buffer_flush, (void))
{
	vcm_buffer_flush(ENTER());
	return MPI_SUCCESS;
}
