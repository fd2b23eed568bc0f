/* SPDX-License-Identifier: BSD-2-Clause */
/* A request, from inside; what requests are is in nodes/request.c. */
#ifndef VC_REQUEST_H
#define VC_REQUEST_H

#include "nodes/message.h"

struct vcube_request {
	struct vcube_request *next, *prev;
	struct vc_request_list *list;   /* NULL: it is idle */
	const char *here;               /* where the program made it */
	struct vc_sent sent;            /* of a send */
	int peer;                       /* rank in the machine */
	int named;                      /* the same as the program named it */
	size_t bytes;                   /* of the message, or of the buffer */
	void *into;
	vcube_group *group;
	struct vcube_status status;
	vcube_time over;                /* where journals are kept: when it is done, if known */
};

/* Receives for a request, which is the oldest of its channel: it is done then.
 * 0, VCUBE_ETIMEDOUT, or the node's failure. */
int vc_request_complete(vcube_node *self, struct vcube_request *r, vcube_time deadline);
/* Makes it idle. */
void vc_request_end(vcube_node *self, struct vcube_request *r);
/* 0, or fails: it is idle, and so none of the program's any more. */
int vc_request_alive(vcube_node *self, const char *call, const struct vcube_request *r);

#endif
