/* SPDX-License-Identifier: BSD-2-Clause */
/* Error classes and codes, those of MPI and those that a program adds, and their texts. */
#ifndef VCM_CODE_H
#define VCM_CODE_H

#include "process.h"

/* Returns "MPI_ERR_RANK", or the text that the program gave to its code. Never NULL. */
const char *vcm_code_name(struct process *p, int code);
/* The largest code in use, which is the value of MPI_LASTUSEDCODE. */
int *vcm_last_used_code(struct process *p);

#endif
