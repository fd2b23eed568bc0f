/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Attributes that programs attach to communicators, datatypes and windows, by keys. Functions
 * of the program copy and delete them; when these fail, their code is the result here.
 */
#ifndef VCM_ATTRIBUTE_H
#define VCM_ATTRIBUTE_H

#include "process.h"

enum attribute_on { OF_COMM, OF_TYPE, OF_WIN };

/* Those of one object; NULL: none. */
struct attributes;

/* The program's functions, with any handle. 0 and 1 stand for those that MPI predefines. */
typedef int copy_attribute(void *handle, int keyval, void *extra, void *in, void *out, int *flag);
typedef int delete_attribute(void *handle, int keyval, void *value, void *extra);

/* Returns whether there is a key i; *site is where it was made, or NULL: the program freed it. */
bool vcm_keyval_left(const struct process *p, int i, const void **site);
/* What the attr functions of MPI do; `handle` is the object's. */
int vcm_set_attribute(struct process *p, enum attribute_on on, struct attributes **place,
		      void *handle, int keyval, void *value);
int vcm_get_attribute(struct process *p, enum attribute_on on, const struct attributes *of,
		      int keyval, void *value, int *flag);
int vcm_delete_attribute(struct process *p, enum attribute_on on, struct attributes **place,
			 void *handle, int keyval);

/* Copies what an object has to a new one, as the functions of the keys say. */
int vcm_copy_attributes(struct process *p, const struct attributes *from, void *old_handle,
			struct attributes **to);
/* Deletes all, the latest first, before the object goes. Stops at a function that fails. */
int vcm_delete_attributes(struct process *p, struct attributes **place, void *handle);
/* Forgets all without a call of the program, at the end of the process. */
void vcm_forget_attributes(struct attributes *attributes);

#endif
