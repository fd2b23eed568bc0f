/* SPDX-License-Identifier: BSD-2-Clause */
/* Costs by formula, which may exceed VCUBE_TIME_MAX. */
#ifndef VC_COST_H
#define VC_COST_H

#include "far.h"
#include "node.h"

/* Reduces terms until every cost fits 64 bits; costs keep about their order. Returns true
 * if the terms fit as they were. */
bool vc_cost_fit(struct vcube_terms *terms);

#endif
