/* SPDX-License-Identifier: BSD-2-Clause */
/* Costs by formula, which may be further than clocks go. */
#ifndef VC_COST_H
#define VC_COST_H

#include "far.h"
#include "node.h"

/* Makes terms for which every cost fits its 64 bits, by less of each: costs are then
 * still in about the same order. True: they did as they are. */
bool vc_cost_fit(struct vcube_terms *terms);

#endif
