/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A part of a sweep, of several that run apart: on other hosts, or beside each other.
 *
 * Every part makes the same plan and divides it the same way. The cases of a part keep their
 * order, and together the parts have each case once.
 */
#ifndef PART_H
#define PART_H

#include "base/command.h"
#include "sweep/plan.h"

/* Stores the struct part that I/N names. */
take_option take_part;

#define OPTION_PART \
	{ "part", 0, "I/N", \
	  "work on the Ith of N parts of the cases, which have about equal work; the outputs of all " \
	  "parts, one after the other, are lines of one file (--json or --csv)", \
	  .take = take_part, AT(run_options, part), .most = 65536 }

/* Leave only the cases of a part. Cases go to parts by their predicted work, the longest
 * first, each to the part that has the least so far. May change the topology of `desc`. */
void part_cut(struct plan *plan, struct part part, struct vcube_desc *desc);

#endif
