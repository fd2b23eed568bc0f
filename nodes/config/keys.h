/* SPDX-License-Identifier: BSD-2-Clause */
/* The keys of a description: one table, from which everything else derives. */
#ifndef VC_KEYS_H
#define VC_KEYS_H

#include "values.h"

extern const struct vc_desc_key vc_desc_keys[];
extern const int vc_desc_keys_count;

/* Returns NULL, with the list of keys in *error, if there is no such key. */
const struct vc_desc_key *vc_desc_key_find(const char *name, struct vcube_error *error);

/* Is the transport one of the library's, or the path of a module? Returns 0 or an error. */
int vc_transport_check(const char *name, struct vcube_error *error);

static inline void *
vc_desc_field(const struct vc_desc_key *key, struct vcube_desc *desc)
{
	return (char *)desc + key->offset;
}

static inline const char *
vc_desc_key_print(const struct vc_desc_key *key, const struct vcube_desc *desc,
		  char room[VC_UNITS_ROOM])
{
	return key->print(key, (const char *)desc + key->offset, room);
}

#endif
