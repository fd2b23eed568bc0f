/* SPDX-License-Identifier: BSD-2-Clause */
/* What is noticed of a program that may be right all the same: warnings at its end. */
#ifndef VCM_REMARKS_H
#define VCM_REMARKS_H

#include "process.h"

enum remark { REMARK_RACE, REMARK_WAIT, REMARK_EPOCH, REMARK_FILE, REMARK_BUFFERING, REMARK_COUNT };

/* Adds a warning. The report prints the first of each kind, and how many more there were. */
void vcm_remark(struct process *p, enum remark kind, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Writes them to standard error. */
void vcm_remarks_tell(struct process *p);

#endif
