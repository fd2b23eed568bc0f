/* SPDX-License-Identifier: BSD-2-Clause */
/* A request, internally; nodes/message/request.c explains requests. */
#ifndef VC_REQUEST_H
#define VC_REQUEST_H

#include "message.h"

/* There may be a million of them: 1,024 nodes that each send to all others. */
struct vcube_request {
	struct vcube_request *next, *prev;
	struct vc_request_list *list;   /* NULL if idle */
	const char *here;               /* where the program made it */
	int peer;                       /* rank in the machine */
	int named;                      /* the same, as the program named it */
	vcube_time over;                /* with journals: when it is done, if known */
	union {
		struct vc_send_wait sent;    /* of a send */
		struct {                /* of a receive */
			void *into;
			size_t room;
			vcube_group *group;
			size_t bytes;           /* if done: of the message, */
			vcube_time arrival;     /* and its arrival */
		} got;
	};
};

/* Receives for a request, the oldest of its channel, which is then done. `wanted`: its status
 * may be read. With journals, an arrival blocks until it is known. Returns 0,
 * VCUBE_ETIMEDOUT, or the node's failure. */
int vc_request_complete(vcube_node *self, struct vcube_request *r, vcube_time deadline,
			bool wanted);
/* Fills in the status of a completed request, unless `status` is NULL. */
void vc_request_tell(vcube_node *self, const struct vcube_request *r, struct vcube_status *status);
/* Makes the request idle. */
void vc_request_end(vcube_node *self, struct vcube_request *r);
/* Returns 0, or fails if the request is idle: then the program no longer owns it. */
int vc_request_alive(vcube_node *self, const char *call, const struct vcube_request *r);

#endif
