/* SPDX-License-Identifier: BSD-2-Clause */
/* A request, from inside; what requests are is in nodes/message/request.c. */
#ifndef VC_REQUEST_H
#define VC_REQUEST_H

#include "message.h"

/* There may be a million of them at a time: a node of 1,024 sends to all others. */
struct vcube_request {
	struct vcube_request *next, *prev;
	struct vc_request_list *list;   /* NULL: it is idle */
	const char *here;               /* where the program made it */
	int peer;                       /* rank in the machine */
	int named;                      /* the same as the program named it */
	vcube_time over;                /* where journals are kept: when it is done, if known */
	union {
		struct vc_send_wait sent;    /* of a send */
		struct {                /* of a receive */
			void *into;
			size_t room;
			vcube_group *group;
			size_t bytes;           /* done: of the message, */
			vcube_time arrival;     /* and when it had arrived */
		} got;
	};
};

/* Receives for a request, which is the oldest of its channel: it is done then.
 * `wanted`: its status may be asked for. Where journals are kept, to learn when a
 * message arrived is to wait until that is known.
 * 0, VCUBE_ETIMEDOUT, or the node's failure. */
int vc_request_complete(vcube_node *self, struct vcube_request *r, vcube_time deadline,
			bool wanted);
/* Fills in the status of one that is done, unless that is NULL. */
void vc_request_tell(vcube_node *self, const struct vcube_request *r, struct vcube_status *status);
/* Makes it idle. */
void vc_request_end(vcube_node *self, struct vcube_request *r);
/* 0, or fails: it is idle, and so none of the program's any more. */
int vc_request_alive(vcube_node *self, const char *call, const struct vcube_request *r);

#endif
