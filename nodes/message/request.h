/* SPDX-License-Identifier: BSD-2-Clause */
/* A request, internally; nodes/message/request.c explains requests. */
#ifndef VC_REQUEST_H
#define VC_REQUEST_H

#include "in_use.h"
#include "label.h"
#include "message.h"

/* There may be a million of them, 1,024 nodes that each send to all others: two cache lines
 * each. */
struct vcube_request {
	VC_ALIGNED struct vcube_request *next;
	struct vcube_request *prev;
	struct vc_request_list *list;   /* NULL if idle */
	const char *here;               /* where the program made it, */
	const char *call;               /* and by which function */
	int peer;                       /* rank in the machine; -1: any */
	int named;                      /* the same, as the program named it; once a receive
					   from any is done, the sender */
	vcube_time over;                /* with journals: when it is done, if known */
	const void *data;               /* of a pending send */
	union {
		struct {                /* of a send */
			struct vc_send_wait sent;
			vcube_time remains;     /* with journals: it has not left before */
		};
		struct {                /* of a receive */
			void *into;
			size_t room;
			vcube_group *group;
			uint64_t label, mask;   /* as in struct vc_want; if done: of the message */
			size_t bytes;           /* if done: of the message, */
			vcube_time arrival;     /* and its arrival; else: it is not done before */
			bool cancelled;
		} got;
	};
};
static_assert(sizeof(struct vcube_request) == 2 * VC_LINE, "a request is two cache lines");

/* On strict machines all requests are such. */
struct vc_strict_request {
	struct vcube_request request;
	struct vc_in_use memory;
};

/* Strict: returns the memory of a request. */
static inline struct vc_in_use *
vc_request_memory(struct vcube_request *r)
{
	return &((struct vc_strict_request *)r)->memory;
}

static inline struct vc_want
vc_request_want(const struct vcube_request *r)
{
	return (struct vc_want){.group = r->got.group, .from = r->peer, .label = r->got.label,
				.mask = r->got.mask, .before = r};
}

/* Takes the message of a posted receive, which is then done. `wanted`: its status may be read.
 * The call may be another's, so it is vc_request_is_whole() that fails if the message was cut. */
int vc_request_take(vcube_node *self, struct vcube_request *r, const struct vc_found *found,
		    bool wanted);
/* Sends a message with a label, and lends the buffer. Returns NULL if the node has failed, or
 * `to` is VCUBE_NOBODY. */
struct vcube_request *vc_request_send(vcube_node *self, const char *call, vcube_group *group,
				      int to, uint64_t label, const void *data, size_t bytes);
/* Fills in the status of a completed request, unless `status` is NULL. */
void vc_request_tell(vcube_node *self, const struct vcube_request *r, struct vcube_status *status);
/* Ends a posted receive without a message. */
void vc_request_cancel(vcube_node *self, struct vcube_request *r);
/* Returns 0, or fails, once, if the message of a completed receive was too long for it; if strict,
 * also if the program has changed the request's memory, or it is gone: beyond `end`, the frame of
 * the call that waits. */
int vc_request_is_whole(vcube_node *self, struct vcube_request *r, const void *end);
/* Returns 0, or fails if a pending request uses this memory in another way. */
int vc_request_in_use(vcube_node *self, const char *call, enum vc_use use, const void *data,
		      size_t bytes);
/* Returns 0, or fails if the request is idle, which the program no longer owns, or another
 * node's. */
int vc_request_alive(vcube_node *self, const char *call, const struct vcube_request *r);

/* Makes more idle requests. Returns false if memory is short. */
bool vc_request_refill(vcube_node *self);

/* Returns a new request, in no list yet; NULL if the node has failed. */
static inline struct vcube_request *
vc_request_begin(vcube_node *self, const char *call)
{
	struct vcube_request *r = self->requests.idle;

	if (vc_unlikely(r == NULL)) {
		if (!vc_request_refill(self)) {
			vc_fail(self, VCUBE_EHOST, "%s: no memory for a request", call);
			return NULL;
		}
		r = self->requests.idle;
	}
	self->requests.idle = r->next;
	r->here = self->site.here;
	r->call = call;
	return r;
}

static inline void
vc_request_join(struct vcube_request *r, struct vc_request_list *list)
{
	r->list = list;
	r->over = VC_NOT_YET;
	r->next = NULL;
	r->prev = list->last;
	*(list->last ? &list->last->next : &list->first) = r;
	list->last = r;
}

static inline void
vc_request_leave(struct vcube_request *r)
{
	struct vc_request_list *list = r->list;

	*(r->prev ? &r->prev->next : &list->first) = r->next;
	*(r->next ? &r->next->prev : &list->last) = r->prev;
}

static inline void
vc_request_retire(vcube_node *self, struct vcube_request *r)
{
	r->list = NULL;
	r->next = self->requests.idle;
	self->requests.idle = r;
}

/* Makes the request idle. */
static inline void
vc_request_end(vcube_node *self, struct vcube_request *r)
{
	if (r->list == &self->requests.completed_early)
		self->requests.completed_early_count--;
	else
		vc_request_leave(r);
	if (vc_unlikely(self->strict))
		vc_in_use_end(vc_request_memory(r));
	vc_request_retire(self, r);
}

/* Returns whether a posted receive accepts such a message. */
static inline bool
vc_request_accepts(const vcube_node *n, const struct vcube_request *r, int from, uint64_t label)
{
	return ((r->got.label ^ label) & r->got.mask) == 0 &&
	       (r->peer == from || (r->peer < 0 && vc_group_find(n, r->got.group, from) >= 0));
}

/* Marks the messages set aside that a receive, which was just posted, accepts. */
void vc_request_mark(vcube_node *node, const struct vcube_request *request);

/* Posts a receive. Returns NULL if the node has failed. */
static inline struct vcube_request *
vc_request_post(vcube_node *self, const char *call, const struct vc_want *want, int named,
		void *into, size_t room)
{
	struct vcube_request *r;

	if (vc_memory(self, call, VC_WRITES, into, room) != 0 ||
	    (r = vc_request_begin(self, call)) == NULL)
		return NULL;
	vc_request_join(r, &self->requests.receives);
	r->peer = want->from;
	r->named = named;
	r->got.cancelled = false;
	r->got.arrival = 0;
	r->got.group = want->group;
	r->got.label = want->label;
	r->got.mask = want->mask;
	r->got.into = into;
	r->got.room = room;
	self->probed.until = 0;         /* a probe takes what has come for it */
	if (vc_unlikely(self->strict))
		vc_in_use_begin(self, vc_request_memory(r), VC_WRITES, into, room);
	if (vc_unlikely(self->asides.first != NULL))
		vc_request_mark(self, r);
	return r;
}

/* Is it the node's, and not idle? */
static inline bool
vc_request_is_own(const vcube_node *self, const struct vcube_request *r)
{
	return (uintptr_t)r->list - (uintptr_t)&self->requests < sizeof self->requests;
}

#endif
