/* SPDX-License-Identifier: BSD-2-Clause */
/* Tables that the nodes of a machine share. */
#ifndef VC_SHARED_H
#define VC_SHARED_H

#include "node.h"
#include "part.h"

/* The operations of a kind of table. Keys are copied. */
struct vc_shared_kind {
	size_t key_size;
	bool (*is_same)(const void *key, const void *other);
	/* Any node may build it, while the others wait. Returns NULL with the reason. */
	void *(*build)(const void *key, struct vcube_error *error);
	void (*release)(void *table);           /* NULL: nothing is to be released */
};

/* Returns the table of this kind for this key; NULL if the node has failed. */
const void *vc_share(vcube_node *self, const struct vc_shared_kind *kind, const void *key);

extern const struct vc_part vc_part_shared;

#endif
