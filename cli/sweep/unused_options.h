/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Options that would have no effect beside the others. We refuse them rather than ignore
 * them.
 */
#ifndef UNUSED_OPTIONS_H
#define UNUSED_OPTIONS_H

#include "sweep/plan.h"

/* STATUS_USAGE, after a sentence on stderr, if a sweep has such an option. */
int unused_options(const struct plan *plan, const struct run_options *options);
/* The same for a command that runs nothing, where no option about a run has an effect. */
int unused_without_run(const struct run_options *options);

#endif
