/* SPDX-License-Identifier: BSD-2-Clause */
/* Requests: from their start to their end. */
#include <stdlib.h>
#include "explain.h"
#include "request.h"
#include "status.h"
#include "wrong.h"

void
vcm_reclaim(struct process *p, vcube_request *core)
{
	int done;

	if (core != NULL)
		(void)(vcube_test)(p->node, core, &done, NULL);
}

/* What is left of one that the program has freed, or that has failed */
static __attribute__((noinline, cold)) void
release_checks(struct process *p, struct request *r)
{
	if (p->lent != NULL)
		vcm_lent_forget(p, r);
	if (p->closing || r->beside == NULL || r->kind > REQUEST_RECV)
		return;
	if (r->kind == REQUEST_SEND)
		vcm_steps_sent(p, r->beside, NULL);
	else
		vcm_steps_received(p, r->beside, NULL, false);
}

static void
release_request(struct process *p, void *object)
{
	struct request *r = object;

	vcm_reclaim(p, r->core);
	if (p->strict)
		release_checks(p, r);
	if (r->calls != NULL)
		r->calls->release(p, r);
	if (r->packed.own != NULL)
		free(r->packed.own);
	if (r->envelope.type != NULL)
		vcm_type_drop(p, r->envelope.type);
	vcm_object_drop(p, r->envelope.comm);
}

const struct kind vcm_kind_request = {
	KIND_REQUEST, "request", sizeof(struct request), release_request
};

int
vcm_no_request(struct process *p)
{
	return vcm_no_object(p, &vcm_kind_request, NULL);
}

struct request *
vcm_request_more(struct process *p)
{
	struct request *r = vcm_object_reuse(p, &vcm_kind_request);

	if (r == NULL)
		vcm_fail(p, "no memory for a request");
	return r;
}

struct request *
vcm_request_new(struct process *p, enum request_kind kind, const struct envelope *e)
{
	static const struct envelope none;

	return vcm_request_make(p, kind, e != NULL ? e : &none);
}

/* Ends a send at once. */
static int
sent(struct request *r)
{
	r->state = REQUEST_DONE;
	return r->code = MPI_SUCCESS;
}

/* Nothing of the request but what the library has is to be ended. */
static bool
is_light(const struct process *p, const struct request *r)
{
	return !p->strict && !r->persistent && r->packed.own == NULL;
}

static int
start_send(struct process *p, struct request *r)
{
	const struct envelope *e = &r->envelope;
	const int to = e->comm->first + e->peer;

	if (e->peer == MPI_PROC_NULL)
		return sent(r);
	if (r->mode == SEND_BUFFERED) {
		sent(r);
		return r->code = vcm_buffered_send(p, e);
	}
	if (r->mode != SEND_SYNCHRONOUS && vcm_is_packed(e) && vcm_send_early(p, e)) {
		r->light = is_light(p, r);
		return sent(r);
	}
	r->packed = vcm_pack(p, e);
	r->light = is_light(p, r);
	if (r->mode == SEND_SYNCHRONOUS)
		r->core = (vcube_tissend)(p->node, e->comm->line, to, e->tag, r->packed.data,
					  vcm_wire_bytes(e));
	else
		r->core = (vcube_tisend)(p->node, e->comm->line, to, e->tag, r->packed.data,
					 vcm_wire_bytes(e));
	return MPI_SUCCESS;
}

static int
start_receive(struct process *p, struct request *r)
{
	const struct envelope *e = &r->envelope;

	if (e->peer == MPI_PROC_NULL) {
		r->state = REQUEST_DONE;
		vcm_status_empty(&r->status, MPI_PROC_NULL);
		return r->code = MPI_SUCCESS;
	}
	r->packed = vcm_make_room(p, e);
	r->core = (vcube_tirecv)(p->node, e->comm->line, vcm_source(e), vcm_tag(e), r->packed.data,
				 vcm_wire_bytes(e));
	r->light = is_light(p, r);
	return MPI_SUCCESS;
}

/* Notes what the checks of its message need. */
static __attribute__((noinline, cold)) void
note_start(struct process *p, struct request *r)
{
	p->ready = r->kind == REQUEST_SEND && r->mode == SEND_READY
		&& r->envelope.peer != MPI_PROC_NULL;
	r->beside = NULL;
	if (r->envelope.peer == MPI_PROC_NULL || r->mode == SEND_BUFFERED)
		return;
	if (r->kind == REQUEST_SEND) {
		p->meeting = r->beside = vcm_steps_begin(p);
	} else {
		r->posted_at = vcm_posts_receive(p);
		r->beside = vcm_steps_post(p, r->envelope.peer == MPI_ANY_SOURCE);
	}
}

