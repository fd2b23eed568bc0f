/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The bandwidths of a case as nccl-tests define them, so that the two can be compared.
 */
#ifndef BANDWIDTH_H
#define BANDWIDTH_H

#include "sweep/plan.h"

/* Fill in the bandwidths of a case whose time is known. */
void record_bandwidth(struct run_case *c);

#endif
