/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Options that would be without effect beside the others. They are refused, since who
 * gives one takes it to count.
 */
#ifndef UNUSED_OPTIONS_H
#define UNUSED_OPTIONS_H

#include "sweep/plan.h"

/* Of a sweep: STATUS_USAGE, and a sentence on stderr, where one is. */
int unused_options(const struct plan *plan, const struct run_options *options);
/* The same where nothing is to be run: all that is said of a run. */
int unused_without_run(const struct run_options *options);

#endif
