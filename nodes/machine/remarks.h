/* SPDX-License-Identifier: BSD-2-Clause */
/* Remarks of strict machines on a run that has ended: what need not be wrong. */
#ifndef VC_REMARKS_H
#define VC_REMARKS_H

#include "part.h"

/* Adds them to the report. */
extern const struct vc_part vc_part_remarks;

#endif
