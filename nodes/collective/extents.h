/* SPDX-License-Identifier: BSD-2-Clause */
/* What a completed call without counts for each block reads and writes at this member. */
#ifndef VC_EXTENTS_H
#define VC_EXTENTS_H

#include <vcube/algorithm.h>

/* Return bytes, from the start of `in` and of `out`. */
size_t vc_in_extent(const struct vcube_call *call);
size_t vc_out_extent(const struct vcube_call *call);

#endif