int
vcm_request_start(struct process *p, struct request *r)
{
	int code;

	if (p->strict && r->kind <= REQUEST_RECV) {
		vcm_buffer_check(p, &r->envelope, r->kind == REQUEST_RECV);
		note_start(p, r);
	}
	r->state = REQUEST_ACTIVE;
	if (r->calls != NULL)
		code = r->calls->start(p, r);
	else
		code = r->kind == REQUEST_SEND ? start_send(p, r) : start_receive(p, r);
	if (p->strict && r->kind <= REQUEST_RECV && r->state == REQUEST_ACTIVE) {
		vcm_lend_envelope(p, r);
		if (r->kind == REQUEST_RECV)
			r->posted = vcm_race_posted(p);
	}
	if (r->state == REQUEST_ACTIVE && r->core == NULL && r->kind != REQUEST_PARTITIONED)
		vcm_end(p, vcube_failed(p->node));
	return code;
}

/* A failure is that of a message which was too long, or the end of the process. The message has
 * been taken, and the library still has its request. */
static int
recover(struct process *p, vcube_request *core, int code, struct vcube_status *s)
{
	if (code == 0)
		return MPI_SUCCESS;
	if (code != VCUBE_ETRUNC || vcube_recover(p->node, NULL) != VCUBE_ETRUNC)
		vcm_end(p, code);
	vcm_check(p, (vcube_wait)(p->node, core, s));
	return MPI_ERR_TRUNCATE;
}

/* The end of most: of a message that was sent from, or received into, the user's memory.
 * Returns false and does nothing for others. */
static inline bool
done_at_once(struct process *p, struct request *r, const struct vcube_status *s, int code)
{
	if (code != 0 || r->kind > REQUEST_RECV || r->packed.own != NULL || p->strict || s->cancelled)
		return false;
	if (r->kind == REQUEST_RECV) {
		if (!vcm_ends_well(r->envelope.type, s->bytes, vcm_bytes_of(&r->envelope)))
			return false;
		vcm_status_of(&r->status, r->envelope.comm, s);
	}
	r->code = MPI_SUCCESS;
	r->core = NULL;
	r->state = REQUEST_DONE;
	return true;
}

/* Does the call wait for the request, whatever else is done? A program that asks first may do
 * something else. */
static bool
must_wait(struct process *p, const struct request *r)
{
	const bool waits = vcm_call_is(&p->call, CALL_AWAITS_ALL);

	if (!waits && r->beside != NULL)
		vcm_steps_stop(p);
	return waits;
}

static __attribute__((noinline, cold)) void
end_of_send(struct process *p, struct request *r)
{
	if (r->beside == NULL)
		return;
	vcm_steps_sent(p, r->beside, must_wait(p, r) ? &r->envelope : NULL);
	r->beside = NULL;
}

void
vcm_request_done(struct process *p, struct request *r, const struct vcube_status *s, int code)
{
	struct vcube_status status;

	r->light = false;
	if (done_at_once(p, r, s, code))
		return;
	status = *s;
	r->code = recover(p, r->core, code, &status);
	r->core = NULL;
	r->state = REQUEST_DONE;
	p->heard = true;
	if (p->strict)
		vcm_lent_back(p, (struct lending){.request = r, .rank = -1});
	if (r->kind == REQUEST_GENERALIZED)
		return;
	if (r->calls != NULL) {
		vcm_status_empty(&r->status, MPI_ANY_SOURCE);
		r->code = r->calls->result(p, r, &status);
		return;
	}
	if (r->kind == REQUEST_SEND) {
		if (p->strict)
			end_of_send(p, r);
		free(r->packed.own);
		r->packed.own = NULL;
	} else if (status.cancelled) {
		vcm_status_set(&r->status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0, true);
		vcm_unpack(&r->envelope, &r->packed, 0);
	} else {
		if (p->strict) {
			vcm_race_ends(p, r);
			vcm_ends_receive(p, r->posted_at, r->beside, must_wait(p, r));
			r->beside = NULL;
		}
		vcm_receive_end(p, &r->envelope, &r->packed, &status);
		vcm_status_of(&r->status, r->envelope.comm, &status);
		if (r->code == MPI_SUCCESS && !vcm_ends_well(r->envelope.type, status.bytes,
							     vcm_bytes_of(&r->envelope)))
			r->code = MPI_ERR_TYPE;
	}
}

