/* SPDX-License-Identifier: BSD-2-Clause */
/* The keys of a description: one table, from which all else derives. */
#ifndef VC_KEYS_H
#define VC_KEYS_H

#include <stdbool.h>
#include <vcube/desc.h>
#include "units.h"

struct vc_desc_key {
	const char *name, *form, *text;
	const char *(*make_form)(void); /* instead of a form that is known beforehand */
	size_t offset;                  /* of its field in struct vcube_desc */
	/* 0, or an error that names key and value, and the field as before. */
	int (*parse)(const struct vc_desc_key *key, const char *value, void *field,
		     struct vcube_error *error);
	/* What parses to the field, in `room` or elsewhere; of what parses from
	 * nothing, something that parse refuses. */
	const char *(*print)(const struct vc_desc_key *key, const void *field,
			     char room[VC_UNITS_ROOM]);
	const char *const *choices;     /* names by value, then NULL */
	int64_t least;                  /* of a size or time */
	uint64_t most;                  /* of a size */
	bool of_run;                    /* of a run, not of the machine's make: no
					   profile sets it */
};

extern const struct vc_desc_key vc_desc_keys[];
extern const int vc_desc_keys_count;

/* NULL with the list of keys in *error. */
const struct vc_desc_key *vc_desc_key_find(const char *name, struct vcube_error *error);

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
