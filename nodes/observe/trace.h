/* SPDX-License-Identifier: BSD-2-Clause */
/* A trace: started before a run, written after it. */
#ifndef VC_TRACE_H
#define VC_TRACE_H

#include "part.h"
#include "record.h"

/* Writes the file. Returns 0, or VCUBE_EHOST, with *error set. */
int vc_trace_write(vcube_machine *machine, struct vcube_error *error);

extern const struct vc_part vc_part_trace;

#endif
