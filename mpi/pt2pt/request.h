/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Requests. One is idle (a persistent one that is not started), active, or done: its status is
 * known and nothing of the library's is left. An active one that communicates has a request of
 * the library; an active generalized one ends by MPI_Grequest_complete().
 */
#ifndef VCM_REQUEST_H
#define VCM_REQUEST_H

#include "message.h"

enum request_kind {
	REQUEST_SEND, REQUEST_RECV, REQUEST_GENERALIZED, REQUEST_COLLECTIVE,
	REQUEST_FILE, REQUEST_ACCESS,   /* done from the start */
	REQUEST_PARTITIONED,
	REQUEST_FLUSH           /* of a buffer: buffered.c */
};
enum request_state { REQUEST_IDLE, REQUEST_ACTIVE, REQUEST_DONE };
enum send_mode { SEND_STANDARD, SEND_BUFFERED, SEND_SYNCHRONOUS, SEND_READY };

/* The program's functions. */
struct generalized {
	MPI_Grequest_query_function *query;
	MPI_Grequest_free_function *free;
	MPI_Grequest_cancel_function *cancel;
	void *extra;
};

struct request;

/* Of a collective that runs beside the program, or a partitioned message */
struct request_calls {
	/* Sets `core`, which a partitioned send gets later. */
	int (*start)(struct process *p, struct request *r);
	/* MPI_SUCCESS or a code; may set the status. */
	int (*result)(struct process *p, struct request *r, const struct vcube_status *s);
	void (*release)(struct process *p, struct request *r);
};

struct request {
	struct object object;
	enum request_kind kind;
	enum request_state state;
	enum send_mode mode;
	bool persistent;
	bool freed;                     /* by the program, while active */
	bool light;                     /* its end takes no more than to wait for `core`, or not
					   even that: of a send that was done at once */
	int code;                       /* when done: MPI_SUCCESS or the error's */
	uint64_t listed;                /* number of the list that was checked last: wait.c */
	vcube_request *core;            /* while active; of a generalized one, for other threads */
	struct packed packed;           /* while active */
	uint64_t posted;                /* number of a receive, if strict: races.c */
	unsigned long posted_at;        /* and when: vcm_posts_receive() */
	struct envelope envelope;
	const struct request_calls *calls;      /* NULL: of other requests */
	const char *call;               /* of MPI that made it */
	void *beside;                   /* what `calls` work on */
	/* Not set when it is made */
	MPI_Status status;              /* when done; not of a send */
	struct generalized generalized;
	struct request *next;           /* of those that the program has freed */
};

extern const struct kind vcm_kind_request;

/* Returns the request, or NULL if the handle is none. */
static inline struct request *
vcm_request(MPI_Request handle)
{
	return vcm_object_at(handle, &vcm_kind_request);
}

/* The same for what a call is passed the address of, which may be NULL */
static inline struct request *
vcm_request_at(const MPI_Request *handle)
{
	return handle == NULL ? NULL : vcm_request(*handle);
}

int vcm_no_request(struct process *p);

/* Checks a list of handles; raises what is wrong with it. */
int vcm_requests_check(struct process *p, int count, const MPI_Request handles[]);

/* Tests each of a list that was checked; returns whether all are done. */
bool vcm_requests_test(struct process *p, int count, const MPI_Request handles[]);
/* Returns the request, or NULL if there is nothing to wait for or to tell. */
struct request *vcm_request_live(MPI_Request handle);
/* The place of a status in a list that may be ignored. */
static inline MPI_Status *
vcm_status_at(MPI_Status *statuses, int i)
{
	return statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[i];
}

/* Makes a request, which holds its communicator and its type; it may have neither. In line for
 * those of most messages. */
struct request *vcm_request_more(struct process *p);
static inline struct request *
vcm_request_make(struct process *p, enum request_kind kind, const struct envelope *e)
{
	struct request *r = vcm_pool_take(&p->pools[KIND_REQUEST], &vcm_kind_request, p->call.site);

	if (__builtin_expect(r == NULL, 0))
		r = vcm_request_more(p);
	r->kind = kind;
	r->state = REQUEST_IDLE;
	r->mode = SEND_STANDARD;
	r->persistent = r->freed = r->light = false;
	r->listed = 0;
	r->code = MPI_SUCCESS;
	r->core = NULL;
	r->packed = (struct packed){NULL, NULL};
	r->calls = NULL;
	r->beside = NULL;
	r->call = p->call.name;
	r->envelope = *e;
	if (e->comm != NULL)
		e->comm->object.references++;
	if (e->type != NULL)
		vcm_type_keep(e->type);
	return r;
}

/* The same, not in line; the envelope may be NULL. */
struct request *vcm_request_new(struct process *p, enum request_kind kind,
				const struct envelope *e);
/* Sends a message that needs no packing if the library can do so at once: there is nothing to wait
 * for. Returns false and does nothing if not. */
static inline bool
vcm_send_early(struct process *p, const struct envelope *e)
{
	return (vcube_try_tsend)(p->node, e->comm->line, e->comm->first + e->peer, e->tag,
				 vcm_type_data(e->type, e->buffer), vcm_bytes_of(e));
}

/* Starts a send or a receive. Returns MPI_SUCCESS or the error's code. */
int vcm_request_start(struct process *p, struct request *r);
/* The request has ended with this status of the library. */
void vcm_request_done(struct process *p, struct request *r, const struct vcube_status *s,
		      int code);
/* Waits until it is done. */
void vcm_request_wait(struct process *p, struct request *r);
/* Tells whether it is done, without blocking. */
bool vcm_request_test(struct process *p, struct request *r);
/* Gives the status of one that is done to the program, but for its error; the request stays. */
void vcm_request_peek(struct request *r, MPI_Status *status);
/* Gives the status of one that is not active to the program, and takes the request from it,
 * or makes a persistent one idle. Returns the request's error, not raised. */
int vcm_request_finish(struct process *p, MPI_Request *handle, MPI_Status *status);
/* Waits until all partitions of a send are ready, which other threads may yet say. */
void vcm_parts_await(struct process *p, struct request *r);
/* Starts to send a copy of the message, which may change at once. Nobody has the request. */
void vcm_request_send_copy(struct process *p, const struct envelope *e);
/* Waits for the requests that the program has freed while they were active: for others than
 * receives; or for receives whose messages have come, as all have once every process has sent the
 * last of its own, and cancels those that are left. */
void vcm_requests_finish(struct process *p, bool receives);

/* Ends the use that the library makes of a message's memory, which is to be freed: of a process
 * that ends with a failure, or of a request that is done (NULL). */
void vcm_reclaim(struct process *p, vcube_request *core);

/* Begins a buffered send: copies the message to where the library finds it later. Returns
 * MPI_SUCCESS, or the error that the attached buffer is too small. */
int vcm_buffered_send(struct process *p, const struct envelope *e);
/* Wait for the messages in a buffer, which may be NULL; in all. */
void vcm_buffer_flush(struct process *p, struct buffer *b);
void vcm_buffers_flush(struct process *p);

#endif