void
vcm_request_wait(struct process *p, struct request *r)
{
	struct vcube_status s = {0};
	int code;

	if (r->state != REQUEST_ACTIVE)
		return;
	if (r->core == NULL && r->kind == REQUEST_PARTITIONED)
		vcm_parts_await(p, r);
	if (r->core == NULL)
		vcm_fail(p, "%s waits for a generalized request that is never completed", p->call.name);
	code = (vcube_wait)(p->node, r->core, &s);
	vcm_go_on(p);
	vcm_request_done(p, r, &s, code);
}

bool
vcm_request_test(struct process *p, struct request *r)
{
	struct vcube_status s = {0};
	int done = 0, code;

	if (r->state == REQUEST_ACTIVE && r->kind != REQUEST_GENERALIZED && r->core != NULL) {
		code = (vcube_test)(p->node, r->core, &done, &s);
		vcm_go_on(p);
		if (done || code != 0)
			vcm_request_done(p, r, &s, code);
	}
	return r->state != REQUEST_ACTIVE;
}

/* Ends the request of the library that threads wait for while a generalized one is active. */
static void
release_core(struct process *p, struct request *r)
{
	if (r->core != NULL)
		vcm_check(p, (vcube_wait)(p->node, r->core, NULL));
	r->core = NULL;
}

/* The program's function fills in the status of its own request. */
static void
query(struct request *r)
{
	const int code = r->generalized.query(r->generalized.extra, &r->status);

	if (r->code == MPI_SUCCESS)
		r->code = code;
}

void
vcm_request_peek(struct request *r, MPI_Status *status)
{
	if (r->kind == REQUEST_GENERALIZED)
		query(r);
	if (r->kind == REQUEST_SEND)
		vcm_status_empty(&r->status, MPI_ANY_SOURCE);
	if (status != MPI_STATUS_IGNORE) {
		const int error = status->MPI_ERROR;

		*status = r->status;
		status->MPI_ERROR = error;
	}
}

int
vcm_request_finish(struct process *p, MPI_Request *handle, MPI_Status *status)
{
	struct request *r = vcm_request(*handle);
	int code = r->code;

	if (r->state == REQUEST_IDLE) {
		if (status != MPI_STATUS_IGNORE)
			vcm_status_none(status);
		return MPI_SUCCESS;
	}
	if (r->kind == REQUEST_GENERALIZED)
		release_core(p, r);
	if (p->strict && (r->kind == REQUEST_FILE || r->kind == REQUEST_ACCESS))
		vcm_lent_back(p, (struct lending){.request = r, .rank = -1});
	vcm_request_peek(r, status);
	if (r->kind == REQUEST_GENERALIZED) {
		code = r->generalized.free(r->generalized.extra);
		if (r->code != MPI_SUCCESS)
			code = r->code;
	}
	if (r->persistent) {
		r->state = REQUEST_IDLE;
	} else {
		vcm_object_drop(p, r);
		*handle = MPI_REQUEST_NULL;
	}
	return code;
}

/* Frees those of the freed requests that are done. */
static void
reap_freed(struct process *p)
{
	struct request **link = &p->freed_requests, *r;

	while ((r = *link) != NULL) {
		if (vcm_request_test(p, r)) {
			*link = r->next;
			vcm_object_drop(p, r);
		} else {
			link = &r->next;
		}
	}
}

void
vcm_request_send_copy(struct process *p, const struct envelope *e)
{
	struct request *r;

	reap_freed(p);
	r = vcm_request_new(p, REQUEST_SEND, e);
	r->packed = vcm_pack_copy(p, e);
	r->core = (vcube_tisend)(p->node, e->comm->line, e->comm->first + e->peer, e->tag,
				 r->packed.data, vcm_wire_bytes(e));
	if (r->core == NULL)
		vcm_leave(p, 1);
	r->state = REQUEST_ACTIVE;
	r->next = p->freed_requests;
	p->freed_requests = r;
}

