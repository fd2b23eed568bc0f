/* SPDX-License-Identifier: BSD-2-Clause */
/* Probes, and matched probes with their receives. */
#include "request.h"
#include "status.h"
#include "wrong.h"

/* A message that a matched probe took: only its receive can get it. */
struct matched {
	struct object object;
	struct comm *comm;
	vcube_message *core;
};

static void
release_matched(struct process *p, void *object)
{
	vcm_object_drop(p, ((struct matched *)object)->comm);
}

static const struct kind kind_message = {
	KIND_MESSAGE, "message", sizeof(struct matched), release_matched
};

/* A probe has the envelope of a receive of nothing. */
static int
check(struct process *p, struct envelope *e, int source, int tag, MPI_Comm comm)
{
	return vcm_check_recv(p, e, NULL, 0, MPI_BYTE, source, tag, comm);
}

/* Gives the status of a message that was received. */
static void
give_status(MPI_Status *status, const struct envelope *e, const struct vcube_status *s)
{
	if (status == MPI_STATUS_IGNORE)
		return;
	if (e->peer == MPI_PROC_NULL)
		vcm_status_empty(status, MPI_PROC_NULL);
	else
		vcm_status_of(status, e->comm, s);
}

/* The same of one that was probed. */
static void
give_probed(struct process *p, MPI_Status *status, const struct envelope *e, struct vcube_status *s)
{
	p->heard = true;
	if (p->strict && e->peer == MPI_ANY_SOURCE) {
		vcm_race_check(p, e, s->from - e->comm->first, s->tag);
		vcm_steps_stop(p);
	}
	if (e->peer != MPI_PROC_NULL)
		s->bytes -= e->comm->header;
	give_status(status, e, s);
}

MPI_FUNCTION(int, Probe, (int source, int tag, MPI_Comm comm, MPI_Status *status))
{
	struct process *p = ENTER();
	struct vcube_status s;
	struct envelope e;
	const int code = check(p, &e, source, tag, comm);

	if (code != MPI_SUCCESS)
		return code;
	vcm_note(p, e.comm, source, tag);
	if (source != MPI_PROC_NULL)
		vcm_check(p, (vcube_tprobe)(p->node, e.comm->line, vcm_source(&e), vcm_tag(&e),
					    &s));
	give_probed(p, status, &e, &s);
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Iprobe, (int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status))
{
	struct process *p = ENTER();
	struct vcube_status s;
	struct envelope e;
	const int code = check(p, &e, source, tag, comm);

	if (code != MPI_SUCCESS)
		return code;
	*flag = 1;
	vcm_note(p, e.comm, source, tag);
	if (source != MPI_PROC_NULL)
		vcm_check(p, (vcube_tiprobe)(p->node, e.comm->line, vcm_source(&e), vcm_tag(&e), flag,
					     &s));
	if (*flag)
		give_probed(p, status, &e, &s);
	return MPI_SUCCESS;
}

static int
give_message(struct process *p, const struct envelope *e, vcube_message *core,
	     MPI_Message *message)
{
	struct matched *m;

	*message = MPI_MESSAGE_NO_PROC;
	if (e->peer == MPI_PROC_NULL)
		return MPI_SUCCESS;
	m = vcm_object_new(p, &kind_message);
	if (m == NULL)
		return vcm_comm_error(p, e->comm, MPI_ERR_NO_MEM, "no memory for a message");
	m->comm = vcm_object_keep(e->comm);
	m->core = core;
	*message = (MPI_Message)(void *)m;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Mprobe, (int source, int tag, MPI_Comm comm, MPI_Message *message,
	MPI_Status *status))
{
	struct process *p = ENTER();
	vcube_message *core = NULL;
	struct vcube_status s;
	struct envelope e;
	const int code = check(p, &e, source, tag, comm);

	if (code != MPI_SUCCESS)
		return code;
	vcm_note(p, e.comm, source, tag);
	if (source != MPI_PROC_NULL)
		vcm_check(p, (vcube_mprobe)(p->node, e.comm->line, vcm_source(&e), vcm_tag(&e), &core,
					    &s));
	give_probed(p, status, &e, &s);
	return give_message(p, &e, core, message);
}

MPI_FUNCTION(int, Improbe, (int source, int tag, MPI_Comm comm, int *flag,
	MPI_Message *message, MPI_Status *status))
{
	struct process *p = ENTER();
	vcube_message *core = NULL;
	struct vcube_status s;
	struct envelope e;
	const int code = check(p, &e, source, tag, comm);

	if (code != MPI_SUCCESS)
		return code;
	*flag = 1;
	vcm_note(p, e.comm, source, tag);
	if (source != MPI_PROC_NULL)
		vcm_check(p, (vcube_improbe)(p->node, e.comm->line, vcm_source(&e), vcm_tag(&e), flag,
					     &core, &s));
	if (!*flag)
		return MPI_SUCCESS;
	give_probed(p, status, &e, &s);
	return give_message(p, &e, core, message);
}

/* Receives the message, which is there already. */
static int
receive(struct process *p, void *buf, int count, MPI_Datatype datatype, MPI_Message *message,
	struct envelope *e, MPI_Status *status)
{
	struct matched *m = vcm_object_at(*message, &kind_message);
	const bool nobody = *message == MPI_MESSAGE_NO_PROC;
	struct vcube_status s = {0};
	struct packed packed;
	int code;

	if (m == NULL && !nobody)
		return vcm_error(p, MPI_ERR_REQUEST, *message == MPI_MESSAGE_NULL
				 ? "the message is MPI_MESSAGE_NULL"
				 : "the handle is not a message or has been received");
	code = vcm_check_recv(p, e, buf, count, datatype, nobody ? MPI_PROC_NULL : MPI_ANY_SOURCE,
			      MPI_ANY_TAG, nobody ? MPI_COMM_WORLD : m->comm->handle);
	if (code != MPI_SUCCESS)
		return code;
	*message = MPI_MESSAGE_NULL;
	if (!nobody) {
		if (p->strict)
			vcm_ends_receive(p, vcm_posts_receive(p), vcm_steps_post(p, false), true);
		packed = vcm_make_room(p, e);
		code = (vcube_mrecv)(p->node, e->comm->line, m->core, packed.data,
				     vcm_wire_bytes(e), &s);
		vcm_go_on(p);
		e->peer = s.from - e->comm->first;
		vcm_receive_end(p, e, &packed, &s);
	}
	give_status(status, e, &s);
	if (code != 0)
		code = vcm_failed(p, e->comm, code);
	else if (!nobody && !vcm_ends_well(e->type, s.bytes, vcm_bytes_of(e)))
		code = vcm_ends_badly(p, e->comm, s.bytes);
	vcm_object_drop(p, m);
	return code;
}

MPI_FUNCTION(int, Mrecv, (void *buf, int count, MPI_Datatype datatype, MPI_Message *message,
	MPI_Status *status))
{
	struct envelope e;

	return receive(ENTER(), buf, count, datatype, message, &e, status);
}

/* Done at once: the message was there. */
MPI_FUNCTION(int, Imrecv, (void *buf, int count, MPI_Datatype datatype, MPI_Message *message,
	MPI_Request *request))
{
	struct process *p = ENTER();
	struct envelope e;
	MPI_Status status;
	const int code = receive(p, buf, count, datatype, message, &e, &status);
	struct request *r;

	if (code != MPI_SUCCESS)
		return code;
	r = vcm_request_new(p, REQUEST_RECV, NULL);
	r->state = REQUEST_DONE;
	r->status = status;
	*request = (MPI_Request)(void *)r;
	return MPI_SUCCESS;
}
