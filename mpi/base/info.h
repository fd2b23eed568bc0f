/* SPDX-License-Identifier: BSD-2-Clause */
/* Info objects: ordered lists of keys and values. */
#ifndef VCM_INFO_H
#define VCM_INFO_H

#include "process.h"

struct info;

/* Returns the info object, or NULL if the handle is none; MPI_INFO_NULL is none. */
struct info *vcm_info(struct process *p, MPI_Info handle);
extern const struct kind vcm_kind_info;
#define NEED_INFO(p, i, handle) \
	NEED(struct info, i, vcm_info(p, handle), vcm_no_object(p, &vcm_kind_info, handle))
/* Returns the value of a key, or NULL if it has none. `info` may be NULL. */
const char *vcm_info_value(const struct info *info, const char *key);
/* Sets a key. Returns the error's code if memory is short. */
int vcm_info_set(struct process *p, struct info *info, const char *key, const char *value);
/* Gives the program a copy, with one reference; of NULL, an empty one. Returns the error's code
 * if memory is short. */
int vcm_info_copy(struct process *p, const struct info *info, MPI_Info *copy);
/* Copies an object's info to a new one. */
int vcm_info_inherit(struct process *p, struct info **place, const struct info *info);
/* Replaces the hints that an object has by those of the program's info; others than MPI's own
 * are ignored. MPI_INFO_NULL: by none. */
int vcm_info_replace(struct process *p, struct info **place, MPI_Info handle);

#endif
