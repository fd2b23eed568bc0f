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
isend(struct process *p, enum send_mode mode, bool persistent, const void *buf, int count,
      MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
	struct envelope e;
	struct request *r;
	int code = MPI_SUCCESS;

	if (!vcm_check_plain(p, &e, buf, count, datatype, dest, tag, comm))
		code = vcm_check_send(p, &e, buf, count, datatype, dest, tag, comm);
	if (code != MPI_SUCCESS)
		return code;
	r = vcm_request_new(p, REQUEST_SEND, &e);
	r->mode = mode;
	r->persistent = persistent;
	if (!persistent)
		code = vcm_request_start(p, r);
	if (code != MPI_SUCCESS)
		vcm_object_drop(p, r);
	return give(r, code, request);
}

static int
irecv(struct process *p, bool persistent, void *buf, int count, MPI_Datatype datatype, int source,
      int tag, MPI_Comm comm, MPI_Request *request)
{
	struct envelope e;
	struct request *r;
	int code = MPI_SUCCESS;

	if (!vcm_check_plain(p, &e, buf, count, datatype, source, tag, comm))
		code = vcm_check_recv(p, &e, buf, count, datatype, source, tag, comm);
	if (code != MPI_SUCCESS)
		return code;
	r = vcm_request_new(p, REQUEST_RECV, &e);
	r->persistent = persistent;
	if (!persistent)
		code = vcm_request_start(p, r);
	return give(r, code, request);
}

/* Each mode has both. */
#define SEND_FUNCTIONS(I_name, name_init, mode) \
	MPI_FUNCTION(int, I_name, (const void *buf, int count, MPI_Datatype datatype, int dest, \
		int tag, MPI_Comm comm, MPI_Request *request)) \
	{ \
		return isend(ENTER(), mode, false, buf, count, datatype, dest, tag, comm, request); \
	} \
	MPI_FUNCTION(int, name_init, (const void *buf, int count, MPI_Datatype datatype, int dest, \
		int tag, MPI_Comm comm, MPI_Request *request)) \
	{ \
		return isend(ENTER(), mode, true, buf, count, datatype, dest, tag, comm, request); \
	}
SEND_FUNCTIONS(Isend, Send_init, SEND_STANDARD)
SEND_FUNCTIONS(Ibsend, Bsend_init, SEND_BUFFERED)
SEND_FUNCTIONS(Issend, Ssend_init, SEND_SYNCHRONOUS)
SEND_FUNCTIONS(Irsend, Rsend_init, SEND_READY)

MPI_FUNCTION(int, Irecv, (void *buf, int count, MPI_Datatype datatype, int source, int tag,
	MPI_Comm comm, MPI_Request *request))
{
	return irecv(ENTER(), false, buf, count, datatype, source, tag, comm, request);
}

MPI_FUNCTION(int, Recv_init, (void *buf, int count, MPI_Datatype datatype, int source, int tag,
	MPI_Comm comm, MPI_Request *request))
{
	return irecv(ENTER(), true, buf, count, datatype, source, tag, comm, request);
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