/* Freed requests: whether there are some is known by the list alone. */
void
vcm_requests_finish(struct process *p, bool receives)
{
	struct request **link = &p->freed_requests, *r;

	while ((r = *link) != NULL) {
		if (r->kind == REQUEST_RECV && !receives) {
			link = &r->next;
			continue;
		}
		*link = r->next;
		if (r->kind == REQUEST_RECV && !vcm_request_test(p, r))
			vcm_check(p, (vcube_cancel)(p->node, r->core));
		vcm_request_wait(p, r);
		vcm_object_drop(p, r);
	}
}

/* Parts of a message cannot be taken back, and nobody would say that the others are ready. */
static int
check_parts(struct process *p, struct request *r)
{
	return r->kind != REQUEST_PARTITIONED || vcm_request_test(p, r) ? MPI_SUCCESS
		: vcm_error(p, MPI_ERR_REQUEST, "the partitioned request is active; wait for it");
}

MPI_FUNCTION(int, Request_free, (MPI_Request *request))
{
	struct process *p = ENTER();
	struct request *r = vcm_request_at(request);
	int code;

	if (r == NULL)
		return vcm_no_request(p);
	code = check_parts(p, r);
	if (code != MPI_SUCCESS)
		return code;
	if (p->strict && r->kind <= REQUEST_COLLECTIVE && r->kind != REQUEST_GENERALIZED
	    && r->state == REQUEST_ACTIVE)
		vcm_tell_freed(p, r);
	if (r->kind == REQUEST_GENERALIZED && r->state == REQUEST_ACTIVE) {
		r->freed = true;
	} else if (r->kind == REQUEST_GENERALIZED) {
		release_core(p, r);
		code = r->generalized.free(r->generalized.extra);
		vcm_object_drop(p, r);
	} else if (vcm_request_test(p, r)) {
		vcm_object_drop(p, r);
	} else {
		r->freed = true;
		r->next = p->freed_requests;
		p->freed_requests = r;
	}
	*request = MPI_REQUEST_NULL;
	return code;
}

MPI_FUNCTION(int, Cancel, (MPI_Request *request))
{
	struct process *p = ENTER();
	struct request *r = vcm_request_at(request);

	if (r == NULL)
		return vcm_no_request(p);
	if (r->kind == REQUEST_GENERALIZED)
		return r->generalized.cancel(r->generalized.extra, r->state == REQUEST_DONE);
	if (r->state == REQUEST_IDLE)
		return vcm_error(p, MPI_ERR_REQUEST, "the persistent request is not active");
	if (r->kind == REQUEST_PARTITIONED)
		return check_parts(p, r);
	if (r->state == REQUEST_ACTIVE && r->kind == REQUEST_RECV) {
		vcm_check(p, (vcube_cancel)(p->node, r->core));
		vcm_request_test(p, r);         /* programs exist that never complete it */
	}
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Grequest_start, (MPI_Grequest_query_function *query_fn,
	MPI_Grequest_free_function *free_fn, MPI_Grequest_cancel_function *cancel_fn,
	void *extra_state, MPI_Request *request))
{
	struct process *p = ENTER();
	struct request *r = vcm_request_new(p, REQUEST_GENERALIZED, NULL);

	/* where there is one thread, nobody completes it while that waits */
	if (p->thread_level >= MPI_THREAD_SERIALIZED && (r->core = (vcube_promise)(p->node)) == NULL)
		vcm_leave(p, 1);
	r->generalized = (struct generalized){query_fn, free_fn, cancel_fn, extra_state};
	r->state = REQUEST_ACTIVE;
	*request = (MPI_Request)(void *)r;
	return MPI_SUCCESS;
}

MPI_FUNCTION(int, Grequest_complete, (MPI_Request request))
{
	struct process *p = ENTER();
	struct request *r = vcm_request(request);

	if (r == NULL || r->kind != REQUEST_GENERALIZED)
		return vcm_error(p, MPI_ERR_REQUEST, "the handle is not a generalized request");
	r->state = REQUEST_DONE;
	vcm_status_empty(&r->status, MPI_UNDEFINED);
	if (r->core != NULL)
		(vcube_complete)(p->node, r->core);
	if (!r->freed)
		return MPI_SUCCESS;
	release_core(p, r);
	r->generalized.free(r->generalized.extra);
	vcm_object_drop(p, r);
	return MPI_SUCCESS;
}
