/* SPDX-License-Identifier: BSD-2-Clause */
/* What a process notes down on datatypes, also on predefined ones, which all processes share. */
#ifndef VCM_NOTES_H
#define VCM_NOTES_H

#include "type.h"

struct type_notes {
	const struct datatype *type;
	struct type_notes *next;
	struct attributes *attributes;
	char name[MPI_MAX_OBJECT_NAME]; /* given by a call, or "" */
};

/* The process's own part of all datatypes */
struct types {
	struct type_notes *notes;       /* on predefined types */
	struct datatype *f90;           /* those of Fortran's precisions, linked by `next` */
};

/* Copies the attributes of a type to a new one, as the functions of their keys say; deletes
 * those of a derived type, and its name. Return 0 or the code of the error that they raise. */
int vcm_type_copy_notes(struct process *p, const struct datatype *from, const struct datatype *to);
int vcm_type_delete_notes(struct process *p, const struct datatype *type);

#endif
