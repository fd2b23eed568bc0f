/* SPDX-License-Identifier: BSD-2-Clause */
/* What a node has sent in a run, for machines with digest=yes. */
#ifndef VC_DIGEST_H
#define VC_DIGEST_H

#include "message.h"

struct vc_sent {
	int to;                         /* rank in the machine */
	int tag;                        /* -1: none */
	uint64_t number;                /* over all of the node's messages */
	uint64_t bytes, sum;            /* sum: of the bytes */
	const char *here;               /* the line that sent it, or NULL */
};

struct vc_digest {
	struct vc_sent *sent;
	size_t count, room;
	bool lacks;                     /* memory: some are missing */
};

/* The node sends a message. */
void vc_digest_add(vcube_node *self, int to, uint64_t label, const void *data, size_t bytes);

#endif
