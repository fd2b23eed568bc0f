/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcube topo --load: how long each link is busy while a collective runs.
 */
#ifndef LOAD_H
#define LOAD_H

#include "sweep/plan.h"

/* Run the case under the virtual clock, and print or, with options->svg, draw the load.
 * Return an exit status. */
int topo_load(struct run_case *c, const struct run_options *options, struct vcube_desc *desc);

#endif
