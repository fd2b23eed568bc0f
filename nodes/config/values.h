/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reading and printing the values of keys, as struct vc_desc_key has it: a choice
 * by name (an enumeration), a flag (int), a number (uint64_t), a size (size_t), a
 * capacity (size_t, SIZE_MAX: unlimited), a time (vcube_time), a chance (uint64_t,
 * in parts of VCUBE_CERTAIN).
 */
#ifndef VC_VALUES_H
#define VC_VALUES_H

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

#define VC_DESC_VALUES(X) \
	X(choice) X(flag) X(number) X(size) X(capacity) X(time) X(chance)

#define X(what) \
	int vc_value_parse_##what(const struct vc_desc_key *key, const char *value, void *field, \
				  struct vcube_error *error); \
	const char *vc_value_print_##what(const struct vc_desc_key *key, const void *field, \
					  char room[VC_UNITS_ROOM]);
VC_DESC_VALUES(X)
#undef X

/* A size; the host may want more for a thread than we do. */
int vc_value_parse_stack(const struct vc_desc_key *key, const char *value, void *field,
			 struct vcube_error *error);

/* An error that names key, value, what is wrong, and what it takes. */
int vc_value_refuse(const struct vc_desc_key *key, const char *value, const char *why,
		    struct vcube_error *error);

#endif
