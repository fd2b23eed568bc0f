/* SPDX-License-Identifier: BSD-2-Clause */
/* Blocking sends, of the modes that need no buffer of the program, and blocking receives. */
#include <stdlib.h>
#include <string.h>
#include "explain.h"
#include "request.h"
#include "status.h"
#include "wrong.h"

/* (vcube_tsend)() or vcube_tssend(). */
typedef int send_call(vcube_node *self, vcube_group *group, int to, int tag, const void *data,
		      size_t bytes);

/* Everything that is not plain. */
static __attribute__((noinline)) int
send_packed(struct process *p, send_call *call, const void *buf, int count, MPI_Datatype datatype,
	    int dest, int tag, MPI_Comm comm)
{
	struct envelope e;
	struct packed packed;
	struct meeting *meeting = NULL;
	int code = vcm_check_send(p, &e, buf, count, datatype, dest, tag, comm);

	if (code != MPI_SUCCESS || dest == MPI_PROC_NULL)
		return code;
	vcm_note(p, e.comm, dest, tag);
	if (p->strict) {
		vcm_buffer_check(p, &e, false);
		p->ready = vcm_call_is(&p->call, CALL_READY);
		p->meeting = meeting = vcm_steps_begin(p);
	}
	packed = vcm_pack(p, &e);
	code = call(p->node, e.comm->line, e.comm->first + dest, tag, packed.data,
		    vcm_wire_bytes(&e));
	free(packed.own);
	vcm_check(p, code);
	if (meeting != NULL)
		vcm_steps_sent(p, meeting, &e);
	return MPI_SUCCESS;
}

static inline __attribute__((always_inline)) int
send(struct process *p, send_call *call, const void *buf, int count, MPI_Datatype datatype,
     int dest, int tag, MPI_Comm comm)
{
	const struct comm *c = vcm_comm(p, comm);
	const struct datatype *type = vcm_type(datatype);

	if (!vcm_is_plain(c, type, buf, count, dest, tag))
		return send_packed(p, call, buf, count, datatype, dest, tag, comm);
	vcm_note(p, c, dest, tag);
	vcm_check(p, call(p->node, c->line, c->first + dest, tag, vcm_type_data(type, buf),
			  (size_t)count * (size_t)type->size));
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Send, (const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
	MPI_Comm comm))
{
	return send(ENTER(), (vcube_tsend), buf, count, datatype, dest, tag, comm);
}

/* The receive is there, as the program promises: an ordinary send finds it. */
MPI_FUNCTION(int, Rsend, (const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
	MPI_Comm comm))
{
	return send(ENTER(), (vcube_tsend), buf, count, datatype, dest, tag, comm);
}

MPI_FUNCTION(int, Ssend, (const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
	MPI_Comm comm))
{
	return send(ENTER(), (vcube_tssend), buf, count, datatype, dest, tag, comm);
}

/* A receive has failed. It has a status only if its message was too long. */
static __attribute__((noinline)) int
fail_receive(struct process *p, struct comm *c, int code, const struct vcube_status *s,
	     MPI_Status *status)
{
	if (code == VCUBE_ETRUNC && status != MPI_STATUS_IGNORE)
		vcm_status_of(status, c, s);
	return vcm_failed(p, c, code);
}

static int
receive(struct process *p, const struct envelope *e, MPI_Status *status)
{
	struct packed packed;
	struct vcube_status s;
	int code;

	if (e->peer == MPI_PROC_NULL) {
		if (status != MPI_STATUS_IGNORE)
			vcm_status_empty(status, MPI_PROC_NULL);
		return MPI_SUCCESS;
	}
	if (p->strict) {
		vcm_buffer_check(p, e, true);
		vcm_ends_receive(p, vcm_posts_receive(p), vcm_steps_post(p, e->peer == MPI_ANY_SOURCE),
				 true);
	}
	packed = vcm_make_room(p, e);
	code = (vcube_trecv)(p->node, e->comm->line, vcm_source(e), vcm_tag(e), packed.data,
			     vcm_wire_bytes(e), &s);
	vcm_go_on(p);
	if (code == 0 || code == VCUBE_ETRUNC)
		vcm_receive_end(p, e, &packed, &s);
	else
		vcm_unpack(e, &packed, 0);
	if (__builtin_expect(code != 0, 0))
		return fail_receive(p, e->comm, code, &s, status);
	if (__builtin_expect(status != MPI_STATUS_IGNORE, 1))
		vcm_status_of(status, e->comm, &s);
	return vcm_ends_well(e->type, s.bytes, vcm_bytes_of(e)) ? MPI_SUCCESS
		: vcm_ends_badly(p, e->comm, s.bytes);
}

/* Everything that is not plain, wildcards among them. */
static __attribute__((noinline)) int
receive_packed(struct process *p, void *buf, int count, MPI_Datatype datatype, int source, int tag,
	       MPI_Comm comm, MPI_Status *status)
{
	struct envelope e;
	const int code = vcm_check_recv(p, &e, buf, count, datatype, source, tag, comm);

	if (code != MPI_SUCCESS)
		return code;
	vcm_note(p, e.comm, source, tag);
	return receive(p, &e, status);
}

