/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Buffered sends. The messages lie in memory of our own; of a buffer that the program attaches,
 * to the process, a session or a communicator, only its size matters: messages on their way, each
 * with an overhead, never have more bytes.
 *
 * A flush that does not block takes over the messages that are there, and waits for them beside
 * the program; one that blocks waits for those flushes as well, by a promise.
 */
#include <stdlib.h>
#include "parts.h"
#include "request.h"
#include "session.h"
#include "status.h"
#include "wrong.h"

/* What programs rely on that count it themselves: MPICH's, the least there is. */
enum { OVERHEAD = 96 };

/* A message on its way. */
struct sending {
	struct sending *next;
	vcube_request *core;
	size_t bytes;           /* of the buffer */
	_Alignas(16) char data[];
};

/* Beside the program. */
struct flush {
	struct strand strand;
	struct process *p;
	struct buffer *buffer;
	struct sending *sending;
};

/* A flush that blocks, in its caller's frame. */
struct waiting {
	struct waiting *next;
	vcube_request *core;    /* a promise */
};

struct buffer {
	void *memory;           /* the program's; NULL: none is attached */
	size_t size, used;
	bool automatic;         /* MPI_BUFFER_AUTOMATIC: any size */
	struct sending *sending;
	int flushes;            /* beside the program, not done */
	struct waiting *waiting; /* until none is left */
};

static int
open_buffer(struct process *p)
{
	p->buffer = calloc(1, sizeof *p->buffer);
	return p->buffer == NULL ? VCUBE_EHOST : 0;
}

static void
free_messages(struct process *p, struct sending *s)
{
	struct sending *next;

	for (; s != NULL; s = next) {
		next = s->next;
		vcm_reclaim(p, s->core);
		free(s);
	}
}

void
vcm_buffer_free(struct process *p, struct buffer *b)
{
	if (b != NULL)
		free_messages(p, b->sending);
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

/* Waits until flushes beside the program are done, which others may wait for, too. */
static void
wait_for_flushes(struct process *p, struct buffer *b)
{
	struct waiting w = {b->waiting, (vcube_promise)(p->node)};

	if (w.core == NULL)
		vcm_leave(p, 1);
	b->waiting = &w;
	vcm_check(p, (vcube_wait)(p->node, w.core, NULL));
}

void
vcm_buffer_flush(struct process *p, struct buffer *b)
{
	if (b == NULL)
		return;
	reap(p, b, true);
	if (b->flushes > 0)
		wait_for_flushes(p, b);
}

void
vcm_buffers_flush(struct process *p)
{
	struct session *s = NULL;
	struct comm *c = NULL;

	vcm_buffer_flush(p, p->buffer);
	while ((s = vcm_object_next(p, KIND_SESSION, s)) != NULL)
		vcm_buffer_flush(p, s->buffer);
	while ((c = vcm_object_next(p, KIND_COMM, c)) != NULL)
		vcm_buffer_flush(p, c->buffer);
}

static bool
is_attached(const struct buffer *b)
{
	return b != NULL && (b->memory != NULL || b->automatic);
}

/* The nearest one that is attached. */
static struct buffer *
buffer_of(struct process *p, const struct comm *c)
{
	const struct session *s = c->group->session;

	if (is_attached(c->buffer))
		return c->buffer;
	return s != NULL && is_attached(s->buffer) ? s->buffer : p->buffer;
}

int
vcm_buffered_send(struct process *p, const struct envelope *e)
{
	struct buffer *b = buffer_of(p, e->comm);
	const size_t bytes = vcm_bytes_of(e), overhead = p->strict ? MPI_BSEND_OVERHEAD : OVERHEAD;
	const size_t need = bytes + overhead;
	struct sending *s;

	if (e->peer == MPI_PROC_NULL)
		return MPI_SUCCESS;
	if (!is_attached(b))
		return vcm_comm_error(p, e->comm, MPI_ERR_BUFFER,
				      "no buffer is attached (MPI_Buffer_attach)");
	vcm_note(p, e->comm, e->peer, e->tag);
	reap(p, b, false);
	if (!b->automatic && need > b->size - b->used)
		return vcm_comm_error(p, e->comm, MPI_ERR_BUFFER,
				      "the message needs %zu bytes of the attached buffer, with its "
				      "overhead of %zu, and %zu are free", need, overhead, b->size - b->used);
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
attach_to_session(struct process *p, MPI_Session session, void *memory, MPI_Count size)
{
	NEED_SESSION(p, s, session);

	if (s->buffer == NULL)
		s->buffer = calloc(1, sizeof *s->buffer);
	if (s->buffer == NULL)
		return vcm_error(p, MPI_ERR_NO_MEM, "no memory to attach a buffer");
	return attach(p, s->buffer, memory, size);
}

static int
attach_to_comm(struct process *p, MPI_Comm comm, void *memory, MPI_Count size)
{
	NEED_COMM(p, c, comm);

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
		NEED_COMM(p, on, comm); \
\
		return detach(p, on->buffer, buffer_addr, size); \
	} \
	MPI_FUNCTION(int, Session_attach_buffer##c, (MPI_Session session, void *buffer, \
		number size)) \
	{ \
		return attach_to_session(ENTER(), session, buffer, size); \
	} \
	MPI_FUNCTION(int, Session_detach_buffer##c, (MPI_Session session, void *buffer_addr, \
		number *size)) \
	{ \
		struct process *p = ENTER(); \
		NEED_SESSION(p, on, session); \
\
		return detach(p, on->buffer, buffer_addr, size); \
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
	NEED_COMM(p, c, comm);

	vcm_buffer_flush(p, c->buffer);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Session_flush_buffer, (MPI_Session session))
{
	struct process *p = ENTER();
	NEED_SESSION(p, s, session);

	vcm_buffer_flush(p, s->buffer);
	return MPI_SUCCESS;
}

