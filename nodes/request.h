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
};

#endif
