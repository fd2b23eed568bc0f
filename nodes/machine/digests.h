/* SPDX-License-Identifier: BSD-2-Clause */
/* A set of digests: open addressing, at most half full. */
#ifndef VC_DIGESTS_H
#define VC_DIGESTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct vc_digests {
	uint64_t *at;                   /* 0: empty */
	size_t count, room;
};

/* Returns false if there is no memory. */
bool vc_digests_add(struct vc_digests *digests, uint64_t digest);
void vc_digests_clear(struct vc_digests *digests);

#endif
