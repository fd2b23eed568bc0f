/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parses and prints the values of keys, for the slots of struct vc_desc_key: a choice by
 * name (an enumeration), a flag (int), a number (uint64_t), a size (size_t), a capacity
 * (size_t, SIZE_MAX: unlimited), a time (vcube_time), a chance (uint64_t, in parts of
 * VCUBE_CERTAIN).
 */
#ifndef VC_VALUES_H
#define VC_VALUES_H

#include <stdbool.h>
#include <vcube/desc.h>
#include "units.h"

struct vc_desc_key {
	const char *name, *form, *text;
	const char *(*make_form)(void); /* if the form is not a constant; else NULL */
	size_t offset;                  /* of its field in struct vcube_desc */
	/* Returns 0, or an error that names key and value, with the field unchanged. */
	int (*parse)(const struct vc_desc_key *key, const char *value, void *field,
		     struct vcube_error *error);
	/* Returns a text that parses to the field, in `room` or elsewhere; for a field that no
	 * text parses to, one that `parse` refuses. */
	const char *(*print)(const struct vc_desc_key *key, const void *field,
			     char room[VC_UNITS_ROOM]);
	const char *const *choices;     /* names by value, then NULL */
	int64_t least;                  /* of a size or time */
	uint64_t most;                  /* of a size */
	bool of_run;                    /* a property of the run, not of the machine: no
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

/* Parses a size; the host's minimum for a thread's stack may exceed ours. */
int vc_value_parse_stack(const struct vc_desc_key *key, const char *value, void *field,
			 struct vcube_error *error);

/* Sets an error that names the key, the value, what is wrong, and what the key takes. */
int vc_value_refuse(const struct vc_desc_key *key, const char *value, const char *why,
		    struct vcube_error *error);

#endif
