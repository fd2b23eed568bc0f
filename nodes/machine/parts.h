/* SPDX-License-Identifier: BSD-2-Clause */
/* The parts of a machine that live in this folder, and the list of all. */
#ifndef VC_PARTS_H
#define VC_PARTS_H

#include "part.h"

extern const struct vc_part vc_part_place, vc_part_memory, vc_part_nodes, vc_part_observer,
	vc_part_report, vc_part_verdict;

/* In the order in which they open, begin and finish; ends with NULL. */
extern const struct vc_part *const vc_parts[];

#endif
