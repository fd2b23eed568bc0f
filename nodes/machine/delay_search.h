/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The search of explore=clock: runs in virtual time, each with delays of named messages.
 *
 * The first run has none. From each run follow those in which one question is answered otherwise,
 * all before it as they were (nodes/explore/delays.h). What has been answered so far and the answer
 * say where a run leads to, so each of these is run once, and what gives an order that was run
 * before is counted with the guesses. Runs with few changes come first.
 */
#ifndef VC_DELAY_SEARCH_H
#define VC_DELAY_SEARCH_H

#include "search.h"

/* Returns 0, or an error. */
int vc_delay_search(struct vc_search *search);

#endif
