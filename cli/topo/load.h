/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vcube topo --load: how long each link is held while a collective runs.
 */
#ifndef LOAD_H
#define LOAD_H

#include "sweep/plan.h"

/* Runs the case under the virtual clock, and tells or, with options->svg, draws the
 * load. An exit status. */
int topo_load(struct run_case *c, const struct run_options *options, struct vcube_desc *desc);

#endif
