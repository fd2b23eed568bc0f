/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An exploration spread over workers (worker.h).
 *
 * What is below a path does not depend on the rest of the tree, so workers go through subtrees in
 * whatever order, and what they hand in is put together in the order of the search that one process
 * alone would make: first what is below the answers of the lowest point, then the next answer of
 * the point above. Answers that were found below are put behind those that the point has, again in
 * that order. So counts, outcomes, and which order fails first are those of one process.
 */
#ifndef VC_SPREAD_H
#define VC_SPREAD_H

#include "search.h"

/* Goes through the rest of the tree, whose present path is to be run next, by that many workers.
 * Returns false, with nothing done, if the host refuses them; else *code is 0 or an error. */
bool vc_spread(struct vc_search *search, struct vc_tree *tree, int workers, int *code);

#endif
