/* SPDX-License-Identifier: BSD-2-Clause */
/* Nonblocking and persistent sends and receives: their requests. */
#include "request.h"

static int
give(struct request *r, int code, MPI_Request *request)
{
	if (code == MPI_SUCCESS)
		*request = (MPI_Request)(void *)r;
	return code;
}

static int
start_and_give(struct process *p, struct request *r, MPI_Request *request)
{
	const int code = vcm_request_start(p, r);

	if (code != MPI_SUCCESS && r->kind == REQUEST_SEND)
		vcm_object_drop(p, r);
	return give(r, code, request);
}

/* Everything that is not plain, and persistent requests. */
static __attribute__((noinline)) int
isend_other(struct process *p, enum send_mode mode, bool persistent, const void *buf, int count,
	    MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct envelope e;
	struct request *r;
	const int code = vcm_check_send(p, &e, buf, count, datatype, dest, tag, comm);

	if (code != MPI_SUCCESS)
		return code;
	r = vcm_request_new(p, REQUEST_SEND, &e);
	r->mode = mode;
	r->persistent = persistent;
	return persistent ? give(r, code, request) : start_and_give(p, r, request);
}

/* A plain message is sent at once, if possible: then its request is done. */
static inline __attribute__((always_inline)) int
isend(struct process *p, enum send_mode mode, const void *buf, int count, MPI_Datatype datatype,
      int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
	const struct envelope e = vcm_envelope(p, buf, count, datatype, dest, tag, comm);
	struct request *r;

	if (!vcm_envelope_is_plain(&e))
		return isend_other(p, mode, false, buf, count, datatype, dest, tag, comm, request);
	r = vcm_request_make(p, REQUEST_SEND, &e);
	r->mode = mode;
	if ((mode != SEND_STANDARD && mode != SEND_READY) || !vcm_send_early(p, &e))
		return start_and_give(p, r, request);
	r->state = REQUEST_DONE;
	r->light = true;
	return give(r, MPI_SUCCESS, request);
}

static __attribute__((noinline)) int
irecv_other(struct process *p, bool persistent, void *buf, int count, MPI_Datatype datatype,
	    int source, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct envelope e;
	struct request *r;
	const int code = vcm_check_recv(p, &e, buf, count, datatype, source, tag, comm);

	if (code != MPI_SUCCESS)
		return code;
	r = vcm_request_new(p, REQUEST_RECV, &e);
	r->persistent = persistent;
	return persistent ? give(r, code, request) : start_and_give(p, r, request);
}

/* Posts a plain receive. */
static inline __attribute__((always_inline)) int
irecv(struct process *p, void *buf, int count, MPI_Datatype datatype, int source, int tag,
      MPI_Comm comm, MPI_Request *request)
{
	const struct envelope e = vcm_envelope(p, buf, count, datatype, source, tag, comm);
	struct request *r;

	if (!vcm_envelope_is_plain(&e))
		return irecv_other(p, false, buf, count, datatype, source, tag, comm, request);
	r = vcm_request_make(p, REQUEST_RECV, &e);
	r->packed.data = vcm_type_data(e.type, e.buffer);
	r->core = (vcube_tirecv)(p->node, e.comm->line, e.comm->first + e.peer, e.tag,
				 r->packed.data, vcm_bytes_of(&e));
	if (__builtin_expect(r->core == NULL, 0))
		vcm_end(p, vcube_failed(p->node));
	r->state = REQUEST_ACTIVE;
	r->light = true;
	return give(r, MPI_SUCCESS, request);
}

/* Each mode has both. */
#define SEND_FUNCTIONS(I_name, name_init, mode) \
	MPI_FUNCTION(int, I_name, (const void *buf, int count, MPI_Datatype datatype, int dest, \
		int tag, MPI_Comm comm, MPI_Request *request)) \
	{ \
		return isend(ENTER(), mode, buf, count, datatype, dest, tag, comm, request); \
	} \
	MPI_FUNCTION(int, name_init, (const void *buf, int count, MPI_Datatype datatype, int dest, \
		int tag, MPI_Comm comm, MPI_Request *request)) \
	{ \
		return isend_other(ENTER(), mode, true, buf, count, datatype, dest, tag, comm, \
				   request); \
	}
SEND_FUNCTIONS(Isend, Send_init, SEND_STANDARD)
SEND_FUNCTIONS(Ibsend, Bsend_init, SEND_BUFFERED)
SEND_FUNCTIONS(Issend, Ssend_init, SEND_SYNCHRONOUS)
SEND_FUNCTIONS(Irsend, Rsend_init, SEND_READY)

MPI_FUNCTION(int, Irecv, (void *buf, int count, MPI_Datatype datatype, int source, int tag,
	MPI_Comm comm, MPI_Request *request))
{
	return irecv(ENTER(), buf, count, datatype, source, tag, comm, request);
}

MPI_FUNCTION(int, Recv_init, (void *buf, int count, MPI_Datatype datatype, int source, int tag,
	MPI_Comm comm, MPI_Request *request))
{
	return irecv_other(ENTER(), true, buf, count, datatype, source, tag, comm, request);
}

static int
start(struct process *p, MPI_Request handle)
{
	struct request *r = vcm_request(handle);

	if (r == NULL)
		return vcm_no_request(p);
	if (!r->persistent)
		return vcm_error(p, MPI_ERR_REQUEST, "the request is not persistent");
	if (r->state != REQUEST_IDLE)
		return vcm_error(p, MPI_ERR_REQUEST, "the persistent request is already active");
	return vcm_request_start(p, r);
}

MPI_FUNCTION(int, Start, (MPI_Request *request))
{
	return start(ENTER(), *request);
}

MPI_FUNCTION(int, Startall, (int count, MPI_Request array_of_requests[]))
{
	struct process *p = ENTER();
	int code = MPI_SUCCESS;

	if (count < 0)
		return vcm_error(p, MPI_ERR_COUNT, "count %d is negative", count);
	for (int i = 0; i < count && code == MPI_SUCCESS; i++)
		code = start(p, array_of_requests[i]);
	return code;
}