/* --- flushes beside the program ---------------------------------------------- */

static void
wait_for_messages(struct flush *f)
{
	struct sending *s;

	while ((s = f->sending) != NULL) {
		vcm_check(f->p, (vcube_wait)(f->p->node, s->core, NULL));
		f->buffer->used -= s->bytes;
		f->sending = s->next;
		free(s);
	}
	if (--f->buffer->flushes > 0)
		return;
	for (struct waiting *w; (w = f->buffer->waiting) != NULL;) {
		f->buffer->waiting = w->next;
		(vcube_complete)(f->p->node, w->core);
	}
}

static int
run(vcube_node *self, void *arg)
{
	struct flush *f = arg;
	struct process *p = f->p;

	f->strand.base = (uintptr_t)__builtin_frame_address(0);
	f->strand.next = p->beside;
	p->beside = &f->strand;
	if (setjmp(f->strand.end) == 0)
		wait_for_messages(f);
	vcm_strand_unlink(p, &f->strand);
	return vcube_failed(self);
}

static int
start(struct process *p, struct request *r)
{
	r->core = (vcube_async)(p->node, NULL, run, r->beside);
	return MPI_SUCCESS;
}

static int
result(struct process *p, struct request *r, const struct vcube_status *s)
{
	(void)p, (void)r, (void)s;
	return MPI_SUCCESS;
}

static void
release(struct process *p, struct request *r)
{
	struct flush *f = r->beside;

	free_messages(p, f->sending);
	free(f);
}

static const struct request_calls flushing = {start, result, release};

/* `comm`: whose buffer it is, which stays until then; NULL: not a communicator's. */
static int
flush_beside(struct process *p, struct comm *comm, struct buffer *b, MPI_Request *request)
{
	const struct envelope e = {.comm = comm};
	struct request *r;
	struct flush *f;

	NEED_PLACE(p, request);
	f = calloc(1, sizeof *f);
	if (f == NULL)
		return vcm_error(p, MPI_ERR_NO_MEM, "no memory for a flush");
	r = vcm_request_new(p, REQUEST_FLUSH, comm == NULL ? NULL : &e);
	r->calls = &flushing;
	r->beside = f;
	*request = (MPI_Request)(void *)r;
	if (b == NULL || b->sending == NULL) {
		r->state = REQUEST_DONE;
		vcm_status_empty(&r->status, MPI_ANY_SOURCE);
		return MPI_SUCCESS;
	}
	*f = (struct flush){.p = p, .buffer = b, .sending = b->sending};
	b->sending = NULL;
	b->flushes++;
	return vcm_request_start(p, r);
}

MPI_FUNCTION(int, Buffer_iflush, (MPI_Request *request))
{
	struct process *p = ENTER();

	return flush_beside(p, NULL, p->buffer, request);
}

MPI_FUNCTION(int, Comm_iflush_buffer, (MPI_Comm comm, MPI_Request *request))
{
	struct process *p = ENTER();
	NEED_COMM(p, c, comm);

	return flush_beside(p, c, c->buffer, request);
}

MPI_FUNCTION(int, Session_iflush_buffer, (MPI_Session session, MPI_Request *request))
{
	struct process *p = ENTER();
	NEED_SESSION(p, s, session);

	return flush_beside(p, NULL, s->buffer, request);
}