MPI_FUNCTION(int, Recv, (void *buf, int count, MPI_Datatype datatype, int source, int tag,
	MPI_Comm comm, MPI_Status *status))
{
	struct process *p = ENTER();
	struct comm *c = vcm_comm(p, comm);
	const struct datatype *type = vcm_type(datatype);
	struct vcube_status s;
	size_t room;
	int code;

	if (!vcm_is_plain(c, type, buf, count, source, tag))
		return receive_packed(p, buf, count, datatype, source, tag, comm, status);
	vcm_note(p, c, source, tag);
	room = (size_t)count * (size_t)type->size;
	code = (vcube_trecv)(p->node, c->line, c->first + source, tag, vcm_type_data(type, buf),
			     room, &s);
	vcm_go_on(p);
	if (__builtin_expect(code != 0, 0))
		return fail_receive(p, c, code, &s, status);
	if (status != MPI_STATUS_IGNORE)
		vcm_status_of(status, c, &s);
	return vcm_ends_well(type, s.bytes, room) ? MPI_SUCCESS : vcm_ends_badly(p, c, s.bytes);
}

/* The library has the send in progress while it waits for the receive. `packs` packs what is
 * sent. */
static int
send_and_receive(struct process *p, const struct envelope *out, const struct envelope *in,
		 struct packed (*packs)(struct process *p, const struct envelope *e),
		 MPI_Status *status)
{
	const struct envelope *both[] = {out, in};
	struct packed packed = {NULL, NULL};
	vcube_request *request = NULL;
	struct meeting *meeting = NULL;
	int code;

	vcm_note(p, both, 0, 0);
	if (out->peer != MPI_PROC_NULL) {
		if (p->strict)
			p->meeting = meeting = vcm_steps_begin(p);
		packed = packs(p, out);
		request = (vcube_tisend)(p->node, out->comm->line, out->comm->first + out->peer,
					 out->tag, packed.data, vcm_wire_bytes(out));
	}
	code = receive(p, in, status);
	vcm_check(p, (vcube_wait)(p->node, request, NULL));
	if (meeting != NULL)
		vcm_steps_sent(p, meeting, out);
	free(packed.own);
	return code;
}

MPI_FUNCTION(int, Sendrecv, (const void *sendbuf, int sendcount, MPI_Datatype sendtype,
	int dest, int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype,
	int source, int recvtag, MPI_Comm comm, MPI_Status *status))
{
	struct process *p = ENTER();
	struct envelope out, in;
	int code = vcm_check_send(p, &out, sendbuf, sendcount, sendtype, dest, sendtag, comm);

	if (code == MPI_SUCCESS)
		code = vcm_check_recv(p, &in, recvbuf, recvcount, recvtype, source, recvtag, comm);
	if (code != MPI_SUCCESS)
		return code;
	if (p->strict)
		vcm_both_check(p, &out, &in);
	return send_and_receive(p, &out, &in, vcm_pack, status);
}

/* The send is that of a copy, so the request is done when the receive is. */
static int
start_both(struct process *p, const struct envelope *out, const struct envelope *in,
	   MPI_Request *request)
{
	struct request *r;

	if (out->peer != MPI_PROC_NULL)
		vcm_request_send_copy(p, out);
	r = vcm_request_new(p, REQUEST_RECV, in);
	*request = (MPI_Request)(void *)r;
	return vcm_request_start(p, r);
}

MPI_FUNCTION(int, Isendrecv, (const void *sendbuf, int sendcount, MPI_Datatype sendtype,
	int dest, int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype,
	int source, int recvtag, MPI_Comm comm, MPI_Request *request))
{
	struct process *p = ENTER();
	struct envelope out, in;
	int code = vcm_check_send(p, &out, sendbuf, sendcount, sendtype, dest, sendtag, comm);

	if (code == MPI_SUCCESS)
		code = vcm_check_recv(p, &in, recvbuf, recvcount, recvtype, source, recvtag, comm);
	return code == MPI_SUCCESS ? start_both(p, &out, &in, request) : code;
}

MPI_FUNCTION(int, Isendrecv_replace, (void *buf, int count, MPI_Datatype datatype, int dest,
	int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request *request))
{
	struct process *p = ENTER();
	struct envelope out, in;
	int code = vcm_check_send(p, &out, buf, count, datatype, dest, sendtag, comm);

	if (code == MPI_SUCCESS)
		code = vcm_check_recv(p, &in, buf, count, datatype, source, recvtag, comm);
	return code == MPI_SUCCESS ? start_both(p, &out, &in, request) : code;
}

/* A copy of the data goes out, since the receive overwrites the buffer. */
MPI_FUNCTION(int, Sendrecv_replace, (void *buf, int count, MPI_Datatype datatype, int dest,
	int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status *status))
{
	struct process *p = ENTER();
	struct envelope out, in;
	int code = vcm_check_send(p, &out, buf, count, datatype, dest, sendtag, comm);

	if (code == MPI_SUCCESS)
		code = vcm_check_recv(p, &in, buf, count, datatype, source, recvtag, comm);
	return code == MPI_SUCCESS ? send_and_receive(p, &out, &in, vcm_pack_copy, status) : code;
}
