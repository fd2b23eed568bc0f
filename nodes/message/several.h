/* SPDX-License-Identifier: BSD-2-Clause */
/* Waiting for the first of several requests. */
#ifndef VC_SEVERAL_H
#define VC_SEVERAL_H

#include "request.h"

struct vc_several {
	struct vcube_request *const *request;   /* entries may be NULL */
	int count;
};

/* Slots of clocks. Found: whichever the node finds done. Told: the first by the virtual
 * clock, which only the resolver can tell. */
struct vcube_request *vc_first_found(vcube_node *self, struct vc_wait *wait);
struct vcube_request *vc_first_told(vcube_node *self, struct vc_wait *wait);

#endif
